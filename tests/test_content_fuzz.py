"""Damaged games: whatever is deleted, doubled, swapped or retyped, nothing but findings with known codes comes out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import TESTS, GameCopy, copied
from valleybuild.codes import all_codes
from valleybuild.fonts import read_font
from valleybuild.problem import Problem, has_errors
from valleybuild.yamlnodes import parse_yaml

NAMES = frozenset(code.name for code in all_codes())
FILES = sorted(path.relative_to(TESTS / "pebbles").as_posix() for path in (TESTS / "pebbles").rglob("*.yaml"))
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


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameCopy]:
    """Give a copy that is put right before each example; fonts and files that have not changed are read once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("valleybuild.project.parse_yaml", lru_cache(maxsize=256)(parse_yaml))
        patch.setattr("valleybuild.compose.materials.read_font", lru_cache(maxsize=64)(read_font))
        patch.setattr("valleybuild.compose.materials.check_font", lambda data, place: [])
        yield copied("pebbles", TESTS / "pebbles", tmp_path_factory.mktemp("fuzz") / "pebbles")


def change(copy: GameCopy, listed: list[tuple[str, str, int, int]]) -> None:
    for file in FILES:
        shutil.copyfile(TESTS / "pebbles" / file, copy.root / file)
    for file, kind, first, second in listed:
        copy.write(file, damaged(copy.read(file), kind, first, second))


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
    playground: GameCopy, listed: list[tuple[str, str, int, int]]
) -> None:
    change(playground, listed)
    checked = playground.checked()
    judge(list(checked.problems), playground.root)
    assert checked.game is not None or has_errors(list(checked.problems))


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(changes)
def test_loading_a_damaged_game_gives_findings_and_nothing_else(
    playground: GameCopy, listed: list[tuple[str, str, int, int]]
) -> None:
    change(playground, listed)
    game, problems = playground.load()
    judge(problems, playground.root)
    assert game is not None or has_errors(problems)
