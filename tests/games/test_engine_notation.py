"""States and moves as text: what a person writes by hand is read, and what cannot be is reported at its place."""

from __future__ import annotations

import pytest

from tests.games.test_engine_kit import rules
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.protocol import IllegalMoveError, NotationError

FULL = """\
seed: 7
day: 3
phase: day
stamps: 4
effort: betty 2, matt 0, maggie 1, agnes 3
birthday: maggie, 1
walked-in: mill
betty: mill, aboard, gave, helped, carries sandbags, points at mill
matt: mill, weakened, aboard, points at farm
maggie: mill, points at mill
agnes: village-green, carries torch, carries toolbox
badger: mill, damaged
runaway-dog: farm, urgent
jar-of-honey: village-green, fresh
the-flu: mill, lasting
letter-without-a-name: chapel, fresh, task side
first-aid-box: mill, item
tasks: lost-key, lost-parcel
others: birthday, bee-smoker
leads: smoke-above-the-wood
gained: linden-tea
discard: old-alarm-clock
solved: leaking-roof, fallen-pole
"""


def test_a_state_reads_as_it_is_written() -> None:
    game = rules(2, point_together=True)
    state = game.from_text(FULL)
    text = game.to_text(state)
    assert game.from_text(text) == state
    assert {frozenset(line.replace(":", ",").split(", ")) for line in text.splitlines()} == {
        frozenset(line.replace(":", ",").split(", ")) for line in FULL.splitlines()
    }


def test_what_is_left_out_is_as_at_the_start() -> None:
    game = rules(1)
    assert game.from_text("") == game.from_text("# a new day\n\nseed: 0\nmatt:  village-green # here\n")
    state = game.from_text("")
    assert (state.effort, state.vehicle, state.places) == ((8,), 0, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("seed 7", 1, 1, "a line reads"),
        ("seed: x", 1, 7, "'x' is not a whole number"),
        ("seed: 1\nseed: 2", 2, 1, "two lines for 'seed'"),
        ("phase: night", 1, 8, "'night' is none of"),
        ("\nzoe: mill", 2, 1, "'zoe' is no card"),
        ("matt: moon", 1, 7, "'moon' is no place"),
        ("matt: mill, tired", 1, 13, "'tired' cannot be said of a character"),
        ("matt: mill, carries moon", 1, 21, "'moon' is no card"),
        ("matt: mill, carries the-flu", 1, 21, "the-flu is no item"),
        ("matt: mill, carries torch\ntorch: farm, item", 2, 1, "torch is at two places"),
        ("matt:", 1, 6, "this line reads"),
        ("runaway-dog: mill, item", 1, 1, "runaway-dog is no item"),
        ("runaway-dog: mill, task side", 1, 20, "'task side' cannot be said of runaway-dog"),
        ("badger: mill, fresh", 1, 15, "'fresh' is not 'damaged'"),
        ("effort: 3, 4", 1, 8, "this line reads"),
        ("matt: farm, aboard", 1, 1, "matt is aboard, but at another place"),
        ("matt: mill, points at farm", 1, 1, "come first in seating order"),
        ("day: 9", 1, 1, "day 9 is none of the 6 days"),
        ("effort: -1", 1, 1, "cannot be less than 0"),
        ("phase: meeting", 1, 1, "belong together"),
        ("phase: duty", 1, 1, "tokens to share out"),
        ("phase: pointing", 1, 1, "somebody who has not pointed"),
        ("phase: meeting\nmeeting: lunch, matt", 2, 10, "'lunch' is none of lead-1"),
        ("birthday: matt", 1, 10, "this line reads"),
        ("matt: mill, carries torch, carries toolbox, carries jar-of-honey", 1, 1, "more than 2 items"),
    ],
)
def test_what_is_no_state_is_reported_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        rules(1).from_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("matt flies to mill", 1, "is not how a move is told"),
        ("zoe walks to mill", 1, "'zoe' is no character"),
        ("matt walks to moon", 15, "'moon' is no place"),
        ("matt takes moon", 12, "'moon' is no card"),
        ("matt boards bus", 13, "'bus' is not the vehicle"),
        ("matt gives 2 effort to betty", 12, "1 effort can be given"),
        ("betty rides to farm with matt", 26, "nobody is in the badger with betty"),
        ("matt discards old-alarm-clock with noise", 31, "is not how old-alarm-clock is discarded"),
        ("matt solves runaway-dog row 1, betty pays 1", 32, "betty does not help"),
        ("split betty x", 13, "'x' is not a whole number"),
    ],
)
def test_what_is_no_move_is_reported_at_its_place(text: str, column: int, message: str) -> None:
    game = rules(1)
    with pytest.raises(NotationError, match=message) as caught:
        game.move_from_text(game.from_text(""), text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Move(99), "R-041"),
        (Move(MoveKind.WALK, 0), "R-041"),
        (Move(MoveKind.WALK, 0, place=1, row=1), "R-041"),
        (Move(MoveKind.SIGN, 0), "R-041"),
        (Move(MoveKind.WALK, 4, place=1), "R-002"),
        (Move(MoveKind.HEAL, 0, target=4), "R-105"),
        (Move(MoveKind.SOLVE, card=0, row=0, helpers=(7,)), "R-002"),
        (Move(MoveKind.WALK, 0, place=99), "R-022"),
        (Move(MoveKind.RIDE, 0, path=(99,)), "R-022"),
        (Move(MoveKind.TAKE, 0, 999), "R-018"),
        (Move(MoveKind.GIVE, 0, 1, 999), "R-018"),
        (Move(MoveKind.DAY_ENDS, -2), "R-002"),
    ],
)
def test_a_move_that_makes_no_sense_is_refused(move: Move, rule: str) -> None:
    game = rules(1)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(game.from_text(""), move)
    assert caught.value.rule == rule
    assert str(caught.value).startswith(f"{rule}: ")
