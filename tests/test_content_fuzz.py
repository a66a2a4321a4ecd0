"""Damaged games: whatever is deleted, doubled, swapped or retyped, nothing but findings with known codes comes out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import TESTS, copied
from valleybuild.codes import all_codes
from valleybuild.fonts import read_font
from valleybuild.inks import press_difference
from valleybuild.load import load_game
from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem, has_errors
from valleybuild.project import Project
from valleybuild.workshop import check_game

NAMES = frozenset(code.name for code in all_codes())
STANDING = {
    path.relative_to(TESTS / "pebbles").as_posix()
    for path in (TESTS / "pebbles").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
FILES = sorted(path for path in STANDING if path.endswith(".yaml"))
VALUES = [
    "",
    "~",
    "no",
    "0",
    "-1",
    "1.5",
    "7mm",
    "0mm",
    "[]",
    "{}",
    "[x]",
    "{x: y}",
    "[[[]]]",
    '""',
    '"{{ x }}"',
    "slate",
]
VALUES += [
    "'{{ entry }}'",
    "'{% for'",
    "'<b>'",
    "'[pebble]'",
    "river-card",
    "moor-beck",
    "text",
    "ref pebble",
    "list of x",
]
VALUES += [
    "integer 1..",
    "nothing",
    "one of a|b",
    "pebble",
    "'²'",
    "en",
    "../x",
    "x.svg",
    "999999999",
    "'{{ 1 / 0 }}'",
    "♒",
]

changes = st.lists(
    st.tuples(
        st.sampled_from(FILES),
        st.sampled_from(["delete", "double", "swap", "value", "key", "part"]),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
    ),
    min_size=1,
    max_size=3,
)


def damaged(text: str, kind: str, first: int, second: int) -> str:
    """Apply one change to a file's lines; the numbers choose them, and the new value, whatever the length."""
    lines = text.split("\n")
    row, other = first % len(lines), second % len(lines)
    line = lines[row]
    value = VALUES[second % len(VALUES)]
    match kind:
        case "delete":
            del lines[row]
        case "double":
            lines.insert(row, line)
        case "swap":
            lines[row], lines[other] = lines[other], line
        case "value" if ": " in line:
            lines[row] = line.split(": ")[0] + ": " + value
        case "key":
            lines[row] = line.replace(line.strip().split(":")[0], value, 1)
        case _:
            parts = line.split(", ")
            parts[second % len(parts)] = value
            lines[row] = ", ".join(parts)
    return "\n".join(lines)


class Playground(Project):
    """A copy with damaged files: those and what is not there are read anew, all else by a project that has read it."""

    def __init__(self, whole: Project, damaged: Collection[str]) -> None:
        super().__init__(whole.root)
        self.whole, self.damaged = whole, damaged

    def read_bytes(self, path: str, *, at: Place | None = None) -> tuple[bytes | None, list[Problem]]:
        return self.whole.read_bytes(path, at=at) if self._sound(path) else super().read_bytes(path, at=at)

    def read_text(self, path: str, *, at: Place | None = None) -> tuple[str | None, list[Problem]]:
        return self.whole.read_text(path, at=at) if self._sound(path) else super().read_text(path, at=at)

    def read_yaml(self, path: str, *, at: Place | None = None) -> tuple[Node | None, list[Problem]]:
        sound = self._sound(path) and path in FILES
        return self.whole.read_yaml(path, at=at) if sound else super().read_yaml(path, at=at)

    def has_file(self, path: str) -> bool:
        return self.whole.has_file(path)  # no file comes or goes

    def list_files(self, folder: str, suffix: str, *, recursive: bool = False) -> list[str]:
        return self.whole.list_files(folder, suffix, recursive=recursive)

    def _sound(self, path: str) -> bool:
        return path in STANDING and path not in self.damaged


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Give a copy that is put right after each example; what does not depend on its files is worked out once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("valleybuild.compose.materials.read_font", lru_cache(maxsize=64)(read_font))
        patch.setattr("valleybuild.compose.materials.check_font", lambda data, place: [])
        patch.setattr("valleybuild.palette.press_difference", lru_cache(maxsize=4096)(press_difference))
        yield Project(copied("pebbles", TESTS / "pebbles", tmp_path_factory.mktemp("fuzz") / "pebbles").root)


@contextmanager
def changed(whole: Project, listed: list[tuple[str, str, int, int]]) -> Iterator[Project]:
    """Make the changes, and put right afterwards what they have damaged."""
    texts = {file: (TESTS / "pebbles" / file).read_text("utf-8") for file, *_ in listed}
    try:
        damage = dict(texts)
        for file, kind, first, second in listed:
            damage[file] = damaged(damage[file], kind, first, second)
        for file, text in damage.items():
            (whole.root / file).write_text(text, "utf-8")
        yield Playground(whole, damage)
    finally:
        for file, text in texts.items():
            (whole.root / file).write_text(text, "utf-8")


def judge(problems: list[Problem], root: Path) -> None:
    for problem in problems:
        assert problem.name in NAMES and problem.message, problem
        place = problem.place
        assert place.file and place.line >= 0, problem
        if place.line:
            lines = (root / place.file).read_text(encoding="utf-8").split("\n")
            assert place.line <= len(lines) and 1 <= place.column <= len(lines[place.line - 1]) + 1, problem


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(changes)
def test_a_damaged_game_gives_findings_and_nothing_else(
    whole: Project, listed: list[tuple[str, str, int, int]]
) -> None:
    with changed(whole, listed) as project:
        checked = check_game(project, "pebbles")
        judge(list(checked.problems), project.root)
    assert checked.game is not None or has_errors(list(checked.problems))


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(changes)
def test_loading_a_damaged_game_gives_findings_and_nothing_else(
    whole: Project, listed: list[tuple[str, str, int, int]]
) -> None:
    with changed(whole, listed) as project:
        game, problems = load_game(project, "pebbles")
        judge(problems, project.root)
    assert game is not None or has_errors(problems)
