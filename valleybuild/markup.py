"""Inline markup, `<b>`, `<i>`, `<c ink>` and `[icon]`, to pieces of text with their looks, paragraph by paragraph.

In a book there is also `<a anchor>`, a link, which only its references make.
"""

from __future__ import annotations

import re

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A stretch of text of one look. `icon` names the symbol where it is one; `ink` is "" for the text's own.

    `link` is the anchor that the piece leads to, "" for none.
    """

    text: str
    bold: bool = False
    italic: bool = False
    ink: str = ""
    icon: str = ""
    link: str = ""


class MarkupError(Exception):
    """Markup that is not closed, not opened or not known. `position` is the index of the character."""

    def __init__(self, message: str, position: int, hint: str) -> None:
        super().__init__(message)
        self.message, self.position, self.hint = message, position, hint


_TAG = re.compile(r"<(/?)(\w+)((?:\s[^<>]*)?)>|\[([a-z0-9-]+)\]|<")
_SYMBOLS_HINT = "markup is <b>…</b>, <i>…</i>, <c ink>…</c> and [icon]"


def parse_markup(
    text: str, symbols: dict[str, str], icons: frozenset[str], *, links: frozenset[str] = frozenset()
) -> tuple[tuple[Piece, ...], ...]:
    """Parse marked-up text into paragraphs of pieces.

    `symbols` maps a character, such as ★, to the icon drawn for it; `icons` names those that exist, `links` the
    anchors that a text may lead to. Raises MarkupError.
    """
    return tuple(_parse_paragraph(line, symbols, icons, links, offset) for offset, line in _lines(text))


def _lines(text: str) -> list[tuple[int, str]]:
    lines: list[tuple[int, str]] = []
    offset = 0
    for line in text.split("\n"):
        if line.strip(" "):
            lines.append((offset, line.strip(" ")))
        offset += len(line) + 1
    return lines


def _parse_paragraph(
    line: str, symbols: dict[str, str], icons: frozenset[str], links: frozenset[str], offset: int
) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    stack: list[tuple[str, str, int]] = []
    end = 0
    for found in _TAG.finditer(line):
        _add_text(pieces, line[end : found.start()], stack, symbols)
        end = found.end()
        position = offset + found.start()
        if found[4]:
            if found[4] not in icons:
                raise MarkupError(f"there is no icon [{found[4]}]", position, "icons are listed in fonts/fonts.yaml")
            pieces.append(_looked("", stack, icon=found[4]))
        elif found[2] is None:
            raise MarkupError("a < that opens no markup", position, _SYMBOLS_HINT)
        else:
            _check_tag(found[1] == "/", found[2], found[3].strip(), links, position)
            _turn_tag(found[1] == "/", found[2], found[3].strip(), stack, position)
    _add_text(pieces, line[end:], stack, symbols)
    if stack:
        raise MarkupError(f"<{stack[-1][0]}> is not closed", stack[-1][2], f"write </{stack[-1][0]}> in the same line")
    return tuple(pieces)


def _check_tag(closing: bool, tag: str, argument: str, links: frozenset[str], position: int) -> None:
    known = tag in ("b", "i", "c") or (tag == "a" and (closing or argument in links))
    if not known or (tag in "ac") != bool(argument or (closing and tag in "ac")):
        raise MarkupError(f"<{tag}> is not known", position, _SYMBOLS_HINT)


def _turn_tag(closing: bool, tag: str, argument: str, stack: list[tuple[str, str, int]], position: int) -> None:
    if not closing:
        stack.append((tag, argument, position))
    elif stack and stack[-1][0] == tag:
        stack.pop()
    else:
        raise MarkupError(f"</{tag}> closes nothing", position, f"open it with <{tag}>")


def _looked(text: str, stack: list[tuple[str, str, int]], icon: str = "") -> Piece:
    tags = [tag for tag, _, _ in stack]
    inks = [argument for tag, argument, _ in stack if tag == "c"]
    links = [argument for tag, argument, _ in stack if tag == "a"]
    return Piece(text, "b" in tags, "i" in tags, inks[-1] if inks else "", icon, links[-1] if links else "")


def _add_text(pieces: list[Piece], text: str, stack: list[tuple[str, str, int]], symbols: dict[str, str]) -> None:
    start = 0
    for index, character in enumerate(text):
        icon = symbols.get(character)
        if icon is None:
            continue
        if index > start:
            pieces.append(_looked(text[start:index], stack))
        pieces.append(_looked("", stack, icon=icon))
        start = index + 1
    if start < len(text):
        pieces.append(_looked(text[start:], stack))
