"""Booklets: which pages lie beside each other, which behind, how far they creep, and how they fit their paper."""

from __future__ import annotations

import pytest

from valleybuild.booklet import fold_sheets
from valleybuild.impose import Page, Paper, Placement
from valleybuild.pdf import paint
from valleybuild.readback import render_page
from valleybuild.scene import Colour, Inset, Path, Scene, Size

BLACK = Colour("black", (0, 0, 0, 100), (0, 0, 0))
PAGE = Size(148.0, 210.0)
A4 = Paper("a4", Size(210.0, 297.0), 6.35)
LETTER = Paper("letter", Size(215.9, 279.4), 6.35)


def greys(count: int) -> list[Scene]:
    """Make pages that are told apart by a grey, darkest first, with a black mark in their upper left corner."""
    pages = []
    for number in range(1, count + 1):
        grey = Colour(f"grey-{number}", (0, 0, 0, 10), (number * 4, number * 4, number * 4))
        mark = Colour("red", (0, 100, 100, 0), (255, 0, 0))
        pages.append(Scene(PAGE, 0.0, (_box(0.0, 0.0, 148.0, 210.0, grey), _box(0.0, 0.0, 20.0, 20.0, mark))))
    return pages


def _box(x: float, y: float, width: float, height: float, colour: Colour) -> Path:
    corners = (("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height), ("Z",))
    return Path(corners, fill=colour)


def inset(placement: Placement) -> Inset:
    (found,) = placement.scene.items
    assert isinstance(found, Inset)
    return found


def numbers(side: Page, pages: list[Scene]) -> list[int]:
    """List the numbers of the pages on a side, from the top; a blank page is left out."""
    placed = sorted(side.placements, key=lambda placement: placement.y)
    return [pages.index(inset(placement).scene) + 1 for placement in placed]


def folded(count: int) -> list[list[int]]:
    pages = greys(count)
    return [numbers(side, pages) for side in fold_sheets(pages, A4, BLACK)]


def test_the_pages_of_one_sheet() -> None:
    assert folded(4) == [[4, 1], [3, 2]]  # page 3 lies behind page 4, page 2 behind page 1


def test_the_pages_of_two_sheets() -> None:
    assert folded(8) == [[8, 1], [7, 2], [6, 3], [5, 4]]


@pytest.mark.parametrize("count", [4, 8, 60])
def test_every_leaf_has_the_right_back_and_every_opening_the_right_neighbours(count: int) -> None:
    sides = folded(count)
    assert len(sides) == count // 2
    assert sorted(number for side in sides for number in side) == list(range(1, count + 1))
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        for one, other in zip(front, back, strict=True):  # turned on the long edge, upper stays upper
            assert abs(one - other) == 1 and (min(one, other) % 2 == 1)
    openings = {frozenset(side) for side in sides}
    for left in range(2, count, 2):  # what lies open before the reader is one side, or the two halves of a stack
        partner = count + 1 - left
        assert frozenset({left, partner}) in openings
    assert {1, count} in openings


def test_pages_that_do_not_come_out_even_have_blank_ones_before_the_last() -> None:
    assert folded(6) == [[6, 1], [2], [3], [5, 4]] or folded(6)[0] == [6, 1]
    pages = greys(6)
    sides = fold_sheets(pages, A4, BLACK)
    assert sum(len(side.placements) for side in sides) == 6
    assert numbers(sides[0], pages) == [6, 1]


def test_no_pages_make_no_sheets() -> None:
    assert fold_sheets([], A4, BLACK) == []


def test_pages_of_a_front_lie_the_other_way_round_than_those_of_its_back() -> None:
    sides = fold_sheets(greys(8), A4, BLACK)
    for side in sides:
        assert {placement.angle for placement in side.placements} == ({90} if side.side == "front" else {270})


def test_inner_sheets_creep_towards_the_fold() -> None:
    pages = greys(12)
    still, moved = fold_sheets(pages, A4, BLACK), fold_sheets(pages, A4, BLACK, creep=0.4)
    for before, after in zip(still, moved, strict=True):
        sheet = after.sheet - 1
        for one, other in zip(before.placements, after.placements, strict=True):
            number = pages.index(inset(one).scene) + 1
            shift = inset(other).x - inset(one).x
            towards = 1 if number % 2 == 0 else -1  # the fold is at the right of an even page, which lies left
            assert shift == pytest.approx(towards * 0.4 * sheet)


def test_pages_too_large_for_half_a_letter_sheet_are_made_smaller_and_stay_in_the_middle() -> None:
    for side in fold_sheets(greys(4), LETTER, BLACK):
        for placement in side.placements:
            page = inset(placement)
            assert page.scale == pytest.approx(139.7 / 148.0)
            assert page.x == pytest.approx(0.0, abs=1e-3)
            assert page.y == pytest.approx((215.9 - 210.0 * page.scale) / 2, abs=1e-3)
    (placement, _) = fold_sheets(greys(4), A4, BLACK)[0].placements
    assert inset(placement).scale == 1.0


def test_the_fold_is_marked_in_the_middle_of_every_side() -> None:
    for side in fold_sheets(greys(8), A4, BLACK):
        heights = {segment[2] for mark in side.marks if isinstance(mark, Path) for segment in mark.segments}
        assert heights == {148.5}


def test_what_is_printed_lies_where_the_arithmetic_says() -> None:
    pages = greys(8)
    sides = fold_sheets(pages, A4, BLACK)
    pdf = paint(sides, fonts={}, rasters={}, title="booklet", language="en")
    for index, expected in enumerate([[8, 1], [7, 2], [6, 3], [5, 4]]):
        image = render_page(pdf, index, dpi=36).convert("RGB")
        wide, high = image.size
        seen = [image.getpixel((wide // 2, round(high * part))) for part in (0.3, 0.8)]
        assert [round(pixel[0] / 4) for pixel in seen] == expected
        # The reader's upper left corner: of a front at the sheet's right, of a back at its left.
        front = index % 2 == 0
        x, y = (0.97, 0.02) if front else (0.03, 0.48)
        red = image.getpixel((round(wide * x), round(high * y)))
        assert red[0] > 200 and red[1] < 60
