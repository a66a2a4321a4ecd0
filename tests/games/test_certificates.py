"""Certificates: of every combination a won game is kept; one that does not hold is found, and can be made anew."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.conftest import GameCopy
from tests.games import certificates as making
from tests.games.fixed_games import opened
from tests.games.test_engine_kit import ROOT, home_valley
from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.certificates import (
    Combination,
    combinations_of,
    find_win,
    folder_of,
    kept_playthroughs,
    read_certificates,
    tell_win,
    wins,
)
from valleybuild.games.home_valley.check.certificates import check_certificates
from valleybuild.games.home_valley.check.deep import other_answers, winning
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.home_valley.players.family import Family
from valleybuild.problem import Problem
from valleybuild.project import Project

FOLDER = folder_of("home-valley")
EASY = Combination(1, "introduction", 4)
OTHER = Combination(1, "split-team", 4)


# What is kept with the shipped game.


def test_every_combination_has_a_certificate_that_wins() -> None:
    every = list(combinations_of(read_valley(home_valley())))
    assert len(every) == len(set(every)) == (3 * 4 + 2 * 3) * 3
    kept = list(read_certificates(Project(ROOT), "home-valley", opened))
    assert [certificate.fault for certificate in kept if certificate.fault] == []
    assert sorted(str(certificate.combination) for certificate in kept) == sorted(map(str, every))
    assert {path.name for path in (ROOT / FOLDER).iterdir()} == {combination.file for combination in every}


def test_the_shipped_certificates_bring_no_findings() -> None:
    subject = Subject(home_valley(), Project(ROOT), frozenset(), frozenset())
    assert list(check_certificates(subject)) == []
    for number in (2, 5):
        assert list(winning.check_winning_lines(subject, number=number)) == []


# One certificate of the family player's, to be broken.


@pytest.fixture(scope="module")
def won() -> str:
    """Return a certificate as it is written."""
    rules, config = opened(EASY.setup)
    win = find_win(rules, config, Family, range(1, 60))
    assert win is not None
    return tell_win(EASY, win)


@pytest.fixture
def valley(tmp_path: Path, won: str) -> GameCopy:
    """Copy what the check reads beside the cards."""
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    copy = GameCopy(tmp_path, "home-valley")
    copy.write(f"{FOLDER}/{EASY.file}", won)
    return copy


def subject_of(copy: GameCopy) -> Subject:
    return Subject(home_valley(), Project(copy.root), frozenset(), frozenset())


def found(copy: GameCopy) -> Problem:
    (problem,) = check_certificates(subject_of(copy))
    assert problem.name == "certificate-fails"
    assert "python -m tests.games.certificates" in problem.hint
    return problem


def line_of(text: str, wanted: str) -> int:
    return text.splitlines().index(wanted) + 1


def test_a_certificate_says_what_it_shows(valley: GameCopy, won: str) -> None:
    lines = won.splitlines()
    assert lines[1:4] == ["setup: expedition 1", "setup: scenario introduction", "setup: characters 4"]
    assert re.fullmatch(r"seed: [0-9]+", lines[4]) and lines[-2:] == ["sign", "expect: won"]
    assert list(check_certificates(subject_of(valley))) == []
    (certificate,) = read_certificates(Project(valley.root), "home-valley", opened)
    assert certificate.combination == EASY
    assert list(read_certificates(Project(valley.root), "home-valley", opened, expedition=2)) == []


def test_without_certificates_there_is_nothing_to_check(tmp_path: Path) -> None:
    assert list(check_certificates(subject_of(GameCopy(tmp_path, "home-valley")))) == []


def test_a_move_that_is_no_longer_legal_is_found_at_its_line(valley: GameCopy, won: str) -> None:
    valley.write(f"{FOLDER}/{EASY.file}", won.replace("day ends\n", "sign\nday ends\n", 1))
    problem = found(valley)
    assert (problem.place.file, problem.place.line) == (f"{FOLDER}/{EASY.file}", line_of(won, "day ends"))
    assert "R-007" in problem.message


def test_a_game_that_is_no_longer_won_is_found_at_its_end(valley: GameCopy, won: str) -> None:
    text = won.replace("sign\n", "")
    valley.write(f"{FOLDER}/{EASY.file}", text)
    problem = found(valley)
    assert problem.place.line == line_of(text, "expect: won")
    assert "it goes on" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("expect: won\n", "expect: lost\n", "expect: lost", "expect: won"),
        ("expect: won\n", "", "sign", "here should be the expect"),
        ("setup: characters 4\n", "", "seed: ", "does not say characters"),
        ("setup: characters 4\n", "setup: characters betty, matt\n", "setup: characters betty, matt", "is a number"),
        ("setup: characters 4\n", "setup: characters 4\nsetup: lone_solver yes\n", "setup: lone_solver yes",
         "its setup says lone_solver"),
        ("seed: ", "given:\n  effort: 8\n  stamps: 99\n# ", "given:", "here should be the seed"),
        ("day ends\n", "day ends\nexpect: day: 2\n", "expect: day: 2", "here should be the move"),
        ("setup: expedition 1\n", "setup: expedition 7\n", "setup: expedition 7", "there is no expedition 7"),
        ("title: ", "title:", "title:", ""),
    ],
)  # fmt: skip
def test_what_is_no_certificate_is_found(valley: GameCopy, won: str, old: str, new: str, at: str, says: str) -> None:
    text = won.replace(old, new, 1)
    assert text != won
    valley.write(f"{FOLDER}/{EASY.file}", text)
    if not says:
        assert list(check_certificates(subject_of(valley))) == []
        return
    problem = found(valley)
    assert text.splitlines()[problem.place.line - 1].startswith(at), (problem, text[:200])
    assert says in problem.message


def test_one_finding_stands_for_all_certificates_that_a_change_spoils(valley: GameCopy, won: str) -> None:
    valley.write(f"{FOLDER}/{EASY.file}", won.replace("sign\n", ""))
    valley.write(f"{FOLDER}/{OTHER.file}", "")
    valley.write(f"{FOLDER}/z.txt", won.replace("seed: ", "sead: "))
    problem = found(valley)
    assert problem.place.file.endswith(EASY.file) and "(2 others do not either)" in problem.message
    assert [related.message for related in problem.related] == [OTHER.file, "z.txt"]
    assert len(list(kept_playthroughs(Project(valley.root), "home-valley"))) == 1


def test_a_change_of_the_content_spoils_a_certificate(valley: GameCopy) -> None:
    subject = subject_of(valley)
    entry = subject.game.entries["introduction"]
    record = msgspec.structs.replace(entry.record, fields={**entry.record.fields, "stamps": 2})
    entries = {**subject.game.entries, "introduction": msgspec.structs.replace(entry, record=record)}
    harder = msgspec.structs.replace(subject, game=msgspec.structs.replace(subject.game, entries=entries))
    (problem,) = check_certificates(harder)
    assert problem.name == "certificate-fails" and "R-007" in problem.message


def test_a_certificate_shows_that_another_answer_can_win(valley: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    monkeypatch.setattr(other_answers, "find_win", lambda rules, config, *_: searched.append(config.expedition) or True)
    assert list(other_answers.check_other_answers(subject_of(valley), switch="damaged_cabin_stops")) == []
    assert searched == [2, 3, 4, 5]
    (kept,) = kept_playthroughs(Project(valley.root), "home-valley")
    setup = {key: line.value for key, line in kept.setup.items()}
    assert wins(kept, setup, opened)
    assert not wins(kept, setup | {"scenario": "nonsense"}, opened)


# Making them.


def test_a_certificate_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "seat_planner", Family)
    assert re.fullmatch(rf"{EASY.file}: won with seed \d+, \d+ moves", making.make(EASY, tmp_path, range(1, 60)))
    assert [path.name for path in tmp_path.iterdir()] == [EASY.file]
    hard = Combination(4, "team-trial", 3)
    monkeypatch.setattr(making, "find_win", lambda *_: None)
    assert "NOT WON with seeds 1 to 2" in making.make(hard, tmp_path, range(1, 3))
    assert not (tmp_path / hard.file).exists()


def test_only_what_is_asked_for_is_made(monkeypatch: pytest.MonkeyPatch, valley: GameCopy) -> None:
    monkeypatch.setattr(making, "ROOT", valley.root)
    assert making.wanted([EASY.file], stale=False) == [EASY]
    assert making.wanted([EASY.file, OTHER.file], stale=True) == [OTHER]
    assert len(making.wanted([], stale=True)) == 53
    with pytest.raises(SystemExit, match=r"no combination for e9\.txt"):
        making.wanted(["e9.txt"], stale=False)
