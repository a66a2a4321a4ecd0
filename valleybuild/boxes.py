"""Boxes along the axes: corners or two boxes to the box round them or what they have in common. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
EVERYWHERE: Box = (-inf, -inf, inf, inf)


def around(points: Iterable[Point]) -> Box:
    """Return the smallest box that holds all points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def common(first: Box, second: Box) -> Box:
    """Return what two boxes have in common; where they have nothing, its right lies left of its left, or so down."""
    return max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])
