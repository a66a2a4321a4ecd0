"""The attributes of one SVG tag in; colours, lengths, transforms and segments out, and what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from valleybuild import svgpath
from valleybuild.art.source import Source
from valleybuild.art.vocabulary import GEOMETRY, NOT_NEGATIVE
from valleybuild.problem import Place, Problem
from valleybuild.scene import Colour
from valleybuild.svgpath import IDENTITY, GeometryError, Matrix, Segment

_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")

Attributes = Mapping[str, tuple[int, str]]  # by name: which of the tag's attributes it is, and its value


class Tag(msgspec.Struct, frozen=True):
    """One tag of a file that is being read: where it starts, the palette, and where findings go."""

    source: Source
    start: int
    inks: Mapping[tuple[int, int, int], Colour]
    current: Colour | None
    problems: list[Problem]

    def report(self, name: str, place: Place, message: str, hint: str) -> None:
        """Note a finding."""
        self.problems.append(Problem(name, place, message, hint))

    def element(self) -> Place:
        """Return the place of the tag's name."""
        return self.source.element(self.start)

    def attribute(self, index: int, *, value: bool = True, offset: int | None = None) -> Place:
        """Return the place of an attribute: its value (from `offset` characters on) or its name."""
        return self.source.attribute(self.start, index, value=value, offset=offset)

    def colour(self, index: int, value: str) -> Colour | None:
        """Turn a colour into an ink; what is no ink is reported and counts as none."""
        text = value.strip().lower()
        if text == "none":
            return None
        if text == "currentcolor":
            if self.current is None:
                self.report_no_ink(self.attribute(index))
            return self.current
        found = _HEX.fullmatch(text)
        if found is None:
            hint = "write #rgb, #rrggbb, currentColor or none"
            self.report("svg-colour", self.attribute(index), f"the colour “{value.strip()[:40]}”", hint)
            return None
        digits = found.group(1) if len(text) == 7 else "".join(2 * digit for digit in found.group(1))
        return self.ink((int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)), index)

    def report_no_ink(self, place: Place) -> None:
        """Report a currentColor that nothing gives an ink."""
        hint = 'add an ink named "ink", or give the picture a colour where it is used'
        self.report("svg-ink", place, "currentColor, but there is no ink named “ink”", hint)

    def ink(self, rgb: tuple[int, int, int], index: int | None) -> Colour | None:
        """Find the ink of a colour; `index` is the attribute's, or None for the black of a shape without a fill."""
        if rgb in self.inks:
            return self.inks[rgb]
        near = min(
            reversed(list(self.inks.values())),
            key=lambda ink: sum((a - b) ** 2 for a, b in zip(ink.rgb, rgb, strict=True)),
            default=None,
        )
        hint = f"the nearest ink is {near.name}, {_hex(near.rgb)}" if near else "the palette has no inks"
        message = (
            f"{_hex(rgb)} is not an ink" if index is not None else f"no fill means {_hex(rgb)}, which is not an ink"
        )
        self.report("svg-ink", self.element() if index is None else self.attribute(index), message, hint)
        return None

    def length(self, index: int, key: str, value: str) -> float:
        """Read one number, which may end in px; what is wrong is reported and counts as 0."""
        text = value.strip()
        hint = "write a plain number in the units of the viewBox"
        try:
            (number,) = svgpath.read_numbers(text.removesuffix("px"))
        except ValueError as error:
            why = f": {error}" if isinstance(error, GeometryError) else ""
            self.report("svg-number", self.attribute(index), f"{key} “{text[:40]}” is not a number{why}", hint)
            return 0.0
        if number < 0 and key in NOT_NEGATIVE:
            self.report("svg-number", self.attribute(index), f"{key} is {number:g}", f"{key} is 0 or more")
            return 0.0
        return number

    def dash(self, index: int, value: str) -> tuple[float, ...]:
        """Read the lengths of dashes and gaps in turn."""
        if value.strip() == "none":
            return ()
        numbers = self._numbers(index, "stroke-dasharray", value)
        if numbers and min(numbers) < 0:
            self.report("svg-number", self.attribute(index), f"a dash is {min(numbers):g} long", "dashes are 0 or more")
        if not any(numbers):
            return ()
        return tuple(numbers * 2 if len(numbers) % 2 else numbers)  # an odd list is gone through twice

    def transform(self, index: int, value: str) -> Matrix:
        """Read a list of transforms; one that is broken is reported and changes nothing."""
        try:
            return svgpath.read_transform(value)
        except GeometryError as error:
            hint = "write translate(x y), scale(s), rotate(degrees), skewX, skewY or matrix(a b c d e f)"
            self.report("svg-transform", self.attribute(index, offset=error.offset), str(error), hint)
            return IDENTITY

    def segments(self, name: str, found: Attributes) -> list[Segment]:
        """Read a shape's geometry; a shape without an extent has no segments."""
        if name == "path":
            index, value = found.get("d", (0, ""))
            try:
                return svgpath.read_path("" if value.strip() == "none" else value)
            except GeometryError as error:
                place = self.attribute(index, offset=error.offset)
                self.report("svg-path", place, f"path data: {error}", "mend the data, or draw the path again")
                return []
        if name in ("polyline", "polygon"):
            index, value = found.get("points", (0, ""))
            numbers = self._numbers(index, "points", value)
            if len(numbers) % 2:
                hint = "give every x its y"
                self.report("svg-number", self.attribute(index), f"points holds {len(numbers)} numbers", hint)
                return []
            return svgpath.polyline(numbers, name == "polygon")
        sizes = {key: self.length(found[key][0], key, found[key][1]) for key in GEOMETRY[name] if key in found}
        return svgpath.shape(name, sizes)

    def _numbers(self, index: int, key: str, value: str) -> list[float]:
        try:
            return svgpath.read_numbers(value)
        except GeometryError as error:
            place = self.attribute(index, offset=error.offset)
            self.report("svg-number", place, f"{key}: {error}", "write plain numbers parted by spaces or commas")
            return []


def _hex(rgb: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
