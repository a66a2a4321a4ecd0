"""`layouts/<game>/book.yaml` to how a book looks: its page, its columns, the styles and inks of its parts."""

from __future__ import annotations

import msgspec

from valleybuild.convert import convert
from valleybuild.formats import core_types
from valleybuild.model import Game, Named, Record, Style
from valleybuild.problem import Problem
from valleybuild.project import Project
from valleybuild.scalars import Reading, closest
from valleybuild.scene import Colour, Size
from valleybuild.schema import Declared, RecordType, record_type

PARTS = (
    *("text", "chapter", "section", "caption", "table", "head", "label", "term", "running", "contents", "index"),
    *("call", "answer", "why"),
)
"""The parts of a book that have a style."""
INKS = ("accent", "tip", "example", "table", "rule", "quiet")
GAPS = ("paragraph", "item", "block", "section", "chapter", "padding")
LENGTHS = ("inner", "outer", "top", "bottom", "gutter", "indent")


class Spread(msgspec.Struct, frozen=True):
    """A page and its margins in mm: `inner` lies at the spine. `gutter` is between two columns."""

    size: Size
    inner: float
    outer: float
    top: float
    bottom: float
    gutter: float

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.size.width - self.inner - self.outer

    @property
    def height(self) -> float:
        """The height between the margins."""
        return self.size.height - self.top - self.bottom


class Look(msgspec.Struct, frozen=True):
    """How an edition looks. Gaps and `indent` are in mm; `justified` says whether lines fill their column."""

    spread: Spread
    indent: float
    justified: bool
    styles: dict[str, Style]
    inks: dict[str, Colour]
    gaps: dict[str, float]


class Looks(msgspec.Struct, frozen=True):
    """The looks of a book in one language, and of one with two columns."""

    single: Look
    double: Look


def _types() -> dict[str, RecordType]:
    records = [
        record_type("book-styles", dict.fromkeys(PARTS, "identifier?")),
        record_type("book-inks", dict.fromkeys(INKS, "ink")),
        record_type("book-gaps", dict.fromkeys(GAPS, "length 0..40")),
        record_type(
            "book-page",
            {"width": "length 70..300", "height": "length 90..420", **dict.fromkeys(LENGTHS, "length 0..60")},
        ),
        record_type(
            "book-look",
            {
                "page": "book-page",
                "align": "one of justified|ragged",
                "columns-align": "one of justified|ragged",
                "styles": "book-styles",
                "columns-styles": "book-styles",
                "inks": "book-inks",
                "gaps": "book-gaps",
            },
        ),
    ]
    return {record.name: record for record in records}


def read_looks(project: Project, game: Game) -> tuple[Looks | None, list[Problem]]:
    """Read the looks of a game's book; None where they cannot be read, with what is wrong."""
    problems: list[Problem] = []
    file = f"{game.layouts.folder}/book.yaml"
    node, found = project.read_yaml(file)
    problems.extend(found)
    if node is None:
        return None, problems
    reading = Reading(game.languages, game.forms, {**core_types(), **_types()}, problems, game.layouts.grid)
    record = convert(node, Declared("book-look"), reading, "book")
    if not isinstance(record, Record) or problems:
        return None, problems
    styles = _styles(record, "styles", {}, game, problems)
    more = _styles(record, "columns-styles", styles, game, problems)
    for part in PARTS:
        if part not in styles and not problems:
            message = f"the book has no style for its {part}"
            problems.append(Problem("missing-key", record.places["styles"], message, f"write {part}: …", path="styles"))
    inks = _inks(record, game, problems)
    if problems:
        return None, problems
    single = _look(record, styles, inks, "align")
    return Looks(single, _look(record, {**styles, **more}, inks, "columns-align")), problems


def _styles(
    record: Record, field: str, known: dict[str, Style], game: Game, problems: list[Problem]
) -> dict[str, Style]:
    found: dict[str, Style] = {}
    value = record.fields[field]
    assert isinstance(value, Record)
    for part, name in value.fields.items():
        if not isinstance(name, str):
            continue
        style = game.layouts.styles.get(name)
        if style is None:
            hint = closest(name, game.layouts.styles)
            problems.append(
                Problem(
                    "unknown-style", value.places[part], f'there is no style "{name}"', hint, path=f"{field}.{part}"
                )
            )
        else:
            found[part] = style
    return found


def _inks(record: Record, game: Game, problems: list[Problem]) -> dict[str, Colour]:
    value = record.fields["inks"]
    assert isinstance(value, Record)
    found: dict[str, Colour] = {}
    for part, named in value.fields.items():
        ink = game.layouts.inks.get(named.name) if isinstance(named, Named) else None
        if ink is None:
            message = f"there is no ink for the {part} of the book"
            problems.append(
                Problem("unknown-ink", value.places.get(part, value.place), message, "see palette.yaml", path="inks")
            )
        else:
            found[part] = ink
    return found


def _look(record: Record, styles: dict[str, Style], inks: dict[str, Colour], align: str) -> Look:
    page, gaps = _lengths(record, "page"), _lengths(record, "gaps")
    spread = Spread(
        Size(page["width"], page["height"]),
        page["inner"],
        page["outer"],
        page["top"],
        page["bottom"],
        page["gutter"],
    )
    return Look(spread, page["indent"], record.fields[align] == "justified", styles, inks, gaps)


def _lengths(record: Record, field: str) -> dict[str, float]:
    value = record.fields[field]
    assert isinstance(value, Record)
    return {name: length for name, length in value.fields.items() if isinstance(length, float)}
