"""The painted PDF: text that reads back, embedded fonts, exact sizes on paper, and the same bytes every time."""

from __future__ import annotations

import hashlib
import importlib.resources
import io
import os
import subprocess
import sys
import time
from pathlib import Path as FilePath

import msgspec
import pikepdf
import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops

from valleybuild import pdf, readback
from valleybuild.impose import Page, Placement
from valleybuild.scene import (
    Anchor,
    Bookmark,
    Colour,
    Drawing,
    Group,
    Item,
    Link,
    Outline,
    Path,
    Raster,
    Run,
    Scene,
    Size,
    Stroke,
    Use,
    text_of,
)

BLACK = Colour("black", (0, 0, 0, 100), (0, 0, 0))
WHITE = Colour("white", (0, 0, 0, 0), (255, 255, 255))
RED = Colour("red", (0, 100, 100, 0), (255, 0, 0))
BLUE = Colour("blue", (100, 100, 0, 0), (0, 0, 255))
POKER = Outline("poker", Size(63.0, 88.0))
A4 = Size(210.0, 297.0)
PIXEL = 0.11  # mm, at 254 dpi
CZECH = [
    "Příliš žluťoučký kůň",
    "úpěl ďábelské ódy",
    "NÁROD (JEDNICE) \\ 1/2",
    "„To je 5 €,“ – řekl…",
    "Ťapka Ňouma Ěva Ůd",
]


class FontStandIn(msgspec.Struct, frozen=True):
    """A font's face and file, as paint needs them."""

    face_name: str
    data: bytes


def font(style: str) -> FontStandIn:
    path = importlib.resources.files("fontpkg_alegreya_sans") / f"files/AlegreyaSans-{style}.ttf"
    return FontStandIn(f"AlegreyaSans-{style}", path.read_bytes())


FONTS = {"body": font("Regular"), "bold": font("Bold"), "title": font("Bold")}


def box(x: float, y: float, wide: float, high: float, colour: Colour) -> Path:
    corners = (("M", x, y), ("L", x + wide, y), ("L", x + wide, y + high), ("L", x, y + high), ("Z",))
    return Path(corners, fill=colour)


def placed(
    scene: Scene, x: float = 0.0, y: float = 0.0, *, bleed: float = 3.0, angle: int = 0, shape: str = "rectangle"
) -> Placement:
    return Placement(scene, x, y, (bleed,) * 4, Outline("any", scene.size, shape), "piece", angle)


def page(*placements: Placement, marks: tuple[Item, ...] = (), size: Size = A4) -> Page:
    return Page(size, "front", 1, placements, marks)


def painted(*pages: Page, rasters: dict[str, bytes] | None = None) -> bytes:
    return pdf.paint(pages, fonts=FONTS, rasters=rasters or {}, title="Kočičí údolí", language="cs")


def text_scene(lines: list[str] = CZECH, size: Size = POKER.size) -> Scene:
    runs = [Run(5, 10 + 6 * n, line, "bold" if n % 2 else "body", 9.5, BLACK) for n, line in enumerate(lines)]
    return Scene(size, 3.0, (box(-3, -3, size.width + 6, size.height + 6, WHITE), *runs))


def pixels(file: bytes, dpi: float = 254.0) -> Image.Image:
    """Render the first page; at 254 dpi a pixel is a tenth of a millimetre."""
    return readback.render_page(file, 0, dpi=dpi).convert("RGB")


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a point in mm of a page rendered at 254 dpi."""
    colour = image.getpixel((int(x * 10), int(y * 10)))
    assert isinstance(colour, tuple)
    return colour


def extent(image: Image.Image, colour: tuple[int, int, int]) -> tuple[float, ...]:
    """Return left, top, right, bottom in mm of all pixels of a colour, at 254 dpi."""
    difference = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L")
    found = difference.point([255] + [0] * 255).getbbox()
    assert found
    return tuple(edge / 10 for edge in found)


def test_text_reads_back_in_order() -> None:
    scene = text_scene()
    marks = (Run(20, 280, "list 1 z 1 · 0.1.0", "body", 7, BLACK),)
    runs = readback.page_runs(painted(page(placed(scene, 20, 20), placed(scene, 83, 20), marks=marks)))
    assert runs == [[*text_of(scene.items), *text_of(scene.items), *text_of(marks)]]
    [text] = readback.page_texts(painted(page(placed(scene, 20, 20))))
    assert text == "\n".join(CZECH)


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_turned_text_reads_back(angle: int) -> None:
    assert readback.page_runs(painted(page(placed(text_scene(), 60, 60, angle=angle)))) == [CZECH]


def test_no_break_space_reads_back_as_a_space() -> None:
    assert readback.page_runs(painted(page(placed(text_scene(["k\u00a0lesu"]))))) == [["k lesu"]]


def test_text_of_more_than_one_subset_is_whole() -> None:
    known = covered() - {0xA0, 0xAD}
    characters = [chr(code) for code in range(0x21, 0x24F) if code in known]
    assert len(characters) > 256
    lines = ["".join(characters[n : n + 24]) for n in range(0, len(characters), 24)]
    scene = text_scene([line for line in lines for _ in (0, 1)], Size(180, 280))
    [runs] = readback.page_runs(painted(page(placed(scene))))
    assert "".join(runs) == "".join(text_of(scene.items))


def covered() -> set[int]:
    """Return the characters of both fonts."""
    return set.intersection(*(set(TTFont(io.BytesIO(FONTS[role].data)).getBestCmap()) for role in ("body", "bold")))


def test_missing_character_raises() -> None:
    with pytest.raises(ValueError, match=r"U\+26E8"):
        painted(page(placed(text_scene(["a ⛨"]))))


def test_two_files_of_one_face_raise() -> None:
    fonts = {"body": FONTS["body"], "bold": FontStandIn("AlegreyaSans-Regular", FONTS["bold"].data)}
    with pytest.raises(ValueError, match="AlegreyaSans-Regular"):
        pdf.paint([], fonts=fonts, rasters={}, title="", language="en")


def test_all_fonts_are_embedded_subsets_with_unicode() -> None:
    file = painted(page(placed(text_scene())))
    assert b"Helvetica" not in file
    with pikepdf.open(io.BytesIO(file)) as opened:
        fonts = [
            entry for entry in opened.objects if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/Font"
        ]
        assert {str(entry.BaseFont).split("+")[1] for entry in fonts} == {"AlegreyaSans-Regular", "AlegreyaSans-Bold"}
        for entry in fonts:
            assert len(entry.FontDescriptor.FontFile2.read_bytes()) > 1000
            assert b"beginbfchar" in entry.ToUnicode.read_bytes()
        assert not opened.check_pdf_syntax()


def test_hints_title_and_language() -> None:
    with pikepdf.open(io.BytesIO(painted(page()))) as opened:
        assert opened.Root.ViewerPreferences.PrintScaling == "/None"
        assert opened.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(opened.Root.Lang) == "cs" and str(opened.docinfo.Title) == "Kočičí údolí"
    single = pdf.paint([page()], fonts=FONTS, rasters={}, title="", language="en", duplex=False)
    with pikepdf.open(io.BytesIO(single)) as opened:
        assert "/Duplex" not in opened.Root.ViewerPreferences and len(opened.pages) == 1


def test_empty_pages_and_faces_are_blank() -> None:
    image = pixels(painted(page(placed(Scene(POKER.size, 3.0, ())))), dpi=20)
    assert image.getextrema() == ((255, 255),) * 3


def test_pages_have_their_size() -> None:
    sizes = [A4, Size(215.9, 279.4), Size(148.0, 210.0)]
    for size, wanted in zip(readback.page_sizes(painted(*(page(size=size) for size in sizes))), sizes, strict=True):
        assert (size.width, size.height) == pytest.approx((wanted.width, wanted.height), abs=0.001)


def test_card_is_63_by_88_mm_on_paper() -> None:
    scene = Scene(POKER.size, 3.0, (box(-3, -3, 69, 94, RED), box(0, 0, 63, 88, BLUE)))
    image = pixels(painted(page(placed(scene, 20, 30, bleed=2.0))))
    assert extent(image, (0, 0, 255)) == pytest.approx((20, 30, 83, 118), abs=PIXEL)
    assert [at(image, *point) for point in ((18.1, 70), (84.8, 70), (50, 28.1), (50, 119.8))] == [(255, 0, 0)] * 4
    assert [at(image, *point) for point in ((17.8, 70), (85.2, 70), (50, 27.8), (50, 120.2))] == [(255,) * 3] * 4


def test_bleed_is_clipped_on_each_side_by_itself() -> None:
    scene = Scene(Size(40, 40), 3.0, (box(-3, -3, 46, 46, RED),))
    placement = Placement(scene, 20, 20, (0.0, 1.0, 2.0, 3.0), Outline("any", scene.size), "piece", 90)
    assert extent(pixels(painted(page(placement))), (255, 0, 0)) == pytest.approx((20, 19, 62, 63), abs=PIXEL)


@pytest.mark.parametrize(("angle", "corner"), [(0, (21, 21)), (90, (106, 21)), (180, (81, 106)), (270, (21, 81))])
def test_angles_turn_clockwise(angle: int, corner: tuple[float, float]) -> None:
    scene = Scene(POKER.size, 0.0, (box(0, 0, 63, 88, BLUE), box(0, 0, 3, 3, RED)))
    image = pixels(painted(page(placed(scene, 20, 20, bleed=0.0, angle=angle))))
    assert at(image, *corner) == (255, 0, 0)
    wide, high = (88, 63) if angle in (90, 270) else (63, 88)
    assert extent(image, (0, 0, 255))[2:] == pytest.approx((20 + wide, 20 + high), abs=PIXEL)


def test_circle_is_clipped_to_its_bleed() -> None:
    scene = Scene(Size(20, 20), 3.0, (box(-3, -3, 26, 26, RED),))
    image = pixels(painted(page(placed(scene, 50, 50, shape="circle"))))
    assert extent(image, (255, 0, 0)) == pytest.approx((47, 47, 73, 73), abs=0.2)
    inside, outside = 60 - 12.8 * 0.7071, 60 - 13.2 * 0.7071
    assert (at(image, inside, inside), at(image, outside, outside)) == ((255, 0, 0), (255, 255, 255))


def test_group_turns_and_clips() -> None:
    group = Group((box(10, 10, 20, 5, RED),), angle=90, x=10, y=10, clip=(10, 10, 12, 5))
    image = pixels(painted(page(marks=(group,))))
    assert extent(image, (255, 0, 0)) == pytest.approx((5, 10, 10, 22), abs=PIXEL)


def test_drawing_is_scaled_and_painted_once() -> None:
    drawing = Drawing("square", 24.0, 24.0, (box(0, 0, 24, 24, BLUE), box(0, 0, 12, 6, RED)))
    again = Drawing("same", 24.0, 24.0, (box(0, 0, 24, 24, BLUE), box(0, 0, 12, 6, RED)))
    file = painted(page(marks=(Use(drawing, 10, 10, 40, 20), Use(again, 60, 10, 5, 5))))
    image = pixels(file)
    assert extent(image, (0, 0, 255))[:3] == pytest.approx((10, 10, 65), abs=PIXEL)
    assert (at(image, 29.8, 14.8), at(image, 30.2, 14.8), at(image, 29.8, 15.2)) == (
        (255, 0, 0),
        (0, 0, 255),
        (0, 0, 255),
    )
    assert forms(file) == 1


def test_equal_faces_are_painted_once() -> None:
    assert forms(painted(page(*(placed(text_scene(), n) for n in range(5)), placed(text_scene(["other"]))))) == 2


def forms(file: bytes) -> int:
    with pikepdf.open(io.BytesIO(file)) as opened:
        streams = [entry for entry in opened.objects if isinstance(entry, pikepdf.Stream)]
        return sum(entry.get("/Subtype") == "/Form" for entry in streams)


def test_stroke_dashes_curves_and_even_odd() -> None:
    ring = Path((*box(10, 10, 20, 20, RED).segments, *box(15, 15, 10, 10, RED).segments), fill=RED, even_odd=True)
    line = Path((("M", 10, 50), ("L", 50, 50)), stroke=Stroke(BLUE, 2.0, dash=(5.0, 5.0)))
    curve = Path((("M", 60, 10), ("C", 60, 30, 80, 30, 80, 10), ("Z",)), fill=BLUE, stroke=Stroke(RED, 1.0, round=True))
    image = pixels(painted(page(marks=(ring, line, curve, Path((("M", 0, 0), ("L", 9, 9)))))))
    assert (at(image, 12, 12), at(image, 20, 20)) == ((255, 0, 0), (255, 255, 255))
    assert (at(image, 12, 50.5), at(image, 17, 50.5), at(image, 22, 49.5)) == ((0, 0, 255), (255,) * 3, (0, 0, 255))
    assert (at(image, 70, 15), at(image, 70, 24.8)) == ((0, 0, 255), (255, 0, 0))
    assert at(image, 3, 3) == (255, 255, 255)


def bitmap(mode: str, colour: tuple[int, ...] | int, kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (8, 4), colour).save(buffer, kind)
    return buffer.getvalue()


def test_rasters_fill_their_box() -> None:
    rasters = {
        "rgb.png": bitmap("RGB", (255, 0, 0)),
        "clear.png": bitmap("RGBA", (0, 0, 255, 0)),
        "grey.png": bitmap("L", 128),
        "photo.jpg": bitmap("RGB", (0, 0, 255), "JPEG"),
    }
    items = tuple(Raster(10 + 30 * n, 20, 20, 10, name, (8, 4)) for n, name in enumerate(rasters))
    file = painted(page(placed(Scene(Size(200, 80), 0.0, items), bleed=0.0)), rasters=rasters)
    image = pixels(file)
    assert extent(image, (255, 0, 0)) == pytest.approx((10, 20, 30, 30), abs=PIXEL)
    assert (at(image, 50, 25), at(image, 80, 25)) == ((255, 255, 255), (128, 128, 128))
    assert at(image, 110, 25)[2] > 250
    assert rasters["photo.jpg"] in file  # a photograph is not compressed a second time


def test_black_and_white_are_grey_inks() -> None:
    scene = Scene(Size(50, 50), 0.0, (box(0, 0, 9, 9, BLACK), box(9, 0, 9, 9, WHITE), box(18, 0, 9, 9, RED)))
    with pikepdf.open(io.BytesIO(painted(page(placed(scene))))) as opened:
        [form] = [
            entry for entry in opened.objects if isinstance(entry, pikepdf.Stream) and entry.get("/Subtype") == "/Form"
        ]
        operators = [str(part.operator) for part in pikepdf.parse_content_stream(form)]
    assert [operator for operator in operators if operator in ("g", "rg")] == ["g", "g", "rg"]


def sample() -> bytes:
    """Paint a document with every kind of thing in it."""
    drawing = Drawing("d", 10, 10, (box(1, 1, 5, 5, RED), Raster(0, 0, 3, 3, "a.png", (8, 4))))
    scene = Scene(
        POKER.size, 3.0, (*text_scene().items, Use(drawing, 9, 50, 20, 20), Raster(5, 70, 9, 9, "b.png", (8, 4)))
    )
    marks = (Group((Run(9, 9, "Štítek", "title", 7, BLACK),), angle=-90, x=9, y=9),)
    rasters = {"a.png": bitmap("RGBA", (1, 2, 3, 4)), "b.png": bitmap("L", 9)}
    return painted(page(placed(scene, 20, 20), marks=marks), page(placed(scene, 90, 20, angle=270)), rasters=rasters)


def test_same_bytes_in_another_process_day_and_environment(tmp_path: FilePath) -> None:
    first, other, second = sample(), painted(page(placed(text_scene(["Žádný"])))), sample()
    assert first == second and other != first
    code = "import sys; sys.path.insert(0, sys.argv[1]); from test_pdf import sample; sys.stdout.buffer.write(sample())"
    for seed, epoch, zone in (("1", "1", "UTC"), ("2", "1800000000", "Pacific/Auckland")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": epoch, "TZ": zone, "RL_useA85": "1"}
        command = [sys.executable, "-c", code, str(FilePath(__file__).parent)]
        result = subprocess.run(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, check=True)
        assert hashlib.sha256(result.stdout).hexdigest() == hashlib.sha256(first).hexdigest()


def test_two_documents_differ_in_their_id() -> None:
    def identifier(file: bytes) -> bytes:
        with pikepdf.open(io.BytesIO(file)) as opened:
            return bytes(opened.trailer.ID[0])

    assert identifier(painted(page())) != identifier(painted(page(placed(text_scene()))))
    assert identifier(sample()) == identifier(sample())


def test_two_thousand_faces_are_painted_in_seconds() -> None:
    def scene(number: int) -> Scene:
        runs = [Run(5, 10 + 6 * n, f"{line} {number}", "body", 9, BLACK) for n, line in enumerate(CZECH)]
        return Scene(POKER.size, 3.0, (*(box(5, 40 + 8 * n, 40, 7, RED) for n in range(5)), *runs))

    pages = [
        page(*(placed(scene(9 * sheet + n), 63 * (n % 3), 88 * (n // 3)) for n in range(9))) for sheet in range(222)
    ]
    started = time.process_time()
    painted(*pages)
    assert time.process_time() - started < 5  # about 0.6 s on a slow machine


def outlined(bookmarks: tuple[Bookmark, ...], links: tuple[Link, ...] = ()) -> bytes:
    """Paint two pages, the second with two anchors, with an outline."""
    size = Size(100.0, 150.0)
    anchors = (Anchor("top", 10.0), Anchor("below", 90.0))
    pages = [
        Page(size, "front", 1, (), (), links=links),
        Page(size, "front", 2, (), (), anchors=anchors),
    ]
    return pdf.paint(pages, fonts={}, rasters={}, title="outline", language="en", bookmarks=bookmarks)


def test_bookmarks_are_nested_and_lead_to_their_anchors() -> None:
    marks = (Bookmark("One", "top", 0), Bookmark("One point one", "below", 1), Bookmark("Two – Přívoz", "below", 0))
    with pikepdf.open(io.BytesIO(outlined(marks))) as document, document.open_outline() as outline:
        assert [(item.title, [child.title for child in item.children]) for item in outline.root] == [
            ("One", ["One point one"]),
            ("Two – Přívoz", []),
        ]
        (child,) = outline.root[0].children
        assert child.destination[0].objgen == document.pages[1].objgen
        assert float(child.destination[3]) == pytest.approx(60.0 / 25.4 * 72, abs=0.1)


def test_a_link_leads_to_its_anchor_from_where_it_stands() -> None:
    made = outlined((), (Link(10.0, 20.0, 30.0, 5.0, "top"),))
    with pikepdf.open(io.BytesIO(made)) as document:
        (annot,) = document.pages[0].Annots
        assert annot.Dest[0].objgen == document.pages[1].objgen
        corners = [float(edge) * 25.4 / 72 for edge in annot.Rect]
        assert corners == pytest.approx([10.0, 125.0, 40.0, 130.0], abs=0.01)
        assert "/Outlines" not in document.Root


@pytest.mark.parametrize(
    "wrong", [((Bookmark("One", "nowhere", 0),), ()), ((), (Link(0.0, 0.0, 1.0, 1.0, "nowhere"),))]
)
def test_what_leads_nowhere_is_refused(wrong: tuple[tuple[Bookmark, ...], tuple[Link, ...]]) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        outlined(*wrong)
