"""A game at one moment, as a value of small numbers; what they stand for is in the table of its setup."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import msgspec

from valleybuild.games.home_valley.engine.table import Table


class Phase(IntEnum):
    """What the game waits for."""

    MEETING = 0
    DUTY = 1
    POINTING = 2
    DAY = 3
    WON = 4
    LOST = 5


class Turn(IntEnum):
    """How a situation card lies (R-016): upright, on its side, upside down."""

    FRESH = 0
    URGENT = 1
    LASTING = 2


DAY = Phase.DAY
FRESH, URGENT, LASTING = Turn.FRESH, Turn.URGENT, Turn.LASTING
"""What every move asks for, under names of its own: a look into an enum costs as much as a call (Python 3.11)."""


class Lying(NamedTuple):
    """A situation card on the map. `side` is 1 for the task side of a lead; `hidden` is 1 where it lies face down."""

    card: int
    place: int
    turn: int = Turn.FRESH
    side: int = 0
    hidden: int = 0


class State(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A game at one moment. Characters, places and cards are their numbers in the table; sets of characters are bits.

    `items` are what each character carries; `effort` is the pool, or each character's own tokens; `unshared` waits
    for morning duty. `lying` are items at places, `gained` the hazards' items that nobody has earned yet. Decks and
    the lead stack have their top card first; what else is a set is sorted, so that equal games are equal states.
    `slot` is the place in the order of laying where Village Meeting interrupted it. `pointed` and `used` belong to
    Point together.
    """

    seed: int
    day: int
    phase: int
    places: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    effort: tuple[int, ...]
    cards: tuple[Lying, ...] = ()
    lying: tuple[tuple[int, int], ...] = ()
    tasks: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    leads: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    solved: tuple[int, ...] = ()
    unshared: int = 0
    stamps: int = 0
    aboard: int = 0
    weakened: int = 0
    vehicle: int = -1
    damaged: int = 0
    gifts: int = 0
    hands: int = 0
    circles: int = 0
    guest: int = -1
    discount: int = 0
    slot: int = -1
    vote: int = -1
    pointed: tuple[int, ...] = ()
    used: tuple[int, ...] = ()


def abilities(table: Table, state: State, character: int) -> int:
    """Return the abilities of a character and its items, as bits (R-071); rallying has no bit."""
    found = 0 if state.weakened >> character & 1 else table.ability[character]
    for item in state.items[character]:
        found |= table.gives[item]
    return found


def can_rally(table: Table, state: State, character: int) -> bool:
    """Say whether a character may stand in for an ability that a row lacks."""
    return table.rallying[character] and not state.weakened >> character & 1


def protected(table: Table, state: State, character: int, hazard: int) -> bool:
    """Say whether a character carries protection from a hazard (R-154 to R-156)."""
    return any(table.protects[item] >> hazard & 1 for item in state.items[character])


def anyone_at(state: State, place: int) -> bool:
    """Say whether a character stands at a place or sits in the vehicle there (A-10)."""
    return place in state.places


def has_room(table: Table, state: State, character: int) -> bool:
    """Say whether a character has a free slot for an item (R-080)."""
    return len(state.items[character]) < table.slots


def find_card(state: State, card: int) -> Lying | None:
    """Return where and how a situation card lies on the map."""
    for lying in state.cards:
        if lying.card == card:
            return lying
    return None


def with_card(cards: tuple[Lying, ...], new: Lying) -> tuple[Lying, ...]:
    """Lay a card on the map, or lay it otherwise if it is there."""
    laid = [lying for lying in cards if lying.card != new.card]
    laid.append(new)
    laid.sort()
    return tuple(laid)


def without_card(cards: tuple[Lying, ...], card: int) -> tuple[Lying, ...]:
    """Take a card off the map."""
    return tuple([lying for lying in cards if lying.card != card])


def with_item(state: State, character: int, item: int) -> tuple[tuple[int, ...], ...]:
    """Return everybody's items once a character has one more."""
    carried = tuple(sorted((*state.items[character], item)))
    return (*state.items[:character], carried, *state.items[character + 1 :])


def without_item(state: State, character: int, item: int) -> tuple[tuple[int, ...], ...]:
    """Return everybody's items once a character has one less."""
    carried = tuple(other for other in state.items[character] if other != item)
    return (*state.items[:character], carried, *state.items[character + 1 :])


def put(pile: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    """Put cards on a pile whose order does not matter."""
    return tuple(sorted((*pile, *cards)))
