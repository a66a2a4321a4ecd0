"""What a rules engine offers: states and moves as values with a text notation, and no hidden state anywhere."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, TypeVar

State = TypeVar("State")
Move = TypeVar("Move")
Config = TypeVar("Config", contravariant=True)


class Outcome(Enum):
    """How a game has ended."""

    WON = "won"
    LOST = "lost"


class IllegalMoveError(Exception):
    """A move that the rules forbid. `rule` is the number of the rule, such as "R-042"."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule, self.message = rule, message


class NotationError(Exception):
    """A text that is no state or move. `column` counts from 1 within the text's line."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


class Rules(Protocol[State, Move, Config]):
    """The rules of one game. States are frozen and hashable; the same seed and moves give the same game.

    Luck is keyed by (seed, day, slot, attempt), so that two plans from one state meet the same dice.
    """

    def setup(self, seed: int, config: Config) -> State:
        """Return the state in which a game starts. Raises ValueError for a setup that the rules exclude."""
        ...

    def legal(self, state: State) -> tuple[Move, ...]:
        """List the legal moves, unique and sorted; none once the game has ended."""
        ...

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move. Raises IllegalMoveError with the number of the rule that forbids it."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game has ended, or None while it goes on."""
        ...

    def to_text(self, state: State) -> str:
        """Write a state so that a person can read and change it, and `from_text` reads it back."""
        ...

    def from_text(self, text: str) -> State:
        """Read a state. Raises NotationError."""
        ...

    def move_to_text(self, state: State, move: Move) -> str:
        """Write a move as it is told at the table, such as "betty rides to mill with maggie"."""
        ...

    def move_from_text(self, state: State, text: str) -> Move:
        """Read a move told in a state. Raises NotationError; whether it is legal is for `apply` to say."""
        ...
