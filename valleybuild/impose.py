"""Where each piece lies on the paper: from pieces and a paper to pages, fronts and backs in turn. Pure arithmetic.

Every page is portrait, so a printer that flips on the long edge always turns the sheet about its vertical axis:
what lies at x on the front lies at (width - x) on the back. A landscape arrangement is the same sheet with its
pieces turned by 90 degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from valleybuild.marks import (
    Cell,
    Frame,
    MarkStyle,
    circle_marks,
    cut_marks,
    draw_label,
    draw_lines,
    draw_rulers,
    has_room_for_rulers,
    lay_frame,
    mark_limits,
)
from valleybuild.problem import Place, Problem
from valleybuild.scene import Anchor, Item, Link, Outline, Scene, Size

BLEED = 3.0  # mm printed beyond the cut, on every side that has room for it
CIRCLE_GAP_LEAST = 1.0  # half the gap between circles that have no bleed: room for their ticks

Bleed = tuple[float, float, float, float]  # left, top, right, bottom


class Paper(msgspec.Struct, frozen=True):
    """A paper: its name, its size and the margin on each side that a printer cannot reach, in mm."""

    name: str
    size: Size
    margin: float


class Piece(msgspec.Struct, frozen=True):
    """A component to print `count` times. Pieces of one `board` lie as their `cell` (column, row) says.

    `place` is where the piece is written, for findings.
    """

    id: str
    outline: Outline
    front: Scene
    back: Scene | None
    count: int
    board: str = ""
    cell: Cell | None = None
    place: Place = Place("")


class Placement(msgspec.Struct, frozen=True):
    """One face on a page: the top left corner (x, y) of its trim as it lies there, turned clockwise by `angle`.

    `angle` is 0, 90, 180 or 270. `bleed` (left, top, right, bottom) is how far the face is shown beyond the trim, in
    the page's directions.
    """

    scene: Scene
    x: float
    y: float
    bleed: Bleed
    outline: Outline
    piece_id: str
    angle: int = 0


class Page(msgspec.Struct, frozen=True):
    """One side of a sheet. `side` is "front" or "back"; sheets count from 1. Marks are painted over the placements."""

    size: Size
    side: str
    sheet: int
    placements: tuple[Placement, ...]
    marks: tuple[Item, ...]
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()


class Grid(msgspec.Struct, frozen=True):
    """Equal cells centred on a portrait page, and the strips round them. Cells are `pitch` apart.

    `gap` is the room a piece leaves inside its cell on each side. With an `angle` of 90 the pieces lie on their side,
    and their reading order runs from the page's top right corner downwards.
    """

    columns: int
    rows: int
    angle: int
    pitch: Size
    gap: float
    frame: Frame


class Spot(msgspec.Struct, frozen=True):
    """A piece in a cell of the page's grid."""

    piece: Piece
    cell: Cell


class Sheet(msgspec.Struct, frozen=True):
    """A grid with the pieces that lie in it."""

    grid: Grid
    spots: tuple[Spot, ...]


def impose(
    pieces: Sequence[Piece], *, paper: Paper, label: Callable[[int, int, str], str], style: MarkStyle
) -> tuple[list[Page], list[Problem]]:
    """Lay pieces on sheets at their exact size, grouped by size; return the pages and what does not fit.

    `label(sheet, sheets, side)` gives the text printed on a page. Pages alternate front and back, for long-edge
    duplex. A board starts on a new sheet. The pages of what does fit are returned along with the findings.
    """
    size = Size(*sorted((paper.size.width, paper.size.height)))
    paper = Paper(paper.name, size, paper.margin)
    if not has_room_for_rulers(size, paper.margin):
        return [], [_too_small(paper)]
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    for group in _groups(pieces):
        grids = [grid for angle in (0, 90) if (grid := _fullest_grid(group, paper, angle, style)) is not None]
        if not grids:
            problems.extend(_too_large(piece, paper) for piece in group)
        elif group[0].board:
            sheets.extend(_board_sheets(group, grids, paper, style))
        else:
            sheets.extend(_fill(group, max(grids, key=lambda grid: grid.columns * grid.rows)))
    pages = [
        _page(sheet, side, number=number, text=label(number, len(sheets), side), style=style)
        for number, sheet in enumerate(sheets, 1)
        for side in ("front", "back")
    ]
    return pages, problems


def _too_small(paper: Paper) -> Problem:
    """Report a paper that cannot carry the rulers."""
    size = paper.size
    return Problem(
        "paper-too-small",
        Place(""),
        f"{paper.name} is {size.width:g} × {size.height:g} mm with a margin of {paper.margin:g} mm: "
        "the 100 mm rulers do not fit",
        "use A5 or larger, or correct the paper's size and margin",
        path=paper.name,
    )


def _too_large(piece: Piece, paper: Paper) -> Problem:
    """Report a piece that no orientation of the paper can take."""
    size = piece.outline.size
    return Problem(
        "too-large-for-paper",
        piece.place,
        f"{piece.id} is {size.width:g} × {size.height:g} mm: that does not fit on {paper.name} "
        f"({paper.size.width:g} × {paper.size.height:g} mm) with bleed, marks and rulers",
        "choose a larger paper or a smaller outline, or cut the piece into tiles",
        path=piece.id,
    )


def _groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Part pieces by board, then by shape and size, in order of first appearance; equal backs lie together."""
    groups: dict[tuple[str, str, Size], list[Piece]] = {}
    for piece in pieces:
        for face in (piece.front, piece.back):
            if face is not None and face.size != piece.outline.size:
                raise ValueError(f"{piece.id}: a face of {face.size} on an outline of {piece.outline.size}")
        if piece.count > 0:
            groups.setdefault((piece.board, piece.outline.shape, piece.outline.size), []).append(piece)
    return [group if board else _by_back(group) for (board, _, _), group in groups.items()]


def _by_back(group: list[Piece]) -> list[Piece]:
    """Sort pieces so that equal backs follow each other, otherwise as given."""
    ranks: dict[Scene | None, int] = {}
    known: dict[int, int] = {}  # by identity first: hashing a face walks all its items
    for piece in group:
        if id(piece.back) not in known:
            known[id(piece.back)] = ranks.setdefault(piece.back, len(ranks))
    return sorted(group, key=lambda piece: known[id(piece.back)])


def _face_bleed(scene: Scene) -> float:
    """Return how far a face may be shown beyond its trim."""
    return min(scene.bleed, BLEED)


def _gap(group: Sequence[Piece]) -> float:
    """Return the room to leave round each piece: none between rectangles, the bleed round circles."""
    if group[0].outline.shape != "circle":
        return 0.0
    faces = [face for piece in group for face in (piece.front, piece.back) if face is not None]
    return max(CIRCLE_GAP_LEAST, *(_face_bleed(face) for face in faces))


def _make_grid(
    group: Sequence[Piece], paper: Paper, *, columns: int, rows: int, angle: int, style: MarkStyle
) -> Grid | None:
    """Return the centred grid of so many columns and rows on the page, or None where it does not fit."""
    gap = _gap(group)
    trim = _turned_size(group[0].outline.size, angle)
    pitch = Size(trim.width + 2 * gap, trim.height + 2 * gap)
    outside = 0.0 if gap else BLEED
    extent = Size(columns * pitch.width + 2 * outside, rows * pitch.height + 2 * outside)
    frame = lay_frame(paper.size, paper.margin, extent=extent, style=style)
    return Grid(columns, rows, angle, pitch, gap, frame) if frame else None


def _fullest_grid(group: Sequence[Piece], paper: Paper, angle: int, style: MarkStyle) -> Grid | None:
    """Return the grid that holds the most pieces at one angle, or None where not even one fits."""
    trim = _turned_size(group[0].outline.size, angle)
    most = (int(paper.size.width // trim.width), int(paper.size.height // trim.height))
    best: Grid | None = None
    for columns in range(1, most[0] + 1):
        for rows in range(most[1], 0, -1):
            grid = _make_grid(group, paper, columns=columns, rows=rows, angle=angle, style=style)
            if grid and (best is None or columns * rows > best.columns * best.rows):
                best = grid
            if grid:
                break
    return best


def _turned_size(size: Size, angle: int) -> Size:
    """Return a size as it lies on the page when turned."""
    return Size(size.height, size.width) if angle in (90, 270) else size


def _turned_cell(grid: Grid, column: int, row: int) -> Cell:
    """Return the page's cell for a column and row as read with the pieces upright."""
    return (grid.columns - 1 - row, column) if grid.angle == 90 else (column, row)


def _fill(group: Sequence[Piece], grid: Grid) -> list[Sheet]:
    """Fill grids in reading order with every copy of every piece."""
    copies = [piece for piece in group for _ in range(piece.count)]
    across = grid.rows if grid.angle == 90 else grid.columns
    capacity = grid.columns * grid.rows
    return [
        Sheet(
            grid,
            tuple(
                Spot(piece, _turned_cell(grid, index % across, index // across))
                for index, piece in enumerate(copies[start : start + capacity])
            ),
        )
        for start in range(0, len(copies), capacity)
    ]


class Tiling(msgspec.Struct, frozen=True):
    """A board cut into windows of `across` by `down` cells: the pieces of each window with their cell inside it."""

    angle: int
    across: int
    down: int
    windows: tuple[tuple[Spot, ...], ...]


def _board_sheets(group: Sequence[Piece], grids: Sequence[Grid], paper: Paper, style: MarkStyle) -> Iterator[Sheet]:
    """Lay a board on as few sheets as possible, its pieces butted as they lie on the table, once for each copy."""
    for copy in range(max(piece.count for piece in group)):
        laid = [piece for piece in group if piece.count > copy]
        tilings = [tiling for grid in grids for tiling in _tilings(laid, grid)]
        # Fewest sheets first; among those the one whose emptiest sheet holds the most.
        best = min(tilings, key=lambda tiling: (len(tiling.windows), -min(len(spots) for spots in tiling.windows)))
        columns, rows = (best.down, best.across) if best.angle == 90 else (best.across, best.down)
        grid = _make_grid(group, paper, columns=columns, rows=rows, angle=best.angle, style=style)
        if grid is None:
            raise AssertionError("a window is never larger than the grid that fits")
        for spots in best.windows:
            yield Sheet(grid, tuple(Spot(spot.piece, _turned_cell(grid, *spot.cell)) for spot in spots))


def _tilings(pieces: Sequence[Piece], grid: Grid) -> Iterator[Tiling]:
    """Try the windows a grid allows over a board: full ones and even ones, from each offset."""
    cells = [_board_cell(piece) for piece in pieces]
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    wide, high = (max(cell[axis] for cell in cells) - (left, top)[axis] + 1 for axis in (0, 1))
    most = (grid.rows, grid.columns) if grid.angle == 90 else (grid.columns, grid.rows)
    for across in _window_lengths(wide, most[0]):
        for down in _window_lengths(high, most[1]):
            for shift in ((x, y) for x in range(across) for y in range(down)):
                windows: dict[Cell, list[Spot]] = {}
                for piece, (column, row) in zip(pieces, cells, strict=True):
                    x, y = column - left + shift[0], row - top + shift[1]
                    spot = Spot(piece, (x % across, y % down))
                    windows.setdefault((y // down, x // across), []).append(spot)
                yield Tiling(grid.angle, across, down, tuple(tuple(windows[key]) for key in sorted(windows)))


def _window_lengths(length: int, most: int) -> list[int]:
    """Return how long a window may be: as long as fits, or as even as the same number of windows allows."""
    even = -(-length // -(-length // most))
    return sorted({min(length, most), even})


def _board_cell(piece: Piece) -> Cell:
    """Return the cell of a board's piece."""
    if piece.cell is None:
        raise ValueError(f"{piece.id} belongs to the board {piece.board} and has no cell")
    return piece.cell


def _page(sheet: Sheet, side: str, *, number: int, text: str, style: MarkStyle) -> Page:
    """Place a sheet's faces on one side and draw its marks."""
    grid, size = sheet.grid, sheet.grid.frame.size
    spots = sheet.spots
    if side == "back":
        # Long-edge flip of a portrait sheet: the columns run the other way. The grid is centred, so it maps on itself.
        spots = tuple(Spot(spot.piece, (grid.columns - 1 - spot.cell[0], spot.cell[1])) for spot in spots)
    occupied = {spot.cell for spot in spots}
    placements = [_placement(grid, spot, side, occupied) for spot in spots]
    marks = (
        *draw_lines(_cut_lines(grid, spots), style),
        *draw_rulers(grid.frame, style),
        draw_label(text, grid.frame, style),
    )
    return Page(size, side, number, tuple(placed for placed in placements if placed is not None), marks)


def _origin(grid: Grid) -> tuple[float, float]:
    """Return the top left corner of a grid's first cell."""
    size = grid.frame.size
    return (size.width - grid.columns * grid.pitch.width) / 2, (size.height - grid.rows * grid.pitch.height) / 2


def _corner(grid: Grid, cell: Cell) -> tuple[float, float]:
    """Return the top left corner of the trim of the piece in a cell."""
    x, y = _origin(grid)
    return x + cell[0] * grid.pitch.width + grid.gap, y + cell[1] * grid.pitch.height + grid.gap


def _placement(grid: Grid, spot: Spot, side: str, occupied: set[Cell]) -> Placement | None:
    """Place one face of a piece; None where the piece has no back."""
    scene = spot.piece.front if side == "front" else spot.piece.back
    if scene is None:
        return None
    bleed = _face_bleed(scene)
    open_sides = (True,) * 4 if grid.gap else _open_sides(spot.cell, occupied)
    left, top, right, bottom = (bleed if is_open else 0.0 for is_open in open_sides)
    # A card is turned over sideways, about its own vertical axis. Where that axis lies level on the sheet (90°), the
    # sheet's flip turns the card head over heels instead, which the back makes good with half a turn: 270°.
    angle = grid.angle if side == "front" else -grid.angle % 360
    x, y = _corner(grid, spot.cell)
    return Placement(scene, x, y, (left, top, right, bottom), spot.piece.outline, spot.piece.id, angle)


def _open_sides(cell: Cell, occupied: set[Cell]) -> tuple[bool, bool, bool, bool]:
    """Say on which sides (left, top, right, bottom) a butted piece may bleed: where nothing lies.

    A piece that touches only at a corner keeps the sides free to bleed: then the bleed goes above and below alone,
    else its corner would cover that piece.
    """
    column, row = cell
    top, bottom = ((column, row + step) not in occupied for step in (-1, 1))
    sides = []
    for step in (-1, 1):
        corners = [(column + step, row - 1)] * top + [(column + step, row + 1)] * bottom
        sides.append((column + step, row) not in occupied and not any(corner in occupied for corner in corners))
    return sides[0], top, sides[1], bottom


def _cut_lines(grid: Grid, spots: Sequence[Spot]) -> list[tuple[float, float, float, float]]:
    """List the crop marks of a sheet's pieces."""
    if grid.gap:
        radius = grid.pitch.width / 2 - grid.gap
        corners = [_corner(grid, spot.cell) for spot in spots]
        return [
            line for x, y in corners for line in circle_marks(x + radius, y + radius, radius=radius, reach=grid.gap)
        ]
    x, y = _origin(grid)
    xs = [x + column * grid.pitch.width for column in range(grid.columns + 1)]
    ys = [y + row * grid.pitch.height for row in range(grid.rows + 1)]
    return cut_marks(xs, ys, {spot.cell for spot in spots}, mark_limits(grid.frame))
