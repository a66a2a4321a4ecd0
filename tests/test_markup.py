"""Marked-up text to pieces: looks, icons, paragraphs, and where a fault stands."""

from __future__ import annotations

import pytest

from valleybuild.markup import MarkupError, Piece, parse_markup

ICONS = frozenset({"star", "die-6"})
SIGNS = {"★": "star"}


def parsed(text: str) -> tuple[tuple[Piece, ...], ...]:
    return parse_markup(text, SIGNS, ICONS)


def test_looks_nest() -> None:
    assert parsed("a <b>b <i>c</i></b> <c rust>d</c>") == (
        (
            Piece("a "),
            Piece("b ", bold=True),
            Piece("c", bold=True, italic=True),
            Piece(" "),
            Piece("d", ink="rust"),
        ),
    )


def test_an_icon_is_its_name_or_its_sign() -> None:
    assert parsed("2 [star]") == ((Piece("2 "), Piece("", icon="star")),)
    assert parsed("2 ★") == parsed("2 [star]")
    assert parsed("<c rust>★</c>[die-6]") == ((Piece("", ink="rust", icon="star"), Piece("", icon="die-6")),)


def test_the_innermost_ink_counts() -> None:
    assert parsed("<c rust>a<c moss>b</c></c>") == ((Piece("a", ink="rust"), Piece("b", ink="moss")),)


def test_a_new_line_is_a_new_paragraph_and_blank_lines_are_none() -> None:
    assert parsed(" one \n\n two\n") == ((Piece("one"),), (Piece("two"),))
    assert parsed("") == parsed(" \n ") == ()


def test_brackets_that_name_nothing_in_small_letters_are_text() -> None:
    assert parsed("[A] [] ]") == ((Piece("[A] [] ]"),),)


@pytest.mark.parametrize(
    ("text", "said", "position"),
    [
        ("a <b>b", "<b> is not closed", 2),
        ("ab</b>", "</b> closes nothing", 2),
        ("<b><i>x</b></i>", "</b> closes nothing", 7),
        ("<u>x</u>", "<u> is not known", 0),
        ("<c>x</c>", "<c> is not known", 0),
        ("<b red>x</b>", "<b> is not known", 0),
        ("one < two", "a < that opens no markup", 4),
        ("first\nx [moon]", "there is no icon [moon]", 8),
        ("<b>first\nsecond</b>", "<b> is not closed", 0),
    ],
)
def test_faults(text: str, said: str, position: int) -> None:
    with pytest.raises(MarkupError) as caught:
        parsed(text)
    assert (caught.value.message, caught.value.position) == (said, position)
    assert caught.value.hint
