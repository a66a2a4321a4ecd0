"""Words to lines to a size: measured in em, broken at spaces, shrunk in steps, never below the least size."""

from __future__ import annotations

import pytest

from valleybuild.fitting import STEP, Measure, Word, break_lines, join_line, largest_size, set_lines, split_words
from valleybuild.fonts import Font
from valleybuild.markup import Piece, parse_markup
from valleybuild.model import Setting
from valleybuild.typography import LANGUAGES, typeset
from valleybuild.units import MM_PER_POINT

ADVANCES = {ord(letter): 0.5 for letter in "abcdefghijklmnopqrstuvwxyz"} | {32: 0.25}
FONTS = ("text", "bold", "italic", "icons")


def font(role: str, advances: dict[int, float]) -> Font:
    return Font(role, role, b"", advances, 0.5, 0.8, -0.2, 0.7, 0.5)


@pytest.fixture
def measure() -> Measure:
    fonts = {role: font(role, ADVANCES) for role in ("text", "italic")}
    fonts["bold"] = font("bold", {code: advance * 2 for code, advance in ADVANCES.items()})
    fonts["icons"] = font("icons", {ord("★"): 1.0})
    return Measure(fonts, {"star": "★"}, {"star": "gold"})


def words(measure: Measure, *pieces: Piece) -> tuple[Word, ...]:
    return split_words(pieces, FONTS, measure)


def test_words_are_measured_in_em(measure: Measure) -> None:
    found = words(measure, Piece("ab "), Piece("cd", bold=True), Piece("e f"))
    assert [(word.width, word.space) for word in found] == [(1.0, 0.25), (2.5, 0.25), (0.5, 0.0)]


def test_an_icon_sticks_to_the_word_that_it_touches_and_has_its_own_ink(measure: Measure) -> None:
    (word, other) = words(measure, Piece("x"), Piece("", icon="star"), Piece(" y"), Piece("", ink="red", icon="star"))
    assert [(stretch.text, stretch.font, stretch.ink) for stretch in word.stretches] == [
        ("x", "text", ""),
        ("★", "icons", "gold"),
    ]
    assert other.stretches[1].ink == "red"


def test_a_no_break_space_holds_words_together_and_is_as_wide_as_a_space(measure: Measure) -> None:
    (word,) = words(measure, Piece("a\u00a0b"))
    assert word.width == 1.25


def test_lines_are_filled_first_fit(measure: Measure) -> None:
    found = words(measure, Piece("ab cd ef"))
    lines = break_lines(found, 2.25)
    assert lines is not None
    assert [[word.stretches[0].text for word in line] for line in lines] == [["ab", "cd"], ["ef"]]
    assert break_lines(found, 0.9) is None
    assert break_lines((), 1.0) == []


def test_a_line_has_as_few_stretches_as_its_looks_allow(measure: Measure) -> None:
    line = join_line(words(measure, Piece("ab cd "), Piece("ef", bold=True)))
    assert [(stretch.text, stretch.font) for stretch in line.stretches] == [("ab cd ", "text"), ("ef", "bold")]
    assert line.width == pytest.approx(1.0 + 0.25 + 1.0 + 0.25 + 2.0)


def test_the_height_counts_lines_and_gaps(measure: Measure) -> None:
    paragraphs = (words(measure, Piece("ab")), words(measure, Piece("cd")))
    em = 10 * MM_PER_POINT
    for setting, height in ((Setting(1.2), 2.4), (Setting(1.2, gap=0.5), 2.9)):
        assert set_lines(paragraphs, 10, setting, 5 * em, height * em) is not None
        assert set_lines(paragraphs, 10, setting, 5 * em, (height - 0.01) * em) is None


def test_the_largest_size_that_fits_is_taken_in_steps_down_to_the_least(measure: Measure) -> None:
    paragraphs = (words(measure, Piece("abcd")),)  # 2 em wide
    setting = Setting(1.0)
    assert largest_size(paragraphs, (12.0, 8.0), setting, 2 * 12 * MM_PER_POINT, 50.0) == 12.0
    assert largest_size(paragraphs, (12.0, 8.0), setting, 2 * 11.9 * MM_PER_POINT, 50.0) == 12.0 - STEP
    assert largest_size(paragraphs, (12.0, 8.1), setting, 2 * 8.1 * MM_PER_POINT, 50.0) == 8.1
    assert largest_size(paragraphs, (12.0, 8.0), setting, 2 * 7.99 * MM_PER_POINT, 50.0) is None


def test_a_label_before_a_tab_hangs_beside_the_lines_of_its_text(measure: Measure) -> None:
    (label, *rest) = split_words((Piece("i\tone two three"),), FONTS, measure, 2.0)
    assert (label.label, label.indent) == (True, 2.0)
    lines = break_lines((label, *rest), 2.0 + rest[0].width + rest[0].space + rest[1].width)
    assert lines is not None
    assert [len(line) for line in lines] == [3, 1]
    assert [stretch.text for stretch in join_line(lines[0]).stretches] == ["i ", "one two"]
    assert break_lines((label, *rest), 2.0 + rest[2].width - 0.01) is None


def test_a_tab_is_a_space_where_the_style_has_no_room_for_labels(measure: Measure) -> None:
    assert [word.label for word in words(measure, Piece("i\tone"))] == [False, False]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("xx [star] <b>yy</b> zz", "★ yy"),  # the icon's word follows it
        ("xx [star], yy zz", "xx ★,"),  # nothing follows that it could stand for
        ("xx yy 2 [star] zz", "2 ★ zz"),
        ("xx yy: [star]", "yy: ★"),
    ],
)
def test_an_icon_stays_with_its_word_however_narrow_the_box(
    measure: Measure, text: str, held: str, language: str
) -> None:
    (paragraph,) = parse_markup(typeset(text, language), {"★": "star"}, frozenset({"star"}))
    found = words(measure, *paragraph)
    lines = break_lines(found, max(word.width for word in found))
    assert lines is not None and len(lines) > 1
    shown = ["".join(stretch.text for stretch in join_line(line).stretches).replace("\u00a0", " ") for line in lines]
    assert any(held in line for line in shown), shown
