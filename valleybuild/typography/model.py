"""What a language's typography is made of: rules and quotes, and the characters that stand for what has no letters."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

NO_BREAK_SPACE = "\u00a0"
APOSTROPHE = "\u2019"

# Stand-ins while the rules run; the same characters in a text are stored and put back like any icon or template.
ICON = "\ue000"
TEMPLATE = "\ue001"

GAP = "[ \u00a0]"


class Rule(msgspec.Struct, frozen=True):
    """Replace what `pattern` finds. A text with none of the `triggers` characters is left alone at once."""

    triggers: frozenset[str]
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]

    def render(self, match: re.Match[str]) -> str:
        """Return what stands in place of a match."""
        return self.replacement if isinstance(self.replacement, str) else self.replacement(match)


class Quotes(msgspec.Struct, frozen=True):
    """A language's opening and closing marks, and the words or years before which `'` is an apostrophe."""

    double: tuple[str, str]
    single: tuple[str, str]
    elision: re.Pattern[str]

    def openers(self) -> str:
        """Return the characters after which a quote opens."""
        return f"([{{{self.double[0]}{self.single[0]}"


class Language(msgspec.Struct, frozen=True):
    """How one language is typeset: its quotes, then its rules in order."""

    quotes: Quotes
    rules: tuple[Rule, ...]
