"""The runs that examples speak of: states by their lines, moves by their count; what does not hold is found."""

from __future__ import annotations

import msgspec
import pytest

from tests.book.conftest import CARGO
from tests.book.ferrying import EXAMPLE, RULES
from tests.conftest import GameCopy
from valleybuild.book.playing import play_example
from valleybuild.book.runs import Run, Said
from valleybuild.games.playthrough import OpenRules
from valleybuild.project import Project
from valleybuild.views import TemplateFault

OVER = "rules/ferry/examples/over.txt"


def played(copy: GameCopy, text: str = EXAMPLE) -> Run:
    copy.write(OVER, text)
    game, _ = copy.load()
    assert game is not None and RULES.open is not None
    project = Project(copy.root)
    run, problems = play_example(project, OVER, RULES.open(project, game), RULES.other_keys)
    assert run is not None and problems == []
    return run


def test_a_state_says_numbers_words_and_what_each_has(ferry: GameCopy) -> None:
    run = played(ferry)
    assert (run.start.day, run.end.day) == (1, 4)
    assert run.end.last_boat == "raft, full" and isinstance(run.end.last_boat, Said)
    assert (run.end.purse.ann, run.end.coins.ben_jay) == (2, 0)  # type: ignore[union-attr]


def test_moves_are_counted_without_those_refused(ferry: GameCopy) -> None:
    run = played(ferry)
    assert [run.after(moves).day for moves in (1, 2, 3)] == [2, 3, 4]
    with pytest.raises(TemplateFault, match="3 are made"):
        run.after(4)
    with pytest.raises(TemplateFault):
        run.after(0)


def test_situations_are_counted_through_and_can_be_taken_apart(ferry: GameCopy) -> None:
    run = played(ferry, EXAMPLE + "given:\n  day: 1\nben-jay crosses\n")
    assert (run.after(3).day, run.after(4).day, run.end.day) == (4, 2, 2)
    assert (run.situation(1).end.day, run.situation(2).start.day) == (4, 1)
    with pytest.raises(TemplateFault, match="there are 2"):
        run.situation(3)


def test_a_line_that_went_is_not_said(ferry: GameCopy) -> None:
    run = played(ferry)
    assert run.end.late == "very"
    with pytest.raises(TemplateFault, match='no line "late"'):
        run.after(1).late  # noqa: B018


@pytest.mark.parametrize(
    ("old", "new", "name", "says"),
    [
        ("run.end.purse.ann", "run.after(4).purse.ann", "no-such-move", "no state after 4 moves"),
        ("run.end.purse.ann", "run.end.perse.ann", "unknown-line", 'no line "perse"'),
        ("run.end.purse.ann", "run.end.purse.anne", "unknown-line", "says nothing of anne"),
        ("run.end.purse.ann", "run.end.__class__", "unknown-name", "unsafe"),
    ],
)
def test_what_a_run_does_not_say_is_found(ferry: GameCopy, old: str, new: str, name: str, says: str) -> None:
    text = ferry.read(CARGO)
    assert text.count(old) == 2
    ferry.write(CARGO, text.replace(old, new))
    problems = ferry.check()
    assert [problem.name for problem in problems] == [name, name]
    assert says in problems[0].message and [problem.place.line for problem in problems] == [7, 8]


def test_a_playthrough_that_no_longer_holds_is_found_at_its_line_and_nowhere_else(ferry: GameCopy) -> None:
    ferry.write(OVER, EXAMPLE.replace("ann crosses", "ann crosses\nexpect: day: 9"))
    (found,) = ferry.check()
    assert (found.name, found.place.file, found.place.line) == ("expectation-fails", OVER, 4)


def test_examples_wait_until_the_game_is_sound(ferry: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, str]] = []
    original = RULES.open
    assert original is not None
    game, _ = ferry.load()
    assert game is not None
    opened: OpenRules = original(Project(ferry.root), game)

    def open_rules(setup: dict[str, str]) -> object:
        calls.append(setup)
        return opened(setup)

    rules = msgspec.structs.replace(RULES, open=lambda project, game: open_rules)
    monkeypatch.setattr("valleybuild.workshop.find_rules", lambda *names: rules)
    assert ferry.check() == () and len(calls) == 1
    ferry.edit("cards/ferry/boats.yaml", "  seats: 4\n", "  seats: 5\n")
    assert {problem.name for problem in ferry.check()} == {"out-of-range"} and len(calls) == 1


def test_an_error_of_the_book_leaves_the_game_sound(ferry: GameCopy) -> None:
    ferry.edit(CARGO, "number: 2", "number: 1")
    checked = ferry.checked()
    assert [problem.name for problem in checked.problems] == ["chapter-number-twice"] and checked.sound is not None


def test_an_example_that_cannot_be_set_up_is_said_once(ferry: GameCopy) -> None:
    ferry.write(OVER, EXAMPLE.replace("seed", "setup: wind 3\nseed"))
    (found,) = ferry.check()
    assert found.name == "setup-refused"


def test_a_playthrough_of_a_game_without_rules_is_found(duo: GameCopy) -> None:
    duo.write(OVER, EXAMPLE)
    duo.edit(CARGO, "blocks:\n", "blocks:\n  - example: {playthrough: over, text: {en: a boat, cs: loď}}\n")
    (found,) = duo.check()
    assert found.name == "unknown-playthrough" and "no rules of its own" in found.message
