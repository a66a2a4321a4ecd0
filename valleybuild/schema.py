"""Type notation, as text, to types: what `kinds.yaml` and the core's own file formats are declared in.

    integer 1..6        list 1..2 of row      length 0..9      ref task|lead      one of north|east
    width 0..2  radius 0..9  (lengths of lines and of corners)
    text  words  string  identifier  boolean  number  length  picture  icon  ink  colour  template  nothing

A trailing "?" marks a field that may be left out. Any other word names a declared record or choice.
"""

from __future__ import annotations

import re

import msgspec

from valleybuild.grid import SORTS

SIMPLE = frozenset(
    (
        *("text", "words", "string", "identifier", "boolean", "length", "picture", "icon", "ink"),
        *("template", "expression", "nothing", "type"),
    )
)


class Simple(msgspec.Struct, frozen=True):
    """A type without parts, by name."""

    name: str


class Numeric(msgspec.Struct, frozen=True):
    """An integer or a number within bounds (None: unbounded)."""

    whole: bool
    least: float | None = None
    most: float | None = None


class Length(msgspec.Struct, frozen=True):
    """A length within bounds in mm (None: unbounded). `sort` is that of a grid: width, radius, or length for others."""

    least: float | None = None
    most: float | None = None
    sort: str = "length"


class ListOf(msgspec.Struct, frozen=True):
    """A sequence of `item`, between `least` and `most` of them."""

    item: Type
    least: int = 0
    most: int | None = None


class MapOf(msgspec.Struct, frozen=True):
    """A mapping from free keys to `item`; it becomes a record whose type is "map"."""

    item: Type


class RefTo(msgspec.Struct, frozen=True):
    """A reference to an entry of one of `kinds`."""

    kinds: tuple[str, ...]


class OneOf(msgspec.Struct, frozen=True):
    """One of a closed set of words."""

    words: tuple[str, ...]


class Declared(msgspec.Struct, frozen=True):
    """The name of a declared record or choice."""

    name: str


UNKNOWN = Simple("unknown")  # what a field has whose declaration is wrong: its values are not read
Type = Simple | Numeric | Length | ListOf | MapOf | RefTo | OneOf | Declared


class Field(msgspec.Struct, frozen=True):
    """A record's field: its type and whether it may be left out."""

    type: Type
    optional: bool = False


class RecordType(msgspec.Struct, frozen=True):
    """A declared record: a mapping with these keys and no others."""

    name: str
    fields: dict[str, Field]


class ChoiceType(msgspec.Struct, frozen=True):
    """A declared choice: a mapping with exactly one of these keys, or the bare key where it holds nothing."""

    name: str
    variants: dict[str, Type]


DeclaredTypes = dict[str, RecordType | ChoiceType]


class TypeNotationError(ValueError):
    """A type written in a notation that is not known."""


_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)?")


def parse_field(text: str) -> Field:
    """Parse a field's type with its optional trailing "?". Raises TypeNotationError."""
    text = text.strip()
    if text.endswith("?"):
        return Field(parse_type(text[:-1]), optional=True)
    return Field(parse_type(text))


def parse_type(text: str) -> Type:
    """Parse a type. Raises TypeNotationError where the notation is not known."""
    head, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if head in SIMPLE and not rest:
        return Simple(head)
    if head in ("integer", "number"):
        least, most = _bounds(rest)
        return Numeric(head == "integer", least, most)
    if head in SORTS:
        return Length(*_bounds(rest), sort=head)
    if head == "list":
        return _parse_list(rest)
    if head == "map" and rest.startswith("of "):
        return MapOf(parse_type(rest[3:]))
    if head == "ref" and rest:
        return RefTo(tuple(name.strip() for name in rest.split("|")))
    if head == "one" and rest.startswith("of "):
        return OneOf(tuple(word.strip() for word in rest[3:].split("|")))
    if not rest and head not in ("map", "one", "ref") and re.fullmatch(r"[a-z][a-z0-9-]*", head):
        return Declared(head)
    raise TypeNotationError(text)


def _parse_list(rest: str) -> ListOf:
    bounds, found, item = rest.partition("of ")
    if not found:
        raise TypeNotationError(f"list {rest}")
    least, most = _bounds(bounds.strip())
    return ListOf(parse_type(item), int(least or 0), None if most is None else int(most))


def _bounds(text: str) -> tuple[float | None, float | None]:
    if not text:
        return None, None
    found = _RANGE.fullmatch(text)
    if found is None:
        raise TypeNotationError(text)
    return float(found[1]), float(found[2]) if found[2] else None


def record_type(name: str, fields: dict[str, str]) -> RecordType:
    """Declare a record from field notations. Raises TypeNotationError."""
    return RecordType(name, {field: parse_field(text) for field, text in fields.items()})


def choice_type(name: str, variants: dict[str, str]) -> ChoiceType:
    """Declare a choice from variant notations. Raises TypeNotationError."""
    return ChoiceType(name, {tag: parse_type(text) for tag, text in variants.items()})
