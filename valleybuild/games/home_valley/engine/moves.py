"""What can be done, as values: a kind of move and the characters, cards and places it names, all as small numbers."""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations, pairwise

import msgspec


class MoveKind(IntEnum):
    """The kinds of move, in the order in which they are listed."""

    SIGN = 0
    SOLVE = 1
    CONTRIBUTE = 2
    WALK = 3
    RIDE = 4
    BOARD = 5
    LEAVE = 6
    TAKE = 7
    DROP = 8
    GIVE = 9
    DISCARD = 10
    HEAL = 11
    MEND = 12
    GIFT = 13
    TURN = 14
    DAY_ENDS = 15
    SPLIT = 16
    POINT = 17
    MEETING_A = 18
    MEETING_B = 19


class Move(msgspec.Struct, frozen=True, order=True, gc=False):
    """One move; what its kind does not need is left at -1 or ().

    `actor` acts: the walker, driver, carrier, giver; in a solve the helper who takes the item. `target` is the other
    character concerned or, in a discard, the card; in a walk it is the carrier of the Rope, where that is optional.
    `path` lists the places that a ride enters, `payment` what each helper, or in a split each character, has to pay
    or gets.
    """

    kind: int
    actor: int = -1
    card: int = -1
    target: int = -1
    place: int = -1
    row: int = -1
    path: tuple[int, ...] = ()
    helpers: tuple[int, ...] = ()
    payment: tuple[int, ...] = ()


class UsualMoves(msgspec.Struct, frozen=True):
    """The moves that most states ask for, made once for a setup; each group is in the order of the moves.

    The steps go by the walker and the place it stands at, the rides by the driver and the place of the vehicle, gifts
    by the giver and the receiver, all others by the character.
    """

    sign: Move
    day_ends: Move
    contributions: tuple[Move, ...]
    steps: tuple[tuple[tuple[Move, ...], ...], ...]
    rides: tuple[tuple[tuple[Move, ...], ...], ...]
    """Where no lasting hazard lies on the map, so that one way to each place is enough."""
    boarding: tuple[Move, ...]
    leaving: tuple[Move, ...]
    gifts: tuple[tuple[Move, ...], ...]


ACTOR, CARD, TARGET, PLACE, ROW, PATH, HELPERS, PAYMENT = (1 << bit for bit in range(8))

SHAPES: dict[int, tuple[int, int]] = {
    MoveKind.SIGN: (0, 0),
    MoveKind.SOLVE: (CARD | ROW | HELPERS, ACTOR | PAYMENT),
    MoveKind.CONTRIBUTE: (ACTOR, 0),
    MoveKind.WALK: (ACTOR | PLACE, TARGET),
    MoveKind.RIDE: (ACTOR, PATH),
    MoveKind.BOARD: (ACTOR, 0),
    MoveKind.LEAVE: (ACTOR, 0),
    MoveKind.TAKE: (ACTOR | CARD, 0),
    MoveKind.DROP: (ACTOR | CARD, 0),
    MoveKind.GIVE: (ACTOR | CARD | TARGET, 0),
    MoveKind.DISCARD: (ACTOR | CARD, TARGET | PLACE | PATH),
    MoveKind.HEAL: (ACTOR | TARGET, 0),
    MoveKind.MEND: (ACTOR, 0),
    MoveKind.GIFT: (ACTOR | TARGET, 0),
    MoveKind.TURN: (ACTOR | CARD, 0),
    MoveKind.DAY_ENDS: (0, 0),
    MoveKind.SPLIT: (PAYMENT, 0),
    MoveKind.POINT: (ACTOR | PLACE, 0),
    MoveKind.MEETING_A: (CARD, 0),
    MoveKind.MEETING_B: (CARD, 0),
}
"""For each kind of move, what it has to name and what it may name besides."""


def named(move: Move) -> int:
    """Return which parts a move names, as bits."""
    parts = 0
    if move.actor >= 0:
        parts = ACTOR
    if move.card >= 0:
        parts |= CARD
    if move.target >= 0:
        parts |= TARGET
    if move.place >= 0:
        parts |= PLACE
    if move.row >= 0:
        parts |= ROW
    if move.path:
        parts |= PATH
    if move.helpers:
        parts |= HELPERS
    if move.payment:
        parts |= PAYMENT
    return parts


def all_splits(total: int, characters: int) -> tuple[Move, ...]:
    """List the ways to share out tokens, at least one for everybody (R-057, R-059), in the order of the moves."""
    return tuple(
        Move(MoveKind.SPLIT, payment=tuple(after - before for before, after in pairwise((0, *cuts, total))))
        for cuts in combinations(range(1, total), characters - 1)
    )


def usual_moves(
    neighbours: tuple[tuple[int, ...], ...], drives: tuple[tuple[tuple[int, ...], ...], ...], *, longest: list[int]
) -> UsualMoves:
    """Make the usual moves: steps to neighbours on foot, rides along the shortest ways from each place.

    `longest` is how many routes a ride of each driver may be long.
    """
    characters = range(len(longest))
    rides = [[sorted(way for way in ways if len(way) <= far) for ways in drives] for far in longest]
    return UsualMoves(
        sign=Move(MoveKind.SIGN),
        day_ends=Move(MoveKind.DAY_ENDS),
        contributions=tuple(Move(MoveKind.CONTRIBUTE, character) for character in characters),
        steps=tuple(
            tuple(tuple(Move(MoveKind.WALK, walker, place=place) for place in near) for near in neighbours)
            for walker in characters
        ),
        rides=tuple(
            tuple(tuple(Move(MoveKind.RIDE, driver, path=way) for way in ways) for ways in rides[driver])
            for driver in characters
        ),
        boarding=tuple(Move(MoveKind.BOARD, character) for character in characters),
        leaving=tuple(Move(MoveKind.LEAVE, character) for character in characters),
        gifts=tuple(
            tuple(Move(MoveKind.GIFT, giver, target=receiver) for receiver in characters) for giver in characters
        ),
    )
