"""The arithmetic of colours, against published figures and against what must hold for any colours."""

from __future__ import annotations

import pytest

from valleybuild.inks import (
    WHITE,
    Lab,
    Rgb,
    Sight,
    contrast,
    difference,
    grey_of,
    ink_share,
    lab,
    lab_difference,
    press_difference,
    press_rgb,
    seen,
)

BLACK: Rgb = (0, 0, 0)
RED: Rgb = (255, 0, 0)
GREEN: Rgb = (0, 255, 0)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # Sharma, Wu and Dalal (2005), table 1: pairs that catch the usual mistakes.
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_that_were_published(first: Lab, second: Lab, expected: float) -> None:
    assert lab_difference(first, second) == pytest.approx(expected, abs=1e-4)
    assert lab_difference(second, first) == pytest.approx(expected, abs=1e-4)


def test_contrast_goes_from_one_to_twenty_one() -> None:
    assert contrast(WHITE, WHITE) == 1
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast((118, 118, 118), WHITE) == pytest.approx(4.54, abs=0.01)  # the lightest grey that passes for text
    assert contrast((12, 34, 56), (12, 34, 56)) == 1
    assert contrast(RED, WHITE) == contrast(WHITE, RED) == pytest.approx(4.0, abs=0.01)


def test_white_is_white_everywhere() -> None:
    assert lab(WHITE) == pytest.approx((100, 0, 0), abs=0.01)
    assert press_rgb((0, 0, 0, 0)) == WHITE
    assert grey_of(0) == WHITE and grey_of(100) == BLACK
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("sight", Sight)
def test_greys_look_alike_to_everybody(sight: Sight) -> None:
    for part in (0, 60, 128, 200, 255):
        assert all(abs(value - part) <= 1 for value in seen((part, part, part), sight))


def test_red_and_green_are_nearer_without_the_cones_that_part_them() -> None:
    whole = difference(RED, (120, 140, 0))
    for sight in (Sight.PROTAN, Sight.DEUTAN):
        assert difference(seen(RED, sight), seen((120, 140, 0), sight)) < whole / 2
    blue, green = (0, 110, 140), (0, 120, 90)
    assert difference(seen(blue, Sight.TRITAN), seen(green, Sight.TRITAN)) < difference(blue, green) / 2


def test_inks_print_as_their_solids_were_measured() -> None:
    # ISO 12647-2 gives solid cyan, magenta and yellow; as screens show them they are these, to a few units.
    assert press_rgb((100, 0, 0, 0)) == pytest.approx((0, 158, 224), abs=14)
    assert press_rgb((0, 0, 100, 0)) == pytest.approx((255, 237, 0), abs=14)
    assert press_rgb((0, 0, 0, 100)) == BLACK
    assert press_difference((0, 0, 100, 0), (255, 237, 0)) < 6
    assert press_difference((0, 0, 100, 0), (0, 158, 224)) > 50


@pytest.mark.parametrize("ink", range(4))
def test_more_ink_is_never_lighter(ink: int) -> None:
    lightness = [lab(press_rgb(tuple(part if at == ink else 0.0 for at in range(4))))[0] for part in range(0, 101, 10)]  # type: ignore[arg-type]
    assert lightness == sorted(lightness, reverse=True) and lightness[0] > lightness[-1]


def test_toner_is_counted_as_printers_use_it() -> None:
    assert (ink_share(WHITE), ink_share(BLACK), ink_share(RED), ink_share(GREEN)) == (0, 1, 2, 2)
    assert ink_share((128, 128, 128)) == pytest.approx(0.5, abs=0.01)
