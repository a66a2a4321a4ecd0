"""The rules of a setup, a player and seeds to played games, and played games to a summary; it knows no game.

Each game depends on its seed alone: the same games come out of any number of workers, in the order of the seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any

import msgspec

from valleybuild.games.players import Player
from valleybuild.games.protocol import Outcome, Rules

Z_95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""
MOST_MOVES = 5000
"""After how many moves a game is cut: it would never end."""
CHUNK = 20
"""How many games a worker plays at most before it reports."""
PORTIONS = 4
"""How many chunks each worker gets at least, where there are games enough."""


class Sitting(msgspec.Struct, frozen=True):
    """What is played: the rules of a setup, who plays, and what is noted of each move and of each game's last state.

    `note` turns a state, a move and the state after it into notes such as "solved lost-key": a verb and a thing.
    `measure` gives numbers of a last state, of which the summary has the means.
    """

    rules: Rules[Any, Any, Any]
    config: Any
    player: Callable[[], Player]
    note: Callable[[Rules[Any, Any, Any], Any, Any, Any], Iterable[str]]
    measure: Callable[[Rules[Any, Any, Any], Any], dict[str, int]]
    most_moves: int = MOST_MOVES


class Played(msgspec.Struct, frozen=True):
    """A game that was played. `outcome` is None where it was cut."""

    seed: int
    outcome: Outcome | None
    moves: int
    measures: dict[str, int]
    notes: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """Some games taken together. `things` counts, for each thing noted, each verb; `cut` lists seeds without an end."""

    games: int
    won: int
    win_rate: float
    interval: tuple[float, float]
    moves: float
    means: dict[str, float]
    things: dict[str, dict[str, int]]
    cut: tuple[int, ...]


def play_game(sitting: Sitting, seed: int) -> Played:
    """Play one game to its end, or to the move at which it is cut."""
    rules, player = sitting.rules, sitting.player()
    notes: Counter[str] = Counter()
    state = rules.setup(seed, sitting.config)
    moves = 0
    while (outcome := rules.outcome(state)) is None and moves < sitting.most_moves:
        move = player.choose(rules, state)
        after = rules.apply(state, move)
        notes.update(sitting.note(rules, state, move, after))
        state, moves = after, moves + 1
    return Played(seed, outcome, moves, sitting.measure(rules, state), dict(sorted(notes.items())))


Crew = Callable[[Sitting, Sequence[int]], Iterator[list[Played]]]
"""Who plays the games of some seeds: they come in the order of the seeds, some at a time. May raise CrewError."""


class CrewError(Exception):
    """Those who were to play cannot, or no longer; the message is one line. What they finished has come before."""


def play_games(
    sitting: Sitting, seeds: Sequence[int], *, workers: int = 1, crew: Crew | None = None
) -> Iterator[Played]:
    """Yield the games of some seeds in their order, played by this many processes, or by whoever else is named."""
    if crew is None:
        crew = play_alone if workers == 1 else partial(play_in_processes, workers=workers)
    for played in crew(sitting, seeds):
        yield from played


def play_alone(sitting: Sitting, seeds: Sequence[int]) -> Iterator[list[Played]]:
    """Yield the games one by one, played here."""
    for seed in seeds:
        yield [play_game(sitting, seed)]


def play_in_processes(sitting: Sitting, seeds: Sequence[int], *, workers: int) -> Iterator[list[Played]]:
    """Yield the games, played by this many processes of this machine."""
    from joblib import Parallel, delayed

    chunks = split_seeds(seeds, workers)
    parallel = Parallel(n_jobs=min(workers, len(chunks)), return_as="generator")
    yield from parallel(delayed(play_chunk)(sitting, chunk) for chunk in chunks)


def split_seeds(seeds: Sequence[int], hands: int) -> list[Sequence[int]]:
    """Split seeds into chunks, small enough that each hand gets several: they do not all take the same time."""
    size = max(1, min(CHUNK, len(seeds) // (hands * PORTIONS)))
    return [seeds[start : start + size] for start in range(0, len(seeds), size)]


def play_chunk(sitting: Sitting, seeds: Sequence[int]) -> list[Played]:
    """Play the games of some seeds."""
    return [play_game(sitting, seed) for seed in seeds]


def wilson(won: int, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return the bounds of the Wilson score interval of a win rate. Raises ValueError without games."""
    if games < 1 or not 0 <= won <= games:
        raise ValueError(f"{won} of {games} games cannot be won")
    rate, square = won / games, z * z
    middle = rate + square / (2 * games)
    reach = z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    scale = 1 + square / games
    low = (middle - reach) / scale if won else 0.0  # exact at both ends, where rounding would leave a trace
    high = (middle + reach) / scale if won < games else 1.0
    return (low, high)


def summarise(played: Sequence[Played]) -> Summary:
    """Take games together. Raises ValueError without games."""
    games = len(played)
    won = sum(game.outcome is Outcome.WON for game in played)
    interval = wilson(won, games)
    names = sorted({name for game in played for name in game.measures})
    things: dict[str, Counter[str]] = {}
    for game in played:
        for note, count in game.notes.items():
            verb, _, thing = note.partition(" ")
            things.setdefault(thing, Counter())[verb] += count
    return Summary(
        games=games,
        won=won,
        win_rate=won / games,
        interval=interval,
        moves=sum(game.moves for game in played) / games,
        means={name: sum(game.measures.get(name, 0) for game in played) / games for name in names},
        things={thing: dict(sorted(things[thing].items())) for thing in sorted(things)},
        cut=tuple(game.seed for game in played if game.outcome is None),
    )
