"""Tables: columns as wide as their words ask for, words undivided, the head again on each page, zebra grounds."""

from __future__ import annotations

import pytest

from tests.book.setting import ENGLISH
from tests.book.typed import Desk, height, table, words
from valleybuild.book.paging import paginate, settle
from valleybuild.book.tables import PAD_X, column_widths, wishes
from valleybuild.scene import Run

ROWS = [["Walk", "one route on foot to a neighbouring place, in either direction"], ["Ride", "as far as it goes"]]


def test_the_columns_fill_the_width_and_the_longer_one_has_more() -> None:
    first, second = column_widths(Desk().stacker, table(ROWS, "Action", "How"))
    assert first + second == pytest.approx(120.0)
    assert second > 2 * first


def test_shares_are_kept_where_the_words_have_room() -> None:
    first, second = column_widths(Desk().stacker, table(ROWS, "Action", "How", shares=(1.0, 3.0)))
    assert (first, second) == (pytest.approx(30.0), pytest.approx(90.0))


def test_a_share_that_is_too_small_for_a_word_is_made_larger() -> None:
    content = table([["Understandably", "yes"]], "What", "Answer", shares=(1.0, 9.0))
    first, second = column_widths(Desk(60.0).stacker, content)
    assert first >= wishes(Desk(60.0).stacker, content)[1][0] > 6.0
    assert first + second == pytest.approx(60.0)


def test_a_short_cell_stays_on_one_line() -> None:
    rows = Desk(80.0).stack(table([["Walk", ENGLISH, "5.1, p. 14"]], "Action", "In short", "See"))
    found = [item for item in rows[-1].painted() if isinstance(item, Run) and "5.1" in item.text]
    assert [run.text for run in found] == ["5.1, p. 14"]


def test_no_word_of_a_cell_is_divided_where_its_column_holds_it() -> None:
    rows = Desk(60.0).stack(table([["Opportunity", "neighbourhood opportunities everywhere understanding"]], "A", "B"))
    assert not any(item.text.endswith("-") for row in rows for item in row.items if isinstance(item, Run))


def test_every_other_row_stands_on_a_tint_as_wide_as_the_table() -> None:
    rows = Desk().stack(table([["a", "b"]] * 5, "One", "Two"))
    assert [len(row.grounds) for row in rows] == [1, 1, 0, 1, 0, 1]
    assert all(ground.width == pytest.approx(120.0) for row in rows for ground in row.grounds)


def test_a_row_is_as_high_as_its_highest_cell() -> None:
    (_, row) = Desk().stack(table([["a", ENGLISH]], "One", "Two"))
    lowest = max(item.y for item in row.items if isinstance(item, Run))
    assert lowest < row.height < lowest + 4.0


def test_a_small_table_is_not_parted_and_a_long_one_repeats_its_head() -> None:
    small = Desk().stack(table([["a", "b"]] * 4, "One", "Two"))
    assert all(row.held for row in small[:-1])
    long = Desk().stack(table([[f"row {number}", "b"] for number in range(80)], "One", "Two"))
    pages = paginate(long, 120.0)
    assert len(pages) > 2
    for page in pages:
        placed = settle([long[index] for index in page], 120.0, last=True)
        assert words(placed[0][0]) == "OneTwo"
        assert len(placed) > 2
        assert placed[-1][1] + placed[-1][0].height <= 120.0 + 1e-6
    said = [words(long[index]) for page in pages for index in page][1:]
    assert said == [f"row {number}b" for number in range(80)]


def test_cells_keep_their_distance_from_the_edges() -> None:
    rows = Desk(70.0).stack(table(ROWS, "Action", "How"))
    for row in rows:
        assert min(item.x for item in row.items if isinstance(item, Run)) == pytest.approx(PAD_X)


def test_a_word_that_no_column_can_hold_is_reported() -> None:
    desk = Desk(40.0)
    desk.stack(table([["W" * 30, "W" * 30]], "One", "Two"))
    assert {problem.name for problem in desk.problems} == {"word-too-wide"}
    assert height(desk.stack(table(ROWS, "Action", "How"))) > 0
