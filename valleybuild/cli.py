"""The command line: the commands, and what holds for them all. Findings end with 1, what cannot run with 2."""

from __future__ import annotations

import gc
import io
import sys
from pathlib import Path

import click

from valleybuild.building import build
from valleybuild.checking import check
from valleybuild.listing import explain, list_everything
from valleybuild.playing import replay
from valleybuild.reporting import report
from valleybuild.simulating import simulate
from valleybuild.terminal import DEFAULT_GAME

HELP = f"""Check a card game written in YAML and compile it into PDFs to print and cut.

GAME is a folder of cards/ (default: {DEFAULT_GAME}, or the only game there is).
"""


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, help=HELP)
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The project's folder (default: the nearest from here upwards that has cards/).",
)
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong; the same as -q behind the command.")
@click.version_option(package_name="valleybuild")
@click.pass_context
def main(context: click.Context, project: Path | None, quiet: bool) -> None:
    """Settle what holds for all commands."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without ě or ★ gets an escape, not a crash
    gc.set_threshold(100_000, 20, 100)  # a build makes many values and few circles: looking for them costs a tenth
    context.obj = {"project": project, "quiet": quiet}


for command in (build, check, explain, list_everything, replay, report, simulate):
    main.add_command(command)
