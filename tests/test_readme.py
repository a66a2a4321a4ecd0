"""Every command of the README runs, in order, in a copy of the project, and prints what the README says it prints."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("build", "__pycache__", "*.egg-info", ".venv*", ".git", ".*_cache", ".hypothesis")
SIZE = re.compile(r"\d+ KB")
OF_EACH_BUILD = re.compile(r'("bytes": )\d+|("sha256": ")[0-9a-f]+|(\+)[0-9a-f]{8}')


def commands_of(readme: str) -> list[tuple[str, list[str]]]:
    """List the README's commands with the lines they are said to print."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", readme, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


COMMANDS = commands_of((ROOT / "README.md").read_text("utf-8"))


def test_the_readme_sets_up_builds_and_tests() -> None:
    """The first command builds, the second tests; everything after them needs no more than they set up."""
    assert COMMANDS[0][0].endswith("valleybuild build")
    assert COMMANDS[1][0].endswith("pytest")
    assert all("pip install" not in command for command, _ in COMMANDS[2:])


def test_ci_runs_the_test_command() -> None:
    """What CI runs differs from the README's second command in the environment's folder and the linters alone."""
    steps = COMMANDS[1][0].replace(".venv", ".venv-ci").replace("[test]", "[test,dev]").split(" && ")
    script = (ROOT / ".ci" / "run").read_text("utf-8").replace(" --disable-pip-version-check", "")
    places = [script.index(step) for step in steps]
    assert places == sorted(places)


@pytest.mark.xdist_group("readme")
def test_every_command_prints_what_the_readme_says(tmp_path: Path) -> None:
    """Run all commands as written, in a shell, in a fresh copy with a new virtual environment."""
    project = tmp_path / "fresh"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*LEFT_OUT))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "VIRTUAL_ENV"))}
    environment["PATH"] = f"{project / '.venv' / 'bin'}:{environment['PATH']}"
    environment["PYTEST_ADDOPTS"] = "-p no:cacheprovider -k units"  # the tests within this test: a few, not all anew
    for command, expected in COMMANDS:
        done = subprocess.run(
            ["bash", "-c", command], cwd=project, env=environment, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr, f"{command}\n{done.stderr}"
        assert done.returncode in (0, 1), f"{command}\n{done.stdout}{done.stderr}"
        compare(command, masked(done.stdout), [masked(line) for line in expected])
    assert (project / "build" / "home-valley" / "manifest.json").is_file()


def masked(text: str) -> str:
    """Hide what changes with every change of the content: sizes and hashes."""
    return OF_EACH_BUILD.sub(lambda found: f"{found[1] or found[2] or found[3]}…", SIZE.sub("… KB", text))


def compare(command: str, printed: str, expected: list[str]) -> None:
    """Compare line by line. A line that is only … stands for any number of lines."""
    pattern = "".join(".*" if line == "…" else re.escape(line) + r"\n" for line in expected)
    assert re.fullmatch(pattern, printed, re.DOTALL), f"$ {command}\n{printed}\nexpected:\n" + "\n".join(expected)
