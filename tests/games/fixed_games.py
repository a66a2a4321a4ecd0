"""Games that are always the same: a fixed policy plays the first two days of each expedition, and states to count from.

`python -m tests.games.fixed_games` writes the golden playthroughs and the counts anew; the diff is there to be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.test_engine_kit import ROOT, home_valley
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.games.playthrough import AnyRules
from valleybuild.project import Project

FOLDER = Path(__file__).parent
GOLDEN = FOLDER / "golden"
PERFT = FOLDER / "perft.yaml"
DAYS, MOVES_A_DAY = 2, 14
EAGER = (MoveKind.SIGN, MoveKind.SOLVE, MoveKind.CONTRIBUTE, MoveKind.HEAL, MoveKind.MEND, MoveKind.TURN)
DEPTH, MOST = 3, 20_000
"""How deep sequences are counted, and up to how many: where there are more, only to the depth before."""


class Golden(NamedTuple):
    """A golden playthrough: its setup and its seed."""

    setup: dict[str, str]
    seed: int


GOLDENS = {
    1: Golden({"expedition": "1", "scenario": "split-team"}, 5),
    2: Golden({"expedition": "2", "scenario": "team-trial", "point-together": "yes"}, 12),
    3: Golden({"expedition": "3", "scenario": "split-team", "characters": "matt, maggie, agnes"}, 8),
    4: Golden({"expedition": "4", "scenario": "hidden-cards", "characters": "5"}, 3),
    5: Golden({"expedition": "5", "scenario": "introduction"}, 21),
}


def opened(setup: dict[str, str]) -> tuple[AnyRules, Any]:
    """Open a setup of the shipped game."""
    return open_rules(Project(ROOT), home_valley())(setup)


def choose(rules: AnyRules, state: Any, step: int, past: set[Any]) -> Any:
    """Choose a move: what gains something, else one after another of those that lead to a state not met before."""
    moves = rules.legal(state)
    if moves[0].kind == MoveKind.SPLIT:
        return moves[len(moves) // 2]
    for kind in EAGER:
        for move in moves:
            if move.kind == kind:
                return move
    fresh = [move for move in moves if move.kind != MoveKind.DAY_ENDS and rules.apply(state, move) not in past]
    return fresh[step * step * 7 % len(fresh)] if fresh else moves[-1]


def first_days(rules: AnyRules, state: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each move of the first two days with the state after it, the last one the end of the second day."""
    past, made, day = {state}, 0, state.day
    while state.day <= DAYS and rules.outcome(state) is None:
        ends = [move for move in rules.legal(state) if move.kind == MoveKind.DAY_ENDS]
        tired = made >= MOVES_A_DAY or not sum(state.effort)
        move = ends[0] if ends and tired else choose(rules, state, made, past)
        state = rules.apply(state, move)
        past.add(state)
        made = 0 if state.day > day else made + 1
        day = state.day
        yield move, state


def golden_text(expedition: int) -> str:
    """Write the golden playthrough of an expedition."""
    setup, seed = GOLDENS[expedition]
    rules, config = opened(setup)
    state = rules.setup(seed, config)
    lines = [f"title: Two days of expedition {expedition}"]
    lines += [f"setup: {key} {value}" for key, value in setup.items()]
    lines += [f"seed: {seed}"]
    for move, after in first_days(rules, state):
        lines.append(rules.move_to_text(state, move))
        state = after
    lines.append("expect:")
    lines += [f"  {line}" for line in rules.to_text(state).splitlines()]
    return "\n".join(lines) + "\n"


def count(rules: AnyRules, state: Any, depth: int) -> int:
    """Count the sequences of legal moves of this length."""
    moves = rules.legal(state)
    if depth == 1:
        return len(moves)
    return sum(count(rules, rules.apply(state, move), depth - 1) for move in moves)


def counted_states(expedition: int) -> Iterator[str]:
    """Yield three states of an expedition: early and late on the first day, and the morning of the third."""
    setup, seed = GOLDENS[expedition]
    rules, config = opened(setup)
    states = [after for _, after in first_days(rules, rules.setup(seed + 1, config))]
    playing = [state for state in states if state.day == 1 and any(state.effort)]
    for state in (playing[0], playing[len(playing) * 2 // 3], states[-1]):
        yield rules.to_text(state)


def perft_text() -> str:
    """Write the states and how many sequences of one, two and three moves start from each."""
    lines = ["# Counts of legal sequences of 1, 2, … moves from fixed states of each expedition."]
    for expedition, (setup, _) in GOLDENS.items():
        for text in counted_states(expedition):
            rules, _ = opened(setup)
            state = rules.from_text(text)
            counts = [count(rules, state, 1)]
            while len(counts) < DEPTH and counts[-1] * counts[0] < MOST:
                counts.append(count(rules, state, len(counts) + 1))
            lines += ["", f"- expedition: {expedition}", f"  counts: {counts}", "  state: |"]
            lines += [f"    {line}" for line in text.splitlines()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for number in GOLDENS:
        (GOLDEN / f"e{number}.txt").write_text(golden_text(number), encoding="utf-8")
    PERFT.write_text(perft_text(), encoding="utf-8")
