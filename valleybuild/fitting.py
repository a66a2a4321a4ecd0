"""Pieces of text and a box to lines that fit it: words are measured once, sizes tried from the style's to its least.

Widths here are in em (multiples of the type size) until a size is chosen; boxes are in mm, sizes in points.
"""

from __future__ import annotations

import re

import msgspec

from valleybuild.fonts import Font
from valleybuild.markup import Piece
from valleybuild.model import Setting
from valleybuild.units import MM_PER_POINT

STEP = 0.25  # points between the sizes that are tried


_PARTS = re.compile(r"([ \t]|^)([^ \t]*)")


class Stretch(msgspec.Struct, frozen=True):
    """Text of one font and ink within a line, with its width in em."""

    text: str
    font: str
    ink: str
    width: float


class Word(msgspec.Struct, frozen=True):
    """What no line may break: one or more stretches, and the width of the space that follows.

    A `label`, such as the number of a step, hangs: the lines below the first start where the text beside it does.
    """

    stretches: tuple[Stretch, ...]
    width: float
    space: float
    label: bool = False

    @property
    def indent(self) -> float:
        """How far the lines below the first are moved in, in em."""
        return self.width + self.space if self.label else 0.0


class Line(msgspec.Struct, frozen=True):
    """A set line: its stretches from left to right and its width in em."""

    stretches: tuple[Stretch, ...]
    width: float


class Measure(msgspec.Struct):
    """What measuring needs: the fonts by role, each icon's character and ink, and the widths known so far."""

    fonts: dict[str, Font]
    icon_characters: dict[str, str]
    icon_inks: dict[str, str]
    widths: dict[tuple[str, str], float] = {}

    def width(self, text: str, font: str) -> float:
        """Return a text's width in em. A character the font lacks counts as one em; the glyph check reports it."""
        key = (font, text)
        known = self.widths.get(key)
        if known is None:
            advances = self.fonts[font].advances
            space = advances.get(32, 0.25)
            known = sum(space if character == "\u00a0" else advances.get(ord(character), 1.0) for character in text)
            self.widths[key] = known
        return known


def split_words(
    paragraph: tuple[Piece, ...], fonts: tuple[str, str, str, str], measure: Measure, hang: float = 0.0
) -> tuple[Word, ...]:
    """Split a paragraph at its spaces into measured words. `fonts` are the roles regular, bold, italic and icons.

    What stands before a tab is a label; the text beside it starts `hang` em from the margin, or where it must.
    """
    words: list[Word] = []
    current: list[Stretch] = []
    regular, bold, italic, icons = fonts
    for piece in paragraph:
        if piece.icon:
            character = measure.icon_characters[piece.icon]
            ink = piece.ink or measure.icon_inks.get(piece.icon, "")
            current.append(Stretch(character, icons, ink, measure.width(character, icons)))
            continue
        font = bold if piece.bold else italic if piece.italic else regular
        for separator, part in _PARTS.findall(piece.text):
            if separator and current:
                words.append(_word(current, measure.width(" ", font)))
                current = []
                if separator == "\t" and hang and len(words) == 1:
                    words[0] = _label(words[0], hang)
            if part:
                current.append(Stretch(part, font, piece.ink, measure.width(part, font)))
    if current:
        words.append(_word(current, 0.0))
    return tuple(words)


def _word(stretches: list[Stretch], space: float) -> Word:
    return Word(tuple(stretches), sum(stretch.width for stretch in stretches), space)


def _label(word: Word, hang: float) -> Word:
    return Word(word.stretches, word.width, max(hang - word.width, word.space), label=True)


def break_lines(words: tuple[Word, ...], room: float) -> list[tuple[Word, ...]] | None:
    """Fill lines of `room` em with words, first fit; None where a word is wider than a line."""
    lines: list[tuple[Word, ...]] = []
    line: list[Word] = []
    indent = words[0].indent if words else 0.0
    used = 0.0
    for word in words:
        if word.width > room - (indent if lines or line else 0.0):
            return None
        if line and used + line[-1].space + word.width > room:
            lines.append(tuple(line))
            line, used = [], indent
        used += (line[-1].space if line else 0.0) + word.width
        line.append(word)
    if line:
        lines.append(tuple(line))
    return lines


def join_line(words: tuple[Word, ...]) -> Line:
    """Join a line's words into stretches, as few as its looks allow, with the spaces between them."""
    stretches: list[Stretch] = []
    for index, word in enumerate(words):
        for position, stretch in enumerate(word.stretches):
            if index and not position:
                last = stretches[-1]
                stretches[-1] = Stretch(last.text + " ", last.font, last.ink, last.width + words[index - 1].space)
            last_stretch = stretches[-1] if stretches else None
            if index == 1 and words[0].label:
                last_stretch = None  # the space behind a label is wider than its sign: what follows starts anew
            if last_stretch and last_stretch.font == stretch.font and last_stretch.ink == stretch.ink:
                text, width = last_stretch.text + stretch.text, last_stretch.width + stretch.width
                stretches[-1] = Stretch(text, stretch.font, stretch.ink, width)
            else:
                stretches.append(stretch)
    return Line(tuple(stretches), sum(stretch.width for stretch in stretches))


def set_lines(
    paragraphs: tuple[tuple[Word, ...], ...], size: float, setting: Setting, width: float, height: float
) -> list[list[tuple[Word, ...]]] | None:
    """Set paragraphs at a size in points in a box of mm, each to its lines; None where they do not fit."""
    em = size * MM_PER_POINT
    room, most = width / em + 1e-9, height / em + 1e-6
    found: list[list[tuple[Word, ...]]] = []
    lines = 0
    for words in paragraphs:
        broken = break_lines(words, room)
        if broken is None:
            return None
        found.append(broken)
        lines += len(broken)
        if setting.height(lines, len(found)) > most:
            return None
    return found


def largest_size(
    paragraphs: tuple[tuple[Word, ...], ...], sizes: tuple[float, float], setting: Setting, width: float, height: float
) -> float | None:
    """Return the largest size, from the first of `sizes` down to the second, at which a text fits; None: none does."""
    tried, least = sizes
    while set_lines(paragraphs, tried, setting, width, height) is None:
        if tried <= least:
            return None
        tried = max(tried - STEP, least)
    return tried
