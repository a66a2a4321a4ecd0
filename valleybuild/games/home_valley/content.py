"""A loaded game to Home Valley's own view of it: expeditions, cards with rows, maps with routes; all frozen.

What could not be loaded is None or missing here; a check skips it, since loading has reported it already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from valleybuild.model import Choice, Entry, Game, Record, Ref, Value
from valleybuild.problem import Place

Known = TypeVar("Known")

VILLAGE_GREEN = "village-green"
RALLYING = "rallying"
NEIGHBOURS = ("betty", "matt", "maggie", "agnes")
"""The four who are in play by default; Percy joins them with five players."""

TASK_DECK = ("task",)
OTHER_DECK = ("opportunity", "hazard", "instant")
CARD_KINDS = (*TASK_DECK, *OTHER_DECK, "lead")
SIDES = {"north": (0, -1, "south"), "east": (1, 0, "west"), "south": (0, 1, "north"), "west": (-1, 0, "east")}
"""Each side of a place card: the step to the cell beyond it (column, row) and the side that faces it there."""


class Row(msgspec.Struct, frozen=True):
    """One way to solve a card: abilities and their cost in effort."""

    abilities: tuple[Ref, ...]
    effort: int
    path: str
    place: Place

    @property
    def asked(self) -> frozenset[str]:
        """Name the abilities that the row asks for."""
        return frozenset(ability.id for ability in self.abilities)


class Card(msgspec.Struct, frozen=True):
    """A situation card. `marks` are its expeditions (none: all); `sides` hold its rows, for a lead those of both sides.

    `stamps` is what it is worth once solved, for a lead what its task side is worth.
    """

    entry: Entry
    box: str
    special: bool
    marks: tuple[Ref, ...]
    sides: tuple[tuple[Row, ...], ...]
    stamps: int

    @property
    def id(self) -> str:
        """Return the card's id."""
        return self.entry.id

    @property
    def rows(self) -> tuple[Row, ...]:
        """List the rows of the side that is met first."""
        return self.sides[0]

    @property
    def marks_place(self) -> Place:
        """Return where the marks stand, or the card itself where it has none."""
        return self.entry.record.places.get("expeditions", self.entry.place)


class Start(msgspec.Struct, frozen=True):
    """A card in play from the start, with a character or at a place."""

    card: Ref
    bearer: Ref | None
    at: Ref | None
    place: Place


class Ride(msgspec.Struct, frozen=True):
    """An expedition's vehicle with the place it starts from; `range` only where the expedition changes it."""

    vehicle: Ref
    start: Ref
    range: int | None
    place: Place


class Expedition(msgspec.Struct, frozen=True):
    """An expedition card."""

    entry: Entry
    number: int
    box: str
    meeting_point: Ref
    days: int
    effort: int
    shared_effort: int | None
    shared_stamps: int
    own_tokens: bool
    point_together: bool
    stamps: int
    teams: dict[int, int]
    """How many stamps more teams of other sizes have to earn."""
    ride: Ride | None
    starts: tuple[Start, ...]
    listed: tuple[Ref, ...]

    @property
    def id(self) -> str:
        """Return the expedition's id."""
        return self.entry.id


class PlaceCard(msgspec.Struct, frozen=True):
    """One place of a map: its cell (column, row), the numbers of both colours and the routes that leave it."""

    entry: Entry
    place: Ref
    cell: tuple[int, int]
    far: tuple[int, ...]
    anywhere: tuple[int, ...]
    exits: dict[str, Ref]
    fog: bool


class Extra(msgspec.Struct, frozen=True):
    """What a scenario changes in one expedition."""

    expedition: Ref
    days: int | None
    effort: int | None
    seats: int | None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario card."""

    entry: Entry
    stamps: int
    not_with: tuple[Ref, ...]
    extras: tuple[Extra, ...]
    track: int


class Vehicle(msgspec.Struct, frozen=True):
    """A vehicle. Without a `driver` it needs nobody's ability, and runs on its cable only (R-099, R-100)."""

    entry: Entry
    range: int
    driver: Ref | None


class Valley(msgspec.Struct, frozen=True):
    """All that Home Valley's checks look at. `walkable` and `drivable` name the kinds of route."""

    game: Game
    expeditions: tuple[Expedition, ...]
    cards: tuple[Card, ...]
    maps: dict[str, tuple[PlaceCard, ...]]
    scenarios: tuple[Scenario, ...]
    vehicles: dict[str, Vehicle]
    walkable: frozenset[str]
    drivable: frozenset[str]

    def knows(self, *kinds: str) -> bool:
        """Say whether these kinds were read in full, so that their entries can be counted and compared."""
        return not self.game.incomplete.intersection(kinds) and all(kind in self.game.kinds for kind in kinds)

    def expedition(self, number: int) -> Expedition | None:
        """Return the expedition of a number."""
        return next((expedition for expedition in self.expeditions if expedition.number == number), None)

    def used_in(self, expedition: Expedition) -> tuple[Card, ...]:
        """List the cards of an expedition: those marked with it and those without a mark (R-017)."""
        return tuple(card for card in self.cards if not card.marks or expedition.id in {mark.id for mark in card.marks})

    def longest(self, expedition: Expedition) -> int:
        """Return the most days that an expedition can last in any scenario."""
        extras = (extra for scenario in self.scenarios for extra in scenario.extras)
        days = (extra.days for extra in extras if extra.expedition.id == expedition.id and extra.days is not None)
        return max(expedition.days, *days, 0)


def read_valley(game: Game) -> Valley:
    """Return Home Valley's view of a game."""
    kinds = {entry.id: entry.kind for entry in game.entries.values()}
    maps: dict[str, list[PlaceCard]] = {id: [] for id, kind in kinds.items() if kind == "expedition"}
    for entry in game.of_kind("place-card"):
        expedition, card = reference(entry.record, "expedition"), _place_card(entry)
        if expedition is not None and card is not None:
            maps.setdefault(expedition.id, []).append(card)
    routes = {entry.id: entry.record for entry in game.of_kind("route")}
    return Valley(
        game=game,
        expeditions=_all(_expedition(entry) for entry in game.of_kind("expedition")),
        cards=tuple(_card(entry) for kind in CARD_KINDS for entry in game.of_kind(kind)),
        maps={id: tuple(cards) for id, cards in maps.items()},
        scenarios=_all(_scenario(entry) for entry in game.of_kind("scenario")),
        vehicles={vehicle.entry.id: vehicle for vehicle in _all(_vehicle(e) for e in game.of_kind("vehicle"))},
        walkable=frozenset(id for id, route in routes.items() if route.fields.get("walk") is True),
        drivable=frozenset(id for id, route in routes.items() if route.fields.get("drive") is True),
    )


def integer(record: Record, field: str) -> int | None:
    """Return a whole number, or None where it is left out or could not be read."""
    value = record.fields.get(field)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def reference(record: Record, field: str) -> Ref | None:
    """Return a reference, or None where it is left out or could not be read."""
    value = record.fields.get(field)
    return value if isinstance(value, Ref) else None


def references(value: Value) -> tuple[Ref, ...]:
    """Return the references of a list; anything else has none."""
    return tuple(item for item in value if isinstance(item, Ref)) if isinstance(value, tuple) else ()


def records(record: Record, field: str) -> tuple[Record, ...]:
    """Return the records of a list; anything else has none."""
    value = record.fields.get(field)
    return tuple(item for item in value if isinstance(item, Record)) if isinstance(value, tuple) else ()


def variant(entry: Entry, field: str, tag: str) -> Value:
    """Return what a choice holds where it is of this variant, else None."""
    value = entry.record.fields.get(field)
    return value.value if isinstance(value, Choice) and value.tag == tag else None


def protections(entry: Entry) -> tuple[Ref, ...]:
    """Name the hazards that an item protects from."""
    return references(variant(entry, "effect", "protects"))


def place_of(entry: Entry, field: str) -> Place:
    """Return where a field stands, or the entry itself where the field is left out."""
    return entry.record.places.get(field, entry.place)


def _string(record: Record, field: str) -> str:
    value = record.fields.get(field)
    return value if isinstance(value, str) else ""


def _all(values: Iterable[Known | None]) -> tuple[Known, ...]:
    return tuple(value for value in values if value is not None)


def _rows(record: Record, path: str) -> Iterator[Row]:
    value = record.fields.get("rows")
    for index, row in enumerate(value if isinstance(value, tuple) else ()):
        effort = integer(row, "effort") if isinstance(row, Record) else None
        if isinstance(row, Record) and effort is not None:
            yield Row(references(row.fields.get("abilities")), effort, f"{path}.rows[{index}]", row.place)


def _card(entry: Entry) -> Card:
    record = entry.record
    back = record.fields.get("task")
    sides = [tuple(_rows(record, entry.id))]
    if isinstance(back, Record):
        sides.append(tuple(_rows(back, f"{entry.id}.task")))
    return Card(
        entry=entry,
        box=_string(record, "box"),
        special=record.fields.get("special") is True,
        marks=references(record.fields.get("expeditions")),
        sides=tuple(sides),
        stamps=integer(back if isinstance(back, Record) else record, "stamps") or 0,
    )


def _expedition(entry: Entry) -> Expedition | None:
    record = entry.record
    number, days, effort, stamps = (integer(record, field) for field in ("number", "days", "effort", "stamps"))
    meeting_point = reference(record, "meeting-point")
    if number is None or days is None or effort is None or stamps is None or meeting_point is None:
        return None
    ride = record.fields.get("vehicle")
    return Expedition(
        entry=entry,
        number=number,
        box=_string(record, "box"),
        meeting_point=meeting_point,
        days=days,
        effort=effort,
        shared_effort=integer(record, "shared-effort"),
        shared_stamps=integer(record, "shared-stamps") or 0,
        own_tokens=_string(record, "effort-mode") == "own",
        point_together=record.fields.get("point-together") is True,
        stamps=stamps,
        teams=dict(_team(team) for team in records(record, "teams")),
        ride=_ride(ride) if isinstance(ride, Record) else None,
        starts=_all(_start(start) for start in records(record, "starts")),
        listed=references(record.fields.get("cards")),
    )


def _team(record: Record) -> tuple[int, int]:
    return integer(record, "characters") or 0, integer(record, "stamps") or 0


def _ride(record: Record) -> Ride | None:
    vehicle, start = reference(record, "vehicle"), reference(record, "start")
    return Ride(vehicle, start, integer(record, "range"), record.place) if vehicle and start else None


def _start(record: Record) -> Start | None:
    card = reference(record, "card")
    return Start(card, reference(record, "with"), reference(record, "at"), record.place) if card else None


def _place_card(entry: Entry) -> PlaceCard | None:
    record = entry.record
    place, cell, exits = reference(record, "place"), _numbers(record, "at"), record.fields.get("exits")
    if place is None or len(cell) != 2 or not isinstance(exits, Record):
        return None
    return PlaceCard(
        entry=entry,
        place=place,
        cell=(cell[0], cell[1]),
        far=_numbers(record, "far"),
        anywhere=_numbers(record, "anywhere"),
        exits={side: exit for side in SIDES if (exit := reference(exits, side)) is not None},
        fog=record.fields.get("fog") is True,
    )


def _numbers(record: Record, field: str) -> tuple[int, ...]:
    value = record.fields.get(field)
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()


def _scenario(entry: Entry) -> Scenario | None:
    record = entry.record
    stamps, track = integer(record, "stamps"), integer(record, "track")
    if stamps is None or track is None:
        return None
    extras = tuple(
        Extra(expedition, integer(extra, "days"), integer(extra, "effort"), integer(extra, "seats"))
        for extra in records(record, "extras")
        if (expedition := reference(extra, "expedition")) is not None
    )
    return Scenario(entry, stamps, references(record.fields.get("not-with")), extras, track)


def _vehicle(entry: Entry) -> Vehicle | None:
    reach = integer(entry.record, "range")
    return None if reach is None else Vehicle(entry, reach, reference(entry.record, "driver"))
