"""The loaded cards of Pebbles to the facts that its rules go by, and a seed to the order of the bag."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import msgspec

from valleybuild.model import Choice, Entry, Game, Ref


class Card(NamedTuple):
    """A river card: what it costs, what it is worth, and the deed of whoever pays for it."""

    id: str
    needs: tuple[str, ...]
    worth: int
    skim: int = 0
    trade: str = ""
    drift: bool = False


class Config(msgspec.Struct, frozen=True):
    """How many points win, and how often one may scoop."""

    goal: int = 14
    scoops: int = 7


class River(msgspec.Struct, frozen=True):
    """The streams with their cards from the spring downwards, and how many pebbles of each kind there are."""

    config: Config
    streams: dict[str, tuple[Card, ...]]
    pebbles: dict[str, int]

    @property
    def most(self) -> int:
        """Count the points of all cards."""
        return sum(card.worth for cards in self.streams.values() for card in cards)


class State(msgspec.Struct, frozen=True):
    """A game at one moment: how far each stream is walked, the pebbles in hand, sorted, and the bag, the next first."""

    walked: tuple[int, ...]
    hand: tuple[str, ...]
    bag: tuple[str, ...]
    scoops: int


def compile_river(game: Game, config: Config) -> River:
    """Read the cards. The engine looks nowhere else."""
    streams: dict[str, dict[tuple[int, ...], Card]] = {entry.id: {} for entry in game.of_kind("stream")}
    for entry in game.of_kind("river-card"):
        stream, cell = entry["stream"], entry["cell"]
        assert isinstance(stream, Ref) and isinstance(cell, tuple)
        streams[stream.id][tuple(number for number in cell if isinstance(number, int))] = _card(entry)
    pebbles = {entry.id: count for entry in game.of_kind("pebble") if isinstance(count := entry["quantity"], int)}
    ordered = {id: tuple(card for _, card in sorted(cards.items())) for id, cards in streams.items()}
    return River(config, ordered, pebbles)


def _card(entry: Entry) -> Card:
    needs, worth, deed = entry["needs"], entry["worth"], entry["deed"]
    assert isinstance(needs, tuple) and isinstance(worth, int) and isinstance(deed, Choice)
    plain = Card(entry.id, tuple(sorted(need.id for need in needs if isinstance(need, Ref))), worth)
    match deed.tag, deed.value:
        case "skim", int(count):
            return plain._replace(skim=count)
        case "trade", Ref(id=pebble):
            return plain._replace(trade=pebble)
        case "drift", None:
            return plain._replace(drift=True)
        case _:
            raise ValueError(f"there is no deed {deed.tag}")


def fill_bag(river: River, seed: int) -> tuple[str, ...]:
    """Put all pebbles into the bag, in an order that depends on the seed alone."""
    pebbles = [(pebble, number) for pebble, count in river.pebbles.items() for number in range(count)]
    return tuple(pebble for pebble, _ in sorted(pebbles, key=lambda one: _key(seed, *one)))


def _key(seed: int, pebble: str, number: int) -> bytes:
    return blake2b(f"{seed}:{pebble}:{number}".encode(), digest_size=8).digest()
