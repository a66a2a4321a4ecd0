"""The product `box`: dice, figures and a box as thick as the deck; lengths that cannot be folded are findings."""

from __future__ import annotations

import pytest

from tests.commands import run
from tests.conftest import TESTS, GameCopy
from tests.crafting import BOX, CRAFT, KINDS, add_box, craft, lay
from valleybuild.build import Wish, orders
from valleybuild.craft.look import read_craft
from valleybuild.impose import Page
from valleybuild.papers import read_papers
from valleybuild.problem import Problem
from valleybuild.products.box import box_size
from valleybuild.products.model import Order
from valleybuild.project import Project
from valleybuild.scene import Path, text_of
from valleybuild.units import MM_PER_POINT

A4 = Wish(products=("box",), papers=("a4",))


@pytest.fixture
def river(pebbles: GameCopy) -> GameCopy:
    """Return Pebbles with a die, two figures and a box."""
    add_box(pebbles)
    return pebbles


def made(copy: GameCopy, wish: Wish = A4) -> tuple[Order, list[Page], list[Problem]]:
    ((_, order, pages, problems),) = lay(copy, wish)
    return order, pages, problems


def texts(pages: list[Page]) -> list[str]:
    """List what the faces on pages say."""
    return [text for page in pages for placement in page.placements for text in text_of(placement.scene.items)]


def test_a_game_without_things_to_fold_offers_no_box(pebbles: GameCopy) -> None:
    assert lay(pebbles, A4) == []


def test_die_figures_box_and_lid_are_all_there(river: GameCopy) -> None:
    _, pages, problems = made(river)
    assert problems == []
    said = texts(pages)
    for name in ("One", "Two", "Three", "Four", "Five", "Six", "Lutra", "Enhydra"):
        assert said.count(name) == 1
    assert said.count("River Lid") == 6  # the top and four walls of the lid, and the floor of the box
    outlines = [placement.outline.name for page in pages for placement in page.placements]
    assert [outlines.count(name) for name in ("cube", "standee", "base", "tray", "lid", "cover")] == [1, 2, 2, 1, 1, 6]


def test_every_sheet_explains_its_lines_and_every_wide_flap_says_glue(river: GameCopy) -> None:
    _, pages, _ = made(river)
    for page in pages:
        marks = text_of(page.marks)
        assert {"cut", "fold", "100 mm"} <= set(marks) and any("Pebbles" in mark for mark in marks)
    flaps = 7 + 4 + 4
    assert sum(text_of(page.marks).count("glue") for page in pages) == flaps + len(pages)


def test_lines_are_thin_and_nothing_lies_in_the_margin(river: GameCopy) -> None:
    order, pages, _ = made(river)
    margin = order.sheet.margin
    for page in pages:
        for item in page.marks:
            assert not isinstance(item, Path) or item.stroke is None or item.stroke.width <= MM_PER_POINT / 2 + 1e-9
        for placement in page.placements:
            size = placement.outline.size
            turned = placement.angle % 180 == 90
            wide, high = (size.height, size.width) if turned else (size.width, size.height)
            left, top, right, bottom = placement.bleed
            assert placement.x - left >= margin - 1e-6 and placement.y - top >= margin - 1e-6
            assert placement.x + wide + right <= page.size.width - margin + 1e-6
            assert placement.y + high + bottom <= page.size.height - margin + 1e-6


def test_the_box_is_as_thick_as_the_deck(river: GameCopy) -> None:
    order, _, _ = made(river)
    found, _ = read_craft(order.materials.project, order.game)
    assert found is not None and found.box is not None
    cards = [one for one in order.company if one.kind == "river-card"]
    assert sum(card.count for card in cards) == 12
    assert box_size(cards, found.box, 0.3) == pytest.approx((65, 43, 12 * 0.3 + 3))
    assert box_size(cards, found.box, 0.5) == pytest.approx((65, 43, 12 * 0.5 + 3))


def test_the_thickness_that_is_asked_for_counts(river: GameCopy) -> None:
    def trays(card: float) -> list[float]:
        _, pages, _ = made(river, Wish(products=("box",), papers=("a4",), card=card))
        sizes = [
            placement.outline.size
            for page in pages
            for placement in page.placements
            if placement.outline.name == "tray"
        ]
        return sorted((sizes[0].width, sizes[0].height))

    assert trays(0.0) == trays(0.3)
    assert [thick - thin for thin, thick in zip(trays(0.3), trays(0.5), strict=True)] == pytest.approx([4.8, 4.8])


def test_the_lid_goes_over_the_box(river: GameCopy) -> None:
    _, pages, _ = made(river)
    sizes = {placement.outline.name: placement.outline.size for page in pages for placement in page.placements}
    walls = 2 * (12 * 0.3 + 3)  # on both sides of a floor; the lid's would be higher than the box, and are not
    floors = {name: sorted((sizes[name].width - walls, sizes[name].height - walls)) for name in ("tray", "lid")}
    assert floors["tray"] == pytest.approx([43, 65])
    assert floors["lid"] == pytest.approx([43 + 4 * 0.3 + 2, 65 + 4 * 0.3 + 2])


def test_a_box_for_no_cards(river: GameCopy) -> None:
    river.edit(
        KINDS,
        "component: {outline: river, front: river, back: river-back, board: stream, cell: cell}",
        "component: {outline: pebble, front: pebble-card}",
    )
    river.write("layouts/pebbles/faces-card.yaml", "pebble-card:\n  elements: []\n")
    checked = river.checked()
    names = {problem.name for problem in checked.problems}
    assert names <= {"unused-face", "unused-id", "unused-picture"}
    papers, _ = read_papers(Project(river.root))
    ((product, order),) = orders(checked, A4, papers)
    assert product.lay is not None
    pages, problems = product.lay(order)
    assert pages == [] and [problem.name for problem in problems] == ["empty-box"]
    assert problems[0].place.file == CRAFT and river.read(CRAFT).splitlines()[problems[0].place.line - 1].startswith(
        "box:"
    )


def test_a_die_with_five_faces(river: GameCopy) -> None:
    river.edit("cards/pebbles/die.yaml", "die-six: {name: {en: Six}}\n", "")
    _, pages, problems = made(river)
    assert pages == [] and [problem.name for problem in problems] == ["wrong-faces"]
    assert "5 components" in problems[0].message and problems[0].place.file == CRAFT


def test_a_die_that_is_no_cube(river: GameCopy) -> None:
    river.edit(
        "cards/pebbles/game.yaml",
        "face: {shape: rectangle, width: 16mm, height: 16mm}",
        "face: {shape: rectangle, width: 16mm, height: 18mm}",
    )
    _, _, problems = made(river)
    assert [problem.name for problem in problems] == ["wrong-faces"] and "16 × 18" in problems[0].message


@pytest.mark.parametrize(
    ("old", "new"),
    [("flap: 5mm", "flap: 9mm"), ("flap: 6mm", "flap: 30mm"), ("slot: 4mm, base: [20mm", "slot: 4mm, base: [4mm")],
)
def test_lengths_that_cannot_be_folded(river: GameCopy, old: str, new: str) -> None:
    river.edit(CRAFT, old, new)
    wish = Wish(products=("box",), papers=("a4",), card=2.0 if "base" in old else 0.0)
    _, pages, problems = made(river, wish)
    assert pages == [] and {problem.name for problem in problems} == {"impossible-net"}
    assert problems[0].place.file == CRAFT


def test_a_slot_as_high_as_the_base(river: GameCopy) -> None:
    where = river.edit(CRAFT, "slot: 4mm", "slot: ‸8mm")
    river.expect("out-of-range", where)


def test_a_box_too_large_for_the_paper(river: GameCopy) -> None:
    river.edit(CRAFT, "room: 3mm", "room: 90mm")
    _, pages, problems = made(river)
    assert pages == [] and [problem.name for problem in problems] == ["too-large-for-paper"]
    assert "--card-thickness" in problems[0].hint and problems[0].place.file == CRAFT


def test_a_kind_that_is_not_there(river: GameCopy) -> None:
    where = river.edit(CRAFT, "faces: river-die", "faces: ‸river-dice")
    problem = river.expect("not-folded", where, also=("not-crafted",))
    assert "river-die" in problem.hint


def test_a_kind_of_another_product(river: GameCopy) -> None:
    where = river.edit(CRAFT, "faces: otter", "faces: ‸river-card")
    problem = river.expect("not-folded", where, also=("not-crafted",))
    assert "product: box" in problem.hint


def test_a_kind_that_nothing_folds(river: GameCopy) -> None:
    craft(river, BOX.replace("dice:\n  - {faces: river-die, flap: 5mm}\n", ""))
    (problem,) = river.check()
    assert problem.name == "not-crafted" and problem.path == "river-die"


def test_a_figure_without_a_picture(river: GameCopy) -> None:
    where = river.edit(
        "cards/pebbles/otters.yaml",
        "lutra: {name: {en: Lutra}, art: pool.svg}",
        "lutra: {name: {en: Lutra}, art: ‸otter.svg}",
    )
    river.expect("picture-missing", where)
    river.edit("cards/pebbles/otters.yaml", ", art: otter.svg", "")
    assert [problem.name for problem in river.check()] == ["missing-key"]


def test_only_some_things_are_folded(river: GameCopy) -> None:
    _, pages, _ = made(river, Wish(products=("box",), papers=("a4",), only=("lutra",)))
    assert texts(pages) == ["Lutra"]
    _, pages, _ = made(river, Wish(products=("box",), papers=("a4",), only=("die-two",)))
    assert sorted(texts(pages)) == ["Five", "Four", "One", "Six", "Three", "Two"]


@pytest.mark.parametrize("given", ["thick", "0.01mm", "5mm", "0.3"])
def test_a_thickness_that_is_none_is_refused(given: str) -> None:
    result = run("build", "--card-thickness", given, project=TESTS / "pebbles")
    assert result.exit_code == 2 and "--card-thickness" in result.output
