"""What a game's own package gives: its checks, their codes, its further texts, its playable rules. One a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.codes.model import Code
from valleybuild.games.players import Player
from valleybuild.games.playthrough import AnyRules, OpenRules
from valleybuild.model import Game, Text
from valleybuild.problem import Problem
from valleybuild.project import Project


def _no_texts(project: Project, game: Game) -> tuple[tuple[str, Text], ...]:
    return ()


def _no_notes(rules: AnyRules, before: Any, move: Any, after: Any) -> tuple[str, ...]:
    return ()


def _no_measures(rules: AnyRules, state: Any) -> dict[str, int]:
    return {}


class Rules(msgspec.Struct, frozen=True):
    """A game's own knowledge. Its package keeps one as `RULES`.

    `texts` lists, with their paths, the texts that the package reads from files beside the cards: the core compares
    their languages too. What is wrong with reading them is for one of `checks` to say. `open` gives what opens a setup
    that a playthrough is for, None where the package has no engine. When a game is told, a line of its state with a key
    of `headings` begins a new part of it, and one with a key of `unshown` is left out.

    `players` are those that a simulation offers, by their names. `note` tells what a move did, each time as a verb and
    a thing ("solved lost-key"), and `measure` gives the numbers of a last state: a simulation counts the former and
    takes the mean of the latter.
    """

    checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    codes: tuple[Code, ...] = ()
    texts: Callable[[Project, Game], tuple[tuple[str, Text], ...]] = _no_texts
    open: Callable[[Project, Game], OpenRules] | None = None
    headings: tuple[str, ...] = ()
    unshown: tuple[str, ...] = ()
    players: dict[str, Callable[[], Player]] = {}
    note: Callable[[AnyRules, Any, Any, Any], Iterable[str]] = _no_notes
    measure: Callable[[AnyRules, Any], dict[str, int]] = _no_measures


def find_rules(name: str | None) -> Rules | None:
    """Return the rules that `game.yaml` names: no name gives empty rules, an unknown name gives None."""
    if name is None:
        return Rules()
    if not name.isidentifier() or find_spec(f"valleybuild.games.{name}") is None:
        return None
    found = import_module(f"valleybuild.games.{name}").RULES
    assert isinstance(found, Rules)
    return found
