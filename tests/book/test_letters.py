"""Advances of letters: kerned as HarfBuzz kerns them, with no ligatures, and each text shaped once."""

from __future__ import annotations

import pytest
import uharfbuzz
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.book.setting import CZECH, ENGLISH, fonts, letters
from valleybuild.book.letters import Letters


@pytest.mark.parametrize("pair", ["AV", "Tě", "To", "Vá"])
def test_a_pair_that_is_kerned_is_tighter_than_its_letters_alone(pair: str) -> None:
    known = letters()
    alone = [known.nominal(letter, "text") for letter in pair]
    first, second = known.advances(pair, "text")
    assert first < alone[0] - 0.005
    assert second == pytest.approx(alone[1])


def test_a_pair_that_is_not_kerned_keeps_its_width() -> None:
    assert letters().advances("nn", "text") == pytest.approx([letters().nominal("n", "text")] * 2)


@pytest.mark.parametrize("role", ["text", "bold", "italic"])
@pytest.mark.parametrize("text", [*ENGLISH.split(), *CZECH.split()])
def test_the_width_of_a_word_is_that_of_harfbuzz(text: str, role: str) -> None:
    face = uharfbuzz.Face(fonts()[role].data)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(face), buffer, {"liga": False, "clig": False, "calt": False, "ccmp": False})
    whole = sum(position.x_advance for position in buffer.glyph_positions) / face.upem
    assert len(letters().advances(text, role)) == len(text)
    assert sum(letters().advances(text, role)) == pytest.approx(whole, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzěščřžýáíéůúĚŠČŘŽAVTLYWfi ,.;–„“’\u00a0", min_size=1, max_size=40))
def test_every_letter_has_an_advance_of_its_own(text: str) -> None:
    found = letters().advances(text, "text")
    assert len(found) == len(text)
    assert all(advance > 0 for advance in found)


def test_letters_that_could_join_stay_apart() -> None:
    first, second = letters().advances("fi", "text")
    assert first > 0.15 and second > 0.15


def test_a_text_is_shaped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Letters(fonts())
    fresh.advances("valley", "text")
    monkeypatch.setattr(uharfbuzz, "shape", None)
    assert len(fresh.advances("valley", "text")) == 6
