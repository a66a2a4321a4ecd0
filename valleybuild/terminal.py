"""What commands share: how they end, the game they work on, and findings and progress to what stands on the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from valleybuild.codes import Code
    from valleybuild.model import Game
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


def find_project(context: click.Context) -> Project:
    """Find the project: the one named, else upwards from here. Raises CannotRun."""
    from valleybuild.project import Project, find_root

    wanted: Path | None = context.obj["project"]
    if wanted is not None:
        if not (wanted / "cards").is_dir():
            raise CannotRun(f"{wanted} is no project: it has no folder cards/")
        return Project(wanted)
    root = find_root(Path.cwd())
    if root is None:
        raise CannotRun("no folder from here upwards has cards/; name one with --project FOLDER")
    return Project(root)


def open_game(context: click.Context, game: str | None) -> tuple[Project, str]:
    """Find the project and the game: the one named, else the default one, else the only one. Raises CannotRun."""
    from valleybuild.load import list_games
    from valleybuild.scalars import closest

    project = find_project(context)
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


def load_sound_game(project: Project, name: str) -> Game:
    """Load a game that can be read without errors. Raises CannotRun for another."""
    from valleybuild.load import load_game
    from valleybuild.problem import has_errors

    game, problems = load_game(project, name)
    if game is None or has_errors(problems):
        raise CannotRun(f"{name} has errors; see `valleybuild check {name}`")
    return game


def check_aloud(project: Project, name: str, *, quiet: bool) -> Checked:
    """Check a game, and show how far that has got unless it is to be quiet."""
    from valleybuild.workshop import check_game

    with show_progress(f"Checking {name}", quiet, total=None) as advance:
        return check_game(project, name, advance)


def is_quiet(context: click.Context, quiet: bool) -> bool:
    """Say whether a command is to be quiet: -q stands before the command's name or behind it."""
    return quiet or bool(context.obj["quiet"])


def require_one_or_more(**numbers: int | None) -> None:
    """See that what options count is 1 or more where it is given. Raises CannotRun."""
    for option, number in numbers.items():
        if number is not None and number < 1:
            raise CannotRun(f"--{option} is 1 or more, not {number}")


def print_findings(
    problems: Sequence[Problem], lines: Callable[[str], list[str]], *, codes: tuple[Code, ...], style: str = "full"
) -> None:
    """Print findings in a style; `lines` gives those of a file, and `codes` are a game's own."""
    from valleybuild import render
    from valleybuild.codes import find_code

    def find(name: str) -> Code | None:
        return find_code(name, codes)

    match style:
        case "json":
            text = render.render_json(problems, find)
        case "github":
            text = render.render_github(problems, find)
        case "concise":
            text = render.render_concise(problems, find)
        case _:
            text = render.render_full(problems, lines, find, colour=sys.stdout.isatty())
    click.echo(text, nl=not text.endswith("\n"))


@contextmanager
def show_progress(what: str, quiet: bool, *, total: int | None) -> Iterator[Callable[[str], None]]:
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
