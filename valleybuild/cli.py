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
from valleybuild.simulating import simulate

if TYPE_CHECKING:
    from valleybuild.build import Wish
    from valleybuild.codes import Code
    from valleybuild.problem import Problem
    from valleybuild.project import Project
    from valleybuild.workshop import Checked

DEFAULT_GAME = "home-valley"
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
main.add_command(simulate)


@main.command()
@click.argument("game", required=False)
@click.option("--format", "style", type=click.Choice(["full", "concise", "json", "github"]), default="full")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
@click.pass_context
def check(context: click.Context, game: str | None, style: str, quiet: bool) -> None:
    """Find every mistake in GAME (default: home-valley, or the only game there is)."""
    project, name = open_game(context, game)
    quiet = quiet or context.obj["quiet"] or style != "full"
    checked = _checked(project, name, quiet)
    _print_problems(list(checked.problems), project, checked, style, quiet)
    context.exit(FINDINGS if checked.problems else CLEAN)


@main.command()
@click.argument("game", required=False)
@click.option("--lang", "languages", multiple=True, help="A language (default: all). May be repeated.")
@click.option("--product", "products", multiple=True, help="A product, see `list` (default: all). May be repeated.")
@click.option("--paper", "papers", multiple=True, help="A paper: a4, letter, … (default: all). May be repeated.")
@click.option("--only", multiple=True, help="Only these components: ids, separated by commas. May be repeated.")
@click.option("--out", type=click.Path(path_type=Path), help="The output folder (default: build/ in the project).")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
@click.pass_context
def build(
    context: click.Context,
    game: str | None,
    languages: tuple[str, ...],
    products: tuple[str, ...],
    papers: tuple[str, ...],
    only: tuple[str, ...],
    out: Path | None,
    quiet: bool,
) -> None:
    """Check GAME and write its PDFs; with an error nothing is written."""
    from valleybuild.build import Wish

    project, name = open_game(context, game)
    ids = tuple(id.strip() for listed in only for id in listed.split(",") if id.strip())
    if only and not ids:
        raise CannotRun("--only names no component")
    wish = Wish(_split(languages), _split(products), _split(papers), ids)
    quiet = quiet or context.obj["quiet"]
    context.exit(_build(project, name, wish, out or project.root / "build", quiet))


def _split(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def _build(project: Project, name: str, wish: Wish, folder: Path, quiet: bool) -> int:
    from valleybuild.build import make_file, orders, unknown_wishes, write_files
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
    listed = list(orders(checked, wish, papers))
    if not listed:
        raise CannotRun("no product matches all that was asked for; see `valleybuild list`")
    built = []
    with show_progress("Painting", quiet, len(listed)) as advance:
        for product, order in listed:
            file, found = make_file(product, order, checked.materials)
            problems.extend(found)
            if file is not None:
                built.append(file)
            advance(f"{'-'.join(order.languages)}/{product.name}-{order.paper.name}")
    if not has_errors(problems):
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
        pages, cards = (_counted(item.record[what], what) for what in ("pages", "cards"))
        size = len(item.content) / 1024
        click.echo(f"{_shown(folder / name / item.file)}  {pages}, {cards}, {size:.0f} KB")
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
        for product in PRODUCTS:
            if product.name in mine:
                click.echo(f"  product {product.name}: {product.summary} ({', '.join(product.papers)})")
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

    more = _all_game_codes(context)
    found = find_code(code, more)
    if found is None:
        raise CannotRun(f'there is no code "{code}"; {closest(code.lower(), [c.name for c in all_codes(more)])}')
    click.echo(f"{found.id} {found.name}\n\n{found.what}\n\nWhy: {found.why}\n\nMend it: {found.fix}")


def _all_game_codes(context: click.Context) -> tuple[Code, ...]:
    """Return the codes of every game's own rules, wherever the command is run."""
    import pkgutil

    import valleybuild.games
    from valleybuild.games import find_rules

    names = [module.name for module in pkgutil.iter_modules(valleybuild.games.__path__) if module.ispkg]
    return tuple(code for name in names if (rules := find_rules(name)) is not None for code in rules.codes)


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
