"""Short labels to items: one line of text about a point, along any direction, as large as its room allows."""

from __future__ import annotations

import math

from valleybuild.fonts import Font, width
from valleybuild.scene import Colour, Group, Item, Run
from valleybuild.units import MM_PER_POINT

DIGIT = 0.68  # em: about how high capitals and digits are
LINE = 1.1  # em: the height of a line
STEP = 0.25  # points


def fitting_size(text: str, font: Font, room: tuple[float, float], sizes: tuple[float, float]) -> float | None:
    """Return the largest size, from the first of `sizes` to the second, at which a line fits its room; None: none."""
    size, least = sizes
    while width(font, text, size) > room[0] or size * LINE * MM_PER_POINT > room[1]:
        if size <= least:
            return None
        size = max(size - STEP, least)
    return size


def centred(text: str, at: tuple[float, float], font: Font, *, size: float, ink: Colour, angle: float = 0.0) -> Item:
    """Write a line centred about a point, turned clockwise by an angle."""
    x, y = at
    run = Run(
        round(x - width(font, text, size) / 2, 4),
        round(y + DIGIT * size * MM_PER_POINT / 2, 4),
        text,
        font.role,
        size,
        ink,
    )
    return Group((run,), angle, x, y) if angle else run


def reading_angle(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return the angle of text that runs along a line, turned so that it is never upside down."""
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return angle + 180 if angle <= -90 else angle - 180 if angle > 90 else angle
