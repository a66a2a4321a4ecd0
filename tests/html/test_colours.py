"""Colours that can be read: measured on the page's own variables, and what chooses them."""

from __future__ import annotations

import re

import pytest

from tests.html.conftest import Setting
from valleybuild.html.colours import GROUNDS, LEAST, TEXTS, legible
from valleybuild.inks import contrast, mix

Variables = dict[str, tuple[int, int, int]]


def schemes_of(style: str) -> tuple[Variables, Variables]:
    """Read the variables of the light and of the dark page."""
    found = []
    for block in re.findall(r":root\{([^}]*--page[^}]*)\}", style):
        named = re.findall(r"--([\w-]+):#([0-9a-f]{6})", block)
        found.append({name: tuple(bytes.fromhex(colour)) for name, colour in named})
    light, dark = found
    return light, dark


@pytest.mark.parametrize("game", ["valley", "ferry"])
def test_all_text_can_be_read_on_every_ground(game: str, request: pytest.FixtureRequest) -> None:
    setting: Setting = request.getfixturevalue(game)["en"]
    for scheme in schemes_of(setting.page.style):
        inks = [name for name in scheme if name.startswith("ink-")]
        pairs = [(text, ground) for text in (*TEXTS, *inks) for ground in GROUNDS]
        pairs += [("on-fill", "fill"), ("on-fill", "head"), ("on-paper", "paper"), ("on-paper-soft", "paper")]
        for text, ground in pairs:
            assert contrast(scheme[text], scheme[ground]) >= LEAST, (text, ground)


def test_one_page_is_light_and_the_other_dark(valley: dict[str, Setting]) -> None:
    light, dark = schemes_of(valley["en"].page.style)
    assert min(light["page"]) > 200 and max(light["text"]) < 80
    assert max(dark["page"]) < 50 and min(dark["text"]) > 200
    assert light.keys() == dark.keys()


def test_no_rule_names_a_colour_of_its_own(valley: dict[str, Setting]) -> None:
    """What text is written in and stands on comes from the variables, so that measuring them measures the page."""
    rules = re.sub(r":root\{[^}]*\}|@font-face\{[^}]*\}|data:[^\"]*", "", valley["en"].page.style)
    for name, value in re.findall(r"[{;\s](color|background(?:-color)?):([^;}]*)", rules):
        if "gradient" not in value and "currentColor" not in value:
            assert re.fullmatch(r"var\(--[\w-]+\)|inherit|none", value) or (name, value) == ("color", "#1a1512"), value


def test_a_colour_changes_no_more_than_it_has_to() -> None:
    white = (255, 255, 255)
    assert legible((0, 0, 90), (white,), (0, 0, 0)) == (0, 0, 90)
    darker = legible((230, 160, 40), (white,), (0, 0, 0))
    assert LEAST <= contrast(darker, white) < LEAST + 0.3
    assert mix((0, 0, 0), white, 0.5) == (128, 128, 128)
