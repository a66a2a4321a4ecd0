"""A map, a vehicle and the dangers on the way to what it costs to get from anywhere to anywhere."""

from __future__ import annotations

import msgspec

from valleybuild.games.home_valley.engine.moving import WALK_COST
from valleybuild.games.home_valley.engine.table import Table

FAR = 1000
"""More than any way costs: there is none."""
SHUNNED = 2
"""How much effort a player would rather spend than pass a lasting hazard."""

Matrix = tuple[tuple[int, ...], ...]


class Distances(msgspec.Struct, frozen=True):
    """What the ways cost, in effort, by place and place, and which place comes next on them.

    `rides` are those of the vehicle with one driver, `ride_legs` the places that the next ride enters.
    """

    walks: Matrix
    next_steps: Matrix
    rides: Matrix
    next_stops: Matrix
    ride_legs: dict[tuple[int, int], tuple[int, ...]]


def measure(table: Table, dangers: frozenset[int], ride_cost: int, reach: int) -> Distances:
    """Measure all ways round the dangers, for rides of this cost and at most this many routes."""
    steps = {
        (here, there): WALK_COST + SHUNNED * (there in dangers)
        for here, neighbours in enumerate(table.walk)
        for there in neighbours
    }
    costs: dict[tuple[int, int], int] = {}
    legs: dict[tuple[int, int], tuple[int, ...]] = {}
    for here, ways in enumerate(table.drives if table.vehicle else ()):
        for way in ways.every:
            cost = ride_cost + SHUNNED * sum(place in dangers for place in way)
            if len(way) <= reach and cost < costs.get((here, way[-1]), FAR):
                costs[here, way[-1]] = cost
                legs[here, way[-1]] = way
    walks, next_steps = _shortest(len(table.places), steps)
    rides, next_stops = _shortest(len(table.places), costs)
    return Distances(walks, next_steps, rides, next_stops, legs)


def _shortest(count: int, costs: dict[tuple[int, int], int]) -> tuple[Matrix, Matrix]:
    """Find the cheapest ways between all places, and the first place on each (Floyd and Warshall)."""
    span = range(count)
    found = [[0 if here == there else costs.get((here, there), FAR) for there in span] for here in span]
    first = [list(span) for _ in span]
    for via in span:
        for here in span:
            if (start := found[here][via]) >= FAR:
                continue
            for there in span:
                if start + found[via][there] < found[here][there]:
                    found[here][there] = start + found[via][there]
                    first[here][there] = first[here][via]
    return tuple(map(tuple, found)), tuple(map(tuple, first))
