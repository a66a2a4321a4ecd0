"""What the tests of the engine share: the shipped game, loaded once, and games told as text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.state import State
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.games.protocol import IllegalMoveError
from valleybuild.load import load_game
from valleybuild.model import Game
from valleybuild.project import Project

ROOT = Path(__file__).parents[2]


@cache
def home_valley() -> Game:
    """Load the shipped game."""
    game, problems = load_game(Project(ROOT), "home-valley")
    assert game is not None, problems
    return game


@cache
def rules(expedition: int, scenario: str = "split-team", **more: Any) -> HomeValleyRules:
    """Return the rules of a setup."""
    return rules_for(home_valley(), Config(expedition, scenario, **more))


def play(game: HomeValleyRules, text: str, *moves: str) -> State:
    """Read a state and make moves in it."""
    state = game.from_text(text)
    for told in moves:
        move = game.move_from_text(state, told)
        state = game.apply(state, move)
        assert game.from_text(game.to_text(state)) == state
    return state


def refused(game: HomeValleyRules, text: str, told: str) -> str:
    """Return the rule that forbids a move; the move is not listed either. "" where it is legal."""
    state = game.from_text(text)
    move = game.move_from_text(state, told)
    listed = game.canonical(state, move) in game.legal(state)
    try:
        game.apply(state, move)
    except IllegalMoveError as error:
        assert not listed, told
        return error.rule
    assert listed, told
    return ""


def told(game: HomeValleyRules, text: str, *verbs: str) -> list[str]:
    """Tell the legal moves in which one of these words stands; all of them where there are none."""
    state = game.from_text(text)
    moves = [game.move_to_text(state, move) for move in game.legal(state)]
    return [move for move in moves if not verbs or set(verbs) & set(move.replace(",", " ").split())]


def lines(game: HomeValleyRules, state: State) -> dict[str, str]:
    """Return what a state's text says of each thing."""
    return dict(line.split(": ", 1) for line in game.to_text(state).splitlines())
