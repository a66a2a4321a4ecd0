"""The command that reports: a game's kept win rates beside what is wanted of them, measured anew where it is asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from valleybuild.options import Sectioned, game_argument, json_option, no_progress_option
from valleybuild.terminal import (
    CANNOT_RUN,
    CLEAN,
    FINDINGS,
    CannotRun,
    is_quiet,
    load_sound_game,
    open_game,
    print_findings,
    require_one_or_more,
    show_progress,
)

if TYPE_CHECKING:
    from valleybuild.codes import Code
    from valleybuild.model import Game
    from valleybuild.problem import Problem
    from valleybuild.project import Project
    from valleybuild.tuning.figures import Measured
    from valleybuild.tuning.measuring import Bench
    from valleybuild.tuning.targets import Row, Targets
    from valleybuild.tuning.telling import Overview


class Desk(NamedTuple):
    """What a report is made from: a loaded game, what measures it, what is wanted, and all rows that this asks for."""

    project: Project
    game: Game
    bench: Bench
    targets: Targets
    rows: tuple[Row, ...]


SECTIONS = {"Measuring": ("measure", "only", "games", "workers")}


@click.command(cls=Sectioned, sections=SECTIONS)
@game_argument
@click.option("--measure", is_flag=True, help="Play all games anew, and keep what comes out.")
@click.option(
    "--only",
    metavar="WHAT",
    multiple=True,
    help="Measure only what fits, such as player=family,expedition=2; `stale`: what is missing or no longer counts; "
    "`figures` or `other-answers`. May be repeated.",
)
@click.option("--games", type=int, help="How many games of each row (default: as targets.yaml says).")
@click.option("--workers", type=int, help="How many processes play (default: 1).")
@json_option
@no_progress_option
@click.pass_context
def report(
    context: click.Context,
    game: str | None,
    measure: bool,
    only: tuple[str, ...],
    games: int | None,
    workers: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Print how often each setup of GAME is won beside what is wanted, what rulings change and what became of cards."""
    from valleybuild.tuning.telling import list_report, tell_report

    require_one_or_more(games=games, workers=workers)
    if not measure and (only or games or workers):
        raise CannotRun("--only, --games and --workers say how to measure: add --measure")
    desk = _set_up(context, *open_game(context, game))
    if measure:
        rows = _choose(desk, only, games)
        if not _measure(desk, rows, whole=not only, workers=workers or 1, quiet=is_quiet(context, quiet)):
            context.exit(CANNOT_RUN)
    overview = _survey(context, desk)
    click.echo(_as_json(list_report(overview)) if as_json else "\n".join(tell_report(overview)))
    context.exit(CLEAN if overview.sound else FINDINGS)


def _survey(context: click.Context, desk: Desk) -> Overview:
    """Read what is kept, as it lies on the disk now, and put it beside what is wanted."""
    from valleybuild.project import Project
    from valleybuild.tuning.figures import Kept, kept_file, read_kept
    from valleybuild.tuning.telling import survey

    project = Project(desk.project.root)
    kept: Kept | None = Kept()
    if project.has_file(kept_file(desk.game)):
        kept, problems = read_kept(project, desk.game)
        _stop_at(context, problems, project, desk.bench.rules.codes)
    assert kept is not None
    return survey(desk.game, desk.bench, targets=desk.targets, kept=kept)


def _as_json(values: dict[str, object]) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(values), indent=2).decode()


def _stop_at(context: click.Context, problems: list[Problem], project: Project, codes: tuple[Code, ...]) -> None:
    """Print findings, where there are any, and end."""
    if problems:
        print_findings(problems, project.lines, codes=codes)
        context.exit(FINDINGS)


def _set_up(context: click.Context, project: Project, name: str) -> Desk:
    """Load a game, what measures it, and its targets, whose setups can all be played."""
    from valleybuild.games import find_rules
    from valleybuild.tuning.check import refused_setups
    from valleybuild.tuning.measuring import prepare
    from valleybuild.tuning.targets import read_targets, rows, targets_file

    game = load_sound_game(project, name)
    rules = find_rules(game.rules, game.id)
    bench = None if rules is None else prepare(project, game, rules)
    if rules is None or bench is None:
        raise CannotRun(f"{name} has no rules that can be measured")
    if not project.has_file(targets_file(game)):
        raise CannotRun(f"{name} has no targets: there is no {targets_file(game)}")
    targets, problems = read_targets(project, game, rules)
    _stop_at(context, problems, project, rules.codes)
    assert targets is not None
    _stop_at(context, list(refused_setups(bench, targets)), project, rules.codes)
    return Desk(project, game, bench, targets, rows(targets, tuple(bench.other_answers)))


def _choose(desk: Desk, only: Sequence[str], games: int | None) -> tuple[Row, ...]:
    """Return the rows that are to be measured. Raises CannotRun where none fits."""
    from msgspec.structs import replace

    from valleybuild.tuning.choosing import choose
    from valleybuild.tuning.figures import Kept, kept_file, read_kept
    from valleybuild.tuning.judging import current_keys

    listed = desk.rows if games is None else tuple(replace(row, games=games) for row in desk.rows)
    if not only:
        return listed
    kept: Kept | None = Kept()
    if desk.project.has_file(kept_file(desk.game)):
        kept, _ = read_kept(desk.project, desk.game)
    if kept is None:
        raise CannotRun(f"{kept_file(desk.game)} has errors; see `valleybuild report`, or measure without --only")
    try:
        found = choose(listed, only, current=current_keys(desk.bench, listed, kept, seed=desk.targets.seed))
    except ValueError as error:
        raise CannotRun(f"--only: {error}") from None
    if not found:
        raise CannotRun(f"there is nothing to measure that fits --only {' --only '.join(only)}")
    return found


def _measure(desk: Desk, rows: Sequence[Row], *, whole: bool, workers: int, quiet: bool) -> bool:
    """Play some rows and write the file anew, or only their lines in it; say whether it was written."""
    from valleybuild.tuning.figures import kept_file
    from valleybuild.tuning.measuring import Measuring, games_of

    measured: list[Measured] = []
    total = games_of(rows) if sys.stderr.isatty() else None  # elsewhere one line is enough
    try:
        with show_progress("Measuring", quiet, total=total) as advance:
            measuring = Measuring(desk.bench, seed=desk.targets.seed, workers=workers, advance=advance)
            measured.extend(measuring.measure(row) for row in rows)
    except KeyboardInterrupt:
        message = f"interrupted after {len(measured)} of {len(rows)} rows; {kept_file(desk.game)} is as it was"
        click.echo(f"valleybuild: {message}", err=True)
        return False
    if measuring.cut:
        click.echo(f"valleybuild: {measuring.cut} games did not end and count as lost", err=True)
    problems = _keep(desk, measured, whole=whole)
    if problems:
        print_findings(problems, desk.project.lines, codes=desk.bench.rules.codes)
    return not problems


def _keep(desk: Desk, measured: Sequence[Measured], *, whole: bool) -> list[Problem]:
    """Write what was measured, whole or not at all, and without losing what another process has kept meanwhile."""
    from pathlib import PurePosixPath

    from valleybuild.finish import commit
    from valleybuild.tuning.figures import kept_file, renewed

    file = PurePosixPath(kept_file(desk.game))
    order = [row.key for row in desk.rows]

    def merge(old: bytes | None) -> bytes:
        return renewed(None if whole else old, measured, game=desk.game, order=order)

    try:
        return commit({}, desk.project.root / file.parent, manifest=file.name, merge=merge)
    except ValueError as error:
        raise CannotRun(str(error)) from None
