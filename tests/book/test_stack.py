"""Blocks stacked to rows: what belongs together is held, what stands on a tint is on it, what does not fit is said."""

from __future__ import annotations

import pytest

from tests.book.setting import ENGLISH
from tests.book.typed import HERE, Desk, line, lines, look, words
from valleybuild.book.prose import (
    Box,
    ChapterTitle,
    Content,
    Definition,
    Definitions,
    Enumeration,
    Figure,
    Passage,
    Question,
    Questions,
    SectionTitle,
)
from valleybuild.book.rows import Row
from valleybuild.markup import Piece
from valleybuild.scene import Run, Scene, Size


def figure(width: float = 60.0, height: float = 40.0, caption: str = "A picture") -> Figure:
    return Figure("fig", Scene(Size(width, height), 0.0, ()), line(caption), "a picture", HERE)


def box(*texts: str, picture: Figure | None = None) -> Box:
    return Box("example", "Example", line("Over the bridge"), lines(*texts), picture, HERE)


def starts(rows: list[Row]) -> list[float]:
    return [min(item.x for item in row.items if isinstance(item, Run)) for row in rows]


def test_titles_are_held_by_what_follows_and_can_be_led_to() -> None:
    title = ChapterTitle("day", "4", line("How a day works"), "A day", HERE)
    rows = Desk().stack(title)
    assert all(row.held for row in rows) and rows[0].anchors == ("day",)
    assert rows[0].running == "A day" and rows[0].needs > 30
    (row,) = Desk().stack(SectionTitle("morning", "4.1", line("In the morning"), HERE))
    assert row.held and row.anchors == ("morning",) and row.needs > 10
    assert words(row) == "4.1 In the morning"


def test_a_paragraph_that_leads_on_is_held_by_what_it_announces() -> None:
    assert Desk().stack(Passage(lines("To win, you need:"), HERE))[-1].held
    assert Desk().stack(Passage(((Piece("Cleanup", bold=True),),), HERE))[-1].held
    assert not Desk().stack(Passage(lines("You need it all."), HERE))[-1].held


@pytest.mark.parametrize("count", [3, 12])
def test_the_numbers_of_a_list_stand_before_its_texts(count: int) -> None:
    items = tuple(lines("Do something that takes a while") for _ in range(count))
    rows = Desk().stack(Enumeration(items, True, HERE))
    assert [words(row).split(" ")[0][: len(f"{number}.")] for number, row in enumerate(rows, 1)] == [
        f"{number}." for number in range(1, count + 1)
    ]
    for row in rows:
        sign, text = sorted((item for item in row.items if isinstance(item, Run)), key=lambda run: run.x)[:2]
        assert sign.x == 0.0 and len(sign.text) * 1.9 < text.x
    assert len({max(item.x for item in row.items if isinstance(item, Run)) for row in rows}) == 1


def test_a_small_box_is_kept_on_one_page_and_stands_on_its_tint() -> None:
    rows = Desk().stack(box(ENGLISH))
    assert [row.held for row in rows] == [*[True] * (len(rows) - 1), False]
    assert all(len(row.grounds) == 1 and row.grounds[0].width == 120.0 for row in rows)
    assert rows[0].above == 2.0 and all(row.above == 0.0 for row in rows[1:])  # no white lines in the tint
    assert words(rows[1]) == "Example: Over the bridge"


def test_a_large_box_may_be_parted_at_a_price_but_not_behind_its_head() -> None:
    rows = Desk().stack(box(*[ENGLISH] * 8))
    assert rows[0].held and rows[1].held
    open_rows = [row for row in rows[:-1] if not row.held]
    assert open_rows and all(row.parting >= 200 for row in open_rows)
    assert rows[-2].held  # the tint's foot is not left alone


def test_a_picture_is_dearer_to_part_from_the_text_of_its_box() -> None:
    rows = Desk().stack(box(ENGLISH, picture=figure(110.0, 90.0)))
    at = next(index for index, row in enumerate(rows) if row.pictures)
    assert rows[at - 1].held or rows[at - 1].parting > 900
    assert rows[at].held  # by its caption


def test_a_narrow_picture_stands_beside_the_text_of_its_box() -> None:
    beside = Desk().stack(box(ENGLISH, picture=figure(42.0, 60.0)))
    below = Desk().stack(box(ENGLISH, picture=figure(90.0, 60.0)))
    assert sum(row.height for row in beside) < 80 < sum(row.height for row in below)
    (tall,) = [row for row in beside if row.height > 50]
    assert "shoulders." in words(tall) and words(tall).endswith("A picture")
    assert "fig" in tall.anchors


def test_a_figure_stands_in_the_middle_with_its_caption_and_is_scaled_to_its_column() -> None:
    rows = Desk().stack(figure(60.0, 40.0))
    (inset,) = rows[0].pictures
    assert (inset.x, inset.scale, rows[0].height) == (30.0, 1.0, 40.0)
    assert rows[0].held and words(rows[1]) == "A picture"
    assert 0 < rows[0].give < 0.25 * 40.0
    (inset,) = Desk(50.0).stack(figure(60.0, 40.0))[0].pictures
    assert inset.scale == pytest.approx(50.0 / 60.0)


def test_a_figure_wider_than_the_page_is_reported() -> None:
    desk = Desk()
    desk.stack(figure(140.0, 40.0))
    (problem,) = desk.problems
    assert (problem.name, problem.place) == ("figure-too-wide", HERE)
    assert "140 mm" in problem.message and f"{look().spread.width:.0f} mm" in problem.message


def test_a_question_is_held_by_its_answer_and_the_answer_by_its_reason() -> None:
    item = Question(line("May we?"), lines("Yes, you may."), lines("Nothing forbids it."))
    rows = Desk().stack(Questions((item, item), HERE))
    assert [words(row) for row in rows] == ["May we?", "Yes, you may.", "Nothing forbids it."] * 2
    assert [row.held for row in rows] == [True, True, False] * 2


def test_a_definition_begins_with_its_term_and_its_lines_hang() -> None:
    (row, *more) = Desk().stack(Definitions((Definition(line("bridge"), lines(ENGLISH)),), HERE))
    first = next(item for item in row.items if isinstance(item, Run))
    assert (first.font, first.text.strip(), first.x) == ("bold", "bridge", 0.0)
    assert starts(more) == [4.0] * len(more)


def test_a_word_wider_than_its_column_is_reported_with_its_place() -> None:
    desk = Desk(30.0)
    desk.stack(Passage(lines("a WWWWWWWWWWWWWWWWWWWWWWWWWW b"), HERE))
    (problem,) = desk.problems
    assert (problem.name, problem.place, problem.lang) == ("word-too-wide", HERE, "en")
    assert "WWWWWWWWWWWWWWWWWWWWWWWWWW" in problem.message and "30.0 mm" in problem.message


@pytest.mark.parametrize(
    "content",
    [
        Passage(lines(ENGLISH, ENGLISH), HERE),
        Enumeration((lines(ENGLISH), lines(ENGLISH, ENGLISH)), False, HERE),
        box(ENGLISH, ENGLISH),
        Questions((Question(line("Why?"), lines(ENGLISH), lines(ENGLISH)),), HERE),
    ],
)
@pytest.mark.parametrize("width", [55.0, 120.0])
def test_nothing_stands_out_of_its_column(content: Content, width: float) -> None:
    desk = Desk(width)
    for row in desk.stack(content):
        runs = [item for item in row.items if isinstance(item, Run)]
        assert all(-1e-6 <= run.x < width for run in runs)
        assert all(0 < run.y <= row.height for run in runs)
    assert desk.problems == []
