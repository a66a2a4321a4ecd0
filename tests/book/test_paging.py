"""Rows broken into pages: nothing parted that belongs together, pages filled, and a count that folds into sheets."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.book.setting import BLACK, CZECH, ENGLISH, fonts, plain, style, typesetter
from valleybuild.book.paging import SHEET, TooTallError, paginate, paginate_evenly, settle
from valleybuild.book.rows import DIVIDED, Ground, Row, beside, text_rows, together
from valleybuild.scene import Inset, Path, Scene, Size

HEIGHT = 100.0


def lines(count: int, **more: object) -> list[Row]:
    return [Row(height=5.0, **more) for _ in range(count)]  # type: ignore[arg-type]


def paragraph(count: int) -> list[Row]:
    """Make rows as those of a paragraph are."""
    setter, look = typesetter(), style()
    text = " ".join("valley" for _ in range(count * 20))
    return text_rows(setter.set(plain(text), look, 30.0)[:count], look, fonts()["text"], above=2.0)


def picture(height: float) -> Row:
    inset = Inset(Scene(Size(50.0, height), 0.0, ()), 10.0, 0.0, 1.0)
    return Row(height=height, pictures=(inset,), give=height * 0.2, above=2.0)


def filled(rows: list[Row]) -> float:
    placed = settle(rows, HEIGHT, last=False)
    row, y = placed[-1]
    return y + row.height


def test_pages_hold_all_rows_in_order() -> None:
    rows = lines(99, above=1.0)
    pages = paginate(rows, HEIGHT)
    assert [index for page in pages for index in page] == list(range(99))
    assert all(filled([rows[i] for i in page]) <= HEIGHT + 1e-6 for page in pages)


def test_no_widow_and_no_orphan() -> None:
    for count in range(2, 7):
        rows = [row for _ in range(40) for row in paragraph(count)]
        starts = set(range(0, len(rows), count))
        for page in paginate(rows, HEIGHT)[:-1]:
            end = page.stop
            into = end % count
            assert end in starts or (into != 1 and into != count - 1), (count, into)


def test_a_heading_is_not_left_alone_at_the_end_of_a_page() -> None:
    for before in range(30):
        rows = [*lines(before), Row(height=8.0, held=True), *paragraph(4), *lines(9)]
        assert before + 1 not in {page.stop for page in paginate(rows, HEIGHT)}


def test_a_heading_that_needs_more_room_goes_to_the_next_page() -> None:
    rows = [*lines(15), Row(height=8.0, needs=40.0), *lines(10)]
    assert paginate(rows, HEIGHT)[0].stop == 15
    rows[15] = replace(rows[15], needs=20.0)
    assert paginate(rows, HEIGHT)[0].stop > 15


def test_a_page_does_not_end_with_a_divided_word() -> None:
    rows = lines(60)
    full = paginate(rows, HEIGHT)[0].stop
    rows[full - 1] = replace(rows[full - 1], parting=DIVIDED)
    ends = [page.stop - 1 for page in paginate(rows, HEIGHT)]
    assert full - 1 not in ends


def test_what_is_parted_only_at_a_price_stays_together_where_it_can() -> None:
    box = together([Row(height=20.0) for _ in range(3)], 50.0, parting=400.0)
    assert [row.parting for row in box] == [400.0, 400.0, 0.0] and not any(row.held for row in box)
    rows = [*lines(10, above=1.0), *box, *lines(30, above=1.0)]
    assert not {11, 12} & {page.stop for page in paginate(rows, HEIGHT)}
    small = together(lines(3), 50.0, parting=400.0)
    assert [row.held for row in small] == [True, True, False]


def test_rows_that_no_page_holds_are_named_with_their_height() -> None:
    rows = [*lines(3), *(replace(row, held=True) for row in lines(25)), *lines(2)]
    with pytest.raises(TooTallError) as caught:
        paginate(rows, HEIGHT)
    assert caught.value.row == 3
    assert caught.value.height == pytest.approx(130.0)


def test_a_page_that_is_nearly_full_is_filled_by_its_gaps() -> None:
    rows = lines(12, above=2.0)
    placed = settle(rows, HEIGHT, last=False)
    assert placed[-1][1] + 5.0 == pytest.approx(HEIGHT)
    gaps = {round(after[1] - before[1] - 5.0, 2) for before, after in itertools.pairwise(placed)}
    assert len(gaps) <= 2 and min(gaps) > 2.0
    assert settle(rows, HEIGHT, last=True)[1][1] == pytest.approx(7.0)


def test_a_page_that_would_stay_short_keeps_its_gaps() -> None:
    rows = lines(6, above=2.0)
    assert [y for _, y in settle(rows, HEIGHT, last=False)] == [index * 7.0 for index in range(6)]


def test_the_room_above_the_first_row_falls_away() -> None:
    assert settle(lines(3, above=9.0), HEIGHT, last=True)[0][1] == 0.0


def test_a_picture_is_made_a_little_smaller_so_that_the_page_comes_out() -> None:
    rows = [*lines(5), picture(80.0), *lines(3)]
    assert paginate(rows, HEIGHT)[0].stop >= 6
    placed = settle(rows[:6], HEIGHT, last=False)
    (row, y) = placed[-1]
    assert y + row.height == pytest.approx(HEIGHT)
    (inset,) = row.pictures
    assert 0.8 <= inset.scale < 1.0
    assert inset.scale * 80.0 == pytest.approx(row.height)
    assert inset.x + 50.0 * inset.scale / 2 == pytest.approx(35.0, abs=1e-3)  # still in the middle


def test_a_picture_is_never_made_smaller_than_it_may_be() -> None:
    rows = [*lines(8), picture(80.0)]
    assert [page.stop for page in paginate(rows, HEIGHT)] == [8, 9]


def test_a_tables_head_stands_again_on_the_next_page() -> None:
    head = Row(height=6.0, anchors=("head",))
    rows = [replace(head, held=True), *(Row(height=7.0, lead=head) for _ in range(40))]
    pages = paginate(rows, HEIGHT)
    assert len(pages) > 2
    for page in pages:
        placed = settle([rows[index] for index in page], HEIGHT, last=True)
        assert placed[0][0].anchors == ("head",)
        assert placed[-1][1] + placed[-1][0].height <= HEIGHT + 1e-3


@pytest.mark.parametrize("count", [76, 84, 140, 300, 311, 450])
def test_the_pages_of_a_booklet_come_out_even_without_blank_ones(count: int) -> None:
    rows = lines(count, above=1.5)
    for others in (0, 2):
        pages = paginate_evenly(rows, HEIGHT, others)
        assert [index for page in pages for index in page] == list(range(count))
        assert (len(pages) + others) % SHEET == 0


def test_pages_that_need_not_be_even_are_left_as_they_are() -> None:
    rows = lines(60)
    assert len(paginate(rows, HEIGHT)) == 3
    assert len(paginate_evenly(rows, HEIGHT, 1)) == 3


def test_rows_side_by_side_are_as_high_as_the_higher_and_stand_on_equal_grounds() -> None:
    ground = Ground(0.0, 40.0, BLACK, BLACK)
    left = [Row(height=4.0, grounds=(ground,)), Row(height=4.0, grounds=(ground,))]
    right = [Row(height=6.0, above=3.0, grounds=(ground,), anchors=("there",), terms=(("cs", "most"),))]
    rows = beside(left, right, 50.0)
    assert [(row.height, row.above) for row in rows] == [(6.0, 3.0), (4.0, 0.0)]
    assert rows[0].anchors == ("there",) and rows[0].terms == (("cs", "most"),)
    for row in rows:
        assert [one.x for one in row.grounds] == [0.0, 50.0]
        boxes = [item for item in row.painted() if isinstance(item, Path)]
        assert len(boxes) == 4
        assert all(max(float(s[2]) for s in item.segments if len(s) > 2) == row.height for item in boxes)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.floats(1.0, 30.0), st.floats(0.0, 8.0), st.booleans(), st.floats(0.0, 500.0)), max_size=80),
    st.integers(0, 3),
)
def test_whatever_the_rows_are_pages_hold_them(given: list[tuple[float, float, bool, float]], others: int) -> None:
    rows = [Row(height=high, above=above, held=held, parting=cost) for high, above, held, cost in given]
    try:
        pages = paginate_evenly(rows, HEIGHT, others)
    except TooTallError as error:
        assert error.height > HEIGHT and rows[error.row].held
        return
    assert [index for page in pages for index in page] == list(range(len(rows)))
    for page in pages:
        assert page.stop == len(rows) or not rows[page.stop - 1].held
        assert filled([rows[index] for index in page]) <= HEIGHT + 1e-3


@pytest.mark.parametrize("text", [ENGLISH, CZECH])
def test_text_rows_say_where_a_word_is_divided(text: str) -> None:
    setter, look = typesetter("en" if text is ENGLISH else "cs"), style()
    set_lines = setter.set(plain(text), look, 38.0, justified=True)
    rows = text_rows(set_lines, look, fonts()["text"])
    assert [row.parting > 0 for row in rows] == [line.hyphen for line in set_lines]
    assert [row.held for row in rows] == [True, *[False] * (len(rows) - 3), True, False]
