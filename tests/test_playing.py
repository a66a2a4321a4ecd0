"""`valleybuild replay`: a game is told move by move, and what does not hold is found at its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands import run
from tests.conftest import TESTS

ROOT = TESTS.parent
EXAMPLE = ROOT / "rules" / "home-valley" / "examples" / "w-12.txt"


def replay(file: Path | str, *arguments: str, project: Path = ROOT) -> Result:
    """Replay a file; anything but an orderly end is a failure."""
    return run("replay", file, *arguments, project=project)


def test_a_game_is_told_move_by_move(tmp_path: Path) -> None:
    game = tmp_path / "walk.txt"
    game.write_text(
        "title: A walk\nsetup: expedition 1\ngiven:\n  effort: 1\n  others: torch\n  spare-keys: farm, urgent\n"
        "matt walks to farm\nrefused R-042: matt walks to school\nday ends\nexpect: day: 2\n",
        encoding="utf-8",
    )
    result = replay(game)
    assert result.exit_code == 0
    assert (
        result.stdout
        == """\
A walk

given

day 1
    phase: day
    stamps: 0
    effort: 1
    betty: village-green
    matt: village-green
    maggie: village-green
    agnes: village-green
    badger: village-green
    spare-keys: farm, urgent
matt walks to farm
    effort: 0
    matt: farm
refused: matt walks to school
    R-042: this costs 1 effort, and the pool has 0
day ends

day 2
    effort: 8
    torch: school, fresh
    spare-keys: gone

The game goes on.
"""
    )


def test_a_game_that_ends_says_how() -> None:
    assert replay(EXAMPLE.with_name("w-16-split-team.txt")).stdout.endswith("\nThe game is won.\n")


def test_quiet_and_formats_say_only_what_is_wrong(tmp_path: Path) -> None:
    assert replay(EXAMPLE, "-q").output == ""
    assert json.loads(replay(EXAMPLE, "--format", "json").stdout) == []
    broken = tmp_path / "broken.txt"
    broken.write_text("setup: expedition 1\nseed: 1\nmatt walks to chapel\n", encoding="utf-8")
    result = replay(broken, "home-valley", "-q")
    assert result.exit_code == 1
    assert result.stdout.startswith("error[VB722] illegal-move: matt walks to chapel: R-063 forbids it: no route joins")
    assert "broken.txt:3:1" in result.stdout and "^^^^^^^^" in result.stdout
    concise = replay(broken, "--format", "concise").stdout
    assert concise.startswith("broken.txt:3:1: error: VB722 illegal-move: ")
    (found,) = json.loads(replay(broken, "--format", "json").stdout)
    assert (found["code"], found["line"]) == ("VB722", 3)
    assert replay(broken, "--format", "github").stdout.startswith("::error title=VB722")


def test_a_file_of_the_project_is_named_from_its_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "bad.txt").write_bytes(b"title: \xff\n")
    monkeypatch.chdir(tmp_path / "rules")
    (tmp_path / "cards" / "empty").mkdir()
    (tmp_path / "cards" / "empty" / "game.yaml").write_text("title: {en: Empty}\n", encoding="utf-8")
    assert "--> rules/bad.txt:1:8" in replay("bad.txt", project=tmp_path).stdout


@pytest.mark.parametrize(
    ("head", "column", "says"),
    [
        ("expedition 9", 8, "there is no expedition 9"),
        ("expedition nine", 8, 'expedition is a number, not "nine"'),
        ("scenario split-team", 8, "the setup does not say which expedition"),
        ("expedition 1\nsetup: expedtion 2", 8, "did you mean expedition?"),
        ("expedition 1\nsetup: scenario midnight", 8, "there is no scenario 'midnight'"),
        ("expedition 2\nsetup: scenario introduction", 8, "R-184"),
        ("expedition 4\nsetup: scenario introduction", 8, "R-184"),
        ("expedition 1\nsetup: characters 2", 8, "3 to 5 characters play, not 2"),
        ("expedition 1\nsetup: characters 6", 8, "3 to 5 characters play, not 6"),
        ("expedition 1\nsetup: characters betty, zoe, matt", 8, "there is no character 'zoe'"),
        ("expedition 1\nsetup: players 0", 8, "1 to 4 players"),
        ("expedition 1\nsetup: advanced perhaps", 8, 'advanced is yes or no, not "perhaps"'),
        ("expedition 1\nsetup: shared-pool yes", 8, "R-061"),
        ("expedition 1\nsetup: point-together yes", 8, "R-181"),
        ("expedition 1\nsetup: lone_solver maybe", 8, 'lone_solver is yes or no, not "maybe"'),
    ],
)
def test_a_setup_that_cannot_be_played_is_found_at_its_line(tmp_path: Path, head: str, column: int, says: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"setup: {head}\nseed: 1\n", encoding="utf-8")
    result = replay(file)
    assert result.exit_code == 1
    assert "VB711" in result.stdout and says in result.stdout
    assert f"game.txt:{head.count(chr(10)) + 1}:{column}\n" in result.stdout


def test_rulings_can_be_played_the_other_way(tmp_path: Path) -> None:
    file = tmp_path / "alone.txt"
    lines = "given:\n  maggie: school, carries pliers-and-wire\n  runaway-dog: school, fresh\n"
    move = "maggie solves runaway-dog row 1"
    file.write_text(f"setup: expedition 1\nsetup: lone_solver yes\n{lines}{move}\n", encoding="utf-8")
    assert replay(file).exit_code == 0
    file.write_text(f"setup: expedition 1\nsetup: lone_solver no\n{lines}refused A-01: {move}\n", encoding="utf-8")
    assert replay(file).exit_code == 0


def test_what_cannot_run_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    for file, says in (("nowhere.txt", "is missing"), ("picture.png", "NUL byte"), (".", "is a folder")):
        result = replay(tmp_path / file)
        assert (result.exit_code, says in result.stdout) == (2, True), result.output
    result = replay(EXAMPLE, "no-game")
    assert result.exit_code == 2 and 'there is no game "no-game"' in result.stderr
    result = replay(EXAMPLE, project=TESTS / "pebbles")
    assert result.exit_code == 2 and "pebbles has no rules that can be played" in result.stderr
    assert run("replay").exit_code == 2


def test_content_that_cannot_be_read_is_found_first(tmp_path: Path) -> None:
    (tmp_path / "cards" / "empty").mkdir(parents=True)
    (tmp_path / "cards" / "empty" / "game.yaml").write_text("title: {en: Empty}\n", encoding="utf-8")
    result = replay(EXAMPLE, project=tmp_path)
    assert result.exit_code == 1 and "cards/empty/game.yaml" in result.stdout
