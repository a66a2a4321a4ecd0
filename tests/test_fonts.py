"""Fonts: measured as the PDF writer measures them; what it cannot embed is found."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from valleybuild.fonts import Font, check_font, find_package_file, missing, read_font, width
from valleybuild.problem import Place

PANGRAM = "Příliš žluťoučký kůň úpěl ďábelské ódy – „AVA“ 1\u00a0234"
PLACE = Place("fonts/fonts.yaml", 4, 9)
STYLES = ("Regular", "Bold", "Italic")


def alegreya(style: str = "Regular") -> bytes:
    path = find_package_file("fontpkg_alegreya_sans", f"files/AlegreyaSans-{style}.ttf")
    assert path is not None
    return path.read_bytes()


@pytest.fixture(scope="module")
def regular() -> Font:
    return read_font("text", alegreya())


def small_font(change: Callable[[Any], None] = lambda builder: None, letters: str = " Aa") -> bytes:
    """Build a TrueType font of a few square letters, after `change` has had its way with the builder."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    names = [".notdef", *[f"uni{ord(letter):04X}" for letter in letters]]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"uni{ord(letter):04X}" for letter in letters})
    builder.setupGlyf(dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Small", "styleName": "Regular", "psName": "Small-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500)
    builder.setupPost()
    change(builder)
    file = io.BytesIO()
    builder.font.save(file)
    return file.getvalue()


def names(data: bytes) -> list[str]:
    problems = check_font(data, PLACE)
    assert all(problem.place == PLACE and problem.message and problem.hint for problem in problems)
    return [problem.name for problem in problems]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", [6.5, 9, 24])
def test_width_is_what_the_pdf_writer_measures(style: str, size: float) -> None:
    from reportlab.pdfbase.ttfonts import TTFont

    data = alegreya(style)
    font = read_font("text", data)
    theirs = TTFont(font.face_name, io.BytesIO(data)).stringWidth(PANGRAM, size) * 25.4 / 72
    assert width(font, PANGRAM, size) == pytest.approx(theirs, abs=1e-3)


def test_measures_are_in_em(regular: Font) -> None:
    assert (regular.ascent, regular.descent) == (0.8, -0.2)
    assert (regular.cap_height, regular.x_height) == (0.641, 0.458)
    assert width(regular, "", 9) == 0
    assert width(regular, "a\nb", 9) == width(regular, "ab", 9)
    assert width(regular, "\u00a0", 9) == width(regular, " ", 9) > 0
    assert width(regular, "\U0001f415", 72 / 25.4) == pytest.approx(regular.blank)


def test_face_name_follows_the_bytes(regular: Font) -> None:
    assert read_font("other", alegreya()).face_name == regular.face_name
    assert read_font("text", alegreya("Bold")).face_name != regular.face_name
    assert regular.face_name.isalnum()


def test_missing_letters_are_listed_once(regular: Font) -> None:
    assert missing(regular, PANGRAM + "\n") == ()
    assert missing(regular, "a⛨b中⛨\u00a0") == ("⛨", "中")
    plain = read_font("text", small_font())
    assert missing(plain, "A a\u00a0A") == ()
    assert missing(plain, "Až") == ("ž",)


def test_font_without_capital_heights_gets_usual_ones() -> None:
    def age(builder: Any) -> None:
        builder.font["OS/2"].version = 1
        builder.font["OS/2"].ulCodePageRange1 = builder.font["OS/2"].ulCodePageRange2 = 0

    font = read_font("text", small_font(age))
    assert (font.cap_height, font.x_height) == (0.7, 0.5)


def test_reading_is_quick() -> None:
    data = alegreya()
    best = 1.0
    for _ in range(5):
        start = time.perf_counter()
        read_font("text", data)
        best = min(best, time.perf_counter() - start)
    assert best < 0.025


def test_package_file_is_found_without_importing() -> None:
    sys.modules.pop("fontpkg_rowdies", None)
    path = find_package_file("fontpkg_rowdies", "files/Rowdies-Bold.ttf")
    assert path is not None
    assert path.name == "Rowdies-Bold.ttf"
    assert "fontpkg_rowdies" not in sys.modules
    assert find_package_file("fontpkg_rowdies", "files/Rowdies-Thin.ttf") is None
    assert find_package_file("fontpkg_rowdies", "../fontpkg_rowdies/__init__.py") is None
    assert find_package_file("no_such_package_here", "files/a.ttf") is None
    for odd in ("", ".", "fontpkg_rowdies.files", "a-b", "io"):
        assert find_package_file(odd, "a.ttf") is None


def test_good_fonts_pass() -> None:
    assert [names(alegreya(style)) for style in STYLES] == [[], [], []]
    assert names(small_font()) == []


def test_packed_fonts_are_found() -> None:
    def pack(builder: Any) -> None:
        builder.font.flavor = "woff"

    assert names(small_font(pack)) == ["font-packed"]
    assert names(b"ttcf\0\1\0\0") == ["font-packed"]
    assert names(b"wOF2") == ["font-packed"]


def test_cff_outlines_are_found() -> None:
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef"])
    builder.setupCharacterMap({})
    builder.setupCFF("Small", {}, {".notdef": T2CharStringPen(500, None).getCharString()}, {})
    builder.setupHorizontalMetrics({".notdef": (500, 0)})
    builder.setupHorizontalHeader()
    builder.setupNameTable({"familyName": "Small", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    file = io.BytesIO()
    builder.font.save(file)
    assert names(file.getvalue()) == ["font-cff"]


def test_variable_font_is_found() -> None:
    def vary(builder: Any) -> None:
        builder.setupFvar([("wght", 300, 400, 700, "Weight")], [])

    problems = check_font(small_font(vary), PLACE)
    assert [problem.name for problem in problems] == ["font-variable"]
    assert "wght" in problems[0].message


def test_font_without_characters_is_found() -> None:
    assert names(small_font(letters="")) == ["font-no-letters"]


@pytest.mark.parametrize(
    ("flags", "expected"), [(0, []), (4, []), (8, []), (2, ["font-not-embeddable"]), (0x104, ["font-not-embeddable"])]
)
def test_embedding_flags(flags: int, expected: list[str]) -> None:
    def forbid(builder: Any) -> None:
        builder.font["OS/2"].fsType = flags

    assert names(small_font(forbid)) == expected


def test_broken_fonts_are_found() -> None:
    good = small_font()
    assert names(b"") == ["font-broken"]
    assert names(b"hello, this is no font") == ["font-broken"]
    for length in range(0, len(good) - 4, 7):
        assert names(good[:length]) == ["font-broken"]

    def drop(builder: Any) -> None:
        del builder.font["name"]

    assert names(small_font(drop)) == ["font-broken"]


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 10_000), value=st.integers(0, 255))
def test_a_changed_byte_never_raises(at: int, value: int) -> None:
    data = bytearray(small_font())
    data[at % len(data)] = value
    if not check_font(bytes(data), PLACE):
        assert width(read_font("text", bytes(data)), "Aa", 9) > 0
