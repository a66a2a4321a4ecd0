"""A plain text with straight quotes to the same with a language's opening and closing marks, and apostrophes."""

from __future__ import annotations

import re
from functools import cache

from valleybuild.typography.model import APOSTROPHE, ICON, TEMPLATE, Quotes

_CLOSERS = ")]},;:!?"
_JOINERS = "-–—−/=+"
_STOPS = ".,;:!?…"


@cache
def _straight() -> re.Pattern[str]:
    """Compile the pattern of a straight quote, or of 'n' with both of its apostrophes."""
    return re.compile(r"(?<!\w)'[nN]'(?!\w)|[\"']")


def set_quotes(text: str, quotes: Quotes) -> str:
    """Turn every straight quote of a text into an opening or closing mark or an apostrophe."""
    characters = list(text)
    for match in _straight().finditer(text):
        at = match.start()
        if len(match[0]) == 3:
            characters[at] = characters[at + 2] = APOSTROPHE
        else:
            characters[at] = _choose_mark(characters, at, quotes=quotes)
    return "".join(characters)


def _choose_mark(characters: list[str], at: int, *, quotes: Quotes) -> str:
    """Return the mark for the straight quote at `at`; those before it have been set."""
    is_double = characters[at] == '"'
    opening, closing = quotes.double if is_double else quotes.single
    before = characters[at - 1] if at else ""
    following = "".join(characters[at + 1 :])
    after = following.lstrip("\"'")[:1]
    if not is_double and not _is_wordy(before) and quotes.elision.match(following):
        return APOSTROPHE
    if not is_double and _is_wordy(before) and _is_wordy(following[:1]):
        return APOSTROPHE
    is_open = characters[:at].count(opening) > characters[:at].count(closing)
    if _opens(before, after, openers=quotes.openers(), is_open=is_open):
        return opening
    return closing if is_double or is_open else APOSTROPHE


def _opens(before: str, after: str, *, openers: str, is_open: bool) -> bool:
    """Say whether a quote between two characters ("" at an end of the text) is an opening one."""
    if not after or after.isspace() or after in _CLOSERS:
        return False
    if not before or before.isspace() or before in openers:
        return True
    if before in _JOINERS:
        return after not in _STOPS
    return before in _STOPS and not is_open and (_is_wordy(after) or after in openers)


def _is_wordy(character: str) -> bool:
    """Say whether a character is a letter, a digit, an icon or a template."""
    return character.isalnum() or character in (ICON, TEMPLATE)
