"""A line of notation to its words with their columns, and words to the numbers of what they name."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.protocol import NotationError

_PART = re.compile(r"[^,]+")


class Token(NamedTuple):
    """Some words and where they stand; lines and columns count from 1."""

    text: str
    line: int
    column: int


def fail(token: Token, message: str) -> NoReturn:
    """Report words that cannot be read. Raises NotationError."""
    raise NotationError(message, token.line, token.column)


def trimmed(text: str, line: int, column: int) -> Token:
    """Return words without the spaces around them."""
    return Token(" ".join(text.split()), line, column + len(text) - len(text.lstrip()))


def parts(token: Token) -> list[Token]:
    """Split words at their commas; empty parts are left out."""
    found = (trimmed(part[0], token.line, token.column + part.start()) for part in _PART.finditer(token.text))
    return [part for part in found if part.text]


def number_of(token: Token) -> int:
    """Read a whole number. Raises NotationError."""
    if not re.fullmatch(r"-?[0-9]+", token.text):
        fail(token, f"{token.text!r} is not a whole number")
    return int(token.text)


def character_of(table: Table, token: Token) -> int:
    """Read the name of a character in play. Raises NotationError."""
    return _named(table.character_numbers, token, "character")


def place_of(table: Table, token: Token) -> int:
    """Read the name of a place on the map. Raises NotationError."""
    return _named(table.place_numbers, token, "place")


def card_of(table: Table, token: Token) -> int:
    """Read the name of a card in play, for a lead that of either side. Raises NotationError."""
    return _named(table.card_numbers, token, "card")


def _named(numbers: dict[str, int], token: Token, kind: str) -> int:
    if token.text not in numbers:
        fail(token, f"{token.text!r} is no {kind} of this game")
    return numbers[token.text]
