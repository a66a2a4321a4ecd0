"""Who is at a place and what lies there to the ways a card can be solved: which row, which helpers, at what cost."""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from valleybuild.games.home_valley.engine.solving import CHEAPEST
from valleybuild.games.home_valley.planning.carrying import Carry
from valleybuild.games.home_valley.planning.day import Day

Way = tuple[int, tuple[int, ...], int]
"""A way to solve: the number of the row, the helpers, the cost."""


class Helper(NamedTuple):
    """Somebody who may help: the abilities they have without items, and whether they can rally."""

    number: int
    own: int
    rallies: bool


def ways_to_solve(
    day: Day, card: int, side: int, here: int, weakened: int, pool: tuple[int, ...], *, takes: bool
) -> tuple[Way, ...]:
    """List the ways in which characters at a place (as bits) can complete a card's rows.

    `takes` says whether a helper needs a free slot for what the card gives (R-110, A-19). With a shared pool only the
    cheapest way is listed, as all come out the same.
    """
    key = (card, side, here, weakened & here, pool, takes)
    known = day.known_solves if pool or day.state.discount else day.known.solves
    found = known.get(key)
    if found is None:
        helpers = helpers_at(day, here, weakened)
        every = [
            (number, tuple(helper.number for helper in team), _cost(day, row.effort, team))
            for number, row in enumerate(day.table.rows[card][side])
            for size in range(1, len(helpers) + 1)
            for team in combinations(helpers, size)
            if way_to_complete(day, row.mask, team, pool, takes=takes) is not None
        ]
        if every and not day.table.own:
            every = [min(every, key=lambda way: way[2])]
        found = known[key] = tuple(every)
    return found


def helpers_at(day: Day, here: int, weakened: int) -> tuple[Helper, ...]:
    """List who is at a place."""
    table = day.table
    return tuple(
        Helper(n, 0, False) if weakened >> n & 1 else Helper(n, table.ability[n], table.rallying[n])
        for n in range(day.count)
        if here >> n & 1
    )


def way_to_complete(
    day: Day, mask: int, team: tuple[Helper, ...], pool: tuple[int, ...], *, takes: bool
) -> tuple[Carry, int] | None:
    """Return who carries what so that all of a team complete a row, and who of them has a free slot (or -1)."""
    useful = tuple(slot for slot in pool if day.gives[slot] & mask)
    for bearers in product((None, *team), repeat=len(useful)):
        room = {helper.number: day.table.slots for helper in team}
        brought = {helper.number: helper.own & mask for helper in team}
        for bearer, slot in zip(bearers, useful, strict=True):
            if bearer is not None:
                room[bearer.number] -= 1
                brought[bearer.number] |= day.gives[slot] & mask
        takers = [number for number, free in room.items() if free > 0]
        if min(room.values()) < 0 or (takes and not takers):
            continue
        if completes(mask, team, brought, lone_solver=day.table.rulings.lone_solver):
            pairs = zip(bearers, useful, strict=True)
            carry = tuple((bearer.number, slot) for bearer, slot in pairs if bearer is not None)
            return carry, takers[0] if takers else -1
    return None


def completes(mask: int, team: tuple[Helper, ...], brought: dict[int, int], *, lone_solver: bool) -> bool:
    """Say whether a team with these abilities completes a row, nobody being idle (R-070, R-073, R-078, A-01).

    The mayor may stand in for one ability that is lacking, together with somebody else; without an ability of the row
    he helps only by that, or as the second helper that a row of several abilities asks for.
    """
    alone_too_few = mask.bit_count() > 1 and not lone_solver
    if alone_too_few and len(team) < 2:
        return False
    union = 0
    for abilities in brought.values():
        union |= abilities
    lacking = (mask & ~union).bit_count()
    rallying = [helper for helper in team if helper.rallies]
    if lacking > 1 or (lacking and (not rallying or len(team) < 2)):
        return False
    idle = [helper for helper in team if not brought[helper.number]]
    if not idle:
        return True
    others = len(team) - len(idle)
    if len(idle) > 1 or not idle[0].rallies or not others:
        return False
    return bool(lacking) or (others == 1 and alone_too_few)


def _cost(day: Day, effort: int, team: tuple[Helper, ...]) -> int:
    """Return what a row costs a team (R-118 to R-120)."""
    state = day.state
    if state.discount and len(team) > 1 and any(helper.number == state.guest for helper in team):
        return max(CHEAPEST, effort - state.discount)
    return effort
