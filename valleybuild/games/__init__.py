"""What a game's own package gives to the pipeline: its checks and their codes. One package per game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.codes.model import Code
from valleybuild.problem import Problem


class Rules(msgspec.Struct, frozen=True):
    """A game's own knowledge. Its package keeps one as `RULES`."""

    checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    codes: tuple[Code, ...] = ()


def find_rules(name: str | None) -> Rules | None:
    """Return the rules that `game.yaml` names: no name gives empty rules, an unknown name gives None."""
    if name is None:
        return Rules()
    if not name.isidentifier() or find_spec(f"valleybuild.games.{name}") is None:
        return None
    found = import_module(f"valleybuild.games.{name}").RULES
    assert isinstance(found, Rules)
    return found
