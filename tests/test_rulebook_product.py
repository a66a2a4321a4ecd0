"""The rulebook built: its editions on their papers, and nothing written where something does not fit."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result

from tests.conftest import GameCopy
from valleybuild.cli import main
from valleybuild.readback import page_sizes, page_texts

CARGO = "rules/ferry/chapters/cargo.yaml"


def build(copy: GameCopy, out: Path, *more: str) -> Result:
    arguments = ["--project", str(copy.root), "build", "--product", "rulebook", "--out", str(out), *more]
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_every_edition_is_made_to_read_and_to_fold(duo: GameCopy, tmp_path: Path) -> None:
    assert build(duo, tmp_path / "out").exit_code == 0
    files = {str(file.relative_to(tmp_path / "out" / "ferry")): file for file in (tmp_path / "out").rglob("*.pdf")}
    papers = {name.rpartition("-")[2] for name in files}
    assert {name.partition("/")[0] for name in files} == {"en", "cs", "en-cs"}
    for name, file in files.items():
        with pikepdf.open(file) as pdf:
            assert len(pdf.pages) % 2 == 0 or "a5" in name, (name, papers)


def test_a_booklet_holds_the_pages_of_the_book(duo: GameCopy, tmp_path: Path) -> None:
    assert build(duo, tmp_path / "out", "--lang", "en").exit_code == 0
    folder = tmp_path / "out" / "ferry" / "en"
    booklet = (folder / "rulebook-a4.pdf").read_bytes()
    assert len({(round(size.width), round(size.height)) for size in page_sizes(booklet)}) == 1
    text = " ".join(" ".join(page_texts(booklet)).split())
    for words in ("Contents", "The boats", "A heavy load", "What to carry"):
        assert words in text


def test_two_builds_give_the_same_bytes(duo: GameCopy, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert build(duo, tmp_path / name).exit_code == 0
    first = sorted((tmp_path / "one").rglob("*.pdf"))
    assert first
    for file in first:
        other = tmp_path / "two" / file.relative_to(tmp_path / "one")
        assert file.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("The punt carries the goat.", "The punt carries the " + "W" * 90 + ".", "word-too-wide"),
        ('{en: "nothing", cs: "nic"}', '{en: "' + "n " * 4000 + '", cs: "nic"}', "too-tall-for-a-page"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_written(
    duo: GameCopy, tmp_path: Path, old: str, new: str, name: str
) -> None:
    duo.edit(CARGO, old, new)
    result = build(duo, tmp_path / "out")
    assert result.exit_code == 1
    assert name in result.output and CARGO in result.output
    assert not list(tmp_path.glob("out/**/*.*"))
