"""Whole builds: the same bytes wherever and whenever, a manifest of what is there, and old output kept or replaced."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands import contents, run
from tests.conftest import GameCopy

BUILD = "import sys; from valleybuild.cli import main; main(sys.argv[1:])"
# The clock stands in another year; the age of temporary files is then no longer one that can be judged.
LATER = "import time, valleybuild.finish; time.time = lambda: 2e9; "


def build(copy: GameCopy, *arguments: str, out: Path | None = None) -> Result:
    target = out or copy.root / "build"
    return run("build", "--out", target, *arguments, project=copy.root)


def manifest(copy: GameCopy) -> dict[str, dict[str, object]]:
    found = json.loads((copy.root / "build" / copy.name / "manifest.json").read_text(encoding="utf-8"))
    assert (found["game"], set(found)) == (copy.name, {"game", "version", "files"})
    files: dict[str, dict[str, object]] = found["files"]
    return files


def test_the_same_bytes_in_another_folder_order_and_year(pebbles: GameCopy, tmp_path: Path) -> None:
    elsewhere = tmp_path / "some where else" / "ě"
    shutil.copytree(pebbles.root, elsewhere)
    built = []
    for number, (root, seed, start) in enumerate([(pebbles.root, "1", ""), (elsewhere, "4242", LATER)]):
        out = tmp_path / f"out{number}"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo" if number else "UTC", "LC_ALL": "C"}
        arguments = [sys.executable, "-c", start + BUILD, "--project", str(root), "build", "--out", str(out), "-q"]
        done = subprocess.run(arguments, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        built.append(contents(out))
    assert built[0] == built[1]
    assert sorted(built[0]) == ["pebbles/en/sheets-a4.pdf", "pebbles/en/sheets-letter.pdf", "pebbles/manifest.json"]


def test_building_twice_changes_nothing(duo: GameCopy) -> None:
    assert build(duo).exit_code == 0
    first = contents(duo.root / "build")
    assert build(duo).exit_code == 0
    assert contents(duo.root / "build") == first


def test_the_manifest_says_what_each_file_is(pebbles: GameCopy) -> None:
    assert build(pebbles).exit_code == 0
    files = manifest(pebbles)
    assert list(files) == ["en/sheets-a4.pdf", "en/sheets-letter.pdf"]
    content = (pebbles.root / "build/pebbles/en/sheets-a4.pdf").read_bytes()
    version = files["en/sheets-a4.pdf"].pop("version")
    assert isinstance(version, str) and version.startswith("1.2+") and len(version) == 12
    assert files["en/sheets-a4.pdf"] == {
        "product": "sheets",
        "languages": ["en"],
        "paper": "a4",
        "pages": 8,
        "faces": files["en/sheets-a4.pdf"]["faces"],
        "cards": 33,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def test_the_version_changes_with_the_content(pebbles: GameCopy) -> None:
    build(pebbles)
    before = manifest(pebbles)["en/sheets-a4.pdf"]["version"]
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 3")
    build(pebbles)
    assert manifest(pebbles)["en/sheets-a4.pdf"]["version"] != before


def test_a_partial_build_leaves_the_other_files_and_their_entries(duo: GameCopy) -> None:
    build(duo)
    before, files = contents(duo.root / "build/ferry"), manifest(duo)
    duo.edit("cards/ferry/boats.yaml", '"Leaks."', '"Leaks a lot."')
    assert build(duo, "--lang", "en", "--product", "sheets").exit_code == 0
    after = contents(duo.root / "build/ferry")
    assert sorted(after) == sorted(before)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"en/sheets-a4.pdf", "manifest.json"}
    now = manifest(duo)
    assert {name for name in now if now[name] != files[name]} == {"en/sheets-a4.pdf"}


def test_only_some_components(pebbles: GameCopy) -> None:
    result = build(pebbles, "--only", "amber, long-fall", "--paper", "a4")
    assert result.exit_code == 0 and "5 cards" in result.output
    files = manifest(pebbles)
    assert list(files) == ["en/sheets-a4.pdf"]
    assert (files["en/sheets-a4.pdf"]["cards"], files["en/sheets-a4.pdf"]["only"]) == (5, ["amber", "long-fall"])


def test_a_whole_build_deletes_the_files_it_no_longer_makes_and_no_others(pebbles: GameCopy) -> None:
    build(pebbles)
    pebbles.write("build/pebbles/notes.txt", "mine")
    pebbles.remove("layouts/paper/letter.yaml")
    build(pebbles, "--paper", "a4")
    assert "en/sheets-letter.pdf" in contents(pebbles.root / "build/pebbles")
    assert build(pebbles).exit_code == 0
    assert sorted(contents(pebbles.root / "build/pebbles")) == ["en/sheets-a4.pdf", "manifest.json", "notes.txt"]


@pytest.mark.parametrize("old", ["", "no json", "[]", '{"files": 3}', '{"files": {"../../../x.pdf": {}}}'])
def test_a_manifest_that_cannot_be_read_counts_as_none(pebbles: GameCopy, old: str) -> None:
    pebbles.write("build/pebbles/manifest.json", old)
    pebbles.write("x.pdf", "mine")
    assert build(pebbles).exit_code == 0
    assert len(manifest(pebbles)) == 2
    assert (pebbles.root / "x.pdf").exists()


def test_a_failing_build_leaves_the_old_output(pebbles: GameCopy) -> None:
    build(pebbles)
    before = contents(pebbles.root / "build")
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 400")
    result = build(pebbles)
    assert result.exit_code == 1 and "out-of-range" in result.output and "Nothing was built" in result.output
    assert contents(pebbles.root / "build") == before


def test_a_warning_does_not_keep_a_game_from_being_built(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/otter.svg", "")
    result = build(pebbles)
    assert result.exit_code == 1 and "unused-picture" in result.output
    assert len(manifest(pebbles)) == 2


def test_what_is_too_large_for_a_paper_leaves_the_old_output(duo: GameCopy) -> None:
    build(duo)
    before = contents(duo.root / "build")
    duo.edit("cards/ferry/game.yaml", "leaf: {shape: rectangle, width: 148mm", "leaf: {shape: rectangle, width: 248mm")
    result = build(duo)
    assert result.exit_code == 1 and "too-large-for-paper" in result.output
    assert contents(duo.root / "build") == before


def test_a_whole_build_deletes_what_only_its_own_options_make_and_they_make_it_again(pebbles: GameCopy) -> None:
    asked = ("--product", "contact", "--ink", "low", "--paper", "a4")
    build(pebbles)
    build(pebbles, *asked)
    once = contents(pebbles.root / "build/pebbles")
    assert "en/contact-a4-low.pdf" in once
    build(pebbles)
    assert set(contents(pebbles.root / "build/pebbles")) == set(once) - {"en/contact-a4-low.pdf"}
    build(pebbles, *asked)
    assert contents(pebbles.root / "build/pebbles") == once
