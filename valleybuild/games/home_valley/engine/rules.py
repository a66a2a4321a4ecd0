"""The reference engine as `Rules`: every rule and every free action of Home Valley, for one setup."""

from __future__ import annotations

from valleybuild.games.home_valley.engine.apply import apply_move, canonical
from valleybuild.games.home_valley.engine.compile import compile_table
from valleybuild.games.home_valley.engine.days import begin
from valleybuild.games.home_valley.engine.legal import legal_moves
from valleybuild.games.home_valley.engine.moves import Move
from valleybuild.games.home_valley.engine.notation import from_text, to_text
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import Config, Table
from valleybuild.games.home_valley.engine.telling import move_from_text, move_to_text
from valleybuild.games.protocol import Outcome
from valleybuild.model import Game


class HomeValleyRules:
    """The rules of one setup. Everything that changes is in the states."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def setup(self, seed: int, config: Config) -> State:
        """Return the state in which a game starts. Raises ValueError for another setup than these rules are for."""
        if config != self.table.config:
            raise ValueError("these rules were compiled for another setup: use `rules_for`")
        return begin(self.table, seed)

    def legal(self, state: State) -> tuple[Move, ...]:
        """List the legal moves, unique and sorted; none once the game has ended."""
        return legal_moves(self.table, state)

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move. Raises IllegalMoveError with the number of the rule that forbids it."""
        return apply_move(self.table, state, move)

    def canonical(self, state: State, move: Move) -> Move:
        """Return the move among `legal` that comes out the same; a move that is not legal stays as it is."""
        return canonical(self.table, state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game has ended, or None while it goes on."""
        return {Phase.WON: Outcome.WON, Phase.LOST: Outcome.LOST}.get(Phase(state.phase))

    def to_text(self, state: State) -> str:
        """Write a state so that a person can read and change it."""
        return to_text(self.table, state)

    def from_text(self, text: str) -> State:
        """Read a state. Raises NotationError."""
        return from_text(self.table, text)

    def move_to_text(self, state: State, move: Move) -> str:
        """Write a move as it is told at the table."""
        return move_to_text(self.table, state, move)

    def move_from_text(self, state: State, text: str) -> Move:
        """Read a move told in a state. Raises NotationError."""
        return move_from_text(self.table, state, text)


def rules_for(game: Game, config: Config) -> HomeValleyRules:
    """Return the rules of one setup. Raises ValueError where the rules exclude it or the content cannot be played."""
    try:
        return HomeValleyRules(compile_table(game, config))
    except KeyError as error:  # a check of its own says where the content names what is not in play
        raise ValueError(f"{error.args[0]} is asked for, but not in play") from None
