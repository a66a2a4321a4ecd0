"""The codes: every name that the package reports is registered, ids are stable in form, and every code is tested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import valleybuild
from tests.conftest import TESTS
from valleybuild.codes import all_codes, art, book, content, find_code, layout, output, playing, reading, words
from valleybuild.codes.model import Code

PACKAGE = Path(valleybuild.__file__).parent
CODES = all_codes()
NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")
REPORTERS = {"Problem", "report", "_problem", "_Failure", "_broken_png", "_compare"}


def core_files() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not {"codes", "home_valley"} & set(path.parts)]


def reported(path: Path) -> set[str]:
    """List the names that a module hands to what makes findings."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in REPORTERS:
            continue
        for argument in node.args[:4]:
            if (
                isinstance(argument, ast.Constant)
                and isinstance(argument.value, str)
                and NAME.fullmatch(argument.value)
            ):
                found.add(argument.value)
                break
    return found


@pytest.mark.parametrize("path", core_files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_reported_name_is_a_code(path: Path) -> None:
    missing = sorted(name for name in reported(path) if find_code(name) is None)
    assert missing == []


def test_most_codes_are_found_in_the_source_by_this_test() -> None:
    found = {name for path in core_files() for name in reported(path)}
    assert len(found) > 0.7 * len(CODES)


def test_every_code_is_reported_somewhere() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in core_files())
    built = {"unknown-icon", "unknown-ink"}
    assert [code.name for code in CODES if f'"{code.name}"' not in source and code.name not in built] == []


def test_every_code_is_raised_by_some_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")))
    untested = [code.name for code in CODES if f'"{code.name}"' not in tests and f'"{code.id}"' not in tests]
    assert untested == []


def test_ids_and_names_are_unique_and_well_formed() -> None:
    assert len({code.id for code in CODES}) == len({code.name for code in CODES}) == len(CODES)
    assert all(re.fullmatch(r"VB[1-9]\d\d", code.id) and NAME.fullmatch(code.name) for code in CODES)
    assert [code.id for code in CODES] == sorted(code.id for code in CODES)


@pytest.mark.parametrize(
    ("codes", "hundred"),
    [
        (reading.CODES, "1"),
        (content.CODES, "2"),
        (words.CODES, "3"),
        (art.CODES, "4"),
        (layout.CODES, "5"),
        (output.CODES, "6"),
        (playing.CODES, "7"),
        (book.CODES, "8"),
    ],
)
def test_a_group_keeps_to_its_hundred_and_is_sorted(codes: tuple[Code, ...], hundred: str) -> None:
    ids = [code.id for code in codes]
    assert ids == sorted(ids) and all(id[2] == hundred for id in ids)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_a_code_explains_itself_in_sentences(code: Code) -> None:
    for text in (code.what, code.why, code.fix):
        assert len(text) > 12 and text[0].isupper() and text.rstrip()[-1] in ".)", text
        assert "  " not in text


def test_codes_are_found_by_id_or_name() -> None:
    assert find_code("vb201") == find_code("VB201") == find_code("unknown-key")
    assert find_code("no-such-code") is None
    mine = Code("HV101", "my-code", "What.", "Why.", "Fix.")
    assert find_code("hv101", [mine]) is mine
