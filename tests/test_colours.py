"""The checks of colours: take a good game, spoil one ink or one face, and exactly that is found, at its place."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from valleybuild.problem import Severity

PALETTE = "layouts/pebbles/palette.yaml"
MEANING = "layouts/pebbles/meaning.yaml"
FACES = "layouts/pebbles/faces.yaml"
TYPE = "layouts/pebbles/type.yaml"
DEEP = '{cmyk: [84, 40, 25, 17], rgb: "#2D6F8E", grey: 62, low: tint}'


def test_more_ink_than_paper_takes(pebbles: GameCopy) -> None:
    where = pebbles.edit(PALETTE, "deep: " + DEEP, "deep: " + DEEP.replace("[84, 40, 25, 17]", "‸[84, 70, 70, 57]"))
    problem = pebbles.expect("too-much-ink", where, also=("rgb-far-from-cmyk",))
    assert "281 %" in problem.message and problem.severity is Severity.ERROR


def test_exactly_as_much_ink_as_paper_takes(pebbles: GameCopy) -> None:
    pebbles.edit(PALETTE, "[72, 42, 28, 75]", "[72, 62, 58, 88]")
    assert "too-much-ink" not in {problem.name for problem in pebbles.check()}


def test_a_screen_colour_that_the_press_does_not_print(pebbles: GameCopy) -> None:
    where = pebbles.edit(PALETTE, "deep: {cmyk: [84, 40, 25, 17], rgb: ", "deep: {cmyk: [30, 40, 25, 17], rgb: ‸")
    problem = pebbles.expect("rgb-far-from-cmyk", where)
    assert "deep is ΔE" in problem.message and "#" in problem.hint and problem.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("missing-key", "deep: " + DEEP, "deep: ‸" + DEEP.replace(", grey: 62", "")),
        ("missing-key", "deep: " + DEEP, "deep: ‸" + DEEP.replace(", low: tint", "")),
        ("unknown-variant", "deep: " + DEEP, "deep: " + DEEP.replace("low: tint", "low: ‸hatch")),
        ("out-of-range", "deep: " + DEEP, "deep: " + DEEP.replace("grey: 62", "grey: ‸162")),
    ],
)
def test_an_ink_that_is_not_whole(pebbles: GameCopy, name: str, old: str, new: str) -> None:
    pebbles.expect(name, pebbles.edit(PALETTE, old, new))


def test_a_text_that_does_not_stand_out(pebbles: GameCopy) -> None:
    pebbles.edit(TYPE, "leading: 1.05, ink: ink}\nback", "leading: 1.05, ink: water}\nback")
    found = [problem for problem in pebbles.check() if problem.name == "low-contrast"]
    messages = [problem.message for problem in found]
    assert len(found) == 2, messages  # in full ink and in grey; where ink is saved the rule makes it dark
    assert "a text in water on foam has a contrast of 1.78 with full ink (“Slate”, as on 3 other faces)" in messages
    for problem in found:
        assert (problem.place.file, problem.path, problem.lang) == ("cards/pebbles/pebbles.yaml", "slate", "en")
        assert problem.severity is Severity.WARNING and problem.related[0].place.file == FACES
        assert "4.5 is needed" in problem.hint


def test_an_icon_that_does_not_stand_out_needs_less(pebbles: GameCopy) -> None:
    pebbles.edit(FACES, "icon: ripple}", "icon: ripple, ink: water}")
    messages = [problem.message for problem in pebbles.check() if problem.name == "low-contrast"]
    assert messages and all(message.startswith("an icon in water on foam") for message in messages)
    pebbles.edit(FACES, "icon: ripple, ink: water}", "icon: ripple, ink: slate}")  # 3.7: enough for an icon
    assert pebbles.check() == ()


def test_a_text_over_a_picture_is_measured_against_its_inks(pebbles: GameCopy) -> None:
    square = '<rect width="20" height="20" fill="#23303A"/>'
    plain = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{square}</svg>'
    pebbles.write("cards/pebbles/art/pebble.svg", plain)
    pebbles.edit(FACES, "    - fill: {box: [4.5mm, 16.8mm, 16mm, 4mm], ink: foam, radius: 2mm}\n", "")
    messages = [problem.message for problem in pebbles.check() if problem.name == "low-contrast"]
    assert any("a text in ink on ink has a contrast of 1.00 with full ink" in message for message in messages), messages


def test_a_grey_that_hides_a_text(pebbles: GameCopy) -> None:
    pebbles.edit(PALETTE, "deep: " + DEEP, "deep: " + DEEP.replace("grey: 62", "grey: 30"))
    messages = [problem.message for problem in pebbles.check()]
    assert messages and all("with grey ink" in message for message in messages)


STONES = "stones:\n  of: pebble.ink\n  by: ink\n"


def test_inks_that_alone_tell_things_apart(pebbles: GameCopy) -> None:
    pebbles.write(MEANING, "‸stones:\n  of: pebble.ink\n  by: ink\n".replace("‸", ""))
    found = [problem for problem in pebbles.check() if problem.name == "inks-alike"]
    assert found and all(problem.place.file == MEANING and problem.place.line in (1, 2) for problem in found)
    messages = [problem.message for problem in found]
    assert any("jasper" in message and "deuteranopia" in message for message in messages), messages
    assert any("in grey" in message for message in messages), messages
    assert all("ΔE 20 is needed" in problem.hint and len(problem.related) == 2 for problem in found)


def test_a_shape_that_differs_is_enough(pebbles: GameCopy) -> None:
    pebbles.write(MEANING, "stones:\n  of: pebble.ink\n  by: shape\n  shape: the name stands below\n")
    assert pebbles.check() == ()


def test_inks_that_differ_for_everybody(pebbles: GameCopy) -> None:
    pebbles.write(MEANING, "sides:\n  inks: [deep, foam]\n  by: ink\n")
    assert pebbles.check() == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("meaning-unclear", "stones:\n  ‸of: pebble.ink\n  by: shape\n"),
        ("meaning-unclear", "stones:\n  ‸by: ink\n"),
        ("meaning-unclear", "stones:\n  ‸of: pebble.ink\n  inks: [deep, foam]\n  by: ink\n"),
        ("unknown-ink", "stones:\n  inks: [deep, ‸fome]\n  by: ink\n"),
        ("unknown-variant", "stones:\n  of: pebble.ink\n  by: ‸size\n"),
        ("unknown-path", "stones:\n  ‸of: pebble.name\n  by: ink\n"),
        ("unknown-path", "stones:\n  ‸of: rock.ink\n  by: ink\n"),
        ("wrong-length", "stones:\n  inks: ‸[deep]\n  by: ink\n"),
    ],
)
def test_a_meaning_that_says_too_little(pebbles: GameCopy, name: str, text: str) -> None:
    before = text.partition("‸")[0]
    pebbles.write(MEANING, text.replace("‸", ""))
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    pebbles.expect(name, (MEANING, line, column))
