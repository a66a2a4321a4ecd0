"""Setup lines of Pebbles to the rules of that setup: how many points win, how often one may scoop."""

from __future__ import annotations

from pebbles_rules.engine import PebblesRules
from pebbles_rules.river import Config, compile_river
from valleybuild.games.playthrough import OpenRules, SetupError
from valleybuild.model import Game
from valleybuild.project import Project
from valleybuild.scalars import closest

MOST_SCOOPS = 20


def open_rules(project: Project, game: Game) -> OpenRules:
    """Return what opens a setup of this game."""
    most = {"goal": compile_river(game, Config()).most, "scoops": MOST_SCOOPS}

    def open_setup(setup: dict[str, str]) -> tuple[PebblesRules, Config]:
        for key, value in setup.items():
            if key not in most:
                raise SetupError(f'there is no setup key "{key}"', key=key, hint=closest(key, most))
            if not (value.isdecimal() and value.isascii() and len(value) < 4 and 1 <= int(value) <= most[key]):
                raise SetupError(f'{key} is a number from 1 to {most[key]}, not "{value}"', key=key)
        config = Config(**{key: int(value) for key, value in setup.items()})
        return PebblesRules(compile_river(game, config)), config

    return open_setup
