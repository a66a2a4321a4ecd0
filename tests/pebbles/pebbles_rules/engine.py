"""Pebbles as `Rules`. Pebbles are spent to walk three streams from their springs; the goal is a number of points.

S-1  The game starts with three pebbles from the bag in hand, and no card walked.
S-2  Scoop: take the next two pebbles from the bag. One may scoop only so often.
S-3  Nobody holds more than six pebbles: with more than four one cannot scoop.
S-4  Walk: pay what the next card of a stream needs, into the bag, below the others. At its end a stream is walked out.
S-5  Nobody pays with pebbles that are not in hand.
S-6  Whoever pays does the card's deed. Skim: take so many from the bag, up to six in hand. Trade: give back one pebble
     of another kind and take the one named, if the bag has it; or leave it. Drift: the next card downstream counts as
     walked, without its deed.
S-7  Whoever has the points has won; whoever can neither walk nor scoop has lost. Then nothing more is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pebbles_rules.notation import read_move, read_state, write_move, write_state
from pebbles_rules.river import Card, Config, River, State, fill_bag
from valleybuild.games.protocol import IllegalMoveError, Outcome

FIRST = 3
SCOOP = 2
MOST = 6


class Move(NamedTuple):
    """What one does: scoop where there is no stream, else walk in it; `given` is a pebble for a trade."""

    stream: str = ""
    given: str = ""


def points_of(river: River, state: State) -> int:
    """Count the points of the cards that are walked."""
    walked = zip(river.streams.values(), state.walked, strict=True)
    return sum(card.worth for cards, count in walked for card in cards[:count])


class PebblesRules:
    """The rules of one setup."""

    def __init__(self, river: River) -> None:
        self.river = river

    def setup(self, seed: int, config: Config) -> State:
        """Return the state in which a game starts (S-1). Raises ValueError for another setup."""
        if config != self.river.config:
            raise ValueError("these rules are for another setup")
        bag = fill_bag(self.river, seed)
        return State((0,) * len(self.river.streams), tuple(sorted(bag[:FIRST])), bag[FIRST:], config.scoops)

    def legal(self, state: State) -> tuple[Move, ...]:
        """List the legal moves, unique and sorted; none once the game has ended."""
        return () if self._won(state) else tuple(sorted(self._moves(state)))

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move. Raises IllegalMoveError."""
        if self.outcome(state) is not None:
            raise IllegalMoveError("S-7", "the game has ended")
        return self._walk(state, move) if move.stream else self._scoop(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game has ended (S-7), or None while it goes on."""
        if self._won(state):
            return Outcome.WON
        return None if any(True for _ in self._moves(state)) else Outcome.LOST

    def to_text(self, state: State) -> str:
        """Write a state."""
        return write_state(self.river, state, points_of(self.river, state))

    def from_text(self, text: str) -> State:
        """Read a state. Raises NotationError."""
        return read_state(self.river, text, points_of)

    def move_to_text(self, state: State, move: Move) -> str:
        """Write a move."""
        return write_move(*move)

    def move_from_text(self, state: State, text: str) -> Move:
        """Read a move. Raises NotationError."""
        return Move(*read_move(self.river, text))

    def _won(self, state: State) -> bool:
        return points_of(self.river, state) >= self.river.config.goal

    def _moves(self, state: State) -> Iterator[Move]:
        """Yield what can be done, whatever the points."""
        if state.scoops and len(state.hand) <= MOST - SCOOP:
            yield Move()
        for stream in self.river.streams:
            card = self._next(state, stream)
            if card is None or Counter(card.needs) - Counter(state.hand):
                continue
            yield Move(stream)
            left = Counter(state.hand) - Counter(card.needs)
            if card.trade in (*state.bag, *card.needs):
                yield from (Move(stream, given) for given in left if given != card.trade)

    def _next(self, state: State, stream: str) -> Card | None:
        """Return the next card of a stream."""
        cards, walked = self.river.streams[stream], state.walked[list(self.river.streams).index(stream)]
        return cards[walked] if walked < len(cards) else None

    def _scoop(self, state: State) -> State:
        if not state.scoops:
            raise IllegalMoveError("S-2", "there is no scoop left")
        if len(state.hand) > MOST - SCOOP:
            raise IllegalMoveError("S-3", f"with {len(state.hand)} pebbles in hand there is no room for {SCOOP}")
        hand = tuple(sorted((*state.hand, *state.bag[:SCOOP])))
        return State(state.walked, hand, state.bag[SCOOP:], state.scoops - 1)

    def _walk(self, state: State, move: Move) -> State:
        card = self._next(state, move.stream)
        if card is None:
            raise IllegalMoveError("S-4", f"{move.stream} is walked out")
        missing = Counter(card.needs) - Counter(state.hand)
        if missing:
            raise IllegalMoveError("S-5", f"{card.id} needs {', '.join(sorted(missing.elements()))} more")
        left = Counter(state.hand) - Counter(card.needs)
        bag = [*state.bag, *card.needs]
        if move.given:
            self._trade(card, move.given, left, bag)
        skimmed = min(card.skim, MOST - left.total())
        left.update(bag[:skimmed])
        walked = tuple(
            min(count + 1 + card.drift, len(cards)) if stream == move.stream else count
            for (stream, cards), count in zip(self.river.streams.items(), state.walked, strict=True)
        )
        return State(walked, tuple(sorted(left.elements())), tuple(bag[skimmed:]), state.scoops)

    def _trade(self, card: Card, given: str, left: Counter[str], bag: list[str]) -> None:
        """Exchange a pebble that is left in hand for the one that a card names (S-6)."""
        if not card.trade or given == card.trade:
            raise IllegalMoveError("S-6", f"{card.id} does not trade {given}")
        if not left[given] or card.trade not in bag:
            raise IllegalMoveError("S-6", f"there is no {card.trade if left[given] else given} to trade")
        bag.remove(card.trade)
        bag.append(given)
        left[given] -= 1
        left[card.trade] += 1
