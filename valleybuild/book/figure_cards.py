"""Faces to a figure: side by side, as they are turned, with what is said of them and of numbered points on them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from valleybuild.book.figure_easel import DOT, NOTHING, Easel, Face, Words, numbered
from valleybuild.book.model import Cards, DrawnCard
from valleybuild.book.prose import Lines
from valleybuild.scene import Colour, Item, Path, Scene, Size, Stroke

GAP = 4.0  # mm between faces side by side
BELOW = 1.4  # mm between a face and what is said of it
SMALLEST = 0.3  # below this scale faces go on in another row
CALLED = 0.78  # the largest scale of a face with call-outs
CALLED_LEAST = 0.58  # and the smallest with texts at its sides; below it they stand in a list
SIDE = 24.0  # mm: the narrowest column of texts beside a face
WIDEST = 40.0  # mm: and the widest
LEADER = 4.6  # mm between a face and the texts at its side
APART = 1.5  # mm between two texts
HALO, LINE = 0.9, 0.3  # mm: a leader and the light round it


class Called(msgspec.Struct, frozen=True):
    """A call-out of a figure: its number, the point it is about, its text."""

    number: int
    x: float
    y: float
    text: Lines


class _Shown(msgspec.Struct, frozen=True):
    """A card of a figure with its face."""

    card: DrawnCard[Lines]
    face: Face


def draw_cards(cards: Cards[Lines], easel: Easel, *, language: str, room: float) -> Scene:
    """Draw faces at most `room` mm wide."""
    shown = [
        _Shown(card, face)
        for card in cards.cards
        if (face := easel.face(card.of.text, card.side, card.turn, language)) is not None
    ]
    if not shown:
        return NOTHING
    natural = sum(one.face.size.width for one in shown) + GAP * (len(shown) - 1)
    width = min(cards.width or natural, room)
    if len(shown) == 1 and shown[0].card.calls and width - 2 * (SIDE + LEADER) >= CALLED_LEAST * natural:
        return _with_sides(shown[0], easel, width=width, language=language)
    return _side_by_side(shown, easel, width=width, language=language)


def _points(one: _Shown, x: float, y: float, scale: float, first: int) -> list[Called]:
    """Return a face's call-outs, numbered from `first`, for the face with its top left corner at (x, y)."""
    found: list[Called] = []
    for index, call in enumerate(one.card.calls):
        at = one.face.point(call.x, call.y)
        found.append(Called(first + index, x + at[0] * scale, y + at[1] * scale, call.text))
    return found


def _side_by_side(shown: Sequence[_Shown], easel: Easel, *, width: float, language: str) -> Scene:
    """Draw faces in as few rows as leave them large enough, what is said of points in a list below."""
    rows, scale = _rows(shown, width)
    items: list[Item] = []
    called: list[Called] = []
    y = 0.0
    for row in rows:
        high = max(one.face.size.height for one in row) * scale
        whole = sum(one.face.size.width * scale for one in row) + GAP * (len(row) - 1)
        x, text_high = (width - whole) / 2, 0.0
        for one in row:
            wide = one.face.size.width * scale
            top = y + (high - one.face.size.height * scale) / 2
            items += easel.placed(one.face, x, top, scale)
            called += _points(one, x, top, scale, len(called) + 1)
            if one.card.text:
                text = easel.words(one.card.text, language, min(wide + GAP - 1.0, width), align="centre")
                items += text.at(min(max(x + (wide - text.width) / 2, 0.0), width - text.width), y + high + BELOW)
                text_high = max(text_high, BELOW + text.height)
            x += wide + GAP
        y += high + text_high + GAP
    y -= GAP
    for call in called:
        dot = min(max(call.x, DOT), width - DOT), min(max(call.y, DOT), y - DOT)  # whole, also on a small face
        items += easel.dot(call.number, *dot, language)
    if called:
        listed = list_below([call.text for call in called], easel, width=width, language=language)
        items += listed.at(0.0, y + 2 * BELOW)
        y += 2 * BELOW + listed.height
    return Scene(Size(width, y), 0.0, tuple(items))


def _rows(shown: Sequence[_Shown], width: float) -> tuple[list[Sequence[_Shown]], float]:
    """Divide faces into rows; with them comes the scale that all of them share."""
    most = CALLED if any(one.card.calls for one in shown) else 1.0
    for count in range(1, len(shown) + 1):
        columns = math.ceil(len(shown) / count)
        rows = [shown[start : start + columns] for start in range(0, len(shown), columns)]
        scale = min(
            (width - GAP * (len(row) - 1)) / sum(one.face.size.width for one in row) for row in rows
        )  # fmt: skip
        if scale >= SMALLEST:
            break
    return rows, min(scale, most)


def list_below(
    texts: Sequence[Lines],
    easel: Easel,
    *,
    width: float,
    language: str,
    signs: Sequence[int | str] = (),
    ink: Colour | None = None,
) -> Words:
    """Set texts behind dots in columns, filled one after the other; the dots are numbered where no signs are given."""
    indent = 2 * DOT + 1.2
    columns = _columns(texts, easel, width=width, indent=indent, language=language)
    wide = (width - GAP * (columns - 1)) / columns
    count = math.ceil(len(texts) / columns)
    items: list[Item] = []
    deepest = 0.0
    for column in range(columns):
        x, y = column * (wide + GAP), 0.0
        for index in range(column * count, min((column + 1) * count, len(texts))):
            text = easel.words(texts[index], language, wide - indent)
            high = max(text.height, 2 * DOT + 0.4)
            sign = signs[index] if signs else index + 1
            items += easel.dot(sign, x + DOT, y + DOT + 0.2, language, ink=ink)
            only = text.height < high
            items += text.at(x + indent, y + ((high - text.height) / 2 if only else 0.0))
            y += high + APART / 2
        deepest = max(deepest, y - APART / 2)
    return Words(tuple(items), width, deepest)


def _columns(texts: Sequence[Lines], easel: Easel, *, width: float, indent: float, language: str) -> int:
    """Return how many columns a list has: as many as leave each text on one line, or two where there is room."""
    setter, style = easel.setter(language), easel.style()
    widest = max(setter.width_of(line, style) for text in texts for line in text or ((),))
    for columns in (3, 2):
        if len(texts) >= columns and widest <= (width - GAP * (columns - 1)) / columns - indent:
            return columns
    return 2 if len(texts) > 1 and width >= 2 * (indent + SIDE + GAP) else 1


def _with_sides(one: _Shown, easel: Easel, *, width: float, language: str) -> Scene:
    """Draw a face with call-outs whose texts stand at its sides, each with a leader to its point."""
    size = one.face.size
    middle = size.width / 2
    sides = {one.face.point(call.x, call.y)[0] >= middle for call in one.card.calls}
    scale = min(CALLED, (width - len(sides) * (SIDE + LEADER)) / size.width)
    wide, high = size.width * scale, size.height * scale
    room = min(WIDEST, (width - wide) / len(sides) - LEADER)
    at_left = [call for call in _points(one, 0.0, 0.0, scale, 1) if call.x < wide / 2]
    at_right = [call for call in _points(one, 0.0, 0.0, scale, 1) if call.x >= wide / 2]
    left = [
        easel.words(numbered(call.number, call.text, easel.accent), language, room, align="right", snug=True)
        for call in at_left
    ]
    right = [
        easel.words(numbered(call.number, call.text, easel.accent), language, room, snug=True) for call in at_right
    ]
    x = max((text.width for text in left), default=-LEADER) + LEADER
    rest = max((text.width for text in right), default=-LEADER) + LEADER
    if left and right:
        x = rest = max(x, rest)  # the face stands in the middle
    tops = spread(at_left, left, high), spread(at_right, right, high)
    above = max(0.0, -min((top for side in tops for top in side), default=0.0))
    items = list(easel.placed(one.face, x, above, scale))
    dots: list[Item] = []
    deepest = above + high
    for calls, texts, ys, edge in ((at_left, left, tops[0], x), (at_right, right, tops[1], x + wide)):
        for call, text, top in zip(calls, texts, ys, strict=True):
            out = -1.0 if edge == x else 1.0
            place = edge - LEADER - text.width if out < 0 else edge + LEADER
            y = top + above
            points = ((x + call.x, call.y + above), (edge + out * 1.0, call.y + above))
            end = (edge + out * (LEADER - 0.9), y + text.height / 2)
            items += _leader((*points, end), easel)
            dots += [*easel.dot(call.number, x + call.x, call.y + above, language), *text.at(place, y)]
            deepest = max(deepest, y + text.height)
    return Scene(Size(x + wide + rest, deepest), 0.0, (*items, *dots))


def spread(calls: Sequence[Called], texts: Sequence[Words], high: float) -> list[float]:
    """Return the top of each text: as near to the height of its point as the others let it."""
    order = sorted(range(len(calls)), key=lambda index: (calls[index].y, calls[index].x))
    tops = [0.0] * len(calls)
    y = -math.inf
    for index in order:
        y = max(y, calls[index].y - texts[index].height / 2, 0.0)
        tops[index] = y
        y += texts[index].height + APART
    bottom = high
    for index in reversed(order):
        tops[index] = min(tops[index], bottom - texts[index].height)
        bottom = tops[index] - APART
    return tops


def _leader(points: tuple[tuple[float, float], ...], easel: Easel) -> list[Item]:
    """Draw a thin line through points, with a light edge so that it shows on a face."""
    start, *rest = points
    segments = (("M", *start), *(("L", *point) for point in rest))
    light = Path(segments, stroke=Stroke(easel.light, HALO, round=True))
    return [light, Path(segments, stroke=Stroke(easel.quiet, LINE, round=True))]
