"""SVG and PNG files: the good ones become drawings, each way of breaking one is found where it stands."""

from __future__ import annotations

import io
import math
import struct
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from valleybuild.art import parse_svg
from valleybuild.codes.art import CODES
from valleybuild.png import measure_png
from valleybuild.problem import Problem
from valleybuild.scene import Colour, Drawing, Path, Stroke
from valleybuild.svgpath import GeometryError, apply, mean_scale, read_path, read_transform

INK = Colour("ink", (0, 0, 0, 100), (0, 0, 0))
RED = Colour("red", (10, 90, 80, 0), (200, 30, 30))
WHITE = Colour("white", (0, 0, 0, 0), (255, 255, 255))
INKS = {"ink": INK, "red": RED, "white": WHITE}

GOOD = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">
  <title>Dům</title>
  <g transform="translate(10 20) scale(2)" fill="#c81e1e">
    <path d="M1 2 L3 4 z" fill-rule="evenodd"/>
    <circle cx="5" cy="5" r="3"/>
  </g>
  <rect x="1" y="2" width="10" height="5" fill="currentColor"/>
  <line x2="8" y2="9" stroke="#fff" stroke-width="2"/>
</svg>
"""


def read(source: str, recolour: Colour | None = None) -> Drawing:
    drawing, problems = parse_svg(source.encode(), "art/house.svg", inks=INKS, recolour=recolour)
    assert problems == []
    assert drawing is not None
    return drawing


def wrapped(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


def paths(drawing: Drawing) -> list[Path]:
    return [item for item in drawing.items if isinstance(item, Path)]


def found(source: bytes | str) -> list[tuple[str, int, int]]:
    raw = source if isinstance(source, bytes) else source.encode()
    drawing, problems = parse_svg(raw, "art/house.svg", inks=INKS)
    assert drawing is None
    assert all(problem.message and problem.hint and problem.place.file == "art/house.svg" for problem in problems)
    return [(problem.name, problem.place.line, problem.place.column) for problem in problems]


def test_good_picture_is_read() -> None:
    drawing = read(GOOD)
    assert (drawing.name, drawing.width, drawing.height) == ("art/house.svg", 100, 80)
    house, sun, door, line = paths(drawing)
    assert house.segments == (("M", 12, 24), ("L", 16, 28), ("Z",))
    assert (house.fill, house.even_odd, house.stroke) == (RED, True, None)
    assert sun.segments[0] == ("M", 26, 30)
    assert door.fill == INK
    assert line.fill is None
    assert line.stroke == Stroke(WHITE, 2)
    assert hash(drawing) == hash(read(GOOD))


def test_recolour_changes_current_colour_only() -> None:
    fills = [path.fill for path in paths(read(GOOD, recolour=WHITE))]
    assert fills == [RED, RED, WHITE, None]


def test_presentation_attributes_are_inherited_and_scaled() -> None:
    body = (
        '<g stroke="#c81e1e" stroke-width="3px" stroke-linejoin="round" stroke-dasharray="1,2 3" fill="none">'
        '<g transform="scale(2 8)"><polyline points="0 0 5,5"/></g>'
        '<polygon points="0,0 4 0 4 4" stroke-dasharray="none" stroke-linejoin="inherit" fill="#FFF"/></g>'
    )
    line, triangle = paths(read(wrapped(body)))
    assert line.stroke == Stroke(RED, 12, (4, 8, 12, 4, 8, 12), True)
    assert triangle.stroke == Stroke(RED, 3, (), True)
    assert triangle.fill == WHITE
    assert triangle.segments[-1] == ("Z",)


def test_no_fill_means_black() -> None:
    (path,) = paths(read(wrapped('<path d="M0 0h5v5"/>')))
    assert path.fill == INK
    drawing, problems = parse_svg(wrapped('<path d="M0 0h5v5"/>').encode(), "a.svg", inks={"red": RED})
    assert drawing is None
    assert [problem.name for problem in problems] == ["svg-ink"]


def test_foreign_and_descriptive_elements_are_passed_over() -> None:
    body = (
        '<metadata><x:y xmlns:x="urn:x"/></metadata><desc>text <b>bold</b></desc><defs><path d="M0 0h9v9z"/></defs>'
        '<n:view xmlns:n="urn:n" n:zoom="1"><n:g/></n:view>'
        '<path xmlns:n="urn:n" n:label="a" id="b" data-c="d" opacity="1" d="M0 0h5v5z"/>'
    )
    assert len(read(wrapped(body)).items) == 1


def test_invisible_shapes_are_left_out() -> None:
    body = '<rect width="0" height="5"/><circle r="0"/><path d=""/><path d="M1 1h1" fill="none"/>'
    body += '<rect width="1" height="1"/>'
    assert len(read(wrapped(body)).items) == 1


BROKEN = [
    ("<circle", "<circle>", "svg-not-xml", 7, 5),
    ("</g>", "", "svg-not-xml", 10, 3),
    ("<svg ", '<!DOCTYPE svg [<!ENTITY a "b">]><svg ', "svg-doctype", 2, 1),
    ("<svg ", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg ', "svg-doctype", 2, 1),
    ("<svg ", '<?xml-stylesheet href="a.css"?><svg ', "svg-reference", 2, 1),
    (' viewBox="0 0 100 80"', "", "svg-viewbox", 2, 1),
    ("0 0 100 80", "5 0 100 80", "svg-viewbox", 2, 50),
    ("0 0 100 80", "0 0 100", "svg-viewbox", 2, 50),
    ("0 0 100 80", "0 0 100 0", "svg-viewbox", 2, 50),
    ("0 0 100 80", "0 0 a b", "svg-viewbox", 2, 50),
    ('fill="#c81e1e"', 'fill="url(#sky)"', "svg-reference", 4, 50),
    ("<title>Dům", '<image href="a.png"/><title>', "svg-element", 3, 3),
    ("<title>Dům", '<a xmlns:l="http://www.w3.org/1999/xlink" l:href="#a"/><title>', "svg-element", 3, 3),
    ("<title>Dům", "<style>a{}</style><title>", "svg-element", 3, 3),
    ("<title>Dům", "<linearGradient><stop/></linearGradient><title>", "svg-element", 3, 3),
    ("<title>Dům", "<defs><filter/></defs><title>", "svg-element", 3, 9),
    ("<title>Dům", '<svg viewBox="0 0 1 1"/><title>', "svg-element", 3, 3),
    ('r="3"', 'r="3" style="fill:red"', "svg-attribute", 6, 33),
    ('r="3"', 'r="3" class="a"', "svg-attribute", 6, 33),
    ('r="3"', 'r="3" opacity=".5"', "svg-attribute", 6, 33),
    ('r="3"', 'r="3" onclick="a()"', "svg-attribute", 6, 33),
    ('r="3"', 'r="3" stroke-widht="2"', "svg-attribute", 6, 33),
    ('r="3"', 'r="3" stroke-linecap="square"', "svg-attribute", 6, 49),
    ('r="3"', 'r="three"', "svg-number", 6, 30),
    ('r="3"', 'r="-3"', "svg-number", 6, 30),
    ('r="3"', 'r="1e99"', "svg-number", 6, 30),
    ('r="3"', 'r="50%"', "svg-number", 6, 30),
    ('stroke-width="2"', 'stroke-width="-2"', "svg-number", 9, 51),
    ('stroke-width="2"', 'stroke-dasharray="2 -1"', "svg-number", 9, 55),
    ('stroke-width="2"', 'stroke-dasharray="2 1em"', "svg-number", 9, 58),
    ("<line ", '<polygon points="0 0 5"/><line ', "svg-number", 9, 20),
    ("scale(2)", "scale(1e7) scale(1e7)", "svg-number", 5, 5),
    ("M1 2 L3 4 z", "M1 2 L3 4,, 5z", "svg-path", 5, 23),
    ("M1 2 L3 4 z", "1 2 L3 4 z", "svg-path", 5, 14),
    ("M1 2 L3 4 z", "M1 2\n&#76;3 4 y", "svg-path", 6, 10),
    ("M1 2 L3 4 z", "M1 2 L3", "svg-path", 5, 21),
    ("M1 2 L3 4 z", "M1 2 A1 1 0 2 0 3 4", "svg-path", 5, 26),
    ("scale(2)", "zoom(2)", "svg-transform", 4, 34),
    ("scale(2)", "scale(2", "svg-transform", 4, 41),
    ("scale(2)", "rotate(1 2)", "svg-transform", 4, 34),
    ("#c81e1e", "red", "svg-colour", 4, 50),
    ("#c81e1e", "#c81e1", "svg-colour", 4, 50),
    ("#c81e1e", "#c81e1f", "svg-ink", 4, 50),
    ("Dům", "D\u0001m", "svg-characters", 3, 11),
]


@pytest.mark.parametrize(("old", "new", "name", "line", "column"), BROKEN)
def test_broken_picture_is_found(old: str, new: str, name: str, line: int, column: int) -> None:
    assert GOOD.count(old) == 1
    assert found(GOOD.replace(old, new))[0] == (name, line, column)


def test_every_finding_of_a_file_is_reported() -> None:
    source = GOOD.replace("#c81e1e", "#123456").replace("L3 4", "L3 x").replace('r="3"', 'r="x" style=""')
    source = source.replace("<line ", '<use href="#a"/><line ')
    assert found(source) == [
        ("svg-ink", 4, 50),
        ("svg-path", 5, 22),
        ("svg-attribute", 6, 33),
        ("svg-number", 6, 30),
        ("svg-element", 9, 3),
        ("svg-reference", 9, 14),
    ]


def test_findings_of_a_whole_file() -> None:
    assert found("<html><svg/></html>") == [("svg-root", 1, 1)]
    assert found('<svg viewBox="0 0 9 9"><rect width="5"/></svg>') == [("svg-empty", 1, 1)]
    assert found(b"<svg>" + b" " * 512 * 1024 + b"</svg>") == [("svg-too-large", 0, 0)]
    assert found(GOOD.encode("cp1250")) == [("svg-characters", 3, 11)]
    assert found(GOOD.encode("utf-16"))[0][0] == "svg-characters"
    assert found(b"") == [("svg-not-xml", 1, 1)]


def test_columns_count_characters_behind_letters_of_two_bytes() -> None:
    assert found(GOOD.replace("</title>", "</title><text/>")) == [("svg-element", 3, 21)]


def test_byte_order_mark_is_no_column() -> None:
    assert found(b"\xef\xbb\xbf<svg/>") == [("svg-viewbox", 1, 1)]


def test_unknown_ink_names_the_nearest() -> None:
    _, problems = parse_svg(GOOD.replace("#c81e1e", "#c01e1e").encode(), "a.svg", inks=INKS)
    assert "#c01e1e" in problems[0].message
    assert "red, #c81e1e" in problems[0].hint


def test_current_colour_needs_an_ink() -> None:
    source = wrapped('<path d="M0 0h5v5z" fill="currentColor"/>').encode()
    assert [problem.name for problem in parse_svg(source, "a.svg", inks={"red": RED})[1]] == ["svg-ink"]
    assert parse_svg(source, "a.svg", inks={}, recolour=RED)[1] == []


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "lol">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
    )
    source = f'{bomb}]><svg viewBox="0 0 1 1"><title>&j;</title><path d="&j;"/></svg>'
    assert found(source) == [("svg-doctype", 1, 1)]


def test_path_numbers_split_without_separators() -> None:
    assert read_path("M1-2.5.5.25") == [("M", 1, -2.5), ("L", 0.5, 0.25)]
    assert read_path("M1e1-.5e-1L+3,4") == [("M", 10, -0.05), ("L", 3, 4)]
    assert read_path("M0 0a5 5 0 0110 0")[-1][-2:] == (10, 0)
    assert read_path("M0 0a5 5 0 1 0.5.5")[-1][-2:] == (0.5, 0.5)


def test_path_commands_repeat_and_are_relative() -> None:
    assert read_path("m1 1 2 0 0 2z l5 5") == [
        ("M", 1, 1), ("L", 3, 1), ("L", 3, 3), ("Z",), ("M", 1, 1), ("L", 6, 6),
    ]  # fmt: skip
    assert read_path("M1 1H5 6v2 2") == [("M", 1, 1), ("L", 5, 1), ("L", 6, 1), ("L", 6, 3), ("L", 6, 5)]
    assert read_path("M5 5 m1 1 h1 M9 9") == [("M", 6, 6), ("L", 7, 6)]
    assert read_path("M1 1c1 0 2 0 3 1 1 0 2 0 3 1")[-1] == ("C", 5, 2, 6, 2, 7, 3)
    assert read_path(" ") == []


def test_smooth_curves_mirror_the_control_point() -> None:
    assert read_path("M0 0C0 1 1 2 2 2s2-1 2-2")[-1] == ("C", 3, 2, 4, 1, 4, 0)
    assert read_path("M1 1S2 2 3 1")[-1] == ("C", 1, 1, 2, 2, 3, 1)
    first, second = read_path("M0 0Q3 3 6 0t6 0")[1:]
    assert first == pytest.approx(("C", 2, 2, 4, 2, 6, 0))
    assert second == pytest.approx(("C", 8, -2, 10, -2, 12, 0))


def test_arc_follows_its_ellipse() -> None:
    for flags, centre in (("0 1", (0, 0)), ("1 0", (0, 0)), ("0 0", (10, 10)), ("1 1", (10, 10))):
        segments = read_path(f"M10 0A10 10 0 {flags} 0 10")
        assert segments[-1][-2:] == (0, 10)
        assert len(segments) == (2 if flags[0] == "0" else 4)
        for segment in segments[1:]:
            assert math.dist((float(segment[5]), float(segment[6])), centre) == pytest.approx(10)
    (_, curve) = read_path("M10 0A10 10 0 0 1 0 10")
    middle = [(float(curve[k] or 0) * 3 + float(curve[k + 2]) * 3 + end) / 8 for k, end in ((1, 10), (2, 10))]
    assert math.hypot(*middle) == pytest.approx(10, abs=0.01)


def test_arc_with_odd_radii() -> None:
    assert read_path("M0 0A0 5 0 0 0 9 9") == [("M", 0, 0), ("L", 9, 9)]
    assert read_path("M1 1A5 5 0 0 0 1 1L2 2") == [("M", 1, 1), ("L", 2, 2)]
    stretched = read_path("M0 0A1 1 0 0 1 10 0")  # too small for the chord: a half circle of radius 5
    assert [round(float(number), 9) for number in stretched[1][-2:]] == [5, -5]
    turned = read_path("M0 -10A20 10 90 0 1 0 10")  # turned by 90°, the short radius lies along x
    assert all(abs(float(segment[-2])) <= 20.01 for segment in turned[1:])


def test_transforms() -> None:
    assert apply(read_transform("translate(3) scale(2)"), [("M", 1.0, 1.0)]) == [("M", 5, 2)]
    assert apply(read_transform("rotate(90 1,1)"), [("M", 2.0, 1.0)])[0][1:] == pytest.approx((1, 2))
    assert apply(read_transform("matrix(1 2 3 4 5 6),skewX(0)"), [("L", 1.0, 1.0)]) == [("L", 9, 12)]
    assert apply(read_transform("skewY(45)"), [("L", 2.0, 0.0)])[0][1:] == pytest.approx((2, 2))
    assert mean_scale(read_transform("rotate(30) scale(2 -8)")) == pytest.approx(4)
    assert read_transform("  ") == (1, 0, 0, 1, 0, 0)
    with pytest.raises(GeometryError):
        read_transform("scale()")


def test_rounded_rectangle_keeps_to_its_sides() -> None:
    (sharp, soft, pill) = paths(
        read(
            wrapped(
                '<rect width="8" height="4"/><rect width="8" height="4" rx="1"/><rect width="8" height="4" ry="9"/>'
            )
        )
    )
    assert len(sharp.segments) == 5
    assert soft.segments[:2] == (("M", 1, 0), ("L", 7, 0))
    assert pill.segments[:2] == (("M", 4, 0), ("L", 4, 0))
    for path in (soft, pill):
        assert all(
            0 <= float(x) <= 8 and 0 <= float(y) <= 4
            for s in path.segments
            for x, y in zip(s[1::2], s[2::2], strict=True)
        )


def test_small_picture_is_read_quickly() -> None:
    curves = "".join(f"c{n % 7}.25 1.5 2.{n}-3 1 {n % 5}" for n in range(20))
    source = wrapped(f'<path fill="#000" d="M10 10{curves}z"/>' * 10).encode()
    assert 3500 < len(source) < 5000
    best = 1.0
    for _ in range(20):
        start = time.perf_counter()
        parse_svg(source, "a.svg", inks=INKS)
        best = min(best, time.perf_counter() - start)
    assert best < 0.01  # five times what it takes, for slow machines


PIECES = [
    "<g>",
    "</g>",
    "&a;",
    '"',
    "<",
    "url(#a)",
    "1e9",
    "-",
    "A1 1 0 0 1",
    "<!--",
    "]]>",
    "\x00",
    "é",
    'd="',
    "<svg ",
]


@settings(max_examples=500, deadline=None)
@given(
    edits=st.lists(
        st.tuples(
            st.integers(0, len(GOOD.encode())),
            st.integers(0, 12),
            st.one_of(st.binary(max_size=4), st.sampled_from([piece.encode() for piece in PIECES])),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_damaged_bytes_end_in_findings(edits: list[tuple[int, int, bytes]]) -> None:
    source = GOOD.encode()
    for start, length, put in edits:
        source = source[:start] + put + source[start + length :]
    drawing, problems = parse_svg(source, "a.svg", inks=INKS)
    assert (drawing is None) == bool(problems)
    names = {code.name for code in CODES}
    lines = source.count(b"\n") + 1
    for problem in problems:
        assert problem.name in names
        assert 0 <= problem.place.line <= problem.place.end_line <= lines


def png(width: int = 3, height: int = 2, pixels: bytes | None = None) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = pixels if pixels is not None else (b"\0" + b"\x80" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def png_names(source: bytes) -> list[str]:
    size, problems = measure_png(source, "art/photo.png")
    assert size is None
    return [problem.name for problem in problems]


def test_png_is_measured() -> None:
    assert measure_png(png(), "a.png") == ((3, 2), [])
    from PIL import Image

    file = io.BytesIO()
    Image.linear_gradient("L").convert("RGBA").save(file, "PNG")
    assert measure_png(file.getvalue(), "a.png") == ((256, 256), [])


def test_bad_png_is_found() -> None:
    assert png_names(b"GIF89a") == ["png-not-png"]
    assert png_names(b"") == ["png-not-png"]
    assert png_names(png(10_001, 1)) == ["png-too-large"]
    assert png_names(png(2**31 - 1, 2**31 - 1, b"")) == ["png-too-large"]
    assert png_names(png(3, 2, b"\0\1")) == ["png-broken"]
    damaged = bytearray(png())
    damaged[45] ^= 0xFF
    assert png_names(bytes(damaged)) == ["png-broken"]
    for length in range(8, len(png())):
        assert png_names(png()[:length]) == ["png-broken"]


def test_codes_are_unique_and_explained() -> None:
    assert len({code.id for code in CODES}) == len({code.name for code in CODES}) == len(CODES)
    assert all("VB401" <= code.id <= "VB459" and code.what and code.why and code.fix for code in CODES)


def test_problems_compare_as_values() -> None:
    first, second = (parse_svg(b"<svg/>", "a.svg", inks=INKS)[1] for _ in range(2))
    assert first == second
    assert isinstance(first[0], Problem)
