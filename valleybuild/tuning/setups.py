"""Setups as texts by their keys: which ones a set of choices describes, which are the same, how one is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

Setup = dict[str, str]
"""A setup as a playthrough's setup lines give it; a key that is left out is for the game to choose."""
Same = frozenset[tuple[str, str]]
"""A setup whatever the order of its keys."""
Key = tuple[Same, str, str]
"""What is measured: a setup, a player and the name of the other answer, or ""."""
LEFT_OUT = "none"
"""The value that takes a key out of a setup."""


def expand(choices: Mapping[str, Iterable[str]]) -> tuple[Setup, ...]:
    """Return each setup that takes one value of every key, in the order they are written."""
    return tuple(dict(zip(choices, values, strict=True)) for values in product(*choices.values()))


def changed(setup: Setup, changes: Mapping[str, str]) -> Setup:
    """Return a setup with other values of some keys, or without those that are to be left out."""
    return {key: value for key, value in (setup | dict(changes)).items() if value != LEFT_OUT}


def key_of(setup: Setup, player: str, other_answer: str = "") -> Key:
    """Return what two measurements of the same thing have in common."""
    return (frozenset(setup.items()), player, other_answer)


def tell(setup: Setup) -> str:
    """Write a setup in one line."""
    return ", ".join(f"{key} {value}" for key, value in setup.items())


def columns(setups: Iterable[Setup]) -> tuple[str, ...]:
    """List the keys of some setups, in the order in which they first appear."""
    return tuple(dict.fromkeys(key for setup in setups for key in setup))


def in_order(setups: Iterable[Setup]) -> list[Setup]:
    """Sort setups by their keys in turn: numbers as numbers, other values in the order in which they first appear."""
    listed = list(setups)
    keys = columns(listed)
    seen = {key: list(dict.fromkeys(setup[key] for setup in listed if key in setup)) for key in keys}

    def rank(setup: Setup) -> tuple[tuple[int, int], ...]:
        return tuple(_rank(setup.get(key), seen[key]) for key in keys)

    return sorted(listed, key=rank)


def _rank(value: str | None, seen: list[str]) -> tuple[int, int]:
    if value is None:
        return (0, 0)
    return (1, int(value)) if value.isdecimal() else (2, seen.index(value))
