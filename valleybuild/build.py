"""A checked game to files: every product in every language on every paper asked for, and the manifest of them all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from valleybuild.compose.materials import Materials
from valleybuild.finish import commit
from valleybuild.impose import Page, Paper
from valleybuild.marks import MarkStyle
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.products import PRODUCTS
from valleybuild.products.model import Order, Product
from valleybuild.scalars import closest
from valleybuild.scene import Colour
from valleybuild.workshop import Checked

MANIFEST = "manifest.json"


class Wish(msgspec.Struct, frozen=True):
    """What to build. An empty tuple means everything there is."""

    languages: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Built(msgspec.Struct, frozen=True):
    """One finished file and what stands in the manifest about it."""

    file: str
    content: bytes
    record: dict[str, object]


def content_version(game: Game, checked: Checked) -> str:
    """Return the version with the first eight digits of the hash over everything that was read."""
    return f"{game.version}+{checked.digest[:8]}"


def orders(checked: Checked, wish: Wish, papers: dict[str, Paper]) -> Iterator[tuple[Product, Order]]:
    """Yield every file to make: products in their order, then languages, then papers."""
    game = checked.game
    assert game is not None
    languages = tuple(language for language in game.languages if not wish.languages or language in wish.languages)
    components = tuple(item for item in checked.components if not wish.only or item.id in wish.only)
    style, version = mark_style(game), content_version(game, checked)
    for product in PRODUCTS:
        mine = tuple(component for component in components if component.product == product.name)
        if not mine or (wish.products and product.name not in wish.products):
            continue
        groups = [languages] if product.together else [(language,) for language in languages]
        for group in groups:
            for name in product.papers:
                if name in papers and (not wish.papers or name in wish.papers):
                    yield product, Order(game, mine, group, papers[name], style, version)


def mark_style(game: Game) -> MarkStyle:
    """Return how marks look: black on white, the label in the font that fonts.yaml lists first."""
    inks = game.layouts.inks
    black = inks.get("black", Colour("black", (0, 0, 0, 100), (0, 0, 0)))
    white = inks.get("white", Colour("white", (0, 0, 0, 0), (255, 255, 255)))
    return MarkStyle(black, white, next(iter(game.fonts)))


def make_file(product: Product, order: Order, materials: Materials) -> tuple[Built | None, list[Problem]]:
    """Lay and paint one file; None with the findings where something does not fit the paper."""
    from valleybuild.pdf import paint

    pages, problems = product.lay(order)
    if problems or not pages:
        return None, problems
    game = order.game
    language = order.languages[0]
    title = f"{game.title_in(language)} – {product.name}"
    content = paint(
        pages,
        fonts=materials.measure.fonts,
        rasters=materials.rasters,
        title=title,
        language=language,
        duplex=any(page.side == "back" for page in pages),
    )
    file = f"{'-'.join(order.languages)}/{product.name}-{order.paper.name}.pdf"
    return Built(file, content, _record(product, order, pages, content)), []


def _record(product: Product, order: Order, pages: list[Page], content: bytes) -> dict[str, object]:
    placements = [placement for page in pages for placement in page.placements]
    fronts = [placement for page in pages if page.side == "front" for placement in page.placements]
    return {
        "product": product.name,
        "languages": list(order.languages),
        "paper": order.paper.name,
        "pages": len(pages),
        "faces": len({id(placement.scene) for placement in placements}),
        "cards": len(fronts),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "version": order.version,
    }


def write_files(built: Iterable[Built], game: Game, wish: Wish, folder: Path) -> list[Problem]:
    """Write finished files and the manifest below `folder`/<game>, whole or not at all."""
    done = list(built)
    whole = wish == Wish()

    def merge(old: bytes | None) -> bytes:
        return _merge_manifest(old, done, game, wish, whole)

    files = {item.file: item.content for item in done}

    def stale(old: bytes | None) -> list[str]:
        return [name for name in _old_files(old) if name not in files] if whole else []

    return commit(files, folder / game.id, manifest=MANIFEST, merge=merge, stale=stale)


def _merge_manifest(old: bytes | None, done: list[Built], game: Game, wish: Wish, whole: bool) -> bytes:
    """Write the new manifest: what was built now, and, in a partial build, what the old one says of other files."""
    files = {} if whole else _old_files(old)
    for item in done:
        files[item.file] = {**item.record, "only": list(wish.only)} if wish.only else item.record
    manifest = {"game": game.id, "version": game.version, "files": dict(sorted(files.items()))}
    return (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode()


def _old_files(old: bytes | None) -> dict[str, object]:
    """Return the files of an old manifest; one that cannot be read, or a name that no build gives, counts as none."""
    try:
        files = json.loads(old or b"{}").get("files", {})
    except (ValueError, AttributeError):
        return {}
    listed = files if isinstance(files, dict) else {}
    return {name: record for name, record in listed.items() if _is_below(name)}


def _is_below(name: str) -> bool:
    """Say whether a name from an old manifest stays below the output folder."""
    path = PurePosixPath(name)
    return name.isprintable() and bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def unknown_wishes(checked: Checked, wish: Wish, papers: dict[str, Paper]) -> list[str]:
    """Say what a wish names that does not exist, each as a sentence."""
    game = checked.game
    assert game is not None
    known_papers = sorted({paper for product in PRODUCTS for paper in product.papers if paper in papers})
    known: list[tuple[str, tuple[str, ...], Iterable[str]]] = [
        ("language", wish.languages, game.languages),
        ("product", wish.products, [product.name for product in PRODUCTS]),
        ("paper", wish.papers, known_papers),
        ("component", wish.only, sorted(component.id for component in checked.components)),
    ]
    return [
        f'there is no {what} "{name}"; {closest(name, names)}'
        for what, wished, names in known
        for name in wished
        if name not in names
    ]
