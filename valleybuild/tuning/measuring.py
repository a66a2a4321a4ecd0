"""Rows of what is to be measured to figures, by playing their games; the same seeds give the same figures again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from importlib.metadata import version

import msgspec

from valleybuild.games import Rules
from valleybuild.games.playthrough import OpenRules
from valleybuild.games.protocol import Outcome
from valleybuild.games.tuned import OtherAnswer, Tuned
from valleybuild.model import Game
from valleybuild.project import Project
from valleybuild.simulation import Played, Sitting, play_games, summarise
from valleybuild.tuning.figures import Difference, Figure, Measured
from valleybuild.tuning.setups import Key, Setup, key_of
from valleybuild.tuning.targets import Row

DIGITS = 12
"""How many hexadecimal digits of a digest are kept."""


class Bench(msgspec.Struct, frozen=True):
    """What is needed to measure a game: what opens its setups, its players, and its other answers by their names."""

    rules: Rules
    tuned: Tuned
    open: OpenRules
    other_answers: dict[str, OtherAnswer]

    def sit_down(self, setup: Setup, player: str) -> Sitting:
        """Open a setup for a player. Raises SetupError for one that cannot be played."""
        engine, config = self.open(setup)
        return Sitting(engine, config, self.rules.players[player], self.rules.note, self.rules.measure)

    def facts(self, setup: Setup) -> str:
        """Return the digest of what a setup is played by. Raises SetupError for one that cannot be played."""
        engine, _ = self.open(setup)
        return digest(self.tuned.facts(engine))

    def things(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        """List the things of a setup, each with the verbs that say that it went undone. Raises SetupError."""
        engine, _ = self.open(setup)
        return self.tuned.things(engine)


def prepare(project: Project, game: Game, rules: Rules) -> Bench | None:
    """Return what a loaded game is measured with, or None for a game that cannot be measured."""
    if rules.open is None or rules.tuned is None:
        return None
    listed = rules.tuned.other_answers(project, game)
    return Bench(rules, rules.tuned, rules.open(project, game), {answer.name: answer for answer in listed})


def digest(value: object) -> str:
    """Return a digest of frozen values: of equal ones the same in every process, of others another."""
    text = json.dumps(_ordered(value), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _ordered(value: object) -> object:
    """Write a value in lists and plain values, without anything whose order is by chance."""
    match value:
        case msgspec.Struct():
            return [[name, _ordered(getattr(value, name))] for name in value.__struct_fields__]
        case Enum():
            return [type(value).__name__, value.name]
        case dict():
            return sorted(([_ordered(key), _ordered(item)] for key, item in value.items()), key=json.dumps)
        case set() | frozenset():
            return sorted((_ordered(item) for item in value), key=json.dumps)
        case tuple() | list():
            return [_ordered(item) for item in value]
        case None | bool() | int() | float() | str():
            return value
    raise TypeError(f"a {type(value).__name__} has no digest")


class Measuring:
    """A measurement that goes on: `play` plays games, and what was won with the chosen answers is not played twice.

    `cut` counts the games that did not come to an end.
    """

    def __init__(self, bench: Bench, *, seed: int, workers: int, advance: Callable[[str], None]) -> None:
        self.bench, self.seed, self.workers, self.advance = bench, seed, workers, advance
        self.cut = 0
        self._won: dict[Key, list[bool]] = {}

    def measure(self, row: Row) -> Measured:
        """Play a row's games. Raises SetupError where its setup cannot be played."""
        if row.other_answer:
            return self._difference(row)
        played = list(self._play(row.setup, row.player, row.games))
        summary = summarise(played)
        things = self.bench.things(row.setup) if row.things else {}
        return Figure(
            setup=row.setup,
            player=row.player,
            seed=self.seed,
            games=summary.games,
            won=summary.won,
            means=summary.means,
            facts=self.bench.facts(row.setup),
            version=version("valleybuild"),
            counts={thing: self._verbs(undone, summary.things.get(thing, {})) for thing, undone in things.items()},
        )

    def _verbs(self, undone: Sequence[str], counted: dict[str, int]) -> dict[str, int]:
        """Return how often a thing was done, how often not, and what else was noted of it."""
        named = dict.fromkeys((self.bench.tuned.done, *undone), 0)
        return named | counted

    def _difference(self, row: Row) -> Difference:
        answer = self.bench.other_answers[row.other_answer]
        chosen = self._outcomes(row)
        pairs = zip(chosen, map(_is_won, self._play(row.setup | answer.setup, row.player, row.games)), strict=True)
        turned = [other - won for won, other in pairs]
        return Difference(
            setup=row.setup,
            player=row.player,
            other_answer=row.other_answer,
            seed=self.seed,
            games=row.games,
            gained=turned.count(1),
            lost=turned.count(-1),
            facts=self.bench.facts(row.setup),
            version=version("valleybuild"),
        )

    def _outcomes(self, row: Row) -> list[bool]:
        """Return which of a row's games are won with the chosen answers."""
        known = self._won.get(key_of(row.setup, row.player), [])
        if len(known) < row.games:
            known = [_is_won(game) for game in self._play(row.setup, row.player, row.games)]
        return known[: row.games]

    def _play(self, setup: Setup, player: str, games: int) -> Iterator[Played]:
        sitting = self.bench.sit_down(setup, player)
        won = []
        for played in play_games(sitting, range(self.seed, self.seed + games), workers=self.workers):
            self.cut += played.outcome is None
            won.append(_is_won(played))
            self.advance(player)
            yield played
        self._won[key_of(setup, player)] = won


def _is_won(played: Played) -> bool:
    return played.outcome is Outcome.WON


def games_of(rows: Sequence[Row]) -> int:
    """Return how many games are played at most to measure some rows."""
    return sum(row.games * (2 if row.other_answer else 1) for row in rows)
