"""Lengths as written, with a unit, to millimetres."""

from __future__ import annotations

import re

_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?)\s*(mm|cm|in|pt)")
MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
MM_PER_POINT = 25.4 / 72


def parse_length(text: str) -> float | None:
    """Return a length such as "63mm", "2.5 in" or "9pt" in mm, or None where it is no length with a unit."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        return None
    return float(found[1]) * MM_PER_UNIT[found[2]]


def is_bare_number(text: str) -> bool:
    """Say whether a text is a number without a unit."""
    return re.fullmatch(r"-?\d+(?:\.\d+)?", text.strip()) is not None
