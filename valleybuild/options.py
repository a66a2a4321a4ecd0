"""Options that commands share, told setups out of them, and the headings that options stand under in a command's help.

Options go in as decorators or as what click has read; a setup by its keys, or lines of help, come out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from valleybuild.games.playthrough import SetupError

Command = TypeVar("Command", bound=Callable[..., Any])

STYLES = ("full", "concise", "json", "github")
"""How findings are printed."""

game_argument = click.argument("game", required=False)
style_option = click.option(
    "--format",
    "style",
    type=click.Choice(STYLES),
    default="full",
    show_default=True,
    help="How findings are printed: with their lines, one on a line, as JSON, or as GitHub's annotations.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
no_progress_option = click.option("-q", "--quiet", is_flag=True, help="Show no progress.")

SETUP_OPTIONS = (
    click.option("--expedition", metavar="NUMBER", help="The number of the expedition."),
    click.option("--scenario", metavar="ID", help="The scenario, by its id."),
    click.option("--characters", metavar="NUMBER|IDS", help="How many characters, or their ids, separated by commas."),
    click.option("--advanced", is_flag=True, help="Play the advanced sides."),
    click.option("--shared-pool", is_flag=True, help="Pay from a shared pool where one's own tokens are the rule."),
    click.option("--point-together", is_flag=True, help="Play with Point together."),
    click.option(
        "--setup",
        "more",
        nargs=2,
        multiple=True,
        metavar="KEY VALUE",
        help="Anything else that is set up. May be repeated.",
    ),
)
"""What says on the command line how a game is set up."""

SETUP_NAMES = ("expedition", "scenario", "characters", "advanced", "shared_pool", "point_together", "more")
"""The names of these options as click knows them."""


class Sectioned(click.Command):
    """A command whose help groups options under headings; `sections` names the options of each."""

    def __init__(self, *arguments: Any, sections: Mapping[str, tuple[str, ...]], **settings: Any) -> None:
        """Keep the sections; all else is click's."""
        super().__init__(*arguments, **settings)
        self.sections = sections

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options: those of each section, then the others."""
        lines = {
            parameter.name: record
            for parameter in self.get_params(context)
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context)) is not None
        }
        listed = [(heading, [lines.pop(name) for name in names]) for heading, names in self.sections.items()]
        for heading, rows in [*listed, ("Options", list(lines.values()))]:
            with formatter.section(heading):
                formatter.write_dl(rows)


def setup_options(command: Command) -> Command:
    """Give a command the options of a setup: `more`, and for the others keyword arguments of their own."""
    for option in reversed(SETUP_OPTIONS):
        command = option(command)
    return command


def told_setup(options: Mapping[str, str | bool | None]) -> dict[str, str]:
    """Return the setup that options of their own tell, by the keys of a setup."""
    return {key.replace("_", "-"): "yes" if value is True else str(value) for key, value in options.items() if value}


def refused_setup(error: SetupError, told: Container[str], *, more: Container[str]) -> str:
    """Say why a setup is refused, with the option at fault: one of its own, told, or --setup."""
    option = f"setup {error.key}" if error.key in more else error.key
    return error.message + (f" (--{option})" if error.key in more or error.key in told else "")
