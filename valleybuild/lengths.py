"""A length as written, with its unit or as a name of the layout's grid, to mm, with what the grid does not allow."""

from __future__ import annotations

import math

from valleybuild import units
from valleybuild.grid import SORTS, Grid
from valleybuild.nodes import Node, Scalar
from valleybuild.scalars import IDENTIFIER, Reading, bounds_text, closest, describe, read_scalar
from valleybuild.schema import Length


def read_length(node: Node, reading: Reading, path: str) -> float | None:
    """Read a position or a size, in mm."""
    return read_bounded_length(node, Length(), reading, path)


def read_bounded_length(node: Node, wanted: Length, reading: Reading, path: str) -> float | None:
    """Read a length of a sort within its bounds, in mm. Without a grid only lengths with a unit are known."""
    value = _read(node, wanted.sort, reading, path)
    low, high = (
        (-math.inf if wanted.least is None else wanted.least),
        (math.inf if wanted.most is None else wanted.most),
    )
    if value is None or low <= value <= high:
        return value
    hint = f"{bounds_text(wanted.least, wanted.most)} mm is allowed"
    reading.report("out-of-range", node, f"{describe(node)} is out of range", hint, path=path)
    return None


def _read(node: Node, sort: str, reading: Reading, path: str) -> float | None:
    scalar = read_scalar(node, reading, path, "a length")
    if scalar is None:
        return None
    value = units.parse_length(scalar.text)
    if value is not None:
        if reading.grid is not None:
            _check_bare(scalar, value, sort, reading.grid, reading, path)
        return value
    if units.is_bare_number(scalar.text):
        hint = f"write {scalar.text}mm (mm, cm, in or pt)"
        reading.report("length-without-unit", scalar, f"{scalar.text} is a length without a unit", hint, path=path)
        return float(scalar.text)  # taken for mm, so that whatever needs it is looked at all the same
    if reading.grid is not None and IDENTIFIER.fullmatch(scalar.text.removeprefix("-")):
        return _read_name(scalar, sort, reading.grid, reading, path)
    reading.report("wrong-type", scalar, f"{describe(scalar)} is not a length", "write for example 63mm", path=path)
    return None


def _read_name(scalar: Scalar, sort: str, grid: Grid, reading: Reading, path: str) -> float | None:
    """Read the name of a length; one that another sort has is no better than one that nobody knows."""
    value = grid.find(scalar.text, sort)
    if value is None:
        name = scalar.text.removeprefix("-")
        others = [section for other, section in SORTS.items() if name in grid.named[other]]
        hint = f"it is one of the {others[0]} there" if others else closest(name, grid.named[sort])
        message = f'grid.yaml has no "{name}" among its {SORTS[sort]}'
        reading.report("unknown-length", scalar, message, hint, path=path)
    return value


def _check_bare(scalar: Scalar, value: float, sort: str, grid: Grid, reading: Reading, path: str) -> None:
    """Check a length that is written out: a width or a radius has a name instead, any other lies on the step."""
    if not grid.whole:
        return
    near = grid.nearest(value, sort)
    named = f"{near[0]} ({near[1]:g}mm)" if near else ""
    if sort != "length":
        hint = f"write {named}" if near and math.isclose(near[1], value) else f"the nearest that has one is {named}"
        hint = hint if near else f"name it under {SORTS[sort]} in grid.yaml"
        reading.report("unnamed-length", scalar, f"the {sort} {scalar.text} has no name", hint, path=path)
    elif not grid.is_on_step(value):
        below, above = grid.around(value)
        hint = f"write {below:g}mm or {above:g}mm" + (f"; the nearest length with a name is {named}" if near else "")
        message = f"{scalar.text} is no multiple of {grid.step:g} mm, the step of grid.yaml"
        reading.report("off-step", scalar, message, hint, path=path)
