"""What the publisher's rules fix about cards, people and expeditions, compared field by field with the content."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.check.given_values import EXPEDITIONS, GIVEN, RANGES, Given
from valleybuild.games.home_valley.content import Valley, read_valley
from valleybuild.model import Choice, Entry, Record, Ref, Value
from valleybuild.problem import Place, Problem

HINT = "the rules give this, and their examples play it; change it back"


def check_given_values(subject: Subject) -> Iterator[Problem]:
    """Check that every entry the rules speak of is there, of its kind, with the values that the rules give it."""
    valley = read_valley(subject.game)
    for given in GIVEN:
        entry = subject.game.entries.get(given.id)
        kinds = (given.kind, "expedition") if given.kind == "scenario" else (given.kind,)
        if not valley.knows(*kinds) or (entry is None and subject.game.incomplete):
            continue
        if entry is None:
            yield _fact(given, subject.game.place, f"there is no entry {given.id}", given.id)
        elif entry.kind != given.kind:
            yield _fact(given, entry.place, f"here it is of the kind {entry.kind}", given.id)
        elif given.field:
            yield from _compare(given, entry, valley)


def check_given_expeditions(subject: Subject) -> Iterator[Problem]:
    """Check that the expeditions are numbered from 1 to 5, and have what the rules give each of them."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition"):
        return
    for number in range(1, 6):
        found = [expedition for expedition in valley.expeditions if expedition.number == number]
        if len(found) != 1:
            where = found[-1].entry.record.places["number"] if found else subject.game.place
            message = f"there are five expeditions, numbered from 1 to 5 (R-021); the number {number} stands on"
            yield Problem("given-fact", where, f"{message} {len(found)} of them", HINT, path="expedition")
    for given in EXPEDITIONS:
        expedition = valley.expedition(int(given.id))
        if expedition is not None:
            yield from _compare(given, expedition.entry, valley)


def check_given_ranges(subject: Subject) -> Iterator[Problem]:
    """Check how far the vehicle of each expedition goes in one ride, by its own card or by the expedition's."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition", "vehicle"):
        return
    for number, wanted in RANGES.items():
        expedition = valley.expedition(number)
        ride = expedition.ride if expedition else None
        vehicle = valley.vehicles.get(ride.vehicle.id) if ride else None
        if expedition is None or ride is None or vehicle is None:
            continue
        reach = ride.range or vehicle.range
        if reach != wanted:
            message = f"in expedition {number} a ride goes up to {wanted} routes (R-092, R-102); here up to {reach}"
            yield Problem("given-fact", ride.place, message, HINT, path=f"{expedition.id}.vehicle.range")


def check_lead_stamps(subject: Subject) -> Iterator[Problem]:
    """Check that the task side of every lead is worth two stamps (R-111)."""
    valley = read_valley(subject.game)
    for card in valley.cards if valley.knows("lead") else ():
        back = card.entry.record.fields.get("task")
        if isinstance(back, Record) and card.stamps != 2:
            message = f"the task side of a lead is worth 2 stamps (R-111); that of {card.id} is worth {card.stamps}"
            where = back.places.get("stamps", back.place)
            yield Problem("given-fact", where, message, HINT, path=f"{card.id}.task.stamps")


def check_pliers_and_wire(subject: Subject) -> Iterator[Problem]:
    """Check that Maggie alone can earn Pliers and Wire for one effort (C-07)."""
    valley = read_valley(subject.game)
    for card in valley.cards if valley.knows("opportunity") else ():
        if card.id != "pliers-and-wire":
            continue
        if not any(row.asked == {"searching"} and row.effort == 1 for row in card.rows):
            message = "searching alone earns Pliers and Wire for 1 effort (C-07); here no row says so"
            where = card.entry.record.places.get("rows", card.entry.place)
            yield Problem("given-fact", where, message, HINT, path=f"{card.id}.rows")


def _fact(given: Given, place: Place, found: str, path: str) -> Problem:
    return Problem("given-fact", place, f"{given.says} ({given.source}); {found}", HINT, path=path)


def _compare(given: Given, entry: Entry, valley: Valley) -> Iterator[Problem]:
    value, place = _find(entry, given.field)
    found = _plain(value, {expedition.id: expedition.number for expedition in valley.expeditions})
    if found != given.value:
        path = f"{entry.id}.{given.field}"
        yield _fact(given, place, f"here {given.field} is {_shown(found)}", path)


def _find(entry: Entry, field: str) -> tuple[Value, Place]:
    """Follow a dotted path into an entry; return what is there, or None, and the nearest place that is written."""
    value: Value = entry.record
    place = entry.place
    for part in field.split("."):
        if isinstance(value, Record):
            place = value.places.get(part, place)
            value = value.fields.get(part)
        elif isinstance(value, tuple):
            value = value[int(part)] if int(part) < len(value) else None
            place = getattr(value, "place", place)
        else:
            return None, place
    return value, place


def _plain(value: Value, numbers: dict[str, int]) -> object:
    """Return a value without places: references as ids (expeditions as numbers), lists of words or ids as sets.

    A record loses the fields that were left out; a choice becomes its name and what it holds.
    """
    match value:
        case Ref():
            return numbers.get(value.id, value.id)
        case Record():
            fields = {name: _plain(field, numbers) for name, field in value.fields.items() if field is not None}
            return {name: field for name, field in fields.items() if field != frozenset()}
        case Choice():
            return (value.tag, _plain(value.value, numbers))
        case tuple() if all(isinstance(item, Ref | str) for item in value):
            return frozenset(_plain(item, numbers) for item in value)
        case tuple():
            return tuple(_plain(item, numbers) for item in value)
    return value


def _shown(value: object) -> str:
    """Say a plain value in a few words."""
    match value:
        case None:
            return "left out"
        case bool():
            return "true" if value else "false"
        case dict():
            return ", ".join(f"{name} {_shown(item)}" for name, item in value.items())
        case frozenset():
            return " and ".join(sorted(map(str, value))) or "empty"
        case (str() as tag, None):
            return tag
        case (str() as tag, held):
            return f"{tag} {_shown(held)}"
        case tuple():
            return "; ".join(map(_shown, value))
    return str(value)
