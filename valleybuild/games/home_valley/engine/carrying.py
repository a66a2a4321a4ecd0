"""Items: taking, dropping and giving them, and what they do when they are discarded. Section 5.3 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.acting import refuse, require_carried, require_room
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.moving import arrive, distinct_ways, require_way
from valleybuild.games.home_valley.engine.state import (
    FRESH,
    URGENT,
    Lying,
    State,
    find_card,
    has_room,
    put,
    with_card,
    with_item,
    without_item,
)
from valleybuild.games.home_valley.engine.table import DISCARDED, CardKind, Effect, Table


def add_item_moves(table: Table, state: State, moves: list[Move]) -> None:
    """List what can be taken, dropped, given and discarded."""
    if state.lying:
        for character, here in enumerate(state.places):
            if has_room(table, state, character):
                moves += [Move(MoveKind.TAKE, character, card) for card, place in state.lying if place == here]
    if not any(state.items):
        return
    carried = [(character, card) for character, cards in enumerate(state.items) for card in cards]
    moves += [Move(MoveKind.DROP, character, card) for character, card in carried]
    for character, card in carried:
        moves += [Move(MoveKind.GIVE, character, card, other) for other in _receivers(table, state, character)]
    for character, card in carried:
        if table.effect[card] in DISCARDED:
            moves += discards(table, state, character, card)


def _receivers(table: Table, state: State, giver: int) -> Iterator[int]:
    """Yield to whom a character can give an item: who has room, and is there or within reach (R-081, R-178)."""
    here = state.places[giver]
    for other, place in enumerate(state.places):
        near = place == here or (table.far_item[giver] and place in table.near[here])
        if near and other != giver and has_room(table, state, other):
            yield other


def take(table: Table, state: State, move: Move) -> State:
    """Let a character take an item from its place (R-083, A-21)."""
    lying = (move.card, state.places[move.actor])
    if lying not in state.lying:
        refuse("R-083", f"{table.cards[move.card]} is no item that lies at {table.places[lying[1]]}")
    require_room(table, state, move.actor)
    left = tuple(other for other in state.lying if other != lying)
    return replace(state, lying=left, items=with_item(state, move.actor, move.card))


def drop(table: Table, state: State, move: Move) -> State:
    """Let a character drop an item, face up (R-082, A-44)."""
    require_carried(table, state, move.actor, move.card, "R-082")
    lying = tuple(sorted((*state.lying, (move.card, state.places[move.actor]))))
    return replace(state, lying=lying, items=without_item(state, move.actor, move.card))


def give(table: Table, state: State, move: Move) -> State:
    """Let a character give an item to another (R-081), on the mayor's advanced side to a neighbouring place (R-178)."""
    giver, receiver = move.actor, move.target
    require_carried(table, state, giver, move.card, "R-081")
    if receiver >= len(state.places) or receiver == giver:
        refuse("R-081", "an item is given to another character")
    here, there = state.places[giver], state.places[receiver]
    if here != there and not table.far_item[giver]:
        refuse("R-081", f"{table.characters[receiver]} is not at {table.places[here]}")
    if here != there and there not in table.near[here]:
        refuse("R-178", f"{table.characters[receiver]} is not at a place next to {table.places[here]}")
    require_room(table, state, receiver)
    without = replace(state, items=without_item(state, giver, move.card))
    return replace(without, items=with_item(without, receiver, move.card))


def counts_as(table: Table, lying: Lying) -> CardKind:
    """Return what kind a card on the map is: a lead on its task side is a task (A-13)."""
    return CardKind.TASK if lying.side else table.kind[lying.card]


def refreshable(table: Table, lying: Lying, kinds: frozenset[CardKind]) -> bool:
    """Say whether a card can become fresh: it is urgent and of one of these kinds (R-086, R-087, R-139)."""
    return lying.turn == URGENT and counts_as(table, lying) in kinds


def _refresh_targets(table: Table, state: State, discarded: Move) -> Iterator[Move]:
    for lying in state.cards:
        if refreshable(table, lying, table.refreshes[discarded.card]):
            yield replace(discarded, target=lying.card)


def _hazard_targets(table: Table, state: State, discarded: Move) -> Iterator[Move]:
    for lying in state.cards:
        if table.kind[lying.card] is CardKind.HAZARD:
            for place in table.near[lying.place]:
                if place != table.meeting_point and place not in state.places:
                    yield replace(discarded, target=lying.card, place=place)


def _heal_targets(state: State, discarded: Move) -> Iterator[Move]:
    for character, place in enumerate(state.places):
        if state.weakened >> character & 1 and place == state.places[discarded.actor]:
            yield replace(discarded, target=character)


def _way_targets(table: Table, state: State, discarded: Move) -> Iterator[Move]:
    ways = table.walks[state.places[discarded.actor]]
    for way in sorted(distinct_ways(table, state, 1 << discarded.actor, ways, table.steps[discarded.card])):
        yield replace(discarded, path=way)


def discards(table: Table, state: State, character: int, card: int) -> tuple[Move, ...]:
    """List what a character can discard an item for; where there is nothing, it is spent without effect (A-16)."""
    discarded = Move(MoveKind.DISCARD, character, card)
    match table.effect[card]:
        case Effect.REFRESH:
            found = tuple(_refresh_targets(table, state, discarded))
        case Effect.MOVE_HAZARD:
            found = tuple(_hazard_targets(table, state, discarded))
        case Effect.HEAL:
            found = tuple(_heal_targets(state, discarded))
        case Effect.STEPS if state.aboard >> character & 1:
            return ()
        case Effect.STEPS:
            found = tuple(_way_targets(table, state, discarded))
        case _:
            return ()
    return found or (discarded,)


def discard(table: Table, state: State, move: Move) -> State:
    """Let the carrier of an item discard it for its effect (R-085)."""
    character, card = move.actor, move.card
    require_carried(table, state, character, card, "R-085")
    effect = table.effect[card]
    if effect not in DISCARDED:
        rule = "R-144" if effect is Effect.FOLLOW else "R-085"
        refuse(rule, f"{table.cards[card]} has no effect that it is discarded for")
    if effect is Effect.STEPS and state.aboard >> character & 1:
        refuse("R-068", f"{table.characters[character]} sits in the {table.vehicle} and has to leave it first")
    spent = replace(state, items=without_item(state, character, card), discard=put(state.discard, card))
    if move == Move(MoveKind.DISCARD, character, card):
        if discards(table, state, character, card) != (move,):
            refuse("R-085", f"say what {table.cards[card]} is discarded for")
        return spent
    match effect:
        case Effect.REFRESH:
            return _refresh(table, spent, move)
        case Effect.MOVE_HAZARD:
            return _move_hazard(table, spent, move)
        case Effect.HEAL:
            return _heal(table, spent, move)
        case _:
            return _go(table, state, spent, move)


def _require_parts(table: Table, move: Move, needed: Move) -> None:
    if move != needed:
        refuse("R-085", f"this is not what {table.cards[move.card]} is discarded for")


def _refresh(table: Table, state: State, move: Move) -> State:
    _require_parts(table, move, Move(MoveKind.DISCARD, move.actor, move.card, max(move.target, 0)))
    lying = find_card(state, move.target)
    if lying is None or not refreshable(table, lying, table.refreshes[move.card]):
        refuse("R-087", f"{table.cards[move.target]} is no urgent task or lead on the map")
    return replace(state, cards=with_card(state.cards, lying._replace(turn=FRESH)))


def _move_hazard(table: Table, state: State, move: Move) -> State:
    needed = Move(MoveKind.DISCARD, move.actor, move.card, max(move.target, 0), max(move.place, 0))
    _require_parts(table, move, needed)
    lying = find_card(state, move.target)
    if lying is None or table.kind[move.target] is not CardKind.HAZARD:
        refuse("R-142", f"{table.cards[move.target]} is no hazard on the map")
    if move.place not in table.near[lying.place]:
        refuse("R-142", f"{table.places[move.place]} is not next to {table.places[lying.place]}")
    if move.place == table.meeting_point:
        refuse("R-143", "a hazard cannot be moved to the meeting point")
    if move.place in state.places:
        refuse("R-142", f"somebody stands at {table.places[move.place]}")
    return replace(state, cards=with_card(state.cards, lying._replace(place=move.place)))


def _heal(table: Table, state: State, move: Move) -> State:
    patient = move.target
    if not 0 <= patient < len(state.places):
        refuse("R-107", f"{table.cards[move.card]} heals a character")
    _require_parts(table, move, Move(MoveKind.DISCARD, move.actor, move.card, patient))
    if state.places[patient] != state.places[move.actor]:
        refuse("R-105", f"{table.characters[patient]} is not at {table.places[state.places[move.actor]]}")
    if not state.weakened >> patient & 1:
        refuse("R-107", f"{table.characters[patient]} is healthy")
    return replace(state, weakened=state.weakened & ~(1 << patient))


def _go(table: Table, state: State, spent: State, move: Move) -> State:
    """Move the carrier alone and free, along ways that can be walked (R-147, A-24, A-26)."""
    _require_parts(table, move, Move(MoveKind.DISCARD, move.actor, move.card, path=move.path))
    if len(move.path) > table.steps[move.card]:
        refuse("R-147", f"{table.cards[move.card]} goes {table.steps[move.card]} places far, not {len(move.path)}")
    here = state.places[move.actor]
    require_way(table, here, move.path, drives=False)
    if move.path[-1] == here:
        refuse("A-55", "the way has to end at another place")
    # The card still protects from nothing and blocks no slot, so it makes no difference that it is spent first.
    return arrive(table, spent, 1 << move.actor, move.path, effort=state.effort, vehicle=state.vehicle)
