"""What every action shares: refusing a move with the rule's number, and paying."""

from __future__ import annotations

from typing import NoReturn

from valleybuild.games.home_valley.engine.state import State
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.protocol import IllegalMoveError


def refuse(rule: str, message: str) -> NoReturn:
    """Refuse a move. Raises IllegalMoveError."""
    raise IllegalMoveError(rule, message)


def can_pay(table: Table, state: State, payer: int, cost: int) -> bool:
    """Say whether there is effort enough for an action: the payer's own, or in the pool."""
    return state.effort[payer if table.own else 0] >= cost


def pay(table: Table, state: State, payer: int, cost: int) -> tuple[int, ...]:
    """Return the effort left once an action is paid (R-041, R-047, R-048, R-052). Raises IllegalMoveError."""
    purse = payer if table.own else 0
    left = state.effort[purse] - cost
    if left < 0:
        owner = table.characters[payer] if table.own else "the pool"
        refuse("R-042", f"this costs {cost} effort, and {owner} has {state.effort[purse]}")
    if not cost:
        return state.effort
    return (*state.effort[:purse], left, *state.effort[purse + 1 :])


def require_carried(table: Table, state: State, character: int, card: int, rule: str) -> None:
    """Refuse what only the carrier of an item may do. Raises IllegalMoveError."""
    if card not in state.items[character]:
        refuse(rule, f"{table.characters[character]} does not carry {table.cards[card]}")


def require_room(table: Table, state: State, character: int) -> None:
    """Refuse one item too many (R-080, A-19). Raises IllegalMoveError."""
    if len(state.items[character]) >= table.slots:
        refuse("R-080", f"{table.characters[character]} carries {table.slots} items already")


def listed(table: Table, bits: int) -> str:
    """Name a set of characters."""
    return ", ".join(id for number, id in enumerate(table.characters) if bits >> number & 1)
