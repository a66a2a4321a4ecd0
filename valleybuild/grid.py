"""A layout's grid: the step that positions and sizes keep to, and the lengths that have a name, each sort by itself."""

from __future__ import annotations

import math

import msgspec

SORTS = {"width": "widths", "radius": "radii", "length": "lengths"}
"""The sorts of length, each with the section of grid.yaml that names those of its sort.

A width is a line's, a radius a corner's; a length is any other: a position, a size, a gap.
"""
UNREAD = 1.0
"""The mm that stand for a name whose length could not be read, so that whatever needs it is looked at all the same."""
_NEAR = 1e-6  # a step's share by which a length may miss it: what is left of counting in binary


class Grid(msgspec.Struct, frozen=True):
    """The step and the named lengths of each sort, in mm; `whole` says whether all of grid.yaml was understood."""

    step: float
    named: dict[str, dict[str, float]]
    whole: bool = True

    def find(self, name: str, sort: str) -> float | None:
        """Return the length of a name, or of a name with a minus before it; None where the sort has no such name."""
        known = self.named[sort].get(name.removeprefix("-"))
        if known is None:
            return None if self.whole else UNREAD
        return -known if name.startswith("-") else known

    def nearest(self, value: float, sort: str) -> tuple[str, float] | None:
        """Return the named length of a sort that is nearest to a length, with its name; None where none is named."""
        return min(self.named[sort].items(), key=lambda named: (abs(named[1] - value), named), default=None)

    def is_on_step(self, value: float) -> bool:
        """Say whether a length is a multiple of the step."""
        steps = value / self.step
        return abs(steps - round(steps)) < _NEAR

    def around(self, value: float) -> tuple[float, float]:
        """Return the multiples of the step just below and just above a length."""
        below = math.floor(value / self.step)
        return round(below * self.step, 6), round((below + 1) * self.step, 6)
