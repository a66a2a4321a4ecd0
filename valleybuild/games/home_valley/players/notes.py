"""A move to what it did to the cards, and a last state to its numbers: what a simulation of Home Valley counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Lying, Phase, State, Turn, find_card
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.protocol import Rules


def note_cards(rules: Rules[Any, Any, Any], before: State, move: Move, after: State) -> Iterator[str]:
    """Yield which card a move solved, which expired as the day ended, and which lay on the map as the game ended.

    A lead is named by the side that lay up. A lasting hazard expires when it begins to last.
    """
    if not isinstance(rules, HomeValleyRules):
        raise TypeError("only Home Valley has these cards")
    table = rules.table
    if move.kind in (MoveKind.SOLVE, MoveKind.CONTRIBUTE):
        card = table.fund if move.kind == MoveKind.CONTRIBUTE else move.card
        lying = find_card(before, card)
        if lying is not None and find_card(after, card) != lying:
            yield f"solved {_name(table, lying)}"
    elif move.kind == MoveKind.DAY_ENDS:
        yield from (f"expired {_name(table, lying)}" for lying in before.cards if lying.turn == Turn.URGENT)
    if after.phase in (Phase.WON, Phase.LOST):
        yield from (f"left {_name(table, lying)}" for lying in after.cards)


def _name(table: Table, lying: Lying) -> str:
    return table.task_sides[lying.card] if lying.side else table.cards[lying.card]


def measure_game(rules: Rules[Any, Any, Any], state: State) -> dict[str, int]:
    """Return the stamps that were collected and the days that were used."""
    return {"days": state.day, "stamps": state.stamps}
