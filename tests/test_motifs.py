"""Motifs: a use puts a motif's shapes into a picture, and each way of using one wrongly is found where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.conftest import MARK, TESTS, GameCopy
from valleybuild.art import Motifs, list_motifs, parse_svg
from valleybuild.art.motifs import DEPTH, SHAPES_LIMIT, takes_colour
from valleybuild.art.raster import contours
from valleybuild.load import load_game
from valleybuild.problem import Problem
from valleybuild.project import Project
from valleybuild.scene import Colour, Drawing, Path, Stroke

INK = Colour("ink", (0, 0, 0, 100), (0, 0, 0))
RED = Colour("red", (10, 90, 80, 0), (200, 30, 30))
WHITE = Colour("white", (0, 0, 0, 0), (255, 255, 255))
INKS = {"ink": INK, "red": RED, "white": WHITE}


def svg(body: str, box: str = "0 0 100 100") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


ROOF = svg(
    '<path d="M0 8L10 0L20 8z" fill="currentColor" stroke="#000" stroke-width="2" stroke-dasharray="4 2"/>', "0 0 20 8"
)
HOUSE = svg(
    '<rect y="8" width="20" height="12" fill="#fff"/><use href="motifs/roof.svg" width="20"/>',
    "0 0 20 20",
)
SHED = svg('<use href="motifs/roof.svg" width="20" color="#fff"/>', "0 0 20 8")
LIBRARY = {"motifs/roof.svg": ROOF, "motifs/house.svg": HOUSE, "motifs/shed.svg": SHED}


def library(files: Mapping[str, str] = LIBRARY) -> tuple[Motifs, list[str]]:
    """Return motifs, and a list of those that are fetched."""
    fetched: list[str] = []

    def fetch(name: str) -> tuple[bytes | None, list[Problem]]:
        fetched.append(name)
        return files[name].encode(), []

    return Motifs("art", tuple(sorted(files)), fetch), fetched


def read(body: str, recolour: Colour | None = None) -> list[Path]:
    drawing, problems = parse_svg(svg(body).encode(), "art/a.svg", inks=INKS, recolour=recolour, motifs=library()[0])
    assert problems == [] and drawing is not None
    return [item for item in drawing.items if isinstance(item, Path)]


def found(body: str, files: Mapping[str, str] = LIBRARY) -> list[tuple[str, str, int]]:
    drawing, problems = parse_svg(svg(body).encode(), "art/a.svg", inks=INKS, motifs=library(files)[0])
    assert drawing is None
    assert all(problem.message and problem.hint for problem in problems)
    return [(problem.name, problem.place.file, problem.place.column) for problem in problems]


def test_a_motif_is_scaled_into_its_box_and_becomes_part_of_the_picture() -> None:
    (roof,) = read('<use href="motifs/roof.svg" x="10" y="20" width="40"/>')
    assert roof.segments == (("M", 10, 36), ("L", 30, 20), ("L", 50, 36), ("Z",))
    assert roof.fill == INK
    assert roof.stroke == Stroke(INK, 4, (8, 4))


@pytest.mark.parametrize(
    ("box", "first"),
    [
        ('height="16"', ("M", 0, 16)),
        ('width="40" height="40"', ("M", 0, 28)),  # too high a box: it stands in the middle
        ('width="60" height="16"', ("M", 10, 16)),
        ('width="20" transform="translate(5 5) scale(-1 1)"', ("M", 5, 13)),
    ],
)
def test_boxes_and_transforms(box: str, first: tuple[object, ...]) -> None:
    (roof,) = read(f'<use href="motifs/roof.svg" {box}/>')
    assert roof.segments[0] == first


def test_a_use_moves_with_the_group_around_it_but_keeps_its_look() -> None:
    (roof,) = read(
        '<g transform="translate(1 2)" fill="#c81e1e" stroke="none"><use href="motifs/roof.svg" width="20"/></g>'
    )
    assert roof.segments[0] == ("M", 1, 10)
    assert (roof.fill, roof.stroke) == (INK, Stroke(INK, 2, (4, 2)))


def test_colour_goes_through_motifs_to_what_is_painted_in_it() -> None:
    wall, roof = read('<use href="motifs/house.svg" width="20" color="#c81e1e"/>')
    assert (wall.fill, roof.fill) == (WHITE, RED)
    assert [path.fill for path in read('<use href="motifs/house.svg" width="20"/>', recolour=RED)] == [WHITE, RED]
    assert [path.fill for path in read('<use href="motifs/shed.svg" width="20"/>', recolour=RED)] == [WHITE]
    assert read('<use href="motifs/roof.svg" width="20" color="currentColor"/>', recolour=RED)[0].fill == RED


def test_a_motif_may_name_the_colour_it_has_by_itself() -> None:
    files = {**LIBRARY, "motifs/own.svg": ROOF.replace("<svg ", '<svg color="#c81e1e" ')}
    body = svg(
        '<use href="motifs/own.svg" width="20"/><use href="motifs/own.svg" width="20" color="#fff"/>'
        '<use href="motifs/own.svg" width="20" color="currentColor"/>'
    ).encode()
    drawing, problems = parse_svg(body, "art/a.svg", inks=INKS, motifs=library(files)[0])
    assert drawing is not None and problems == []
    assert [item.fill for item in drawing.items if isinstance(item, Path)] == [RED, WHITE, INK]
    files["motifs/own.svg"] = ROOF.replace("<svg ", '<svg color="red" ')
    assert found('<use href="motifs/own.svg" width="9"/>', files) == [("svg-colour", "art/motifs/own.svg", 13)]
    _, problems = parse_svg(ROOF.replace("<svg ", '<svg color="#fff" ').encode(), "art/a.svg", inks=INKS)
    assert [problem.name for problem in problems] == ["svg-attribute"]


def test_a_hidden_use_paints_nothing() -> None:
    body = '<defs><use href="motifs/roof.svg" width="20"/></defs><rect width="1" height="1"/>'
    assert len(read(body)) == 1


def test_each_motif_is_read_once() -> None:
    motifs, fetched = library()
    body = svg('<use href="motifs/house.svg" width="20"/><use href="motifs/roof.svg" width="9" color="#c81e1e"/>' * 3)
    for _ in range(2):
        assert parse_svg(body.encode(), "art/a.svg", inks=INKS, motifs=motifs)[1] == []
    assert fetched == ["motifs/house.svg", "motifs/roof.svg"]


BROKEN = [
    ('<use href="‸motifs/rof.svg" width="20"/>', "motif-missing", "did you mean motifs/roof.svg?"),
    ('<use href="‸motifs/zebra.svg" width="20"/>', "motif-missing", "draw it in art/motifs/zebra.svg"),
    ('<use href="‸motifs/../farm.svg" width="20"/>', "motif-missing", "draw it"),
    ('<use href="‸#roof" width="20"/>', "svg-reference", "below art/motifs"),
    ('<use href="‸../motifs/roof.svg" width="20"/>', "svg-reference", "below art/motifs"),
    ('‸<use width="20"/>', "svg-reference", "write href="),
    ('‸<use href="motifs/roof.svg"/>', "svg-number", "such as 20"),
    ('‸<use href="motifs/roof.svg" width="0"/>', "svg-number", "width above 0"),
    ('<use href="motifs/roof.svg" width="‸-4"/>', "svg-number", "0 or more"),
    ('<use href="motifs/roof.svg" width="9" height="‸x"/>', "svg-number", "plain number"),
    ('<use href="motifs/roof.svg" width="20" ‸fill="#c81e1e"/>', "svg-attribute", "color="),
    ('<use href="motifs/roof.svg" width="20" ‸stroke-width="1"/>', "svg-attribute", "color="),
    ('<use href="motifs/roof.svg" width="20" color="‸red"/>', "svg-colour", "#rrggbb"),
    ('<use href="motifs/roof.svg" width="20" color="‸#c81e1f"/>', "svg-ink", "nearest ink is red"),
    ('<use href="motifs/shed.svg" width="20" color="‸#fff"/>', "svg-attribute", "leave color out"),
    ('‸<use href="motifs/roof.svg" width="20" transform="scale(1e7)"/>', "svg-number", "transform"),
    ('<use href="motifs/roof.svg" ‸widht="20" height="9"/>', "svg-attribute", "did you mean width?"),
]


@pytest.mark.parametrize(("body", "name", "hint"), BROKEN)
def test_a_broken_use_is_found(body: str, name: str, hint: str) -> None:
    before, _, after = svg(body).partition(MARK)
    drawing, problems = parse_svg((before + after).encode(), "art/a.svg", inks=INKS, motifs=library()[0])
    assert drawing is None
    assert (problems[0].name, problems[0].place.line, problems[0].place.column) == (name, 1, len(before) + 1)
    assert hint in problems[0].hint


def test_a_use_outside_the_art_folder_is_not_understood() -> None:
    body = svg('<use href="motifs/roof.svg" width="20"/>')
    names = [problem.name for problem in parse_svg(body.encode(), "icons/a.svg", inks=INKS)[1]]
    assert names == ["svg-element", "svg-reference"]


def test_circles_of_motifs_are_found() -> None:
    one, other = (svg(f'<use href="motifs/{name}.svg" width="9"/>') for name in ("other", "one"))
    files = {"motifs/one.svg": one, "motifs/other.svg": other}
    assert found('<use href="motifs/one.svg" width="9"/>', files) == [("motif-nesting", "art/motifs/other.svg", 74)]
    assert found(
        '<use href="motifs/own.svg" width="9"/>', {"motifs/own.svg": svg('<use href="motifs/own.svg" width="9"/>')}
    )[0][:2] == ("motif-nesting", "art/motifs/own.svg")


def chain(length: int) -> dict[str, str]:
    """Return motifs each of which uses the next one."""
    files = {f"motifs/m{n}.svg": svg(f'<use href="motifs/m{n + 1}.svg" width="9"/>') for n in range(length - 1)}
    return {**files, f"motifs/m{length - 1}.svg": svg('<rect width="9" height="9"/>')}


def test_depth_is_bounded() -> None:
    body = '<use href="motifs/m0.svg" width="9"/>'
    assert found(body, chain(DEPTH + 1)) == [("motif-nesting", f"art/motifs/m{DEPTH - 1}.svg", 74)]
    motifs, _ = library(chain(DEPTH + 1))
    assert parse_svg(svg(body.replace("m0", "m1")).encode(), "art/b.svg", inks=INKS, motifs=motifs)[1] == []
    (problem,) = parse_svg(svg(body).encode(), "art/a.svg", inks=INKS, motifs=motifs)[1]
    assert (problem.name, problem.place.file) == ("motif-nesting", "art/motifs/m0.svg")
    assert parse_svg(svg(body).encode(), "a.svg", inks=INKS, motifs=library(chain(DEPTH))[0])[1] == []


def test_a_picture_cannot_grow_without_bound() -> None:
    files = chain(DEPTH)
    wide = {
        name: text.replace("<use", "<g><use").replace('width="9"/>', 'width="9"/></g>') for name, text in files.items()
    }
    wide = {name: svg(text[text.index(">") + 1 : -6] * 20) for name, text in wide.items()}
    names = found('<use href="motifs/m0.svg" width="9"/>', wide)
    assert 20**DEPTH > SHAPES_LIMIT
    assert [name for name, _, _ in names] == ["svg-too-large"]


def test_a_broken_motif_is_reported_once_and_leaves_its_pictures_out() -> None:
    motifs, _ = library({"motifs/bad.svg": svg('<rect width="1" height="1" fill="red"/>')})
    body = svg('<rect width="9" height="9"/><use href="motifs/bad.svg" width="9"/>').encode()
    drawing, problems = parse_svg(body, "art/a.svg", inks=INKS, motifs=motifs)
    assert drawing is None
    assert [(problem.name, problem.place.file) for problem in problems] == [("svg-colour", "art/motifs/bad.svg")]
    assert parse_svg(body, "art/b.svg", inks=INKS, motifs=motifs) == (None, [])


def use_in_pebbles(pebbles: GameCopy, body: str) -> None:
    pebbles.edit("cards/pebbles/art/pool.svg", "</svg>", f"{body}</svg>")


REED = svg('<path d="M2 9L2 1" fill="none" stroke="currentColor"/>', "0 0 4 10")


def test_a_game_uses_its_motifs(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/motifs/reed.svg", REED)
    use_in_pebbles(pebbles, '<use href="motifs/reed.svg" width="4"/>')
    checked = pebbles.checked()
    assert checked.problems == () and checked.materials is not None
    pool = checked.materials.pictures["pool.svg", ""]
    assert isinstance(pool, Drawing)
    assert any(isinstance(item, Path) and item.segments[0] == ("M", 2, 9) for item in pool.items)


def test_a_motif_that_no_picture_uses_is_left_over(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/motifs/reed.svg", REED)
    problem = pebbles.expect("unused-picture", ("cards/pebbles/art/motifs/reed.svg", 0, 0))
    assert problem.message == "no picture uses motifs/reed.svg"
    for number in range(9):
        pebbles.write(f"cards/pebbles/art/motifs/weed{number}.svg", REED)
    message = pebbles.expect("unused-picture", ("cards/pebbles/art/motifs/reed.svg", 0, 0)).message
    assert message.startswith("no picture uses motifs/reed.svg, motifs/weed0.svg,")
    assert message.endswith("motifs/weed6.svg and 2 more")


def test_a_game_is_told_which_motif_is_missing(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/motifs/reed.svg", REED)
    where = pebbles.edit("cards/pebbles/art/pool.svg", "</svg>", f'<use href="{MARK}motifs/red.svg" width="4"/></svg>')
    assert pebbles.expect("motif-missing", where).hint == "did you mean motifs/reed.svg?"


ROOT = TESTS.parent
HOME = Project(ROOT)
ART = "cards/home-valley/art"
FILES = HOME.list_files(f"{ART}/motifs", ".svg")
# Weather has no line round it, and ground goes on beyond its box to the sides and downwards.
SOFT = ("fog", "snowfall", "rain")
GROUND = ("hill-line", "meadow", "mountains", "river")


@pytest.fixture(scope="module")
def palette() -> dict[str, Colour]:
    game, _ = load_game(Project(ROOT), "home-valley")
    assert game is not None
    return game.layouts.inks


def test_home_valley_has_a_library() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.rsplit("/", 1)[1])
def test_a_motif_is_of_the_family(file: str, palette: dict[str, Colour]) -> None:
    """A motif says what it is, is drawn with the family's line, and keeps to its box."""
    source, _ = HOME.read_bytes(file)
    assert source is not None
    motifs = list_motifs(ART, FILES, HOME.read_bytes)
    name = file.removeprefix(f"{ART}/")
    _, problems = parse_svg(svg(f'<use href="{name}" width="9"/>').encode(), "a.svg", inks=palette, motifs=motifs)
    motif = motifs.known[name]
    drawing = motif.drawing
    assert problems == [] and drawing is not None
    assert takes_colour(drawing) == (motif.colour is not None)
    assert re.search(rb"<title>[A-Z][^<]{3,}</title>", source)
    name = name.removeprefix("motifs/").removesuffix(".svg")
    strokes = [item.stroke for item in drawing.items if isinstance(item, Path) and item.stroke is not None]
    if name not in SOFT:
        # a bar is a wide line of ink with a narrower one upon it
        assert any(stroke.colour.name == "ink" and (1.6 <= stroke.width <= 2 or stroke.width > 4) for stroke in strokes)
    assert all(stroke.width >= 1 and stroke.round for stroke in strokes)
    left, top, right, bottom = bounds(drawing)
    sideways = 5.01 if name in GROUND else 0.5
    assert left >= -sideways and right <= drawing.width + sideways
    assert top >= -0.5 and bottom <= drawing.height + sideways


def bounds(drawing: Drawing) -> tuple[float, float, float, float]:
    """Return how far the curves and lines of a drawing reach, half the width of a line included."""
    xs: list[float] = []
    ys: list[float] = []
    for item in drawing.items:
        assert isinstance(item, Path)
        half = item.stroke.width / 2 if item.stroke else 0
        for points, _ in contours(item.segments, 1.0):
            xs += [x + side for x, _ in points for side in (-half, half)]
            ys += [y + side for _, y in points for side in (-half, half)]
    return min(xs), min(ys), max(xs), max(ys)
