"""A checked game to files: every product in every language on every paper asked for, and the manifest of them all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path, PurePosixPath

import msgspec

from valleybuild.compose.game import Component
from valleybuild.finish import commit
from valleybuild.impose import Page, Paper
from valleybuild.inkmodes import InkMode, Toner
from valleybuild.marks import MarkStyle
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.products import PRODUCTS
from valleybuild.products.model import Order, Product
from valleybuild.project import Project
from valleybuild.scalars import closest
from valleybuild.scene import Colour
from valleybuild.workshop import Checked

MANIFEST = "manifest.json"
SET = ".set"
"""The hidden folder of the output in which a build keeps for the next what it has set of the rulebook."""


class Wish(msgspec.Struct, frozen=True):
    """What to build. An empty tuple means everything there is; `creep` is that of booklets, in mm.

    `card` is how thick the card is that boxes are folded from and filled with, in mm; 0 means what the layout says.
    A `setup`, as keys and values, leaves only the products that can be made for one, and what these need for it.
    No `modes` of ink means the full one.
    """

    languages: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    creep: float = 0.0
    setup: tuple[tuple[str, str], ...] = ()
    card: float = 0.0
    modes: tuple[InkMode, ...] = ()


class Built(msgspec.Struct, frozen=True):
    """One finished file and what stands in the manifest about it."""

    file: str
    content: bytes
    record: dict[str, object]


def content_version(game: Game, checked: Checked) -> str:
    """Return the version with the first eight digits of the hash over everything that was read."""
    return f"{game.version}+{checked.digest[:8]}"


def orders(
    checked: Checked, wish: Wish, papers: dict[str, Paper], *, setup: str = ""
) -> Iterator[tuple[Product, Order]]:
    """Yield every file to make: products, then languages, papers and ink modes; `setup` is a setup's name."""
    game, toners = checked.game, _toners(checked, wish)
    assert game is not None
    languages = tuple(language for language in game.languages if not wish.languages or language in wish.languages)
    components = tuple(item for item in checked.components if not wish.only or item.id in wish.only)
    for product in PRODUCTS:
        mine = tuple(item for item in components if product.gathered or item.product == product.name)
        made = _is_made(product, checked, wish, mine)
        if setup and not product.for_setup:
            continue
        if not made or (wish.products and product.name not in wish.products):
            continue
        listed: list[Paper | None] = [papers[name] for name in product.papers if name in papers]
        if wish.papers:
            listed = [paper for paper in listed if paper and paper.name in wish.papers]
        elif not product.papers:
            listed = [None]
        for group in product.editions.groups(languages):
            for paper in listed:
                order = _order(checked, wish, mine, group, paper, setup)
                # What is written whole, to be read on a screen, is the same in every mode.
                for toner in toners if product.lay is not None else (None,):
                    yield product, msgspec.structs.replace(order, toner=toner)


def _toners(checked: Checked, wish: Wish) -> list[Toner | None]:
    """Return what recolours in each mode that is asked for: one for all files, None for the full mode."""
    game, materials = checked.game, checked.materials
    assert game is not None and materials is not None
    width = materials.measure.width
    modes = dict.fromkeys(wish.modes or (InkMode.FULL,))
    return [None if mode is InkMode.FULL else Toner(mode, game.layouts.palette, width) for mode in modes]


def _is_made(product: Product, checked: Checked, wish: Wish, components: tuple[Component, ...]) -> bool:
    """Say whether there is anything to make a product of."""
    if product.bound:
        return checked.binder is not None and not wish.only
    if product.charted:
        return bool(checked.charts) and not wish.only
    if product.gathered and product.name not in wish.products:
        return False
    return bool(components)


def _order(
    checked: Checked,
    wish: Wish,
    components: tuple[Component, ...],
    languages: tuple[str, ...],
    paper: Paper | None,
    setup: str,
) -> Order:
    game, materials = checked.game, checked.materials
    assert game is not None and materials is not None
    return Order(
        game=game,
        components=components,
        languages=languages,
        paper=paper,
        style=mark_style(game),
        version=content_version(game, checked),
        materials=materials,
        binder=checked.binder,
        creep=wish.creep,
        setup=setup,
        charts=checked.charts.get(languages[0], ()),
        company=checked.components,
        card=wish.card,
    )


def mark_style(game: Game) -> MarkStyle:
    """Return how marks look: black on white, the label in the font that fonts.yaml lists first."""
    inks = game.layouts.inks
    black = inks.get("black", Colour("black", (0, 0, 0, 100), (0, 0, 0)))
    white = inks.get("white", Colour("white", (0, 0, 0, 0), (255, 255, 255)))
    return MarkStyle(black, white, next(iter(game.fonts)))


def make_file(product: Product, order: Order) -> tuple[Built | None, list[Problem]]:
    """Make one file; None with the findings where something does not fit."""
    if product.lay is None:
        assert product.write is not None
        content, problems = product.write(order)
        pages: list[Page] = []
    else:
        pages, problems = product.lay(order)
        content = _painted(product, order, pages) if pages and not problems else None
    if problems or content is None:
        return None, problems
    return Built(file_name(product, order), content, _record(product, order, pages, content)), []


def file_name(product: Product, order: Order) -> str:
    """Return a file's name below the game's folder of the output."""
    paper = f"-{order.paper.name}" if order.paper else ""
    setup = f"-{order.setup}" if order.setup else ""
    mode = order.toner.mode.suffix if order.toner else ""
    return f"{'-'.join(order.languages)}/{product.file or product.name}{paper}{setup}{mode}.{product.suffix}"


def _painted(product: Product, order: Order, pages: list[Page]) -> bytes:
    from valleybuild.pdf import paint

    language, rasters = order.languages[0], order.materials.rasters
    if order.toner is not None:
        pages = [_toned(page, order.toner) for page in pages]
        rasters = {name: order.toner.bitmap(name, content) for name, content in rasters.items()}
    return paint(
        pages,
        fonts=order.materials.measure.fonts,
        rasters=rasters,
        title=f"{order.game.title_in(language)} – {product.name}",
        language=language,
        duplex=any(page.side == "back" for page in pages),
        bookmarks=product.bookmarks(order),
    )


def _toned(page: Page, toner: Toner) -> Page:
    """Return a page in a mode of ink: its faces and its marks."""
    placements = tuple(
        msgspec.structs.replace(placement, scene=toner.scene(placement.scene)) for placement in page.placements
    )
    return msgspec.structs.replace(page, placements=placements, marks=toner.items(page.marks))


def _record(product: Product, order: Order, pages: list[Page], content: bytes) -> dict[str, object]:
    """Return what the manifest says of a file; faces and cards are counted where it is made of components."""
    placements = [placement for page in pages for placement in page.placements]
    fronts = [placement for page in pages if page.side == "front" for placement in page.placements]
    counted = {"faces": len({id(placement.scene) for placement in placements}), "cards": len(fronts)}
    return {
        "product": product.name,
        "languages": list(order.languages),
        "paper": order.paper.name if order.paper else None,
        **({"ink": order.toner.mode.value} if order.toner else {}),
        **({"pages": len(pages)} if pages else {}),
        **(counted if product.counted and not product.bound and not product.charted else {}),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "version": order.version,
    }


def remember(checked: Checked, folder: Path) -> None:
    """Let the rulebook be set with what the last build into this folder has kept of it, where it was the same program.

    What is kept elsewhere, or cannot be read, counts as nothing.
    """
    package = Path(__file__).parent
    program_project, project = Project(package), Project(folder / checked.game.id if checked.game else folder)
    sources = program_project.list_files("", ".py", recursive=True)  # any of them may have a part in how it is set
    if checked.binder is None or not sources:
        return
    libraries = " ".join(f"{name} {version(name)}" for name in ("pyphen", "uharfbuzz"))

    def recall(languages: tuple[str, ...]) -> bytes | None:
        content, _ = project.read_bytes(_set_file(languages))
        return content

    checked.binder.remember(f"{program_project.digest(sources)} {libraries}", recall)


def kept_settings(checked: Checked) -> dict[str, bytes]:
    """Return what this build keeps for the next, by file below the game's folder of the output."""
    memories = checked.binder.memories if checked.binder is not None else {}
    return {_set_file(languages): memory.content() for languages, memory in memories.items()}


def _set_file(languages: tuple[str, ...]) -> str:
    return f"{SET}/{'-'.join(languages)}"


def write_files(
    built: Iterable[Built], game: Game, wish: Wish, folder: Path, kept: Mapping[str, bytes] | None = None
) -> list[Problem]:
    """Write finished files and the manifest below `folder`/<game>, whole or not at all.

    `kept` are files for the next build: they are written with the others, but are no output and in no manifest.
    """
    done = list(built)
    whole = wish == Wish()

    def merge(old: bytes | None) -> bytes:
        return _merge_manifest(old, done, game, wish, whole)

    files = {item.file: item.content for item in done}

    def stale(old: bytes | None) -> list[str]:
        return [name for name in _old_files(old) if name not in files] if whole else []

    return commit({**(kept or {}), **files}, folder / game.id, manifest=MANIFEST, merge=merge, stale=stale)


def _merge_manifest(old: bytes | None, done: list[Built], game: Game, wish: Wish, whole: bool) -> bytes:
    """Write the new manifest: what was built now, and, in a partial build, what the old one says of other files."""
    files = {} if whole else _old_files(old)
    for item in done:
        asked = {"only": list(wish.only)} if wish.only else {}
        files[item.file] = {**item.record, **asked, **({"setup": dict(wish.setup)} if wish.setup else {})}
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


def refusals(checked: Checked, wish: Wish) -> list[str]:
    """Say, where nothing can be made of a wish, why not of each product that it names."""
    assert checked.game is not None
    reasons = []
    for product in (product for product in PRODUCTS if product.name in wish.products):
        mine = tuple(item for item in checked.components if product.gathered or item.product == product.name)
        chosen = tuple(item for item in mine if not wish.only or item.id in wish.only)
        if (product.bound or product.charted) and wish.only:
            reasons.append(f"{product.name} is not made of components")
        elif not _is_made(product, checked, wish, mine):
            reasons.append(f"{checked.game.id} has nothing for {product.name}")
        elif not _is_made(product, checked, wish, chosen):
            reasons.append(f"{', '.join(wish.only)} is no part of {product.name}")
        elif wish.papers and not product.papers:
            reasons.append(f"{product.name} is not printed on paper")
        elif wish.papers:
            reasons.append(f"{product.name} is made on {', '.join(product.papers)}")
    return reasons


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
