"""A map's place cards to its ways: which places join, and who can get where on foot or in a vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from valleybuild.games.home_valley.content import SIDES, VILLAGE_GREEN, Expedition, PlaceCard, Ride, Valley
from valleybuild.model import Ref


class Way(msgspec.Struct, frozen=True):
    """A printed route between two neighbouring places, by their ids, with its kind."""

    here: str
    there: str
    route: str


class Exit(msgspec.Struct, frozen=True):
    """A route that leaves a card on one side, with the card beyond and the route that meets it there, if any."""

    card: PlaceCard
    side: str
    route: Ref
    beyond: PlaceCard | None
    twin: Ref | None


def exits(cards: tuple[PlaceCard, ...]) -> Iterator[Exit]:
    """Yield every exit of a map's cards with what lies beyond it."""
    cells = {card.cell: card for card in cards}
    for card in cards:
        for side, route in card.exits.items():
            right, down, facing = SIDES[side]
            beyond = cells.get((card.cell[0] + right, card.cell[1] + down))
            yield Exit(card, side, route, beyond, beyond.exits.get(facing) if beyond else None)


def ways(cards: tuple[PlaceCard, ...]) -> tuple[Way, ...]:
    """List a map's ways in both directions.

    A route that only one of two neighbours shows counts too: that it does not join is a finding of its own.
    """
    found: set[tuple[str, str, str]] = set()
    for exit in exits(cards):
        if exit.beyond is not None:
            here, there = exit.card.place.id, exit.beyond.place.id
            found |= {(here, there, exit.route.id), (there, here, exit.route.id)}
    return tuple(Way(*way) for way in sorted(found))


def reach(
    map_ways: tuple[Way, ...], start: Iterable[str], routes: frozenset[str], *, without: Iterable[str] = ()
) -> frozenset[str]:
    """Name the places that can be reached along these kinds of route, never entering those in `without`."""
    closed = frozenset(without)
    reached = set(start) - closed
    frontier = list(reached)
    while frontier:
        here = frontier.pop()
        for way in map_ways:
            if way.here == here and way.route in routes and way.there not in reached | closed:
                reached.add(way.there)
                frontier.append(way.there)
    return frozenset(reached)


def steps(map_ways: tuple[Way, ...], start: str, goal: str, routes: frozenset[str]) -> int | None:
    """Count the routes on the shortest way from one place to another, or return None where there is none."""
    reached, count = frozenset((start,)), 0
    while goal not in reached:
        beyond = {way.there for way in map_ways if way.here in reached and way.route in routes}
        if beyond <= reached:
            return None
        reached, count = reached | beyond, count + 1
    return count


def vehicle_routes(valley: Valley, ride: Ride) -> frozenset[str]:
    """Name the kinds of route that a vehicle uses: with a driver whatever can be driven, else the cable only."""
    vehicle = valley.vehicles.get(ride.vehicle.id)
    if vehicle is None or vehicle.driver is not None:
        return valley.drivable
    return valley.drivable - valley.walkable


def reach_of_vehicle(valley: Valley, expedition: Expedition) -> frozenset[str]:
    """Name the places that an expedition's vehicle can reach from where it starts."""
    ride = expedition.ride
    if ride is None:
        return frozenset()
    return reach(ways(valley.maps.get(expedition.id, ())), [ride.start.id], vehicle_routes(valley, ride))


def reach_of_characters(valley: Valley, expedition: Expedition) -> frozenset[str]:
    """Name the places that characters can reach from the Village Green on foot and, once they get to it, by vehicle.

    The vehicle moves only with somebody in it, so it ferries nobody unless people can walk to its start.
    """
    found = ways(valley.maps.get(expedition.id, ()))
    on_foot = reach(found, [VILLAGE_GREEN], valley.walkable)
    if expedition.ride is None or expedition.ride.start.id not in on_foot:
        return on_foot
    return reach(found, on_foot | reach_of_vehicle(valley, expedition), valley.walkable)
