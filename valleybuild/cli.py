"""The command line: `check`, `build`, `replay`, `simulate` … Findings end with 1, what cannot run with 2."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from valleybuild.playing import replay
from valleybuild.reporting import report
from valleybuild.simulating import refused_setup, setup_options, simulate, told_setup

if TYPE_CHECKING:
    from valleybuild.build import Wish
    from valleybuild.codes import Code
    from valleybuild.games import Described
    from valleybuild.problem import Problem
    from valleybuild.project import Project
    from valleybuild.workshop import Checked

DEFAULT_GAME = "home-valley"
INKS = ("full", "grey", "low")
CLEAN, FINDINGS, CANNOT_RUN = 0, 1, 2


class CannotRun(click.ClickException):
    """Something that keeps a command from running at all."""

    exit_code = CANNOT_RUN

    def show(self, file: object = None) -> None:
        """Print what is wrong on standard error."""
        click.echo(f"valleybuild: {self.format_message()}", err=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--project", type=click.Path(path_type=Path), help="The project's folder (default: upwards from here).")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
@click.version_option(package_name="valleybuild")
@click.pass_context
def main(context: click.Context, project: Path | None, quiet: bool) -> None:
    """Check a card game written in YAML and compile it into PDFs to print and cut."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without ě or ★ gets an escape, not a crash
    gc.set_threshold(100_000, 20, 100)  # a build makes many values and few circles: looking for them costs a tenth
    context.obj = {"project": project, "quiet": quiet}


main.add_command(replay)
main.add_command(report)
main.add_command(simulate)


@main.command()
@click.argument("game", required=False)
@click.option("--format", "style", type=click.Choice(["full", "concise", "json", "github"]), default="full")
@click.option("--deep", is_flag=True, help="Also prove by searching and playing what no look at the cards can show.")
@click.option("--workers", type=int, default=1, show_default=True, help="How many processes run the deep checks.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
@click.pass_context
def check(context: click.Context, game: str | None, style: str, deep: bool, workers: int, quiet: bool) -> None:
    """Find every mistake in GAME (default: home-valley, or the only game there is)."""
    if workers < 1:
        raise CannotRun(f"--workers is 1 or more, not {workers}")
    project, name = open_game(context, game)
    quiet = quiet or context.obj["quiet"] or style != "full"
    checked = _checked(project, name, quiet)
    problems, interrupted = list(checked.problems), False
    if deep and checked.sound is None:
        click.echo("valleybuild: the deep checks wait until these errors are mended", err=True)
    elif deep:
        interrupted = _check_deeply(checked, problems, workers, quiet)
    _print_problems(problems, project, checked, style, quiet)
    context.exit(CANNOT_RUN if interrupted else FINDINGS if problems else CLEAN)


def _check_deeply(checked: Checked, problems: list[Problem], workers: int, quiet: bool) -> bool:
    """Add what the deep checks find to the findings; say whether Ctrl-C came before the end."""
    from valleybuild.check.deep import run_deep_checks
    from valleybuild.problem import sort_key

    assert checked.sound is not None
    checks, ended, interrupted = checked.rules.deep_checks, 0, False
    try:
        with show_progress("Checking deeply:", quiet, len(checks)) as advance:
            for name, problem in run_deep_checks(checked.sound, checks, workers=workers):
                if problem is not None:
                    problems.append(problem)
                    continue
                ended += 1
                advance(name)
    except KeyboardInterrupt:
        interrupted = True
        click.echo(f"valleybuild: interrupted after {ended} of {len(checks)} deep checks", err=True)
    problems[:] = sorted(set(problems), key=sort_key)
    return interrupted


@main.command()
@click.argument("game", required=False)
@click.option("--lang", "languages", multiple=True, help="A language (default: all). May be repeated.")
@click.option("--product", "products", multiple=True, help="A product, see `list` (default: all). May be repeated.")
@click.option("--paper", "papers", multiple=True, help="A paper: a4, letter, … (default: all). May be repeated.")
@click.option("--only", multiple=True, help="Only these components: ids, separated by commas. May be repeated.")
@click.option("--creep", default="0mm", help="How far each sheet of a booklet is moved to the fold, such as 0.1mm.")
@click.option("--ink", "inks", type=click.Choice(INKS), multiple=True, help="full (default), grey or low; repeatable.")
@click.option("--card-thickness", "card", help="How thick the card is for box and cards, such as 0.3mm.")
@setup_options
@click.option("--out", type=click.Path(path_type=Path), help="The output folder (default: build/ in the project).")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
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
    """
    from valleybuild.build import Wish
    from valleybuild.inkmodes import InkMode

    project, name = open_game(context, game)
    ids = tuple(id.strip() for listed in only for id in listed.split(",") if id.strip())
    if only and not ids:
        raise CannotRun("--only names no component")
    asked = told_setup(setup) | dict(more)
    setup_asked = tuple(asked.items())
    wish = Wish(
        *(_split(languages), _split(products), _split(papers), ids, _creep(creep), setup_asked, _card_thickness(card)),
        modes=tuple(InkMode(ink) for ink in inks),
    )
    quiet = quiet or context.obj["quiet"]
    context.exit(_build(project, name, wish, out or project.root / "build", quiet, more=dict(more)))


MOST_CREEP = 1.0  # mm a sheet: thicker than any paper


def _creep(text: str) -> float:
    """Read how far a sheet is moved. Raises CannotRun."""
    from valleybuild.units import parse_length

    creep = parse_length(text)
    if creep is None:
        raise CannotRun(f'--creep is a length such as 0.1mm, not "{text}"')
    if not 0 <= creep <= MOST_CREEP:
        raise CannotRun(f"--creep is from 0 to {MOST_CREEP:g} mm a sheet, not {text}")
    return creep


def _card_thickness(text: str | None) -> float:
    """Read how thick card is; 0 where nothing is said. Raises CannotRun."""
    from valleybuild.craft.look import THICKEST, THINNEST
    from valleybuild.units import parse_length

    if text is None:
        return 0.0
    card = parse_length(text)
    if card is None:
        raise CannotRun(f'--card-thickness is a length such as 0.3mm, not "{text}"')
    if not THINNEST <= card <= THICKEST:
        raise CannotRun(f"--card-thickness is from {THINNEST:g} to {THICKEST:g} mm, not {text}")
    return card


def _split(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def _describe(checked: Checked, project: Project, wish: Wish, more: dict[str, str]) -> Described:
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
        raise CannotRun(refused_setup(error, dict(wish.setup), more)) from None


def _build(project: Project, name: str, wish: Wish, folder: Path, quiet: bool, *, more: dict[str, str]) -> int:
    from valleybuild.build import file_name, make_file, orders, unknown_wishes, write_files
    from valleybuild.described import compose_for
    from valleybuild.finish import recover
    from valleybuild.problem import has_errors

    recover(folder / name)  # what an earlier build, killed half-way, may have left
    checked = _checked(project, name, quiet)
    papers, problems = checked.papers, list(checked.problems)
    if has_errors(problems) or checked.game is None or checked.materials is None:
        _print_problems(problems, project, checked, "full", quiet)
        click.echo("Nothing was built.", err=True)
        return FINDINGS
    unknown = unknown_wishes(checked, wish, papers)
    if unknown:
        raise CannotRun("\n".join(unknown))
    setup = ""
    if wish.setup:
        described = _describe(checked, project, wish, more)
        checked, setup = compose_for(checked, described), described.name
        problems.extend(checked.problems)
    listed = list(orders(checked, wish, papers, setup=setup))
    if not listed:
        raise CannotRun("no product matches all that was asked for; see `valleybuild list`")
    built = []
    with show_progress("Painting", quiet, len(listed)) as advance:
        for product, order in listed:
            file, found = make_file(product, order)
            problems.extend(found)
            if file is not None:
                built.append(file)
            advance(file_name(product, order))
    if not has_errors(problems):
        assert checked.game is not None
        written = write_files(built, checked.game, wish, folder)
        problems.extend(written)
        if has_errors(written):
            _print_problems(problems, project, checked, "full", quiet)
            return CANNOT_RUN
    if problems:
        _print_problems(problems, project, checked, "full", quiet)
    if has_errors(problems):
        click.echo("Nothing was built.", err=True)
        return FINDINGS
    for item in built if not quiet else ():
        parts = [_counted(item.record[what], what) for what in ("pages", "cards") if what in item.record]
        told = ", ".join([*parts, f"{len(item.content) / 1024:.0f} KB"])
        click.echo(f"{_shown(folder / name / item.file)}  {told}")
    return FINDINGS if problems else CLEAN


def _counted(number: object, things: str) -> str:
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def _shown(path: Path) -> str:
    """Return a path as short as it can be from here."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)


@main.command("list")
@click.pass_context
def list_everything(context: click.Context) -> None:
    """List the games of the project: languages, components with their counts, products."""
    from valleybuild.book.read import book_folder
    from valleybuild.games import find_rules
    from valleybuild.load import list_games, load_game
    from valleybuild.products import PRODUCTS

    project = _find_project(context)
    names = list_games(project)
    if not names:
        raise CannotRun("there is no game: no folder of cards/ holds a game.yaml")
    status = CLEAN
    for name in names:
        game, problems = load_game(project, name)
        if game is None:
            click.echo(f"{name}: cannot be read; see `valleybuild check {name}`")
            status = FINDINGS
            continue
        title = game.title_in(game.languages[0])
        click.echo(f"{name}  {title}, version {game.version}, languages {', '.join(game.languages)}")
        for line in _component_lines(game):
            click.echo(f"  {line}")
        mine = [kind.component.product for kind in game.kinds.values() if kind.component]
        book = project.has_file(f"{book_folder(game)}/book.yaml")
        rules = find_rules(game.rules, game.id)
        for product in PRODUCTS:
            charted = product.charted and rules is not None and rules.dependencies is not None
            gathered = product.gathered and bool(mine)
            if charted or gathered or (book if product.bound else product.name in mine):
                papers = f" ({', '.join(product.papers)})" if product.papers else ""
                click.echo(f"  product {product.name}: {product.summary}{papers}")
        if problems:
            click.echo(f"  {len(problems)} findings while reading; see `valleybuild check {name}`")
            status = FINDINGS
    context.exit(status)


def _component_lines(game: object) -> Iterator[str]:
    from valleybuild.model import Game

    assert isinstance(game, Game)
    total = 0
    for kind in game.kinds.values():
        spec = kind.component
        entries = game.of_kind(kind.name)
        if spec is None or not entries:
            continue
        count = 0
        for entry in entries:
            field = spec.count if isinstance(spec.count, int) else entry.record.fields.get(spec.count)
            count += field if isinstance(field, int) else 1
        total += count
        outline = game.outlines.get(spec.outline)
        size = f"{outline.size.width:g} × {outline.size.height:g} mm" if outline else spec.outline
        kinds = f", {len(entries)} kinds" if count != len(entries) else ""
        yield f"{count:4}  {kind.name} ({size}{kinds})"
    yield f"{total:4}  components in all"


@main.command()
@click.argument("code")
@click.pass_context
def explain(context: click.Context, code: str) -> None:
    """Say what the finding CODE (such as VB131 or duplicate-key) means, why it matters and how to mend it."""
    from valleybuild.codes import all_codes, find_code
    from valleybuild.scalars import closest

    more = _all_game_codes()
    found = find_code(code, more)
    if found is None:
        raise CannotRun(f'there is no code "{code}"; {closest(code.lower(), [c.name for c in all_codes(more)])}')
    click.echo(f"{found.id} {found.name}\n\n{found.what}\n\nWhy: {found.why}\n\nMend it: {found.fix}")


def _all_game_codes() -> tuple[Code, ...]:
    """Return the codes of every game's own rules, wherever the command is run."""
    from valleybuild.games import all_rules

    return tuple(code for rules in all_rules() for code in rules.codes)


def _find_project(context: click.Context) -> Project:
    from valleybuild.project import Project, find_root

    wanted: Path | None = context.obj["project"]
    if wanted is not None:
        if not (wanted / "cards").is_dir():
            raise CannotRun(f"{wanted} is no project: it has no folder cards/")
        return Project(wanted)
    root = find_root(Path.cwd())
    if root is None:
        raise CannotRun("no folder from here upwards has cards/; name one with --project DIR")
    return Project(root)


def open_game(context: click.Context, game: str | None) -> tuple[Project, str]:
    """Find the project and the game: the one named, else home-valley, else the only one."""
    from valleybuild.load import list_games
    from valleybuild.scalars import closest

    project = _find_project(context)
    games = list_games(project)
    if game is None:
        if DEFAULT_GAME in games:
            return project, DEFAULT_GAME
        if len(games) == 1:
            return project, games[0]
        raise CannotRun("name the game: " + (", ".join(games) or "there is none in cards/"))
    if game not in games:
        raise CannotRun(f'there is no game "{game}"; {closest(game, games)}')
    return project, game


def _checked(project: Project, name: str, quiet: bool) -> Checked:
    from valleybuild.workshop import check_game

    with show_progress(f"Checking {name}", quiet, None) as advance:
        return check_game(project, name, advance)


def _print_problems(problems: list[Problem], project: Project, checked: Checked, style: str, quiet: bool) -> None:
    if problems or not quiet or style != "full":
        print_findings(problems, project.lines, checked.rules.codes, style)


def print_findings(
    problems: list[Problem], lines: Callable[[str], list[str]], more_codes: tuple[Code, ...], style: str
) -> None:
    """Print findings in a style; `lines` gives those of a file, and `more_codes` are a game's own."""
    from valleybuild import render
    from valleybuild.codes import find_code

    def codes(name: str) -> Code | None:
        return find_code(name, more_codes)

    match style:
        case "json":
            text = render.render_json(problems, codes)
        case "github":
            text = render.render_github(problems, codes)
        case "concise":
            text = render.render_concise(problems, codes)
        case _:
            text = render.render_full(problems, lines, codes, colour=sys.stdout.isatty())
    click.echo(text, nl=not text.endswith("\n"))


@contextmanager
def show_progress(what: str, quiet: bool, total: int | None) -> Iterator[Callable[[str], None]]:
    """Show progress on standard error: a bar on a terminal, elsewhere plain lines, and nothing when quiet.

    Where the total is not known beforehand, the plain form is one line at the start.
    """
    if quiet:
        yield lambda id: None
        return
    if not sys.stderr.isatty():
        if total is None:
            click.echo(f"{what} …", err=True)
        yield lambda id: None if total is None else click.echo(f"{what} {id}", err=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)

        def advance(id: str) -> None:
            progress.update(task, advance=1, description=f"{what} {id}")

        yield advance
