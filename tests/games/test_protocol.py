"""Home Valley keeps what the protocol promises, by the tests that every game shares."""

from __future__ import annotations

import random

import pytest

from tests.conformance import keep_promises, play_the_same
from tests.games.test_engine_kit import rules

SETUPS = [
    (1, "introduction", {"characters": 3}),
    (2, "split-team", {"characters": 4, "shared_pool": True, "point_together": True}),
    (3, "hidden-cards", {"characters": 5}),
    (4, "team-trial", {"characters": 4}),
    (5, "split-team", {"characters": 3, "players": 2}),
]


@pytest.mark.parametrize(("number", "scenario", "more"), SETUPS)
def test_home_valley_keeps_the_promises(number: int, scenario: str, more: dict[str, object]) -> None:
    game = rules(number, scenario, **more)
    keep_promises(game, game.table.config, random.Random(f"{number} {scenario}"), steps=40, few=6)


def test_home_valley_plays_the_same_elsewhere() -> None:
    game = rules(2)
    play_the_same(game, game.table.config, range(1, 3), steps=30)
