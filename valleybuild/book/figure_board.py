"""A board's components to the cells of a map: its cards as they lie on the table, with names that can be read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.book.figure_easel import DOT, OUTLINE, Easel, Face, Words, plate
from valleybuild.book.prose import Lines
from valleybuild.compose.game import Component
from valleybuild.craft.look import BOARDS
from valleybuild.markup import Piece
from valleybuild.model import Entry, Game, Ref
from valleybuild.model import Words as Forms
from valleybuild.scene import Group, Item, Run, Scene
from valleybuild.typography import typeset
from valleybuild.units import MM_PER_POINT

READABLE = 0.62  # from this scale on cards are read as they are
TINY = 4.6  # points: what would be smaller on a card, and is no larger than its name, is left out
NAMED = (0.66, 0.8)  # where a name's room begins and ends on a card that does not print it, in heights of the card
PADDING = 0.9  # mm round a name
PICTURE = 0.45  # of a card's height: what a name leaves free above it
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Cell(msgspec.Struct, frozen=True):
    """A card on a map: where it lies, in mm, and the room that its name takes from it, `name_top` to `name_bottom`."""

    component: Component
    face: Face
    x: float
    y: float
    width: float
    height: float
    name_top: float
    name_bottom: float

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.x + self.width / 2


class Board(msgspec.Struct, frozen=True):
    """The cells of a map, the scale of the cards, and the map's size in mm.

    Where the names do not fit the cells, it is `keyed`: letters stand for them, and the names in a list below the map.
    """

    cells: tuple[Cell, ...]
    scale: float
    width: float
    height: float
    keyed: bool = False


def lay_board(of: str, easel: Easel, *, width: float, language: str) -> Board | None:
    """Lay the cards of a board as on the table, together at most `width` mm wide (0: at their own size).

    What is only printed on the board, in cells where no card lies, is not on the table: its cells stay empty.
    """
    cards = [one for one in easel.components.values() if one.product != BOARDS]
    known = [one for one in cards if one.board == of and one.cell is not None]
    if not known:
        return None
    places = [one.cell for one in known if one.cell is not None]
    first = min(column for column, _ in places), min(row for _, row in places)
    last = max(column for column, _ in places), max(row for _, row in places)
    size = known[0].outline.size
    natural = (last[0] - first[0] + 1) * size.width
    scale = min(width / natural, 1.0)
    wide, high = size.width * scale, size.height * scale
    cells = [
        _cell(one, (column - first[0]) * wide, (row - first[1]) * high, scale, easel, language)
        for one, (column, row) in zip(known, places, strict=True)
    ]
    cells.sort(key=lambda cell: (cell.y, cell.x))
    board = Board(tuple(cells), scale, natural * scale, (last[1] - first[1] + 1) * high)
    if scale >= READABLE:
        return board
    named = [_named(cell, easel, language) for cell in cells]
    if all(named) or len(cells) > len(LETTERS):
        return msgspec.structs.replace(board, cells=tuple(cell or old for cell, old in zip(named, cells, strict=True)))
    lettered = tuple(_with_room(cell, 2 * DOT) for cell in cells)
    return msgspec.structs.replace(board, cells=lettered, keyed=True)


def _named(cell: Cell, easel: Easel, language: str) -> Cell | None:
    """Give a cell the room that its name takes; None where the name does not fit."""
    text = name_words(cell, easel, language)
    if text is None:
        return cell
    found = _with_room(cell, text.height + PADDING * 0.6)
    return found if text.whole and found.name_top - cell.y >= PICTURE * cell.height else None


def _with_room(cell: Cell, high: float) -> Cell:
    """Put the room of a name, so high, where the card prints its name."""
    top = max((cell.name_top + cell.name_bottom - high) / 2, cell.name_top)
    top = min(top, cell.y + cell.height - high)
    return msgspec.structs.replace(cell, name_top=top, name_bottom=top + high)


def _cell(component: Component, x: float, y: float, scale: float, easel: Easel, language: str) -> Cell:
    scene, size = component.front[language], component.outline.size
    top, bottom = (share * size.height for share in NAMED)
    if scale < READABLE:
        name = name_of(easel, component.id, language)
        printed = [run for run in _runs(scene.items) if _part_of(run, name)]
        tiny = TINY / scale
        if printed:
            tiny = min(tiny, max(run.size for run in printed))
            top = min(run.y - run.size * MM_PER_POINT * 0.8 for run in printed)
            under = [run.y for run in _runs(scene.items) if run.size < tiny and run.y > top]
            bottom = max([run.y + run.size * MM_PER_POINT * 0.25 for run in printed] + under)
        scene = Scene(scene.size, scene.bleed, _readable(scene.items, tiny, name))
    wide, high = size.width * scale, size.height * scale
    face = Face(scene, component.outline)
    return Cell(component, face, x, y, wide, high, y + top * scale, y + bottom * scale)


def _runs(items: tuple[Item, ...]) -> Iterator[Run]:
    for item in items:
        if isinstance(item, Run):
            yield item
        elif isinstance(item, Group) and not item.angle:
            yield from _runs(item.items)


def _part_of(run: Run, name: str) -> bool:
    text, whole = (words.strip().replace("\u00a0", " ") for words in (run.text, name))
    return text == whole or (len(text) > 2 and text in whole)


def _readable(items: tuple[Item, ...], tiny: float, name: str) -> tuple[Item, ...]:
    """Leave out the name, which is set anew, and what is smaller than `tiny` points: nobody could read it."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Run() if item.size < tiny or _part_of(item, name):
                continue
            case Group():
                kept.append(Group(_readable(item.items, tiny, name), item.angle, item.x, item.y, item.clip))
            case _:
                kept.append(item)
    return tuple(kept)


def draw_cells(board: Board, easel: Easel) -> list[Item]:
    """Draw the cards."""
    items: list[Item] = []
    for cell in board.cells:
        items += easel.placed(cell.face, cell.x, cell.y, board.scale)
    thin = OUTLINE  # a light line along each card's edge, on the card itself
    items += [
        plate(
            cell.x + thin / 2,
            cell.y + thin / 2,
            cell.width - thin,
            cell.height - thin,
            0.0,
            line=easel.light,
            thick=thin,
        )
        for cell in board.cells
    ]
    return items


def draw_names(board: Board, easel: Easel, language: str) -> list[Item]:
    """Write the name of each card, or its letter, where the card has it, unless the card's own can be read."""
    if board.scale >= READABLE:
        return []
    items: list[Item] = []
    letters = iter(LETTERS)
    for cell in board.cells:
        text = name_words(cell, easel, language)
        if text is None:
            continue
        if board.keyed:
            items += easel.dot(next(letters), cell.middle, cell.name_top + DOT, language, ink=easel.quiet)
            continue
        wide = text.width + 2 * PADDING
        x, high = cell.middle - wide / 2, cell.name_bottom - cell.name_top
        items.append(plate(x, cell.name_top, wide, high, PADDING, fill=easel.paper))
        items += text.at(x + PADDING, cell.name_top + PADDING * 0.3)
    return items


def name_words(cell: Cell, easel: Easel, language: str) -> Words | None:
    """Set the name of a card; None where it has none."""
    name = name_of(easel, cell.component.id, language)
    if not name:
        return None
    room = cell.width - 2 * PADDING - 2 * OUTLINE
    return easel.words(((Piece(name),),), language, room, align="centre", bold=True, snug=True)


def key_of(board: Board, easel: Easel, language: str) -> tuple[list[Lines], str]:
    """Return the names that stand below a keyed map, each with its letter; none where the map has them itself."""
    if not board.keyed:
        return [], ""
    found = [name_of(easel, cell.component.id, language) for cell in board.cells]
    names: list[Lines] = [((Piece(name),),) for name in found if name]
    return names, LETTERS[: len(names)]


def find_cell(board: Board, id: str, game: Game) -> Cell | None:
    """Return the cell whose card bears an id or stands for the thing with that id."""
    for cell in board.cells:
        if cell.component.id == id:
            return cell
    for cell in board.cells:
        if any(ref.id == id for ref in _refs(game.entries[cell.component.id])):
            return cell
    return None


def name_of(easel: Easel, id: str, language: str) -> str:
    """Return an entry's name in a language, or that of what it stands for; nothing where neither has one."""
    known = easel.names.get((id, language))
    if known is None:
        known = easel.names[id, language] = _find_name(easel.materials.game, id, language)
    return known


def _find_name(game: Game, id: str, language: str) -> str:
    entry = game.entries.get(id)
    if entry is None:
        return ""
    spec = game.kinds[entry.kind].component
    board = spec.board if spec is not None else None
    others = [game.entries[ref.id] for ref in _refs(entry, but=board) if ref.id in game.entries]
    for one in (entry, *others):
        for value in one.record.fields.values():
            if isinstance(value, Forms) and language in value.forms:
                forms = value.forms[language]
                return typeset(forms.get(game.base_forms[language]) or next(iter(forms.values())), language)
    return ""


def _refs(entry: Entry, *, but: str | None = None) -> list[Ref]:
    return [value for name, value in entry.record.fields.items() if isinstance(value, Ref) and name != but]
