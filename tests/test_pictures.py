"""Pictures in their boxes: each way in which one may disappoint the eye is found, and where it is drawn."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from PIL import ImageChops

from tests.conftest import MARK, TESTS, GameCopy
from valleybuild.art import list_motifs, parse_svg
from valleybuild.art.raster import draw_small
from valleybuild.check.lookalikes import COLOURS_LIMIT, LINES_LIMIT, likeness, look_at
from valleybuild.check.pictures import PIXELS
from valleybuild.load import load_game
from valleybuild.project import Project
from valleybuild.scene import Colour, Drawing, Path, Stroke

ART = "cards/pebbles/art"
POOL = f"{ART}/pool.svg"
STONES = f"{ART}/stones.svg"
RED = Colour("red", (10, 90, 80, 0), (200, 30, 30))
INK = Colour("ink", (0, 0, 0, 100), (0, 0, 0))


def box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[str | float, ...], ...]:
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def drawn(*shapes: Path) -> Drawing:
    return Drawing("a.svg", 40, 20, shapes)


def inks_of(drawing: Drawing, *points: tuple[int, int]) -> list[tuple[int, ...]]:
    small = draw_small(drawing, 40)
    return [small.getpixel(point)[:3] if small.getpixel(point)[3] else () for point in points]  # type: ignore[index]


def test_a_drawing_becomes_pixels_of_its_inks() -> None:
    assert draw_small(drawn(), 80).size == (80, 40)
    picture = drawn(Path(box(0, 0, 20, 20), RED), Path((("M", 5, 10), ("L", 35, 10)), stroke=Stroke(INK, 4)))
    assert inks_of(picture, (2, 2), (10, 10), (30, 10), (30, 2)) == [RED.rgb, INK.rgb, INK.rgb, ()]


@pytest.mark.parametrize(
    ("inner", "even_odd", "middle"),
    [
        (box(10, 5, 20, 15), False, RED.rgb),
        (box(10, 5, 20, 15), True, ()),
        (tuple(reversed(box(10, 5, 20, 15)[1:4])), False, ()),
    ],
)
def test_holes_are_left_open(inner: tuple[tuple[str | float, ...], ...], even_odd: bool, middle: object) -> None:
    if inner[0][0] == "L":
        inner = (("M", *inner[0][1:]), *inner[1:], ("Z",))
    picture = drawn(Path((*box(2, 2, 38, 18), *inner), RED, even_odd=even_odd))
    assert inks_of(picture, (15, 10), (5, 10), (30, 10)) == [middle, RED.rgb, RED.rgb]


def test_curves_bulge() -> None:
    hill = Path((("M", 0, 20), ("C", 10, -5, 30, -5, 40, 20), ("Z",)), RED)
    assert inks_of(drawn(hill), (20, 4), (2, 4), (38, 4)) == [RED.rgb, (), ()]


def test_a_copy_is_found(pebbles: GameCopy) -> None:
    pebbles.write(POOL, pebbles.read(STONES))
    problem = pebbles.expect("picture-alike", (STONES, 0, 0))
    assert problem.related[0].place.file == POOL
    assert problem.message == "stones.svg looks like pool.svg: 100% of their lines coincide"


def test_a_mirrored_copy_is_found(pebbles: GameCopy) -> None:
    body = pebbles.read(STONES).replace('62">', '62"><g transform="translate(94 0) scale(-1 1)">', 1)
    pebbles.write(POOL, body.replace("</svg>", "</g></svg>"))
    assert pebbles.expect("picture-alike", (STONES, 0, 0)).message.endswith("coincide, mirrored")


def test_a_copy_in_other_inks_is_found(pebbles: GameCopy) -> None:
    inks = {"#4C8863": "#BF5546", "#AFC98A": "#B5770F", "#2D6F8E": "#75828B", "#8CC6D2": "#F4FAF6"}
    pebbles.write(POOL, re.sub("|".join(inks), lambda found: inks[found.group()], pebbles.read(STONES)))
    pebbles.expect("picture-alike", (STONES, 0, 0))


def test_a_copy_without_lines_is_told_by_its_colours(pebbles: GameCopy) -> None:
    flat = pebbles.read(f"{ART}/fall.svg").replace("#23303A", "#2D6F8E")
    pebbles.write(f"{ART}/fall.svg", flat)
    pebbles.write(STONES, flat.replace("M34 8H60", "M35 8H61"))
    assert "their colours differ" in pebbles.expect("picture-alike", (STONES, 0, 0)).message


def test_the_limits_part_copies_from_pictures(home_drawings: list[Drawing]) -> None:
    """Scenes of a whole game are apart, and a copy moved by 1 % of its width is not."""
    looks = [look_at(draw_small(drawing, PIXELS)) for drawing in home_drawings]
    assert not any(likeness(one, other) for one, other in permutations(looks, 2))
    for drawing, look in zip(home_drawings, looks, strict=True):
        moved = look_at(ImageChops.offset(draw_small(drawing, PIXELS), 1, 0))
        assert likeness(look, moved)
    assert 0 < LINES_LIMIT < 0.3 and 0 < COLOURS_LIMIT < 14


@pytest.fixture
def home_drawings() -> list[Drawing]:
    """Read some scenes of Home Valley."""
    project, folder = Project(TESTS.parent), "cards/home-valley/art"
    game, _ = load_game(project, "home-valley")
    assert game is not None
    inks = game.layouts.inks
    motifs = list_motifs(folder, project.list_files(f"{folder}/motifs", ".svg"), project.read_bytes)
    found = []
    for file in project.list_files(folder, ".svg")[:40]:
        content, _ = project.read_bytes(file)
        assert content is not None
        drawing, _ = parse_svg(content, file, inks=inks, motifs=motifs)
        if drawing is not None and (drawing.width, drawing.height) == (120, 80):
            found.append(drawing)
    return found


def test_an_edge_without_paint_is_found(pebbles: GameCopy) -> None:
    where = pebbles.edit(
        POOL, '<rect fill="#4C8863" width="94" height="62"/>', '<rect fill="#4C8863" width="90" height="62"/>'
    )
    assert where[0] == POOL
    problem = pebbles.expect("picture-bare", (POOL, 1, 1))
    assert problem.message == "nothing is painted along the picture's right edge"


def test_a_scene_without_a_ground_is_found(pebbles: GameCopy) -> None:
    body = '<svg viewBox="0 0 94 62">‸<path fill="#BF5546" stroke="#23303A" d="M20 12H70V50H20Z"/></svg>'
    pebbles.write(POOL, body.replace(MARK, ""))
    assert "top and right and bottom and left edges" in pebbles.expect("picture-bare", (POOL, 1, 1)).message


def test_a_picture_of_paper_is_found(pebbles: GameCopy) -> None:
    paper = '<rect fill="#F4FAF6" width="94" height="62"/><path fill="#BF5546" d="M40 20H54V34H40Z"/>'
    pebbles.write(POOL, f'<svg viewBox="0 0 94 62">{paper}</svg>')
    problem = pebbles.expect("picture-bare", (POOL, 1, 1))
    assert problem.message.startswith("ink covers 4% of the picture")


def test_a_hairline_is_found_where_it_is_drawn(pebbles: GameCopy) -> None:
    line = '<path fill="none" stroke="#23303A" stroke-width="0.1" d="M9 9L20 20"/>'
    where = pebbles.edit(POOL, "</svg>", f"{MARK}{line}</svg>")
    problem = pebbles.expect("picture-hairline", where)
    assert "0.14 pt wide in a box of 47 × 31 mm" in problem.message
    assert "at least 0.18 wide" in problem.hint
    pebbles.edit(POOL, 'stroke-width="0.1"', 'stroke-width="0.18"')
    assert pebbles.check() == ()


def test_a_motif_that_is_used_too_small_has_hairlines(pebbles: GameCopy) -> None:
    reed = '<svg viewBox="0 0 4 10"><path d="M2 9L2 1" fill="none" stroke="#23303A" stroke-width="1"/></svg>'
    pebbles.write(f"{ART}/motifs/reed.svg", reed)
    use = '<use href="motifs/reed.svg" x="9" y="9" width="0.5"/>'
    pebbles.expect("picture-hairline", pebbles.edit(POOL, "</svg>", f"{MARK}{use}</svg>"))


def test_the_smallest_box_decides(pebbles: GameCopy) -> None:
    pebbles.edit(
        "layouts/pebbles/faces.yaml",
        "[2.5mm, 2.5mm, 20mm, 20mm], art: rings.svg",
        "[9mm, 9mm, 4mm, 4mm], art: rings.svg",
    )
    problem = pebbles.expect("picture-hairline", (f"{ART}/rings.svg", 6, 1))
    assert "4 × 4 mm" in problem.message


def test_a_picture_of_other_proportions_is_found(pebbles: GameCopy) -> None:
    pebbles.write(POOL, pebbles.read(POOL).replace('0 0 94 62"', '0 0 90 62"'))
    problem = pebbles.expect("picture-proportions", (POOL, 1, 1))
    assert problem.message == "90 × 62 does not fill a box of 47 × 31 mm"
    assert "59.36 high" in problem.hint
    pebbles.write(POOL, pebbles.read(POOL).replace('0 0 90 62"', '0 0 93 62"'))
    assert pebbles.check() == ()


def test_a_sign_may_stand_in_a_box_of_any_shape(pebbles: GameCopy) -> None:
    pebbles.edit("layouts/pebbles/faces.yaml", "[2.5mm, 2.5mm, 20mm, 20mm]", "[2.5mm, 2.5mm, 20mm, 16mm]")
    assert pebbles.check() == ()
