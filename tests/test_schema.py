"""The notation of types: what each form means, and what is none."""

from __future__ import annotations

import pytest

from valleybuild.formats import core_types, fonts_format, game_format, kinds_format
from valleybuild.schema import (
    ChoiceType,
    Declared,
    Field,
    Length,
    ListOf,
    MapOf,
    Numeric,
    OneOf,
    RecordType,
    RefTo,
    Simple,
    Type,
    TypeNotationError,
    choice_type,
    parse_field,
    parse_type,
    record_type,
)

NOTATIONS: dict[str, Type] = {
    "text": Simple("text"),
    "nothing": Simple("nothing"),
    "integer": Numeric(True),
    "length": Simple("length"),
    "length 0.5..20": Length(0.5, 20),
    "length 0..": Length(0, None),
    "integer 1..6": Numeric(True, 1, 6),
    "integer -2..2": Numeric(True, -2, 2),
    "integer 1..": Numeric(True, 1, None),
    "number 0.8..2": Numeric(False, 0.8, 2),
    "list of text": ListOf(Simple("text")),
    "list 1..2 of row": ListOf(Declared("row"), 1, 2),
    "list 1.. of list 2..2 of length": ListOf(ListOf(Simple("length"), 2, 2), 1, None),
    "map of map of type": MapOf(MapOf(Simple("type"))),
    "ref task|lead": RefTo(("task", "lead")),
    "one of north | east": OneOf(("north", "east")),
    "task-side": Declared("task-side"),
    "  integer   1..6 ": Numeric(True, 1, 6),
}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_notation(notation: str) -> None:
    assert parse_type(notation) == NOTATIONS[notation]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_question_mark_makes_a_field_optional(notation: str) -> None:
    assert parse_field(notation) == Field(NOTATIONS[notation])
    assert parse_field(f"{notation}?") == Field(NOTATIONS[notation], optional=True)


@pytest.mark.parametrize(
    "notation",
    ["", "?", "integer 1-6", "integer one..six", "list", "list 1..2 row", "ref", "one north", "map text", "Row", "a b"],
)
def test_what_is_no_notation(notation: str) -> None:
    with pytest.raises(TypeNotationError):
        parse_field(notation)


def test_records_and_choices_are_declared_from_notations() -> None:
    record = record_type("row", {"effort": "integer 1..8", "note": "text?"})
    assert record == RecordType("row", {"effort": Field(Numeric(True, 1, 8)), "note": Field(Simple("text"), True)})
    assert choice_type("deed", {"drift": "nothing"}) == ChoiceType("deed", {"drift": Simple("nothing")})


def test_the_formats_of_the_core_name_only_types_that_are_declared() -> None:
    declared = core_types()

    def names(wanted: Type) -> list[str]:
        match wanted:
            case Declared(name):
                return [name]
            case ListOf(item) | MapOf(item):
                return names(item)
        return []

    for known in (*declared.values(), game_format(), kinds_format(), fonts_format()):
        parts = known.fields.values() if isinstance(known, RecordType) else known.variants.values()
        for part in parts:
            for name in names(part.type if isinstance(part, Field) else part):
                assert name in declared, f"{known.name} names {name}"
