"""Measure how fast the rulebook is set, as ratios within one run: `python -m tests.bench.book [--rounds N]`.

Typst sets the same words as plain paragraphs on pages of the same size in the same run; it is installed for this alone
(`pip install typst`), and its column is left out where it is missing. Every figure is the median of rounds that take
turns, so that a slow moment of the machine strikes all alike.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from msgspec.structs import replace

from tests.bench.__main__ import build_command, run_once
from valleybuild.book.edition import Binder
from valleybuild.book.model import Book
from valleybuild.book.rendering import render_book
from valleybuild.build import Wish, make_file, orders
from valleybuild.products.model import Order, Product
from valleybuild.project import Project
from valleybuild.scene import text_of
from valleybuild.workshop import Checked, check_game

ROOT = Path(__file__).parents[2]
LANGUAGE = "en"
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
        "the same, its lines known": again,
        "its text, rendered": lambda: render_book(warm.book, warm.groundwork, LANGUAGE),
    }
    typst = find_typst()
    if typst is not None:
        source = (PAGE + plain_words(checked)).encode()
        found["Typst"] = lambda: typst.compile(source)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    checked = check_game(Project(ROOT), "home-valley")
    listed = jobs(checked)
    times: dict[str, list[float]] = {name: [] for name in listed}
    for turn in range(options.rounds + 1):
        for name, job in listed.items():
            seconds = timed(job)
            if turn:
                times[name].append(seconds)
    medians = {name: statistics.median(found) for name, found in times.items()}
    print("| job | median |\n|---|---|")
    for name, seconds in medians.items():
        print(f"| {name} | {seconds:.3f} s |")
    print()
    if "Typst" in medians:
        print(
            f"an edition against Typst: {medians['an edition, set and painted'] / medians['Typst']:.1f} × (at most 10)"
        )
    print(f"an edition again against new: {medians['the same, its lines known'] / medians['an edition, set']:.2f} ×")
    with tempfile.TemporaryDirectory() as name:
        seconds, size = run_once(build_command(ROOT, Path(name), "--product", "rulebook"), ROOT)
    print(f"all editions on all papers, with all checks: {seconds:.1f} s, {size:.0f} MB (at most 200)")


if __name__ == "__main__":
    main()
