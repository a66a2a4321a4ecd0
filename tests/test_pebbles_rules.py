"""A game from outside brings its rules as an installed package: Pebbles is replayed and simulated by the same core."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import EntryPoints
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests import commands
from tests.conformance import keep_promises, play_the_same
from tests.conftest import TESTS, GameCopy
from valleybuild.games import Rules, all_rules, find_rules
from valleybuild.games.playthrough import AnyRules, SetupError
from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome
from valleybuild.load import load_game
from valleybuild.project import Project

EXAMPLE = TESTS / "pebbles" / "rules" / "pebbles" / "first-steps.txt"
PLAIN = "hand: amber, jasper, serpentine, slate"


def open_pebbles(**setup: str) -> tuple[AnyRules, Any]:
    """Open a setup of the shipped Pebbles."""
    project = Project(TESTS / "pebbles")
    game, problems = load_game(project, "pebbles")
    assert game is not None and not problems
    rules = find_rules(game.rules, game.id)
    assert rules is not None and rules.open is not None
    return rules.open(project, game)(setup)


def run(*arguments: str, project: Path = TESTS / "pebbles") -> Result:
    """Run a command for Pebbles, or for another project."""
    return commands.run(*arguments, project=project)


# Where rules come from


def test_rules_come_from_what_is_installed(pebbles_rules: Path) -> None:
    by_name, by_game = find_rules("pebbles"), find_rules(None, "pebbles")
    assert by_name is by_game is not None
    assert list(by_name.players) == ["wader", "dabbler"]
    assert by_name in list(all_rules())
    assert find_rules(None, "ferry") == Rules()
    assert find_rules("chess") is None


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away what may be installed where the tests run."""
    monkeypatch.setattr("valleybuild.games.entry_points", lambda **wanted: EntryPoints())


@pytest.mark.usefixtures("nothing_installed")
def test_without_the_package_the_game_is_only_printed(pebbles: GameCopy) -> None:
    assert find_rules(None, "pebbles") == Rules()
    assert pebbles.check() == ()
    result = run("simulate")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pebbles has no rules that can be played" in result.stderr


@pytest.mark.usefixtures("nothing_installed")
def test_a_game_that_names_its_rules_needs_them(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/game.yaml", "layout: pebbles", "rules: pebbles\nlayout: pebbles")
    assert [problem.name for problem in pebbles.check()] == ["unknown-rules"]
    result = run("simulate", project=pebbles.root)
    assert result.exit_code == 2 and "pebbles has no rules that can be played" in result.stderr


def test_a_game_that_names_its_rules_gets_them(pebbles: GameCopy, pebbles_rules: Path) -> None:
    pebbles.edit("cards/pebbles/game.yaml", "layout: pebbles", "rules: pebbles\nlayout: pebbles")
    assert pebbles.check() == ()
    assert run("simulate", "--games", "2", "-q", project=pebbles.root).exit_code == 0


@pytest.mark.parametrize("name", ["protocol", "playthrough", "os", "antigravity", "pebbles_rules", "evil"])
def test_content_runs_no_code(name: str, pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a module of this or another package nor one beside the cards is taken for rules."""
    code = f"from pathlib import Path\nPath({str(pebbles.root / 'ran')!r}).touch()\nRULES = None\n"
    for file in (f"{name}.py", f"cards/pebbles/{name}.py", f"valleybuild/games/{name}/__init__.py"):
        pebbles.write(file, code)
    monkeypatch.chdir(pebbles.root)
    pebbles.edit("cards/pebbles/game.yaml", "layout: pebbles", f"rules: {name}\nlayout: pebbles")
    assert [problem.name for problem in pebbles.check()] == ["unknown-rules"]
    assert not (pebbles.root / "ran").exists()
    assert "antigravity" not in sys.modules


# The promises of the protocol


@pytest.mark.parametrize("setup", [{}, {"goal": "24"}, {"scoops": "1"}, {"goal": "1", "scoops": "20"}])
def test_pebbles_keeps_the_promises(setup: dict[str, str], pebbles_rules: Path) -> None:
    game, config = open_pebbles(**setup)
    luck = random.Random(str(setup))

    def look(state: Any, moves: Sequence[Any]) -> None:
        assert Counter((*state.hand, *state.bag)) == Counter(game.river.pebbles)  # type: ignore[attr-defined]
        assert len(state.hand) <= 6

    outcomes = {keep_promises(game, config, luck, steps=60, look=look) for _ in range(12)}
    assert outcomes <= {Outcome.WON, Outcome.LOST} and outcomes


def test_pebbles_plays_the_same_elsewhere(pebbles_rules: Path) -> None:
    play_the_same(*open_pebbles(), range(1, 6), steps=60)


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        ("scoops: 0\nhand: slate", "scoop", "S-2"),
        ("hand: slate, slate, slate, slate, slate", "scoop", "S-3"),
        (f"moor-beck: 4\n{PLAIN}", "walk moor-beck", "S-4"),
        ("hand: amber", "walk moor-beck", "S-5"),
        (PLAIN, "walk moor-beck, give amber", "S-6"),
        (PLAIN, "walk mill-race, give slate", "S-6"),
        (PLAIN, "walk mill-race, give jasper", "S-6"),
        ("moor-beck: 4\nmill-race: 3\nreed-water: 1", "scoop", "S-7"),
    ],
)
def test_illegal_moves_are_refused_with_their_rule(state: str, move: str, rule: str, pebbles_rules: Path) -> None:
    game, _ = open_pebbles()
    before = game.from_text(state)
    read = game.move_from_text(before, move)
    assert read not in game.legal(before)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(before, read)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("points: 3", 1, 9, "have 0 points"),
        ("moor-beck: 5", 1, 12, "a number from 0 to 4"),
        ("scoops: 2\nhand: slat", 2, 7, "did you mean slate?"),
        ("weather: fine", 1, 1, "is nothing here"),
        ("scoops: 2\nscoops: 3", 2, 1, "is said twice"),
        ("hand: amber, amber, amber, amber, amber", 1, 7, "there are 4 amber in all"),
        ("hand: slate\nbag: slate", 2, 6, "in all"),
    ],
)
def test_what_is_no_state_is_refused_at_its_place(
    text: str, line: int, column: int, says: str, pebbles_rules: Path
) -> None:
    game, _ = open_pebbles()
    with pytest.raises(NotationError, match=says) as caught:
        game.from_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["swim", "walk", "walk thames", "walk mill-race, give", "walk mill-race, give gold"])
def test_what_is_no_move_is_refused(text: str, pebbles_rules: Path) -> None:
    game, config = open_pebbles()
    with pytest.raises(NotationError):
        game.move_from_text(game.setup(1, config), text)


@pytest.mark.parametrize(("key", "value"), [("goal", "25"), ("goal", "0"), ("scoops", "many"), ("expedition", "1")])
def test_a_setup_that_cannot_be_played_is_refused(key: str, value: str, pebbles_rules: Path) -> None:
    with pytest.raises(SetupError) as caught:
        open_pebbles(**{key: value})
    assert caught.value.key == key
    result = run("simulate", "--setup", key, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"(--setup {key})" in result.stderr


# The commands


def test_a_game_is_replayed(pebbles_rules: Path) -> None:
    result = run("replay", str(EXAMPLE))
    assert result.exit_code == 0, result.output
    assert "refused: walk mill-race, give slate\n    S-6: sluice-gate does not trade slate\n" in result.stdout
    assert "walk moor-beck\n    points: 5\n    moor-beck: 3\n" in result.stdout
    assert result.stdout.endswith("The game is won.\n")
    assert "bag:" not in result.stdout


def test_a_broken_replay_is_found_at_its_line(pebbles_rules: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("seed: 1\nwalk moor-beck\nwalk moor-bek\n", "utf-8")
    result = run("replay", str(broken), "--format", "concise")
    assert result.exit_code == 1
    assert result.stdout.startswith('broken.txt:3:6: error: VB721 unknown-move: there is no stream "moor-bek"')


def test_a_simulation_counts_what_the_game_notes(pebbles_rules: Path) -> None:
    arguments = ("simulate", "--games", "60", "--json", "-q", "--setup", "goal", "16")
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    whole = json.loads(result.stdout)
    assert whole["setup"] == {"goal": 16, "scoops": 7}
    assert 0 < whole["won"] < 60
    assert set(whole["means"]) == {"points", "scoops left"}
    assert {verb for counts in whole["things"].values() for verb in counts} == {"paid", "drifted"}
    assert run(*arguments, "--player", "dabbler").stdout != result.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_other_processes_find_the_rules(workers: str, pebbles_rules: Path) -> None:
    """The command as it is typed, where the package is installed."""
    command = [sys.executable, "-c", "from valleybuild.cli import main; main()", "--project", str(pebbles_rules)]
    asked = ("simulate", "--games", "9", "--json", "-q")
    done = subprocess.run([*command, *asked, "--workers", workers], capture_output=True, text=True, check=True)
    assert done.stdout == run(*asked).stdout
