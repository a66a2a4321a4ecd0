"""Boards: the cards that lie side by side on the table as one picture, on one page or cut into tiles to be glued."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.craft.board import BLEED, Board, lay_board
from valleybuild.craft.lettering import centred, fitting_size
from valleybuild.craft.look import BOARDS, Boards, Craft, board_name, label, read_craft, tile_label
from valleybuild.craft.tiling import Tile, cut_tiles
from valleybuild.fonts import width
from valleybuild.impose import Page, Placement
from valleybuild.marks import (
    LABEL_HEIGHT,
    MARK_REACH,
    MARK_START,
    RULER_LEAST,
    Frame,
    Line,
    cut_marks,
    draw_label,
    draw_lines,
    draw_rulers,
    mark_limits,
)
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.scene import Group, Inset, Item, Outline, Path, Scene, Size, Stroke
from valleybuild.svgpath import rectangle
from valleybuild.units import MM_PER_POINT

HATCH = 2.4  # mm between the lines of what is glued
HATCH_LINE = MM_PER_POINT / 2
CLEAR = 1.5  # mm beside a seam that are not hatched, so that a tile laid a little off shows no lines
LABEL = (8.0, 6.0)  # points


def lay_boards(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay every board whose margin is asked for, tile by tile."""
    craft, problems = read_craft(order.materials.project, order.game)
    if craft is None or craft.boards is None:
        return [], problems
    boards: list[Board] = []
    for id in dict.fromkeys(component.board for component in order.components):
        found = _board(id, order, craft.boards)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            boards.append(found)
    pages: list[Page] = []
    for board in boards:
        try:
            pages += _pages(board, order, craft, craft.boards, len(pages))
        except ValueError as error:
            place = craft.boards.place
            problems.append(Problem("too-large-for-paper", place, f"{board.id}: {error}", "take a larger paper"))
    return ([], problems) if problems else (pages, [])


def _board(id: str, order: Order, boards: Boards) -> Board | Problem:
    """Lay one board: its margin and its cells from this product, its cards from any other."""
    mine = [component for component in order.company if component.board == id]
    cards = [component for component in mine if component.cell is not None]
    if all(component.product == BOARDS for component in cards):
        margin = next(component for component in order.components if component.board == id)
        message = f'no card lies on the board "{id}"'
        return Problem("empty-board", margin.place, message, "give its cards this board and a cell", path=margin.id)
    margins = [component for component in mine if component.cell is None and component.product == BOARDS]
    return lay_board(id, cards, margins, ground=boards.ground, language=order.languages[0])


def _pages(board: Board, order: Order, craft: Craft, boards: Boards, before: int) -> Iterator[Page]:
    paper = order.sheet.size
    upright = Size(min(paper.width, paper.height), max(paper.width, paper.height))
    level = Size(upright.height, upright.width)
    tiling = cut_tiles(board.size, _room(upright, order), _room(level, order), overlap=boards.overlap)
    size = level if tiling.landscape else upright
    for number, tile in enumerate(tiling.tiles, before + 1):
        yield _page(tile, board, size, number, order, craft, whole=len(tiling.tiles) == 1)


def _frame(size: Size, order: Order) -> Frame:
    label = LABEL_HEIGHT * order.style.size * MM_PER_POINT
    return Frame(size, order.sheet.margin, RULER_LEAST, label, "bottom", label)


def _room(size: Size, order: Order) -> Size:
    """Return the room that rulers, label and crop marks leave on a page, the same on opposite sides."""
    limits = mark_limits(_frame(size, order))
    beside = max(limits.left, size.width - limits.right) + MARK_REACH
    above = max(limits.top, size.height - limits.bottom) + MARK_REACH
    return Size(size.width - 2 * beside, size.height - 2 * above)


def _page(tile: Tile, board: Board, size: Size, number: int, order: Order, craft: Craft, *, whole: bool) -> Page:
    """Show a tile in the middle of a page, with its marks; the ground goes on beyond every edge that is cut."""
    language, style = order.languages[0], order.style
    x, y = round((size.width - tile.size.width) / 2, 4), round((size.height - tile.size.height) / 2, 4)
    inset = Inset(board.scene, -tile.x - BLEED, -tile.y - BLEED, 1.0)
    scene = Scene(tile.size, BLEED, (inset, *_glued(tile, order, craft)))
    bleed = (BLEED, BLEED, 0.0 if tile.right else BLEED, 0.0 if tile.below else BLEED)
    placement = Placement(scene, x, y, bleed, Outline("tile", tile.size), f"{board.id} {tile.row}.{tile.column}")
    frame = _frame(size, order)
    lines = cut_marks([x, x + tile.size.width], [y, y + tile.size.height], {(0, 0)}, mark_limits(frame))
    lines += _seam_marks(tile, x, y, craft)
    told = [order.game.title_in(language), language, board_name(board.id, order.materials, language)]
    if not whole and craft.boards is not None:
        told.append(tile_label(craft.boards, tile.row, tile.column, order.materials, language))
    text = " · ".join([*told, order.version])
    marks = (*draw_lines(lines, style), *draw_rulers(frame, style), draw_label(text, frame, style))
    return Page(size, "front", number, (placement,), marks)


def _seam_marks(tile: Tile, x: float, y: float, craft: Craft) -> list[Line]:
    """Mark, at both ends, where the edge of the next tile comes to lie."""
    assert craft.boards is not None
    right, bottom = x + tile.size.width, y + tile.size.height
    near, far = MARK_START, MARK_REACH
    lines: list[Line] = []
    if tile.right:
        seam = right - craft.boards.overlap
        lines += [(seam, y - near - BLEED, seam, y - far), (seam, bottom + near + BLEED, seam, bottom + far)]
    if tile.below:
        seam = bottom - craft.boards.overlap
        lines += [(x - near - BLEED, seam, x - far, seam), (right + near + BLEED, seam, right + far, seam)]
    return lines


def _glued(tile: Tile, order: Order, craft: Craft) -> list[Item]:
    """Hatch the strips that the next tiles are glued onto, and say which tiles these are."""
    assert craft.boards is not None
    items: list[Item] = []
    overlap, (wide, high) = craft.boards.overlap, (tile.size.width, tile.size.height)
    if tile.right:
        box = (wide - overlap + CLEAR, 0.0, overlap - CLEAR, high)
        items += _strip(box, tile.row, tile.column + 1, order, craft)
    if tile.below:
        box = (0.0, high - overlap + CLEAR, wide, overlap - CLEAR)
        items += _strip(box, tile.row + 1, tile.column, order, craft)
    return items


def _strip(box: tuple[float, float, float, float], row: int, column: int, order: Order, craft: Craft) -> list[Item]:
    assert craft.boards is not None
    x, y, wide, high = box
    language, style = order.languages[0], order.style
    reach = min(wide, high)
    lines: list[tuple[str | float, ...]] = []
    for step in range(int((wide + high) / HATCH) + 1):
        along = step * HATCH - reach
        if wide < high:
            lines += [("M", x, y + along + reach), ("L", x + wide, y + along)]
        else:
            lines += [("M", x + along, y + high), ("L", x + along + reach, y)]
    hatch = Group((Path(tuple(lines), stroke=Stroke(style.paper, HATCH_LINE)),), clip=box)
    said = f"{label(craft, 'glue', order.materials, language)}: "
    said += tile_label(craft.boards, row, column, order.materials, language)
    font = order.materials.measure.fonts[craft.style.font]
    long, short = max(wide, high), min(wide, high)
    size = fitting_size(said, font, (long - 8.0, short - 1.0), LABEL)
    if size is None:
        return [hatch]
    middle = (x + wide / 2, y + high / 2)
    room = (width(font, said, size) + 4.0, size * MM_PER_POINT * 1.4)
    plate = Path(tuple(rectangle(middle[0] - room[0] / 2, middle[1] - room[1] / 2, *room, 1.0, 1.0)), style.paper)
    text = centred(said, middle, font, size=size, ink=craft.line)
    return [hatch, Group((plate, text), -90.0 if high > wide else 0.0, *middle)]


PRODUCT = Product(
    name=BOARDS,
    summary="cards that lie side by side, as one board: whole, or in tiles to glue where the paper is smaller",
    papers=("a3", "a4", "letter"),
    editions=Editions.EACH,
    lay=lay_boards,
    counted=False,
)
