"""Bad input through the command line: each its own clear code, an orderly end, and the earlier output untouched."""

from __future__ import annotations

import os
import re
import struct
import zlib
from pathlib import Path

import pytest
from click.testing import Result

from tests import commands
from tests.commands import contents
from tests.conftest import GameCopy
from tests.test_finish import REFUSALS
from valleybuild.codes import find_code

CARDS = "cards/pebbles/cards.yaml"
STREAMS = "cards/pebbles/streams.yaml"
ART = "cards/pebbles/art/pool.svg"
FACES = "layouts/pebbles/faces.yaml"
GOOD_STREAMS = (
    "moor-beck:\n  name: {en: Moor Beck}\nmill-race:\n  name: {en: Mill Race}\nreed-water:\n  name: {en: Reed Water}\n"
)
BOMB = "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n"


def run(copy: GameCopy, command: str, *arguments: str) -> Result:
    return commands.run(command, *arguments, project=copy.root)


def expect(copy: GameCopy, *codes: str) -> None:
    """Assert that a check names the codes, that a build ends with 1 too, and that it leaves the old output alone."""
    copy.write("build/pebbles/en/sheets-a4.pdf", "old")
    result = run(copy, "check", "--format", "concise")
    named = set(re.findall(r"^\S+: (?:error|warning): (?:VB\d+ )?([a-z0-9-]+): ", result.stdout, re.MULTILINE))
    assert (result.exit_code, named) == (1, set(codes)), result.output
    assert all(find_code(code) for code in codes)
    built = run(copy, "build")
    assert built.exit_code == 1
    if ": error: " in result.stdout:
        assert contents(copy.root / "build") == {"pebbles/en/sheets-a4.pdf": b"old"}


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (b"", ["file-empty"]),
        (b"\n# nothing\n", ["file-empty"]),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ["binary-file"]),
        (GOOD_STREAMS.encode("utf-16"), ["binary-file"]),
        (GOOD_STREAMS.replace("Moor", "Mo\u00f8r").encode("latin-1"), ["not-utf8"]),
        (GOOD_STREAMS.replace("  name", "\tname", 1).encode(), ["tab-indentation"]),
        (b"\xef\xbb\xbf" + GOOD_STREAMS.encode(), ["byte-order-mark"]),
        (GOOD_STREAMS.replace("\n", "\r\n").encode(), ["crlf-line-ends"]),
        (GOOD_STREAMS.replace("Moor", "Moo\u0301r").encode(), ["decomposed-letter"]),
        (GOOD_STREAMS.replace("Moor", "Mo\u0007or").encode(), ["control-character"]),
        (GOOD_STREAMS.replace("mill-race", "moor-beck").encode(), ["duplicate-key"]),
        (GOOD_STREAMS.replace("mill-race", "slate").encode(), ["id-used-twice", "unknown-id", "wrong-kind"]),
        (BOMB.encode(), ["anchor-not-supported"]),
        (b"moor-beck: [unclosed\n", ["not-yaml"]),
        (b"moor-beck: " + b"[" * 5000, ["nested-too-deep"]),
        (b"moor-beck: !!python/object/apply:os.system [ls]\n", ["tag-not-supported", "wrong-type"]),
        (GOOD_STREAMS.replace("name: {en: Mill", "nmae: {en: Mill").encode(), ["unknown-key", "missing-key"]),
        (GOOD_STREAMS.replace("Mill Race", "no").encode(), ["unquoted-text"]),
        (GOOD_STREAMS.replace("Mill Race", "1.10").encode(), ["unquoted-text"]),
        (GOOD_STREAMS.replace("Mill Race", "2024-05-01").encode(), ["unquoted-text"]),
    ],
)
def test_a_bad_yaml_file(pebbles: GameCopy, content: bytes, codes: list[str]) -> None:
    pebbles.write(STREAMS, content)
    found = {problem.name for problem in pebbles.check()}
    assert set(codes) & found, found
    assert all(find_code(name) for name in found)
    result = run(pebbles, "check")
    assert result.exit_code == 1
    assert codes[0] in result.stdout


@pytest.mark.parametrize("file", ["game.yaml", "kinds.yaml", "cards.yaml", "sentences.yaml"])
@pytest.mark.parametrize("content", [b"", b"\0", b"- x\n", b"x\n", b"{}\n", b"a: {b: [c, {d: e}]}\n"])
def test_any_file_of_a_game_replaced(pebbles: GameCopy, file: str, content: bytes) -> None:
    pebbles.write(f"cards/pebbles/{file}", content)
    result = run(pebbles, "check", "pebbles")
    assert result.exit_code == 1 or (file, content) == ("sentences.yaml", b"{}\n")


@pytest.mark.parametrize(
    "file", [CARDS, "cards/pebbles/kinds.yaml", "layouts/pebbles/palette.yaml", "fonts/fonts.yaml"]
)
def test_a_missing_file(pebbles: GameCopy, file: str) -> None:
    pebbles.remove(file)
    result = run(pebbles, "check", "--format", "concise")
    assert result.exit_code == 1 and f"{file}: error: VB101 file-missing" in result.stdout


def test_a_file_of_50_megabytes_is_not_read(pebbles: GameCopy) -> None:
    with (pebbles.root / STREAMS).open("r+b") as file:
        file.truncate(50_000_000)
    expect(pebbles, "file-too-large")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "svg-not-xml"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect', "svg-not-xml"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9">&a;</svg>', "svg-doctype"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]><svg viewBox="0 0 9 9">&a;</svg>', "svg-doctype"),
        ('<svg viewBox="0 0 9 9"><image href="http://example.org/a.png"/></svg>', "svg-reference"),
        ('<svg viewBox="0 0 9 9"><script>1</script></svg>', "svg-element"),
        ('<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="#123456"/></svg>', "svg-ink"),
        ('<svg viewBox="0 0 9 9"/>', "svg-empty"),
    ],
)
def test_a_bad_svg(pebbles: GameCopy, content: str, code: str) -> None:
    pebbles.write(ART, content)
    names = {problem.name for problem in pebbles.check()}
    assert code in names and all(name.startswith("svg-") for name in names), names
    assert run(pebbles, "build").exit_code == 1


def png(width: int, height: int, *, header_only: bool = False) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if header_only:
        return head + chunk(b"IEND", b"")
    rows = b"".join(b"\0" + bytes((60, 120, 40)) * width for _ in range(height))
    return head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def with_png(copy: GameCopy, content: bytes) -> None:
    copy.write("cards/pebbles/art/amber.png", content)
    copy.edit("cards/pebbles/pebbles.yaml", "ink: amber\n  art: pebble.svg", "ink: amber\n  art: amber.png")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (png(20, 20)[:-30], "png-broken"),
        (png(20, 20)[:60], "png-broken"),
        (png(30_000, 20, header_only=True), "png-too-large"),
        (b"GIF89a" + bytes(40), "png-not-png"),
        (b"", "png-not-png"),
    ],
)
def test_a_bad_png(pebbles: GameCopy, content: bytes, code: str) -> None:
    with_png(pebbles, content)
    expect(pebbles, code)


def test_a_good_png_is_printed(pebbles: GameCopy) -> None:
    with_png(pebbles, png(20, 20))
    assert run(pebbles, "check").exit_code == 0
    assert run(pebbles, "build").exit_code == 0
    assert b"/Image" in (pebbles.root / "build/pebbles/en/sheets-a4.pdf").read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[5.5mm, 42mm, 32mm, 11.5mm]", "[5.5mm, 38mm, 32mm, 11.5mm]", "boxes-overlap"),
        ("[5.5mm, 42mm, 32mm, 11.5mm]", "[5.5mm, 42mm, 42mm, 11.5mm]", "box-outside-card"),
        ("[5.5mm, 42mm, 32mm, 11.5mm]", "[5.5mm, 42mm, 32mm, 3mm]", "text-does-not-fit"),
        ("[5.5mm, 42mm, 32mm, 11.5mm]", "[5.5, 42mm, 32mm, 11.5mm]", "length-without-unit"),
        ("[5.5mm, 42mm, 32mm, 11.5mm]", "[5.5mm, 42mm, -32mm, 11.5mm]", "out-of-range"),
    ],
)
def test_a_bad_layout(pebbles: GameCopy, old: str, new: str, code: str) -> None:
    pebbles.edit(FACES, old, new)
    expect(pebbles, code)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("width: 210mm", "width: 210", "length-without-unit"),
        ("width: 210mm", "width: -210mm", "out-of-range"),
        ("margin: 6mm", "margins: 6mm", "unknown-key"),
    ],
)
def test_a_bad_paper(pebbles: GameCopy, old: str, new: str, code: str) -> None:
    pebbles.edit("layouts/paper/a4.yaml", old, new)
    result = run(pebbles, "check")
    assert result.exit_code == 1 and code in result.stdout
    assert run(pebbles, "build").exit_code == 1


def test_a_link_out_of_the_project(pebbles: GameCopy, tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text("<svg/>", encoding="utf-8")
    pebbles.remove(ART)
    (pebbles.root / ART).symlink_to(tmp_path / "secret.svg")
    names = {problem.name for problem in pebbles.check()}
    assert names <= {"path-outside-project", "picture-missing"} and names


def test_an_output_folder_that_is_a_file(pebbles: GameCopy) -> None:
    pebbles.write("taken", "mine")
    for out in ("taken", "taken/deeper"):
        result = run(pebbles, "build", "--out", str(pebbles.root / out))
        assert result.exit_code == 2 and "output-folder-unusable" in result.output
    assert pebbles.read("taken") == "mine"


def test_an_output_that_is_a_folder(pebbles: GameCopy) -> None:
    pebbles.write("build/pebbles/en/sheets-a4.pdf/notes.txt", "mine")
    result = run(pebbles, "build")
    assert result.exit_code == 2 and "output-is-folder" in result.output
    assert contents(pebbles.root / "build") == {"pebbles/en/sheets-a4.pdf/notes.txt": b"mine"}


@pytest.mark.parametrize(("number", "code"), REFUSALS)
def test_a_disk_that_refuses(pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch, number: int, code: str) -> None:
    assert run(pebbles, "build").exit_code == 0
    before = contents(pebbles.root / "build")
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 3")

    def refuse(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("valleybuild.finish.os.fsync", refuse)
    result = run(pebbles, "build")
    assert result.exit_code == 2 and code in result.output
    assert contents(pebbles.root / "build") == before
