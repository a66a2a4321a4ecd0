"""Measure how fast the rulebook is set, as ratios within one run: `python -m tests.bench.book [--rounds N]`.

Typst sets the same words as plain paragraphs on pages of the same size in the same run; it is installed for this alone
(`pip install typst`), and its column is left out where it is missing. A rebuild is measured in fresh processes, as a
user meets it: the game is built, every text of one chapter gets a sentence more, and it is built again into the same
folder; the same from nothing stands beside it. Every figure is the median of rounds that take turns, so that a slow
moment of the machine strikes all alike.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from msgspec.structs import replace

from tests.bench.__main__ import build_command
from valleybuild.book.edition import Binder
from valleybuild.book.model import Book
from valleybuild.book.rendering import render_book
from valleybuild.build import MANIFEST, Wish, make_file, orders, remember
from valleybuild.products.model import Order, Product
from valleybuild.project import Project
from valleybuild.scene import text_of
from valleybuild.workshop import Checked, check_game

ROOT = Path(__file__).parents[2]
GAME = "home-valley"
CHAPTER = f"rules/{GAME}/chapters/setup.yaml"  # about as long as chapters are on the average
LANGUAGE = "en"
EDITIONS = (("en",), ("cs",), ("en", "cs"))
PAGE = """#set page(width: 148mm, height: 210mm, margin: 16mm)
#set text(size: 9.4pt, lang: "en")
#set par(justify: true)
"""


def find_typst() -> ModuleType | None:
    """Return Typst, None where it is not installed."""
    try:
        return importlib.import_module("typst")
    except ImportError:
        return None


def edition(checked: Checked, binder: Binder) -> tuple[Product, Order]:
    """Return the order of one edition for reading, set by a binder."""
    wish = Wish(languages=(LANGUAGE,), products=("rulebook",), papers=("a5",))
    (made,) = orders(checked, wish, checked.papers)
    return made[0], replace(made[1], binder=binder)


def fresh(checked: Checked, book: Book | None = None) -> Binder:
    """Return a binder that has set nothing yet."""
    old = checked.binder
    assert old is not None
    return Binder(book or old.book, old.groundwork, old.looks, covered=old.covered)


def plain_words(checked: Checked) -> str:
    """Return all that the edition says, a paragraph for each run of its pages' text."""
    volume = fresh(checked).edition((LANGUAGE,)).volume
    assert volume is not None
    paragraphs = [" ".join(text_of(leaf.scene.items)) for leaf in volume.leaves]
    safe = [
        "".join(letter if letter.isalnum() or letter in " .,;:!?" else " " for letter in text) for text in paragraphs
    ]
    return "\n\n".join(safe)


def timed(job: Callable[[], object]) -> float:
    """Return how many seconds a job takes."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def jobs(checked: Checked) -> dict[str, Callable[[], object]]:
    """Return what is measured, by its name."""
    warm = fresh(checked)
    warm.edition((LANGUAGE,))

    def whole() -> None:
        assert make_file(*edition(checked, fresh(checked)))[0] is not None

    def again() -> None:
        warm.editions.clear()
        assert warm.edition((LANGUAGE,)).volume is not None

    found: dict[str, Callable[[], object]] = {
        "an edition, set and painted": whole,
        "an edition, set": lambda: fresh(checked).edition((LANGUAGE,)),
        "the same, again": again,
        "its text, rendered": lambda: render_book(warm.book, warm.groundwork, LANGUAGE),
    }
    typst = find_typst()
    if typst is not None:
        source = (PAGE + plain_words(checked)).encode()
        found["Typst"] = lambda: typst.compile(source)
    return found


def set_all(root: Path, out: Path) -> None:
    """Check a project and set all its editions, with what was kept in a folder; print how long each took.

    Both are computing only, in one thread: the time that the processor took for it, which other work does not change.
    """
    gc.set_threshold(100_000, 20, 100)  # as the command does
    start = time.process_time()
    checked = check_game(Project(root), GAME)
    assert checked.binder is not None
    ready = time.process_time()
    gc.freeze()
    begun = time.process_time()
    remember(checked, out)
    for languages in EDITIONS:
        assert checked.binder.edition(languages).volume is not None
    print(json.dumps({"check": ready - start, "set": time.process_time() - begun}))


def set_once(root: Path, out: Path) -> dict[str, float]:
    """Do so in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.book", "--set", str(root), str(out)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout)
    return found


def build_once(root: Path, out: Path) -> tuple[float, float]:
    """Build all editions on all papers; return the processor's time in seconds and the largest resident size in MB.

    A warning in the content ends the command with 1 though all is written.
    """
    command = build_command(root, out, "--product", "rulebook")
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    seconds = usage.ru_utime + usage.ru_stime
    manifest = out / GAME / MANIFEST
    if process.returncode not in (0, 1) or not manifest.is_file() or b"Nothing was built" in said:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {said.decode()[-1500:]}")
    return seconds, usage.ru_maxrss / 1024


def reword(root: Path) -> None:
    """Give every text of a chapter that ends with a full stop another sentence, in each language."""
    file = root / CHAPTER
    text, count = re.subn(r'\."', '. Hop hop."', file.read_text("utf-8"))
    assert count > 20, count
    file.write_text(text, "utf-8")


def rebuilds(project: Path, rounds: int) -> dict[str, list[float]]:
    """Measure a build from nothing, and one after a chapter has been reworded, in turn."""
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        old, new, out = Path(name, "old"), Path(name, "new"), Path(name, "out")
        for root in (old, new):
            for part in ("cards", "rules", "layouts", "fonts"):
                shutil.copytree(project / part, root / part)
        reword(new)
        for turn in range(rounds):
            shutil.rmtree(out, ignore_errors=True)
            nothing = Path(name, "nothing")
            times = {f"full: {what}": seconds for what, seconds in set_once(new, nothing).items()}
            whole, size = build_once(old, out)
            times |= {"full: whole command": whole, "full: MB": size}
            times |= {f"one chapter: {what}": seconds for what, seconds in set_once(new, out).items()}
            whole, size = build_once(new, out)
            times |= {"one chapter: whole command": whole, "one chapter: MB": size}
            times |= {f"nothing changed: {what}": seconds for what, seconds in set_once(new, out).items()}
            for what, seconds in times.items():
                found.setdefault(what, []).append(seconds)
            if not turn:
                build_once(new, nothing)
                same = [
                    file.read_bytes() == (nothing / file.relative_to(out)).read_bytes() for file in out.rglob("*.pdf")
                ]
                assert len(same) > len(EDITIONS) and all(same), "a rebuild is not what is built from nothing"
                shutil.rmtree(nothing)  # what it keeps would be found by the next round
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--project", type=Path, default=ROOT, help="another project with the game than this one")
    parser.add_argument("--set", type=Path, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.set:
        set_all(*options.set)
        return
    medians = {name: statistics.median(found) for name, found in measure(options.project, options.rounds).items()}
    print("| job | median |\n|---|---|")
    for name, seconds in medians.items():
        print(f"| {name} | {seconds:.3f} s |")
    print()
    if "Typst" in medians:
        print(
            f"an edition against Typst: {medians['an edition, set and painted'] / medians['Typst']:.1f} × (at most 10)"
        )
    print(
        f"an edition again against new, in one process: {medians['the same, again'] / medians['an edition, set']:.2f} ×"
    )
    again = rebuilds(options.project, options.rounds)
    medians = {name: statistics.median(found) for name, found in again.items()}
    print("\n| all editions | checking | setting | whole command | memory |\n|---|---|---|---|---|")
    for name in ("full", "one chapter", "nothing changed"):
        cells = [f"{medians[f'{name}: {what}']:.2f} s" for what in ("check", "set")]
        if f"{name}: MB" in medians:
            cells += [f"{medians[f'{name}: whole command']:.1f} s", f"{max(again[f'{name}: MB']):.0f} MB"]
        print(f"| {name} | {' | '.join(cells)} |")
    pairs = zip(again["one chapter: set"], again["full: set"], strict=True)
    ratios = ", ".join(f"{few / all:.2f}" for few, all in pairs)
    print(f"\nsetting after one chapter was changed against from nothing: {ratios} × (at most 0.33)")
    whole = medians["one chapter: whole command"] / medians["full: whole command"]
    share = medians["one chapter: check"] / medians["one chapter: whole command"]
    print(f"the whole command: {whole:.2f} ×, of which the check of the whole game takes {share:.2f}")
    print(f"memory: {max(again['full: MB']):.0f} MB (at most 200)")


def measure(project: Path, rounds: int) -> dict[str, list[float]]:
    """Do all that is measured in this process in turn, `rounds` times after a warm-up."""
    checked = check_game(Project(project), GAME)
    listed = jobs(checked)
    times: dict[str, list[float]] = {name: [] for name in listed}
    for turn in range(rounds + 1):
        for name, job in listed.items():
            seconds = timed(job)
            if turn:
                times[name].append(seconds)
    return times


if __name__ == "__main__":
    main()
