"""Maps: routes join, each colour's die numbers lead to one place, and everybody can get to where they must."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import VILLAGE_GREEN, Expedition, PlaceCard, Valley, place_of, read_valley
from valleybuild.games.home_valley.ways import exits, reach_of_characters, reach_of_vehicle
from valleybuild.problem import Problem, Related

_KINDS = ("expedition", "place-card", "route")


def _maps(valley: Valley) -> Iterator[tuple[Expedition, tuple[PlaceCard, ...]]]:
    """Yield each expedition with its map, where maps are known in full and it has one."""
    for expedition in valley.expeditions if valley.knows(*_KINDS) else ():
        if cards := valley.maps.get(expedition.id, ()):
            yield expedition, cards


def check_die_numbers(subject: Subject) -> Iterator[Problem]:
    """Check that on each map a number of a colour stands once, and that each colour has numbers at all (P-02)."""
    for expedition, cards in _maps(read_valley(subject.game)):
        for colour in ("far", "anywhere"):
            shown: dict[int, PlaceCard] = {}
            for card in cards:
                numbers = card.far if colour == "far" else card.anywhere
                for number in dict.fromkeys(numbers):
                    other = shown.setdefault(number, card)
                    if other is not card or numbers.count(number) > 1:
                        yield _number_twice(expedition, card, other, colour, number)
            if not shown:
                message = f"the map of {expedition.id} has no {colour} numbers, so nothing could be laid by them"
                hint = f"give at least one of its places a {colour} number"
                yield Problem("no-die-numbers", expedition.entry.place, message, hint, path=expedition.id)


def _number_twice(expedition: Expedition, card: PlaceCard, other: PlaceCard, colour: str, number: int) -> Problem:
    where = f"on {other.place.id} and {card.place.id}" if other is not card else f"twice on {card.place.id}"
    return Problem(
        "die-number-twice",
        place_of(card.entry, colour),
        f"the {colour} number {number} of {expedition.id} stands {where}",
        "let each number of a colour lead to one place",
        path=f"{card.entry.id}.{colour}",
        related=(Related(place_of(other.entry, colour), f"{other.entry.id}"),) if other is not card else (),
    )


def check_exits(subject: Subject) -> Iterator[Problem]:
    """Check that every route that leaves a card meets the same kind of route on the card beside it."""
    for _, cards in _maps(read_valley(subject.game)):
        for exit in exits(cards):
            path = f"{exit.card.entry.id}.exits.{exit.side}"
            if exit.beyond is None:
                message = f"the {exit.route.id} leaves {exit.card.place.id} to the {exit.side}, where no card lies"
                yield Problem("exit-into-nothing", exit.route.place, message, "take it away", path=path)
                continue
            beyond = exit.beyond
            related = (Related(place_of(beyond.entry, "exits"), f"the exits of {beyond.entry.id}"),)
            message = f"the {exit.route.id} from {exit.card.place.id} to the {exit.side} meets "
            if exit.twin is None:
                message += f"no route on {beyond.place.id}"
                hint = "add it there, or take it away here"
                yield Problem("exit-unmet", exit.route.place, message, hint, path=path, related=related)
            elif exit.twin.id != exit.route.id and exit.side in ("east", "south"):
                message += f"a {exit.twin.id} on {beyond.place.id}"
                related = (Related(exit.twin.place, f"the {exit.twin.id}"),)
                yield Problem(
                    "exit-kinds-differ", exit.route.place, message, "make both the same", path=path, related=related
                )


def check_map_ends(subject: Subject) -> Iterator[Problem]:
    """Check that each expedition has a map from the Village Green (first) to the meeting point (last) (R-022)."""
    valley = read_valley(subject.game)
    for expedition in valley.expeditions if valley.knows(*_KINDS) else ():
        if not valley.maps.get(expedition.id):
            message = f"{expedition.id} has no map"
            yield Problem("map-missing", expedition.entry.place, message, "add its place cards", path=expedition.id)
    for expedition, cards in _maps(valley):
        first, last = cards[0], cards[-1]
        if first.place.id != VILLAGE_GREEN:
            message = f"the map of {expedition.id} begins with {first.place.id}"
            hint = f"put the card of {VILLAGE_GREEN} first"
            yield Problem("map-ends", first.place.place, message, hint, path=f"{first.entry.id}.place")
        if last.place.id != expedition.meeting_point.id:
            yield Problem(
                "map-ends",
                last.place.place,
                f"the map of {expedition.id} ends with {last.place.id}",
                f"put the card of {expedition.meeting_point.id} last",
                path=f"{last.entry.id}.place",
                related=(Related(expedition.meeting_point.place, "the meeting point"),),
            )


def check_map_places(subject: Subject) -> Iterator[Problem]:
    """Check that no place lies twice on a map."""
    for expedition, cards in _maps(read_valley(subject.game)):
        seen: dict[str, PlaceCard] = {}
        for card in cards:
            other = seen.setdefault(card.place.id, card)
            if other is not card:
                yield Problem(
                    "place-twice-on-map",
                    card.place.place,
                    f"{card.place.id} lies twice on the map of {expedition.id}",
                    "name another place, or delete the card",
                    path=f"{card.entry.id}.place",
                    related=(Related(other.place.place, f"{other.entry.id}"),),
                )


def check_reach_of_characters(subject: Subject) -> Iterator[Problem]:
    """Check that people can get to the meeting point and to every place that a die can choose (P-01, P-03)."""
    valley = read_valley(subject.game)
    if not valley.knows("vehicle"):
        return
    for expedition, cards in _maps(valley):
        reached = reach_of_characters(valley, expedition)
        for card in cards:
            meeting = card.place.id == expedition.meeting_point.id
            if card.place.id in reached or not (card.far or card.anywhere or meeting):
                continue
            what = "the meeting point" if meeting else "its die numbers"
            message = f"nobody can get from {VILLAGE_GREEN} to {card.place.id} in {expedition.id}, so {what}"
            hint = "let a route for walkers or for the vehicle lead there"
            yield Problem(
                "place-out-of-reach", card.entry.place, f"{message} cannot be reached", hint, path=card.entry.id
            )


def check_reach_of_vehicles(subject: Subject) -> Iterator[Problem]:
    """Check that an expedition's vehicle starts on the map, and can drive to the meeting point if it has to (R-004)."""
    valley = read_valley(subject.game)
    if not valley.knows("vehicle"):
        return
    for expedition, cards in _maps(valley):
        ride = expedition.ride
        vehicle = valley.vehicles.get(ride.vehicle.id) if ride else None
        if ride is None or vehicle is None:
            continue
        path = f"{expedition.id}.vehicle"
        goal = expedition.meeting_point
        if ride.start.id not in {card.place.id for card in cards}:
            message = f"the {ride.vehicle.id} starts at {ride.start.id}, which is not on the map of {expedition.id}"
            yield Problem("vehicle-out-of-reach", ride.start.place, message, "name a place of the map", path=path)
        elif vehicle.driver is not None and goal.id not in reach_of_vehicle(valley, expedition):
            yield Problem(
                "vehicle-out-of-reach",
                ride.place,
                f"the {ride.vehicle.id} cannot drive from {ride.start.id} to the meeting point {goal.id}",
                "let roads or fords lead there",
                path=path,
                related=(Related(goal.place, "the meeting point"),),
            )
