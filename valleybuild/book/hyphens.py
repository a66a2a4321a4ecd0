"""A word and its language to the places where it may be broken, by the patterns that come with pyphen."""

from __future__ import annotations

import re
from pathlib import Path

import pyphen

from valleybuild.project import Project

PATTERNS = {"cs": "cs_CZ", "en": "en_GB"}
BEFORE, AFTER = 2, 3
"""The fewest letters before a break and after it: a stub of one letter is never left."""
SHORTEST = 5
_LETTERS = re.compile(r"[^\W\d_]+")
_VALUES = re.compile(r"(\d?)\D?")


class Hyphens:
    """The patterns of one language; a language without any breaks no word."""

    def __init__(self, language: str) -> None:
        pattern = PATTERNS.get(language)
        self._patterns = Patterns(read_patterns(pattern)) if pattern else None
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


def read_patterns(name: str) -> bytes:
    """Return the patterns of a name as pyphen brings them. Raises FileNotFoundError where they are not installed."""
    file = Path(str(pyphen.LANGUAGES[name])).resolve()
    project = Project(file.parent)
    content, problems = project.read_bytes(file.name)
    if content is None:
        raise FileNotFoundError(problems[0].message)
    return content


class Patterns:
    """A file of patterns. A book needs few of its thousands: only those are taken apart, which is most of the work.

    It is read as pyphen reads it, but for what no language of ours has: breaks that change the letters.
    """

    def __init__(self, content: bytes) -> None:
        encoding, _, listed = content.partition(b"\n")
        letters = listed.translate(None, b"0123456789")
        name = encoding.decode("ascii").strip()
        self._lines = dict(zip(letters.decode(name).split("\n"), listed.decode(name).split("\n"), strict=True))
        self._longest = max(map(len, self._lines))
        self._known: dict[str, tuple[int, ...]] = {}

    def positions(self, word: str) -> list[int]:
        """Return the positions before which a word in small letters may be broken."""
        within = f".{word}."
        found = [0] * (len(within) + 1)
        for start in range(len(within) - 1):
            for end in range(start + 1, min(start + self._longest, len(within)) + 1):
                part = within[start:end]
                if part in self._lines:
                    for at, value in enumerate(self._values(part), start):
                        found[at] = max(found[at], value)
        return [at - 1 for at, value in enumerate(found) if value % 2 and BEFORE < at <= len(word) - AFTER + 1]

    def _values(self, letters: str) -> tuple[int, ...]:
        """Return what a pattern says for the place before each of its letters and behind the last."""
        known = self._known.get(letters)
        if known is None:
            known = self._known[letters] = tuple(int(value or 0) for value in _VALUES.findall(self._lines[letters]))
        return known
