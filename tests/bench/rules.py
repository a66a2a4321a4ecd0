"""Measure random play: `python -m tests.bench.rules [--seconds N]`, moves a second beside OpenSpiel in the same run.

OpenSpiel's `python_team_dominoes` is the yardstick, since its rules are plain Python too; without the package
`open_spiel` only our own figures are printed. The engines take turns in short slices, so that a slow moment strikes
both. A move is one call of `legal`, a choice and one call of `apply`.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable
from pathlib import Path

from valleybuild.games.home_valley.engine.rules import rules_for
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.load import load_game
from valleybuild.project import Project

ROOT = Path(__file__).parents[2]
Slice = Callable[[float], tuple[int, float]]


def ours(expedition: int) -> Slice:
    """Return what plays an expedition at random for some seconds, and counts moves and time."""
    game, _ = load_game(Project(ROOT), "home-valley")
    assert game is not None
    config = Config(expedition=expedition)
    rules = rules_for(game, config)
    luck = random.Random(expedition)
    seeds = iter(range(1_000_000))

    def play(seconds: float) -> tuple[int, float]:
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = rules.setup(next(seeds), config)
            while legal := rules.legal(state):
                state = rules.apply(state, luck.choice(legal))
                moves += 1
        return moves, time.perf_counter() - start

    return play


def dominoes() -> Slice:
    """Return what plays OpenSpiel's team dominoes at random."""
    import pyspiel
    from open_spiel.python.games import team_dominoes  # noqa: F401  registers the game

    game = pyspiel.load_game("python_team_dominoes")
    luck = random.Random(1)

    def play(seconds: float) -> tuple[int, float]:
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(luck.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                moves += 1
        return moves, time.perf_counter() - start

    return play


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each game is played in all")
    options = parser.parse_args()
    games: dict[str, Slice] = {f"Home Valley, expedition {number}": ours(number) for number in range(1, 6)}
    if importlib.util.find_spec("open_spiel") is not None:
        games["OpenSpiel, python_team_dominoes"] = dominoes()
    totals = {name: [0, 0.0] for name in games}
    for _ in range(6):
        for name, play in games.items():
            moves, seconds = play(options.seconds / 6)
            totals[name][0] += moves
            totals[name][1] += seconds
    rates = {name: moves / seconds for name, (moves, seconds) in totals.items()}
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} moves a second")
    yardstick = rates.pop("OpenSpiel, python_team_dominoes", None)
    print(f"the slowest expedition: {min(rates.values()):,.0f} moves a second (at least 40,000)")
    if yardstick is not None:
        mean = sum(rates.values()) / len(rates)
        print(f"Home Valley against the yardstick: {mean / yardstick:.2f} × (1.5 would do in place of 40,000)")


if __name__ == "__main__":
    main()
