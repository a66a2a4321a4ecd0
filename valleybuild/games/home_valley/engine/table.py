"""The facts of one setup as small numbers, compiled once from the loaded game; the engine looks nowhere else."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import msgspec

from valleybuild.games.home_valley.engine.moves import Move, UsualMoves
from valleybuild.games.home_valley.engine.rulings import Rulings


class Config(msgspec.Struct, frozen=True):
    """How a game is set up.

    `characters` are ids in seating order, clockwise, or how many there are. `players` share them out in that order
    (None: one each). `advanced` turns the advanced sides up (None: as the scenario says).
    """

    expedition: int
    scenario: str = "split-team"
    characters: tuple[str, ...] | int = 4
    players: int | None = None
    advanced: bool | None = None
    shared_pool: bool = False
    point_together: bool = False
    rulings: Rulings = Rulings()


class CardKind(Enum):
    """The kinds of card, by their names in the content."""

    TASK = "task"
    OPPORTUNITY = "opportunity"
    HAZARD = "hazard"
    INSTANT = "instant"
    LEAD = "lead"
    GAINED_ITEM = "gained-item"


class Effect(Enum):
    """What an item does, by its name in the content."""

    ABILITY = "ability"
    PROTECTS = "protects"
    REFRESH = "refresh"
    MOVE_HAZARD = "move-hazard"
    STEPS = "steps"
    FOLLOW = "follow"
    HEAL = "heal"


DISCARDED = frozenset({Effect.REFRESH, Effect.MOVE_HAZARD, Effect.STEPS, Effect.HEAL})
"""The effects that an item has when it is discarded."""


class Event(Enum):
    """What an instant card does, by its name in the content."""

    DISCOUNT = "discount"
    MEETING = "meeting"
    MORE_EFFORT = "more-effort"
    HEAL_ALL = "heal-all"


class Row(NamedTuple):
    """One way to solve a card: its abilities as bits and its cost."""

    mask: int
    effort: int


class Ways(NamedTuple):
    """The ways that lead from a place to others, the shortest first, then in the order of the map.

    Each lists the places it enters (A-56: some twice). `shortest` has one to each place.
    """

    every: tuple[tuple[int, ...], ...]
    shortest: tuple[tuple[int, ...], ...]


class Slot(NamedTuple):
    """A card to be laid out: its deck and the name under which its die is rolled."""

    deck: str
    name: str


class CardFacts(NamedTuple):
    """All that the engine knows of a card. A lead has two sides; `gives` and `protects` are bits."""

    kind: CardKind
    sides: tuple[tuple[Row, ...], ...]
    stamps: int = 0
    lasting: bool = False
    leaves: str = ""
    fund: tuple[int, int] | None = None
    effect: Effect | None = None
    ability: str = ""
    protects: tuple[str, ...] = ()
    refreshes: frozenset[CardKind] = frozenset()
    steps: int = 0
    event: Event | None = None
    event_value: int = 0
    task_side: str = ""


class Table(msgspec.Struct, frozen=True):
    """The facts of one setup. Whatever is a tuple over characters, places or cards goes by their numbers."""

    config: Config
    expedition: str
    # Names and numbers
    characters: tuple[str, ...]
    places: tuple[str, ...]
    cards: tuple[str, ...]
    task_sides: tuple[str, ...]
    """For each card the name of its task side, for all but leads ""."""
    character_numbers: dict[str, int]
    place_numbers: dict[str, int]
    card_numbers: dict[str, int]
    """Cards by id; a lead also by the id of its task side."""
    # The goal and the day
    days: int
    needed: int
    effort: int
    own: bool
    """Whether everyone pays from tokens of their own."""
    splits: dict[int, tuple[Move, ...]]
    """The ways to share out a morning's tokens, by their number."""
    usual: UsualMoves
    players: int
    first_of_player: tuple[int, ...]
    discovery: bool
    point_together: bool
    rulings: Rulings
    slots: int
    """How many items a character can carry."""
    # The map
    start: int
    meeting_point: int
    walk: tuple[tuple[int, ...], ...]
    drive: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    """Neighbours on foot, by the vehicle, by any route."""
    walks: tuple[Ways, ...]
    drives: tuple[Ways, ...]
    """For each place the ways of several steps on foot and by the vehicle."""
    far: dict[int, int]
    anywhere: dict[int, int]
    """Die numbers to places."""
    fog: tuple[bool, ...]
    # The vehicle
    vehicle: str
    vehicle_start: int
    seats: int
    reach: int
    ride_cost: int
    damaged_cost: int
    driver: int
    """The ability that the vehicle asks of its driver, as a bit; 0 where anyone inside may work it."""
    # The characters
    ability: tuple[int, ...]
    rallying: tuple[bool, ...]
    longer_ride: tuple[int, ...]
    far_effort: tuple[int, ...]
    free_mend: tuple[bool, ...]
    free_heal: tuple[bool, ...]
    far_turn: tuple[bool, ...]
    far_item: tuple[bool, ...]
    repairs: int
    first_aid: int
    # The cards
    kind: tuple[CardKind, ...]
    rows: tuple[tuple[tuple[Row, ...], ...], ...]
    stamps: tuple[int, ...]
    lasting: tuple[bool, ...]
    leaves: tuple[int, ...]
    effect: tuple[Effect | None, ...]
    gives: tuple[int, ...]
    protects: tuple[int, ...]
    refreshes: tuple[frozenset[CardKind], ...]
    steps: tuple[int, ...]
    event: tuple[Event | None, ...]
    event_value: tuple[int, ...]
    fund: int
    """The card to which everyone contributes, or -1."""
    fund_effort: int
    fund_circles: int
    # Setup
    tasks: tuple[str, ...]
    others: tuple[str, ...]
    leads: tuple[str, ...]
    gained: tuple[int, ...]
    carried: tuple[tuple[int, int], ...]
    """Cards that characters carry from the start: (card, character)."""
    lying: tuple[tuple[int, int], ...]
    """Items that lie at places from the start: (card, place)."""
    setup_slots: tuple[Slot, ...]
    morning_slots: tuple[Slot, ...]

    def slots_of(self, day: int) -> tuple[Slot, ...]:
        """List what is laid out before a day (R-034, R-035, R-166)."""
        return self.setup_slots if day == 1 else self.morning_slots

    def drawer(self, day: int) -> int:
        """Return the player who draws, rolls and has morning duty (R-037, R-038, R-060)."""
        return (day - 1) % self.players

    def longest_ride(self, driver: int) -> int:
        """Return how far a ride may go with this driver (R-092, R-173, A-37)."""
        return self.reach + self.longer_ride[driver]
