"""Random games of every setup: after every move all that must hold of an engine holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tests.conformance import keep_promises
from tests.games.test_engine_kit import rules
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.state import State
from valleybuild.games.protocol import IllegalMoveError, Outcome

SCENARIOS = ("introduction", "split-team", "hidden-cards", "team-trial")
OTHER_RULINGS = Rulings(True, True, True, False, True, True, False, False, True)
EAGER = {MoveKind.SOLVE, MoveKind.CONTRIBUTE, MoveKind.DISCARD, MoveKind.HEAL, MoveKind.MEND, MoveKind.TURN}
SETUPS = [
    *((number, scenario, count, {}) for number in (1, 3, 5) for scenario in SCENARIOS for count in (3, 4, 5)),
    *((number, scenario, count, {}) for number in (2, 4) for scenario in SCENARIOS[1:] for count in (3, 4, 5)),
    (2, "split-team", 4, {"shared_pool": True, "point_together": True}),
    (2, "split-team", 4, {"point_together": True, "advanced": True}),
    *((number, "hidden-cards", 5, {"advanced": True, "rulings": OTHER_RULINGS}) for number in (1, 2, 3, 4, 5)),
]
STEPS = 90


def cards_in(state: State) -> Counter[int]:
    """Count every card wherever it is."""
    found = Counter(lying.card for lying in state.cards)
    found.update(card for card, _ in state.lying)
    for pile in (*state.items, state.tasks, state.others, state.leads, state.gained, state.discard, state.solved):
        found.update(pile)
    return found


def tokens_in(state: State) -> int:
    """Count the day's tokens that are left."""
    return sum(state.effort) + state.unshared


def check_state(game: HomeValleyRules, state: State) -> None:
    """Assert what holds of every state."""
    table = game.table
    assert min(*state.effort, state.unshared, state.stamps) >= 0
    assert state.aboard.bit_count() <= table.seats
    for character, place in enumerate(state.places):
        assert len(state.items[character]) <= 2
        assert place == state.vehicle or not state.aboard >> character & 1
    assert state.stamps == sum(table.stamps[card] for card in state.solved)


def check_moves(game: HomeValleyRules, state: State, moves: Sequence[Move]) -> None:
    """Assert what holds of the legal moves of a state: each is one of its kind, and makes no tokens."""
    outcomes = set()
    for move in moves:
        assert game.canonical(state, move) == move
        after = game.apply(state, move)
        assert tokens_in(after) <= tokens_in(state) or move.kind in (
            MoveKind.DAY_ENDS, MoveKind.MEETING_A, MoveKind.MEETING_B
        )  # fmt: skip
        if move.kind == MoveKind.RIDE:
            outcome = (move.actor, after)
            assert outcome not in outcomes
            outcomes.add(outcome)


def check_others(game: HomeValleyRules, state: State, listed: set[Move], others: list[Move]) -> None:
    """Assert that moves of other moments are accepted exactly where a listed one comes out the same."""
    for move in others:
        canonical = game.canonical(state, move)
        try:
            after = game.apply(state, move)
        except IllegalMoveError as error:
            assert canonical not in listed, (game.to_text(state), move, error)
        else:
            assert canonical in listed, (game.to_text(state), move)
            assert game.apply(state, canonical) == after


@pytest.mark.parametrize(("expedition", "scenario", "characters", "more"), SETUPS)
def test_a_random_game_keeps_all_promises(
    expedition: int, scenario: str, characters: int, more: dict[str, object]
) -> None:
    """Beside what every engine promises, no card and no token is lost, and rides are told apart by their outcome."""
    game = rules(expedition, scenario, characters=characters, **more)
    luck = random.Random(f"{expedition} {scenario} {characters} {sorted(more)}")
    cards: list[Counter[int]] = []
    told: list[Move] = []

    def look(state: State, moves: Sequence[Move]) -> None:
        check_state(game, state)
        check_moves(game, state, moves)
        check_others(game, state, set(game.legal(state)), luck.sample(told, min(10, len(told))))
        told.extend(luck.sample(moves, min(4, len(moves))))
        cards.append(cards_in(state))
        assert cards[-1] == cards[0]

    def choose(state: State, moves: tuple[Move, ...]) -> Move:
        eager = [move for move in moves if move.kind in EAGER]
        calm = [move for move in moves if move.kind != MoveKind.DAY_ENDS or luck.random() < 0.3] or list(moves)
        return luck.choice(eager if eager and luck.random() < 0.6 else calm)

    keep_promises(game, game.table.config, luck, steps=STEPS, choose=choose, look=look)


def test_games_end() -> None:
    """R-009: whoever only ends days loses after the last one."""
    for expedition in (1, 2, 3, 4, 5):
        game = rules(expedition)
        state, days = game.setup(1, game.table.config), 0
        while moves := game.legal(state):
            ends = [move for move in moves if move.kind == MoveKind.DAY_ENDS]
            days += bool(ends)
            state = game.apply(state, (ends or moves)[0])
        assert (days, game.outcome(state)) == (game.table.days, Outcome.LOST)
