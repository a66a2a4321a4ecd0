"""Good games to break: each test gets a copy of its own, changes one thing in it and asks what is found."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

import pytest

from valleybuild.load import load_game
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.project import Project
from valleybuild.workshop import Checked, check_game

TESTS = Path(__file__).parent
MARK = "‸"  # stands, in a replacement, just before what a finding should point at

Where = tuple[str, int, int]


class GameCopy:
    """A copy of a project with one game, to be changed."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name

    def read(self, file: str) -> str:
        """Return a file's text."""
        return (self.root / file).read_text(encoding="utf-8")

    def write(self, file: str, content: str | bytes) -> None:
        """Write a file anew, with its folders."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def remove(self, file: str) -> None:
        """Delete a file."""
        (self.root / file).unlink()

    def edit(self, file: str, old: str, new: str) -> Where:
        """Replace the one occurrence of `old`; return the file, line and column of the MARK in `new`, if any."""
        text = self.read(file)
        assert text.count(old) == 1, f"{file} holds {text.count(old)} times {old!r}"
        text = text.replace(old, new)
        before, mark, _ = text.partition(MARK)
        self.write(file, text.replace(MARK, ""))
        if not mark:
            return (file, 0, 0)
        return (file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)

    def checked(self) -> Checked:
        """Check the game as it stands now."""
        return check_game(Project(self.root), self.name)

    def check(self) -> tuple[Problem, ...]:
        """Return the findings of the game as it stands now."""
        return self.checked().problems

    def load(self) -> tuple[Game | None, list[Problem]]:
        """Only load the game as it stands now."""
        return load_game(Project(self.root), self.name)

    def expect(self, name: str, where: Where, *, also: tuple[str, ...] = ()) -> Problem:
        """Assert that there is one finding `name`, at its place, and no other but those in `also`; return it."""
        (found,) = self.expect_all(name, [where], also=also)
        return found

    def expect_all(self, name: str, places: list[Where], *, also: tuple[str, ...] = ()) -> list[Problem]:
        """Assert that the findings `name` are at these places, and that there is no other but those in `also`."""
        problems = self.check()
        found = [problem for problem in problems if problem.name == name]
        shown = [(problem.name, problem.place, problem.message) for problem in problems]
        where = [(problem.place.file, problem.place.line, problem.place.column) for problem in found]
        assert where == places, shown
        assert {problem.name for problem in problems} <= {name, *also}, shown
        return found


def copied(name: str, folder: Path, target: Path) -> GameCopy:
    """Copy a project of this folder."""
    shutil.copytree(folder, target)
    return GameCopy(target, name)


def copy_to_play(target: Path) -> GameCopy:
    """Copy what loading and playing the shipped game needs: no pictures, no targets and nothing that is kept."""
    for folder in ("cards", "rules", "layouts", "fonts"):
        shutil.copytree(TESTS.parent / folder, target / folder, ignore=shutil.ignore_patterns("art", "tuning.yaml"))
    return GameCopy(target, "home-valley")


@pytest.fixture(scope="session")
def checked() -> Checked:
    """Check the game as it is shipped, once for all tests of a process: they look at it and leave it as it is."""
    return check_game(Project(TESTS.parent), "home-valley")


@pytest.fixture
def pebbles(tmp_path: Path) -> GameCopy:
    """Copy the game Pebbles: one language, round tokens, odd cards; its rules are a package of their own."""
    return copied("pebbles", TESTS / "pebbles", tmp_path / "pebbles")


@pytest.fixture
def pebbles_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the rules of Pebbles for one test, for this process and for those that it starts; return the project.

    What an installer would write of its pyproject.toml is written, and both are put on the path.
    """
    project = TESTS / "pebbles"
    described = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    installed = tmp_path / "installed" / "pebbles_rules.dist-info"
    installed.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {described['name']}\nVersion: {described['version']}\n"
    (installed / "METADATA").write_text(head, "utf-8")
    groups = described["entry-points"].items()
    lines = [line for group, names in groups for line in (f"[{group}]", *(f"{n} = {at}" for n, at in names.items()))]
    (installed / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    for folder in (project, installed.parent):
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
    return project


@pytest.fixture
def duo(tmp_path: Path) -> GameCopy:
    """Copy the game Ferry: two languages and a list of terms."""
    return copied("ferry", TESTS / "duo", tmp_path / "duo")
