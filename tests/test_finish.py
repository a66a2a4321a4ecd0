"""Output is replaced whole or not at all: after refusals, full disks, kills and two builds at once."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.commands import contents
from valleybuild import finish
from valleybuild.codes import find_code
from valleybuild.finish import JOURNAL, TEMPORARY, commit, recover
from valleybuild.problem import Problem, Severity

OLD = {"cs/sheets.pdf": b"old sheets", "cs/book.pdf": b"old book"}
NEW = {"cs/sheets.pdf": b"new sheets", "cs/book.pdf": b"new book", "en/sheets.pdf": b"new English sheets"}

REFUSALS = (
    (errno.ENOSPC, "disk-full"),
    (errno.EDQUOT, "disk-full"),
    (errno.EACCES, "output-read-only"),
    (errno.EROFS, "output-read-only"),
    (errno.EIO, "output-not-written"),
)
"""What a disk may say, and the code of each."""


def merging(files: dict[str, bytes]) -> Callable[[bytes | None], bytes]:
    """Return a merge that keeps the old manifest's entries and adds the hashes of these files."""

    def merge(old: bytes | None) -> bytes:
        hashes = msgspec.json.decode(old) if old else {}
        hashes |= {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
        return msgspec.json.encode(dict(sorted(hashes.items())))

    return merge


def build(folder: Path, files: dict[str, bytes]) -> list[Problem]:
    return commit(files, folder, manifest="manifest.json", merge=merging(files))


def names(problems: list[Problem]) -> list[str]:
    assert all(find_code(problem.name) for problem in problems)
    return [problem.name for problem in problems]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An output folder with a good build in it."""
    assert build(tmp_path / "build", OLD) == []
    return tmp_path / "build"


def test_files_and_manifest_are_written_and_nothing_else(folder: Path) -> None:
    assert contents(folder) == OLD | {"manifest.json": merging(OLD)(None)}
    assert build(folder, NEW) == []
    assert contents(folder) == NEW | {"manifest.json": merging(NEW)(None)}


def test_manifest_of_another_language_is_merged(folder: Path) -> None:
    english = {"en/sheets.pdf": b"English"}
    assert build(folder, english) == []
    assert contents(folder) == OLD | english | {"manifest.json": merging(OLD | english)(None)}


def test_stale_files_are_deleted_after_the_new_ones_are_in_place(folder: Path) -> None:
    files = {"cs/sheets.pdf": b"new"}
    problems = commit(files, folder, manifest="m", merge=lambda old: b"", stale=lambda old: ["cs/book.pdf"])
    assert problems == [] and "cs/book.pdf" not in contents(folder)


def test_stale_file_that_stays_is_a_warning(folder: Path) -> None:
    (folder / "stale").mkdir()
    problems = commit({}, folder, manifest="m", merge=lambda old: b"new", stale=lambda old: ["stale"])
    assert names(problems) == ["stale-output-left"] and problems[0].severity is Severity.WARNING
    assert (folder / "m").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["/etc/passwd", "../sheets.pdf", "", "."])
def test_a_path_out_of_the_folder_is_a_mistake_in_the_program(folder: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not a path below"):
        build(folder, {name: b""})


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "build").write_bytes(b"a file")
    problems = build(tmp_path / "build", NEW)
    assert names(problems) == ["output-folder-unusable"]
    assert problems[0].place.file == "build" and (tmp_path / "build").read_bytes() == b"a file"


def test_target_that_is_a_folder(folder: Path) -> None:
    (folder / "en/sheets.pdf").mkdir(parents=True)
    before = contents(folder)
    problems = build(folder, NEW)
    assert names(problems) == ["output-is-folder"] and problems[0].place.file == "build/en/sheets.pdf"
    assert contents(folder) == before


@pytest.mark.parametrize(("number", "code"), REFUSALS)
@pytest.mark.parametrize("call", ["os.fsync", "os.link", "Path.replace", "Path.mkdir"])
@pytest.mark.parametrize("nth", [1, 2, 4])
def test_a_refused_call_leaves_the_old_output(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, call: str, nth: int
) -> None:
    before = contents(folder)
    owner, name = (os, call[3:]) if call.startswith("os.") else (Path, call[5:])
    original, calls = getattr(owner, name), []

    def refuse(*arguments: object, **options: object) -> object:
        calls.append(arguments)
        if len(calls) == nth:
            raise OSError(number, os.strerror(number))
        return original(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, refuse)
        problems = build(folder, NEW)
    if len(calls) < nth:
        assert problems == []
    else:
        assert names(problems) == [code] and problems[0].hint
        assert contents(folder) == before
    assert build(folder, NEW) == [] and contents(folder).keys() == {*NEW, "manifest.json"}


def test_disk_without_hard_links(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    assert build(folder, NEW) == []
    assert contents(folder) == NEW | {"manifest.json": merging(NEW)(None)}


@pytest.mark.parametrize("nth", range(1, 6))
def test_an_interruption_between_two_renames_is_undone(folder: Path, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    before = contents(folder)
    original, calls = Path.replace, []

    def interrupt(path: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == nth:
            raise KeyboardInterrupt
        return original(path, target)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "replace", interrupt)
        build(folder, NEW)
    assert contents(folder) == before


CHILD = """
import os, sys, time
from pathlib import Path
from valleybuild import finish
sys.path.insert(0, sys.argv[3])
from test_finish import NEW, build
folder, stop = Path(sys.argv[1]), int(sys.argv[2])
calls = []
original = Path.replace
def halt(path, target):
    calls.append(target)
    if len(calls) == stop:
        print("waiting", flush=True)
        time.sleep(60)
    return original(path, target)
Path.replace = halt
build(folder, NEW)
"""


def stopped_child(folder: Path, stop: int) -> subprocess.Popen[str]:
    """Start a build that stops before its n-th rename (1: the journal's own), and wait until it has."""
    command = [sys.executable, "-c", CHILD, str(folder), str(stop), str(Path(__file__).parent)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "waiting\n"
    return child


def test_killed_before_the_first_rename(folder: Path) -> None:
    before = contents(folder)
    child = stopped_child(folder, 1)
    child.kill()
    child.wait()
    after = contents(folder)
    assert {name: after[name] for name in before} == before
    leftovers = [folder / name for name in after if name not in before]
    assert leftovers and all(TEMPORARY.fullmatch(path.name) for path in leftovers)
    long_ago = time.time() - 2 * finish.OLD
    for path in leftovers[1:]:
        os.utime(path, (long_ago, long_ago))
    assert recover(folder) == []
    assert set(contents(folder)) - set(before) == {str(leftovers[0].relative_to(folder))}


def test_killed_between_two_renames_is_undone_by_the_next_build(folder: Path) -> None:
    before = contents(folder)
    child = stopped_child(folder, 4)
    child.kill()
    child.wait()
    assert (folder / JOURNAL).exists() and (folder / "cs/book.pdf").read_bytes() == b"new book"
    assert recover(folder) == []
    assert contents(folder) == before


def test_asked_to_terminate_between_two_renames(folder: Path) -> None:
    before = contents(folder)
    child = stopped_child(folder, 4)
    child.terminate()
    assert child.wait() == 128 + signal.SIGTERM
    assert contents(folder) == before


def test_old_files_of_others_are_not_cleaned(folder: Path) -> None:
    for name in ("notes.part", ".valleybuild-notes.part", ".valleybuild-0123456789abcdef.part"):
        (folder / name).write_bytes(b"")
        os.utime(folder / name, (0, 0))
    assert recover(folder) == []
    assert (folder / "notes.part").exists() and (folder / ".valleybuild-notes.part").exists()
    assert not (folder / ".valleybuild-0123456789abcdef.part").exists()


def test_recovering_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert recover(tmp_path / "build") == [] and not (tmp_path / "build").exists()


RACER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from test_finish import build
for turn in range(30):
    files = {f"{i}.pdf": f"{sys.argv[2]} {turn} {i}".encode() * 500 for i in range(5)} | {sys.argv[2]: b"own"}
    assert build(Path(sys.argv[1]), files) == []
"""


def test_two_builds_at_once_leave_one_consistent_output(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    here = str(Path(__file__).parent)
    racers = [subprocess.Popen([sys.executable, "-c", RACER, str(folder), name, here]) for name in ("one", "two")]
    assert [racer.wait() for racer in racers] == [0, 0]
    after = contents(folder)
    hashes = msgspec.json.decode(after.pop("manifest.json"))
    assert hashes == {name: hashlib.sha256(content).hexdigest() for name, content in after.items()}
    assert len({after[f"{i}.pdf"].split()[0] for i in range(5)}) == 1  # one build's files, not a mixture
