"""Marked-up pieces and a style to lines of runs: kerned, divided where the language allows, set in mm."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from valleybuild.book.breaking import SHRINK, STRETCH, Atom, Kind, Letterset, Line, break_paragraph
from valleybuild.book.hyphens import Hyphens
from valleybuild.book.letters import Letters
from valleybuild.fonts import Font
from valleybuild.inks import luminance
from valleybuild.markup import Piece
from valleybuild.model import Style
from valleybuild.scene import Colour, Run
from valleybuild.units import MM_PER_POINT

ICON_ROLE = "icons"
THOUSAND = 1000
HALF = 0.5  # the luminance from which on an ink is light


class Linked(msgspec.Struct, frozen=True):
    """Where a line leads somewhere: from `x` to `x + width`, to the anchor `to`."""

    x: float
    width: float
    to: str


class SetLine(msgspec.Struct, frozen=True):
    """A set line: its runs, with x from the column's left edge and y 0 on the baseline, its links, its width."""

    runs: tuple[Run, ...]
    links: tuple[Linked, ...]
    width: float
    hyphen: bool


class Typesetter:
    """What setting text of one language needs; paragraphs that come again are not set again.

    `icons` gives each icon's character, `icon_inks` the ink of those that have one of their own.
    """

    def __init__(
        self,
        language: str,
        letters: Letters,
        *,
        icons: Mapping[str, str],
        icon_inks: Mapping[str, str],
        inks: Mapping[str, Colour],
        known: dict[object, tuple[SetLine, ...]] | None = None,
    ) -> None:
        self.language, self.letters = language, letters
        self.icons, self.icon_inks, self.inks = icons, icon_inks, inks
        self.known = {} if known is None else known
        self._known_nominals: dict[tuple[str, str], tuple[float, ...]] = {}
        self._known_atoms: dict[tuple[tuple[Piece, ...], Style], list[Atom]] = {}
        self._known_widths: dict[tuple[tuple[Piece, ...], Style], tuple[float, float]] = {}

    @cached_property
    def hyphens(self) -> Hyphens:
        """The patterns of the language, which are read when a word is first looked up: that takes its time."""
        return Hyphens(self.language)

    def font(self, style: Style) -> Font:
        """Return the font of a style's running text."""
        return self.letters.fonts[style.font]

    def set(
        self,
        pieces: tuple[Piece, ...],
        style: Style,
        width: float,
        *,
        justified: bool = False,
        align: str = "left",
        colour: Colour | None = None,
        divided: bool = True,
    ) -> tuple[SetLine, ...]:
        """Set a paragraph in lines of a width in mm. `align` ("left", "centre", "right") is for ragged lines."""
        key = (self.language, pieces, style, round(width, 4), justified, align, colour, divided)
        found = self.known.get(key)
        if found is None:
            atoms = self.atoms(pieces, style, divided=divided)
            ink = colour or self.inks[style.colour]
            lines = break_paragraph(atoms, width, justified=justified) if atoms else []
            found = tuple(self._line(atoms, line, style, width, align, ink) for line in lines)
            self.known[key] = found
        return found

    def nominals(self, text: str, role: str) -> tuple[float, ...]:
        """Return how far each letter moves on as the font says, in em."""
        key = (text, role)
        known = self._known_nominals.get(key)
        if known is None:
            known = self._known_nominals[key] = tuple(self.letters.nominal(letter, role) for letter in text)
        return known

    def width_of(self, pieces: tuple[Piece, ...], style: Style) -> float:
        """Return the width of a paragraph on one line."""
        return self._widths(pieces, style)[0]

    def widest_word(self, pieces: tuple[Piece, ...], style: Style) -> float:
        """Return the width of the widest part that no line can break."""
        return self._widths(pieces, style)[1]

    def _widths(self, pieces: tuple[Piece, ...], style: Style) -> tuple[float, float]:
        """Return how wide a paragraph is on one line, and how wide the widest part of it that no line can break."""
        key = (pieces, style)
        known = self._known_widths.get(key)
        if known is None:
            atoms = self.atoms(pieces, style, divided=False)
            widest = width = 0.0
            for atom in atoms:
                width = 0.0 if atom.kind is Kind.SPACE else width + atom.width
                widest = max(widest, width)
            known = self._known_widths[key] = (sum(atom.width for atom in atoms), widest)
        return known

    def atoms(self, pieces: tuple[Piece, ...], style: Style, *, divided: bool = True) -> list[Atom]:
        """Split a paragraph into letters, spaces and the places where words may be divided."""
        if divided:  # long paragraphs, set in one width or two: not worth the room that they would take
            return self._split(pieces, style, divided=True)
        key = (pieces, style)
        known = self._known_atoms.get(key)
        if known is None:
            known = self._known_atoms[key] = self._split(pieces, style, divided=False)
        return known

    def _split(self, pieces: tuple[Piece, ...], style: Style, *, divided: bool) -> list[Atom]:
        em = style.size * MM_PER_POINT
        atoms: list[Atom] = []
        light = luminance(self.inks[style.colour].rgb) > HALF  # for a dark ground, on which icons are light too
        for piece in pieces:
            if piece.icon:
                ink = piece.ink or ("" if light else self.icon_inks.get(piece.icon, ""))
                atoms.append(self._letters(self.icons[piece.icon], ICON_ROLE, ink, piece.link, em))
                continue
            role = style.bold if piece.bold else style.italic if piece.italic else style.font
            parts = piece.text.replace("\t", " ").split(" ")
            space = self.letters.nominal(" ", role) * em
            for index, part in enumerate(parts):
                if index and atoms and atoms[-1].kind is not Kind.SPACE:
                    atoms.append(Atom(Kind.SPACE, space, Letterset(" ", role, piece.ink, piece.link, (space / em,))))
                if part:
                    self._add_word(atoms, part, role, piece, em, divided=divided)
        while atoms and atoms[-1].kind is not Kind.LETTERS:
            atoms.pop()
        return atoms

    def _add_word(self, atoms: list[Atom], word: str, role: str, piece: Piece, em: float, *, divided: bool) -> None:
        advances = self.letters.advances(word, role)
        start = 0
        for cut in (*(self.hyphens.breaks(word) if divided else ()), len(word)):
            if start:
                atoms.append(Atom(Kind.DIVIDE, self.letters.nominal("-", role) * em))
            letters = Letterset(word[start:cut], role, piece.ink, piece.link, advances[start:cut])
            atoms.append(Atom(Kind.LETTERS, sum(letters.advances) * em, letters))
            start = cut

    def _letters(self, text: str, role: str, ink: str, link: str, em: float) -> Atom:
        advances = self.nominals(text, role)
        return Atom(Kind.LETTERS, sum(advances) * em, Letterset(text, role, ink, link, advances))

    def _line(self, atoms: list[Atom], line: Line, style: Style, width: float, align: str, ink: Colour) -> SetLine:
        """Join the atoms of a line into runs."""
        pen = _Pen(self, style, ink)
        give = line.give * (STRETCH if line.give > 0 else SHRINK)
        letters: Letterset | None = None
        for atom in atoms[line.start : line.end]:
            if atom.letters is not None:
                letters = atom.letters
                pen.write(letters, wider=give if atom.kind is Kind.SPACE else 0.0)
        if line.hyphen and letters is not None:
            advance = self.letters.nominal("-", letters.role)
            pen.write(Letterset("-", letters.role, letters.ink, letters.link, (advance,)), wider=0.0)
        runs, links = pen.finish()
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * max(width - pen.x, 0.0)
        if shift:
            runs = [msgspec.structs.replace(run, x=round(run.x + shift, 4)) for run in runs]
            links = [msgspec.structs.replace(link, x=link.x + shift) for link in links]
        return SetLine(tuple(runs), tuple(links), pen.x, line.hyphen)


class _Pen:
    """A line in the making."""

    def __init__(self, setter: Typesetter, style: Style, ink: Colour) -> None:
        self.setter, self.style, self.ink = setter, style, ink
        self.em = style.size * MM_PER_POINT
        self.x = self.start = 0.0
        self.runs: list[Run] = []
        self.links: list[Linked] = []
        self.look: tuple[str, str] | None = None
        self.text: list[str] = []
        self.spread: list[int] = []
        self.owed = 0.0

    def write(self, letters: Letterset, *, wider: float) -> None:
        """Write letters; a space is made wider by a part of its width."""
        look = (letters.role, letters.ink)
        if look != self.look and letters.text != " ":
            self._end()
            self.look, self.start = look, self.x
        begun = x = self.x
        nominal = self.setter.nominals(letters.text, (self.look or look)[0])
        em, owed, spread, stretch = self.em, self.owed, self.spread, 1.0 + wider
        for advance, plain in zip(letters.advances, nominal, strict=True):
            advance *= stretch
            more = (advance - plain) * THOUSAND + owed
            whole = round(more)
            spread.append(whole)
            owed = more - whole
            x += advance * em
        self.text.append(letters.text)
        self.x, self.owed = x, owed
        if letters.link:
            self._link(letters.link, begun)

    def _link(self, to: str, begun: float) -> None:
        last = self.links[-1] if self.links else None
        if last is not None and last.to == to and abs(last.x + last.width - begun) < 1e-6:
            self.links[-1] = Linked(last.x, self.x - last.x, to)
        else:
            self.links.append(Linked(begun, self.x - begun, to))

    def _end(self) -> None:
        if self.text and self.look is not None:
            role, ink = self.look
            colour = self.setter.inks[ink] if ink else self.ink
            text = "".join(self.text)
            spread = tuple(self.spread) if any(self.spread) else ()
            self.runs.append(Run(round(self.start, 4), 0.0, text, role, self.style.size, colour, spread))
        self.text, self.spread, self.owed = [], [], 0.0

    def finish(self) -> tuple[list[Run], list[Linked]]:
        """Return the runs and the links."""
        self._end()
        return self.runs, self.links
