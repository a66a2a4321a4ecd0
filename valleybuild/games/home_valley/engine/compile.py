"""The loaded game and a configuration to the table of facts that the engine plays by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from valleybuild.games.home_valley.content import (
    RALLYING,
    VILLAGE_GREEN,
    Valley,
    Vehicle,
    integer,
    read_valley,
    reference,
)
from valleybuild.games.home_valley.engine.entrance import Setup, admit
from valleybuild.games.home_valley.engine.facts import (
    Abilities,
    advantages_of,
    card_facts,
    item_facts,
    read_abilities,
)
from valleybuild.games.home_valley.engine.luck import FACES
from valleybuild.games.home_valley.engine.moves import Move, UsualMoves, all_splits, usual_moves
from valleybuild.games.home_valley.engine.table import CardFacts, CardKind, Config, Event, Slot, Table, Ways
from valleybuild.games.home_valley.ways import vehicle_routes, ways
from valleybuild.model import Game

SLOTS = 2
"""Items that a character can carry (R-080)."""
FIRST_AID, REPAIRS = "first-aid", "repairs"
"""What Recover asks for (R-105, R-106)."""
SETUP_SLOTS = tuple(Slot(deck, f"{deck}-{n}") for deck, count in (("lead", 3), ("task", 2), ("other", 2))
                    for n in range(1, count + 1))  # fmt: skip
MORNING_SLOTS = tuple(Slot(deck, f"{deck}-1") for deck in ("task", "other", "lead"))
"""What is laid out at setup (R-034, R-035) and before every later day (R-166), in this order."""

Neighbours = tuple[tuple[int, ...], ...]
Columns = dict[str, Any]
"""A part of the table, by the names of its fields."""


def compile_table(game: Game, config: Config) -> Table:
    """Compile the facts of one setup. Raises ValueError for one that the rules exclude or that cannot be played."""
    valley = read_valley(game)
    setup = admit(valley, config)
    expedition, abilities = setup.expedition, read_abilities(valley)
    places = tuple(card.place.id for card in valley.maps.get(expedition.id, ()))
    cards = _cards(valley, setup, abilities)
    extra = next((extra for extra in setup.scenario.extras if extra.expedition.id == expedition.id), None)
    characters = tuple(entry.id for entry in setup.characters)
    vehicle = _vehicle(valley, setup, abilities, places, extra.seats if extra else None)
    people = _people(setup, abilities)
    longest = (max(card.steps for card in cards.values()), vehicle["reach"] + max(people["longer_ride"]))
    routes = _map(valley, setup, places, longest)
    return Table(
        config=config,
        expedition=expedition.id,
        characters=characters,
        character_numbers={id: number for number, id in enumerate(characters)},
        days=extra.days if extra and extra.days is not None else expedition.days,
        needed=setup.stamps,
        effort=setup.effort,
        own=setup.own,
        splits=_splits(setup, cards),
        usual=_usual(routes, vehicle, people),
        players=setup.players,
        first_of_player=_first_of_player(len(characters), setup.players),
        discovery=setup.discovery,
        point_together=config.point_together,
        rulings=config.rulings,
        slots=SLOTS,
        repairs=abilities.bits.get(REPAIRS, 0),
        first_aid=abilities.bits.get(FIRST_AID, 0),
        setup_slots=SETUP_SLOTS,
        morning_slots=MORNING_SLOTS,
        **routes,
        **vehicle,
        **people,
        **_card_columns(cards, abilities, len(characters)),
        **_starts(setup, cards, places, characters),
    )


def _splits(setup: Setup, cards: dict[str, CardFacts]) -> dict[int, tuple[Move, ...]]:
    """List the ways to share out a day's tokens, with and without what instants add."""
    if not setup.own:
        return {}
    more = sum(card.event_value for card in cards.values() if card.event is Event.MORE_EFFORT)
    return {total: all_splits(total, len(setup.characters)) for total in range(setup.effort, setup.effort + more + 1)}


def _usual(routes: Columns, vehicle: Columns, people: Columns) -> UsualMoves:
    shortest = tuple(ways.shortest for ways in routes["drives"])
    return usual_moves(routes["walk"], shortest, longest=[vehicle["reach"] + more for more in people["longer_ride"]])


def _first_of_player(characters: int, players: int) -> tuple[int, ...]:
    """Share out the characters in seating order; the first players control one more where it does not come out."""
    each, more = divmod(characters, players)
    return tuple(player * each + min(player, more) for player in range(players))


def _map(valley: Valley, setup: Setup, places: tuple[str, ...], longest: tuple[int, int]) -> Columns:
    """Read the map; `longest` is how far a card takes somebody on foot, and the vehicle's longest ride."""
    steps, reach = longest
    cards = valley.maps.get(setup.expedition.id, ())
    numbers = {id: number for number, id in enumerate(places)}
    meeting_point = setup.expedition.meeting_point.id
    for needed in (VILLAGE_GREEN, meeting_point):
        if needed not in numbers:
            raise ValueError(f"the map of expedition {setup.expedition.number} has no {needed}")
    ride = setup.expedition.ride
    driven = vehicle_routes(valley, ride) if ride else frozenset()
    found = ways(cards)
    walk = _neighbours(places, ((way.here, way.there) for way in found if way.route in valley.walkable))
    drive = _neighbours(places, ((way.here, way.there) for way in found if way.route in driven))
    far = {number: numbers[card.place.id] for card in cards for number in card.far if number <= FACES}
    anywhere = {number: numbers[card.place.id] for card in cards for number in card.anywhere if number <= FACES}
    if not far or not anywhere:
        raise ValueError(f"the map of expedition {setup.expedition.number} has no die numbers of one colour (R-130)")
    return {
        "places": places,
        "place_numbers": numbers,
        "start": numbers[VILLAGE_GREEN],
        "meeting_point": numbers[meeting_point],
        "walk": walk,
        "drive": drive,
        "near": _neighbours(places, ((way.here, way.there) for way in found)),
        "walks": _all_ways(walk, steps),
        "drives": _all_ways(drive, reach),
        "far": far,
        "anywhere": anywhere,
        "fog": tuple(card.fog for card in cards),
    }


def _neighbours(places: tuple[str, ...], pairs: Iterable[tuple[str, str]]) -> Neighbours:
    found: dict[str, set[int]] = {place: set() for place in places}
    for here, there in pairs:
        found[here].add(places.index(there))
    return tuple(tuple(sorted(found[place])) for place in places)


def _all_ways(neighbours: Neighbours, longest: int) -> tuple[Ways, ...]:
    """List, for each place, the ways to other places that are no longer than this."""
    found = []
    for start in range(len(neighbours)):
        every = sorted(_ways_from(neighbours, start, longest), key=lambda way: (len(way), way))
        away = tuple(way for way in every if way[-1] != start)
        shortest = {way[-1]: way for way in reversed(away)}
        found.append(Ways(away, tuple(sorted(shortest.values(), key=lambda way: (len(way), way)))))
    return tuple(found)


def _ways_from(neighbours: Neighbours, here: int, longest: int) -> Iterator[tuple[int, ...]]:
    for place in neighbours[here] if longest else ():
        yield (place,)
        for way in _ways_from(neighbours, place, longest - 1):
            yield (place, *way)


def _vehicle(valley: Valley, setup: Setup, abilities: Abilities, places: tuple[str, ...], seats: int | None) -> Columns:
    ride = setup.expedition.ride
    vehicle = valley.vehicles.get(ride.vehicle.id) if ride else None
    if ride is None or vehicle is None:
        names = ("seats", "reach", "ride_cost", "damaged_cost", "driver")
        return {"vehicle": "", "vehicle_start": -1, **dict.fromkeys(names, 0)}
    if ride.start.id not in places:
        raise ValueError(f"the {vehicle.entry.id} starts at {ride.start.id}, which is not on the map")
    return {
        "vehicle": vehicle.entry.id,
        "vehicle_start": places.index(ride.start.id),
        "seats": _of_vehicle(vehicle, "seats") if seats is None else seats,
        "reach": vehicle.range if ride.range is None else ride.range,
        "ride_cost": _of_vehicle(vehicle, "cost"),
        "damaged_cost": _of_vehicle(vehicle, "damaged-cost"),
        "driver": abilities.bits[vehicle.driver.id] if vehicle.driver else 0,
    }


def _of_vehicle(vehicle: Vehicle, field: str) -> int:
    value = integer(vehicle.entry.record, field)
    if value is None:
        raise ValueError(f"{vehicle.entry.id} has no {field} that could be read")
    return value


def _people(setup: Setup, abilities: Abilities) -> Columns:
    ids = tuple(found.id if (found := reference(entry.record, "ability")) else "" for entry in setup.characters)
    known = tuple(advantages_of(entry) for entry in setup.characters)
    sides = known if setup.advanced else ()
    nobody = (0,) * len(known)
    return {
        "ability": tuple(abilities.bits.get(id, 0) for id in ids),
        "rallying": tuple(id == RALLYING for id in ids),
        "longer_ride": nobody if setup.own or not sides else tuple(side.longer_ride for side in sides),
        "far_effort": tuple(side.far_effort for side in sides) if setup.own and sides else nobody,
        "free_mend": tuple(side.free_mend for side in sides) or (False,) * len(known),
        "free_heal": tuple(side.free_heal for side in sides) or (False,) * len(known),
        "far_turn": tuple(side.far_turn for side in sides) or (False,) * len(known),
        "far_item": tuple(side.far_item for side in sides) or (False,) * len(known),
    }


def _cards(valley: Valley, setup: Setup, abilities: Abilities) -> dict[str, CardFacts]:
    """Read the cards of an expedition (R-017, R-018) and the items that its hazards leave."""
    used = {card.id: card_facts(card, abilities) for card in valley.used_in(setup.expedition)}
    left = {facts.leaves for facts in used.values() if facts.leaves}
    items = {entry.id: item_facts(entry) for entry in valley.game.of_kind("gained-item") if entry.id in left}
    return used | items


def _card_columns(cards: dict[str, CardFacts], abilities: Abilities, characters: int) -> Columns:
    numbers = {id: number for number, id in enumerate(cards)}
    facts = tuple(cards.values())
    funds = [(numbers[id], card.fund) for id, card in cards.items() if card.fund is not None]
    if len(funds) > 1:
        raise ValueError("the engine knows one fund in an expedition, not two")
    fund, (effort, circles) = funds[0] if funds else (-1, (0, 0))
    return {
        "cards": tuple(cards),
        "task_sides": tuple(card.task_side for card in facts),
        "card_numbers": numbers | {card.task_side: numbers[id] for id, card in cards.items() if card.task_side},
        "kind": tuple(card.kind for card in facts),
        "rows": tuple(card.sides for card in facts),
        "stamps": tuple(card.stamps for card in facts),
        "lasting": tuple(card.lasting for card in facts),
        "leaves": tuple(numbers.get(card.leaves, -1) for card in facts),
        "effect": tuple(card.effect for card in facts),
        "gives": tuple(abilities.bits.get(card.ability, 0) for card in facts),
        "protects": tuple(sum(1 << numbers[id] for id in card.protects if id in numbers) for card in facts),
        "refreshes": tuple(card.refreshes for card in facts),
        "steps": tuple(card.steps for card in facts),
        "event": tuple(card.event for card in facts),
        "event_value": tuple(card.event_value for card in facts),
        "fund": fund,
        "fund_effort": effort,
        "fund_circles": min(circles, characters),
    }


def _starts(setup: Setup, cards: dict[str, CardFacts], places: tuple[str, ...], characters: tuple[str, ...]) -> Columns:
    """Sort the cards into decks, without those that are in play from the start (A-22)."""
    numbers = {id: number for number, id in enumerate(cards)}
    starts = setup.expedition.starts
    in_play = {start.card.id for start in starts}
    decks = {
        "tasks": (CardKind.TASK,),
        "others": (CardKind.OPPORTUNITY, CardKind.HAZARD, CardKind.INSTANT),
        "leads": (CardKind.LEAD,),
    }
    at = ((start.card.id, start.at.id) for start in starts if start.at is not None)
    return {
        **{
            deck: tuple(id for id, card in cards.items() if card.kind in kinds and id not in in_play)
            for deck, kinds in decks.items()
        },
        "gained": tuple(numbers[id] for id, card in cards.items() if card.kind is CardKind.GAINED_ITEM),
        "carried": tuple(
            (numbers[start.card.id], characters.index(start.bearer.id)) for start in starts if start.bearer is not None
        ),
        "lying": tuple(sorted((numbers[id], places.index(place)) for id, place in at)),
    }
