"""What a game's own package gives to the pipeline: its checks, their codes, its further texts. One package per game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.codes.model import Code
from valleybuild.model import Game, Text
from valleybuild.problem import Problem
from valleybuild.project import Project


def _no_texts(project: Project, game: Game) -> tuple[tuple[str, Text], ...]:
    return ()


class Rules(msgspec.Struct, frozen=True):
    """A game's own knowledge. Its package keeps one as `RULES`.

    `texts` lists, with their paths, the texts that the package reads from files beside the cards: the core compares
    their languages too. What is wrong with reading them is for one of `checks` to say.
    """

    checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    codes: tuple[Code, ...] = ()
    texts: Callable[[Project, Game], tuple[tuple[str, Text], ...]] = _no_texts


def find_rules(name: str | None) -> Rules | None:
    """Return the rules that `game.yaml` names: no name gives empty rules, an unknown name gives None."""
    if name is None:
        return Rules()
    if not name.isidentifier() or find_spec(f"valleybuild.games.{name}") is None:
        return None
    found = import_module(f"valleybuild.games.{name}").RULES
    assert isinstance(found, Rules)
    return found
