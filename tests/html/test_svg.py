"""Scenes to inline SVG: where things stand, what is written once, what is cut off."""

from __future__ import annotations

import re

from tests.html.tree import Page
from valleybuild.html.lettering import Lettering
from valleybuild.html.svg import Sprites, drawings_of, path_steps
from valleybuild.model import Style
from valleybuild.problem import Place
from valleybuild.scene import Colour, Drawing, Group, Inset, Item, Path, Raster, Run, Scene, Size, Stroke, Use

RED = Colour("red", (0, 100, 100, 0), (255, 0, 0))
TEXT = Style("text", "text", "text-bold", "text-italic", 10.0, 10.0, 1.2, 0.0, 0.0, "ink", Place(""))
SQUARE = Path((("M", 0.0, 0.0), ("L", 10.0, 0.0), ("L", 10.0, 10.0), ("L", 0.0, 10.0), ("Z",)), RED)
PICTURE = Drawing("picture", 10.0, 10.0, (SQUARE,))
DOT = b"\x89PNG dot"


def drawn(*items: Item) -> tuple[Page, Sprites]:
    """Draw items as a figure of 40 by 20 mm, with its symbols."""
    sprites = Sprites(TEXT, Lettering(), {"dot.png": DOT})
    figure = sprites.figure(Scene(Size(40.0, 20.0), 0.0, items), "name", 'What "it" shows')
    return Page(sprites.sheet() + figure), sprites


def test_a_figure_has_its_size_and_its_name() -> None:
    page, _ = drawn(SQUARE)
    assert page.faults == []
    (figure,) = page.root.all("svg")
    assert (figure["viewbox"], figure["role"]) == ("0 0 4000 2000", "img")
    assert page.one("title").text() == 'What "it" shows'


def test_steps_do_not_add_up_what_is_rounded_off() -> None:
    """Forty steps of 0.0104 mm end where they should, though each alone would round to 0.01."""
    line = (("M", 0.0, 0.0), *(("L", 0.0104 * step, 0.0) for step in range(1, 41)))
    steps = [int(x) for x in re.findall(r"l(-?\d+)[ -]", path_steps(line, 100))]
    assert sum(steps) == 42


def test_a_contour_starts_from_where_the_last_one_was_closed() -> None:
    twice = (*SQUARE.segments, ("M", 2.0, 3.0), ("L", 1.0, 1.0))
    assert path_steps(twice, 1) == "m0 0l10 0l0 10l-10 0zm2 3l-1-2"


def test_a_drawing_is_written_once_however_often_it_is_used() -> None:
    again = Drawing("another name", 10.0, 10.0, (SQUARE,))
    page, _ = drawn(*(Use(drawing, at, 1.0, 5.0, 2.5) for at, drawing in enumerate((PICTURE, PICTURE, again))))
    (symbol,) = page.root.all("symbol")
    assert (symbol["viewbox"], symbol["preserveaspectratio"]) == ("0 0 10000 10000", "none")
    uses = page.root.all("use")
    assert [use["x"] for use in uses] == ["0", "100", "200"]
    assert {(use["href"], use["y"], use["width"], use["height"]) for use in uses} == {
        (f"#{symbol['id']}", "100", "500", "250")
    }


def test_a_face_is_scaled_and_cut_to_its_round_corners() -> None:
    face = Scene(Size(20.0, 30.0), 3.0, (SQUARE,))
    page, _ = drawn(Inset(face, 2.0, 4.0, 0.5, 3.0), Inset(face, 14.0, 4.0, 0.5, 3.0))
    (symbol,) = page.root.all("symbol")
    (clip,) = page.root.all("clippath")
    assert symbol["viewbox"] == "0 0 2000 3000"
    assert symbol.all("g")[0]["clip-path"] == f"url(#{clip['id']})"
    (shape,) = clip.all("rect")
    assert (shape["width"], shape["height"], shape["rx"]) == ("2000", "3000", "300")
    first, second = page.root.all("use")
    assert (first["x"], first["y"], first["width"], first["height"]) == ("200", "400", "1000", "1500")
    assert second["x"] == "1400"


def test_a_group_turns_and_cuts() -> None:
    page, _ = drawn(Group((SQUARE,), 90.0, 5.0, 6.0, (1.0, 2.0, 3.0, 4.0)))
    (group,) = page.root.all("g")
    assert group["transform"] == "rotate(90 500 600)"
    (shape,) = page.root.all("rect")
    assert (shape["x"], shape["y"], shape["width"], shape["height"]) == ("100", "200", "300", "400")


def test_a_line_has_its_width_ends_and_dashes() -> None:
    page, _ = drawn(Path((("M", 0.0, 0.0), ("L", 9.0, 0.0)), None, Stroke(RED, 0.5, (2.0, 1.0), True)))
    (line,) = page.root.all("path")
    assert (line["fill"], line["stroke"], line["stroke-width"]) == ("none", "#ff0000", "50")
    assert (line["stroke-dasharray"], line["stroke-linecap"]) == ("200 100", "round")


def test_text_keeps_its_place_size_and_kerning() -> None:
    page, sprites = drawn(Run(1.0, 5.0, 'A & "V"', "text-bold", 72.0, RED, (0, -100, 0, 0, 0, 0, 0)))
    (text,) = page.root.all("text")
    assert text.text() == 'A & "V"'
    assert (text["x"], text["y"], text["font-size"], text["class"]) == ("100", "500", "2540", "t-text-bold")
    assert text["dx"] == "0 0 -254 0 0 0 0"
    assert sprites.faces()["t-text-bold"].weight == 700
    assert sprites.lettering.used == {"text-bold": set('A & "V"')}


def test_a_bitmap_is_within_the_page() -> None:
    page, _ = drawn(Raster(0.0, 0.0, 8.0, 4.0, "dot.png", (2, 1)))
    (image,) = page.root.all("image")
    assert image["href"].startswith("data:image/png;base64,iVBORyBkb3Q")
    assert page.root.all("use")[0]["width"] == "800"


def test_drawings_are_found_at_any_depth() -> None:
    use = Use(PICTURE, 0.0, 0.0, 1.0, 1.0)
    inside = Inset(Scene(Size(1.0, 1.0), 0.0, (Group((use,)),)), 0.0, 0.0, 1.0)
    assert list(drawings_of((SQUARE, inside, use))) == [PICTURE, PICTURE]
