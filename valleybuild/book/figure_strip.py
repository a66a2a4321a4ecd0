"""Steps to a strip: numbered discs with an icon and a text below each, joined by small arrows, in one row or more."""

from __future__ import annotations

import math

from valleybuild.book.figure_easel import DOT, NOTHING, Easel, Words, round_disc
from valleybuild.book.model import Step, Strip
from valleybuild.book.prose import Lines
from valleybuild.scene import Item, Path, Scene, Size, Stroke

WIDTH = 112.0  # mm, where the drawing names none
DISC = 6.6  # mm: the radius of a disc
ICON = 8.0  # mm
NARROWEST = 19.0  # mm: a step
GAP = 1.6  # mm between a disc and its text, and twice that between rows
MARGIN = 1.2  # mm at either side of a text


def draw_strip(strip: Strip[Lines], easel: Easel, *, language: str, room: float) -> Scene:
    """Draw a strip at most `room` mm wide."""
    if not strip.steps:
        return NOTHING
    width = min(strip.width or WIDTH, room)
    columns = _columns(strip, easel, width, language)
    wide = width / columns
    rows = [strip.steps[start : start + columns] for start in range(0, len(strip.steps), columns)]
    items: list[Item] = []
    y = DOT * 0.4
    number = 1
    for row in rows:
        texts = [easel.words(step.text, language, wide - 2 * MARGIN, align="centre", snug=True) for step in row]
        left = (width - len(row) * wide) / 2
        items += _row(row, texts, easel, number=number, left=left, wide=wide, y=y, language=language)
        y += 2 * DISC + GAP + max(text.height for text in texts) + 2 * GAP
        number += len(row)
    return Scene(Size(width, y - 2 * GAP), 0.0, tuple(items))


def _columns(strip: Strip[Lines], easel: Easel, width: float, language: str) -> int:
    """Return how many steps stand in a row: as many as leave each its room, the rows about equally long."""
    setter, style = easel.setter(language), easel.style()
    widest = max((setter.widest_word(line, style) for step in strip.steps for line in step.text), default=0.0)
    most = max(1, min(len(strip.steps), int(width / max(NARROWEST, widest + 2 * MARGIN))))
    return math.ceil(len(strip.steps) / math.ceil(len(strip.steps) / most))


def _row(
    steps: tuple[Step[Lines], ...],
    texts: list[Words],
    easel: Easel,
    *,
    number: int,
    left: float,
    wide: float,
    y: float,
    language: str,
) -> list[Item]:
    items: list[Item] = []
    for index, (step, text) in enumerate(zip(steps, texts, strict=True)):
        x, middle = left + (index + 0.5) * wide, y + DISC
        items.append(round_disc(x, middle, DISC, fill=easel.tint, line=easel.accent, thick=0.35))
        if step.icon is not None:
            items += easel.icon(step.icon.text, x, middle, ICON)
        reach = DISC * math.sqrt(0.5)
        items += easel.dot(number + index, x - reach, middle - reach, language)
        items += text.at(x - text.width / 2, y + 2 * DISC + GAP)
        if index < len(steps) - 1:
            items += _arrow(x + DISC + 1.0, x + wide - DISC - 1.0, middle, easel)
    return items


def _arrow(start: float, end: float, y: float, easel: Easel) -> list[Item]:
    """Draw a short arrow in the middle between two discs."""
    length = min(end - start, 7.0)
    if length < 1.5:
        return []
    start = (start + end - length) / 2
    tip, head = start + length, min(1.6, length / 2)
    line = Path((("M", start, y), ("L", tip - head, y)), stroke=Stroke(easel.accent, 0.6, round=True))
    corners = (("M", tip - head - 0.2, y - 1.3), ("L", tip, y), ("L", tip - head - 0.2, y + 1.3), ("Z",))
    return [line, Path(corners, fill=easel.accent)]
