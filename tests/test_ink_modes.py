"""The ink modes: greys alone, lines and text alone; the same words in all of them, and readable in all of them."""

from __future__ import annotations

import io
import random
import re

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.conftest import GameCopy
from tests.test_build import build, manifest
from valleybuild.build import Wish, make_file, orders
from valleybuild.check.colours import Face, measure_faces, measure_meaning
from valleybuild.compose.elements import rounded_box
from valleybuild.coverage import coverage
from valleybuild.inkmodes import MOST_COVERAGE, TINT, InkMode, Toner
from valleybuild.inks import WHITE, contrast
from valleybuild.model import Ink, Low
from valleybuild.problem import Place
from valleybuild.readback import page_runs, page_sizes, render_page
from valleybuild.scene import Colour, Drawing, Group, Path, Run, Scene, Size, Stroke, Use, text_of
from valleybuild.workshop import Checked

CARD = Size(63.0, 88.0)
LIGHT = TINT + 0.03  # what an ink in steps of a hundredth may miss
DARK = Colour("ink", (55, 49, 51, 80), (43, 38, 34))
PAPER = Colour("white", (0, 0, 0, 0), WHITE)
RUST = Colour("rust", (24, 82, 85, 10), (184, 78, 43))
PINE = Colour("pine", (86, 49, 70, 34), (40, 83, 71))
STRAW = Colour("straw", (7, 9, 43, 0), (247, 227, 166))
RECIPES = (
    (DARK, 90, Low.KEEP),
    (PAPER, 0, Low.PAPER),
    (RUST, 60, Low.TINT),
    (PINE, 80, Low.TINT),
    (STRAW, 8, Low.LINE),
)
PALETTE = {ink.name: Ink(ink, grey, low, (), Place("palette.yaml")) for ink, grey, low in RECIPES}


def width(text: str, font: str) -> float:
    return 0.5 * len(text)


def area(ink: Colour, x: float, y: float, wide: float, high: float) -> Path:
    return Path(rounded_box((x, y, wide, high), 0.0), fill=ink)


def toned(mode: InkMode, *items: Path | Run | Use | Group) -> tuple[object, ...]:
    return Toner(mode, PALETTE, width).scene(Scene(CARD, 3.0, items)).items


def words(ink: Colour, x: float = 10.0, y: float = 7.0) -> Run:
    return Run(x, y, "Task", "text", 9.0, ink)


def test_greys_are_those_that_were_chosen() -> None:
    band, run, line = toned(
        InkMode.GREY, area(RUST, 0, 0, 63, 10), words(PAPER), Path((("M", 0, 0), ("L", 9, 9)), stroke=Stroke(PINE, 1.0))
    )
    assert isinstance(band, Path) and isinstance(run, Run) and isinstance(line, Path) and line.stroke is not None
    assert band.fill == Colour("rust", (0, 0, 0, 60), (102, 102, 102))
    assert run.colour.rgb == WHITE
    assert line.stroke.colour.cmyk == (0, 0, 0, 80)


def test_an_ink_without_a_grey_is_as_dark_as_it_looks() -> None:
    grey = Toner(InkMode.GREY, PALETTE, width).grey
    light, dark = (
        grey(Colour("mist", (10, 0, 0, 0), (220, 230, 240))),
        grey(Colour("night", (90, 80, 0, 60), (20, 25, 60))),
    )
    assert light.rgb[0] == light.rgb[1] == light.rgb[2] > 200
    assert dark.rgb[0] == dark.rgb[1] == dark.rgb[2] < 70


@pytest.mark.parametrize("mode", InkMode)
def test_an_equal_face_is_made_once(mode: InkMode) -> None:
    toner = Toner(mode, PALETTE, width)
    scene = Scene(CARD, 3.0, (area(RUST, 0, 0, 63, 10), words(PAPER)))
    assert toner.scene(scene) is toner.scene(scene)
    assert (toner.scene(scene) is scene) == (mode is InkMode.FULL)


@pytest.mark.parametrize(("ink", "becomes"), [(PINE, "pine"), (RUST, "rust-dark"), (DARK, "ink")])
def test_light_words_on_a_dropped_area_take_its_ink_or_the_darkest(ink: Colour, becomes: str) -> None:
    band, run = toned(InkMode.LOW, area(ink, 0, 0, 63, 10), words(PAPER))
    assert isinstance(band, Path) and isinstance(run, Run) and band.fill is not None
    assert contrast(band.fill.rgb, WHITE) <= LIGHT
    assert run.colour.name == becomes and contrast(run.colour.rgb, band.fill.rgb) >= 4.5


def test_turned_words_are_found_on_their_area() -> None:
    (_, group) = toned(InkMode.LOW, area(PINE, 0, 78, 63, 10), Group((words(PAPER),), 180.0, 31.5, 44.0))
    assert isinstance(group, Group) and isinstance(group.items[0], Run)
    assert group.items[0].colour == PINE


def test_words_that_can_be_read_keep_their_ink() -> None:
    _, run = toned(InkMode.LOW, area(STRAW, 0, 0, 63, 10), words(RUST))
    assert isinstance(run, Run) and run.colour == RUST


def test_areas_leave_a_line_a_tint_or_paper_and_hide_what_is_beneath() -> None:
    straw, pine, white = toned(
        InkMode.LOW, area(STRAW, 0, 0, 50, 10), area(PINE, 0, 20, 10, 10), area(PAPER, 0, 40, 50, 10)
    )
    for part in (straw, pine, white):
        assert isinstance(part, Path) and part.fill is not None
    assert isinstance(straw, Path) and straw.fill == PAPER and straw.stroke is not None
    assert straw.stroke.colour == DARK  # a line in straw would not be seen
    assert isinstance(pine, Path) and pine.stroke is not None and pine.stroke.colour == PINE
    assert isinstance(white, Path) and (white.fill, white.stroke) == (PAPER, None)


def test_small_marks_and_lines_are_kept() -> None:
    rail, line = area(RUST, 4, 53, 2.6, 8.4), Path((("M", 0, 0), ("L", 9, 0)), stroke=Stroke(RUST, 0.5))
    assert toned(InkMode.LOW, rail, line) == (rail, line)


def test_a_wide_line_keeps_its_edges_alone() -> None:
    road = Path((("M", 35, 0), ("L", 35, 35)), stroke=Stroke(RUST, 6.0))
    edge, inside = toned(InkMode.LOW, road)
    assert isinstance(edge, Path) and isinstance(inside, Path) and edge.stroke and inside.stroke
    assert (edge.stroke.colour, edge.stroke.width) == (RUST, 6.0)
    assert contrast(inside.stroke.colour.rgb, WHITE) <= LIGHT and 5.0 < inside.stroke.width < 6.0


def test_a_white_line_on_a_dropped_area_is_still_seen() -> None:
    dash = Path((("M", 10, 5), ("L", 50, 5)), stroke=Stroke(PAPER, 0.6, (2.0, 1.5)))
    _, line = toned(InkMode.LOW, area(PINE, 0, 0, 63, 10), dash)
    assert isinstance(line, Path) and line.stroke is not None
    assert line.stroke.colour == PINE


def test_a_light_frame_is_seen_by_what_it_lies_on_not_by_what_it_is_round() -> None:
    frame = Path(rounded_box((5, 5, 50, 50), 0.0), stroke=Stroke(PAPER, 0.4))
    *_, line = toned(InkMode.LOW, area(PINE, 0, 0, 63, 88), area(DARK, 15, 15, 30, 30), frame)
    assert isinstance(line, Path) and line.stroke is not None and line.stroke.colour == PINE
    *_, line = toned(InkMode.LOW, area(DARK, 15, 15, 30, 30), frame)
    assert line == frame


def test_pictures_keep_their_dark_line_and_lose_large_areas() -> None:
    outlined = Path(rounded_box((0, 0, 100, 60), 0.0), fill=DARK, stroke=Stroke(DARK, 2.0))
    detail = Path(rounded_box((10, 10, 8, 8), 0.0), fill=DARK)
    picture = Use(Drawing("art/a.svg", 100.0, 60.0, (outlined, detail)), 9.0, 18.0, 44.0, 26.0)
    (shown,) = toned(InkMode.LOW, picture)
    assert isinstance(shown, Use)
    first, second = shown.drawing.items
    assert isinstance(first, Path) and first.fill and first.stroke and isinstance(second, Path)
    assert contrast(first.fill.rgb, WHITE) <= LIGHT
    assert first.stroke.colour == DARK and first.stroke.width < 2.0
    assert second.fill == DARK


def pictured(*parts: Path) -> Drawing:
    (shown,) = toned(InkMode.LOW, Use(Drawing("art/a.svg", 100.0, 60.0, parts), 9.0, 18.0, 44.0, 26.0))
    assert isinstance(shown, Use)
    return shown.drawing


def test_a_picture_that_covers_little_keeps_what_is_solid() -> None:
    wheels = [Path(rounded_box((x, 10, 12, 12), 0.0), fill=DARK) for x in (10, 30)]
    assert pictured(*wheels).items == tuple(wheels)


def test_many_dark_areas_leave_their_lines_alone() -> None:
    """None of them is large, but together they would cover half of the picture."""
    books = [
        Path(rounded_box((x, y, 8, 8), 0.0), fill=DARK, stroke=Stroke(DARK, 1.0))
        for x in range(1, 100, 10)
        for y in range(1, 60, 10)
    ]
    found = pictured(*books)
    assert coverage(found, bitmap=0.0) <= MOST_COVERAGE < coverage(Drawing("", 100.0, 60.0, tuple(books)), bitmap=0.0)
    for part in found.items:
        assert isinstance(part, Path) and part.fill and part.stroke
        assert contrast(part.fill.rgb, WHITE) <= LIGHT and part.stroke.colour == DARK and part.stroke.width < 1.0


@pytest.mark.parametrize("seed", range(6))
def test_no_picture_covers_much_whatever_is_in_it(seed: int) -> None:
    """Where finer lines do not do, all is lighter."""
    luck = random.Random(seed)
    parts = []
    for _ in range(40 * 2**seed):
        x, y, wide, high = (luck.uniform(0, most) for most in (90.0, 50.0, 30.0, 20.0))
        ink, edge = luck.choice((DARK, RUST, PINE, STRAW, PAPER)), luck.choice((DARK, RUST, PINE))
        stroke = Stroke(edge, luck.uniform(0.2, 4.0), luck.choice(((), (2.0, 1.0)))) if luck.random() < 0.7 else None
        parts.append(Path(rounded_box((x, y, wide, high), luck.uniform(0, 3)), fill=ink, stroke=stroke))
    whole = Drawing("art/a.svg", 100.0, 60.0, tuple(parts))
    found = pictured(*parts)
    assert coverage(whole, bitmap=0.0) > 2 * MOST_COVERAGE
    assert 0.02 < coverage(found, bitmap=0.0) <= MOST_COVERAGE + 0.01
    assert {part.segments for part in found.items if isinstance(part, Path)} == {part.segments for part in parts}


def operators_of(pdf: bytes) -> tuple[set[str], set[str]]:
    """List the operators of all content streams, and the colour spaces of all images."""
    operators: set[str] = set()
    spaces: set[str] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for thing in document.objects:
            if not isinstance(thing, pikepdf.Stream):
                continue
            kind = thing.get("/Subtype")
            if kind == "/Image":
                spaces.add(str(thing.ColorSpace))
            elif kind == "/Form":
                operators |= {str(part.operator) for part in pikepdf.parse_content_stream(thing)}
        for page in document.pages:
            operators |= {str(part.operator) for part in pikepdf.parse_content_stream(page)}
    return operators, spaces


def png(colour: tuple[int, ...]) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA" if len(colour) == 4 else "RGB", (400, 400), colour).save(file, "PNG")
    return file.getvalue()


def with_bitmap(copy: GameCopy, colour: tuple[int, ...]) -> None:
    copy.write("cards/pebbles/art/amber.png", png(colour))
    copy.edit("cards/pebbles/pebbles.yaml", "ink: amber\n  art: pebble.svg", "ink: amber\n  art: amber.png")


@pytest.mark.parametrize("colour", [(200, 40, 40), (200, 40, 40, 128)])
def test_a_grey_file_holds_no_other_colour(pebbles: GameCopy, colour: tuple[int, ...]) -> None:
    with_bitmap(pebbles, colour)
    assert build(pebbles, "--ink", "grey", "--ink", "full", "--paper", "a4").exit_code == 0
    folder = pebbles.root / "build/pebbles/en"
    operators, spaces = operators_of((folder / "sheets-a4-grey.pdf").read_bytes())
    assert {"g", "Do", "Tj"} <= operators
    assert not operators & {"rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}
    assert spaces == {"/DeviceGray"}
    operators, spaces = operators_of((folder / "sheets-a4.pdf").read_bytes())
    assert "rg" in operators and "/DeviceRGB" in spaces


def test_a_dark_bitmap_is_light_where_ink_is_saved(pebbles: GameCopy) -> None:
    toner = Toner(InkMode.LOW, PALETTE, width)
    image = Image.open(io.BytesIO(toner.bitmap("dark", png((30, 20, 10)))))
    assert image.mode == "L" and 1 - ImageStat.Stat(image).mean[0] / 255 <= MOST_COVERAGE + 0.005
    assert toner.bitmap("dark", b"") == toner.bitmap("dark", b"")  # made once


def test_every_mode_has_its_files_and_says_the_same(pebbles: GameCopy) -> None:
    assert build(pebbles, "--ink", "full", "--ink", "grey", "--ink", "low", "--paper", "a4").exit_code == 0
    files = manifest(pebbles)
    names = ["en/sheets-a4-grey.pdf", "en/sheets-a4-low.pdf", "en/sheets-a4.pdf"]
    assert sorted(files) == names
    assert [files[name].get("ink") for name in names] == ["grey", "low", None]
    folder = pebbles.root / "build/pebbles"
    runs = [page_runs((folder / name).read_bytes()) for name in names]
    assert runs[0] == runs[1] == runs[2] != []
    pages = [render_page((folder / name).read_bytes(), 0, dpi=60).convert("RGB") for name in names]
    grey = pages[0].split()
    assert ImageChops.difference(grey[0], grey[1]).getbbox() is None
    darkness = [255 - ImageStat.Stat(page.convert("L")).mean[0] for page in pages]
    assert darkness[1] < darkness[2] / 2


def test_the_full_mode_is_what_is_built_without_being_asked_for(pebbles: GameCopy) -> None:
    assert build(pebbles, "--paper", "a4").exit_code == 0
    before = (pebbles.root / "build/pebbles/en/sheets-a4.pdf").read_bytes()
    assert sorted(manifest(pebbles)) == ["en/sheets-a4.pdf"]
    assert build(pebbles, "--ink", "full", "--ink", "full", "--paper", "a4").exit_code == 0
    assert (pebbles.root / "build/pebbles/en/sheets-a4.pdf").read_bytes() == before


def test_an_unknown_mode_is_refused(pebbles: GameCopy) -> None:
    result = build(pebbles, "--ink", "sepia")
    assert result.exit_code == 2 and "sepia" in result.output


def faces(checked: Checked) -> list[Face]:
    sides = [(part, side) for part in checked.components for side in (part.front, part.back) if side]
    return [Face(part.id, name, scene, part.place, part.place) for part, side in sides for name, scene in side.items()]


def test_everything_on_every_face_can_be_read_in_every_mode(checked: Checked) -> None:
    assert checked.game is not None and checked.materials is not None
    least: dict[tuple[InkMode, bool], float] = {}
    for mode, face, standing in measure_faces(checked.game, faces(checked), checked.materials.measure.width):
        assert standing.contrast >= standing.need, (mode, face.id, face.language, standing)
        key = (mode, standing.icon)
        least[key] = min(least.get(key, 21.0), standing.contrast)
    assert len(least) == 6 and min(least.values()) < 5  # something was measured, and not only black on white


def test_inks_that_alone_tell_things_apart_differ_for_everybody(checked: Checked) -> None:
    assert checked.game is not None and checked.game.layouts.meanings
    assert not [
        problem for problem in checked.problems if problem.name in ("inks-alike", "low-contrast", "too-much-ink")
    ]
    found = list(measure_meaning(checked.game, ["ochre", "paper"]))
    assert len(found) == 5 and all(far >= 20 for *_, far in found)


def test_there_are_inks_for_five_seasons(checked: Checked) -> None:
    assert checked.game is not None
    seasons: dict[str, list[str]] = {}
    for name, ink in checked.game.layouts.palette.items():
        for season in ink.seasons:
            seasons.setdefault(season, []).append(name)
    assert set(seasons) == {"september", "november", "january", "june", "october"}
    assert all(len(inks) >= 3 for inks in seasons.values())


def test_little_of_a_sheet_is_covered_where_ink_is_saved(checked: Checked) -> None:
    wish = Wish(languages=("en",), products=("sheets",), papers=("a4",), modes=(InkMode.LOW,))
    ((product, order),) = orders(checked, wish, checked.papers)
    file, problems = make_file(product, order)
    assert file is not None and problems == []
    covered = [covered_share(file.content, page) for page in range(len(page_sizes(file.content)))]
    assert len(covered) > 20
    assert max(covered) <= MOST_COVERAGE
    assert min(covered) > 0.005


def covered_share(pdf: bytes, page: int) -> float:
    """Return how much of a page is covered, in the mean: what the colours have in common counts as black."""
    image = render_page(pdf, page, dpi=110).convert("RGB")
    red, green, blue = image.split()
    black = 255 - ImageStat.Stat(ImageChops.lighter(ImageChops.lighter(red, green), blue)).mean[0]
    colours = sum(255 - mean - black for mean in ImageStat.Stat(image).mean)
    return (black + colours) / 255


def test_the_text_of_a_face_is_that_of_all_its_modes(checked: Checked) -> None:
    assert checked.game is not None and checked.materials is not None
    toner = Toner(InkMode.LOW, checked.game.layouts.palette, checked.materials.measure.width)
    for face in faces(checked)[::25]:
        assert text_of(toner.scene(face.scene).items) == text_of(face.scene.items)


def test_names_of_files_end_with_the_mode() -> None:
    assert [mode.suffix for mode in InkMode] == ["", "-grey", "-low"]
    assert all(re.fullmatch(r"(-[a-z]+)?", mode.suffix) for mode in InkMode)


def test_every_page_of_the_rulebook_can_be_read_in_every_mode(checked: Checked) -> None:
    assert checked.game is not None and checked.materials is not None and checked.binder is not None
    volume = checked.binder.edition(("cs",)).volume
    assert volume is not None and len(volume.leaves) > 30
    pages = [
        Face(f"page {at}", "cs", leaf.scene, Place("rules"), Place("rules")) for at, leaf in enumerate(volume.leaves)
    ]
    for mode, page, standing in measure_faces(checked.game, pages, checked.materials.measure.width):
        assert standing.contrast >= standing.need, (mode, page.id, standing)
