"""What a game's own package gives: its checks, their codes, its further texts, its playable rules. One a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

import msgspec

from valleybuild.book.model import Book, OpenQuestion
from valleybuild.check.subject import Subject
from valleybuild.codes.model import Code
from valleybuild.dependencies.model import Chart
from valleybuild.games.players import Player
from valleybuild.games.playthrough import AnyRules, OpenRules
from valleybuild.games.tuned import Tuned
from valleybuild.model import Game, Text
from valleybuild.problem import Problem
from valleybuild.project import Project
from valleybuild.views import Lens

INSTALLED = "valleybuild.games"
"""The group of entry points under which an installed package offers a game's rules, as a `Rules`."""


def _no_texts(project: Project, game: Game) -> tuple[tuple[str, Text], ...]:
    return ()


def _no_numbers(game: Game) -> dict[str, int]:
    return {}


def _no_questions(project: Project, game: Game) -> tuple[OpenQuestion, ...]:
    return ()


def _no_notes(rules: AnyRules, before: Any, move: Any, after: Any) -> tuple[str, ...]:
    return ()


def _no_measures(rules: AnyRules, state: Any) -> dict[str, int]:
    return {}


class Described(msgspec.Struct, frozen=True):
    """What is known of a setup: a name that fits a file's, and the values that templates know as `setup`."""

    name: str
    values: dict[str, object]


DescribeSetup = Callable[[dict[str, str]], Described]
"""A setup, by its keys, to what is known of it. Raises SetupError."""


class Rules(msgspec.Struct, frozen=True):
    """A game's own knowledge. Its package keeps one as `RULES`.

    `texts` lists, with their paths, the texts that the package reads from files beside the cards: the core compares
    their languages too. What is wrong with reading them is for one of `checks` to say. `open` gives what opens a setup
    that a playthrough is for, None where the package has no engine. When a game is told, a line of its state with a key
    of `headings` begins a new part of it, and one with a key of `unshown` is left out.

    `last_checks` are quick, but look only where nothing else has found an error: what they play would trip over any.
    `deep_checks` search, or play many games, and run when they are asked for, again only where the content is sound.

    `players` are those that a simulation offers, by their names. `note` tells what a move did, each time as a verb and
    a thing ("solved lost-key"), and `measure` gives the numbers of a last state: a simulation counts the former and
    takes the mean of the latter. `tuned` is what win rates are measured and kept with, None for a game that keeps none.

    `describe_setup` gives what describes a setup to the templates of what is printed for it alone, None where the
    package knows no setups. `dependencies` tells in a language what depends on what, None where there is no such page.

    The rest is for the rulebook: `numbers` are those that only the engine knows, by their names, `questions` what the
    rules leave open, `other_keys` further names for lines of a state, and `book_checks` look at the whole book.
    """

    checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    last_checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    deep_checks: tuple[Callable[[Subject], Iterable[Problem]], ...] = ()
    codes: tuple[Code, ...] = ()
    texts: Callable[[Project, Game], tuple[tuple[str, Text], ...]] = _no_texts
    open: Callable[[Project, Game], OpenRules] | None = None
    headings: tuple[str, ...] = ()
    unshown: tuple[str, ...] = ()
    players: dict[str, Callable[[], Player]] = {}
    note: Callable[[AnyRules, Any, Any, Any], Iterable[str]] = _no_notes
    measure: Callable[[AnyRules, Any], dict[str, int]] = _no_measures
    describe_setup: Callable[[Project, Game], DescribeSetup] | None = None
    dependencies: Callable[[Game, Lens], tuple[Chart, ...]] | None = None
    tuned: Tuned | None = None
    numbers: Callable[[Game], dict[str, int]] = _no_numbers
    questions: Callable[[Project, Game], tuple[OpenQuestion, ...]] = _no_questions
    other_keys: dict[str, str] = {}
    book_checks: tuple[Callable[[Subject, Book], Iterable[Problem]], ...] = ()


def find_rules(name: str | None, game: str = "") -> Rules | None:
    """Return the rules that `game.yaml` names. An unknown name gives None.

    Without a name these are the rules that an installed package offers for a game of this id, or empty ones. Rules are
    only ever part of this package or of one that somebody has installed: a game's own folder brings no code, so that
    whatever is checked, nothing of it runs.
    """
    if name is None:
        return _load_installed(game) or Rules()
    if not name.isidentifier() or find_spec(f"valleybuild.games.{name}") is None:
        return _load_installed(name)
    found = getattr(import_module(f"valleybuild.games.{name}"), "RULES", None)
    return found if isinstance(found, Rules) else None


def all_rules() -> Iterator[Rules]:
    """Yield the rules of every game that has some here."""
    names = [module.name for module in iter_modules(__path__) if module.ispkg]
    for name in [*names, *sorted(entry_points(group=INSTALLED).names - set(names))]:
        rules = find_rules(name)
        if rules is not None:
            yield rules


def _load_installed(name: str) -> Rules | None:
    """Load the rules that an installed package offers under a name."""
    for offered in entry_points(group=INSTALLED, name=name):
        found = offered.load()
        if isinstance(found, Rules):
            return found
    return None
