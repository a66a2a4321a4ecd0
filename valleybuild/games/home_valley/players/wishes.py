"""A state to what a family at the table would like to do: which card, who could do it, what it costs, what it is worth.

Worth and cost are in tenths of a token of effort. A family weighs what lies on the table against the way there; it
counts neither decks nor dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from valleybuild.games.home_valley.engine.helping import RECOVER_COST
from valleybuild.games.home_valley.engine.luck import draw
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.solving import Team, cost_of
from valleybuild.games.home_valley.engine.state import Lying, State, Turn, has_room, protected
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Table
from valleybuild.games.home_valley.players.distances import FAR
from valleybuild.games.home_valley.players.errands import Atlas, Errand, bring

TENTHS = 10
STAMP, OPENED_LEAD, ITEM, LESSER_ITEM, LOOK, HEALTH = 40, 45, 22, 10, 8, 25
"""What a stamp is worth, a lead turned to its task side, an item with an ability, another, a look, a healing."""
URGENT = 15
"""How much more a stamp is worth that is gone tomorrow."""
HARM, LASTING_HARM, HARM_AT_MEETING = 12, 15, 10
"""What it is worth to avert a hazard: for each whom it would strike, where it lasts, and at the meeting point."""


class Wish(NamedTuple):
    """Something to do. `ends` is the last move of it, `row_cost` what that move costs; `today` when it cannot wait."""

    score: int
    tie: int
    card: int
    errand: Errand
    ends: Move
    row_cost: int
    today: bool


def wishes(atlas: Atlas, state: State) -> list[Wish]:
    """List all that could be done, the best first; what is alike comes in an order that the seed decides."""
    found = [
        *(wish for lying in state.cards for wish in _of_card(atlas, state, Team(atlas.table, state), lying)),
        *_recoveries(atlas, state),
    ]
    return sorted(found, key=lambda wish: (-wish.score, wish.tie))


def worth(table: Table, state: State, lying: Lying) -> int:
    """Return what it is worth to solve a card."""
    urgent = URGENT if lying.turn == Turn.URGENT else 0
    match table.kind[lying.card]:
        case CardKind.LEAD if not lying.side:
            return OPENED_LEAD + urgent if state.day < table.days else 0
        case CardKind.TASK | CardKind.LEAD:
            return STAMP * table.stamps[lying.card] + urgent
        case CardKind.HAZARD:
            return _harm(table, state, lying)
        case _ if table.days - state.day < 2:
            return 0
        case _:
            return ITEM if table.effect[lying.card] is Effect.ABILITY else LESSER_ITEM


def _harm(table: Table, state: State, lying: Lying) -> int:
    """Return what a hazard can do: strike who stands there, and what more if it lasts."""
    struck = sum(
        place == lying.place and not protected(table, state, character, lying.card)
        for character, place in enumerate(state.places)
    )
    struck += bool(table.vehicle) and lying.place == state.vehicle
    harm = LASTING_HARM if table.lasting[lying.card] else 0
    if lying.turn == Turn.URGENT:
        harm += HARM * struck
    return harm + (HARM_AT_MEETING if harm and lying.place == table.meeting_point else 0)


def _tie(state: State, *parts: object) -> int:
    return draw(state.seed, state.day, f"a player's choice {parts}", 0)


def _of_card(atlas: Atlas, state: State, team: Team, lying: Lying) -> Iterator[Wish]:
    table, card = atlas.table, lying.card
    everyone = range(len(state.places))
    today = lying.turn == Turn.URGENT
    if card == table.fund:
        yield from _contribution(table, state, lying)
        return
    if lying.hidden:
        nearest = min((bring(atlas, state, (one,), lying.place) for one in everyone), key=lambda errand: errand.cost)
        if nearest.cost < FAR:
            score = LOOK - TENTHS * nearest.cost
            yield Wish(score, _tie(state, card), card, nearest, Move(MoveKind.DAY_ENDS), 0, today)
        return
    value = worth(table, state, lying)
    if not value:
        return
    for number, row in enumerate(table.rows[card][lying.side]):
        for group in (*((one,) for one in everyone), *combinations(everyone, 2)):
            if team.fault(row, group):
                continue
            taker = _taker(table, state, team, lying, group)
            if taker is None:
                continue
            errand = bring(atlas, state, group, lying.place)
            if errand.cost < FAR:
                cost = cost_of(state, row, group)
                ends = Move(MoveKind.SOLVE, taker, card, row=number, helpers=group)
                score = value - TENTHS * (errand.cost + cost)
                yield Wish(score, _tie(state, card, number, group), card, errand, ends, cost, today)


def _taker(table: Table, state: State, team: Team, lying: Lying, group: tuple[int, ...]) -> int | None:
    """Return who takes the item that a card gives: one who lacks its ability; -1 where none is taken, None if full."""
    gives_item = table.kind[lying.card] is CardKind.OPPORTUNITY or table.leaves[lying.card] in state.gained
    if not gives_item:
        return -1
    if lying.turn == Turn.LASTING and not table.rulings.lasting_leaves_item:
        return -1
    able = [member for member in group if has_room(table, state, member)]
    gives = table.gives[lying.card]
    able.sort(key=lambda member: (bool(gives & team.brings[member]), len(state.items[member]), member))
    return able[0] if able else None


def _contribution(table: Table, state: State, lying: Lying) -> Iterator[Wish]:
    """Wish to fill the fund, which needs no way."""
    cost = (table.fund_circles - state.circles.bit_count()) * table.fund_effort
    score = worth(table, state, lying) - TENTHS * cost
    at_once = Errand(0, (), lying.place)
    yield Wish(score, _tie(state, lying.card), lying.card, at_once, Move(MoveKind.CONTRIBUTE), cost, True)


def _recoveries(atlas: Atlas, state: State) -> Iterator[Wish]:
    """Wish to heal who is weakened, and to mend the vehicle."""
    table, team = atlas.table, Team(atlas.table, state)
    for one in range(len(state.places)):
        if state.weakened and team.brings[one] & table.first_aid:
            for patient, place in enumerate(state.places):
                if state.weakened >> patient & 1 and (patient != one or table.rulings.self_recovery):
                    yield from _recovery(atlas, state, one, place, Move(MoveKind.HEAL, one, target=patient))
        if state.damaged and team.brings[one] & table.repairs:
            yield from _recovery(atlas, state, one, state.vehicle, Move(MoveKind.MEND, one))


def _recovery(atlas: Atlas, state: State, one: int, place: int, ends: Move) -> Iterator[Wish]:
    errand = bring(atlas, state, (one,), place)
    if errand.cost < FAR:
        score = HEALTH - TENTHS * (errand.cost + RECOVER_COST)
        yield Wish(score, _tie(state, ends.kind, one, ends.target), -1, errand, ends, RECOVER_COST, False)
