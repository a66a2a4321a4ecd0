"""A game's faces, icons and typesetters to what figures are drawn with: texts, dots, icons, faces in an outline."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from valleybuild.book.letters import Letters
from valleybuild.book.look import Look
from valleybuild.book.prose import Line, Lines
from valleybuild.book.rows import baseline, line_height, shift
from valleybuild.book.text import Typesetter
from valleybuild.compose.elements import tinted
from valleybuild.compose.game import Component
from valleybuild.compose.materials import Materials
from valleybuild.markup import Piece
from valleybuild.model import Style
from valleybuild.scene import Colour, Group, Inset, Item, Outline, Path, Scene, Size, Stroke, Use
from valleybuild.svgpath import ellipse, rectangle
from valleybuild.units import MM_PER_POINT

LEAST = 7.5  # points: what stands in a figure is never smaller
DOT = 1.85  # mm: the radius of a numbered dot
DIGIT = 0.65  # em: about how high a digit is
NUMBER = 8.5  # points
OUTLINE = 0.2  # mm: the line round a face
TRIES = 6  # widths between the widest word and all the room, in the search for lines of equal length
NOTHING = Scene(Size(1.0, 1.0), 0.0, ())


class Words(msgspec.Struct, frozen=True):
    """A text that is set: its items with the top left corner at (0, 0), and how much room it takes, in mm.

    `whole` says that all its words fit: none had to be divided.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    whole: bool = True

    def at(self, x: float, y: float) -> tuple[Item, ...]:
        """Move the text's top left corner to (x, y)."""
        return shift(self.items, x, y)


class Face(msgspec.Struct, frozen=True):
    """A side of a component, turned clockwise by a quarter, a half or not at all."""

    scene: Scene
    outline: Outline
    turn: int = 0

    @property
    def size(self) -> Size:
        """How much room it takes as it lies, in mm."""
        size = self.outline.size
        return Size(size.height, size.width) if self.turn % 180 == 90 else size

    @property
    def radius(self) -> float:
        """The radius of its corners, in mm; of a circle, its own."""
        size = self.outline.size
        return min(size.width, size.height) / 2 if self.outline.shape == "circle" else self.outline.radius

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the upright face lies once it is turned."""
        size = self.outline.size
        match self.turn % 360:
            case 90:
                return size.height - y, x
            case 180:
                return size.width - x, size.height - y
            case 270:
                return y, size.width - x
            case _:
                return x, y


class Easel:
    """What figures are drawn with: the components by id, the look of the book, a typesetter for each language.

    What was drawn or looked up once is kept: scenes, names by id and language, tokens by id.
    """

    def __init__(self, materials: Materials, components: Iterable[Component], look: Look) -> None:
        self.materials, self.look = materials, look
        self.components = {component.id: component for component in components}
        self.letters = Letters(materials.measure.fonts)
        self.setters: dict[str, Typesetter] = {}
        self.drawn: dict[object, Scene] = {}
        self.names: dict[tuple[str, str], str] = {}
        self.tokens: dict[str, Face | None] = {}
        self.accent, self.quiet = look.inks["accent"], look.inks["quiet"]
        self.tint, self.paper, self.rule = look.inks["tip"], look.inks["table"], look.inks["rule"]
        self.light = materials.game.layouts.inks.get(look.styles["head"].colour, self.paper)

    def setter(self, language: str) -> Typesetter:
        """Return the typesetter of a language, made once."""
        known = self.setters.get(language)
        if known is None:
            measure = self.materials.measure
            known = self.setters[language] = Typesetter(
                language,
                self.letters,
                icons=measure.icon_characters,
                icon_inks=measure.icon_inks,
                inks=self.materials.game.layouts.inks,
            )
        return known

    def style(self, *, bold: bool = False, small: bool = False) -> Style:
        """Return the style of what is written in figures."""
        style = self.look.styles["call"]
        size = LEAST if small else max(style.size, LEAST)
        return msgspec.structs.replace(style, size=size, font=style.bold if bold else style.font)

    def words(
        self,
        text: Lines,
        language: str,
        width: float,
        *,
        align: str = "left",
        bold: bool = False,
        colour: Colour | None = None,
        snug: bool = False,
    ) -> Words:
        """Set paragraphs in a width in mm; `snug` makes the room as narrow as the widest line.

        Where a word is wider than the room, the text is set a little smaller, and divided only if that does not do.
        """
        setter, style = self.setter(language), self.style(bold=bold)
        widest = max((setter.widest_word(line, style) for line in text), default=0.0)
        if widest > width and style.size > LEAST:
            style = self.style(bold=bold, small=True)
            widest = max((setter.widest_word(line, style) for line in text), default=0.0)
        divided = widest > width
        if snug:
            width = self._snug(text, setter, style, width, divided=divided)
        high, down = line_height(style), baseline(style, setter.font(style))
        items: list[Item] = []
        y = 0.0
        for line in text:
            for found in setter.set(line, style, width, align=align, colour=colour, divided=divided):
                items += shift(found.runs, 0.0, y + down)
                y += high
        return Words(tuple(items), width, y, not divided)

    def _snug(self, text: Lines, setter: Typesetter, style: Style, width: float, *, divided: bool) -> float:
        """Return the narrowest width in which the text takes no more lines, so that they are about equally long."""

        def widths(room: float) -> list[float]:
            return [found.width for line in text for found in setter.set(line, style, room, divided=divided)]

        count = len(widths(width))
        if count > len(text) and not divided:
            least = max(setter.widest_word(line, style) for line in text)
            for part in range(1, TRIES):
                room = least + (width - least) * part / TRIES
                if len(widths(room)) == count:
                    width = room
                    break
        return min(width, max(widths(width), default=0.0) + 0.01)

    def dot(
        self, number: int | str, x: float, y: float, language: str, *, ink: Colour | None = None
    ) -> tuple[Item, ...]:
        """Draw a dot with a number or a letter about a point."""
        disc = round_disc(x, y, DOT, fill=ink or self.accent, line=self.light, thick=0.35)
        style = msgspec.structs.replace(self.look.styles["head"], size=NUMBER)
        (line,) = self.setter(language).set((Piece(str(number)),), style, 2 * DOT, align="centre", divided=False)
        return disc, *shift(line.runs, x - DOT, y + DIGIT * NUMBER * MM_PER_POINT / 2)

    def icon(self, name: str, x: float, y: float, size: float) -> tuple[Item, ...]:
        """Draw an icon about a point, in its own ink where it has one, fitted into a square."""
        drawing = self.materials.icons.get(name)
        if drawing is None:
            return ()
        own = self.materials.game.layouts.inks.get(self.materials.game.icons[name].ink)
        if own is not None:
            drawing = tinted(self.materials, name, own)
        scale = size / max(drawing.width, drawing.height)
        wide, high = drawing.width * scale, drawing.height * scale
        return (Use(drawing, x - wide / 2, y - high / 2, wide, high),)

    def face(self, id: str, side: str, turn: int, language: str) -> Face | None:
        """Return a side of a component; None where there is none, which is a finding of the book's checks."""
        component = self.components.get(id)
        found = component and (component.front if side == "front" else component.back)
        return Face(found[language], component.outline, turn) if component is not None and found else None

    def placed(self, face: Face, x: float, y: float, scale: float) -> tuple[Item, ...]:
        """Draw a face, as it lies, with its top left corner at (x, y), and a thin line round it."""
        size = face.outline.size
        wide, high = size.width * scale, size.height * scale
        middle = x + face.size.width * scale / 2, y + face.size.height * scale / 2
        left, top = middle[0] - wide / 2, middle[1] - high / 2
        inset: Item = Inset(face.scene, left, top, scale, face.radius)
        edge: Item = plate(left, top, wide, high, face.radius * scale, line=self.rule, thick=OUTLINE)
        if face.turn:
            return (Group((inset, edge), float(face.turn), *middle),)
        return inset, edge


def numbered(number: int, text: Lines, accent: Colour) -> Lines:
    """Put a number before the first paragraph of a text."""
    first: Line = (Piece(f"{number}\u00a0\u00a0", bold=True, ink=accent.name), *(text[0] if text else ()))
    return first, *text[1:]


def plate(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    *,
    fill: Colour | None = None,
    line: Colour | None = None,
    thick: float = 0.2,
) -> Path:
    """Return a rectangle with round corners."""
    corner = min(radius, width / 2, height / 2)
    stroke = Stroke(line, thick) if line is not None else None
    return Path(tuple(rectangle(x, y, width, height, corner, corner)), fill, stroke)


def round_disc(
    x: float, y: float, radius: float, *, fill: Colour | None = None, line: Colour | None = None, thick: float = 0.2
) -> Path:
    """Return a disc about a point."""
    return Path(tuple(ellipse(x, y, radius, radius)), fill, Stroke(line, thick) if line is not None else None)
