"""A tiny game of ferrying for the book's examples: whoever pays a coin crosses; the state says where everybody is."""

from __future__ import annotations

from typing import Any, NamedTuple

from valleybuild.games import Rules
from valleybuild.games.playthrough import OpenRules, SetupError
from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome
from valleybuild.model import Game
from valleybuild.project import Project


class Crossing(NamedTuple):
    """How many days have passed, and the coins of the two who ferry."""

    day: int
    coins: tuple[int, int]


class Ferrying:
    """Two ferrymen, ann and ben-jay; each crossing costs one of them a coin and takes a day."""

    names = ("ann", "ben-jay")

    def setup(self, seed: int, config: None) -> Crossing:
        return Crossing(1, (3, 2))

    def legal(self, state: Crossing) -> tuple[str, ...]:
        return tuple(name for name, coins in zip(self.names, state.coins, strict=True) if coins)

    def apply(self, state: Crossing, move: str) -> Crossing:
        at = self.names.index(move)
        if not state.coins[at]:
            raise IllegalMoveError("R-002", f"{move} has no coin")
        coins = tuple(own - (index == at) for index, own in enumerate(state.coins))
        return Crossing(state.day + 1, (coins[0], coins[1]))

    def outcome(self, state: Crossing) -> Outcome | None:
        return None if sum(state.coins) else Outcome.WON

    def to_text(self, state: Crossing) -> str:
        purse = ", ".join(f"{name} {coins}" for name, coins in zip(self.names, state.coins, strict=True))
        late = "late: very\n" if state.day > 2 else ""
        return f"day: {state.day}\ncoins: {purse}\nlast-boat: raft, full\n{late}"

    def from_text(self, text: str) -> Crossing:
        return Crossing(1, (3, 2))

    def move_to_text(self, state: Crossing, move: str) -> str:
        return f"{move} crosses"

    def move_from_text(self, state: Crossing, text: str) -> str:
        name, _, verb = text.partition(" ")
        if name not in self.names or verb != "crosses":
            raise NotationError(f'"{text}" is no move')
        return name


def open_ferry(project: Project, game: Game) -> OpenRules:
    """Open the only setup there is."""

    def open_setup(setup: dict[str, str]) -> tuple[Any, None]:
        for key in setup:
            raise SetupError(f"there is no {key}", key=key)
        return Ferrying(), None

    return open_setup


RULES = Rules(
    open=open_ferry,
    numbers=lambda game: {"crossing-cost": 1, "ferrymen": 2},
    other_keys={"purse": "coins"},
)

EXAMPLE = (
    "title: Over and back\nseed: 1\nann crosses\nben-jay crosses\nben-jay crosses\nrefused R-002: ben-jay crosses\n"
)
"""A playthrough of three moves and one that is refused."""
