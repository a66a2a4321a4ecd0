"""A word and its language to the places where it may be broken, by the patterns that come with pyphen."""

from __future__ import annotations

import re

import pyphen

PATTERNS = {"cs": "cs_CZ", "en": "en_GB"}
BEFORE, AFTER = 2, 3
"""The fewest letters before a break and after it: a stub of one letter is never left."""
SHORTEST = 5
_LETTERS = re.compile(r"[^\W\d_]+")


class Hyphens:
    """The patterns of one language; a language without any breaks no word."""

    def __init__(self, language: str) -> None:
        pattern = PATTERNS.get(language)
        self._patterns = pyphen.Pyphen(lang=pattern, left=BEFORE, right=AFTER) if pattern else None
        self._known: dict[str, tuple[int, ...]] = {}

    def breaks(self, text: str) -> tuple[int, ...]:
        """Return the positions before which a text without spaces may be broken, in rising order.

        A word in capitals stays whole, and so does one that a hyphen or an apostrophe already divides.
        """
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = tuple(self._find(text))
        return known

    def _find(self, text: str) -> list[int]:
        if self._patterns is None or "-" in text:
            return []
        words = list(_LETTERS.finditer(text))
        if len(words) != 1 or len(words[0][0]) < SHORTEST or words[0][0].isupper():
            return []
        start, word = words[0].start(), words[0][0]
        return [start + position for position in self._patterns.positions(word.lower())]
