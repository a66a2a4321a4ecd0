"""A setup to the least effort that brings everyone, and the Badger, to the meeting point from wherever they are.

All are taken to be healthy and without items, and the effort to be in a pool, so this is what it costs at least.
"""

from __future__ import annotations

from valleybuild.games.home_valley.engine.moving import WALK_COST
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.home_valley.planning.day import People

FAR = 40
"""What it is taken to cost where there is no way at all."""
Stand = tuple[int, int, tuple[int, ...]]
"""Where the vehicle and its driver are (-1 where anyone may drive, or there is none), and the others, sorted."""


class Homing:
    """The way to the meeting point, worked out once for a setup."""

    def __init__(self, table: Table) -> None:
        self.table = table
        able = [n for n, ability in enumerate(table.ability) if table.driver and ability & table.driver]
        self.driver = able[0] if able else -1
        self.walked = [distances(table.walk, place) for place in range(len(table.places))]
        self.known: dict[tuple[tuple[int, ...], int], int] = {}
        self.effort = _all_ways_home(table, self.driver) if table.vehicle else {}

    def cost(self, people: People) -> int:
        """Return the least effort from here."""
        key = (people.places, people.vehicle)
        found = self.known.get(key)
        if found is None:
            if self.table.vehicle:
                others = tuple(sorted(place for n, place in enumerate(people.places) if n != self.driver))
                driver = people.places[self.driver] if self.driver >= 0 else -1
                found = self.effort.get((people.vehicle, driver, others), FAR)
            else:
                found = sum(self.walked[self.table.meeting_point][place] for place in people.places) * WALK_COST
            self.known[key] = found
        return found


def distances(near: tuple[tuple[int, ...], ...], start: int) -> list[int]:
    """Return how many routes it is from a place to each."""
    found = [FAR] * len(near)
    found[start] = 0
    waiting = [start]
    for here in waiting:
        for place in near[here]:
            if found[place] == FAR:
                found[place] = found[here] + 1
                waiting.append(place)
    return found


def _all_ways_home(table: Table, driver: int) -> dict[Stand, int]:
    """Work back from the goal, wave by wave; every step can be taken back for what it costs."""
    home, count = table.meeting_point, len(table.characters)
    others = (home,) * (count - (driver >= 0))
    vehicles = (home,) if table.driver else tuple(range(len(table.places)))
    wave: list[Stand] = [(vehicle, home if driver >= 0 else -1, others) for vehicle in vehicles]
    found = dict.fromkeys(wave, 0)
    effort = 0
    while wave and effort < FAR:
        effort += 1
        onward: list[Stand] = []
        for stand in wave:
            for after in _steps(table, stand):
                if after not in found:
                    found[after] = effort
                    onward.append(after)
        wave = onward
    return found


def _steps(table: Table, stand: Stand) -> list[Stand]:
    vehicle, driver, others = stand
    found: list[Stand] = []
    if driver >= 0:
        found += [(vehicle, place, others) for place in table.walk[driver]]
    for index, here in enumerate(others):
        if not index or others[index - 1] != here:
            rest = (*others[:index], *others[index + 1 :])
            found += [(vehicle, driver, tuple(sorted((*rest, place)))) for place in table.walk[here]]
    if driver not in (-1, vehicle):
        return found
    there = others.count(vehicle)
    rest = tuple(place for place in others if place != vehicle)
    for passengers in range(int(driver < 0), min(there, table.seats - (driver >= 0)) + 1):
        for way in table.drives[vehicle].shortest:
            if len(way) <= table.reach:
                place = way[-1]
                after = tuple(sorted((*rest, *(vehicle,) * (there - passengers), *(place,) * passengers)))
                found.append((place, place if driver >= 0 else -1, after))
    return found
