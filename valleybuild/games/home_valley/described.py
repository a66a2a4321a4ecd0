"""A setup's keys to what the Overview for this setup says: its numbers, its team, and what of the rules it needs."""

from __future__ import annotations

from valleybuild.games import Described, DescribeSetup
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.home_valley.engine.entrance import MOST, admit
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.table import CardKind, Event, Table
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.model import Game
from valleybuild.project import Project


def describe_setup(project: Project, game: Game) -> DescribeSetup:
    """Return what describes a setup of this game; a setup that cannot be played raises SetupError."""
    open_setup = open_rules(project, game)

    def describe(setup: dict[str, str]) -> Described:
        rules, config = open_setup(setup)
        assert isinstance(rules, HomeValleyRules)
        admitted = admit(read_valley(game), config)
        values = _values(rules.table) | {"advanced": admitted.advanced, "scenario": config.scenario}
        return Described(_name(rules.table, advanced=config.advanced is True), values)

    return describe


def _values(table: Table) -> dict[str, object]:
    """Name what templates ask of a setup. Entries stand by their ids, what there is none of as an empty id."""
    in_deck = {table.card_numbers[id] for id in (*table.tasks, *table.others, *table.leads)}
    fund = table.cards[table.fund] if table.fund in in_deck else ""
    return {
        "expedition": table.expedition,
        "meeting_point": table.places[table.meeting_point],
        "characters": table.characters,
        "size": len(table.characters),
        "days": table.days,
        "stamps": table.needed,
        "effort": table.effort,
        "own": table.own,
        "discovery": table.discovery,
        "fog": tuple(place for place, fog in zip(table.places, table.fog, strict=True) if fog),
        "point_together": table.point_together,
        "fund": fund,
        "circles": min(table.fund_circles, len(table.characters)) if fund else 0,
        "instants": any(table.kind[card] is CardKind.INSTANT for card in in_deck),
        "meeting": any(table.event[card] is Event.MEETING for card in in_deck),
        "rope": any(_is_effect(table, card, "follow") for card in in_deck),
        "carried": tuple((table.cards[card], table.characters[who]) for card, who in table.carried),
        "lying": tuple((table.cards[card], table.places[place]) for card, place in table.lying),
        **_vehicle(table),
    }


def _is_effect(table: Table, card: int, name: str) -> bool:
    effect = table.effect[card]
    return effect is not None and effect.value == name


def _vehicle(table: Table) -> dict[str, object]:
    """Name what there is to know of the vehicle; `driven` is one that asks for a driver and belongs to the goal."""
    if not table.vehicle:
        return {"vehicle": "", "driven": False}
    return {
        "vehicle": table.vehicle,
        "driven": table.driver != 0,
        "vehicle_start": table.places[table.vehicle_start],
        "seats": table.seats,
        "range": table.reach,
        "cost": table.ride_cost,
        "damaged_cost": table.damaged_cost,
    }


def _name(table: Table, *, advanced: bool) -> str:
    """Name a setup so that no two of them share a file: "e2-split-team-4-shared-pool"."""
    config = table.config
    team = str(len(table.characters))
    if isinstance(config.characters, tuple) and len(table.characters) < MOST:
        team = "-".join(table.characters)
    options = {"advanced": advanced, "shared-pool": config.shared_pool, "point-together": config.point_together}
    return "-".join((f"e{config.expedition}", config.scenario, team, *(key for key, on in options.items() if on)))
