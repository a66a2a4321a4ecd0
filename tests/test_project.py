"""Reading from disk: a small project on disk, with one thing wrong in each test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from valleybuild.codes import find_code
from valleybuild.nodes import Mapping
from valleybuild.problem import Place, Problem
from valleybuild.project import BYTES_LIMIT, Project, find_root
from valleybuild.sourcetext import SIZE_LIMIT


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a project of three files."""
    folder = tmp_path / "project"
    (folder / "cards/pebbles/art").mkdir(parents=True)
    (folder / "cards/pebbles/game.yaml").write_bytes("name: Oblázky\n".encode())
    (folder / "cards/pebbles/cards.yaml").write_bytes(b"stone:\n  effort: 2\n")
    (folder / "cards/pebbles/art/stone.svg").write_bytes(b"<svg/>\n")
    return folder


def only(found: tuple[object, list[Problem]]) -> Problem:
    """Return the one finding of a read that gave nothing."""
    value, problems = found
    assert value is None
    assert len(problems) == 1
    assert find_code(problems[0].name)
    return problems[0]


def test_the_root_is_the_nearest_folder_upwards_with_cards(root: Path) -> None:
    assert find_root(root) == root
    assert find_root(root / "cards/pebbles/art") == root
    assert find_root(root / "cards/pebbles/game.yaml") == root
    assert find_root(root.parent) is None


def test_a_file_named_cards_makes_no_root(tmp_path: Path) -> None:
    (tmp_path / "cards").write_bytes(b"")
    assert find_root(tmp_path) is None


def test_bytes_text_and_nodes_are_read(root: Path) -> None:
    project = Project(root)
    assert project.read_bytes("cards/pebbles/art/stone.svg") == (b"<svg/>\n", [])
    assert project.read_text("cards/pebbles/game.yaml") == ("name: Oblázky\n", [])
    node, problems = project.read_yaml("cards/pebbles/cards.yaml")
    assert problems == []
    assert isinstance(node, Mapping)
    assert node.pairs[0].key.place == Place("cards/pebbles/cards.yaml", 1, 1, 1, 6)


def test_each_file_is_read_once(root: Path) -> None:
    project = Project(root)
    first = project.read_yaml("cards/pebbles/game.yaml")
    (root / "cards/pebbles/game.yaml").write_bytes(b"name: other\n")
    assert project.read_yaml("cards/pebbles/game.yaml") == first
    assert project.read_text("cards/pebbles/game.yaml") == ("name: Oblázky\n", [])


@pytest.mark.parametrize(
    ("path", "name", "hint"),
    [
        ("cards/pebbles/card.yaml", "file-missing", 'did you mean "cards/pebbles/cards.yaml"?'),
        ("cards/pebbles/Cards.yaml", "file-missing", 'did you mean "cards/pebbles/cards.yaml"?'),
        ("cards/pebble/cards.yaml", "file-missing", 'did you mean "cards/pebbles"?'),
        ("cards/pebbles/zzz.svg", "file-missing", "check the name, or add the file"),
        ("cards/pebbles/game.yaml/x", "file-missing", "check the path"),
        ("cards/pebbles", "not-a-file", "name a file"),
        ("../secret.txt", "path-outside-project", "write a path below the project's root, without `..`"),
        ("cards/../../secret.txt", "path-outside-project", "write a path below the project's root, without `..`"),
        ("/etc/hostname", "path-outside-project", "write a path below the project's root, without `..`"),
        ("C:/stone.svg", "path-outside-project", "write a path below the project's root, without `..`"),
        ("cards\\pebbles\\game.yaml", "path-not-portable", "write / between folders"),
        ("cards//pebbles", "path-not-portable", "write folder/name, without empty parts, `.` or signs unseen"),
        ("./cards", "path-not-portable", "write folder/name, without empty parts, `.` or signs unseen"),
        ("cards/a\0b", "path-not-portable", "write folder/name, without empty parts, `.` or signs unseen"),
        ("", "path-not-portable", "write folder/name, without empty parts, `.` or signs unseen"),
    ],
)
def test_a_path_that_names_no_file_is_a_finding(root: Path, path: str, name: str, hint: str) -> None:
    project = Project(root)
    problem = only(project.read_bytes(path))
    assert (problem.name, problem.hint, problem.place) == (name, hint, Place(path))
    assert only(project.read_yaml(path)) == problem
    assert not project.has_file(path)


def test_a_finding_stands_where_the_file_is_named(root: Path) -> None:
    at = Place("cards/pebbles/cards.yaml", 2, 3, 2, 9)
    assert only(Project(root).read_bytes("cards/pebbles/art/none.svg", at=at)).place == at


def test_links_out_of_the_project_are_refused(root: Path) -> None:
    secret = root.parent / "secret"
    secret.mkdir()
    (secret / "key.yaml").write_bytes(b"a: 1\n")
    (root / "cards/key.yaml").symlink_to(secret / "key.yaml")
    (root / "cards/secret").symlink_to(secret)
    (root / "cards/ring.yaml").symlink_to("ring.yaml")
    project = Project(root)
    for path in ("cards/key.yaml", "cards/secret/key.yaml", "cards/ring.yaml"):
        assert only(project.read_yaml(path)).name == "path-outside-project"
        assert not project.has_file(path)
    assert project.list_files("cards/secret", ".yaml") == []
    assert project.list_files("..", ".yaml", recursive=True) == []


def test_links_within_the_project_are_followed(root: Path) -> None:
    (root / "cards/twin.yaml").symlink_to("pebbles/game.yaml")
    (root / "cards/gone.yaml").symlink_to("pebbles/gone.yaml")
    project = Project(root)
    assert project.read_text("cards/twin.yaml") == ("name: Oblázky\n", [])
    assert only(project.read_text("cards/gone.yaml")).name == "file-missing"


def test_a_pipe_is_no_file_and_does_not_hang(root: Path) -> None:
    os.mkfifo(root / "cards/pipe.yaml")
    assert only(Project(root).read_yaml("cards/pipe.yaml")).name == "not-a-file"


def test_a_file_that_may_not_be_read_is_a_finding(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    problem = only(Project(root).read_text("cards/pebbles/game.yaml"))
    assert problem.name == "file-unreadable"
    assert problem.message == '"cards/pebbles/game.yaml" cannot be read: Permission denied'


def test_size_is_looked_at_before_content(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("large.yaml", SIZE_LIMIT + 1), ("huge.png", BYTES_LIMIT + 1)):
        with (root / "cards" / name).open("wb") as file:
            file.truncate(size)
    project = Project(root)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", None)
        assert only(project.read_yaml("cards/large.yaml")).name == "file-too-large"
        assert only(project.read_bytes("cards/huge.png")).name == "file-too-large"
    source, problems = project.read_bytes("cards/large.yaml")
    assert source is not None and len(source) == SIZE_LIMIT + 1
    assert problems == []
    assert only(project.read_text("cards/large.yaml")).message == "the file has 8.0 MB; at most 8 MB are read"
    assert project.lines("cards/large.yaml") == []


def test_files_are_listed_in_order_and_hidden_ones_left_out(root: Path) -> None:
    (root / "cards/pebbles/.hidden.yaml").write_bytes(b"")
    (root / "cards/loop").symlink_to(root / "cards")
    project = Project(root)
    assert project.list_files("cards/pebbles", ".yaml") == ["cards/pebbles/cards.yaml", "cards/pebbles/game.yaml"]
    assert project.list_files("cards", ".yaml") == []
    assert project.list_files("cards", "", recursive=True) == [
        "cards/pebbles/art/stone.svg",
        "cards/pebbles/cards.yaml",
        "cards/pebbles/game.yaml",
    ]
    assert project.list_files("", ".svg", recursive=True) == ["cards/pebbles/art/stone.svg"]
    assert project.list_files("rules", ".yaml") == []


def test_files_are_known_by_their_exact_names(root: Path) -> None:
    project = Project(root)
    assert project.has_file("cards/pebbles/game.yaml")
    assert not project.has_file("cards/pebbles/Game.yaml")
    assert not project.has_file("cards/pebbles/art")


def test_lines_come_from_what_was_read(root: Path) -> None:
    (root / "cards/old.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: \xe8\n")
    project = Project(root)
    assert project.lines("cards/old.yaml") == []
    assert only(project.read_yaml("cards/old.yaml")).place == Place("cards/old.yaml", 2, 4, 2, 5)
    assert project.lines("cards/old.yaml") == ["a: 1", "b: \ufffd", ""]
    assert project.lines("../nowhere") == []


def test_the_digest_depends_on_names_and_contents_only(root: Path, tmp_path: Path) -> None:
    paths = ["cards/pebbles/game.yaml", "cards/pebbles/cards.yaml"]
    project = Project(root)
    for path in paths:
        project.read_yaml(path)
    shutil.copytree(root, tmp_path / "elsewhere")
    moved = Project(tmp_path / "elsewhere")
    assert project.digest() == moved.digest(reversed(paths)) == moved.digest()
    assert project.digest(paths[:1]) != project.digest()
    assert project.digest([*paths, "cards/none.yaml"]) != project.digest()
    (tmp_path / "elsewhere" / paths[0]).write_bytes(b"name: x\n")
    assert Project(tmp_path / "elsewhere").digest(paths) != project.digest()
