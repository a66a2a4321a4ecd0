"""The command that simulates: a setup, a player and seeds to how often games are won and what the cards did."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from valleybuild.games import Rules
    from valleybuild.model import Game
    from valleybuild.project import Project
    from valleybuild.simulation import Played, Sitting, Summary

WIDEST = 28
"""How many characters of a thing's name a table shows at least."""


@click.command()
@click.argument("game", required=False)
@click.option("--expedition", help="The number of the expedition.")
@click.option("--scenario", help="The scenario, by its id.")
@click.option("--characters", help="How many characters, or their ids, separated by commas.")
@click.option("--advanced", is_flag=True, help="Play the advanced sides.")
@click.option("--shared-pool", is_flag=True, help="Pay from a shared pool where one's own tokens are the rule.")
@click.option("--point-together", is_flag=True, help="Play with Point together.")
@click.option("--player", help="Who plays (default: the first that the game has).")
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first game's seed; each next has one more.")
@click.option("--workers", type=int, default=1, show_default=True, help="How many processes play.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def simulate(
    context: click.Context,
    /,
    game: str | None,
    player: str | None,
    games: int,
    seed: int,
    workers: int,
    as_json: bool,
    quiet: bool,
    **setup: str | bool | None,
) -> None:
    """Let a player play many games of GAME and print how often they are won, and what became of each card."""
    from valleybuild.cli import CANNOT_RUN, CLEAN, FINDINGS, CannotRun, open_game
    from valleybuild.simulation import summarise

    for option, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise CannotRun(f"--{option} is 1 or more, not {number}")
    project, name = open_game(context, game)
    loaded, rules = _load(project, name)
    player = _player(rules, name, player)
    told = {key.replace("_", "-"): "yes" if value is True else str(value) for key, value in setup.items() if value}
    sitting = _sit_down(project, loaded, rules, told, player)
    played, interrupted = _play(sitting, range(seed, seed + games), workers, quiet or context.obj["quiet"])
    if interrupted:
        click.echo(f"valleybuild: interrupted after {len(played)} of {games} games", err=True)
    if not played:
        context.exit(CANNOT_RUN)
    summary = summarise(played)
    if as_json:
        click.echo(_as_json(loaded, sitting, player, seed, games, summary, played))
    else:
        click.echo("\n".join(_as_table(name, sitting, player, played, summary)))
    for number in summary.cut:
        message = f"the game with seed {number} has not ended after {sitting.most_moves} moves and was cut"
        click.echo(f"valleybuild: {message}", err=True)
    context.exit(CANNOT_RUN if interrupted else FINDINGS if summary.cut else CLEAN)


def _load(project: Project, name: str) -> tuple[Game, Rules]:
    """Load a game and its rules."""
    from valleybuild.cli import CannotRun
    from valleybuild.games import find_rules
    from valleybuild.load import load_game
    from valleybuild.problem import has_errors

    game, problems = load_game(project, name)
    if game is None or has_errors(problems):
        raise CannotRun(f"{name} has errors; see `valleybuild check {name}`")
    rules = find_rules(game.rules)
    if rules is None or rules.open is None:
        raise CannotRun(f"{name} has no rules that can be played")
    return game, rules


def _player(rules: Rules, name: str, player: str | None) -> str:
    """Return the player that is asked for, or the first that the game has."""
    from valleybuild.cli import CannotRun
    from valleybuild.scalars import closest

    if not rules.players:
        raise CannotRun(f"{name} has no players")
    if player is None:
        return next(iter(rules.players))
    if player not in rules.players:
        raise CannotRun(f'there is no player "{player}"; {closest(player, rules.players)}')
    return player


def _sit_down(project: Project, game: Game, rules: Rules, told: dict[str, str], player: str) -> Sitting:
    """Open the setup that is told. Raises CannotRun for one that cannot be played."""
    from valleybuild.cli import CannotRun
    from valleybuild.games.playthrough import SetupError
    from valleybuild.simulation import Sitting

    assert rules.open is not None
    try:
        engine, config = rules.open(project, game)(told)
    except SetupError as error:
        raise CannotRun(error.message + (f" (--{error.key})" if error.key in told else "")) from None
    return Sitting(engine, config, rules.players[player], rules.note, rules.measure)


def _play(sitting: Sitting, seeds: range, workers: int, quiet: bool) -> tuple[list[Played], bool]:
    """Play the games; say whether Ctrl-C came before the end."""
    from valleybuild.cli import show_progress
    from valleybuild.simulation import play_games

    played: list[Played] = []
    total = len(seeds) if sys.stderr.isatty() else None  # elsewhere one line is enough
    try:
        with show_progress("Playing", quiet, total) as advance:
            for game in play_games(sitting, seeds, workers=workers):
                played.append(game)
                advance(f"seed {game.seed}")
    except KeyboardInterrupt:
        return played, True
    return played, False


def _as_table(name: str, sitting: Sitting, player: str, played: list[Played], summary: Summary) -> Iterator[str]:
    """Yield the lines of a summary."""
    yield f"{name}: {', '.join(_setup_words(sitting.config))}"
    yield f"player {player}, seeds {played[0].seed} to {played[-1].seed}"
    yield ""
    low, high = (f"{100 * bound:.1f} %" for bound in summary.interval)
    yield f"won {summary.won} of {summary.games}: {100 * summary.win_rate:.1f} % (95 % interval: {low} to {high})"
    means = summary.means | {"moves": summary.moves}
    yield "on average: " + ", ".join(f"{mean:.1f} {measure}" for measure, mean in means.items())
    verbs = sorted({verb for counts in summary.things.values() for verb in counts})
    if verbs:
        width = max(WIDEST, *(len(thing) for thing in summary.things))
        yield ""
        yield " " * width + "".join(f"{verb:>9}" for verb in verbs)
        for thing, counts in summary.things.items():
            yield f"{thing:{width}}" + "".join(f"{counts.get(verb, 0):9}" for verb in verbs)


def _setup_words(config: Any) -> Iterator[str]:
    """Yield what a configuration says, without what is left open or not chosen."""
    import msgspec

    for key, value in msgspec.to_builtins(config).items():
        name = key.replace("_", "-")
        if value is True:
            yield name
        elif isinstance(value, list | tuple):
            yield f"{name} {' '.join(map(str, value))}"
        elif isinstance(value, str | int) and value is not False:
            yield f"{name} {value}"


def _as_json(
    game: Game, sitting: Sitting, player: str, seed: int, asked: int, summary: Summary, played: list[Played]
) -> str:
    """Write all there is to know as one JSON object."""
    from importlib.metadata import version

    import msgspec

    whole: dict[str, Any] = {
        "game": game.id,
        "game_version": game.version,
        "program_version": version("valleybuild"),
        "setup": msgspec.to_builtins(sitting.config),
        "player": player,
        "first_seed": seed,
        "games_asked": asked,
        **msgspec.to_builtins(summary),
        "played": msgspec.to_builtins(played),
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()
