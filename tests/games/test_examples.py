"""The worked examples W-01 to W-17: all hold on the shipped content, each refuses something, and changes break them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import GameCopy
from tests.games.fixed_games import opened
from tests.games.test_engine_kit import ROOT, home_valley
from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.check.examples import check_examples
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.playthrough import Playthrough, StepKind, read_playthrough
from valleybuild.games.protocol import IllegalMoveError
from valleybuild.games.replay import run_playthrough
from valleybuild.problem import Problem
from valleybuild.project import Project

FOLDER = "rules/home-valley/examples"
FILES = sorted((ROOT / FOLDER).glob("*.txt"))
REFUSALS = {StepKind.REFUSED, StepKind.SETUP_REFUSED}


def read(path: Path) -> Playthrough:
    playthrough, problems = read_playthrough(path.read_text(encoding="utf-8"), path.name)
    assert playthrough is not None, problems
    return playthrough


def checked(root: Path) -> list[Problem]:
    """Check the examples of a copy."""
    copy = GameCopy(root, "home-valley")
    game, problems = copy.load()
    assert game is not None and not problems, problems
    return list(check_examples(Subject(game, Project(root), frozenset(), frozenset())))


@pytest.fixture
def valley(tmp_path: Path) -> GameCopy:
    """Copy what loading and playing the shipped game needs."""
    for folder in ("cards", "rules", "layouts", "fonts"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("art"))
    return GameCopy(tmp_path, "home-valley")


def test_every_worked_example_has_its_file() -> None:
    assert {path.stem[:4] for path in FILES} == {f"w-{number:02}" for number in range(1, 18)}
    for path in FILES:
        assert path.stem[:4].upper() in read(path).title


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_holds(path: Path) -> None:
    assert run_playthrough(read(path), opened)[1] == []


@pytest.mark.parametrize("number", range(1, 18))
def test_every_example_has_a_negative_twin(number: int) -> None:
    steps = [step for path in FILES if path.stem.startswith(f"w-{number:02}") for step in read(path).steps]
    assert any(step.kind in REFUSALS for step in steps)
    assert {step.kind for step in steps} & {StepKind.MOVE, StepKind.SETUP_REFUSED}
    assert {step.kind for step in steps} & {StepKind.EXPECT, StepKind.SETUP_REFUSED}


def test_check_plays_the_examples(valley: GameCopy) -> None:
    assert checked(valley.root) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("cards/home-valley/tasks.yaml", "    - {abilities: [driving, repairs], effort: 2}\n"
         "    - {abilities: [driving, searching], effort: 3}",
         "    - {abilities: [driving, repairs], effort: 3}\n    - {abilities: [driving, searching], effort: 4}",
         [("w-11.txt", "expect: effort: 4")]),
        ("cards/home-valley/maps.yaml", "  far: [1, 6]\n", "  far: [1]\n",
         [("w-11.txt", "  lost-key: mill, fresh")]),
        ("cards/home-valley/vehicles.yaml", "seats: 2\n  range: 2", "seats: 2\n  range: 1",
         [("w-05.txt", "betty rides mill to timber-yard with maggie")]),
        ("rules/home-valley/rulings.yaml", "switch: lone_solver\n  value: false\n  other: true",
         "switch: lone_solver\n  value: true\n  other: false",
         [("w-04.txt", "refused A-01: maggie solves runaway-dog row 1")]),
        ("rules/home-valley/examples/w-03.txt", "matt walks to farm", "matt runs to farm",
         [("w-03.txt", "matt runs to farm")]),
        ("rules/home-valley/examples/w-03.txt", "expedition 1", "expedition 6", [("w-03.txt", "setup: expedition 6")]),
    ],
)  # fmt: skip
def test_a_change_breaks_the_example_that_relied_on_it(
    valley: GameCopy, file: str, old: str, new: str, found: list[tuple[str, str]]
) -> None:
    text = valley.read(file)
    assert old in text
    valley.write(file, text.replace(old, new, 1))
    shown = checked(valley.root)
    lines = {(Path(p.place.file).name, valley.read(p.place.file).splitlines()[p.place.line - 1]) for p in shown}
    assert set(found) <= lines, [(p.place, p.message) for p in shown]


def test_what_cannot_be_read_is_reported(valley: GameCopy) -> None:
    valley.write(f"{FOLDER}/w-18.txt", b"title: \xff")
    valley.write(f"{FOLDER}/w-19.txt", "")
    assert [(problem.name, problem.place.file) for problem in checked(valley.root)] == [
        ("not-utf8", f"{FOLDER}/w-18.txt"),
        ("no-situation", f"{FOLDER}/w-19.txt"),
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("tasks", "[searching, repairs], effort: 2", "[searching, rallying], effort: 2", "rallying is asked for"),
        ("expeditions", "{card: sandbags, with: betty}", "{card: rope, with: betty}", "rope is asked for"),
        (
            "maps",
            "  place: village-green\n  at: [1, 1]\n",
            "  place: old-mine\n  at: [1, 1]\n",
            "which is not on the map",
        ),
    ],
)
def test_content_that_cannot_be_played_is_said_once(valley: GameCopy, file: str, old: str, new: str, says: str) -> None:
    text = valley.read(f"cards/home-valley/{file}.yaml")
    assert old in text
    valley.write(f"cards/home-valley/{file}.yaml", text.replace(old, new, 1))
    found = [problem for problem in checked(valley.root) if problem.name == "setup-refused"]
    assert len(found) == 1 and says in found[0].message, found


def test_content_that_is_not_whole_is_not_played(valley: GameCopy) -> None:
    valley.write(f"{FOLDER}/w-18.txt", "")
    subject = Subject(home_valley(), Project(valley.root), frozenset(), frozenset(), complete=False)
    assert list(check_examples(subject)) == []


AFTER_THE_TREE = """\
stamps: 1
betty: mill, aboard
maggie: mill, aboard, carries pliers-and-wire
badger: mill
runaway-dog: school, fresh
tractor-in-the-ditch: farm, fresh
letter-without-a-name: chapel, fresh
smoke-above-the-wood: pastures, fresh
tracks-by-the-brook: timber-yard, fresh
solved: tree-across-the-road
"""


def test_four_tokens_are_not_enough_for_the_tractor() -> None:
    """C-03, W-11: whatever the team does with its last four tokens, the tractor stays in the ditch."""
    rules, _ = opened({"expedition": "1"})
    start = rules.from_text(AFTER_THE_TREE + "effort: 4\n")
    tractor = rules.move_from_text(start, "betty, agnes solve tractor-in-the-ditch row 1").card
    waiting, seen = [start], {start}
    while waiting:
        state = waiting.pop()
        for move in rules.legal(state):
            assert (move.kind, move.card) != (MoveKind.SOLVE, tractor), rules.to_text(state)
            after = rules.apply(state, move) if move.kind != MoveKind.DAY_ENDS else state
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    assert len(seen) > 10_000


def test_one_token_more_is_enough_for_the_tractor() -> None:
    """C-03: the search above does not miss it for another reason than the effort."""
    rules, _ = opened({"expedition": "1"})
    for effort in (5, 4):
        state = rules.from_text(f"{AFTER_THE_TREE}effort: {effort}\n")
        for told in ("agnes walks to farm", "betty rides village-green to farm"):
            state = rules.apply(state, rules.move_from_text(state, told))
        solve = rules.move_from_text(state, "betty, agnes solve tractor-in-the-ditch row 1")
        if effort == 5:
            rules.apply(state, solve)
        else:
            with pytest.raises(IllegalMoveError, match="R-042"):
                rules.apply(state, solve)
