"""Fonts and text to the advances of its letters, kerned by HarfBuzz; no ligatures, so that letters and glyphs agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import uharfbuzz

from valleybuild.fonts import Font

FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False}
NO_BREAK_SPACE = "\u00a0"
Advances = tuple[float, ...]


class Letters:
    """What is known of the letters of some fonts, by role: each text is shaped once."""

    def __init__(self, fonts: Mapping[str, Font]) -> None:
        self.fonts = fonts
        self._shapers: dict[str, tuple[Any, float]] = {}
        self._known: dict[tuple[str, str], Advances] = {}

    def advances(self, text: str, role: str) -> Advances:
        """Return how far each letter moves on, in em, with the kerning towards the next letter."""
        key = (text, role)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._shape(text, role)
        return known

    def nominal(self, letter: str, role: str) -> float:
        """Return how far a letter moves on when it stands alone, in em."""
        font = self.fonts[role]
        return font.advances.get(ord(letter), font.blank)

    def _shape(self, text: str, role: str) -> Advances:
        shaper, em = self._shaper(role)
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text.replace(NO_BREAK_SPACE, " "))
        buffer.guess_segment_properties()
        uharfbuzz.shape(shaper, buffer, FEATURES)
        found = [0.0] * len(text)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            found[info.cluster] += position.x_advance / em
        return tuple(found)

    def _shaper(self, role: str) -> tuple[Any, float]:
        if role not in self._shapers:
            face = uharfbuzz.Face(self.fonts[role].data)
            self._shapers[role] = (uharfbuzz.Font(face), float(face.upem))
        return self._shapers[role]
