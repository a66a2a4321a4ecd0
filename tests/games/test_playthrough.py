"""Playthroughs of a tiny game that is no card game at all: what is read, what is played, and what is found where."""

from __future__ import annotations

from typing import Any

import pytest

from valleybuild.games.playthrough import SetupError, StepKind, read_playthrough
from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome
from valleybuild.games.replay import Report, Told, run_playthrough
from valleybuild.problem import Problem

FILE = "rules/sums/examples/one.txt"
GOAL = 10


class Sums:
    """Add 1 to 3 until the sum is ten, which wins; more than ten loses. An odd sum is said to be odd."""

    def setup(self, seed: int, config: str) -> int:
        return seed

    def legal(self, state: int) -> tuple[int, ...]:
        return () if self.outcome(state) else (1, 2, 3)

    def apply(self, state: int, move: int) -> int:
        if self.outcome(state):
            raise IllegalMoveError("R-2", "the game has ended")
        if not 1 <= move <= 3:
            raise IllegalMoveError("R-1", f"{move} is not between 1 and 3")
        return state + move

    def outcome(self, state: int) -> Outcome | None:
        return Outcome.WON if state == GOAL else Outcome.LOST if state > GOAL else None

    def to_text(self, state: int) -> str:
        return f"sum: {state}\n" + ("kind: odd\n" if state % 2 else "")

    def from_text(self, text: str) -> int:
        for number, line in enumerate(text.split("\n"), start=1):
            key, _, value = line.strip().partition(": ")
            if key == "sum":
                if not value.isdecimal():
                    raise NotationError(f"{value!r} is no sum", number, line.index(value) + 1)
                return int(value)
        raise NotationError("there is no sum")

    def move_to_text(self, state: int, move: int) -> str:
        return f"add {move}"

    def move_from_text(self, state: int, text: str) -> int:
        verb, _, number = text.partition(" ")
        if verb != "add":
            raise NotationError(f"{verb!r} is no move")
        if not number.isdecimal():
            raise NotationError(f"{number!r} is no number", 1, 5)
        return int(number)


def open_sums(setup: dict[str, str]) -> tuple[Sums, str]:
    if setup.get("mode", "fair") != "fair":
        raise SetupError("the only mode is fair (R-9)", key="mode", hint="write `setup: mode fair`")
    return Sums(), "fair"


def played(text: str) -> tuple[Report | None, list[Problem]]:
    playthrough, problems = read_playthrough(text, FILE)
    return (None, problems) if playthrough is None else run_playthrough(playthrough, open_sums)


def found(text: str) -> list[tuple[str, int, int]]:
    """Return the findings of a playthrough with their lines and columns."""
    _, problems = played(text)
    assert all(problem.place.file == FILE for problem in problems)
    return [(problem.name, problem.place.line, problem.place.column) for problem in problems]


GOOD = """\
# A short game.
title: Ten  # at last
setup: mode fair
seed: 6

refused R-1: add 4
add 1
expect: sum: 7
expect: kind:  odd
add 3   # and that is ten
expect no: kind
expect: won
refused R-2: add 1

given:
    # seven and a bit
    sum: 8
expect:
    sum: 8
add 1
expect:
  kind: odd
  sum: 9
add 3
expect: lost
"""


def test_a_playthrough_that_holds_has_no_findings() -> None:
    report, problems = played(GOOD)
    assert problems == []
    assert report == Report(
        "Ten",
        (
            Told(StepKind.SEED, "seed 6", 4, ("sum: 6",)),
            Told(StepKind.REFUSED, "add 4", 6, reason="R-1: 4 is not between 1 and 3"),
            Told(StepKind.MOVE, "add 1", 7, ("sum: 7", "kind: odd")),
            Told(StepKind.MOVE, "add 3", 10, ("sum: 10",), ("kind",)),
            Told(StepKind.REFUSED, "add 1", 13, reason="R-2: the game has ended"),
            Told(StepKind.GIVEN, "given", 15, ("sum: 8",)),
            Told(StepKind.MOVE, "add 1", 20, ("sum: 9", "kind: odd")),
            Told(StepKind.MOVE, "add 3", 24, ("sum: 12",), ("kind",)),
        ),
        "sum: 12\n",
        Outcome.LOST,
    )


def test_line_ends_and_a_missing_title_make_no_difference() -> None:
    report, problems = played(GOOD.replace("title: Ten  # at last\n", "").replace("\n", "\r\n"))
    assert problems == [] and report is not None
    assert report.title == FILE


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("seed: x\nadd 1", ("bad-playthrough-line", 1, 7)),
        (f"seed: {'9' * 5000}", ("bad-playthrough-line", 1, 7)),
        ("seed: 1\n  add 1", ("bad-playthrough-line", 2, 3)),
        ("seed: 1\ntitle: late", ("bad-playthrough-line", 2, 8)),
        ("title: one\ntitle: two\nseed: 1", ("bad-playthrough-line", 2, 8)),
        ("title:\nseed: 1", ("bad-playthrough-line", 1, 1)),
        ("setup: mode\nseed: 1", ("bad-playthrough-line", 1, 8)),
        ("setup: mode fair\nsetup: mode fair\nseed: 1", ("bad-playthrough-line", 2, 8)),
        ("given: sum: 1", ("bad-playthrough-line", 1, 8)),
        ("seed: 1\nexpect:\nadd 1", ("bad-playthrough-line", 2, 1)),
        ("seed: 1\nexpect no:", ("bad-playthrough-line", 2, 1)),
        ("seed: 1\nrefused R-1:", ("bad-playthrough-line", 2, 1)),
        ("refused setup: mode\nseed: 1", ("bad-playthrough-line", 2, 7)),
        ("", ("no-situation", 0, 0)),
        ("# nothing\ntitle: nothing", ("no-situation", 0, 0)),
        ("\nadd 1", ("no-situation", 2, 1)),
        ("expect: sum: 1", ("no-situation", 1, 9)),
        ("setup: mode unfair\nseed: 1", ("setup-refused", 1, 8)),
        ("refused setup: fair", ("setup-not-refused", 1, 16)),
        ("setup: mode unfair\nrefused setup: R-8", ("refused-otherwise", 2, 16)),
        ("given:\n\n   sum: many", ("bad-given-state", 3, 9)),
        ("given:\nadd 1", ("bad-given-state", 1, 1)),
        ("seed: 1\nadd 1\nsubtract 1", ("unknown-move", 3, 1)),
        ("seed: 1\nadd much", ("unknown-move", 2, 5)),
        ("seed: 1\nrefused R-1: add much", ("unknown-move", 2, 18)),
        ("seed: 1\nadd 4", ("illegal-move", 2, 1)),
        ("seed: 1\nrefused R-1: add 3", ("move-not-refused", 2, 14)),
        ("seed: 1\nrefused R-2: add 4", ("refused-otherwise", 2, 14)),
        ("seed: 1\nexpect: sum: 2", ("expectation-fails", 2, 9)),
        ("seed: 1\nexpect: size: 2", ("expectation-fails", 2, 9)),
        ("seed: 1\nexpect no: kind", ("expectation-fails", 2, 12)),
        ("seed: 1\nexpect: won", ("expectation-fails", 2, 9)),
        ("seed: 10\nexpect: lost", ("expectation-fails", 2, 9)),
        ("seed: 1\nexpect:\n  sum: 1\n  kind: even", ("expectation-fails", 4, 3)),
        ("seed: 1\nexpect:\n  sum: 1\n", ("expectation-fails", 2, 1)),
    ],
)
def test_what_does_not_hold_is_found_at_its_place(text: str, where: tuple[str, int, int]) -> None:
    assert found(text) == [where]


def test_a_setup_that_is_to_be_refused_holds() -> None:
    assert found("setup: mode unfair\nrefused setup: R-9\nrefused setup: the only mode") == []


def test_after_a_move_that_cannot_be_made_the_next_situation_goes_on() -> None:
    text = "seed: 1\nadd 4\nexpect: sum: 9\nadd 9\ngiven:\n  sum: 2\nadd 9\ngiven:\n  sum: 9\nadd 1\nexpect: won"
    assert found(text) == [("illegal-move", 2, 1), ("illegal-move", 7, 1)]
    report, _ = played("seed: 1\nadd 4")
    assert report is not None and (report.state, report.outcome) == ("", None)


def test_messages_say_the_move_the_rule_and_the_reason() -> None:
    _, (problem,) = played("seed: 1\nadd 4")
    assert problem.message == "add 4: R-1 forbids it: 4 is not between 1 and 3"
    _, (problem,) = played("seed: 1\nadd1")
    assert problem.hint == "did you mean add 1?"
    _, (problem,) = played("seed: 1\nexpect: sum: 2")
    assert problem.message == '"sum: 2" does not hold: the state says "sum: 1"'


def test_whatever_is_written_no_line_raises() -> None:
    lines: list[Any] = [
        "seed: 1",
        "given:",
        "  sum: 1",
        "  ",
        "add 1",
        "expect:",
        "expect no: x",
        "refused setup: y",
        ":",
    ]
    for first in lines:
        for second in lines:
            for third in ("", *lines):
                played(f"{first}\n{second}\n{third}")
