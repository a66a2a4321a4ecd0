"""The icon font: always the same bytes, accepted by the PDF writer, with real holes, and icons that will not do."""

from __future__ import annotations

import io

import pytest

from valleybuild.art import parse_svg
from valleybuild.fonts import check_font, read_font, width
from valleybuild.iconfont import Icon, build_icon_font, check_icon
from valleybuild.problem import Place
from valleybuild.scene import Colour, Drawing, Raster

INKS = {
    "ink": Colour("ink", (0, 0, 0, 100), (0, 0, 0)),
    "red": Colour("red", (10, 90, 80, 0), (200, 30, 30)),
    "white": Colour("white", (0, 0, 0, 0), (255, 255, 255)),
    "paper": Colour("paper", (0, 2, 8, 0), (250, 245, 230)),
}
DISC = '<circle cx="50" cy="50" r="40"/>'
RING_EVEN_ODD = '<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/>'
RING_WHITE = DISC + '<circle cx="50" cy="50" r="25" fill="#fff"/>'
TARGET = RING_WHITE + '<circle cx="50" cy="50" r="9" fill="#c81e1e"/>'


def drawn(body: str, box: str = "0 0 100 100") -> Drawing:
    source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'
    drawing, problems = parse_svg(source.encode(), "icons/a.svg", inks=INKS)
    assert problems == []
    assert drawing is not None
    return drawing


ICONS = [
    Icon("disc", 0xE000, drawn(DISC)),
    Icon("ring", 0xE001, drawn(RING_EVEN_ODD)),
    Icon("white ring", 0xE002, drawn(RING_WHITE)),
    Icon("target", 0xE003, drawn(TARGET)),
    Icon("wide", 0xE004, drawn('<rect width="60" height="30"/>', "0 0 60 30")),
]


def names(body: str) -> list[str]:
    problems = check_icon(drawn(body), "icons/a.svg")
    assert all(problem.place == Place("icons/a.svg") and problem.hint for problem in problems)
    return [problem.name for problem in problems]


def test_two_builds_are_identical() -> None:
    font = build_icon_font(ICONS)
    assert font == build_icon_font(list(reversed(ICONS)))
    assert font != build_icon_font(ICONS[:-1])


def test_font_passes_the_font_check_and_is_measured() -> None:
    data = build_icon_font(ICONS)
    assert check_font(data, Place("icons")) == []
    font = read_font("icons", data)
    assert (font.ascent, font.descent) == (0.84, -0.16)
    assert font.advances[0xE000] == 1.06
    assert font.advances[0xE004] == 2.06
    assert width(font, " \u00a0", 10) > 0


def test_font_name_follows_the_icons() -> None:
    from fontTools.ttLib import TTFont

    found = [TTFont(io.BytesIO(build_icon_font(icons)))["name"].getDebugName(6) for icons in (ICONS, ICONS[:2])]
    assert found[0] != found[1]


def test_viewbox_is_mapped_to_the_line() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(build_icon_font(ICONS)))
    wide = font["glyf"]["uniE004"]
    assert (wide.xMin, wide.yMin, wide.xMax, wide.yMax) == (30, -160, 2030, 840)
    assert font["hmtx"]["uniE004"] == (2060, 30)
    assert ".notdef" in font.getGlyphOrder()


@pytest.mark.parametrize(
    ("body", "turns"),
    [
        (DISC, [1]),
        ('<path d="M10 10v80h80v-80z"/>', [1]),
        (RING_EVEN_ODD, [1, -1]),
        ('<path d="M10 10h80v80h-80zM30 30v40h40v-40z"/>', [1, -1]),
        (RING_WHITE, [1, -1]),
        (TARGET, [1, -1, 1]),
        ('<path d="M10 10h80v80h-80zM30 30h40v40h-40z"/>', [1]),
        (DISC + '<circle cx="50" cy="50" r="9" fill="#c81e1e"/>', [1]),
        (DISC + '<circle cx="50" cy="50" r="9" fill="#faf5e6"/>', [1, -1]),
        (DISC + '<rect x="40" y="40" width="1" height="1" fill="#fff"/>', [1, -1]),
        ('<rect x="9" y="9" width="40" height="40"/><rect x="30" y="30" width="40" height="40"/>', [1, 1]),
        ('<rect x="9" y="9" width="40" height="40"/><rect x="9" y="9" width="40" height="40"/>', [1, 1]),
    ],
)
def test_contours_turn_by_what_they_do(body: str, turns: list[int]) -> None:
    from fontTools.pens.areaPen import AreaPen
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.ttLib import TTFont

    drawing = drawn(body)
    assert check_icon(drawing, "a.svg") == []
    glyphs = TTFont(io.BytesIO(build_icon_font([Icon("a", 0xE000, drawing)]))).getGlyphSet()
    pen = RecordingPen()
    glyphs["uniE000"].draw(pen)
    found: list[int] = []
    area = AreaPen()
    for command, points in pen.value:
        if command == "moveTo":
            area = AreaPen()
        getattr(area, command)(*points)
        if command == "closePath":
            found.append(1 if area.value < 0 else -1)  # below 0 is clockwise with y pointing up
    assert found == turns


def test_pdf_writer_takes_the_font_and_holes_are_empty() -> None:
    import pypdfium2  # type: ignore[import-untyped]
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    data = build_icon_font(ICONS)
    face = read_font("icons", data).face_name
    pdfmetrics.registerFont(TTFont(face, io.BytesIO(data)))
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(500, 100), initialFontName=face)
    canvas.setFont(face, 100)
    text = "\ue000\ue001\ue002\ue003"
    canvas.drawString(0, 16, text)
    canvas.save()
    document = pypdfium2.PdfDocument(file.getvalue())
    page = document[0]
    assert page.get_textpage().get_text_bounded().strip() == text
    picture = page.render(scale=1).to_pil().convert("L")
    # each icon is 100 high and wide here and 106 apart, its own 0 0 lies at (3, 0)
    centres = [picture.getpixel((3 + 106 * number + 50, 50)) for number in range(4)]
    rims = [picture.getpixel((3 + 106 * number + 18, 50)) for number in range(4)]
    between = [picture.getpixel((3 + 106 * number + 65, 50)) for number in range(4)]
    assert centres == [0, 255, 255, 0]
    assert rims == [0, 0, 0, 0]
    assert between == [0, 255, 255, 255]
    assert picture.getpixel((3 + 5, 5)) == 255
    document.close()


def test_icons_that_will_not_do() -> None:
    assert names(DISC) == []
    assert names(DISC + '<path d="M1 1h9" stroke="#000" fill="none"/>') == ["icon-stroke"]
    assert names('<path d="M1 1h9" stroke="#000" fill="none"/>') == ["icon-stroke", "icon-empty"]
    assert names('<circle cx="50" cy="50" r="9" fill="#fff"/>') == ["icon-empty"]
    assert names(DISC + '<rect width="100" height="100" fill="#fff"/>') == ["icon-empty"]
    assert names('<circle cx="50" cy="50" r="51"/>') == ["icon-outside"]
    assert names('<circle cx="50" cy="50" r="50"/>') == []
    assert names(DISC + '<rect y="40" width="50" height="20" fill="#fff"/>') == ["icon-crossing"]
    assert names('<path fill-rule="evenodd" d="M50 5L80 95 5 40h90L20 95z"/>') == ["icon-crossing"]
    assert names('<path d="M50 5L80 95 5 40h90L20 95z"/>') == []


def test_very_wide_icon_is_found() -> None:
    drawing = drawn('<rect width="2000" height="9"/>', "0 0 2000 10")
    assert [problem.name for problem in check_icon(drawing, "a.svg")] == ["icon-too-wide"]


def test_bitmap_in_an_icon_is_found() -> None:
    bitmap = Raster(0, 0, 9, 9, "art/a.png", (9, 9))
    drawing = Drawing("a.svg", 100, 100, (*drawn(DISC).items, bitmap))
    assert [problem.name for problem in check_icon(drawing, "a.svg")] == ["icon-bitmap"]


@pytest.mark.parametrize("codes", [(0xE000, 0xE000), (0x41,), (0xF0000,)])
def test_code_points_are_signs_and_unique(codes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="code point"):
        build_icon_font([Icon("a", code, drawn(DISC)) for code in codes])
