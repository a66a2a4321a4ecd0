"""The setup lines of a playthrough to the rules of that setup: which expedition, scenario, characters and rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.games.home_valley.rulings import SWITCHES, read_rulings
from valleybuild.games.playthrough import OpenRules, SetupError
from valleybuild.model import Game
from valleybuild.project import Project
from valleybuild.scalars import closest

EXPEDITION = "expedition"
WORDS = {"yes": True, "no": False, "true": True, "false": False}


def open_rules(project: Project, game: Game) -> OpenRules:
    """Return what opens a setup of this game, by its rulings. What is wrong with those is for their check to say."""
    book, _ = read_rulings(project, game)
    chosen = book.switches if book else {}

    def open_setup(setup: dict[str, str]) -> tuple[HomeValleyRules, Config]:
        config = _config(setup, chosen)
        try:
            return rules_for(game, config), config
        except ValueError as error:
            raise SetupError(str(error), key=_key_at_fault(game, setup, chosen, str(error))) from None

    return open_setup


def _number(key: str, value: str) -> int:
    if not (value.isdecimal() and value.isascii() and len(value) < 10):
        raise SetupError(f'{key} is a number, not "{value}"', key=key, hint=f"write `setup: {key} 3`, say")
    return int(value)


def _word(key: str, value: str) -> str:
    return value


def _answer(key: str, value: str) -> bool:
    if value not in WORDS:
        raise SetupError(f'{key} is yes or no, not "{value}"', key=key, hint=f"write `setup: {key} yes`")
    return WORDS[value]


def _characters(key: str, value: str) -> int | tuple[str, ...]:
    if value.isdecimal():
        return _number(key, value)
    return tuple(part.strip() for part in value.split(",") if part.strip())


READERS: dict[str, Callable[[str, str], Any]] = {
    EXPEDITION: _number,
    "scenario": _word,
    "characters": _characters,
    "players": _number,
    "advanced": _answer,
    "shared-pool": _answer,
    "point-together": _answer,
}
"""What reads each key of a setup; the switches of the rulings are keys too."""


def _config(setup: dict[str, str], chosen: dict[str, bool]) -> Config:
    for key in setup:
        if key not in READERS and key not in SWITCHES:
            hint = closest(key, (*READERS, *SWITCHES))
            named = f'"{key}"' if key.isprintable() else repr(key)
            raise SetupError(f"there is no setup key {named}", key=key, hint=hint)
    if EXPEDITION not in setup:
        raise SetupError("the setup does not say which expedition is played", hint="write `setup: expedition 1`, say")
    fields = {key.replace("-", "_"): READERS[key](key, value) for key, value in setup.items() if key in READERS}
    switches = {key: _answer(key, value) for key, value in setup.items() if key in SWITCHES}
    return Config(**fields, rulings=Rulings(**(chosen | switches)))


def _key_at_fault(game: Game, setup: dict[str, str], chosen: dict[str, bool], message: str) -> str:
    """Return the key with which a setup, read key by key, comes to be refused like this; expedition is read first."""
    read = {EXPEDITION: setup[EXPEDITION]}
    for key in (EXPEDITION, *setup):
        read[key] = setup[key]
        try:
            rules_for(game, _config(read, chosen))
        except ValueError as error:
            if str(error) == message:
                return key
    return EXPEDITION
