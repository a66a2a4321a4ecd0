"""A book's texts to the numbers that are typed in them, each with where the game's own content has that number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from valleybuild.model import Choice, Game, Record, Text, Value
from valleybuild.nodes import inside
from valleybuild.problem import Problem

_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^<>]*>|\[[a-z0-9-]+\]", re.DOTALL)
_TYPED = re.compile(r"\d+")
_TYPED_IN_CODE = re.compile(r"\{\{-?\s*(\d+)\s*-?\}\}|(?<!\w)n\(\s*(\d+)\s*,")
_WORD = re.compile(r"[a-z]{3,}")
MOST_OFFERED = 3


def find_typed_numbers(game: Game, texts: Iterable[tuple[str, Text]], numbers: dict[str, int]) -> Iterator[Problem]:
    """Find digits that are typed where a number of the content, or of the engine, should be printed."""
    offers: dict[int, list[str]] = {}
    for path, text in texts:
        for language, scalar in text.scalars.items():
            found = _typed(scalar.text)
            if not found:
                continue
            if not offers:
                offers = _offers(game, numbers)
            at, digits = found[0]
            message = f"{path} types the number {', '.join(number for _, number in found)}"
            hint = _hint(offers.get(int(digits), []), " ".join(text.strings.values()))
            yield Problem("typed-number", inside(scalar, at, len(digits)), message, hint, path=path, lang=language)


def _typed(text: str) -> list[tuple[int, str]]:
    """List the numbers of a text with where they stand; ids and places in lists, within templates, are none."""
    prose = _CODE.sub(lambda match: " " * len(match[0]), text)
    found = [(match.start(), match[0]) for match in _TYPED.finditer(prose)]
    for match in _TYPED_IN_CODE.finditer(text):
        group = 1 if match[1] else 2
        found.append((match.start(group), match[group]))
    return sorted(found)


def _hint(offers: list[str], words: str) -> str:
    """Offer the values that have a number, those first whose names stand in the text."""
    if not offers:
        return "print it from the game's content, or say it without a number"
    said = set(_WORD.findall(words.lower()))
    ranked = sorted(offers, key=lambda offer: -len(said.intersection(_WORD.findall(offer))))
    more = ", …" if len(ranked) > MOST_OFFERED else ""
    return "print it, with " + ", or ".join(f"{{{{ {offer} }}}}" for offer in ranked[:MOST_OFFERED]) + more


def _offers(game: Game, numbers: dict[str, int]) -> dict[int, list[str]]:
    """List, for each number, the expressions that print it."""
    found: dict[int, list[str]] = {}
    for name, number in numbers.items():
        found.setdefault(number, []).append(f"fact('{name}')")
    for entry in game.entries.values():
        start = f"{entry.kind.replace('-', '_')}('{entry.id}')"
        for expression, number in _numbers_in(entry.record, start):
            found.setdefault(number, []).append(expression)
    return found


def _numbers_in(value: Value, expression: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, Record):
        for name, field in value.fields.items():
            yield from _numbers_in(field, f"{expression}.{name.replace('-', '_')}")
    elif isinstance(value, Choice):
        yield from _numbers_in(value.value, f"{expression}.value")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _numbers_in(item, f"{expression}[{index}]")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield expression, value
