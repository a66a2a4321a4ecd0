"""What a build keeps of the rulebook for the next one: never a page that is not as if it were set from nothing."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tests.book.setting import BLACK, plain, style, typesetter
from tests.conftest import GameCopy
from valleybuild.book.look import Look, Spread
from valleybuild.book.memory import SIGNATURE, Memory, ground_of
from valleybuild.book.prose import Block, Figure, Labels, Passage
from valleybuild.book.rows import Row
from valleybuild.book.stack import Stacker
from valleybuild.build import Wish, kept_settings, make_file, orders
from valleybuild.cli import main
from valleybuild.problem import Place
from valleybuild.scene import Inset, Scene, Size
from valleybuild.scene import Path as Shape

EDITIONS = [("en",), ("cs",), ("en", "cs")]
CROSSING, CARGO = "rules/ferry/chapters/crossing.yaml", "rules/ferry/chapters/cargo.yaml"
LOOK, TYPE, PALETTE = "layouts/ferry/book.yaml", "layouts/ferry/type.yaml", "layouts/ferry/palette.yaml"
FOLDER = "out/ferry/.set"


class Told(msgspec.Struct):
    """A rulebook that is set: its files, what is kept, and how many blocks were known and were not."""

    files: dict[str, bytes]
    kept: dict[str, bytes]
    met: int
    set: int


def bound(copy: GameCopy, kept: Mapping[str, bytes] | None = None, *, program: str = "this") -> Told:
    """Set and paint all editions to be read, with what another build has kept or with nothing."""
    checked = copy.checked()
    binder = checked.binder
    assert binder is not None
    if kept is not None:
        binder.remember(program, lambda languages: kept.get(".set/" + "-".join(languages)))
    files = {}
    for product, order in orders(checked, Wish(products=("rulebook",), papers=("a5",)), checked.papers):
        built, problems = make_file(product, order)
        assert built is not None and not problems, problems
        files[built.file] = built.content
    assert len(files) == len(EDITIONS)
    memories = binder.memories.values()
    return Told(files, kept_settings(checked), sum(one.met for one in memories), sum(one.set for one in memories))


def build(copy: GameCopy, out: Path, *more: str) -> str:
    arguments = ["--project", str(copy.root), "build", "-q", "--product", "rulebook", "--out", str(out), *more]
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def pdfs(out: Path) -> dict[str, bytes]:
    found = {file.relative_to(out).as_posix(): file.read_bytes() for file in sorted(out.rglob("*.pdf"))}
    assert found
    return found


def other_font(copy: GameCopy) -> None:
    """Let the book be set in another font."""
    spec = importlib.util.find_spec("font_source_sans_pro")
    assert spec is not None and spec.origin is not None
    file = "files/SourceSansPro-Regular.ttf"
    digest = hashlib.sha256((Path(spec.origin).parent / file).read_bytes()).hexdigest()
    old = copy.read("fonts/fonts.yaml")
    new = f"package: font_source_sans_pro\n    file: {file}\n    sha256: {digest}\n"
    copy.write("fonts/fonts.yaml", old[: old.index("package:")] + new + old[old.index("    licence:") :])


def edit(file: str, old: str, new: str) -> Callable[[GameCopy], object]:
    return lambda copy: copy.edit(file, old, new)


def longer(copy: GameCopy) -> None:
    """Put so much before the second chapter that what the first refers to stands on another page."""
    words = "Whoever waits on the bank helps with the ropes until the next boat is there. " * 40
    text = f'  - text:\n      text: {{en: "{words}", cs: "{words}"}}\n'
    copy.edit(CROSSING, "  - section: {id: loading", text + "  - section: {id: loading")


CHANGES: dict[str, Callable[[GameCopy], object]] = {
    "a text": edit(CARGO, "The punt carries the goat.", "The punt carries a goat and a whole cabbage."),
    "a text of the other language": edit(CARGO, "Pramice veze kozu.", "Pramice veze kozu a celé zelí."),
    "a name in the data": edit("cards/ferry/boats.yaml", "seats: 2", "seats: 12"),
    "what a figure shows": edit(CARGO, "turn: 90", "turn: 270"),
    "the size of a figure": edit(CARGO, "width: 30mm", "width: 24mm"),
    "a call-out": edit(CARGO, '"its name"', '"what it is called"'),
    "a caption": edit(CARGO, "Load, then cross", "Load, and then cross"),
    "a style": edit(TYPE, "size: 9pt", "size: 9.5pt"),
    "the leading": edit(TYPE, "leading: 1.15", "leading: 1.3"),
    "an ink": edit(PALETTE, '"#222222"', '"#222266"'),
    "the ink of a part": edit(LOOK, "accent: ink", "accent: paper"),
    "the width": edit(LOOK, "outer: 10mm", "outer: 14mm"),
    "the height": edit(LOOK, "bottom: 12mm", "bottom: 30mm"),
    "a gap": edit(LOOK, "padding: 2mm", "padding: 3mm"),
    "a font": other_font,
    "an icon": edit("fonts/fonts.yaml", "★", "⚡"),
    "a label": edit("rules/ferry/book.yaml", "tip: {en: Tip,", "tip: {en: A tip,"),
    "the words before a page": edit("rules/ferry/book.yaml", '"p. {{ number }}"', '"page {{ number }}"'),
    "the pages that are named": longer,
    "the order": edit("rules/ferry/book.yaml", "[crossing, cargo, words]", "[cargo, crossing, words]"),
    "a term": edit(CROSSING, "index: [ferry]", "index: []"),
}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Told:
    from tests.conftest import TESTS, copied

    return bound(copied("ferry", TESTS / "duo", tmp_path_factory.mktemp("first") / "duo"), {})


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_the_pages_are_as_if_set_from_nothing(duo: GameCopy, first: Told, change: str) -> None:
    CHANGES[change](duo)
    again, fresh = bound(duo, first.kept), bound(duo)
    assert again.files == fresh.files
    assert again.files != first.files, "the change changes nothing"


def test_lines_that_were_justified_are_not_taken_for_ragged(duo: GameCopy) -> None:
    longer(duo)
    justified = bound(duo, {})
    duo.write(LOOK, duo.read(LOOK).replace("\nalign: justified", "\nalign: ragged"))
    again = bound(duo, justified.kept)
    assert again.files == bound(duo).files != justified.files


def test_what_has_not_changed_is_not_set_again(duo: GameCopy, first: Told) -> None:
    assert first.met < first.set  # within one build, passes ask for what is known
    again = bound(duo, first.kept)
    assert again.set == 0 and again.met > 0
    assert again.files == first.files and again.kept == first.kept
    CHANGES["a text"](duo)
    changed = bound(duo, first.kept)
    assert 0 < changed.set < again.met / 2


def test_only_what_moves_a_row_is_asked_for(duo: GameCopy, first: Told) -> None:
    """A chapter written further down, and a figure that shows something else of the same size, are known."""
    duo.write(CARGO, "# moved\n\n" + duo.read(CARGO))
    CHANGES["what a figure shows"](duo)
    again = bound(duo, first.kept)
    assert again.set == 0
    assert again.files == bound(duo).files != first.files


def test_another_program_takes_nothing_over(duo: GameCopy, first: Told) -> None:
    other = bound(duo, first.kept, program="that")
    assert other.met <= first.met and other.set == first.set
    assert other.files == first.files


def test_what_is_no_longer_in_the_book_is_not_kept(duo: GameCopy, first: Told) -> None:
    longer(duo)
    long = bound(duo, first.kept)
    assert sum(map(len, long.kept.values())) > sum(map(len, first.kept.values()))
    duo.write(CROSSING, (Path(__file__).parents[1] / "duo" / CROSSING).read_bytes())
    assert bound(duo, long.kept).kept == first.kept


def damaged(content: bytes) -> list[bytes]:
    """Return what may become of a file: cut off, changed, another one, or nothing."""
    chance = random.Random(7)
    found = [b"", b"\n", SIGNATURE, content[:-1], content + b"\0", b"{}", content.replace(b"rows 1", b"rows 9")]
    found += [content[:cut] for cut in range(0, len(content), len(content) // 9)]
    for _ in range(30):
        at = chance.randrange(len(content))
        found.append(content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :])
    return found


def test_a_damaged_file_counts_as_none(first: Told) -> None:
    for content in first.kept.values():
        assert Memory(b"", {}, content).known
        for bad in damaged(content):
            assert not Memory(b"", {}, bad).known


def labels() -> tuple[Labels, ...]:
    return (Labels("Contents", "Index", "p. {number}", "Tip", "Example", "Why"),)


def look(width: float = 80.0) -> Look:
    styles = dict.fromkeys(("text", "caption"), style())
    gaps = dict.fromkeys(("paragraph", "block"), 1.0)
    return Look(Spread(Size(width + 20, 120.0), 10.0, 10.0, 10.0, 10.0, 5.0), 4.0, True, styles, {}, gaps)


def stack(blocks: tuple[Block, ...]) -> list[Row]:
    stacker = Stacker(typesetter(), look(), 80.0, labels=labels()[0], report=lambda problem: pytest.fail(str(problem)))
    return [row for block in blocks for row in stacker.stack(block)]


TEXT = (Block(Passage((plain("The ferry leaves when it is full, and not before. " * 5),), Place("a.yaml", 3, 1))),)


@pytest.mark.parametrize("content", [b"", b"\x91", b"\x91\x91\xc0", b"\x91\x9f" * 5000, b"\xdd\xff\xff\xff\xff"])
def test_rows_that_cannot_be_read_are_set_anew(content: bytes) -> None:
    """Even where the sum is right: another hand may have written it."""
    memory = Memory(b"", {"black": BLACK})
    wanted = memory.rows(TEXT, labels(), stack)
    (key,) = memory.used
    body = msgspec.msgpack.encode({key: content})
    forged = Memory(b"", {"black": BLACK}, SIGNATURE + hashlib.blake2b(body, digest_size=16).digest() + body)
    assert forged.known
    assert forged.rows(TEXT, labels(), stack) == wanted and forged.set == 1
    assert forged.content() == memory.content()


def test_rows_of_an_ink_that_is_gone_are_set_anew() -> None:
    memory = Memory(b"", {"black": BLACK})
    assert memory.rows(TEXT, labels(), stack)
    assert Memory(b"", {}, memory.content()).rows(TEXT, labels(), stack) == stack(TEXT)


def test_rows_come_back_as_they_were() -> None:
    scene = Scene(Size(40.0, 20.0), 0.0, (Shape((("M", 0.0, 0.0), ("L", 5.0, 5.0)), BLACK),))
    figure = Figure("here", scene, plain("A caption that is long enough for two lines. " * 2), "said", Place("a.yaml"))
    blocks = (Block(figure, ("ferry",)),)
    memory = Memory(b"", {"black": BLACK})
    assert memory.rows(blocks, labels(), stack) == stack(blocks)
    again = Memory(b"", {"black": BLACK}, memory.content())
    rows = again.rows(blocks, labels(), lambda bare: pytest.fail("it is known"))
    assert rows == stack(blocks)
    assert [picture.scene for row in rows for picture in row.pictures] == [scene]
    assert all(isinstance(picture, Inset) for row in rows for picture in row.pictures)


def test_what_rows_stand_on_is_part_of_their_name() -> None:
    setter = typesetter()
    grounds = [ground_of("this", [setter], look()), ground_of("that", [setter], look())]
    grounds += [ground_of("this", [setter], look(81.0)), ground_of("this", [setter, setter], look())]
    grounds.append(ground_of("this", [typesetter("cs")], look()))
    assert len(set(grounds)) == len(grounds)
    assert ground_of("this", [typesetter()], look()) == grounds[0]


def test_what_does_not_fit_is_found_again_where_it_is(duo: GameCopy, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(duo, out)
    duo.edit(CARGO, "The punt carries the goat.", "The punt carries the " + "W" * 90 + ".")
    before = pdfs(out)
    told = build(duo, out)
    assert "word-too-wide" in told and f"{CARGO}:" in told and told == build(duo, out)
    assert pdfs(out) == before
    duo.write(CARGO, "# moved\n" + duo.read(CARGO))
    assert build(duo, out) != told  # a line further down


def test_a_build_keeps_what_it_has_set_in_its_output(duo: GameCopy, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(duo, out)
    files = {f"{FOLDER}/{'-'.join(languages)}" for languages in EDITIONS}
    assert {path.relative_to(tmp_path).as_posix() for path in (tmp_path / FOLDER).iterdir()} == files
    assert ".set" not in (out / "ferry" / "manifest.json").read_text("utf-8")
    kept = {name: (tmp_path / name).read_bytes() for name in files}
    longer(duo)
    build(duo, out)
    build(duo, tmp_path / "fresh")
    assert pdfs(out) == pdfs(tmp_path / "fresh")
    assert all((tmp_path / name).read_bytes() != content for name, content in kept.items())
    assert all(
        (tmp_path / name.replace("out/", "fresh/")).read_bytes() == (tmp_path / name).read_bytes() for name in files
    )


def test_a_whole_build_leaves_what_is_kept_alone(duo: GameCopy, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["--project", str(duo.root), "build", "-q", "--out", str(out)])
    assert result.exit_code == 0
    kept = {path: path.read_bytes() for path in (tmp_path / FOLDER).iterdir()}
    CliRunner().invoke(main, ["--project", str(duo.root), "build", "-q", "--out", str(out)])
    assert kept and all(path.read_bytes() == content for path, content in kept.items())
    listed = json.loads((out / "ferry" / "manifest.json").read_text("utf-8"))["files"]
    assert not [name for name in listed if name.startswith(".")]


@pytest.mark.parametrize("kind", ["cut", "garbage", "folder", "link"])
def test_a_build_mends_what_it_cannot_read(duo: GameCopy, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    build(duo, out, "--lang", "en")
    wanted, file = pdfs(out), tmp_path / FOLDER / "en"
    content = file.read_bytes()
    match kind:
        case "cut":
            file.write_bytes(content[: len(content) // 2])
        case "garbage":
            file.write_bytes(random.Random(1).randbytes(5000))
        case "folder":
            file.unlink()
            file.mkdir()
        case "link":
            (tmp_path / "elsewhere").write_bytes(b"not ours")
            file.unlink()
            file.symlink_to(tmp_path / "elsewhere")
    told = build(duo, out, "--lang", "en")
    assert pdfs(out) == wanted
    if kind == "folder":
        assert "output-is-folder" in told
    else:
        assert file.read_bytes() == content and not file.is_symlink()
    if kind == "link":
        assert (tmp_path / "elsewhere").read_bytes() == b"not ours"


def test_two_builds_at_once_leave_whole_files(duo: GameCopy, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "valleybuild", "--project", str(duo.root), "build", "-q", "--product", "rulebook"]
    running = [subprocess.Popen([*command, "--out", str(out)]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    wanted = pdfs(out)
    for languages in EDITIONS:
        assert Memory(b"", {}, (tmp_path / FOLDER / "-".join(languages)).read_bytes()).known
    build(duo, out)
    assert pdfs(out) == wanted
