"""A setup to its expedition, scenario and characters; a setup that the rules exclude is refused in a sentence."""

from __future__ import annotations

import msgspec

from valleybuild.games.home_valley.content import RALLYING, Expedition, Scenario, Valley, reference
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.model import Entry

FEWEST, MOST = 3, 5


class Setup(msgspec.Struct, frozen=True):
    """A setup that the rules allow."""

    expedition: Expedition
    scenario: Scenario
    characters: tuple[Entry, ...]
    players: int
    advanced: bool
    discovery: bool
    own: bool
    effort: int
    stamps: int


def admit(valley: Valley, config: Config) -> Setup:
    """Return the setup that a configuration describes. Raises ValueError where the rules exclude it."""
    expedition = valley.expedition(config.expedition)
    if expedition is None:
        raise ValueError(f"there is no expedition {config.expedition}")
    scenario = _scenario(valley, expedition, config)
    characters = _characters(valley, config)
    _driver_needed(valley, expedition, characters)
    _bearers_needed(expedition, characters)
    advanced = _advanced(scenario, config)
    own, effort = _effort(expedition, scenario, config, advanced=advanced)
    players = _players(config, characters)
    if config.point_together and not expedition.point_together:
        raise ValueError(f"expedition {expedition.number} is not played with Point together (R-181)")
    if config.point_together and players == 1:
        raise ValueError("Point together needs at least two players (A-45)")
    return Setup(
        expedition=expedition,
        scenario=scenario,
        characters=characters,
        players=players,
        advanced=advanced,
        discovery=scenario.entry["discovery"] is True,
        own=own,
        effort=effort,
        stamps=_stamps(expedition, scenario, len(characters), shared_pool=config.shared_pool),
    )


def _scenario(valley: Valley, expedition: Expedition, config: Config) -> Scenario:
    scenario = next((found for found in valley.scenarios if found.entry.id == config.scenario), None)
    if scenario is None:
        known = ", ".join(found.entry.id for found in valley.scenarios)
        raise ValueError(f"there is no scenario {config.scenario!r}; there are {known}")
    if expedition.id in {refused.id for refused in scenario.not_with}:
        raise ValueError(f"{config.scenario} is not played with expedition {expedition.number} (R-184)")
    return scenario


def _advanced(scenario: Scenario, config: Config) -> bool:
    """Say which sides are up; a scenario may leave it to the table."""
    sides = scenario.entry["sides"]
    if config.advanced is None:
        return sides == "advanced"
    if sides != "either" and config.advanced != (sides == "advanced"):
        raise ValueError(f"in {scenario.entry.id} all characters lie {sides} side up")
    return config.advanced


def _stamps(expedition: Expedition, scenario: Scenario, characters: int, *, shared_pool: bool) -> int:
    """Return how many stamps are needed (R-182)."""
    more = expedition.shared_stamps if shared_pool else 0
    return max(expedition.stamps + scenario.stamps + expedition.teams.get(characters, 0) + more, 1)


def _characters(valley: Valley, config: Config) -> tuple[Entry, ...]:
    known = {entry.id: entry for entry in valley.game.of_kind("character")}
    wanted = config.characters
    ids = tuple(known)[:wanted] if isinstance(wanted, int) else wanted
    count = wanted if isinstance(wanted, int) else len(wanted)
    if not FEWEST <= count <= MOST:
        raise ValueError(f"{FEWEST} to {MOST} characters play, not {count} (R-002)")
    for id in ids:
        if id not in known:
            raise ValueError(f"there is no character {id!r}; there are {', '.join(known)}")
    if len(set(ids)) < count:
        raise ValueError(f"of {count} characters only {len(set(ids))} differ (R-002)")
    for id in ids:
        ability = reference(known[id].record, "ability")
        if ability is not None and ability.id == RALLYING and count < MOST:
            raise ValueError(f"{id} plays only in a team of {MOST} (R-003, A-31)")
    return tuple(known[id] for id in ids)


def _players(config: Config, characters: tuple[Entry, ...]) -> int:
    players = len(characters) if config.players is None else config.players
    if not 1 <= players <= len(characters):
        raise ValueError(f"1 to {len(characters)} players can control {len(characters)} characters, not {players}")
    if len(characters) == MOST and players != MOST:
        raise ValueError(f"{MOST} characters play only with {MOST} players (A-31)")
    return players


def _driver_needed(valley: Valley, expedition: Expedition, characters: tuple[Entry, ...]) -> None:
    vehicle = valley.vehicles.get(expedition.ride.vehicle.id) if expedition.ride else None
    if vehicle is None or vehicle.driver is None:
        return
    abilities = {ability.id for entry in characters if (ability := reference(entry.record, "ability"))}
    if vehicle.driver.id not in abilities:
        raise ValueError(f"nobody in the team has {vehicle.driver.id}, which the {vehicle.entry.id} asks for (A-31)")


def _bearers_needed(expedition: Expedition, characters: tuple[Entry, ...]) -> None:
    ids = {entry.id for entry in characters}
    for start in expedition.starts:
        if start.bearer is not None and start.bearer.id not in ids:
            raise ValueError(f"{start.bearer.id} is not in the team, but starts with {start.card.id} (R-032)")


def _effort(expedition: Expedition, scenario: Scenario, config: Config, *, advanced: bool) -> tuple[bool, int]:
    """Return whether everyone has tokens of their own, and the effort of a day."""
    if not config.shared_pool:
        extra = (extra.effort for extra in scenario.extras if extra.expedition.id == expedition.id)
        return expedition.own_tokens, next((effort for effort in extra if effort), expedition.effort)
    if expedition.shared_effort is None:
        raise ValueError(f"expedition {expedition.number} has no choice of a shared pool (R-061)")
    if advanced:
        raise ValueError("with a shared pool the advanced sides are not played (R-062)")
    return False, expedition.shared_effort
