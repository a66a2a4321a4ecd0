"""The valley's symbols: each is drawn, stands for its sign, keeps within the em box, and is not drawn for nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from valleybuild.compose.materials import ICON_FONT, Materials, gather_materials
from valleybuild.iconfont import BOTTOM, TOP, check_icon
from valleybuild.load import load_game
from valleybuild.project import Project

ROOT = Path(__file__).parent.parent
SIGNS = {"stamp": "★", "lead": "⇄", "protection": "⛨", "instant": "⚡", "road": "↔", "footpath": "⇢", "ford": "⇶"}
SIGNS |= dict(zip(("one", "two", "three", "four", "five"), "①②③④⑤", strict=True))
SIGNS |= {f"die-{number}": sign for number, sign in enumerate("⚀⚁⚂⚃⚄⚅", 1)}
OTHERS = "driving repairs searching first-aid rallying effort day seats range weakened damaged discard stays fresh"
ALL = (*SIGNS, *OTHERS.split(), "urgent", "lasting")


@pytest.fixture(scope="module")
def materials() -> Materials:
    project = Project(ROOT)
    game, _ = load_game(project, "home-valley")
    assert game is not None
    return gather_materials(project, game)


@pytest.mark.parametrize("name", ALL)
def test_a_symbol_is_drawn_and_has_its_sign(materials: Materials, name: str) -> None:
    sign = materials.game.icons[name].character
    assert sign == SIGNS.get(name, sign)
    assert check_icon(materials.icons[name], name) == []
    assert materials.symbols[sign] == name


def test_no_drawing_is_left_out_of_the_list(materials: Materials) -> None:
    drawn = {path.stem for path in (ROOT / "fonts/icons").glob("*.svg")}
    assert drawn == set(materials.game.icons)


def test_no_symbol_leaves_the_em_box(materials: Materials) -> None:
    font = TTFont(io.BytesIO(materials.measure.fonts[ICON_FONT].data))
    glyphs, advances = font["glyf"], font["hmtx"]
    for code, glyph in font.getBestCmap().items():
        shape = glyphs[glyph]
        if shape.numberOfContours:
            inside = shape.xMin >= 0 and shape.xMax <= advances[glyph][0] and shape.yMin >= BOTTOM and shape.yMax <= TOP
            assert inside, chr(code)
