"""A seed, a day, a slot and an attempt to a die roll or a deck's order; nothing else has a say, and nothing is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b

FACES = 6


def draw(seed: int, day: int, slot: str, attempt: int) -> int:
    """Return a number below 2**64 that depends on these four alone."""
    return int.from_bytes(_drawn(f"{seed}:{day}:{slot}:{attempt}"), "big")


def _drawn(key: str) -> bytes:
    return blake2b(key.encode(), digest_size=8).digest()


def roll(seed: int, day: int, slot: str, attempt: int) -> int:
    """Roll the die: 1 to 6 (A-03)."""
    return 1 + draw(seed, day, slot, attempt) % FACES


def roll_among(seed: int, day: int, slot: str, wanted: Collection[int]) -> int:
    """Roll until the die shows one of these (R-130). Raises ValueError where it cannot show any."""
    attempt = 0
    while (shown := roll(seed, day, slot, attempt)) not in wanted:
        if not attempt and not any(1 <= number <= FACES for number in wanted):
            raise ValueError(f"the die shows none of {tuple(wanted)}")
        attempt += 1
    return shown


def shuffled(seed: int, deck: str, cards: Iterable[str]) -> tuple[str, ...]:
    """Shuffle a deck. Each card has a draw of its own, so that one more card leaves the order of the others."""
    # Drawn bytes sort as the numbers do that `draw` makes of them.
    order = sorted([(_drawn(f"{seed}:0:{deck} {card}:0"), card) for card in cards])
    return tuple([card for _, card in order])
