"""`valleybuild report`: it prints what is kept, and `--measure` writes the kept file whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands import run
from tests.conftest import TESTS, GameCopy, copy_to_play
from valleybuild.simulation import Played, Sitting, play_game

ROOT = TESTS.parent
PEBBLES = TESTS / "pebbles"
FILE = "rules/home-valley/tuning.yaml"
TARGETS_FILE = "rules/home-valley/targets.yaml"
TARGETS = """\
seed: 1
fresh-seed: 1001
groups:
  - id: fog
    player: family
    setups: {expedition: [5], scenario: [split-team], characters: [4]}
    games: 3
    things: true
    wanted: {least: 0, most: 100}
  - id: snow
    player: family
    setups: {expedition: [3], scenario: [introduction], characters: [4]}
    games: 2
    wanted: {least: 0}
other-answers:
  - player: family
    setups: {expedition: [5], scenario: [split-team], characters: [4]}
    games: 1
"""


@pytest.fixture
def valley(tmp_path: Path) -> GameCopy:
    """Copy the shipped game with few targets and nothing kept."""
    copy = copy_to_play(tmp_path)
    copy.write(TARGETS_FILE, TARGETS)
    return copy


def report(root: Path, *arguments: str) -> Result:
    """Report; anything but an orderly end is a failure."""
    return run("report", *arguments, project=root)


def test_nothing_is_measured_yet(valley: GameCopy) -> None:
    result = report(valley.root)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("home-valley 0.1.0, measured with valleybuild nothing yet\n")
    assert result.stdout.endswith("0 of 2 targets are met; 11 of 11 rows are not measured\n")


def test_what_is_measured_is_kept_and_printed(valley: GameCopy) -> None:
    result = report(valley.root, "--measure", "--workers", "2", "-q")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert "2 of 2 targets are met" in result.stdout and "not measured" not in result.stdout
    assert "rope_is_automatic no" in result.stdout and "the-flu" in result.stdout
    written = valley.read(FILE)
    again = report(valley.root)
    assert (again.exit_code, again.stdout) == (0, result.stdout)
    assert report(valley.root, "--measure", "-q").exit_code == 0
    assert valley.read(FILE) == written
    assert [path.name for path in (valley.root / "rules" / "home-valley").glob(".*")] == []


def test_a_part_is_measured_and_the_rest_is_kept(valley: GameCopy) -> None:
    assert report(valley.root, "--measure", "--only", "figures,expedition=5", "--games", "2", "-q").exit_code == 1
    first = valley.read(FILE)
    assert "games: 2" in first and first.count("- {setup") == 1
    result = report(valley.root, "--measure", "--only", "expedition=3", "-q")
    assert "no longer counts: it was measured with 2 games, not 3" in result.stdout
    second = valley.read(FILE)
    assert second.count("- {setup") == 2
    assert [line for line in first.splitlines() if line not in second.splitlines()] == []
    result = report(valley.root, "--measure", "--only", "stale", "-q")
    assert result.exit_code == 0
    assert valley.read(FILE).count("- {setup") == 11 and "games: 2, won" in valley.read(FILE)
    result = report(valley.root, "--measure", "--only", "stale")
    assert result.exit_code == 2 and "nothing to measure that fits --only stale" in result.stderr


def test_rows_that_nobody_asks_for_are_dropped(valley: GameCopy) -> None:
    assert report(valley.root, "--measure", "--only", "figures", "--games", "1", "-q").exit_code == 1
    valley.edit(TARGETS_FILE, "expedition: [3], scenario: [introduction]", "expedition: [3], scenario: [team-trial]")
    assert report(valley.root, "--measure", "--only", "expedition=3", "--games", "1", "-q").exit_code == 1
    assert "introduction" not in valley.read(FILE) and "team-trial" in valley.read(FILE)


def test_figures_of_other_content_are_marked(valley: GameCopy) -> None:
    assert report(valley.root, "--measure", "-q").exit_code == 0
    text = valley.read("cards/home-valley/expeditions.yaml")
    valley.write("cards/home-valley/expeditions.yaml", text.replace("the Chapel.", "the old Chapel."))
    assert report(valley.root).exit_code == 0  # a story plays no part
    place = text.index("fog-on-the-meadows:")
    days = text.index("days: ", place)
    valley.write("cards/home-valley/expeditions.yaml", text[:days] + "days: 9" + text[days + len("days: 7") :])
    result = report(valley.root)
    assert result.exit_code == 1
    assert result.stdout.count("no longer counts: it was measured with other content") == 1
    assert "10 rows no longer count" in result.stdout


def test_a_report_as_json(valley: GameCopy) -> None:
    assert report(valley.root, "--measure", "--only", "figures", "-q").exit_code == 1
    result = report(valley.root, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    whole = json.loads(result.stdout)
    assert whole["game"] == "home-valley" and whole["sound"] is False
    assert [figure["setup"]["expedition"] for figure in whole["figures"]] == ["5", "3"]
    assert len(whole["not_measured"]) == 9 and whole["other_answers"] == []
    counts = whole["things"][0]["counts"]
    assert all(fate["laid"] == fate["solved"] + fate["ignored"] for fate in counts.values())


def test_an_interrupted_measurement_changes_nothing(valley: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert report(valley.root, "--measure", "--only", "figures", "--games", "1", "-q").exit_code == 1
    before = valley.read(FILE)
    games = 0

    def interrupted(sitting: Sitting, seed: int) -> Played:
        nonlocal games
        games += 1
        if games == 5:
            raise KeyboardInterrupt
        return play_game(sitting, seed)

    monkeypatch.setattr("valleybuild.simulation.play_game", interrupted)
    result = report(valley.root, "--measure", "-q")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"interrupted after 1 of 11 rows; {FILE} is as it was" in result.stderr
    assert valley.read(FILE) == before


def test_games_without_an_end_are_said(valley: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(sitting: Sitting, seed: int) -> Played:
        return Played(seed, None, sitting.most_moves, {}, {})

    monkeypatch.setattr("valleybuild.simulation.play_game", cut)
    result = report(valley.root, "--measure", "--only", "figures,expedition=3", "-q")
    assert "2 games did not end and count as lost" in result.stderr
    assert "won: 0" in valley.read(FILE)


def test_a_folder_where_the_file_should_go(valley: GameCopy) -> None:
    (valley.root / FILE).mkdir()
    result = report(valley.root, "--measure", "--only", "figures,expedition=3", "--games", "1", "-q")
    assert result.exit_code == 2 and "a folder stands where this file should go" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--only", "stale"), "add --measure"),
        (("--games", "3"), "add --measure"),
        (("--measure", "--games", "0"), "--games is 1 or more, not 0"),
        (("--measure", "--workers", "0"), "--workers is 1 or more, not 0"),
        (("--measure", "--games", "some"), "not a valid integer"),
        (("--measure", "--only", "expedtion=3"), "did you mean expedition=?"),
        (("--measure", "--only", "player=nobody"), "nothing to measure that fits --only player=nobody"),
        (("no-valley",), 'no game "no-valley"'),
    ],
)
def test_bad_input_is_refused(valley: GameCopy, arguments: tuple[str, ...], message: str) -> None:
    result = report(valley.root, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not (valley.root / FILE).exists()


def test_targets_that_cannot_be_read_are_found(valley: GameCopy) -> None:
    valley.edit(TARGETS_FILE, "things: true", "thinks: true")
    result = report(valley.root)
    assert result.exit_code == 1 and f"{TARGETS_FILE}:8" in result.stdout and "VB201" in result.stdout


def test_a_setup_that_cannot_be_played_is_found(valley: GameCopy) -> None:
    _, line, _ = valley.edit(TARGETS_FILE, "- id: snow", "- id: ‸snow")
    valley.edit(TARGETS_FILE, "expedition: [3]", "expedition: [2]")
    result = report(valley.root, "--measure")
    assert result.exit_code == 1 and "introduction is not played with expedition 2" in result.stdout
    assert f"{TARGETS_FILE}:{line}" in result.stdout and "VB711" in result.stdout
    assert not (valley.root / FILE).exists()


def test_kept_figures_that_cannot_be_read_are_found(valley: GameCopy) -> None:
    valley.write(FILE, "figures: []\nother-answers: []\nthings: []\nmore: 1\n")
    result = report(valley.root)
    assert result.exit_code == 1 and f"{FILE}:4" in result.stdout
    result = report(valley.root, "--measure", "--only", "stale")
    assert result.exit_code == 2 and f"{FILE} has errors" in result.stderr
    assert report(valley.root, "--measure", "--games", "1", "-q").exit_code == 1
    assert "more: 1" not in valley.read(FILE)


def test_games_that_cannot_be_measured_are_refused(valley: GameCopy) -> None:
    result = report(PEBBLES)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pebbles has no" in result.stderr
    valley.remove(TARGETS_FILE)
    result = report(valley.root)
    assert result.exit_code == 2 and f"home-valley has no targets: there is no {TARGETS_FILE}" in result.stderr
    valley.edit("cards/home-valley/vehicles.yaml", "badger:", "badger: [")
    assert "home-valley has errors" in report(valley.root).stderr


def test_progress_is_one_line_where_nobody_watches(valley: GameCopy) -> None:
    result = report(valley.root, "--measure", "--only", "figures,expedition=3", "--games", "1")
    assert result.stderr == "Measuring …\n"
