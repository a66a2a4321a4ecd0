"""The command that checks: a game to every mistake in it, and, where it is asked for, to what only searching proves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from valleybuild.options import game_argument, quiet_option, style_option
from valleybuild.terminal import (
    CANNOT_RUN,
    CLEAN,
    FINDINGS,
    CannotRun,
    check_aloud,
    is_quiet,
    open_game,
    print_findings,
    require_one_or_more,
    show_progress,
)

if TYPE_CHECKING:
    from valleybuild.problem import Problem
    from valleybuild.workshop import Checked


@click.command()
@game_argument
@style_option
@click.option("--deep", is_flag=True, help="Also prove by searching and playing what no look at the cards can show.")
@click.option("--workers", type=int, default=1, show_default=True, help="How many processes run the deep checks.")
@quiet_option
@click.pass_context
def check(context: click.Context, game: str | None, style: str, deep: bool, workers: int, quiet: bool) -> None:
    """Find every mistake in GAME, and print where it is and how to mend it.

    Ends with 0 where there is nothing to report, with 1 where there are findings, and with 2 where it cannot run.
    """
    require_one_or_more(workers=workers)
    if workers != 1 and not deep:
        raise CannotRun("--workers says how to check deeply: add --deep")
    project, name = open_game(context, game)
    quiet = is_quiet(context, quiet) or style != "full"
    checked = check_aloud(project, name, quiet=quiet)
    problems, interrupted = list(checked.problems), False
    if deep and checked.sound is None:
        click.echo("valleybuild: the deep checks wait until these errors are mended", err=True)
    elif deep:
        interrupted = _check_deeply(checked, problems, workers=workers, quiet=quiet)
    if problems or not quiet or style != "full":
        print_findings(problems, project.lines, codes=checked.rules.codes, style=style)
    context.exit(CANNOT_RUN if interrupted else FINDINGS if problems else CLEAN)


def _check_deeply(checked: Checked, problems: list[Problem], *, workers: int, quiet: bool) -> bool:
    """Add what the deep checks find to the findings; say whether Ctrl-C came before the end."""
    from valleybuild.check.deep import run_deep_checks
    from valleybuild.problem import sort_key

    assert checked.sound is not None
    checks, ended, interrupted = checked.rules.deep_checks, 0, False
    try:
        with show_progress("Checking deeply:", quiet, total=len(checks)) as advance:
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
