"""The planner's steps are played in the reference engine: what the planner says comes of them is what comes of them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.test_engine_kit import rules
from tests.games.test_planning_kit import OTHER_RULINGS, folded, lively_state
from valleybuild.games.home_valley.planning.day import close_day, open_day
from valleybuild.games.home_valley.planning.script import Script
from valleybuild.games.home_valley.planning.steps import onward

SETUPS: list[tuple[int, str, int, dict[str, Any]]] = [
    *((number, scenario, count, {}) for number in (1, 3, 5) for scenario in ("introduction", "hidden-cards")
      for count in (3, 5)),
    *((number, scenario, count, {}) for number in (2, 4) for scenario in ("split-team", "team-trial")
      for count in (4, 5)),
    (2, "split-team", 4, {"shared_pool": True, "point_together": True}),
    (2, "split-team", 4, {"point_together": True, "advanced": True}),
    *((number, "hidden-cards", 5, {"advanced": True, "rulings": OTHER_RULINGS}) for number in (1, 2, 3, 4, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("expedition", "scenario", "characters", "more"), SETUPS)
def test_every_step_comes_out_as_the_reference_engine_plays_it(
    expedition: int, scenario: str, characters: int, more: dict[str, Any]
) -> None:
    game = rules(expedition, scenario, characters=characters, **more)
    luck = random.Random(f"{expedition} {scenario} {characters}")
    for seed in range(5):
        state = lively_state(game, seed, 15 + 12 * seed)
        script = Script(game.table, state)
        day, spot = open_day(game.table, state)
        assert folded(game, close_day(day, spot)) == folded(game, script.state)
        for _ in range(12):
            assert open_day(game.table, script.state)[1] is not None
            found = onward(day, spot)
            if not found:
                break
            by_kind: dict[int, list[Any]] = {}
            for after, step in found:
                by_kind.setdefault(step[0], []).append((after, step))
            for choices in by_kind.values():
                for after, step in luck.sample(choices, min(2, len(choices))):
                    tried = Script(game.table, script.state)
                    tried.follow(day, spot, step, after)
                    assert folded(game, tried.state) == folded(game, close_day(day, after)), step
            after, step = luck.choice(by_kind[luck.choice(sorted(by_kind))])
            script.follow(day, spot, step, after)
            spot = after
        assert game.from_text(game.to_text(script.state)) == script.state
