"""Simulation: intervals, summaries, a limit for games without an end, and the same games from any number of workers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from click.testing import Result

from tests.commands import loaded_by, run
from tests.conftest import TESTS, GameCopy
from valleybuild.games.protocol import Outcome
from valleybuild.simulation import (
    CHUNK,
    PORTIONS,
    CrewError,
    Played,
    Sitting,
    play_game,
    play_games,
    split_seeds,
    summarise,
    wilson,
)

ROOT = str(TESTS.parent)
FERRY = str(TESTS / "duo")


class Countdown:
    """Rules of a game that counts down from its seed; it is won from an even one, and never ends from a negative."""

    def setup(self, seed: int, config: int) -> int:
        return seed

    def legal(self, state: int) -> tuple[int, ...]:
        return (2,)

    def apply(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return {0: Outcome.WON, 1: Outcome.LOST}.get(state)

    def to_text(self, state: int) -> str:
        return str(state)

    def from_text(self, text: str) -> int:
        return int(text)

    def move_to_text(self, state: int, move: int) -> str:
        return str(move)

    def move_from_text(self, state: int, text: str) -> int:
        return int(text)


class Counter:
    """A player who makes the only move."""

    def choose(self, rules: Any, state: int) -> int:
        return int(rules.legal(state)[0])


def note(rules: Any, before: int, move: int, after: int) -> Iterable[str]:
    return [f"left {after}"] if after < 3 else []


def measure(rules: Any, state: int) -> dict[str, int]:
    return {"rest": state}


SITTING = Sitting(Countdown(), 2, Counter, note, measure, most_moves=50)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (5, 10, 0.236593, 0.763407),
        (1, 1, 0.206549, 1.0),
        (81, 263, 0.255289, 0.366209),  # Newcombe (1998), method 3
        (15, 148, 0.062386, 0.160544),  # likewise
    ],
)
def test_wilson_interval(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=2e-4)


@pytest.mark.parametrize(("won", "games"), [(0, 0), (3, 2), (-1, 2)])
def test_wilson_refuses_what_cannot_be(won: int, games: int) -> None:
    with pytest.raises(ValueError, match="cannot be won"):
        wilson(won, games)


def test_a_summary_counts_and_takes_means() -> None:
    summary = summarise([play_game(SITTING, seed) for seed in (2, 3, 4)])
    assert (summary.games, summary.won, summary.cut) == (3, 2, ())
    assert summary.means == {"rest": pytest.approx(1 / 3)}
    assert summary.moves == pytest.approx(4 / 3)
    assert summary.things == {"0": {"left": 2}, "1": {"left": 1}, "2": {"left": 1}}
    with pytest.raises(ValueError, match="cannot be won"):
        summarise([])


def test_a_game_without_an_end_is_cut() -> None:
    played = play_game(SITTING, -1)
    assert played == Played(-1, None, 50, {"rest": -101}, {f"left {-1 - 2 * n}": 1 for n in range(1, 51)})
    assert summarise([played, play_game(SITTING, 2)]).cut == (-1,)


@pytest.mark.parametrize(("games", "hands"), [(1, 1), (1, 8), (7, 2), (200, 2), (1000, 3)])
def test_seeds_are_split_so_that_every_hand_gets_several_chunks(games: int, hands: int) -> None:
    chunks = split_seeds(range(5, 5 + games), hands)
    assert [seed for chunk in chunks for seed in chunk] == list(range(5, 5 + games))
    assert max(map(len, chunks)) <= CHUNK
    assert len(chunks) >= min(games, PORTIONS * hands)


def test_whoever_plays_may_be_named() -> None:
    def backwards(sitting: Sitting, seeds: Sequence[int]) -> Iterator[list[Played]]:
        yield [play_game(sitting, seed) for seed in reversed(seeds)]

    assert [game.seed for game in play_games(SITTING, range(2, 6), crew=backwards)] == [5, 4, 3, 2]


def test_workers_play_the_same_games() -> None:
    seeds = range(2, 2 + 2 * CHUNK + 3)
    alone = list(play_games(SITTING, seeds))
    assert [game.seed for game in alone] == list(seeds)
    assert list(play_games(SITTING, seeds, workers=2)) == alone


def simulate(*arguments: str) -> Result:
    """Simulate the shipped game."""
    return run("--project", ROOT, "simulate", *arguments)


def test_a_simulation_as_json() -> None:
    arguments = ("--expedition", "1", "--scenario", "introduction", "--games", "22", "--seed", "5", "--json", "-q")
    result = simulate(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    whole = json.loads(result.stdout)
    assert set(whole) == {
        *("game", "game_version", "program_version", "setup", "player", "first_seed", "games_asked", "games", "won"),
        *("win_rate", "interval", "moves", "means", "things", "cut", "played"),
    }
    assert (whole["game"], whole["player"], whole["games"], whole["first_seed"]) == ("home-valley", "family", 22, 5)
    assert whole["setup"]["expedition"] == 1
    assert whole["setup"]["scenario"] == "introduction"
    assert set(whole["means"]) == {"days", "stamps"}
    assert [game["seed"] for game in whole["played"]] == list(range(5, 27))
    assert whole["won"] == sum(game["outcome"] == "won" for game in whole["played"])
    assert {verb for counts in whole["things"].values() for verb in counts} == {"solved", "expired", "left"}
    assert simulate(*arguments, "--workers", "2").stdout == result.stdout


def test_processes_are_loaded_only_where_they_are_asked_for() -> None:
    loaded = loaded_by("--project", ROOT, "simulate", "--expedition", "5", "--games", "1", "-q")
    assert "valleybuild" in loaded and "joblib" not in loaded


def test_a_simulation_as_a_table() -> None:
    result = simulate("--expedition", "2", "--characters", "betty,maggie,agnes", "--shared-pool", "--games", "2")
    assert result.exit_code == 0
    first, second, blank, won, means, *_ = result.stdout.splitlines()
    assert first == "home-valley: expedition 2, scenario split-team, characters betty maggie agnes, shared-pool"
    assert (second, blank) == ("player family, seeds 1 to 2", "")
    assert won.startswith("won ") and " of 2: " in won and "95 % interval" in won
    assert means.startswith("on average: ")
    assert "lost-key" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--expedition", "9"), "no expedition 9"),
        (("--expedition", "two"), 'expedition is a number, not "two"'),
        ((), "which expedition"),
        (("--expedition", "1", "--scenario", "weekend"), "no scenario 'weekend'"),
        (("--expedition", "1", "--characters", "betty,matt,bob"), "no character 'bob'"),
        (("--expedition", "1", "--characters", "2"), "3 to 5 characters play, not 2"),
        (("--expedition", "1", "--characters", "6"), "3 to 5 characters play, not 6"),
        (("--expedition", "2", "--scenario", "introduction"), "introduction is not played with expedition 2"),
        (("--expedition", "4", "--scenario", "introduction"), "introduction is not played with expedition 4"),
        (("--expedition", "1", "--shared-pool"), "expedition 1"),
        (("--expedition", "1", "--point-together"), "Point together"),
        (("--expedition", "1", "--setup", "players", "9"), "not 9 (--setup players)"),
        (("--expedition", "1", "--setup", "lone_solver", "perhaps"), "(--setup lone_solver)"),
        (("--expedition", "1", "--setup", "weather", "fine"), 'no setup key "weather" (--setup weather)'),
        (("--expedition", "1", "--player", "famly"), "did you mean family?"),
        (("--expedition", "1", "--games", "0"), "--games is 1 or more, not 0"),
        (("--expedition", "1", "--games", "many"), "not a valid integer"),
        (("--expedition", "1", "--workers", "0"), "--workers is 1 or more, not 0"),
        (("no-valley", "--expedition", "1"), 'no game "no-valley"'),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = simulate(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_game_without_an_engine_is_refused() -> None:
    result = run("--project", FERRY, "simulate")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "ferry has no rules that can be played" in result.stderr


def test_a_game_with_errors_is_refused(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: forty")
    result = run("--project", str(pebbles.root), "simulate", "--expedition", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pebbles has errors; see `valleybuild check pebbles`" in result.stderr


def test_an_interrupted_simulation_reports_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(sitting: Sitting, seed: int) -> Played:
        if seed == 3:
            raise KeyboardInterrupt
        return play_game(sitting, seed)

    monkeypatch.setattr("valleybuild.simulation.play_game", interrupted)
    result = simulate("--expedition", "5", "--games", "9", "-q")
    assert result.exit_code == 2
    assert "interrupted after 2 of 9 games" in result.stderr
    assert "player family, seeds 1 to 2" in result.stdout
    result = simulate("--expedition", "5", "--games", "9", "--seed", "3", "-q")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_crew_that_fails_leaves_what_it_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gaps in what is finished are told."""

    def failing(sitting: Sitting, seeds: Sequence[int], *, workers: int) -> Iterator[list[Played]]:
        yield [play_game(sitting, seed) for seed in (1, 2, 5, 7)]
        raise CrewError("nobody is left")

    monkeypatch.setattr("valleybuild.simulation.play_in_processes", failing)
    result = simulate("--expedition", "5", "--games", "9", "--workers", "2", "-q")
    assert result.exit_code == 2
    assert result.stderr == "valleybuild: nobody is left; interrupted after 4 of 9 games\n"
    assert "player family, seeds 1 to 2, 5 to 5, 7 to 7" in result.stdout


def test_a_cut_game_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(sitting: Sitting, seed: int) -> Played:
        return Played(seed, None, sitting.most_moves, {}, {})

    monkeypatch.setattr("valleybuild.simulation.play_game", cut)
    result = simulate("--expedition", "5", "--games", "1", "-q")
    assert result.exit_code == 1
    assert "the game with seed 1 has not ended after 5000 moves and was cut" in result.stderr


def test_the_planner_is_seated_by_its_name() -> None:
    words = ["--expedition", "1", "--player", "planner", "--games", "1", "--seed", "1", "-q", "--json"]
    result = simulate(*words)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["player"] == "planner"
