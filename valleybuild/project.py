"""Paths below the project's root in; bytes, text, nodes and listings out: the only module that reads disk."""

from __future__ import annotations

import difflib
import hashlib
import re
import stat
from collections.abc import Iterable
from pathlib import Path

import msgspec

from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem
from valleybuild.sourcetext import SIZE_LIMIT, decode_text, split_lines, too_large
from valleybuild.yamlnodes import parse_yaml

BYTES_LIMIT = 64_000_000

_DRIVE = re.compile(r"[A-Za-z]:")


class _Failure(msgspec.Struct, frozen=True):
    """Why a file could not be read; a caller's place makes a finding of it."""

    name: str
    message: str
    hint: str


def find_root(start: Path) -> Path | None:
    """Return the nearest folder from `start` upwards that holds a folder `cards`, or None."""
    start = start.absolute()
    for folder in (start, *start.parents):
        try:
            if (folder / "cards").is_dir():
                return folder
        except OSError:  # a folder that may not be looked into is not the project's
            continue
    return None


class Project:
    """Read a project's files, each once.

    Paths are POSIX and relative to the root. A reader returns what it read, or None, and the findings; a finding
    about the file as a whole stands at `at`, the place that names the file, or else at the file itself.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[str, bytes | _Failure] = {}
        self._nodes: dict[str, tuple[Node | None, list[Problem]]] = {}
        self._blank: set[str] = set()
        self._lines: dict[str, list[str]] = {}
        self._names: dict[Path, list[str] | None] = {}

    def read_bytes(self, path: str, *, at: Place | None = None) -> tuple[bytes | None, list[Problem]]:
        """Return a file's bytes, of which there may be `BYTES_LIMIT`."""
        return self._within(path, at, limit=BYTES_LIMIT)

    def read_text(self, path: str, *, at: Place | None = None) -> tuple[str | None, list[Problem]]:
        """Return a UTF-8 file's text without its byte order mark; there may be `SIZE_LIMIT` bytes."""
        source, problems = self._within(path, at, limit=SIZE_LIMIT)
        return decode_text(source, path) if source is not None else (None, problems)

    def read_yaml(self, path: str, *, at: Place | None = None) -> tuple[Node | None, list[Problem]]:
        """Return a YAML file's root node; there may be `SIZE_LIMIT` bytes."""
        source, problems = self._within(path, at, limit=SIZE_LIMIT)
        if source is None:
            self._blank.add(path)
            return None, problems
        if path not in self._nodes:
            self._nodes[path] = parse_yaml(source, path)
        node, problems = self._nodes[path]
        if node is None:
            self._blank.add(path)
        return node, list(problems)

    @property
    def unreadable(self) -> frozenset[str]:
        """Name the YAML files that were asked for and gave no tree."""
        return frozenset(self._blank)

    def list_files(self, folder: str, suffix: str, *, recursive: bool = False) -> list[str]:
        """List the files of a folder whose names end with `suffix`, sorted; hidden ones and missing folders give none.

        A link to a file is listed, so that reading it reports where it leads; a link to a folder is not followed.
        """
        if self._resolve(folder) is None:
            return []
        found = []
        for name in self._listing(self.root / folder) or []:
            path = name if folder in ("", ".") else f"{folder.rstrip('/')}/{name}"
            target = self.root / path
            if name.startswith("."):
                continue
            if _is_folder(target):
                if recursive and not target.is_symlink():
                    found += self.list_files(path, suffix, recursive=True)
            elif name.endswith(suffix):
                found.append(path)
        return sorted(found)

    def has_file(self, path: str) -> bool:
        """Say whether a regular file of exactly this name stands below the root."""
        if _unportable(path) or self._missing(path):
            return False
        target = self._resolve(path)
        return target is not None and _is_file(target)

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file read before, for excerpts: empty where it was not, never raising."""
        source = self._read.get(path)
        if not isinstance(source, bytes) or len(source) > SIZE_LIMIT:
            return []
        if path not in self._lines:
            self._lines[path] = split_lines(source.decode("utf-8", "replace").removeprefix("\ufeff"))
        return self._lines[path]

    def digest(self, paths: Iterable[str] | None = None) -> str:
        """Return the SHA-256, in hex, over names and contents: of the files given, or of all read so far.

        It depends neither on the order nor on where the root is. A file that cannot be read counts by its name.
        """
        names = {path for path, found in self._read.items() if isinstance(found, bytes)} if paths is None else paths
        total = hashlib.sha256()
        for path in sorted(set(names)):
            source, _ = self.read_bytes(path)
            content = b"-" if source is None else hashlib.sha256(source).digest()
            total.update(path.encode("utf-8", "surrogateescape") + b"\0" + content)
        return total.hexdigest()

    def _within(self, path: str, at: Place | None, *, limit: int) -> tuple[bytes | None, list[Problem]]:
        """Read a file once; its size is looked at before its content, each time against the limit given."""
        found = self._read.get(path)
        if found is None:
            found = self._fetch(path, limit=limit)
            if not (isinstance(found, _Failure) and found.name == "file-too-large"):
                self._read[path] = found
        if isinstance(found, _Failure):
            return None, [Problem(found.name, at or Place(path), found.message, found.hint)]
        if len(found) > limit:
            return None, [too_large(at or Place(path), size=len(found), limit=limit)]
        return found, []

    def _fetch(self, path: str, *, limit: int) -> bytes | _Failure:
        failure = _unportable(path)
        if failure:
            return failure
        target = self._resolve(path)
        if target is None:
            message = f'"{path}" is a link out of the project, or to itself'
            return _Failure("path-outside-project", message, "put the file itself here instead of the link")
        failure = self._missing(path)
        if failure:
            return failure
        try:
            state = target.stat()
            if not stat.S_ISREG(state.st_mode):
                what = "a folder" if stat.S_ISDIR(state.st_mode) else "no regular file"
                return _Failure("not-a-file", f'"{path}" is {what}, where a file is expected', "name a file")
            if state.st_size > limit:
                problem = too_large(Place(path), size=state.st_size, limit=limit)
                return _Failure(problem.name, problem.message, problem.hint)
            return target.read_bytes()
        except FileNotFoundError:  # a link whose target is gone
            return _Failure("file-missing", f'"{path}" is a link to a file that is missing', "put the file itself here")
        except OSError as error:
            message = f'"{path}" cannot be read: {error.strerror or error}'
            return _Failure("file-unreadable", message, "give yourself the right to read it, or copy it anew")

    def _resolve(self, path: str) -> Path | None:
        """Follow a path's links and `..`; None where they lead out of the root, or round in a ring."""
        try:
            root = self.root.resolve()
            target = (root / path).resolve()
        except (OSError, RuntimeError, ValueError):
            return None
        return target if target.is_relative_to(root) else None

    def _missing(self, path: str) -> _Failure | None:
        """Compare each part of a path with the names in its folder, in capitals too on every system."""
        parts = path.split("/")
        for depth, part in enumerate(parts):
            above = "/".join(parts[:depth])
            names = self._listing(self.root / above)
            if names is None and _is_file(self.root / above):
                message = f'"{path}" is missing: "{above}" is a file, no folder'
                return _Failure("file-missing", message, "check the path")
            if names is None or part in names:
                continue
            close = _close_name(part, names)
            hint = (
                f'did you mean "{"/".join([*parts[:depth], close])}"?' if close else "check the name, or add the file"
            )
            last = depth == len(parts) - 1
            what = "there is no such file" if last else f'there is no folder "{"/".join(parts[: depth + 1])}"'
            return _Failure("file-missing", f'"{path}" is missing: {what}', hint)
        return None

    def _listing(self, folder: Path) -> list[str] | None:
        """List a folder's names, once; None where it is no folder or may not be listed."""
        if folder not in self._names:
            try:
                self._names[folder] = sorted(entry.name for entry in folder.iterdir())
            except (OSError, ValueError):
                self._names[folder] = None
        return self._names[folder]


def _unportable(path: str) -> _Failure | None:
    """Refuse a path that does not mean the same file on every system."""
    if path.startswith("/") or _DRIVE.match(path) or ".." in path.split("/"):
        message = f'"{path}" leads out of the project'
        return _Failure("path-outside-project", message, "write a path below the project's root, without `..`")
    if "\\" in path:
        return _Failure("path-not-portable", f'"{path}" holds a backslash', "write / between folders")
    if any(part in ("", ".") for part in path.split("/")) or not path.isprintable():
        message = f"{path!r} is no plain path" if path else "the path is empty"
        return _Failure("path-not-portable", message, "write folder/name, without empty parts, `.` or signs unseen")
    return None


def _close_name(wanted: str, names: list[str]) -> str:
    """Find the name that was most likely meant: the same in other capitals, or a similar one."""
    for name in names:
        if name.casefold() == wanted.casefold():
            return name
    return next(iter(difflib.get_close_matches(wanted, names, n=1, cutoff=0.6)), "")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
