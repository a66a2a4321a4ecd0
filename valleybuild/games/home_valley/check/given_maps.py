"""What the rules and their examples fix about the maps, compared with the place cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import (
    VILLAGE_GREEN,
    Expedition,
    PlaceCard,
    Valley,
    place_of,
    read_valley,
)
from valleybuild.games.home_valley.ways import Way, reach, reach_of_vehicle, steps, ways
from valleybuild.problem import Problem

HINT = "the rules give this, and their examples play it; change the map back"


class Map(msgspec.Struct, frozen=True):
    """An expedition's map: its cards by place, and its ways."""

    valley: Valley
    expedition: Expedition
    cards: dict[str, PlaceCard]
    ways: tuple[Way, ...]

    def on_foot(self, *without: str) -> frozenset[str]:
        """Name the places that people can walk to from the Village Green without entering some."""
        return reach(self.ways, [VILLAGE_GREEN], self.valley.walkable, without=without)

    def somehow(self, *without: str) -> frozenset[str]:
        """Name the places that are joined to the Village Green at all, by whatever route, without entering some."""
        return reach(self.ways, [VILLAGE_GREEN], self.valley.walkable | self.valley.drivable, without=without)

    def walk(self, here: str, there: str) -> int | None:
        """Count the routes of the shortest walk between two places."""
        return steps(self.ways, here, there, self.valley.walkable)

    def routes(self, here: str, there: str) -> frozenset[str]:
        """Name the kinds of route that join two places directly."""
        return frozenset(way.route for way in self.ways if (way.here, way.there) == (here, there))

    def beside(self, place: str) -> frozenset[str]:
        """Name the places that routes join directly to a place."""
        return frozenset(way.there for way in self.ways if way.here == place)


class MapFact(msgspec.Struct, frozen=True):
    """One fact about a place: it has to hold on the map of at least one of these expeditions, shown in this field."""

    source: str
    numbers: tuple[int, ...]
    place: str
    field: str
    says: str
    holds: Callable[[Map], bool]


def _far(place: str, source: str, *numbers: int) -> MapFact:
    says = f"{place} has a far number"
    return MapFact(source, numbers, place, "far", says, lambda found: bool(found.cards[place].far))


def _anywhere(place: str, source: str, *numbers: int) -> MapFact:
    says = f"{place} has an anywhere number"
    return MapFact(source, numbers, place, "anywhere", says, lambda found: bool(found.cards[place].anywhere))


def _two_drives(found: Map) -> bool:
    count = steps(found.ways, VILLAGE_GREEN, "mill", found.valley.drivable)
    return count is not None and count <= 2


def _drives_elsewhere(found: Map) -> bool:
    return reach_of_vehicle(found.valley, found.expedition) >= found.cards.keys() - {"hill-cottages"}


def _fog_hides_the_chapel(found: Map) -> bool:
    return "chapel" not in found.on_foot("river-meadows", "old-mine")


def _beyond_the_river(place: str) -> MapFact:
    says = f"nobody walks across the river to {place}"
    return MapFact("C-14", (2,), place, "exits", says, lambda found: place not in found.on_foot())


def _way_to_the_chapel(place: str, *, other: str) -> MapFact:
    says = f"one way to the Chapel leads by {place} without {other}"
    return MapFact("C-17", (5,), place, "exits", says, lambda found: "chapel" in found.on_foot(other))


FACTS: tuple[MapFact, ...] = (
    MapFact(
        *("C-01", (1,), "farm", "exits", "people walk straight from the Village Green to the Farm"),
        lambda found: found.walk(VILLAGE_GREEN, "farm") == 1,
    ),
    MapFact(
        "C-02", (1,), "mill", "exits", "the Badger drives from the Village Green to the Mill in one ride", _two_drives
    ),
    MapFact(
        *("W-10", (3, 5), "farm", "exits", "people walk straight from the Farm to the Mill"),
        lambda found: found.walk("farm", "mill") == 1,
    ),
    MapFact(
        *("W-13", (2, 4), "farm", "exits", "a route joins the Village Green and the Farm"),
        lambda found: VILLAGE_GREEN in found.beside("farm"),
    ),
    _far("mill", "C-05", 1),
    _far("school", "C-05", 1),
    _anywhere("farm", "C-05", 1),
    _anywhere(VILLAGE_GREEN, "C-05", 1),
    _far("farm", "C-06", 2, 4),
    _anywhere("farm", "C-06", 1, 2, 3, 4, 5),
    _anywhere("river-meadows", "C-06", 5),
    MapFact(
        *("C-13", (1,), VILLAGE_GREEN, "exits", "the footbridge is gone, with all its ways from the Village Green"),
        lambda found: not found.beside(VILLAGE_GREEN) & {"school", "chapel", "timber-yard"},
    ),
    MapFact(
        *("C-13", (1,), "mill", "exits", "the Chapel and the Timber Yard are reached by the bridge at the Mill only"),
        lambda found: {"chapel", "timber-yard"} <= found.on_foot() - found.on_foot("mill"),
    ),
    MapFact(
        *("C-13", (1,), "school", "exits", "the School is reached through the shallows at the Farm only"),
        lambda found: found.walk("farm", "school") == 1 and "school" not in found.on_foot("farm"),
    ),
    *(_beyond_the_river(place) for place in ("river-meadows", "apple-orchard", "railway-halt")),
    MapFact(
        *("C-14", (2,), "railway-halt", "exits", "the Badger gets through the ford to the Railway Halt"),
        lambda found: "railway-halt" in reach_of_vehicle(found.valley, found.expedition),
    ),
    MapFact(
        *("R-101", (3,), "top-station", "exits", "only the cable joins Bottom Station and Top Station"),
        lambda found: found.routes("bottom-station", "top-station") == {"ford"},
    ),
    MapFact(
        *("C-15", (3,), "radio-mast", "exits", "footpaths lead from Top Station by the Radio Mast to the pass"),
        lambda found: found.walk("top-station", "radio-mast") == found.walk("radio-mast", "mountain-pass") == 1,
    ),
    MapFact(
        *("C-15", (3,), "mountain-pass", "exits", "no way leads to the Mountain Pass but by cable car and Radio Mast"),
        lambda found: "mountain-pass" not in found.somehow("top-station") | found.somehow("radio-mast"),
    ),
    MapFact(
        *("C-16", (4,), "hill-cottages", "exits", "only footpaths lead to the Hill Cottages"),
        lambda found: {route.id for route in found.cards["hill-cottages"].exits.values()} == {"footpath"},
    ),
    MapFact(
        *("C-16", (4,), VILLAGE_GREEN, "exits", "the Badger can drive everywhere but to the Hill Cottages"),
        _drives_elsewhere,
    ),
    MapFact(
        *(
            "C-17",
            (5,),
            "chapel",
            "exits",
            "every walk to the Chapel leads over the River Meadows or past the Old Mine",
        ),
        _fog_hides_the_chapel,
    ),
    _way_to_the_chapel("river-meadows", other="old-mine"),
    _way_to_the_chapel("old-mine", other="river-meadows"),
)


def check_given_maps(subject: Subject) -> Iterator[Problem]:
    """Check that the maps show what the rules say about them, and what their examples need."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition", "place-card", "route", "vehicle"):
        return
    for fact in FACTS:
        maps = [found for number in fact.numbers if (found := _map(valley, number)) is not None]
        shown = [found for found in maps if fact.place in found.cards]
        if not maps or any(fact.holds(found) for found in shown):
            continue
        where = " or ".join(map(str, fact.numbers))
        message = f"{fact.says} in expedition {where} ({fact.source})"
        if shown:
            entry = shown[0].cards[fact.place].entry
            message += "; this map is another" if len(fact.numbers) == 1 else "; no map shows it"
            yield Problem("given-fact", place_of(entry, fact.field), message, HINT, path=f"{entry.id}.{fact.field}")
        else:
            expedition = maps[0].expedition
            message += f"; {fact.place} is not on the map"
            yield Problem("given-fact", expedition.entry.place, message, HINT, path=expedition.id)


def _map(valley: Valley, number: int) -> Map | None:
    expedition = valley.expedition(number)
    cards = valley.maps.get(expedition.id, ()) if expedition else ()
    if expedition is None or not cards:
        return None
    return Map(valley, expedition, {card.place.id: card for card in cards}, ways(cards))


def check_fog(subject: Subject) -> Iterator[Problem]:
    """Check that fog lies on the River Meadows and the Old Mine in expedition 5, and nowhere else (R-179)."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition", "place-card"):
        return
    for expedition in valley.expeditions:
        for card in valley.maps.get(expedition.id, ()):
            foggy = expedition.number == 5 and card.place.id in ("river-meadows", "old-mine")
            if card.fog != foggy:
                lies = "fog lies" if card.fog else "no fog lies"
                message = "fog lies on river-meadows and old-mine in expedition 5 and nowhere else (R-179)"
                message += f"; {lies} on {card.place.id} in expedition {expedition.number}"
                yield Problem("given-fact", place_of(card.entry, "fog"), message, HINT, path=f"{card.entry.id}.fog")
