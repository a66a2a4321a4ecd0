"""The command that simulates: a setup, a player and seeds to how often games are won and what the cards did."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from valleybuild.options import (
    SETUP_NAMES,
    Sectioned,
    game_argument,
    json_option,
    no_progress_option,
    refused_setup,
    setup_options,
    told_setup,
)
from valleybuild.terminal import (
    CANNOT_RUN,
    CLEAN,
    FINDINGS,
    CannotRun,
    is_quiet,
    load_sound_game,
    open_game,
    require_one_or_more,
    show_progress,
)

if TYPE_CHECKING:
    from valleybuild.games import Rules
    from valleybuild.model import Game
    from valleybuild.project import Project
    from valleybuild.simulation import Crew, Played, Sitting, Summary

WIDEST = 28
"""How many characters of a thing's name a table shows at least."""


SECTIONS = {
    "The setup": SETUP_NAMES,
    "The games": ("player", "games", "seed"),
    "Where they are played": ("workers", "cluster"),
}


@click.command(cls=Sectioned, sections=SECTIONS)
@game_argument
@setup_options
@click.option("--player", metavar="NAME", help="Who plays (default: the first that the game has).")
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first game's seed; each next has one more.")
@click.option("--workers", type=int, default=1, show_default=True, help="How many processes play.")
@click.option("--cluster", metavar="ADDRESS", help="Let a Dask cluster play; ADDRESS is its scheduler's HOST:PORT.")
@json_option
@no_progress_option
@click.pass_context
def simulate(
    context: click.Context,
    /,
    game: str | None,
    player: str | None,
    games: int,
    seed: int,
    workers: int,
    cluster: str | None,
    as_json: bool,
    quiet: bool,
    more: tuple[tuple[str, str], ...],
    **setup: str | bool | None,
) -> None:
    """Let a player play many games of GAME and print how often they are won, and what became of each card."""
    from valleybuild.simulation import summarise

    require_one_or_more(games=games, workers=workers)
    crew = _call_cluster(cluster, workers) if cluster is not None else None
    project, name = open_game(context, game)
    loaded, rules = _load(project, name)
    player = _player(rules, name, player)
    sitting = _sit_down(project, loaded, rules, player, told=told_setup(setup), more=dict(more))
    seeds = range(seed, seed + games)
    played, trouble = _play(sitting, seeds, workers, crew, is_quiet(context, quiet))
    if trouble is not None:
        click.echo(f"valleybuild: {trouble}", err=True)
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
    context.exit(CANNOT_RUN if trouble is not None else FINDINGS if summary.cut else CLEAN)


def _load(project: Project, name: str) -> tuple[Game, Rules]:
    """Load a game and its rules."""
    from valleybuild.games import find_rules

    game = load_sound_game(project, name)
    rules = find_rules(game.rules, game.id)
    if rules is None or rules.open is None:
        raise CannotRun(f"{name} has no rules that can be played")
    return game, rules


def _player(rules: Rules, name: str, player: str | None) -> str:
    """Return the player that is asked for, or the first that the game has."""
    from valleybuild.scalars import closest

    if not rules.players:
        raise CannotRun(f"{name} has no players")
    if player is None:
        return next(iter(rules.players))
    if player not in rules.players:
        raise CannotRun(f'there is no player "{player}"; {closest(player, rules.players)}')
    return player


def _call_cluster(address: str, workers: int) -> Crew:
    """Return the workers of a cluster as those who play. What talks to them is loaded only here."""
    from functools import partial

    if workers != 1:
        raise CannotRun("--cluster and --workers exclude each other: a cluster brings its own workers")
    try:
        from valleybuild.cluster import play_on_cluster
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("valleybuild"):
            raise
        raise CannotRun(f"--cluster needs {error.name}: pip install 'valleybuild[cluster]'") from None
    return partial(play_on_cluster, address=address)


def _sit_down(
    project: Project, game: Game, rules: Rules, player: str, *, told: dict[str, str], more: dict[str, str]
) -> Sitting:
    """Open the setup that is told, by options of its own or by --setup. Raises CannotRun for one that is refused."""
    from valleybuild.games.playthrough import SetupError
    from valleybuild.simulation import Sitting

    assert rules.open is not None
    try:
        engine, config = rules.open(project, game)(told | more)
    except SetupError as error:
        raise CannotRun(refused_setup(error, told, more=more)) from None
    return Sitting(engine, config, rules.players[player], rules.note, rules.measure)


def _play(
    sitting: Sitting, seeds: range, workers: int, crew: Crew | None, quiet: bool
) -> tuple[list[Played], str | None]:
    """Play the games; what is said of an end before the last of them is None where there was none."""
    from valleybuild.simulation import CrewError, play_games

    played: list[Played] = []
    total = len(seeds) if sys.stderr.isatty() else None  # elsewhere one line is enough
    trouble: str | None = None
    try:
        with show_progress("Playing", quiet, total=total) as advance:
            for game in play_games(sitting, seeds, workers=workers, crew=crew):
                played.append(game)
                advance(f"seed {game.seed}")
    except KeyboardInterrupt:
        trouble = ""
    except CrewError as error:
        if not played:
            raise CannotRun(str(error)) from None
        trouble = f"{error}; "
    if trouble is not None:
        trouble += f"interrupted after {len(played)} of {len(seeds)} games"
    return played, trouble


def _as_table(name: str, sitting: Sitting, player: str, played: list[Played], summary: Summary) -> Iterator[str]:
    """Yield the lines of a summary."""
    yield f"{name}: {', '.join(_setup_words(sitting.config))}"
    yield f"player {player}, seeds {', '.join(_runs([game.seed for game in played]))}"
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


def _runs(seeds: list[int]) -> Iterator[str]:
    """Yield the stretches without a gap; there are gaps where a cluster was lost half-way."""
    first = last = seeds[0]
    for seed in [*seeds[1:], None]:
        if seed == last + 1:
            last = seed
            continue
        yield f"{first} to {last}"
        if seed is not None:
            first = last = seed


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
