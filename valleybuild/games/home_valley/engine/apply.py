"""A state and a move to the state after it; what the rules forbid is refused with the number of the rule."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from valleybuild.games.home_valley.engine import carrying, days, helping, moving, solving
from valleybuild.games.home_valley.engine.acting import refuse
from valleybuild.games.home_valley.engine.moves import SHAPES, Move, MoveKind, named
from valleybuild.games.home_valley.engine.state import DAY, Phase, State
from valleybuild.games.home_valley.engine.table import Effect, Table
from valleybuild.games.protocol import IllegalMoveError

ACTIONS: dict[int, Callable[[Table, State, Move], State]] = {
    MoveKind.SIGN: days.sign,
    MoveKind.SOLVE: solving.solve,
    MoveKind.CONTRIBUTE: helping.contribute,
    MoveKind.WALK: moving.walk,
    MoveKind.RIDE: moving.ride,
    MoveKind.BOARD: moving.board,
    MoveKind.LEAVE: moving.leave,
    MoveKind.TAKE: carrying.take,
    MoveKind.DROP: carrying.drop,
    MoveKind.GIVE: carrying.give,
    MoveKind.DISCARD: carrying.discard,
    MoveKind.HEAL: helping.heal,
    MoveKind.MEND: helping.mend,
    MoveKind.GIFT: helping.gift,
    MoveKind.TURN: helping.turn,
    MoveKind.DAY_ENDS: days.end_day,
    MoveKind.SPLIT: days.split,
    MoveKind.POINT: days.point,
    MoveKind.MEETING_A: days.meet,
    MoveKind.MEETING_B: days.meet,
}
PHASES: dict[int, Phase] = {
    MoveKind.SPLIT: Phase.DUTY,
    MoveKind.POINT: Phase.POINTING,
    MoveKind.MEETING_A: Phase.MEETING,
    MoveKind.MEETING_B: Phase.MEETING,
}
"""When a move is possible, for those that do not belong to the day."""


def apply_move(table: Table, state: State, move: Move) -> State:
    """Return the state after a move. Raises IllegalMoveError with the number of the rule that forbids it."""
    _require_form(table, move)
    if state.phase != PHASES.get(move.kind, DAY):
        _refuse_now(table, state, move)
    return ACTIONS[move.kind](table, state, move)


def canonical(table: Table, state: State, move: Move) -> Move:
    """Return the listed move that comes out the same as this one; a move that is not legal stays as it is."""
    try:
        apply_move(table, state, move)
    except IllegalMoveError:
        return move
    if move.kind == MoveKind.SOLVE:
        return solving.without_superfluous(table, state, move)
    if move.kind == MoveKind.RIDE:
        ways = table.drives[state.vehicle]
        return replace(move, path=moving.shortest_alike(table, state, state.aboard, ways, move.path))
    if move.kind == MoveKind.DISCARD and table.effect[move.card] is Effect.STEPS and move.path:
        ways = table.walks[state.places[move.actor]]
        return replace(move, path=moving.shortest_alike(table, state, 1 << move.actor, ways, move.path))
    return move


def _require_form(table: Table, move: Move) -> None:
    """Refuse a move that names what its kind does not, or something that is not in the game."""
    shape = SHAPES.get(move.kind)
    if shape is None:
        refuse("R-041", f"there is no move of kind {move.kind}")
    needed, possible = shape
    parts = named(move)
    if parts | possible != needed | possible:
        refuse("R-041", f"this is not how a move of kind {MoveKind(move.kind).name.lower()} is told")
    characters, places, cards = len(table.characters), len(table.places), len(table.cards)
    if not -1 <= move.actor < characters or (move.helpers and not _all_below(characters, move.helpers)):
        refuse("R-002", "this names a character that is not in play")
    if not -1 <= move.place < places or (move.path and not _all_below(places, move.path)):
        refuse("R-022", "this names a place that is not on the map")
    if not -1 <= move.card < cards or not -1 <= move.target < cards or move.row < -1:
        refuse("R-018", "this names a card that is not in play")


def _all_below(count: int, numbers: tuple[int, ...]) -> bool:
    return min(numbers) >= 0 and max(numbers) < count


def _refuse_now(table: Table, state: State, move: Move) -> None:
    match state.phase:
        case Phase.WON:
            refuse("R-001", "the game is won")
        case Phase.LOST:
            refuse("R-009", "the last day is over and the game is lost")
        case Phase.MEETING:
            refuse("R-139", "Village Meeting has to choose first")
        case Phase.DUTY:
            refuse("R-058", "morning duty comes first")
        case Phase.POINTING:
            refuse("R-181", "everyone points at a place first")
        case _:
            rules = {MoveKind.SPLIT: "R-057", MoveKind.POINT: "R-181"}
            refuse(rules.get(MoveKind(move.kind), "R-139"), "this is not the time for it")
