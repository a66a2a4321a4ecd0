"""Faces: texts fit their boxes or are reported, languages share sizes, boxes stay on the card and apart."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from valleybuild.compose.elements import rounded_box
from valleybuild.compose.game import Component
from valleybuild.compose.walk import turned
from valleybuild.scene import Group, Item, Path, Run, Scene, Use, text_of

FACES = "layouts/ferry/faces.yaml"
BOATS = "cards/ferry/boats.yaml"
TEXT_BOX = '    - text-box: {box: [4mm, 26mm, 42mm, 8mm], text: "{{ entry.text }}", style: body, align: centre}\n'


def component(copy: GameCopy, id: str) -> Component:
    checked = copy.checked()
    assert checked.problems == (), checked.problems
    return next(component for component in checked.components if component.id == id)


def runs(items: tuple[Item, ...]) -> list[Run]:
    found: list[Run] = []
    for item in items:
        if isinstance(item, Run):
            found.append(item)
        elif isinstance(item, Group):
            found.extend(runs(item.items))
    return found


def body(scene: Scene) -> list[Run]:
    return [run for run in runs(scene.items) if run.y > 26]


def test_a_face_holds_its_text_in_order(pebbles: GameCopy) -> None:
    card = component(pebbles, "hidden-pool")
    assert text_of(card.front["en"].items) == [
        *("Moor Beck", "Hidden Pool", "● ", "●", "Trade. ", "Give any pebble", "back and take one piece of"),
        *("amber.", "Still enough to count the clouds in."),
    ]
    assert card.back is not None and text_of(card.back["en"].items) == ["The River"]
    assert (card.count, card.board, card.cell, card.product) == (1, "moor-beck", (0, 2), "sheets")
    assert component(pebbles, "serpentine").count == 5


def test_inks_come_from_the_style_the_text_and_the_icon(pebbles: GameCopy) -> None:
    card = component(pebbles, "hidden-pool")
    inks = {run.text: run.colour.name for run in runs(card.front["en"].items)}
    assert (inks["Hidden Pool"], inks["Moor Beck"]) == ("ink", "deep")
    stones = [run.colour.name for run in runs(card.front["en"].items) if run.text.strip() == "●"]
    assert stones == ["jasper", "serpentine"]


def test_what_is_the_same_is_equal(pebbles: GameCopy) -> None:
    backs = {item.back["en"] for item in pebbles.checked().components if item.kind == "river-card" and item.back}
    assert len(backs) == 1


def test_the_same_box_has_the_same_size_in_both_languages(duo: GameCopy) -> None:
    card = component(duo, "punt")
    english, czech = ({run.size for run in body(card.front[language])} for language in ("en", "cs"))
    assert english == czech and max(english) < 9.0  # the Czech text is long
    other = component(duo, "skiff")
    assert {run.size for run in body(other.front["en"])} == {9.0}


def test_text_stays_in_its_box(duo: GameCopy) -> None:
    card = component(duo, "punt")
    lines = body(card.front["cs"])
    assert len({run.y for run in lines}) == 2
    assert all(4 <= run.x <= 46 and 26 < run.y < 34 for run in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [("On a day like this one. " * 9, "its 5 lines need 14.2 mm"), ("O" * 60, "a word is wider than the box")],
)
def test_a_text_that_does_not_fit_is_an_error_at_the_text(duo: GameCopy, text: str, said: str) -> None:
    where = duo.edit(BOATS, '"Leaks."', f'‸"{text}"')
    problem = duo.expect("text-does-not-fit", where)
    assert said in problem.message and "42 × 8 mm at 7 pt" in problem.message
    assert (problem.path, problem.lang) == ("skiff", "en")
    assert problem.related[0].place.file == FACES


def test_a_label_of_the_layout_that_does_not_fit_is_an_error_in_the_layout(duo: GameCopy) -> None:
    label = "A heading that is far too long for this leaf. " * 6
    where = duo.edit(FACES, 'text: "{{ entry.title }}"', f'text: ‸"{label}"')
    duo.expect_all("text-does-not-fit", [where, where])


def test_boxes_that_overlap(duo: GameCopy) -> None:
    where = duo.edit(FACES, "[4mm, 26mm, 42mm, 8mm]", "‸[4mm, 23mm, 42mm, 8mm]")
    problem = duo.expect("boxes-overlap", where)
    assert "42.00 × 1.00 mm" in problem.message
    assert problem.related[0].place.line == 5


def test_boxes_of_which_only_one_is_there_do_not_overlap(duo: GameCopy) -> None:
    second = TEXT_BOX.replace("text-box: {", "text-box: {when: entry.seats > 2, ")
    first = TEXT_BOX.replace("text-box: {", "text-box: {when: entry.seats <= 2, ")
    duo.edit(FACES, TEXT_BOX, first + second)
    assert duo.check() == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[4mm, 26mm, 42mm, 8mm]", "‸[4mm, 26mm, 46.5mm, 8mm]"),
        ("[4mm, 26mm, 42mm, 8mm]", "‸[-0.5mm, 26mm, 42mm, 8mm]"),
        ("[4mm, 26mm, 42mm, 8mm]", "‸[4mm, 43mm, 42mm, 8mm]"),
        ("[-3mm, -3mm, 56mm, 56mm]", "‸[-3mm, -3.1mm, 56mm, 56mm]"),
    ],
)
def test_a_box_outside_the_card(duo: GameCopy, old: str, new: str) -> None:
    duo.expect("box-outside-card", duo.edit(FACES, old, new))


def test_a_repeat_that_leaves_the_card(duo: GameCopy) -> None:
    where = duo.edit(FACES, "box: [10mm, 22mm, 128mm, 8mm]", "box: ‸[10mm, 195mm, 128mm, 8mm]")
    duo.expect("box-outside-card", where)


GROUP = "    - group:\n        angle: '{}'\n        about: [25mm, 38mm]\n        elements:\n    {}"


def test_a_turned_box_is_checked_where_it_lies(duo: GameCopy) -> None:
    upright = TEXT_BOX.replace("[4mm, 26mm, 42mm, 8mm]", "‸[21mm, 28mm, 8mm, 20mm]")
    duo.edit(FACES, TEXT_BOX, GROUP.format(0, upright).replace("‸", ""))
    problems = {problem.name for problem in duo.check()}
    assert problems == {"text-does-not-fit"}  # 20 mm high, on the card, but too narrow
    duo.edit(FACES, "angle: '0'", "angle: '90'")
    assert {problem.name for problem in duo.check()} == {"text-does-not-fit"}
    duo.edit(FACES, "about: [25mm, 38mm]", "about: [40mm, 38mm]")
    assert "box-outside-card" not in {problem.name for problem in duo.check()}
    duo.edit(FACES, "about: [40mm, 38mm]", "about: [25mm, 5mm]")
    assert "box-outside-card" in {problem.name for problem in duo.check()}


def test_turning_a_box() -> None:
    assert turned((0, 0, 10, 4), ()) == (0, 0, 10, 4)
    assert turned((0, 0, 10, 4), ((90, 0, 0),)) == pytest.approx((-4, 0, 0, 10))
    assert turned((0, 0, 10, 4), ((180, 5, 2),)) == pytest.approx((0, 0, 10, 4))
    assert turned((0, 0, 10, 4), ((90, 0, 0), (90, 0, 0))) == pytest.approx((-10, -4, 0, 0))
    assert turned((0, 0, 10, 4), ((180, 0, 0), (90, 10, 0))) == pytest.approx((-10, 0, -6, 10), abs=1e-9)


def test_a_turned_text_is_a_group_about_its_middle(pebbles: GameCopy) -> None:
    card = component(pebbles, "hidden-pool")
    edge = next(item for item in card.front["en"].items if isinstance(item, Group))
    assert (edge.angle, edge.x, edge.y) == pytest.approx((270.0, 2.4, 45.0))
    assert text_of(edge.items) == ["Moor Beck"]


def test_a_repeat_moves_its_elements(pebbles: GameCopy) -> None:
    for id, points in (("cotton-grass", 1), ("long-fall", 3)):
        ripples = [
            item
            for item in component(pebbles, id).front["en"].items
            if isinstance(item, Use) and item.drawing.name.startswith("fonts/icons/ripple.svg")
        ]
        assert [round(item.y - 2.4, 3) for item in ripples] == [round(4.6 * index, 3) for index in range(points)]


def test_a_repeat_over_no_list(pebbles: GameCopy) -> None:
    where = pebbles.edit("layouts/pebbles/faces.yaml", "over: range(entry.worth)", "over: ‸entry.worth")
    pebbles.expect("bad-template", where)


def test_a_picture_keeps_its_proportions_in_the_middle_of_its_box(pebbles: GameCopy) -> None:
    pebbles.edit("layouts/pebbles/faces.yaml", "[2.5mm, 2.5mm, 20mm, 20mm]", "[2.5mm, 2.5mm, 20mm, 10mm]")
    back = component(pebbles, "slate").back
    assert back is not None
    rings = next(item for item in back["en"].items if isinstance(item, Use))
    assert (rings.x, rings.y, rings.width, rings.height) == (7.5, 2.5, 10.0, 10.0)


@pytest.mark.parametrize("character", ["中", "☃"])
def test_a_glyph_that_the_font_lacks(duo: GameCopy, character: str) -> None:
    where = duo.edit(BOATS, '"Leaks."', f'‸"Leaks {character}."')
    problem = duo.expect("missing-glyph", where)
    assert character in problem.message and f"U+{ord(character):04X}" in problem.message


def test_markup_that_is_not_closed_is_found_at_the_text(duo: GameCopy) -> None:
    where = duo.edit(BOATS, '"Leaks."', '‸"<b>Leaks."')
    problem = duo.expect("bad-markup", where)
    assert "<b>Leaks" in problem.message


def test_an_unknown_name_in_a_face_is_one_finding_for_all_cards_and_languages(duo: GameCopy) -> None:
    where = duo.edit(FACES, '"{{ entry.cargo }}"', '‸"{{ entry.freight }}"')
    problem = duo.expect("unknown-name", where)
    assert "freight" in problem.message


def test_a_shared_part_is_laid_out_with_the_values_it_is_given(duo: GameCopy) -> None:
    duo.write(
        "layouts/ferry/parts.yaml",
        'badge:\n  elements:\n    - text-box: {box: [4mm, 40mm, 42mm, 6mm], text: "{{ said }}", style: name}\n',
    )
    duo.edit(FACES, TEXT_BOX, TEXT_BOX + "    - part: {name: badge, with: {said: entry.seats}}\n")
    assert text_of(component(duo, "raft").front["en"].items)[-1] == "4"
    where = duo.edit(FACES, "name: badge", "name: ‸bagde")
    duo.expect("unknown-part", where)


def test_a_part_in_itself(duo: GameCopy) -> None:
    duo.write("layouts/ferry/parts.yaml", "ring:\n  elements:\n    - part: {name: ring}\n")
    duo.edit(FACES, TEXT_BOX, TEXT_BOX + "    - part: {name: ring}\n")
    duo.expect("part-in-itself", ("layouts/ferry/parts.yaml", 3, 20))


def test_a_rounded_box_touches_its_sides() -> None:
    assert rounded_box((1, 2, 10, 6), 0) == (("M", 1, 2), ("L", 11, 2), ("L", 11, 8), ("L", 1, 8), ("Z",))
    points = {step[-2:] for step in rounded_box((0, 0, 10, 6), 50)}
    assert points >= {(3.0, 0), (7.0, 0), (10, 3.0), (7.0, 6), (3.0, 6), (0, 3.0)}


def test_a_fill_with_a_line_is_an_outline(pebbles: GameCopy) -> None:
    back = component(pebbles, "long-fall").back
    assert back is not None
    frame = back["en"].items[-1]
    assert isinstance(frame, Path) and frame.fill is None and frame.stroke is not None and frame.stroke.width == 0.5
