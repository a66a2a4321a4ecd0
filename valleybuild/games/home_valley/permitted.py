"""The loaded game to the teams that may play it: for each expedition, every set of characters that the rules admit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import Expedition, Valley
from valleybuild.games.home_valley.engine.entrance import FEWEST, MOST, admit
from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.games.home_valley.rulings import read_rulings


def chosen_rulings(subject: Subject) -> Rulings:
    """Return the rulings that the game plays by."""
    book, _ = read_rulings(subject.project, subject.game)
    return Rulings(**(book.switches if book else {}))


def scenarios_of(valley: Valley, expedition: Expedition) -> list[str]:
    """Name the scenarios that an expedition is played in."""
    refused = {scenario.entry.id for scenario in valley.scenarios if expedition.id in {e.id for e in scenario.not_with}}
    return [scenario.entry.id for scenario in valley.scenarios if scenario.entry.id not in refused]


def teams_of(valley: Valley, expedition: Expedition) -> Iterator[tuple[int, tuple[Config, ...], str]]:
    """Yield each size of team with the setups in which such teams may play, and why the first that may not (A-31).

    All setups are of the first scenario, as none changes who may play.
    """
    characters = [entry.id for entry in valley.game.of_kind("character")]
    scenario = next(iter(scenarios_of(valley, expedition)), "")
    for size in range(FEWEST, MOST + 1):
        admitted, refusal = [], ""
        for team in combinations(characters, size):
            config = Config(expedition.number, scenario, team)
            try:
                admit(valley, config)
            except ValueError as error:
                refusal = refusal or str(error)
            else:
                admitted.append(config)
        yield size, tuple(admitted), refusal or f"there are {len(characters)} characters"


def rules_of_teams(subject: Subject, valley: Valley, expedition: Expedition) -> Iterator[HomeValleyRules]:
    """Yield the rules of the permitted teams that hold no smaller one, by the rulings chosen.

    What cannot be played at all is left out: checks of their own say where the content is at fault.
    """
    rulings = chosen_rulings(subject)
    known: list[set[str]] = []
    for _, admitted, _ in teams_of(valley, expedition):
        for config in admitted:
            assert isinstance(config.characters, tuple)
            team = set(config.characters)
            if any(smaller < team for smaller in known):
                continue
            known.append(team)
            try:
                yield rules_for(subject.game, replace(config, rulings=rulings))
            except ValueError:
                return


def listed(rules: HomeValleyRules) -> str:
    """Name a team: "betty, matt and maggie"."""
    *first, last = rules.table.characters
    return f"{', '.join(first)} and {last}"
