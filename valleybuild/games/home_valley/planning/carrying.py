"""What moves to what it can take along: loads of items, and whom lasting hazards weaken for the ways to carry them."""

from __future__ import annotations

from itertools import combinations, product

from valleybuild.games.home_valley.planning.day import PLACE, Day

Carry = tuple[tuple[int, int], ...]
"""Who carries what: (character, slot of the item)."""
Load = tuple[int, tuple[int, ...]]
"""Some items: a one in the place of each, to be multiplied by how far they go, and their slots."""


def loads(day: Day, pool: tuple[int, ...], carriers: int) -> tuple[Load, ...]:
    """List what so many carriers can take along from a pool, the most first."""
    found = day.known_loads.get((pool, carriers))
    if found is None:
        most = min(len(pool), carriers * day.table.slots)
        sets = (chosen for size in range(most, -1, -1) for chosen in combinations(pool, size))
        found = tuple((sum(1 << PLACE * slot for slot in chosen), chosen) for chosen in sets)
        day.known_loads[pool, carriers] = found
    return found


def full_loads(day: Day, pool: tuple[int, ...], carriers: int) -> tuple[Load, ...]:
    """List the loads of which nothing more could be taken along."""
    found = day.known_full_loads.get((pool, carriers))
    if found is None:
        every = loads(day, pool, carriers)
        found = tuple(load for load in every if len(load[1]) == len(every[0][1]))
        day.known_full_loads[pool, carriers] = found
    return found


def ways_to_carry(
    day: Day,
    movers: tuple[int, ...],
    cargo: tuple[int, ...],
    hazards: tuple[int, ...] = (),
    *,
    healthy: int = -1,
    must: tuple[int, tuple[int, ...]] = (-1, ()),
) -> dict[int, Carry]:
    """Return whom these hazards weaken, as bits, for the best ways to carry a cargo, with one way for each.

    `healthy` are those who are not weakened yet; `must` names somebody who has to carry one of some items. Nothing is
    returned where the cargo cannot be carried so. A way that weakens more people than another is left out (R-148).
    """
    key = (movers, cargo, hazards, healthy, must)
    found = day.known_harms.get(key)
    if found is None:
        holder, choices = must
        found = {}
        for held in (slot for slot in choices if slot in cargo) if holder >= 0 else (-1,):
            fixed = ((holder, held),) if held >= 0 else ()
            _carry_somehow(day, movers, cargo, hazards, healthy, fixed, found)
        found = {bits: way for bits, way in found.items() if not any(other & bits == other != bits for other in found)}
        day.known_harms[key] = found
    return found


def _carry_somehow(
    day: Day,
    movers: tuple[int, ...],
    cargo: tuple[int, ...],
    hazards: tuple[int, ...],
    healthy: int,
    fixed: Carry,
    found: dict[int, Carry],
) -> None:
    """Add the ways to share out what protects, filled up with the rest of the cargo."""
    danger = sum(1 << hazard for hazard in hazards)
    held = {slot for _, slot in fixed}
    useful = [slot for slot in cargo if day.protects[slot] & danger and slot not in held]
    rest = [slot for slot in cargo if slot not in useful and slot not in held]
    for bearers in product(movers, repeat=len(useful)):
        carry = [*fixed, *zip(bearers, useful, strict=True)]
        room = dict.fromkeys(movers, day.table.slots)
        safe = dict.fromkeys(movers, 0)
        for bearer, slot in carry:
            room[bearer] -= 1
            safe[bearer] |= day.protects[slot]
        if min(room.values()) < 0 or sum(room.values()) < len(rest):
            continue
        weakened = sum(1 << mover for mover in movers if danger & ~safe[mover] and healthy >> mover & 1)
        if weakened not in found:
            free = (mover for mover in movers for _ in range(room[mover]))
            found[weakened] = (*carry, *zip(free, rest, strict=False))
