"""A board to a map: its cards as they lie, with pawns, signs and labels on them and moves as arrows between them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from valleybuild.book.figure_board import Board, Cell, draw_cells, draw_names, find_cell, key_of, lay_board
from valleybuild.book.figure_cards import list_below
from valleybuild.book.figure_easel import NOTHING, Easel, plate
from valleybuild.book.figure_marks import PADDING, Spot, Stand, crowded, lay_marks
from valleybuild.book.model import Leg, Map
from valleybuild.book.prose import Lines
from valleybuild.scene import Colour, Item, Path, Scene, Size, Stroke

HEIGHT = 0.36  # of a cell's height: how far down arrows start and end
TRIM = 0.34  # of a cell's width: how far from its middle
ASIDE, FAR_ASIDE = 0.24, 0.36  # of a cell's width: how far beside the middle arrows up and down start and end
UNDER = 0.18  # of a cell's height: where they reach the lower cell
BOW = 0.16  # of its length: how far an arrow is bent
SHAFT, HALO, HEAD = 1.0, 0.5, 2.6  # mm: an arrow, the light round it, its head
ROOMY = 22.0  # mm: in cells narrower than this, arrows are thinner
BELOW = 2.4  # mm between a map and the list below it
Point = tuple[float, float]


class Move(msgspec.Struct, frozen=True):
    """An arrow of a map: a quadratic curve with its start, control point and end; its number and its text."""

    start: Point
    control: Point
    end: Point
    number: int | None
    text: Lines

    @property
    def middle(self) -> Point:
        """The point half way along it."""
        return (
            (self.start[0] + 2 * self.control[0] + self.end[0]) / 4,
            (self.start[1] + 2 * self.control[1] + self.end[1]) / 4,
        )


def draw_map(map: Map[Lines], easel: Easel, *, language: str, room: float) -> Scene:
    """Draw a map at most `room` mm wide."""
    board = lay_board(map.of.text, easel, width=min(map.width or math.inf, room), language=language)
    if board is None:
        return NOTHING
    narrow = crowded(board.cells[0].width)
    moves = list(moves_of(map, board, easel, narrow=narrow))
    listed = [move.text for move in moves if move.number is not None and move.text and narrow]
    spots, more = spots_of(map, board, easel, narrow=narrow, language=language, first=len(listed) + 1)
    listed += more
    items: list[Item] = draw_cells(board, easel)
    for move in moves:
        items += _arrow(move, easel, min(1.0, board.cells[0].width / ROOMY))
    items += draw_names(board, easel, language)
    for spot in spots:
        items += spot.items
    for move in moves:
        items += _saying(move, board, easel, language)
    height = board.height
    names, letters = key_of(board, easel, language)
    for texts, signs, ink in ((names, letters, easel.quiet), (listed, "", easel.accent)):
        if texts:
            below = list_below(texts, easel, width=board.width, language=language, signs=signs, ink=ink)
            items += below.at(0.0, height + BELOW)
            height += BELOW + below.height
    return Scene(Size(board.width, height), 0.0, tuple(items))


def spots_of(
    map: Map[Lines], board: Board, easel: Easel, *, narrow: bool, language: str, first: int
) -> tuple[list[Spot], list[Lines]]:
    """Arrange all marks; with them come the texts for which numbers stand, from `first` on."""
    game = easel.materials.game
    at: dict[str, list[Stand]] = {}
    cells: dict[str, Cell] = {}
    listed: list[Lines] = []
    for mark in map.marks:
        cell = find_cell(board, mark.at.text, game)
        if cell is None:
            continue
        number = None
        if narrow and mark.text:
            number = first + len(listed)
            listed.append(mark.text)
        cells[cell.component.id] = cell
        at.setdefault(cell.component.id, []).append(Stand(mark, number))
    spots = [spot for id, stands in at.items() for spot in lay_marks(cells[id], stands, easel, language)]
    return spots, listed


def moves_of(map: Map[Lines], board: Board, easel: Easel, *, narrow: bool) -> Iterator[Move]:
    """Bend an arrow for every move between two places of the board."""
    game = easel.materials.game
    counted = len(map.moves) > 1 or (narrow and any(leg.text for leg in map.moves))
    for index, leg in enumerate(map.moves, 1):
        start, end = find_cell(board, leg.start.text, game), find_cell(board, leg.end.text, game)
        if start is not None and end is not None and start != end:
            yield _bent(start, end, leg, index if counted else None)


def _bent(start: Cell, end: Cell, leg: Leg[Lines], number: int | None) -> Move:
    begun, ended = _ends(start, end)
    across, down = ended[0] - begun[0], ended[1] - begun[1]
    middle = (begun[0] + ended[0]) / 2, (begun[1] + ended[1]) / 2
    # to the left hand of whoever goes there, so that the way there and the way back part; but up and down outwards
    hand = -1.0 if abs(across) < start.width / 2 and down < 0 else 1.0
    control = middle[0] + down * 2 * BOW * hand, middle[1] - across * 2 * BOW * hand
    return Move(begun, control, ended, number, leg.text or ())


def _ends(start: Cell, end: Cell) -> tuple[Point, Point]:
    """Return where an arrow starts and ends: outside what stands in the middle of the cells, off their names."""
    across = end.middle - start.middle
    if abs(across) < start.width / 2:  # up or down
        upper, lower = (start, end) if start.y < end.y else (end, start)
        above = upper.middle + FAR_ASIDE * upper.width, upper.name_top - HEAD * 1.1
        below = lower.middle + ASIDE * lower.width, lower.y + UNDER * lower.height
        return (above, below) if upper is start else (below, above)
    first = start.middle, start.y + HEIGHT * start.height
    last = end.middle, end.y + HEIGHT * end.height
    length = math.hypot(across, last[1] - first[1])
    trim = TRIM * start.width / length
    dx, dy = across * trim, (last[1] - first[1]) * trim
    return (first[0] + dx, first[1] + dy), (last[0] - dx, last[1] - dy)


def _arrow(move: Move, easel: Easel, part: float) -> list[Item]:
    """Draw a bent arrow, with a light edge; `part` makes it smaller."""
    point, thick, halo = HEAD * part, SHAFT * part, 2 * HALO * part
    across, down = move.end[0] - move.control[0], move.end[1] - move.control[1]
    length = math.hypot(across, down) or 1.0
    along = across / length, down / length
    neck = move.end[0] - along[0] * point, move.end[1] - along[1] * point
    wing = point * 0.62
    head = (
        ("M", *move.end),
        ("L", neck[0] - along[1] * wing, neck[1] + along[0] * wing),
        ("L", neck[0] + along[1] * wing, neck[1] - along[0] * wing),
        ("Z",),
    )
    short = move.end[0] - along[0] * point * 0.8, move.end[1] - along[1] * point * 0.8
    shaft = _curve(move.start, move.control, short)
    light, ink = easel.light, easel.accent
    return [
        Path(shaft, stroke=Stroke(light, thick + halo, round=True)),
        Path(head, light, Stroke(light, halo, round=True)),
        Path(shaft, stroke=Stroke(ink, thick, round=True)),
        Path(head, ink),
    ]


def _curve(start: Point, control: Point, end: Point) -> tuple[tuple[str | float, ...], ...]:
    """Return a quadratic curve as a cubic one."""
    near = start[0] + (control[0] - start[0]) * 2 / 3, start[1] + (control[1] - start[1]) * 2 / 3
    far = end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3
    return ("M", *start), ("C", *near, *far, *end)


def _saying(move: Move, board: Board, easel: Easel, language: str) -> list[Item]:
    """Write a move's number where it starts, and its text above it, half way along."""
    x, y = move.middle
    if move.number is not None and (not move.text or crowded(board.cells[0].width)):
        return list(easel.dot(move.number, *move.start, language))
    if not move.text:
        return []
    text = easel.words(move.text, language, board.cells[0].width * 1.2, align="centre", snug=True)
    wide, high = text.width + 2 * PADDING, text.height + 2 * PADDING * 0.4
    left = min(max(x - wide / 2, 0.2), board.width - wide - 0.2)
    top = max(y - high - SHAFT - HALO, 0.2)
    ground: Colour = easel.light
    items: list[Item] = [plate(left, top, wide, high, PADDING, fill=ground, line=easel.accent, thick=0.3)]
    items += text.at(left + PADDING, top + PADDING * 0.4)
    if move.number is not None:
        items += easel.dot(move.number, *move.start, language)
    return items
