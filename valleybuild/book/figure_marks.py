"""What stands at a place of a map to drawn tokens and labels, in rows of which none covers another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from valleybuild.book.figure_board import Cell, name_of
from valleybuild.book.figure_easel import Easel, Face, Words, plate, round_disc
from valleybuild.book.model import Mark
from valleybuild.book.prose import Line, Lines
from valleybuild.markup import Piece
from valleybuild.model import Ref
from valleybuild.scene import Item

LARGEST, SMALLEST = 8.0, 3.0  # mm: the diameter of a token
STEP = 0.25  # mm
SHARE = 0.3  # of a cell's width: a token where there is room for it
APART = 0.6  # mm between tokens, and between rows
ABOVE = 0.06  # of a cell's height: kept free above what stands on it
ACROSS = 0.86  # of a cell's width: what tokens may take
PADDING = 0.8  # mm round a label
BADGE = 0.55  # of a token: a sign that it bears
NARROW = 18.0  # mm: below this width labels have no room in a cell


class Stand(msgspec.Struct, frozen=True):
    """A mark on a map. `number` stands for its text in the list below the map; None where the text stands beside it."""

    mark: Mark[Lines]
    number: int | None


class Spot(msgspec.Struct, frozen=True):
    """A rectangle that a mark takes, in mm, and what is drawn there."""

    x: float
    y: float
    width: float
    height: float
    items: tuple[Item, ...]


def lay_marks(cell: Cell, stands: Sequence[Stand], easel: Easel, language: str) -> list[Spot]:
    """Arrange what stands at a place: tokens in rows, labels below them, all above the place's name."""
    tokens = [stand for stand in stands if _is_token(stand, easel)]
    labels = [label for stand in stands if (label := _label(stand, cell, easel, language)) is not None]
    top, bottom = cell.y + ABOVE * cell.height, cell.name_top
    below = sum(label.height + 2 * PADDING * 0.4 + APART for label in labels)
    size, columns = _token_size(len(tokens), cell.width * ACROSS, bottom - top - below, cell.width)
    rows = [tokens[start : start + columns] for start in range(0, len(tokens), columns)]
    whole = len(rows) * (size + APART) + below - APART
    y = max(cell.y + 0.2, top + (bottom - top - whole) / 2)
    spots: list[Spot] = []
    for row in rows:
        x = cell.middle - (len(row) * (size + APART) - APART) / 2
        for stand in row:
            spots.append(Spot(x, y, size, size, _token(stand, easel, x=x, y=y, size=size, language=language)))
            x += size + APART
        y += size + APART
    for label in labels:
        wide, high = label.width + 2 * PADDING, label.height + 2 * PADDING * 0.4
        x = cell.middle - wide / 2
        ground = plate(x, y, wide, high, PADDING, fill=easel.light, line=easel.accent, thick=0.3)
        spots.append(Spot(x, y, wide, high, (ground, *label.at(x + PADDING, y + PADDING * 0.4))))
        y += high + APART
    return spots


def _token_size(count: int, wide: float, high: float, cell: float) -> tuple[float, int]:
    """Return the largest diameter at which so many tokens fit, and how many of them stand in a row."""
    size = min(LARGEST, max(SHARE * cell, SMALLEST))
    while True:
        columns = max(1, int((wide + APART) / (size + APART)))
        rows = math.ceil(count / columns) if count else 0
        if size <= SMALLEST or rows * (size + APART) - APART <= high:
            return size, math.ceil(count / rows) if rows else 1
        size -= STEP


def _is_token(stand: Stand, easel: Easel) -> bool:
    mark = stand.mark
    if mark.who is not None:
        return token_of(mark.who.text, easel) is not None or mark.sign is not None
    return stand.number is not None or (mark.sign is not None and not mark.text)


def _label(stand: Stand, cell: Cell, easel: Easel, language: str) -> Words | None:
    """Set what is written at a mark: its text behind its sign, or the name of somebody without a token."""
    mark = stand.mark
    text: Lines = mark.text or () if stand.number is None else ()
    if mark.who is not None and token_of(mark.who.text, easel) is None:
        name = name_of(easel, mark.who.text, language)
        line: Line = (Piece(name),)
        text = (line, *text) if name else text
    elif mark.sign is not None and mark.who is None and text:
        text = ((Piece("", icon=mark.sign.text), Piece("\u00a0"), *text[0]), *text[1:])
    if not text:
        return None
    return easel.words(text, language, cell.width - 2 * PADDING - 0.6, align="centre", snug=True)


def token_of(id: str, easel: Easel) -> Face | None:
    """Return the face of the round token that is a thing, or that stands for it: refers to it and bears its name."""
    if id not in easel.tokens:
        easel.tokens[id] = _find_token(id, easel)
    return easel.tokens[id]


def _find_token(id: str, easel: Easel) -> Face | None:
    game, found = easel.materials.game, []
    language = game.languages[0]
    for component in easel.components.values():
        if component.outline.shape != "circle":
            continue
        if component.id == id:
            return Face(component.front[language], component.outline)
        fields = game.entries[component.id].record.fields.values()
        if any(isinstance(value, Ref) and value.id == id for value in fields):
            found.append(component)
    name = name_of(easel, id, language)
    named = [one for one in found if name and name_of(easel, one.id, language) == name]
    chosen = named[:1] or (found if len(found) == 1 else [])
    return Face(chosen[0].front[language], chosen[0].outline) if chosen else None


def _token(stand: Stand, easel: Easel, *, x: float, y: float, size: float, language: str) -> tuple[Item, ...]:
    mark, radius = stand.mark, size / 2
    middle = x + radius, y + radius
    face = token_of(mark.who.text, easel) if mark.who is not None else None
    sign = mark.sign.text if mark.sign is not None else ""
    items: list[Item] = []
    if face is not None:
        items.append(round_disc(*middle, radius, fill=easel.light))
        items += easel.placed(face, x + 0.2, y + 0.2, (size - 0.4) / face.size.width)
        if sign:
            items += _sign(sign, easel, x=x + size * 0.82, y=y + size * 0.82, size=size * BADGE)
    elif sign:
        items += _sign(sign, easel, x=middle[0], y=middle[1], size=size)
    if stand.number is not None:
        corner = (x + size * 0.9, y + size * 0.1) if items else middle
        items += easel.dot(stand.number, *corner, language)
    return tuple(items)


def _sign(icon: str, easel: Easel, *, x: float, y: float, size: float) -> tuple[Item, ...]:
    ground = round_disc(x, y, size / 2 - 0.15, fill=easel.light, line=easel.accent, thick=0.3)
    return ground, *easel.icon(icon, x, y, size * 0.64)


def crowded(cell_width: float) -> bool:
    """Say whether a map's cells are too narrow for labels, so that numbers stand for them."""
    return cell_width < NARROW
