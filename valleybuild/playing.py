"""The commands that play: a file with a game as text to what happened in it, move by move, and what does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from valleybuild.options import game_argument, quiet_option, style_option
from valleybuild.terminal import CANNOT_RUN, CLEAN, FINDINGS, CannotRun, is_quiet, open_game, print_findings

if TYPE_CHECKING:
    from valleybuild.games import Rules
    from valleybuild.games.playthrough import OpenRules
    from valleybuild.games.replay import Report, Told
    from valleybuild.model import Game
    from valleybuild.problem import Problem
    from valleybuild.project import Project

INDENT = "    "


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@game_argument
@style_option
@quiet_option
@click.pass_context
def replay(context: click.Context, file: Path, game: str | None, style: str, quiet: bool) -> None:
    """Play the game written in FILE, by the rules of GAME, and print it move by move."""
    project, name = open_game(context, game)
    near_project, path = _shelve(project, file)
    text, problems = near_project.read_text(path)
    if text is None:
        _print_problems(problems, (project, near_project), None, style)
        context.exit(CANNOT_RUN)
    loaded, rules, opener = _load(project, name)
    if loaded is not None:
        _print_problems(loaded, (project, near_project), rules, style)
        context.exit(FINDINGS)
    assert opener is not None
    report, problems = _play(text, path, opener)
    if report is not None and style == "full" and not is_quiet(context, quiet):
        click.echo("\n".join(_tell(report, rules)))
        if problems:
            click.echo()
    if problems or style != "full":
        _print_problems(problems, (project, near_project), rules, style)
    context.exit(FINDINGS if problems else CLEAN)


def _shelve(project: Project, file: Path) -> tuple[Project, str]:
    """Return what reads a file, and its path there: the project, or the file's own folder where it lies outside."""
    from valleybuild.project import Project

    full = file.absolute()
    try:
        return project, full.resolve().relative_to(project.root.resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return Project(full.parent), full.name


def _load(project: Project, name: str) -> tuple[list[Problem] | None, Rules, OpenRules | None]:
    """Load a game and its rules; the findings are those that keep it from being played, None where nothing does."""
    from valleybuild.games import Rules, find_rules
    from valleybuild.load import load_game
    from valleybuild.problem import has_errors

    game: Game | None
    game, problems = load_game(project, name)
    if game is None or has_errors(problems):
        return problems, Rules(), None
    rules = find_rules(game.rules, game.id)
    if rules is None or rules.open is None:
        raise CannotRun(f"{name} has no rules that can be played")
    return None, rules, rules.open(project, game)


def _play(text: str, path: str, opener: OpenRules) -> tuple[Report | None, list[Problem]]:
    from valleybuild.games.playthrough import read_playthrough
    from valleybuild.games.replay import run_playthrough

    playthrough, problems = read_playthrough(text, path)
    if playthrough is None:
        return None, problems
    return run_playthrough(playthrough, opener)


def _print_problems(problems: list[Problem], shelves: tuple[Project, Project], rules: Rules | None, style: str) -> None:
    def lines(file: str) -> list[str]:
        return next((found for shelf in shelves if (found := shelf.lines(file))), [])

    print_findings(problems, lines, codes=rules.codes if rules else (), style=style)


def _tell(report: Report, rules: Rules) -> Iterator[str]:
    """Yield the lines that tell a game: each move, and below it the lines of the state that are new."""
    yield report.title
    for told in report.told:
        yield from _tell_move(told, rules)
    if report.state:
        yield ""
        yield f"The game is {report.outcome.value}." if report.outcome else "The game goes on."


def _tell_move(told: Told, rules: Rules) -> Iterator[str]:
    from valleybuild.games.playthrough import SITUATIONS

    if told.reason:
        yield f"refused: {told.text}"
        yield f"{INDENT}{told.reason}"
        return
    if told.kind in SITUATIONS:
        yield ""
    yield told.text
    for line in told.changed:
        key, _, value = line.partition(": ")
        if key in rules.headings:
            yield ""
            yield f"{key} {value}"
    for line in told.changed:
        if line.partition(":")[0] not in (*rules.headings, *rules.unshown):
            yield INDENT + line
    for key in told.gone:
        if key not in rules.unshown:
            yield f"{INDENT}{key}: gone"
