"""Boxes: round points, and what two of them have in common."""

from __future__ import annotations

from valleybuild.boxes import EVERYWHERE, Box, around, common

FIRST: Box = (0.0, 0.0, 10.0, 4.0)


def test_a_box_holds_its_points_and_no_more() -> None:
    assert around([(3, 7), (-1, 9), (2, 8)]) == (-1, 7, 3, 9)
    assert around(iter([(3, 7)])) == (3, 7, 3, 7)


def test_what_two_boxes_have_in_common() -> None:
    second = (6.0, -2.0, 20.0, 3.0)
    assert common(FIRST, second) == common(second, FIRST) == (6, 0, 10, 3)
    assert common(EVERYWHERE, FIRST) == common(FIRST, EVERYWHERE) == FIRST
    left, top, right, bottom = common(FIRST, (12.0, 0.0, 14.0, 9.0))
    assert right < left and top < bottom  # they lie side by side
