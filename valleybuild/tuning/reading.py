"""The records of a tuning file to plain values of a declared shape; what does not fit is a finding of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from valleybuild.convert import convert_record
from valleybuild.model import Game, Record, Value
from valleybuild.nodes import Node
from valleybuild.problem import Problem
from valleybuild.scalars import Reading
from valleybuild.schema import RecordType

Shape = TypeVar("Shape")


def read_records(
    node: Node, game: Game, formats: Iterable[RecordType], *, problems: list[Problem]
) -> tuple[Record | None, bool]:
    """Read a file whose root is the first of some declared records; say whether all of it could be read."""
    declared = {format.name: format for format in formats}
    reading = Reading(game.languages, game.forms, dict(declared), [])
    record = convert_record(node, next(iter(declared.values())), reading, "")
    problems.extend(reading.problems)
    return record, not reading.problems


def listed(record: Record, field: str) -> tuple[Record, ...]:
    """Return the records of a list."""
    value = record.fields[field]
    return tuple(item for item in value if isinstance(item, Record)) if isinstance(value, tuple) else ()


def shaped(record: Record, shape: type[Shape]) -> Shape:
    """Return a record that could be read as a value of a shape. Raises msgspec.ValidationError if it does not fit."""
    return msgspec.convert(_plain(record), type=shape)


def _plain(value: Value) -> object:
    if isinstance(value, Record):
        return {name: _plain(field) for name, field in value.fields.items() if field is not None}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
