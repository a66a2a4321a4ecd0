"""Lengths carry a unit."""

from __future__ import annotations

import pytest

from valleybuild.units import is_bare_number, parse_length


@pytest.mark.parametrize(
    ("text", "millimetres"), [("63mm", 63.0), ("2.5 in", 63.5), ("6.3cm", 63.0), ("72pt", 25.4), ("-3mm", -3.0)]
)
def test_a_length_is_read_in_every_unit(text: str, millimetres: float) -> None:
    assert parse_length(text) == pytest.approx(millimetres)


@pytest.mark.parametrize("text", ["63", "mm", "63 px", "6,3mm", "1e3mm", ""])
def test_what_is_no_length_is_refused(text: str) -> None:
    assert parse_length(text) is None


def test_a_bare_number_is_told_apart() -> None:
    assert is_bare_number("63.5")
    assert not is_bare_number("63.5mm")
