"""What a player is: it is shown the rules and a state and says its move, and knows no more than a person there."""

from __future__ import annotations

from typing import Any, Protocol

from valleybuild.games.protocol import Rules


class Player(Protocol):
    """Somebody who plays. A new one sits down to every game, so it may remember what it meant to do."""

    def choose(self, rules: Rules[Any, Any, Any], state: Any) -> Any:
        """Return one of the legal moves of a state in which the game goes on."""
        ...
