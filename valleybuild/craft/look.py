"""`layouts/<game>/craft.yaml` to how boards, dice, standees and boxes are made: lengths, inks, words, kinds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec

from valleybuild.compose.materials import Materials
from valleybuild.convert import convert
from valleybuild.fonts import missing
from valleybuild.formats import core_types
from valleybuild.model import Game, Named, Record, Style
from valleybuild.problem import Place, Problem
from valleybuild.project import Project
from valleybuild.scalars import Reading, closest
from valleybuild.scene import Colour
from valleybuild.schema import Declared, RecordType, record_type
from valleybuild.templates import RenderError
from valleybuild.typography import typeset
from valleybuild.views import BrokenValueError

BOARDS, BOX = "boards", "box"  # the products that make them
WORDS = ("cut", "fold", "glue")
THINNEST, THICKEST = 0.05, 2.0  # mm that card may be thick


class Boards(msgspec.Struct, frozen=True):
    """How boards are laid: the ink of the ground, how far tiles overlap in mm, and the template of a tile's label."""

    ground: Colour
    overlap: float
    tile: str
    place: Place


class Dice(msgspec.Struct, frozen=True):
    """Dice whose six faces are the components of a kind, in their order; flaps in mm."""

    faces: str
    flap: float
    place: Place


class Standees(msgspec.Struct, frozen=True):
    """Figures whose fronts and backs are those of a kind's components, and the base they stand in. Lengths in mm."""

    faces: str
    slot: float
    base: tuple[float, float]
    ink: Colour
    place: Place


class Box(msgspec.Struct, frozen=True):
    """A box and its lid for all cards: the kinds whose one component each panel shows, and lengths in mm.

    `room` is what is left above the cards, `slack` what is left beside them and between box and lid.
    """

    top: str
    walls: str
    floor: str
    ink: Colour
    lid: float
    flap: float
    room: float
    slack: float
    place: Place


class Craft(msgspec.Struct, frozen=True):
    """All of it: the thickness of card in mm, the ink of lines, that of flaps, the style and the words of labels."""

    card: float
    line: Colour
    flap: Colour
    style: Style
    words: dict[str, str]
    places: dict[str, Place]
    boards: Boards | None
    dice: tuple[Dice, ...]
    standees: tuple[Standees, ...]
    box: Box | None
    place: Place

    def kinds(self) -> list[tuple[str, Place]]:
        """List the kinds whose components it folds, with where they are named."""
        found = [(dice.faces, dice.place) for dice in self.dice]
        found += [(standees.faces, standees.place) for standees in self.standees]
        if self.box is not None:
            found += [(kind, self.box.place) for kind in (self.box.top, self.box.walls, self.box.floor)]
        return found


def _types() -> dict[str, RecordType]:
    records = [
        record_type("craft-boards", {"ground": "ink", "overlap": "length 5..40", "tile": "template"}),
        record_type("craft-dice", {"faces": "identifier", "flap": "length 2..50"}),
        record_type(
            "craft-standees",
            {"faces": "identifier", "slot": "length 1..50", "base": "list 2..2 of length 4..200", "ink": "ink"},
        ),
        record_type(
            "craft-box",
            {
                "top": "identifier",
                "walls": "identifier",
                "floor": "identifier",
                "ink": "ink",
                "lid": "length 5..200",
                "flap": "length 4..60",
                "room": "length 0..200",
                "slack": "length 0..20",
            },
        ),
        record_type(
            "craft",
            {
                "card": f"length {THINNEST}..{THICKEST}",
                "line": "ink",
                "flap": "ink",
                "style": "identifier",
                **dict.fromkeys(WORDS, "template"),
                "boards": "craft-boards?",
                "dice": "list of craft-dice?",
                "standees": "list of craft-standees?",
                "box": "craft-box?",
            },
        ),
    ]
    return {record.name: record for record in records}


def craft_file(game: Game) -> str:
    """Name the file that says how a game's things are made."""
    return f"{game.layouts.folder}/craft.yaml"


def read_craft(project: Project, game: Game) -> tuple[Craft | None, list[Problem]]:
    """Read a game's craft.yaml; None where there is none, or where it cannot be used, with what is wrong."""
    file = craft_file(game)
    if not project.has_file(file):
        return None, []
    node, problems = project.read_yaml(file)
    if node is None:
        return None, problems
    reading = Reading(game.languages, game.forms, {**core_types(), **_types()}, problems, game.layouts.grid)
    record = convert(node, Declared("craft"), reading, "craft")
    if not isinstance(record, Record) or problems:
        return None, problems
    name = str(record.fields["style"])
    style = game.layouts.styles.get(name)
    if style is None:
        hint = closest(name, game.layouts.styles)
        place = record.places["style"]
        return None, [Problem("unknown-style", place, f'there is no style "{name}"', hint, path="craft.style")]
    boards, box = record.fields["boards"], record.fields["box"]
    craft = Craft(
        card=_length(record, "card"),
        line=_ink(record, "line", game, problems),
        flap=_ink(record, "flap", game, problems),
        style=style,
        words={word: str(record.fields[word]) for word in WORDS},
        places={word: record.places[word] for word in WORDS},
        boards=_boards(boards, game, problems) if isinstance(boards, Record) else None,
        dice=tuple(
            Dice(str(one.fields["faces"]), _length(one, "flap"), one.places["faces"])
            for one in _records(record, "dice")
        ),
        standees=tuple(_standees(one, game, problems) for one in _records(record, "standees")),
        box=_box(box, game, problems) if isinstance(box, Record) else None,
        place=record.place,
    )
    return (None if problems else craft), problems


def _records(record: Record, field: str) -> list[Record]:
    listed = record.fields[field]
    return [one for one in listed if isinstance(one, Record)] if isinstance(listed, tuple) else []


def _length(record: Record, field: str) -> float:
    value = record.fields[field]
    assert isinstance(value, float)
    return value


def _ink(record: Record, field: str, game: Game, problems: list[Problem]) -> Colour:
    named = record.fields[field]
    assert isinstance(named, Named)
    ink = game.layouts.inks.get(named.name)
    if ink is None:
        hint = closest(named.name, game.layouts.inks)
        message = f'there is no ink "{named.name}"'
        problems.append(Problem("unknown-ink", record.places[field], message, hint, path=f"craft.{field}"))
    return ink or Colour("", (0.0, 0.0, 0.0, 0.0), (255, 255, 255))


def _boards(record: Record, game: Game, problems: list[Problem]) -> Boards:
    ground = _ink(record, "ground", game, problems)
    return Boards(ground, _length(record, "overlap"), str(record.fields["tile"]), record.places["tile"])


def _standees(record: Record, game: Game, problems: list[Problem]) -> Standees:
    listed = record.fields["base"]
    assert isinstance(listed, tuple)
    width, height = (float(side) for side in listed if isinstance(side, float))
    slot, ink = _length(record, "slot"), _ink(record, "ink", game, problems)
    if slot >= height:
        message = f"a slot of {slot:g} mm goes through a base that is {height:g} mm high"
        hint = "half the base's height holds best"
        problems.append(Problem("out-of-range", record.places["slot"], message, hint, path="craft.standees"))
    return Standees(str(record.fields["faces"]), slot, (width, height), ink, record.places["faces"])


def _box(record: Record, game: Game, problems: list[Problem]) -> Box:
    top, walls, floor = (str(record.fields[field]) for field in ("top", "walls", "floor"))
    lid, flap, room, slack = (_length(record, field) for field in ("lid", "flap", "room", "slack"))
    return Box(top, walls, floor, _ink(record, "ink", game, problems), lid, flap, room, slack, record.place)


def label(craft: Craft, word: str, materials: Materials, language: str) -> str:
    """Return a label's word in a language. Raises RenderError where its template fails."""
    template, place = craft.words[word], craft.places[word]
    return typeset(materials.renderer.render(template, place, {}, language), language)


def tile_label(boards: Boards, row: int, column: int, materials: Materials, language: str) -> str:
    """Return the label of a tile. Raises RenderError where its template fails."""
    values: dict[str, object] = {"row": row, "column": column}
    return typeset(materials.renderer.render(boards.tile, boards.place, values, language), language)


def check_labels(craft: Craft, materials: Materials) -> None:
    """Render every label in every language, so that what is wrong, and what is used, is known early."""
    for language in materials.game.languages:
        for word in WORDS:
            with _noted(materials):
                _check_glyphs(label(craft, word, materials, language), craft.places[word], craft, materials, language)
        if craft.boards is not None:
            with _noted(materials):
                text = tile_label(craft.boards, 1, 1, materials, language)
                _check_glyphs(text, craft.boards.place, craft, materials, language)


@contextmanager
def _noted(materials: Materials) -> Iterator[None]:
    """Note why a template could not be rendered."""
    try:
        yield
    except RenderError as error:
        materials.report_failure(error)


def _check_glyphs(text: str, place: Place, craft: Craft, materials: Materials, language: str) -> None:
    """Check that the fonts of labels, that of craft.yaml and the one listed first, can set a text."""
    for role in dict.fromkeys((craft.style.font, next(iter(materials.game.fonts)))):
        font = materials.measure.fonts.get(role)
        for character in missing(font, text.replace("\u00a0", " ")) if font is not None else ():
            message = f'the font "{role}" has no glyph for "{character}" (U+{ord(character):04X}) in "{text}"'
            problem = Problem("missing-glyph", place, message, "use another sign, or a font that has it", lang=language)
            materials.report(problem, place, character, language)


def check_board_name(id: str, place: Place, craft: Craft, materials: Materials) -> None:
    """Check that labels can say a board's name in every language."""
    for language in materials.game.languages:
        with suppress(BrokenValueError):  # a name that is not there is reported where it is read
            _check_glyphs(board_name(id, materials, language), place, craft, materials, language)


def board_name(id: str, materials: Materials, language: str) -> str:
    """Return the name of the entry that a board is named after."""
    return typeset(str(materials.renderer.lenses[language].entry(id)), language)
