"""Pieces of text with their looks to HTML within a line: bold, italic, coloured, linked, icons with their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

import msgspec

from valleybuild.book.prose import Line, Lines
from valleybuild.html.lettering import Lettering
from valleybuild.html.names import IconName
from valleybuild.markup import Piece
from valleybuild.model import IconSpec, Style
from valleybuild.typography import NO_BREAK_SPACE

ICON_ROLE = "icons"


def quoted(text: str) -> str:
    """Return a text as the value of an attribute, without quotes round it."""
    return escape(text, quote=True)


def plain(line: Line, icons: Mapping[str, IconSpec]) -> str:
    """Return a line's text without its looks; an icon is its character."""
    return "".join(icons[piece.icon].character if piece.icon else piece.text for piece in line)


class Inline:
    """Writes lines of text, and notes which characters they need of which font."""

    def __init__(self, icons: Mapping[str, IconSpec], names: Mapping[str, IconName], lettering: Lettering) -> None:
        self.icons, self.names, self.lettering = icons, names, lettering
        self.inks: set[str] = set()

    def line(self, line: Line, style: Style, *, linked: bool = True) -> str:
        """Return a line as HTML. Without `linked` it has no links, as within a link."""
        parts: list[str] = []
        for index, piece in enumerate(line):
            if index == 1 and line[0].icon:  # an icon that opens a line is a label: no line ends behind it
                piece = msgspec.structs.replace(piece, text=re.sub("^ ", NO_BREAK_SPACE, piece.text))
            inner = self._icon(line, index) if piece.icon else self._text(piece, style)
            if piece.link and linked:
                inner = f'<a href="#{quoted(piece.link)}">{inner}</a>'
            parts.append(inner)
        return "".join(parts)

    def paragraphs(self, lines: Lines, style: Style) -> str:
        """Return each line as a paragraph."""
        return "".join(f"<p>{self.line(line, style)}</p>" for line in lines)

    def cell(self, lines: Lines, style: Style) -> str:
        """Return lines for where one needs no paragraph of its own, as in a list or a table."""
        return self.line(lines[0], style) if len(lines) == 1 else self.paragraphs(lines, style)

    def spoken(self, line: Line) -> str:
        """Return a line as it is read aloud: an icon that has a name is its name."""
        named = {
            name: msgspec.structs.replace(self.icons[name], character=one.name) for name, one in self.names.items()
        }
        return plain(line, {**self.icons, **named})

    def word(self, text: str, role: str) -> str:
        """Return a plain text that is set in a font."""
        self.lettering.note(text, role)
        return escape(text, quote=False)

    def _text(self, piece: Piece, style: Style) -> str:
        role = style.bold if piece.bold else style.italic if piece.italic else style.font
        text = self.word(piece.text.replace("\t", " "), role)
        if piece.italic:
            text = f"<i>{text}</i>"
        if piece.bold:
            text = f"<b>{text}</b>"
        if piece.ink:
            self.inks.add(piece.ink)
            text = f'<span class="ink-{piece.ink}">{text}</span>'
        return text

    def _icon(self, line: Line, index: int) -> str:
        """Return an icon: its character, in the font of the icons, with its name unless the text beside it says it."""
        piece = line[index]
        spec = self.icons[piece.icon]
        character = self.word(spec.character, ICON_ROLE)
        ink = piece.ink or spec.ink
        looks = f"icon ink-{ink}" if ink else "icon"
        self.inks.update([ink] if ink else [])
        name = self.names.get(piece.icon)
        if name is None:
            return f'<span class="{looks}">{character}</span>'
        before, after = ("".join(one.text for one in part) for part in (line[:index], line[index + 1 :]))
        if name.is_said(before, after):
            return f'<span class="{looks}" aria-hidden="true">{character}</span>'
        return f'<span class="{looks}" role="img" aria-label="{quoted(name.name)}">{character}</span>'
