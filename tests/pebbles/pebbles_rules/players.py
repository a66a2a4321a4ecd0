"""Who plays Pebbles, and what a simulation counts of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pebbles_rules.engine import Move, PebblesRules, points_of
from pebbles_rules.river import State
from valleybuild.games.protocol import Rules


class Wader:
    """Somebody who walks whenever it is possible, to the card that is worth most."""

    def choose(self, rules: Rules[Any, Any, Any], state: State) -> Move:
        """Return a move."""
        assert isinstance(rules, PebblesRules)
        river = rules.river
        return max(rules.legal(state), key=lambda move: points_of(river, rules.apply(state, move)))


class Dabbler:
    """Somebody who scoops as long as there is room, and walks where there is no other way."""

    def choose(self, rules: Rules[Any, Any, Any], state: State) -> Move:
        """Return a move."""
        assert isinstance(rules, PebblesRules)
        return min(rules.legal(state))


def note_cards(rules: Rules[Any, Any, Any], before: State, move: Move, after: State) -> Iterator[str]:
    """Yield which cards were paid for, and past which one drifted."""
    assert isinstance(rules, PebblesRules)
    for cards, old, new in zip(rules.river.streams.values(), before.walked, after.walked, strict=True):
        for number, card in enumerate(cards[old:new]):
            yield f"drifted {card.id}" if number else f"paid {card.id}"


def measure_game(rules: Rules[Any, Any, Any], state: State) -> dict[str, int]:
    """Return the points, and how many scoops were left."""
    assert isinstance(rules, PebblesRules)
    return {"points": points_of(rules.river, state), "scoops left": state.scoops}
