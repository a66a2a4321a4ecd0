"""The command line: what each command prints, how it ends, and that nothing makes it fail with a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.commands import loaded_by, run
from tests.conftest import TESTS, GameCopy

PEBBLES = str(TESTS / "pebbles")


def test_check_of_a_good_game() -> None:
    result = run("--project", PEBBLES, "check")
    assert (result.exit_code, result.stdout) == (0, "no errors, no warnings\n")
    assert run("--project", PEBBLES, "check", "pebbles", "-q").output == ""
    assert run("--project", PEBBLES, "-q", "check").output == ""


def test_check_prints_findings_with_their_lines(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 40")
    result = run("--project", str(pebbles.root), "check")
    assert result.exit_code == 1
    for part in (
        "VB204",
        "out-of-range",
        "cards/pebbles/pebbles.yaml:22:13",
        "quantity: 40",
        "^^",
        "1 error in 1 file",
    ):
        assert part in result.stdout


def test_check_formats(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 40")
    root = str(pebbles.root)
    concise = run("--project", root, "check", "--format", "concise")
    assert concise.stdout.startswith("cards/pebbles/pebbles.yaml:22:13: error: VB204 out-of-range: ")
    (found,) = json.loads(run("--project", root, "check", "--format", "json").stdout)
    assert (found["code"], found["name"], found["path"]) == ("VB204", "out-of-range", "amber.quantity")
    github = run("--project", root, "check", "--format", "github")
    assert github.stdout.startswith("::error title=VB204 out-of-range,file=cards/pebbles/pebbles.yaml,line=22")
    assert {concise.exit_code, github.exit_code} == {1}
    assert json.loads(run("--project", PEBBLES, "check", "--format", "json").stdout) == []


def test_list(duo: GameCopy) -> None:
    result = run("--project", str(duo.root), "list")
    assert result.exit_code == 0
    for part in (
        "ferry  Ferry, version 0.3, languages en, cs",
        "boat (50 × 50 mm, 3 kinds)",
        "7  components",
        "overview",
    ):
        assert part in result.stdout
    duo.edit("cards/ferry/boats.yaml", "seats: 4", "seats: 5")
    assert run("--project", str(duo.root), "list").exit_code == 1
    duo.write("cards/ferry/game.yaml", "")
    result = run("--project", str(duo.root), "list")
    assert result.exit_code == 1 and "cannot be read" in result.stdout


@pytest.mark.parametrize("code", ["VB204", "vb204", "out-of-range"])
def test_explain(code: str) -> None:
    result = run("--project", PEBBLES, "explain", code)
    assert result.exit_code == 0
    assert (
        result.stdout.startswith("VB204 out-of-range\n\n") and "Why: " in result.stdout and "Mend it: " in result.stdout
    )


def test_build_says_what_it_made(pebbles: GameCopy) -> None:
    out = pebbles.root / "out"
    result = run("--project", str(pebbles.root), "build", "pebbles", "--paper", "a4", "--out", str(out))
    assert result.exit_code == 0 and "8 pages, 33 cards" in result.stdout
    assert (out / "pebbles/en/sheets-a4.pdf").read_bytes().startswith(b"%PDF")
    assert run("--project", str(pebbles.root), "build", "-q", "--out", str(out)).stdout == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "peebles"], "did you mean pebbles?"),
        (["build", "peebles"], "did you mean pebbles?"),
        (["build", "--lang", "cs"], 'there is no language "cs"'),
        (["build", "--product", "poster"], 'there is no product "poster"'),
        (["build", "--paper", "a3"], 'there is no paper "a3"'),
        (["build", "--only", "long-fal"], "did you mean long-fall?"),
        (["build", "--only", " , "], "--only names no component"),
        (["build", "--only", "moor-beck"], 'there is no component "moor-beck"'),
        (["build", "--product", "overview"], "no product matches"),
        (["check", "--workers", "2"], "add --deep"),
        (["explain", "out-of-rang"], "did you mean out-of-range?"),
        (["check", "--format", "xml"], "xml"),
        (["chek"], "chek"),
        (["check", "--quick"], "--quick"),
        (["build", "--lang"], "--lang"),
        (["explain"], "CODE"),
    ],
)
def test_what_cannot_run_ends_with_2(arguments: list[str], said: str, tmp_path: Path) -> None:
    command, *rest = arguments
    out = ["--out", str(tmp_path)] if command == "build" else []
    result = run("--project", PEBBLES, command, *out, *rest)
    assert result.exit_code == 2
    assert said in result.stderr and result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_project(tmp_path: Path) -> None:
    result = run("--project", str(tmp_path), "check")
    assert result.exit_code == 2 and "is no project" in result.stderr
    assert run("--project", str(tmp_path / "nowhere"), "list").exit_code == 2
    (tmp_path / "cards").mkdir()
    for command in ("check", "build", "list"):
        assert run("--project", str(tmp_path), command).exit_code == 2


def test_the_project_is_found_upwards_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS / "pebbles" / "cards" / "pebbles" / "art")
    assert run("check").exit_code == 0


def test_with_several_games_one_is_named(pebbles: GameCopy) -> None:
    pebbles.write("cards/second/game.yaml", "title: {en: Second}\n")
    result = run("--project", str(pebbles.root), "check")
    assert result.exit_code == 2 and "pebbles, second" in result.stderr
    assert run("--project", str(pebbles.root), "check", "pebbles").exit_code == 0
    assert run("--project", str(pebbles.root), "check", "second").exit_code == 1


def test_help_and_version_are_quick_to_start() -> None:
    heavy = {"reportlab", "pypdfium2", "fontTools", "jinja2", "PIL", "babel", "rich", "ruamel", "msgspec"}
    assert not loaded_by("--help") & heavy
    assert "Usage:" in run("--help").stdout
    assert run("--version").exit_code == 0
    for command in ("check", "build", "replay", "list", "explain", "simulate", "report"):
        assert run(command, "--help").exit_code == 0


@pytest.mark.parametrize("command", ["build", "simulate", "report"])
def test_the_help_shows_each_option_once_under_a_heading(command: str) -> None:
    told = run(command, "--help").stdout
    headings = re.findall(r"(?m)^(\S.*):$", told)
    assert len(headings) > 1 and headings[-1] == "Options"
    listed = re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", told)
    assert len(listed) == len(set(listed)) and "--quiet" in listed and "--help" in listed
    assert "GAME" not in told.partition(headings[0])[2]  # it is no option


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (["--product", "overview"], "pebbles has nothing for overview"),
        (["--product", "rulebook"], "pebbles has nothing for rulebook"),
        (["--product", "dependencies", "--only", "amber"], "dependencies is not made of components"),
        (["--product", "sheets", "--paper", "a3"], 'there is no paper "a3"'),
        (["--product", "overview,rulebook"], "pebbles has nothing for overview; pebbles has nothing for rulebook"),
        (["--paper", "a4", "--product", "overview"], "pebbles has nothing for overview"),
        (["--creep", "wide"], '--creep is a length such as 0.3mm, not "wide"'),
        (["--creep", "2mm"], "--creep is from 0 to 1 mm, not 2mm"),
        (["--card-thickness", "9mm"], "--card-thickness is from"),
        (["--creep", "0.1mm"], "--creep is how a booklet is folded, and none is asked for"),
    ],
)
def test_what_cannot_be_built_says_why(wish: list[str], said: str, tmp_path: Path) -> None:
    result = run("build", *wish, "--out", tmp_path / "out", project=TESTS / "pebbles")
    assert result.exit_code == 2 and said in result.stderr


def test_html_is_on_no_paper(duo: GameCopy, tmp_path: Path) -> None:
    wish = ("--product", "html", "--paper", "a4")
    result = run("build", *wish, "--out", tmp_path / "out", project=duo.root)
    assert result.exit_code == 2 and "html is not printed on paper" in result.stderr
    result = run("build", "--product", "sheets", "--paper", "a5", "--out", tmp_path / "out", project=duo.root)
    assert result.exit_code == 2 and "sheets is made on a4, letter" in result.stderr
