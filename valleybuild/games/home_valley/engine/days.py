"""The day around its actions: setup, meeting, morning duty, pointing, cleanup and signing. Sections 3, 4, 8 and 11."""

from __future__ import annotations

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.acting import listed, refuse
from valleybuild.games.home_valley.engine.carrying import refreshable
from valleybuild.games.home_valley.engine.laying import MEETING_REFRESHES, begin_morning, lay_out
from valleybuild.games.home_valley.engine.luck import shuffled
from valleybuild.games.home_valley.engine.moves import Move, MoveKind, all_splits
from valleybuild.games.home_valley.engine.state import (
    FRESH,
    LASTING,
    URGENT,
    Lying,
    Phase,
    State,
    find_card,
    protected,
    with_card,
)
from valleybuild.games.home_valley.engine.table import CardKind, Table


def begin(table: Table, seed: int) -> State:
    """Set a game up and lay out its first cards (R-022 to R-037)."""
    count = len(table.characters)
    items: list[tuple[int, ...]] = [()] * count
    for card, bearer in table.carried:
        items[bearer] = tuple(sorted((*items[bearer], card)))
    state = State(
        seed=seed,
        day=1,
        phase=Phase.DAY,
        places=(table.start,) * count,
        items=tuple(items),
        effort=(),
        lying=table.lying,
        tasks=_deck(table, seed, "tasks", table.tasks),
        others=_deck(table, seed, "others", table.others),
        leads=_deck(table, seed, "leads", table.leads),
        gained=table.gained,
        vehicle=table.vehicle_start,
    )
    return lay_out(table, _with_effort(table, state))


def _deck(table: Table, seed: int, name: str, ids: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(table.card_numbers[id] for id in shuffled(seed, name, ids))


def _with_effort(table: Table, state: State) -> State:
    """Give back a day's effort: to the pool, or to morning duty (R-030, R-031, R-165)."""
    if table.own:
        return replace(state, effort=(0,) * len(state.places), unshared=table.effort)
    return replace(state, effort=(table.effort,))


def goal_fault(table: Table, state: State) -> str:
    """Return what is missing for the goal (R-004, R-005), or ""."""
    if state.stamps < table.needed:
        return f"{state.stamps} of {table.needed} stamps"
    away = sum(1 << number for number, place in enumerate(state.places) if place != table.meeting_point)
    if away:
        return f"away from {table.places[table.meeting_point]}: {listed(table, away)}"
    if table.driver and state.vehicle != table.meeting_point:
        return f"the {table.vehicle} is not at {table.places[table.meeting_point]}"
    return ""


def sign(table: Table, state: State, move: Move) -> State:
    """Sign the Village Book and win (R-006 to R-008)."""
    if fault := goal_fault(table, state):
        refuse("R-007", f"the goal is not reached: {fault}")
    return replace(state, phase=Phase.WON)


def splits(table: Table, state: State) -> tuple[Move, ...]:
    """List the ways to share out the morning's tokens (R-057, R-059)."""
    known = table.splits.get(state.unshared)
    return all_splits(state.unshared, len(state.places)) if known is None else known


def split(table: Table, state: State, move: Move) -> State:
    """Share out the morning's tokens (R-057)."""
    if len(move.payment) != len(state.places):
        refuse("R-057", f"{len(state.places)} characters get tokens, not {len(move.payment)}")
    if min(move.payment) < 1:
        refuse("R-057", "everybody gets at least one token")
    if sum(move.payment) != state.unshared:
        refuse("R-057", f"{state.unshared} tokens are shared out, not {sum(move.payment)}")
    return begin_morning(table, replace(state, effort=move.payment, unshared=0))


def point(table: Table, state: State, move: Move) -> State:
    """Let the next character point at a place (R-181, A-45)."""
    turn = len(state.pointed)
    if move.actor != turn:
        refuse("R-181", f"{table.characters[turn]} is next to point")
    return begin_morning(table, replace(state, pointed=(*state.pointed, move.place)))


def meet(table: Table, state: State, move: Move) -> State:
    """Do what Village Meeting has chosen, then go on laying out cards (R-139, A-15)."""
    lying = find_card(state, move.card)
    if move.kind == MoveKind.MEETING_A:
        if lying is None or not refreshable(table, lying, MEETING_REFRESHES):
            refuse("R-139", f"{table.cards[move.card]} is no urgent task or lead on the map")
        chosen = lying._replace(turn=FRESH)
    else:
        if lying is None or table.kind[move.card] is not CardKind.LEAD or lying.side:
            refuse("R-139", f"{table.cards[move.card]} is no lead on the map")
        turn = FRESH if table.rulings.meeting_refreshes_lead else lying.turn
        chosen = lying._replace(turn=turn, side=1)
    slot = state.slot
    after = replace(state, phase=Phase.DAY, slot=-1, vote=-1, cards=with_card(state.cards, chosen))
    return lay_out(table, after, slot)


def end_day(table: Table, state: State, move: Move) -> State:
    """End the day and clean up (R-161 to R-169)."""
    state = _grow_urgent(_expire(table, state))
    if state.day >= table.days:
        return replace(state, phase=Phase.LOST)
    state = replace(state, day=state.day + 1, gifts=0, hands=0, guest=-1, discount=0, unshared=0, pointed=(), used=())
    return lay_out(table, _with_effort(table, state))


def _expire(table: Table, state: State) -> State:
    """Let every urgent card expire (R-161, R-125, R-126; leads together in the order of the map, A-14)."""
    expiring = sorted([(lying.place, lying) for lying in state.cards if lying.turn == URGENT])
    if not expiring:
        return state
    cards = [lying for lying in state.cards if lying.turn != URGENT]
    leads, discard, circles = list(state.leads), list(state.discard), state.circles
    weakened, damaged = state.weakened, state.damaged
    for place, lying in expiring:
        card = lying.card
        if table.kind[card] is CardKind.HAZARD:
            weakened |= _unprotected(table, state, place, card)
            damaged |= place == state.vehicle
        if card == table.fund:
            circles = 0
        if table.kind[card] is CardKind.LEAD and (not lying.side or table.rulings.expired_lead_task_returns):
            leads.append(card)
        elif table.lasting[card]:
            cards.append(Lying(card, place, LASTING))
        else:
            discard.append(card)
    return replace(
        state,
        cards=tuple(sorted(cards)),
        leads=tuple(leads),
        discard=tuple(sorted(discard)),
        weakened=weakened,
        damaged=int(damaged),
        circles=circles,
    )


def _unprotected(table: Table, state: State, place: int, hazard: int) -> int:
    """Return who is at a place, in a vehicle or not, without protection from its hazard (R-154, R-162), as bits."""
    return sum(
        1 << character
        for character, here in enumerate(state.places)
        if here == place and not protected(table, state, character, hazard)
    )


def _grow_urgent(state: State) -> State:
    """Turn every fresh card on its side (R-163)."""
    cards = [
        Lying(lying.card, lying.place, URGENT, lying.side, lying.hidden) if lying.turn == FRESH else lying
        for lying in state.cards
    ]
    return replace(state, cards=tuple(cards))
