"""The command that builds: a game and what is asked for to files, and a line about each of them."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from valleybuild.options import (
    SETUP_NAMES,
    Sectioned,
    game_argument,
    quiet_option,
    refused_setup,
    setup_options,
    told_setup,
)
from valleybuild.terminal import (
    CANNOT_RUN,
    CLEAN,
    FINDINGS,
    CannotRun,
    check_aloud,
    is_quiet,
    open_game,
    print_findings,
    show_progress,
)

if TYPE_CHECKING:
    from valleybuild.build import Built, Wish
    from valleybuild.games import Described
    from valleybuild.problem import Problem
    from valleybuild.products.model import Order, Product
    from valleybuild.project import Project
    from valleybuild.workshop import Checked

INKS = ("full", "grey", "low")
MOST_CREEP = 1.0  # mm a sheet: thicker than any paper
SECTIONS = {
    "What to build (several: separated by commas, or the option again)": ("products", "languages", "papers", "only"),
    "For one setup alone": SETUP_NAMES,
    "How it is printed": ("inks", "creep", "card"),
}


@click.command(cls=Sectioned, sections=SECTIONS)
@game_argument
@click.option("--lang", "languages", metavar="LANGUAGE", multiple=True, help="A language (default: all).")
@click.option(
    "--product", "products", metavar="NAME", multiple=True, help="A product, see `list` (default: all but contact)."
)
@click.option("--paper", "papers", metavar="NAME", multiple=True, help="A paper: a4, letter, … (default: all).")
@click.option("--only", metavar="ID", multiple=True, help="A component (default: all).")
@click.option(
    "--creep",
    metavar="LENGTH",
    default="0mm",
    help="How far each sheet of a booklet is moved to the fold, such as 0.1mm.",
)
@click.option("--ink", "inks", type=click.Choice(INKS), multiple=True, help="full (default), grey or low; repeatable.")
@click.option(
    "--card-thickness", "card", metavar="LENGTH", help="How thick the card for box and cards is, such as 0.3mm."
)
@setup_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The output folder (default: build/ in the project).",
)
@quiet_option
@click.pass_context
def build(
    context: click.Context,
    /,
    game: str | None,
    languages: tuple[str, ...],
    products: tuple[str, ...],
    papers: tuple[str, ...],
    only: tuple[str, ...],
    creep: str,
    inks: tuple[str, ...],
    card: str | None,
    out: Path | None,
    quiet: bool,
    more: tuple[tuple[str, str], ...],
    **setup: str | bool | None,
) -> None:
    """Check GAME and write its PDFs; with an error nothing is written.

    With a setup, such as --expedition 2 --characters 3, what is printed for it leaves out all that it does not need.

    A build that is asked for everything also deletes the files of earlier builds that are not part of it: those for one
    setup, in another ink, or of a product that is made only by its name. The same options make them again. Any other
    build leaves alone what it does not make. Only files that the manifest lists are ever deleted.
    """
    from valleybuild.build import Wish
    from valleybuild.inkmodes import InkMode

    project, name = open_game(context, game)
    ids = _split(only)
    if only and not ids:
        raise CannotRun("--only names no component")
    setup_asked = told_setup(setup) | dict(more)
    wish = Wish(
        languages=_split(languages),
        products=_split(products),
        papers=_split(papers),
        only=ids,
        creep=_length("creep", creep, least=0.0, most=MOST_CREEP),
        setup=tuple(setup_asked.items()),
        card=_card_thickness(card),
        modes=tuple(InkMode(ink) for ink in inks),
    )
    folder = out or project.root / "build"
    context.exit(_build(project, name, wish=wish, folder=folder, quiet=is_quiet(context, quiet), more=dict(more)))


def _split(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def _card_thickness(text: str | None) -> float:
    """Read how thick card is; 0 where nothing is said. Raises CannotRun."""
    from valleybuild.craft.look import THICKEST, THINNEST

    return 0.0 if text is None else _length("card-thickness", text, least=THINNEST, most=THICKEST)


def _length(option: str, text: str, *, least: float, most: float) -> float:
    """Read a length within bounds, in mm. Raises CannotRun."""
    from valleybuild.units import parse_length

    length = parse_length(text)
    if length is None:
        raise CannotRun(f'--{option} is a length such as 0.3mm, not "{text}"')
    if not least <= length <= most:
        raise CannotRun(f"--{option} is from {least:g} to {most:g} mm, not {text}")
    return length


def _build(project: Project, name: str, *, wish: Wish, folder: Path, quiet: bool, more: dict[str, str]) -> int:
    """Check and make everything, and write it where there is no error; return how the command ends."""
    from valleybuild.build import kept_settings, orders, refusals, remember, unknown_wishes, write_files
    from valleybuild.described import compose_for
    from valleybuild.finish import recover
    from valleybuild.problem import has_errors

    recover(folder / name)  # what an earlier build, killed half-way, may have left
    checked = check_aloud(project, name, quiet=quiet)
    game, papers, problems = checked.game, checked.papers, list(checked.problems)
    if has_errors(problems) or game is None or checked.materials is None:
        return _refuse(problems, project, checked)
    unknown = unknown_wishes(checked, wish, papers)
    if unknown:
        raise CannotRun("\n".join(unknown))
    setup = ""
    if wish.setup:
        described = _describe(checked, project, wish=wish, more=more)
        checked, setup = compose_for(checked, described), described.name
        problems.extend(checked.problems)
    listed = list(orders(checked, wish, papers, setup=setup))
    if not listed:
        reasons = refusals(checked, wish) or ["see `valleybuild list`"]
        raise CannotRun("no product matches all that was asked for: " + "; ".join(reasons))
    if wish.creep and not any(product.bound and product.lay for product, _ in listed):
        raise CannotRun("--creep is how a booklet is folded, and none is asked for")
    remember(checked, folder)
    gc.freeze()  # the game stays as it is: what is looked for from now on is not looked for in it
    try:
        built, found = _make(listed, quiet=quiet)
    finally:
        gc.unfreeze()
    problems.extend(found)
    if has_errors(problems):
        return _refuse(problems, project, checked)
    written = write_files(built, game, wish, folder, kept_settings(checked))
    problems.extend(written)
    if problems:
        print_findings(problems, project.lines, codes=checked.rules.codes)
    if has_errors(written):
        return CANNOT_RUN
    if not quiet:
        _tell(built, folder / name)
    return FINDINGS if problems else CLEAN


def _make(listed: Sequence[tuple[Product, Order]], *, quiet: bool) -> tuple[list[Built], list[Problem]]:
    """Make all files that are ordered, and say how far that has got."""
    from valleybuild.build import file_name, make_file

    built: list[Built] = []
    problems: list[Problem] = []
    with show_progress("Painting", quiet, total=len(listed)) as advance:
        for product, order in listed:
            file, found = make_file(product, order)
            problems.extend(found)
            if file is not None:
                built.append(file)
            advance(file_name(product, order))
    return built, problems


def _refuse(problems: Sequence[Problem], project: Project, checked: Checked) -> int:
    """Print the findings for which nothing is written."""
    print_findings(problems, project.lines, codes=checked.rules.codes)
    click.echo("Nothing was built.", err=True)
    return FINDINGS


def _describe(checked: Checked, project: Project, *, wish: Wish, more: dict[str, str]) -> Described:
    """Return what is known of the setup that is built for. Raises CannotRun."""
    from valleybuild.described import describe_setup, setup_products
    from valleybuild.games.playthrough import SetupError

    fitting = setup_products()
    for product in wish.products:
        if product not in fitting:
            raise CannotRun(f"{product} is not made for one setup; {', '.join(fitting)} is")
    try:
        return describe_setup(checked, project, dict(wish.setup))
    except SetupError as error:
        raise CannotRun(refused_setup(error, dict(wish.setup), more=more)) from None


def _tell(built: Sequence[Built], folder: Path) -> None:
    """Print a line about each file."""
    for item in built:
        parts = [_counted(item.record[what], what) for what in ("pages", "cards") if what in item.record]
        told = ", ".join([*parts, f"{len(item.content) / 1024:.0f} KB"])
        click.echo(f"{_shown(folder / item.file)}  {told}")


def _counted(number: object, things: str) -> str:
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def _shown(path: Path) -> str:
    """Return a path as short as it can be from here."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)
