"""A state to all legal moves, unique and sorted."""

from __future__ import annotations

from valleybuild.games.home_valley.engine.carrying import add_item_moves
from valleybuild.games.home_valley.engine.days import goal_fault, splits
from valleybuild.games.home_valley.engine.helping import add_contributions, add_gifts, add_recoveries, add_turns
from valleybuild.games.home_valley.engine.laying import meeting_choices
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.moving import add_boarding, add_rides, add_walks
from valleybuild.games.home_valley.engine.solving import add_solves
from valleybuild.games.home_valley.engine.state import DAY, Phase, State
from valleybuild.games.home_valley.engine.table import Table


def legal_moves(table: Table, state: State) -> tuple[Move, ...]:
    """List the legal moves, unique and sorted; none once the game has ended.

    Of moves that come out the same only one is listed: a solve without helpers who change nothing (A-02), a ride
    along its shortest way. `apply` accepts the others too.
    """
    if state.phase == DAY:
        return _day_moves(table, state)
    match state.phase:
        case Phase.DUTY:
            return splits(table, state)
        case Phase.POINTING:
            character = len(state.pointed)
            return tuple(Move(MoveKind.POINT, character, place=place) for place in range(len(table.places)))
        case Phase.MEETING:
            return tuple(sorted(meeting_choices(table, state)))
        case _:
            return ()


def _day_moves(table: Table, state: State) -> tuple[Move, ...]:
    """List the moves of the day, kind by kind in the order of `MoveKind`, so that nothing is left to sort."""
    moves: list[Move] = []
    if not goal_fault(table, state):
        moves.append(table.usual.sign)
    add_solves(table, state, moves)
    add_contributions(table, state, moves)
    add_walks(table, state, moves)
    if table.vehicle:
        add_rides(table, state, moves)
        add_boarding(table, state, moves)
    add_item_moves(table, state, moves)
    add_recoveries(table, state, moves)
    add_gifts(table, state, moves)
    add_turns(table, state, moves)
    moves.append(table.usual.day_ends)
    return tuple(moves)
