"""Put finished files in the output folder, whole or not at all: bytes by name in, findings out. The only writer.

Every file is first written complete beside its target, under a name of its own. Then, with the folder locked, the
last output is kept aside by hard links, a journal names what is about to change, and all targets are replaced, the
manifest last. Deleting the journal is the moment the new output counts. Whatever stops the work before that is undone:
at once where the process still can, or by the next build, which finds the journal.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import msgspec

from valleybuild.problem import Place, Problem, Severity

JOURNAL = ".valleybuild-journal"
TEMPORARY = re.compile(r"\.valleybuild-[0-9a-f]{16}\.part")
OLD = 3600.0  # seconds after which a temporary file belongs to no living build


class Step(msgspec.Struct, frozen=True):
    """One target to replace, as paths below the folder: its new content, and its old one ("" where there is none)."""

    target: str
    fresh: str
    kept: str


class Refused(Exception):
    """What stops a commit before it has touched a target."""

    def __init__(self, problem: Problem) -> None:
        """Carry the finding."""
        super().__init__(problem.message)
        self.problem = problem


def commit(
    files: Mapping[str, bytes],
    folder: Path,
    *,
    manifest: str,
    merge: Callable[[bytes | None], bytes],
    stale: Callable[[bytes | None], Iterable[str]] = lambda old: (),
) -> list[Problem]:
    """Write `files`, by POSIX path below `folder`, and then the manifest; return what went wrong.

    `merge` makes the new manifest of the old one (None where there is none); it runs with the folder locked, so that
    two builds at once both end up in it. `stale` names files of the old manifest to delete once the new output is in
    place. With an error among the findings the output is as it was before. Raises no OSError.
    """
    names = [_checked(name) for name in sorted(files)]
    _checked(manifest)
    fresh: dict[str, str] = {}
    try:
        with _terminate_as_exit():
            try:
                _make_folder(folder, ".")
                for name in names:
                    fresh[name] = _write_beside(folder, name, files[name])
                with _locked(folder):
                    return _replace(folder, fresh, manifest, merge, stale)
            finally:
                _remove(folder, fresh.values())
    except Refused as refused:
        return [refused.problem]
    except OSError as error:
        return [_explain(error, folder)]


def recover(folder: Path) -> list[Problem]:
    """Undo what a killed build left half done, and delete its old temporary files. Do nothing without a folder."""
    if not folder.is_dir():
        return []
    try:
        with _locked(folder):
            _roll_back(folder)
            _clean(folder)
    except OSError as error:
        return [_explain(error, folder)]
    return []


def _replace(
    folder: Path,
    fresh: dict[str, str],
    manifest: str,
    merge: Callable[[bytes | None], bytes],
    stale: Callable[[bytes | None], Iterable[str]],
) -> list[Problem]:
    """Replace all targets with the folder locked; after an error or an interruption the old output is back."""
    _roll_back(folder)
    _clean(folder, fresh.values())
    for name in (*fresh, manifest):
        if (folder / name).is_dir():
            message, hint = "a folder stands where this file should go", "move or rename the folder"
            raise Refused(_problem("output-is-folder", folder, name, message, hint=hint))
    old = _read(folder / manifest)
    left = sorted(set(stale(old)) - set(fresh) - {manifest})
    fresh[manifest] = _write_beside(folder, manifest, merge(old))
    steps: list[Step] = []
    try:
        for name, temporary in fresh.items():
            steps.append(Step(name, temporary, _keep(folder, name)))
        _write_journal(folder, steps)
        for step in steps:
            (folder / step.fresh).replace(folder / step.target)
        _sync_folders(folder, steps)
        (folder / JOURNAL).unlink()
    except BaseException:
        _roll_back(folder)
        raise
    finally:
        if not (folder / JOURNAL).exists():  # else the next build needs them
            _remove(folder, [step.kept for step in steps if step.kept])
    return [problem for name in left if (problem := _delete_stale(folder, _checked(name))) is not None]


def _roll_back(folder: Path) -> None:
    """Put back the output a journal says was being replaced. Do nothing where there is no journal."""
    content = _read(folder / JOURNAL)
    if content is None:
        return
    steps = msgspec.json.decode(content, type=list[Step])
    for step in steps:
        if (folder / step.fresh).exists():
            continue  # this target was not reached
        if not step.kept:
            (folder / step.target).unlink(missing_ok=True)
        elif (folder / step.kept).exists():
            (folder / step.kept).replace(folder / step.target)
    _sync_folders(folder, steps)
    (folder / JOURNAL).unlink()
    _remove(folder, [name for step in steps for name in (step.fresh, step.kept) if name])


def _write_journal(folder: Path, steps: list[Step]) -> None:
    """Write the journal, whole: half a journal could not be followed."""
    temporary = _write_beside(folder, JOURNAL, msgspec.json.encode(steps))
    try:
        (folder / temporary).replace(folder / JOURNAL)
    finally:
        _remove(folder, [temporary])
    _sync_folders(folder, steps)


def _keep(folder: Path, name: str) -> str:
    """Give a target's present content a second name, and return that; "" where there is no target yet."""
    if not (folder / name).exists():
        return ""
    kept = _temporary_name(name)
    try:
        os.link(folder / name, folder / kept)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS):
            raise
        shutil.copy2(folder / name, folder / kept)  # a disk without hard links
    return kept


def _checked(name: str) -> str:
    """Return a path that stays below the folder; anything else is a mistake in the program."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or str(path) in (".", ""):
        raise ValueError(f"not a path below the output folder: {name!r}")
    return str(path)


def _temporary_name(name: str) -> str:
    """Return a new name beside a target, of the form that `_clean` knows."""
    return str(PurePosixPath(name).parent / f".valleybuild-{secrets.token_hex(8)}.part")


def _write_beside(folder: Path, name: str, content: bytes) -> str:
    """Write content to a temporary file beside its target and to the disk; return the temporary's path."""
    _make_folder(folder, str(PurePosixPath(name).parent))
    temporary = _temporary_name(name)
    try:
        with (folder / temporary).open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _remove(folder, [temporary])
        raise
    return temporary


def _make_folder(folder: Path, inside: str) -> None:
    """Make the output folder, or one in it."""
    try:
        (folder / inside).mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        name = "" if inside == "." else inside
        message, hint = "a file stands where this folder should be", "move the file, or name another output folder"
        raise Refused(_problem("output-folder-unusable", folder, name, message, hint=hint)) from error


def _read(path: Path) -> bytes | None:
    """Return a file's content, or None where there is no file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _remove(folder: Path, names: Iterable[str]) -> None:
    """Delete files that may be gone already; one that stays is deleted by a later build."""
    for name in names:
        with suppress(OSError):
            (folder / name).unlink()


def _delete_stale(folder: Path, name: str) -> Problem | None:
    """Delete a file that is no longer part of the output."""
    try:
        (folder / name).unlink(missing_ok=True)
    except OSError as error:
        message = f"an earlier build's file could not be deleted: {error.strerror}"
        return _problem("stale-output-left", folder, name, message, hint="delete it by hand", severity=Severity.WARNING)
    return None


def _clean(folder: Path, mine: Iterable[str] = ()) -> None:
    """Delete temporary files that are too old to belong to a living build; never `mine`, whatever the clocks say."""
    kept = {folder / name for name in mine}
    now = time.time()
    for inside, _, names in os.walk(folder):
        for name in names:
            path = Path(inside, name)
            if TEMPORARY.fullmatch(name) and path not in kept:
                with suppress(OSError):
                    if now - path.stat().st_mtime > OLD:
                        path.unlink()


def _sync_folders(folder: Path, steps: Iterable[Step]) -> None:
    """Bring the entries of the folders concerned to the disk, where the file system can."""
    for inside in sorted({".", *(str(PurePosixPath(step.target).parent) for step in steps)}):
        entry = os.open(folder / inside, os.O_RDONLY)
        try:
            with suppress(OSError):
                os.fsync(entry)
        finally:
            os.close(entry)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder against other builds; the lock ends with the process, however that ends."""
    entry = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(entry, fcntl.LOCK_EX)
        yield
    finally:
        os.close(entry)


@contextmanager
def _terminate_as_exit() -> Iterator[None]:
    """Turn a request to terminate into SystemExit meanwhile, so that what was begun is undone."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _problem(
    name: str, folder: Path, file: str, message: str, *, hint: str = "", severity: Severity = Severity.ERROR
) -> Problem:
    """Return a finding about a file of the output."""
    where = str(PurePosixPath(folder.name) / file) if file else folder.name
    return Problem(name, Place(where), f"{where}: {message}", hint, severity=severity)


def _explain(error: OSError, folder: Path) -> Problem:
    """Turn the system's refusal into a finding."""
    said = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _problem(
            "disk-full", folder, "", said, hint="free some space and build again; the last output is intact"
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _problem("output-read-only", folder, "", said, hint="allow writing there, or name another output folder")
    if error.errno in (errno.ENOTDIR, errno.ENOENT, errno.ENAMETOOLONG, errno.ELOOP):
        return _problem("output-folder-unusable", folder, "", said, hint="name another output folder")
    return _problem("output-not-written", folder, "", said, hint="build again; the last output is intact")
