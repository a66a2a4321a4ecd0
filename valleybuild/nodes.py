"""YAML as plain values that remember where they stand: mappings, sequences and scalars, each with its `Place`."""

from __future__ import annotations

import msgspec

from valleybuild.problem import Place


class Scalar(msgspec.Struct, frozen=True):
    """A scalar as written: `text` is its content, `plain` is true where it stands without quotes or block style."""

    text: str
    plain: bool
    place: Place


class Sequence(msgspec.Struct, frozen=True):
    """A YAML sequence."""

    items: tuple[Node, ...]
    place: Place


class Pair(msgspec.Struct, frozen=True):
    """One key of a mapping with its value."""

    key: Scalar
    value: Node


class Mapping(msgspec.Struct, frozen=True):
    """A YAML mapping. Keys are unique scalars, in file order."""

    pairs: tuple[Pair, ...]
    place: Place

    def get(self, key: str) -> Node | None:
        """Return the value under `key`, or None."""
        for pair in self.pairs:
            if pair.key.text == key:
                return pair.value
        return None


Node = Scalar | Sequence | Mapping


def inside(scalar: Scalar, start: int, length: int = 1) -> Place:
    """Return the place of `length` characters from `start` (0-based) of a scalar's text.

    Exact for a scalar that stands on one line and holds no escapes; otherwise the scalar's own place.
    """
    place = scalar.place
    width = place.end_column - place.column
    quotes = 0 if scalar.plain else 1
    if place.line != place.end_line or width != len(scalar.text) + 2 * quotes:
        return place
    column = place.column + quotes + start
    return Place(place.file, place.line, column, place.line, column + max(length, 1))
