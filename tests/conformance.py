"""What must hold of every rules engine, whatever the game: random games in which each promise of `Rules` is tried."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any

from valleybuild.games.playthrough import AnyRules
from valleybuild.games.protocol import IllegalMoveError, Outcome

FEW = 25


def pick(luck: random.Random, things: Sequence[Any], most: int) -> Sequence[Any]:
    """Return all of a few things, or some of many."""
    return things if len(things) <= most else luck.sample(things, most)


def keep_promises(
    game: AnyRules,
    config: Any,
    luck: random.Random,
    *,
    steps: int,
    few: int = FEW,
    choose: Callable[[Any, tuple[Any, ...]], Any] | None = None,
    look: Callable[[Any, Sequence[Any]], None] = lambda state, moves: None,
) -> Outcome | None:
    """Play one random game, asserting of every state and move what the protocol promises; return how it ended.

    `choose` picks the move to go on with, and `look` asserts what else holds in this game of a state and some moves.
    """
    choose = choose or (lambda state, moves: luck.choice(moves))
    outside = random.getstate()
    state, past = game.setup(luck.randrange(10**6), config), []
    told: list[Any] = []
    for _ in range(steps):
        moves = game.legal(state)
        some = sorted(pick(luck, moves, few))
        check_state(game, state, moves)
        check_moves(game, state, some)
        look(state, some)
        check_others(game, state, moves, pick(luck, told, 5))
        past.append((state, hash(state)))
        if not moves:
            break
        told.extend(pick(luck, moves, 4))
        state = game.apply(state, choose(state, moves))
    assert all(hash(state) == known for state, known in past)
    assert random.getstate() == outside
    return game.outcome(state)


def check_state(game: AnyRules, state: Any, moves: tuple[Any, ...]) -> None:
    """Assert that a state survives its notation and a journey, and that its moves are in order."""
    text = game.to_text(state)
    again, away = game.from_text(text), pickle.loads(pickle.dumps(state))
    assert again == state == away, text
    assert hash(again) == hash(state) == hash(away)
    assert game.to_text(again) == text
    assert list(moves) == sorted(set(moves))
    assert (game.outcome(state) is None) == bool(moves), text


def check_moves(game: AnyRules, state: Any, moves: Sequence[Any]) -> None:
    """Assert that legal moves can be told, read and made."""
    texts = [game.move_to_text(state, move) for move in moves]
    assert len(set(texts)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        assert game.move_from_text(state, text) == move
        assert game.apply(state, move) != state, text


def check_others(game: AnyRules, state: Any, listed: tuple[Any, ...], others: Sequence[Any]) -> None:
    """Assert that moves of other moments are refused with a rule, or come out like one that is listed."""
    for move in others:
        if move in listed:
            continue
        try:
            after = game.apply(state, move)
        except IllegalMoveError as error:
            assert error.rule and error.message
        else:
            assert any(game.apply(state, other) == after for other in listed), (game.to_text(state), move)


def play_the_same(game: AnyRules, config: Any, seeds: range, *, steps: int) -> None:
    """Assert that rules that have been sent away, as to another process, play the same games."""
    away = pickle.loads(pickle.dumps(game))
    for seed in seeds:
        state, other, luck = game.setup(seed, config), away.setup(seed, config), random.Random(seed)
        for _ in range(steps):
            moves = game.legal(state)
            assert other == state
            assert away.legal(other) == moves
            if not moves:
                break
            move = luck.choice(moves)
            state, other = game.apply(state, move), away.apply(other, move)
