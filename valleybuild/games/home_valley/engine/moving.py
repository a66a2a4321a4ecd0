"""Walking, boarding, leaving and riding: what is legal, and what happens on arrival. Sections 5.1 and 5.4."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.acting import can_pay, pay, refuse
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import LASTING, Lying, State, abilities, protected, put
from valleybuild.games.home_valley.engine.table import Effect, Table, Ways

WALK_COST = 1
"""What a step on foot costs (R-063)."""


def weakened_on(table: Table, state: State, movers: int, path: tuple[int, ...]) -> int:
    """Return which movers the lasting hazards on a way weaken (R-153, R-154, A-08), as bits."""
    entered = path if table.rulings.passing_is_entering else path[-1:]
    found = 0
    for lying in state.cards:
        if lying.turn == LASTING and lying.place in entered:
            for character in range(len(state.places)):
                if movers >> character & 1 and not protected(table, state, character, lying.card):
                    found |= 1 << character
    return found


def turned_up(cards: tuple[Lying, ...], place: int) -> tuple[Lying, ...]:
    """Turn up what lies face down at a place (R-171, R-179)."""
    for lying in cards:
        if lying.hidden and lying.place == place:
            return tuple([lying._replace(hidden=0) if lying.place == place else lying for lying in cards])
    return cards


def arrive(
    table: Table, state: State, movers: int, path: tuple[int, ...], *, effort: tuple[int, ...], vehicle: int
) -> State:
    """Move characters along a way: they enter each place of it and turn up cards where they stop (A-43).

    `effort` is what is left once they have paid, `vehicle` where it stands then.
    """
    end = path[-1]
    return replace(
        state,
        places=tuple([end if movers >> character & 1 else place for character, place in enumerate(state.places)]),
        weakened=state.weakened | weakened_on(table, state, movers, path),
        cards=turned_up(state.cards, end),
        effort=effort,
        vehicle=vehicle,
    )


def pointed_free(state: State, walker: int, place: int) -> bool:
    """Say whether a step is free: the first of at least two who pointed at the place walks in (R-181)."""
    if walker >= len(state.pointed) or state.pointed[walker] != place or place in state.used:
        return False  # a state that is written down may leave out who has not pointed
    return state.pointed.count(place) >= 2


def rope_carrier(table: Table, state: State, walker: int) -> int:
    """Return who is pulled along when a character walks (R-145, A-23), or -1."""
    for character, carried in enumerate(state.items):
        if not carried or character == walker or state.aboard >> character & 1:
            continue
        if state.places[character] == state.places[walker]:
            for item in carried:
                if table.effect[item] is Effect.FOLLOW:
                    return character
    return -1


def add_walks(table: Table, state: State, moves: list[Move]) -> None:
    """List the steps on foot."""
    aboard, effort, usual = state.aboard, state.effort, table.usual.steps
    for walker, here in enumerate(state.places):
        if aboard >> walker & 1:
            continue
        steps = usual[walker][here]
        if effort[walker if table.own else 0] < WALK_COST:
            if not state.pointed:
                continue
            steps = tuple(step for step in steps if pointed_free(state, walker, step.place))
        moves += steps
        if not table.rulings.rope_is_automatic and (pulled := rope_carrier(table, state, walker)) >= 0:
            moves += [replace(step, target=pulled) for step in steps]


def walk(table: Table, state: State, move: Move) -> State:
    """Let a character walk one step, and the carrier of the Rope with it."""
    walker, place = move.actor, move.place
    here = state.places[walker]
    if state.aboard >> walker & 1:
        refuse("R-068", f"{table.characters[walker]} sits in the {table.vehicle} and has to leave it first")
    if place not in table.walk[here]:
        if place not in table.near[here]:
            refuse("R-063", f"no route joins {table.places[here]} and {table.places[place]}")
        refuse("R-066", f"nobody can walk from {table.places[here]} to {table.places[place]}")
    carrier = rope_carrier(table, state, walker)
    if not table.rulings.rope_is_automatic:
        if move.target not in (-1, carrier):
            refuse("R-145", f"{table.characters[move.target]} cannot be pulled along")
        carrier = move.target
    elif move.target >= 0:
        refuse("R-145", "the carrier of the Rope is pulled along every time, so nobody has to be named")
    free = pointed_free(state, walker, place)
    effort = pay(table, state, walker, 0 if free else WALK_COST)
    movers = 1 << walker | (1 << carrier if carrier >= 0 else 0)
    after = arrive(table, state, movers, (place,), effort=effort, vehicle=state.vehicle)
    return replace(after, used=put(state.used, place)) if free else after


def add_boarding(table: Table, state: State, moves: list[Move]) -> None:
    """List who can board or leave the vehicle."""
    aboard, vehicle = state.aboard, state.vehicle
    if vehicle in state.places and aboard.bit_count() < table.seats:
        for character, place in enumerate(state.places):
            if place == vehicle and not aboard >> character & 1:
                moves.append(table.usual.boarding[character])
    if aboard:
        for character, leaving in enumerate(table.usual.leaving):
            if aboard >> character & 1:
                moves.append(leaving)


def board(table: Table, state: State, move: Move) -> State:
    """Let a character board the vehicle (R-089)."""
    name = table.characters[move.actor]
    if not table.vehicle:
        refuse("R-028", "there is no vehicle in this expedition")
    if state.aboard >> move.actor & 1:
        refuse("R-089", f"{name} sits in the {table.vehicle} already")
    if state.places[move.actor] != state.vehicle:
        refuse("R-089", f"the {table.vehicle} is not at {table.places[state.places[move.actor]]}, where {name} stands")
    if state.aboard.bit_count() >= table.seats:
        refuse("R-090", f"all {table.seats} seats of the {table.vehicle} are taken")
    return replace(state, aboard=state.aboard | 1 << move.actor)


def leave(table: Table, state: State, move: Move) -> State:
    """Let a character leave the vehicle (R-089)."""
    if not state.aboard >> move.actor & 1:
        refuse("R-089", f"{table.characters[move.actor]} sits in no vehicle")
    return replace(state, aboard=state.aboard & ~(1 << move.actor))


def can_drive(table: Table, state: State, character: int) -> bool:
    """Say whether somebody inside may drive the vehicle or work the cabin (R-091, R-100, R-150)."""
    return not table.driver or bool(abilities(table, state, character) & table.driver)


def ride_cost(table: Table, state: State) -> int:
    """Return what a ride costs (R-091, R-094, R-097)."""
    return table.damaged_cost if state.damaged else table.ride_cost


def any_lasting(state: State) -> bool:
    """Say whether a lasting hazard lies on the map."""
    return LASTING in [lying.turn for lying in state.cards]


def distinct_ways(table: Table, state: State, movers: int, ways: Ways, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways that differ in where they end or whom they weaken, the shortest of each kind."""
    lasting = any_lasting(state)
    seen: set[tuple[int, int]] = set()
    for way in ways.every if lasting else ways.shortest:
        if len(way) > longest:
            return
        outcome = (way[-1], weakened_on(table, state, movers, way) | state.weakened if lasting else 0)
        if outcome not in seen:
            seen.add(outcome)
            yield way


def shortest_alike(table: Table, state: State, movers: int, ways: Ways, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the way that `distinct_ways` lists for one that ends at the same place and weakens the same people."""
    harmed = weakened_on(table, state, movers, path) | state.weakened
    for way in ways.every:
        if way[-1] == path[-1] and weakened_on(table, state, movers, way) | state.weakened == harmed:
            return way
    return path


def add_rides(table: Table, state: State, moves: list[Move]) -> None:
    """List the rides of everyone inside who may drive."""
    if not state.aboard or _stands_still(table, state):
        return
    cost = ride_cost(table, state)
    lasting = any_lasting(state)
    for driver in range(len(state.places)):
        if state.aboard >> driver & 1 and can_drive(table, state, driver) and can_pay(table, state, driver, cost):
            if not lasting:
                moves += table.usual.rides[driver][state.vehicle]
                continue
            ways = distinct_ways(table, state, state.aboard, table.drives[state.vehicle], table.longest_ride(driver))
            moves += [Move(MoveKind.RIDE, driver, path=way) for way in sorted(ways)]


def _stands_still(table: Table, state: State) -> bool:
    """Say whether the vehicle is a damaged cabin that cannot run (A-06)."""
    return bool(state.damaged) and not table.driver and table.rulings.damaged_cabin_stops


def ride(table: Table, state: State, move: Move) -> State:
    """Move the vehicle with everyone inside (R-091 to R-103)."""
    driver, path = move.actor, move.path
    _require_driver(table, state, driver)
    if _stands_still(table, state):
        refuse("A-06", f"the {table.vehicle} is damaged and cannot run")
    if not path or path[-1] == state.vehicle:
        refuse("A-55", "a ride has to end at another place")
    if len(path) > table.longest_ride(driver):
        refuse("R-092", f"a ride may be {table.longest_ride(driver)} routes long, not {len(path)}")
    require_way(table, state.vehicle, path, drives=True)
    effort = pay(table, state, driver, ride_cost(table, state))
    return arrive(table, state, state.aboard, path, effort=effort, vehicle=path[-1])


def _require_driver(table: Table, state: State, driver: int) -> None:
    name = table.characters[driver]
    if not table.vehicle:
        refuse("R-028", "there is no vehicle in this expedition")
    if not state.aboard >> driver & 1:
        if not state.aboard and not table.driver:
            refuse("R-103", f"the {table.vehicle} is empty and cannot be moved")
        refuse("R-091" if table.driver else "R-100", f"{name} does not sit in the {table.vehicle}")
    if not can_drive(table, state, driver):
        inside = (other for other in range(len(state.places)) if state.aboard >> other & 1)
        if any(can_drive(table, state, other) for other in inside):
            refuse("R-091", f"{name} cannot drive now")
        refuse("R-098", f"nobody in the {table.vehicle} can drive now")


def require_way(table: Table, start: int, path: tuple[int, ...], *, drives: bool) -> None:
    """Refuse a way that a vehicle, or somebody on foot, cannot take. Raises IllegalMoveError."""
    here = start
    for place in path:
        names = f"{table.places[here]} to {table.places[place]}"
        if place not in table.near[here]:
            refuse("R-092" if drives else "R-063", f"no route leads from {names}")
        if drives and place not in table.drive[here]:
            refuse("R-065" if table.driver else "R-099", f"the {table.vehicle} cannot go from {names}")
        if not drives and place not in table.walk[here]:
            refuse("R-066", f"nobody gets from {names} without a vehicle")
        here = place
