"""Laying out cards by die, and the instants among them; Village Meeting interrupts it until its choice is made."""

from __future__ import annotations

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.carrying import refreshable
from valleybuild.games.home_valley.engine.luck import FACES, roll, roll_among
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import DAY, Lying, Phase, State, anyone_at, put, with_card
from valleybuild.games.home_valley.engine.table import CardKind, Event, Slot, Table

MEETING_REFRESHES = frozenset({CardKind.TASK, CardKind.LEAD})
"""What Village Meeting may make fresh (R-139)."""


def lay_out(table: Table, state: State, first: int = 0) -> State:
    """Lay out a day's cards from a slot on, and stop where Village Meeting asks for a choice.

    Afterwards comes morning duty (R-058, R-169), pointing, or the day.
    """
    slots = table.slots_of(state.day)
    for index in range(first, len(slots)):
        state = _fill(table, state, index, slots[index])
        if state.slot >= 0:
            return state
    return begin_morning(table, state)


def begin_morning(table: Table, state: State) -> State:
    """Go on to morning duty, to pointing together, or straight into the day."""
    if table.own and state.unshared:
        return replace(state, phase=Phase.DUTY)
    if table.point_together and len(state.pointed) < len(state.places):
        return replace(state, phase=Phase.POINTING)
    return replace(state, phase=DAY)


def _fill(table: Table, state: State, index: int, slot: Slot) -> State:
    """Draw until a card lies in a slot; an empty deck lays nothing (R-115, R-116, A-12)."""
    match slot.deck:
        case "lead":
            if not state.leads:
                return state
            return _place(table, replace(state, leads=state.leads[1:]), state.leads[0], slot)
        case "task":
            return state if not state.tasks else _draw_task(table, state, slot)
        case _:
            return _draw_other(table, state, index, slot)


def _draw_task(table: Table, state: State, slot: Slot) -> State:
    return _place(table, replace(state, tasks=state.tasks[1:]), state.tasks[0], slot)


def _draw_other(table: Table, state: State, index: int, slot: Slot) -> State:
    while state.others:
        card = state.others[0]
        state = replace(state, others=state.others[1:])
        if table.kind[card] is not CardKind.INSTANT:
            return _place(table, state, card, slot)
        state = _happen(table, replace(state, discard=put(state.discard, card)), card, index)
        if state.slot >= 0:
            break
    return state


def _place(table: Table, state: State, card: int, slot: Slot) -> State:
    """Place a card by die (R-128 to R-130), face down where Discovery or fog hides it (R-170, R-179, A-42)."""
    kind = table.kind[card]
    numbers = table.far if kind in (CardKind.TASK, CardKind.LEAD) else table.anywhere
    place = numbers[roll_among(state.seed, state.day, slot.name, numbers)]
    hidden = kind is CardKind.OPPORTUNITY and (table.discovery or table.fog[place]) and not anyone_at(state, place)
    return replace(state, cards=with_card(state.cards, Lying(card, place, hidden=int(hidden))))


def counted_character(table: Table, state: State, card: int) -> int:
    """Roll for a character, counted clockwise from the drawer (R-117, R-140, A-04)."""
    count = len(state.places)
    if table.rulings.character_die_rerolls:
        shown = roll_among(state.seed, state.day, table.cards[card], tuple(range(1, min(count, FACES) + 1)))
    else:
        shown = roll(state.seed, state.day, table.cards[card], 0)
    return (table.first_of_player[table.drawer(state.day)] + shown - 1) % count


def _happen(table: Table, state: State, card: int, slot: int) -> State:
    """Let an instant card happen (R-115, A-46, A-47)."""
    value = table.event_value[card]
    match table.event[card]:
        case Event.DISCOUNT:
            return replace(state, guest=counted_character(table, state, card), discount=value)
        case Event.MORE_EFFORT if table.own:
            return replace(state, unshared=state.unshared + value)
        case Event.MORE_EFFORT:
            return replace(state, effort=(state.effort[0] + value,))
        case Event.HEAL_ALL:
            return replace(state, weakened=0)
        case Event.MEETING:
            meeting = replace(state, phase=Phase.MEETING, slot=slot, vote=counted_character(table, state, card))
            return meeting if meeting_choices(table, meeting) else state
        case None:
            raise ValueError(f"{table.cards[card]} has no event")


def meeting_choices(table: Table, state: State) -> list[Move]:
    """List what Village Meeting can choose (R-139, A-16, A-17)."""
    refreshed = [
        Move(MoveKind.MEETING_A, card=lying.card)
        for lying in state.cards
        if refreshable(table, lying, MEETING_REFRESHES)
    ]
    turned = [
        Move(MoveKind.MEETING_B, card=lying.card)
        for lying in state.cards
        if table.kind[lying.card] is CardKind.LEAD and not lying.side
    ]
    return refreshed + turned
