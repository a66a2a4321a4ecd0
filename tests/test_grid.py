"""A layout's grid: lengths by name, widths and radii that have none, positions off the step, and a grid gone wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import GameCopy, Where
from tests.crafting import BOX, CRAFT, add_box, craft
from valleybuild.grid import UNREAD, Grid
from valleybuild.project import Project
from valleybuild.workshop import check_game

ROOT = Path(__file__).parent.parent
FACES = "layouts/pebbles/faces.yaml"
FILE = "layouts/pebbles/grid.yaml"
GRID = """step: 0.1mm
widths: {bank: 0.5mm, ripple: 0.8mm}
radii: {pool: 2mm, pond: 3mm}
lengths: {bleed: 3mm, water-line: 28.05mm}
"""
LINE = "from: [-bleed, 28mm], to: [44mm, 28mm], width: bank"
GROUND = "[-bleed, -bleed, 47mm, 69mm], ink: foam"


@pytest.fixture
def gridded(pebbles: GameCopy) -> GameCopy:
    """Give Pebbles a grid, with its widths, radii and bleed written as names."""
    pebbles.write(FILE, GRID)
    text = pebbles.read(FACES)
    for written, name in (
        ("radius: 2mm", "radius: pool"),
        ("width: 0.5mm", "width: bank"),
        ("line: 0.5mm", "line: bank"),
    ):
        assert written in text
        text = text.replace(written, name)
    pebbles.write(FACES, text.replace("-3mm", "-bleed"))
    return pebbles


GRIDS = Grid(0.2, {"width": {"thin": 0.3, "thick": 0.5}, "radius": {}, "length": {"edge": 4.0}})


def test_a_name_has_its_length_in_its_sort_only() -> None:
    assert GRIDS.find("edge", "length") == 4.0
    assert GRIDS.find("-edge", "length") == -4.0
    assert GRIDS.find("edge", "width") is None
    broken = Grid(0.2, GRIDS.named, whole=False)
    assert broken.find("edge", "width") == UNREAD and broken.find("edge", "length") == 4.0


def test_the_nearest_name_and_the_step() -> None:
    assert GRIDS.nearest(0.41, "width") == ("thick", 0.5)
    assert GRIDS.nearest(1, "radius") is None
    assert [GRIDS.is_on_step(value) for value in (0, 0.2, 0.6, -3, 1000.2, 0.1, 0.201)] == [True] * 5 + [False] * 2
    assert GRIDS.around(26.67) == (26.6, 26.8)
    assert GRIDS.around(-0.5) == (-0.6, -0.4)


def test_a_layout_without_a_grid_is_held_to_nothing(pebbles: GameCopy) -> None:
    pebbles.edit(FACES, "width: 0.5mm", "width: 0.4321mm")
    assert pebbles.check() == ()


def test_a_layout_without_a_grid_has_no_names(pebbles: GameCopy) -> None:
    where = pebbles.edit(FACES, "width: 0.5mm", "width: ‸bank")
    _, problems = pebbles.load()
    assert [(problem.name, problem.place.line, problem.place.column) for problem in problems] == [
        ("wrong-type", *where[1:])
    ]


def test_names_give_the_same_faces_as_lengths(tmp_path: Path, gridded: GameCopy) -> None:
    named = gridded.checked()
    assert named.problems == () and named.game is not None and named.game.layouts.grid is not None
    written = check_game(Project(ROOT / "tests/pebbles"), "pebbles")
    assert [(each.front, each.back) for each in named.components] == [
        (each.front, each.back) for each in written.components
    ]


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        (LINE, LINE.replace("bank", "‸0.6mm"), "the nearest that has one is bank (0.5mm)"),
        (LINE, LINE.replace("bank", "‸0.5mm"), "write bank (0.5mm)"),
        ("radius: pool, line: bank", "radius: ‸2.6mm, line: bank", "the nearest that has one is pond (3mm)"),
        ("radius: pool, line: bank", "radius: pool, line: ‸1pt", "the nearest that has one is bank (0.5mm)"),
    ],
)
def test_a_width_or_a_radius_without_a_name(gridded: GameCopy, old: str, new: str, hint: str) -> None:
    problem = gridded.expect("unnamed-length", gridded.edit(FACES, old, new))
    assert problem.hint == hint
    assert problem.message.split()[1] == ("radius" if "2.6" in new else "width")


def test_where_nothing_is_named_the_hint_says_where_names_go(gridded: GameCopy) -> None:
    gridded.edit(FILE, "radii: {pool: 2mm, pond: 3mm}\n", "")
    text = gridded.read(FACES).replace(", radius: pool", "")
    gridded.write(FACES, text)
    where = gridded.edit(FACES, GROUND, f"{GROUND}, radius: ‸1mm")
    assert gridded.expect("unnamed-length", where).hint == "name it under radii in grid.yaml"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("box: [4.5mm, 29mm, 33.5mm, 6mm]", "box: [4.5mm, 29mm, ‸33.53mm, 6mm]"),
        (LINE, LINE.replace("[44mm, 28mm]", "[44mm, ‸28.02mm]")),
        ("step: [0mm, 4.6mm]", "step: [0mm, ‸4.65mm]"),
        (LINE, f"{LINE}, dash: [1mm, ‸1pt]"),
    ],
)
def test_a_position_or_a_size_off_the_step(gridded: GameCopy, old: str, new: str) -> None:
    gridded.expect("off-step", gridded.edit(FACES, old, new))


def test_the_hint_of_an_odd_position_names_the_steps_and_the_nearest_length(gridded: GameCopy) -> None:
    problem = gridded.expect("off-step", gridded.edit(FACES, LINE, LINE.replace("44mm, 28mm", "44mm, ‸28.02mm")))
    assert problem.hint == "write 28mm or 28.1mm; the nearest length with a name is water-line (28.05mm)"


def test_a_named_length_may_lie_off_the_step(gridded: GameCopy) -> None:
    gridded.edit(FACES, LINE, LINE.replace("28mm", "water-line"))
    assert gridded.check() == ()


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        (LINE, LINE.replace("bank", "‸banks"), "did you mean bank?"),
        (LINE, LINE.replace("bank", "‸pool"), "it is one of the radii there"),
        (LINE, LINE.replace("to: [44mm, 28mm]", "to: [44mm, ‸water-lines]"), "did you mean water-line?"),
        (LINE, LINE.replace("to: [44mm, 28mm]", "to: [44mm, ‸-blead]"), "did you mean bleed?"),
    ],
)
def test_a_name_that_nobody_has(gridded: GameCopy, old: str, new: str, hint: str) -> None:
    where = gridded.edit(FACES, old, new)
    _, problems = gridded.load()
    (problem,) = [problem for problem in problems if problem.name == "unknown-length"]
    assert (problem.place.file, problem.place.line, problem.place.column) == where
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("length-without-unit", "bank: 0.5mm", "bank: ‸0.5"),
        ("wrong-type", "pool: 2mm", "pool: ‸wide"),
        ("out-of-range", "pool: 2mm", "pool: ‸-2mm"),
        ("out-of-range", "step: 0.1mm", "step: ‸0mm"),
        ("unknown-key", "radii:", "‸corners:"),
        ("bad-identifier", "bank: 0.5mm", "bank: 0.5mm, ‸Bank: 1mm"),
        ("missing-key", "step: 0.1mm\nwidths", "‸widths"),
    ],
)
def test_a_grid_gone_wrong_is_said_there_and_nowhere_else(gridded: GameCopy, name: str, old: str, new: str) -> None:
    where = gridded.edit(FILE, old, new)
    _, problems = gridded.load()
    found = [(problem.name, problem.place.file, problem.place.line, problem.place.column) for problem in problems]
    assert found == [(name, *where)]


def test_a_grid_that_is_no_yaml_is_one_finding(gridded: GameCopy) -> None:
    gridded.write(FILE, "step: [0.1mm\n")
    _, problems = gridded.load()
    assert problems and {problem.place.file for problem in problems} == {FILE}


def test_the_book_keeps_to_the_grid(duo: GameCopy) -> None:
    duo.write("layouts/ferry/grid.yaml", "step: 1mm\nlengths: {small-gap: 2.5mm}\n")
    duo.edit("layouts/ferry/book.yaml", "padding: 2mm", "padding: small-gap")
    assert duo.check() == ()
    duo.expect("off-step", duo.edit("layouts/ferry/book.yaml", "item: 1mm", "item: ‸1.5mm"))


def test_what_is_folded_keeps_to_the_grid(gridded: GameCopy) -> None:
    add_box(gridded)
    craft(gridded, BOX)
    gridded.edit(FILE, "lengths: {", "lengths: {card: 0.35mm, exact: 11.87mm, lid: 8mm, ")
    faces = gridded.read("layouts/pebbles/faces-craft.yaml").replace("11.87mm", "exact")
    gridded.write("layouts/pebbles/faces-craft.yaml", faces)
    gridded.edit(CRAFT, "card: 0.3mm", "card: card")
    assert gridded.check() == ()
    where: Where = gridded.edit(CRAFT, "slot: 4mm", "slot: ‸4.04mm")
    assert "4 mm" not in gridded.expect("off-step", where).message


def test_every_length_that_the_valley_names_is_used() -> None:
    folder = ROOT / "layouts/home-valley"
    source = (folder / "grid.yaml").read_text("utf-8")
    names = re.findall(r"^  ([a-z-]+): [\d.]+mm", source, re.MULTILINE)
    files = [path for path in folder.glob("*.yaml") if path.name not in ("grid.yaml", "type.yaml", "palette.yaml")]
    used = "\n".join(path.read_text("utf-8") for path in files)
    assert len(names) > 15
    assert [name for name in names if not re.search(rf"[ \[-]{name}[],}}\n]", used)] == []
