"""Coverage: how much ink a drawing takes, measured in dots, against what its areas and lines come to."""

from __future__ import annotations

import pytest

from valleybuild.compose.elements import rounded_box
from valleybuild.coverage import coverage
from valleybuild.inks import BLACK, WHITE
from valleybuild.scene import Colour, Drawing, Path, Raster, Stroke

DARK = Colour("black", (0, 0, 0, 100), BLACK)
RED = Colour("red", (0, 100, 100, 0), (255, 0, 0))
GREY = Colour("grey", (0, 0, 0, 50), (127, 127, 127))
PAPER = Colour("white", (0, 0, 0, 0), WHITE)
LINE = (("M", 0.0, 50.0), ("L", 200.0, 50.0))


def area(ink: Colour, x: float, y: float, wide: float, high: float) -> Path:
    return Path(rounded_box((x, y, wide, high), 0.0), fill=ink)


def holed(inner: tuple[tuple[str | float, ...], ...], *, even_odd: bool) -> Path:
    outer = (("M", 0.0, 0.0), ("L", 200.0, 0.0), ("L", 200.0, 100.0), ("L", 0.0, 100.0), ("Z",))
    return Path((*outer, *inner), fill=DARK, even_odd=even_odd)


ALONG = (("M", 50.0, 25.0), ("L", 150.0, 25.0), ("L", 150.0, 75.0), ("L", 50.0, 75.0), ("Z",))
AGAINST = (("M", 50.0, 25.0), ("L", 50.0, 75.0), ("L", 150.0, 75.0), ("L", 150.0, 25.0), ("Z",))


@pytest.mark.parametrize(
    ("parts", "share"),
    [
        ((), 0.0),
        ((area(DARK, 0, 0, 100, 100),), 0.5),
        ((area(RED, 0, 0, 100, 100),), 1.0),
        ((area(GREY, 0, 0, 200, 100),), 0.5),
        ((area(DARK, 0, 0, 200, 100), area(PAPER, 0, 0, 100, 100)), 0.5),
        ((area(DARK, 150, 0, 100, 100),), 0.25),
        ((Path(LINE, stroke=Stroke(DARK, 20.0)),), 0.2),
        ((Path(LINE, stroke=Stroke(DARK, 20.0, (3.0, 1.0))),), 0.15),
        ((holed(ALONG, even_odd=True),), 0.75),
        ((holed(ALONG, even_odd=False),), 1.0),
        ((holed(AGAINST, even_odd=False),), 0.75),
        ((Raster(100.0, 0.0, 100.0, 100.0, "a.png", (9, 9)),), 0.06),
    ],
)
def test_a_drawing_takes_what_its_parts_take(parts: tuple[Path | Raster, ...], share: float) -> None:
    assert coverage(Drawing("a.svg", 200.0, 100.0, parts), bitmap=0.12) == pytest.approx(share, abs=0.012)


def test_the_size_of_a_drawing_does_not_matter() -> None:
    small = Drawing("a.svg", 2.0, 1.0, (area(DARK, 0, 0, 1, 0.5),))
    large = Drawing("b.svg", 2000.0, 1000.0, (area(DARK, 0, 0, 1000, 500),))
    assert (
        coverage(small, bitmap=0.0)
        == pytest.approx(coverage(large, bitmap=0.0), abs=0.01)
        == pytest.approx(0.25, abs=0.01)
    )
