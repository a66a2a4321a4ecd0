"""A board and the room of a page to the tiles it is cut into, which overlap where they are glued. Pure arithmetic."""

from __future__ import annotations

import math

import msgspec

from valleybuild.scene import Size


class Tile(msgspec.Struct, frozen=True):
    """A piece of a board: its row and column, from 1, its top left corner on the board, and its size, in mm.

    `right` and `below` say whether another tile is glued onto its right and its lower edge.
    """

    row: int
    column: int
    x: float
    y: float
    size: Size
    right: bool
    below: bool


class Tiling(msgspec.Struct, frozen=True):
    """The tiles of a board, row by row, and whether they are for pages that lie on their side."""

    tiles: tuple[Tile, ...]
    landscape: bool


def cut_tiles(board: Size, portrait: Size, landscape: Size, *, overlap: float) -> Tiling:
    """Cut a board into as few tiles as possible, of equal size, for pages with room `portrait` or `landscape`.

    With as many tiles either way, the shorter seams win. Raises ValueError where a page is no larger than the overlap.
    """
    tried = [Tiling(_tiles(board, room, overlap), room is landscape) for room in (portrait, landscape)]
    return min(tried, key=lambda tiling: (len(tiling.tiles), _seams(tiling)))


def _seams(tiling: Tiling) -> float:
    return sum(tile.size.height * tile.right + tile.size.width * tile.below for tile in tiling.tiles)


def _tiles(board: Size, room: Size, overlap: float) -> tuple[Tile, ...]:
    columns = _parts(board.width, room.width, overlap)
    rows = _parts(board.height, room.height, overlap)
    return tuple(
        Tile(
            row=row + 1,
            column=column + 1,
            x=x,
            y=y,
            size=Size(width, height),
            right=column + 1 < len(columns),
            below=row + 1 < len(rows),
        )
        for row, (y, height) in enumerate(rows)
        for column, (x, width) in enumerate(columns)
    )


def _parts(length: float, room: float, overlap: float) -> list[tuple[float, float]]:
    """Divide a length into equal parts that overlap, no longer than the room: their starts and their lengths."""
    if length <= room + 1e-9:
        return [(0.0, length)]
    if room <= overlap:
        raise ValueError(f"{room:g} mm have no room for an overlap of {overlap:g} mm")
    count = math.ceil((length - overlap) / (room - overlap) - 1e-9)
    part = (length + (count - 1) * overlap) / count
    return [(index * (part - overlap), part) for index in range(count)]
