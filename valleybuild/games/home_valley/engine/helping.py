"""Recovering, gifts of effort, contributing and turning cards up: sections 4.1, 5.5, 6.5 and the advanced sides."""

from __future__ import annotations

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.acting import can_pay, pay, refuse
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import Lying, State, abilities, find_card, put, with_card, without_card
from valleybuild.games.home_valley.engine.table import Table

RECOVER_COST = 1
"""What Recover costs (R-105, R-106)."""
GIFT = 1
"""How many tokens an ordinary gift is (R-053)."""


def heal_cost(table: Table, character: int) -> int:
    """Return what it costs a character to heal another (R-105, R-177)."""
    return 0 if table.free_heal[character] else RECOVER_COST


def mend_cost(table: Table, character: int) -> int:
    """Return what it costs a character to mend the vehicle (R-106, R-175)."""
    return 0 if table.free_mend[character] else RECOVER_COST


def add_recoveries(table: Table, state: State, moves: list[Move]) -> None:
    """List who can heal whom and who can mend the vehicle."""
    if state.weakened:
        _add_healing(table, state, moves)
    if state.damaged:
        for character, here in enumerate(state.places):
            able = here == state.vehicle and abilities(table, state, character) & table.repairs
            if able and can_pay(table, state, character, mend_cost(table, character)):
                moves.append(Move(MoveKind.MEND, character))


def _add_healing(table: Table, state: State, moves: list[Move]) -> None:
    for healer, here in enumerate(state.places):
        able = abilities(table, state, healer) & table.first_aid
        if able and can_pay(table, state, healer, heal_cost(table, healer)):
            for patient, place in enumerate(state.places):
                self_allowed = patient != healer or table.rulings.self_recovery
                if place == here and state.weakened >> patient & 1 and self_allowed:
                    moves.append(Move(MoveKind.HEAL, healer, target=patient))


def heal(table: Table, state: State, move: Move) -> State:
    """Make a weakened character healthy (R-105, R-107, A-07)."""
    healer, patient = move.actor, move.target
    if patient >= len(state.places):
        refuse("R-105", "only a character can be healed")
    if not abilities(table, state, healer) & table.first_aid:
        refuse("R-105", f"{table.characters[healer]} has no first aid now")
    if state.places[healer] != state.places[patient]:
        refuse("R-105", f"{table.characters[patient]} is not at {table.places[state.places[healer]]}")
    if not state.weakened >> patient & 1:
        refuse("R-107", f"{table.characters[patient]} is healthy")
    if patient == healer and not table.rulings.self_recovery:
        refuse("A-07", f"{table.characters[healer]} cannot heal itself")
    effort = pay(table, state, healer, heal_cost(table, healer))
    return replace(state, effort=effort, weakened=state.weakened & ~(1 << patient))


def mend(table: Table, state: State, move: Move) -> State:
    """Make a damaged vehicle sound (R-104, R-106, R-107, A-59)."""
    name = table.characters[move.actor]
    if not table.vehicle:
        refuse("R-028", "there is no vehicle in this expedition")
    if not abilities(table, state, move.actor) & table.repairs:
        refuse("R-106", f"{name} has no repairs now")
    if state.places[move.actor] != state.vehicle:
        refuse("R-106", f"the {table.vehicle} is not at {table.places[state.places[move.actor]]}, where {name} stands")
    if not state.damaged:
        refuse("R-107", f"the {table.vehicle} is sound")
    return replace(state, effort=pay(table, state, move.actor, mend_cost(table, move.actor)), damaged=0)


def gift_of(table: Table, state: State, giver: int, receiver: int) -> int:
    """Return how many tokens one would give the other: an ordinary gift, or a Helping hand further away (R-174)."""
    same_place = state.places[giver] == state.places[receiver]
    return GIFT if same_place else max(table.far_effort[giver], GIFT)


def add_gifts(table: Table, state: State, moves: list[Move]) -> None:
    """List who can give effort to whom."""
    if not table.own:
        return
    for giver, here in enumerate(state.places):
        owned, far = state.effort[giver], table.far_effort[giver]
        beside = owned >= GIFT and not state.gifts >> giver & 1
        further = far and owned >= max(far, GIFT) and not state.hands >> giver & 1
        if not beside and not further:
            continue
        near = table.near[here] if further else ()
        for receiver, there in enumerate(state.places):
            if receiver != giver and (beside if there == here else there in near):
                moves.append(table.usual.gifts[giver][receiver])


def gift(table: Table, state: State, move: Move) -> State:
    """Let a character give effort to another (R-053 to R-055, R-174)."""
    giver, receiver = move.actor, move.target
    if not table.own:
        refuse("A-36", "the effort is in a pool, so nobody has any to give")
    if receiver >= len(state.places) or receiver == giver:
        refuse("R-053", "effort is given to another character")
    here, there = state.places[giver], state.places[receiver]
    name = table.characters[giver]
    if here != there and not table.far_effort[giver]:
        refuse("R-053", f"{table.characters[receiver]} is not at {table.places[here]}, where {name} stands")
    if here != there and there not in table.near[here]:
        refuse("R-174", f"{table.characters[receiver]} is not at a place next to {table.places[here]}")
    given = state.gifts if here == there else state.hands
    if given >> giver & 1:
        refuse("R-054" if here == there else "R-174", f"{name} has given effort like this today")
    amount = gift_of(table, state, giver, receiver)
    if state.effort[giver] < amount:
        refuse("R-055", f"{name} has {state.effort[giver]} effort and cannot give {amount}")
    effort = list(state.effort)
    effort[giver] -= amount
    effort[receiver] += amount
    if here == there:
        return replace(state, effort=tuple(effort), gifts=given | 1 << giver)
    return replace(state, effort=tuple(effort), hands=given | 1 << giver)


def add_contributions(table: Table, state: State, moves: list[Move]) -> None:
    """List who can contribute to the fund."""
    if table.fund < 0 or find_card(state, table.fund) is None:
        return
    for character, contribution in enumerate(table.usual.contributions):
        if not state.circles >> character & 1 and can_pay(table, state, character, table.fund_effort):
            moves.append(contribution)


def contribute(table: Table, state: State, move: Move) -> State:
    """Let a character contribute to the fund from wherever it is (R-133 to R-138)."""
    if table.fund < 0 or find_card(state, table.fund) is None:
        refuse("R-133", "no fund lies on the map")
    if state.circles >> move.actor & 1:
        refuse("R-134", f"{table.characters[move.actor]} has contributed already")
    circles = state.circles | 1 << move.actor
    state = replace(state, effort=pay(table, state, move.actor, table.fund_effort), circles=circles)
    if circles.bit_count() < table.fund_circles:
        return state
    return replace(
        state,
        circles=0,
        cards=without_card(state.cards, table.fund),
        solved=put(state.solved, table.fund),
        stamps=state.stamps + table.stamps[table.fund],
    )


def add_turns(table: Table, state: State, moves: list[Move]) -> None:
    """List which cards can be turned up from a neighbouring place."""
    if not any(table.far_turn):
        return
    for character, here in enumerate(state.places):
        if table.far_turn[character]:
            for lying in state.cards:
                if lying.hidden and lying.place in table.near[here]:
                    moves.append(Move(MoveKind.TURN, character, lying.card))


def turn(table: Table, state: State, move: Move) -> State:
    """Turn up a card that lies face down at a neighbouring place (R-176)."""
    lying = find_card(state, move.card)
    name = table.characters[move.actor]
    if not table.far_turn[move.actor]:
        refuse("R-176", f"{name} cannot turn cards up from afar")
    if lying is None or not lying.hidden:
        refuse("R-176", f"{table.cards[move.card]} does not lie face down")
    if lying.place not in table.near[state.places[move.actor]]:
        refuse("R-176", f"{table.places[lying.place]} is not next to {table.places[state.places[move.actor]]}")
    up = Lying(lying.card, lying.place, lying.turn, lying.side, 0)
    return replace(state, cards=with_card(state.cards, up))
