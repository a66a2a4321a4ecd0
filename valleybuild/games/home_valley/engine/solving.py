"""Solving a card: who may help, what it costs, who pays and what comes of it. Sections 4.1, 5.2 and 6.2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.acting import refuse, require_room
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import (
    FRESH,
    LASTING,
    Lying,
    State,
    abilities,
    can_rally,
    find_card,
    has_room,
    put,
    with_card,
    with_item,
    without_card,
)
from valleybuild.games.home_valley.engine.table import CardKind, Row, Table

Helpers = tuple[int, ...]
CHEAPEST = 1
"""No card ever costs less (R-120)."""


class Team:
    """Who brings what to a solve in one state: abilities as bits, and who may rally."""

    __slots__ = ("brings", "lone_solver", "rallies")

    def __init__(self, table: Table, state: State) -> None:
        self.brings, self.rallies = table.ability, table.rallying
        characters = range(len(state.places))
        if state.weakened or any(state.items):
            self.brings = tuple([abilities(table, state, character) for character in characters])
        if state.weakened and any(table.rallying):
            self.rallies = tuple([can_rally(table, state, character) for character in characters])
        self.lone_solver = table.rulings.lone_solver

    def fault(self, row: Row, helpers: Helpers) -> str:
        """Return the rule by which these helpers cannot complete a row, or ""."""
        found, rallying, idle, bringing = 0, False, 0, 0
        for helper in helpers:
            brought = self.brings[helper] & row.mask
            found |= brought
            rallying |= self.rallies[helper]
            if brought:
                bringing += 1
            elif self.rallies[helper]:
                idle += 1
            else:
                return "R-073"
        lacking = (row.mask & ~found).bit_count()
        alone_too_few = row.mask.bit_count() > 1 and not self.lone_solver
        if idle and (not bringing or idle > 1 or (not lacking and (bringing > 1 or not alone_too_few))):
            return "R-073"
        if lacking and not (lacking == 1 and rallying and len(helpers) > 1):
            return "R-070"
        return "A-01" if alone_too_few and len(helpers) == 1 else ""

    def at(self, places: tuple[int, ...], place: int) -> tuple[list[int], int, int]:
        """Return who is at a place, what they bring together, and how many lacking abilities they can do without."""
        here, brought, rallying = [], 0, 0
        for character, standing in enumerate(places):
            if standing == place:
                here.append(character)
                brought |= self.brings[character]
                rallying |= self.rallies[character]
        return here, brought, rallying

    def completing(self, row: Row, here: list[int]) -> Iterator[Helpers]:
        """Yield all helpers among those at a place who complete a row."""
        able = [helper for helper in here if self.brings[helper] & row.mask or self.rallies[helper]]
        for size in range(1, len(able) + 1):
            for helpers in combinations(able, size):
                if not self.fault(row, helpers):
                    yield helpers


def cost_of(state: State, row: Row, helpers: Helpers) -> int:
    """Return what a row costs these helpers, with the birthday guest's discount (R-118 to R-120)."""
    if state.discount and len(helpers) > 1 and state.guest in helpers:
        return max(CHEAPEST, row.effort - state.discount)
    return row.effort


def payments(tokens: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Yield what each helper may pay: every token from whoever has most then, ties as they like (R-049, A-33)."""
    if sum(tokens) < cost:
        return
    level = max(tokens)
    while sum(max(0, own - level + 1) for own in tokens) < cost:
        level -= 1
    above = [max(0, own - level) for own in tokens]
    tied = [index for index, own in enumerate(tokens) if own >= level]
    for chosen in combinations(tied, cost - sum(above)):
        yield tuple(paid + (index in chosen) for index, paid in enumerate(above))


def item_of(table: Table, state: State, lying: Lying) -> int:
    """Return the item that solving a card gives one of the helpers (R-110, R-114, A-18), or -1."""
    kind = table.kind[lying.card]
    if kind is CardKind.OPPORTUNITY:
        return lying.card
    item = table.leaves[lying.card]
    if kind is not CardKind.HAZARD or item not in state.gained:
        return -1
    return -1 if lying.turn == LASTING and not table.rulings.lasting_leaves_item else item


def add_solves(table: Table, state: State, moves: list[Move]) -> None:
    """List the solves, without helpers who change nothing (A-02)."""
    places, team, found = state.places, None, list[Move]()
    affordable = sum(state.effort) + state.discount
    for lying in state.cards:
        card, at, _, side, hidden = lying
        if hidden or at not in places:
            continue
        if team is None:
            team = Team(table, state)
        here, brought, rallying = team.at(places, at)
        for number, row in enumerate(table.rows[card][side]):
            mask, effort = row
            if effort <= affordable and (mask & ~brought).bit_count() <= rallying:
                for helpers in team.completing(row, here):
                    told = Move(MoveKind.SOLVE, -1, card, row=number, helpers=helpers)
                    _add_ways_to_solve(table, state, team, told, row, item_of(table, state, lying), found)
    found.sort()
    moves += found


def _add_ways_to_solve(
    table: Table, state: State, team: Team, told: Move, row: Row, item: int, moves: list[Move]
) -> None:
    """List who takes the item and who pays, for helpers that complete a row."""
    helpers, cost = told.helpers, cost_of(state, row, told.helpers)
    splits: Iterator[tuple[int, ...]] = iter(((),))
    if table.own:
        splits = payments(tuple(state.effort[helper] for helper in helpers), cost)
    elif state.effort[0] < cost:
        return
    takers = [helper for helper in helpers if has_room(table, state, helper)] if item >= 0 else [-1]
    for split in splits:
        for taker in takers:
            move = Move(MoveKind.SOLVE, taker, told.card, row=told.row, helpers=helpers, payment=split)
            if superfluous(state, team, row, move) < 0:
                moves.append(move)


def superfluous(state: State, team: Team, row: Row, move: Move) -> int:
    """Return a helper without whom a legal solve would come out the same (A-02), or -1."""
    if len(move.helpers) < 2:
        return -1
    for index in reversed(range(len(move.helpers))):
        helper = move.helpers[index]
        if helper == move.actor or (move.payment and move.payment[index]):
            continue
        others = (*move.helpers[:index], *move.helpers[index + 1 :])
        if not team.fault(row, others) and cost_of(state, row, others) == cost_of(state, row, move.helpers):
            return helper
    return -1


def without_superfluous(table: Table, state: State, move: Move) -> Move:
    """Leave out, one by one, the helpers without whom a legal solve comes out the same."""
    lying = find_card(state, move.card)
    team = Team(table, state)
    while lying is not None:
        row = table.rows[lying.card][lying.side][move.row]
        helper = superfluous(state, team, row, move)
        if helper < 0:
            break
        index = move.helpers.index(helper)
        move = replace(
            move,
            helpers=(*move.helpers[:index], *move.helpers[index + 1 :]),
            payment=(*move.payment[:index], *move.payment[index + 1 :]),
        )
    return move


def solve(table: Table, state: State, move: Move) -> State:
    """Solve a card (R-069 to R-078, R-109 to R-114)."""
    lying = _require_card(table, state, move)
    rows = table.rows[lying.card][lying.side]
    if move.row >= len(rows):
        refuse("R-014", f"{table.cards[move.card]} has no row {move.row + 1}")
    row = rows[move.row]
    _require_helpers(table, state, lying, row, move.helpers)
    effort = _pay_together(table, state, move, cost_of(state, row, move.helpers))
    item = item_of(table, state, lying)
    if item >= 0:
        _require_taker(table, state, move, item)
    elif move.actor >= 0:
        refuse("R-110", f"{table.cards[move.card]} gives no item to take")
    return _solved(table, replace(state, effort=effort), lying, move.actor, item)


def _require_card(table: Table, state: State, move: Move) -> Lying:
    lying = find_card(state, move.card)
    name = table.cards[move.card]
    if lying is None:
        refuse("R-069", f"{name} does not lie on the map")
    if move.card == table.fund:
        refuse("R-133", f"{name} is not solved, everyone contributes to it")
    if lying.hidden:
        refuse("R-076", f"{name} lies face down")
    return lying


def _require_helpers(table: Table, state: State, lying: Lying, row: Row, helpers: Helpers) -> None:
    if helpers != tuple(sorted(set(helpers))):
        refuse("R-073", "each helper is named once, in seating order")
    for helper in helpers:
        if state.places[helper] != lying.place:
            refuse("R-069", f"{table.characters[helper]} is not at {table.places[lying.place]}, where the card lies")
    names = ", ".join(table.characters[helper] for helper in helpers)
    match Team(table, state).fault(row, helpers):
        case "":
            return
        case "R-073":
            refuse("R-073", f"every helper has to bring an ability that the row needs: {names}")
        case "A-01":
            refuse("A-01", f"{names} alone cannot complete a row of several abilities")
        case rule:
            refuse(rule, f"the row is not complete with {names}")


def _pay_together(table: Table, state: State, move: Move, cost: int) -> tuple[int, ...]:
    if not table.own:
        if move.payment:
            refuse("R-040", "the pool pays, so nobody pays a part")
        if state.effort[0] < cost:
            refuse("R-042", f"this costs {cost} effort, and the pool has {state.effort[0]}")
        return (state.effort[0] - cost,)
    tokens = tuple(state.effort[helper] for helper in move.helpers)
    if sum(tokens) < cost:
        refuse("R-050", f"this costs {cost} effort, and the helpers have {sum(tokens)} together")
    if move.payment not in payments(tokens, cost):
        refuse("R-049", f"{cost} effort cannot be paid like this: each token comes from whoever has most")
    effort = list(state.effort)
    for helper, paid in zip(move.helpers, move.payment, strict=True):
        effort[helper] -= paid
    return tuple(effort)


def _require_taker(table: Table, state: State, move: Move, item: int) -> None:
    rule = "R-110" if item == move.card else "R-114"
    if move.actor < 0:
        refuse(rule, f"one of the helpers has to take {table.cards[item]}")
    if move.actor not in move.helpers:
        refuse(rule, f"{table.characters[move.actor]} did not help and cannot take {table.cards[item]}")
    require_room(table, state, move.actor)


def _solved(table: Table, state: State, lying: Lying, taker: int, item: int) -> State:
    card, cards = lying.card, without_card(state.cards, lying.card)
    match table.kind[card]:
        case CardKind.LEAD if lying.side == 0:
            return replace(state, cards=with_card(cards, Lying(card, lying.place, FRESH, side=1)))
        case CardKind.TASK | CardKind.LEAD:
            stamps = state.stamps + table.stamps[card]
            return replace(state, cards=cards, solved=put(state.solved, card), stamps=stamps)
        case CardKind.OPPORTUNITY:
            return replace(state, cards=cards, items=with_item(state, taker, card))
        case _:
            state = replace(state, cards=cards, discard=put(state.discard, card))
            if item < 0:
                return state
            gained = tuple(other for other in state.gained if other != item)
            return replace(state, items=with_item(state, taker, item), gained=gained)
