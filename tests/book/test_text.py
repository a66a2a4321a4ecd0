"""Set lines: kerned runs whose letters stand in the PDF where they were measured, links, icons, alignment."""

from __future__ import annotations

import ctypes
import itertools

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.book.setting import BLACK, CZECH, ENGLISH, RED, em, fonts, letters, plain, style, typesetter, words
from valleybuild.book.rows import baseline, shift
from valleybuild.book.text import SetLine
from valleybuild.impose import Page, Placement
from valleybuild.markup import Piece
from valleybuild.pdf import paint
from valleybuild.scene import Outline, Run, Scene, Size
from valleybuild.units import MM_PER_POINT

SIZE = Size(140.0, 200.0)
LEFT = 10.0


def painted(lines: tuple[SetLine, ...]) -> bytes:
    """Paint lines below each other."""
    items = tuple(
        item for count, line in enumerate(lines) for item in shift(line.runs, LEFT, 20.0 + count * 5.0)
    )  # fmt: skip
    placement = Placement(Scene(SIZE, 0.0, items), 0.0, 0.0, (0.0,) * 4, Outline("page", SIZE), "page")
    page = Page(SIZE, "front", 1, (placement,), ())
    return paint([page], fonts=fonts(), rasters={}, title="lines", language="cs")


def origins(pdf: bytes) -> list[tuple[str, float, float]]:
    """Read back each letter with the point it starts at, in mm from the top left corner; spaces left out."""
    document = pypdfium2.PdfDocument(pdf)
    text_page = document[0].get_textpage()
    found = []
    for index in range(text_page.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text_page, index)).replace("\x02", "-")  # a hyphen at a line's end
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
        if not letter.isspace():
            found.append((letter, x.value * MM_PER_POINT, SIZE.height - y.value * MM_PER_POINT))
    document.close()
    return found


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", "AVA To Tě Vážený. " + CZECH)])
def test_letters_stand_in_the_pdf_where_they_were_measured(language: str, text: str) -> None:
    setter = typesetter(language)
    lines = setter.set(plain(text), style(), 100.0, justified=True)
    read = origins(painted(lines))
    shown = [letter for line in lines for run in line.runs for letter in run.text if not letter.isspace()]
    assert [letter for letter, _, _ in read] == shown
    per_line = [list(group) for _, group in itertools.groupby(read, key=lambda found: round(found[2], 1))]
    assert len(per_line) == len(lines)
    for line, found in zip(lines, per_line, strict=True):
        places = iter(found)
        for run in line.runs:
            x = LEFT + run.x
            spread = run.spread or (0,) * len(run.text)
            for letter, more in zip(run.text, spread, strict=True):
                if not letter.isspace():
                    assert next(places)[1] == pytest.approx(x, abs=0.05)
                x += (letters().nominal(letter, run.font) + more / 1000) * em()
    for line, found in list(zip(lines, per_line, strict=True))[:-1]:  # a justified line ends at its right edge
        last, x, _ = found[-1]
        end = x + letters().nominal(last, "text") * em()
        assert end == pytest.approx(LEFT + 100.0, abs=0.1 if not line.hyphen else 0.2)


def test_a_kerned_pair_is_set_closer_in_the_pdf_than_its_letters_alone() -> None:
    (line,) = typesetter().set(plain("AVAT"), style(), 100.0)
    read = origins(painted((line,)))
    wide = letters().nominal("A", "text") * em()
    assert read[1][1] - read[0][1] < wide - 0.02


def test_a_ragged_line_keeps_its_spaces() -> None:
    for line in typesetter().set(plain(ENGLISH), style(), 60.0):
        for run in line.runs:
            for letter, more in zip(run.text, run.spread or (0,) * len(run.text), strict=True):
                assert letter != " " or abs(more) <= 1


def test_a_divided_word_ends_with_a_hyphen_in_both_languages() -> None:
    for language, text in (("en", ENGLISH), ("cs", CZECH)):
        lines = typesetter(language).set(plain(text), style(), 38.0, justified=True)
        divided = [line for line in lines if line.hyphen]
        assert divided, language
        assert all(line.runs[-1].text.endswith("-") for line in divided)
        assert words(lines) == text
        whole = typesetter(language).set(plain(text), style(), 38.0, justified=True, divided=False)
        assert not any(line.hyphen for line in whole)


@pytest.mark.parametrize(("align", "part"), [("left", 0.0), ("centre", 0.5), ("right", 1.0)])
def test_a_ragged_line_stands_where_it_is_told(align: str, part: float) -> None:
    (line,) = typesetter().set(plain("The end"), style(), 80.0, align=align)
    assert line.runs[0].x == pytest.approx(part * (80.0 - line.width), abs=1e-3)


def test_looks_inks_and_icons_are_runs_of_their_own() -> None:
    pieces = (Piece("plain "), Piece("bold", bold=True), Piece(" "), Piece("*", icon="star"), Piece(" it", italic=True))
    (line,) = typesetter().set(pieces, style(), 100.0)
    assert [(run.font, run.text.strip(), run.colour) for run in line.runs] == [
        ("text", "plain", BLACK),
        ("bold", "bold", BLACK),
        ("icons", "*", RED),
        ("italic", "it", BLACK),
    ]
    starts = [run.x for run in line.runs]
    assert starts == sorted(starts)


def test_a_link_is_as_wide_as_its_words_and_goes_on_in_the_next_line() -> None:
    pieces = (Piece("see "), Piece("the chapter on neighbours and bridges", link="bridges"), Piece(" for more"))
    (line,) = typesetter().set(pieces, style(), 200.0)
    (link,) = line.links
    assert link.to == "bridges"
    assert link.x == pytest.approx(
        typesetter().width_of((Piece("see "), Piece("x")), style()) - em() * _width("x"), abs=0.01
    )
    assert link.width == pytest.approx(typesetter().width_of((pieces[1],), style()), abs=0.01)
    several = typesetter().set(pieces, style(), 30.0)
    assert len([line for line in several if line.links]) > 1
    assert {link.to for line in several for link in line.links} == {"bridges"}


def _width(letter: str) -> float:
    return letters().nominal(letter, "text")


def test_a_no_break_space_holds_words_together() -> None:
    text = "it takes 3\u00a0stamps and 2\u00a0days of work"
    for width in range(20, 60):
        shown = [
            "".join(run.text for run in line.runs) for line in typesetter().set(plain(text), style(), float(width))
        ]
        assert any("3\u00a0stamps" in line for line in shown) and any("2\u00a0days" in line for line in shown)


def test_an_empty_paragraph_has_no_lines() -> None:
    assert typesetter().set((), style(), 50.0) == ()
    assert typesetter().set(plain("   "), style(), 50.0) == ()


def test_the_baseline_lies_within_its_line() -> None:
    down = baseline(style(), fonts()["text"])
    assert 0.5 * em() < down < 1.25 * em()


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.text(alphabet="aeiklmnoprstuvzěščřžýáíé.,", min_size=1, max_size=12), min_size=1, max_size=50),
    st.floats(35.0, 117.0),
    st.booleans(),
)
def test_whatever_is_set_is_in_order_and_in_its_column(text: list[str], width: float, justified: bool) -> None:
    lines = typesetter("cs").set(plain(" ".join(text)), style(), width, justified=justified)
    assert words(lines) == " ".join(text)
    for line in lines:
        assert line.width <= width + 0.01
        assert all(isinstance(run, Run) and run.x >= -1e-6 for run in line.runs)
