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


class Move(msgspec.Struct, frozen=True, order=True):
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
    return (
        (move.actor >= 0) * ACTOR
        | (move.card >= 0) * CARD
        | (move.target >= 0) * TARGET
        | (move.place >= 0) * PLACE
        | (move.row >= 0) * ROW
        | bool(move.path) * PATH
        | bool(move.helpers) * HELPERS
        | bool(move.payment) * PAYMENT
    )


def all_splits(total: int, characters: int) -> tuple[Move, ...]:
    """List the ways to share out tokens, at least one for everybody (R-057, R-059), in the order of the moves."""
    return tuple(
        Move(MoveKind.SPLIT, payment=tuple(after - before for before, after in pairwise((0, *cuts, total))))
        for cuts in combinations(range(1, total), characters - 1)
    )
