"""The planner plays whole games by the reference engine's rules, and knows no more than the players at the table."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from msgspec.structs import replace

from tests.games.test_engine_kit import rules
from tests.games.test_planning_kit import with_effort
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.planning.day import open_day
from valleybuild.games.home_valley.planning.draws import imagined, without_knowing
from valleybuild.games.home_valley.planning.homing import Homing
from valleybuild.games.home_valley.planning.judging import Judge, Judgement, Weights
from valleybuild.games.home_valley.planning.player import Planner, Settings, plan_day
from valleybuild.games.home_valley.planning.search import search
from valleybuild.games.protocol import Outcome

QUICK = Settings(beam=8, last=20, ends=3, samples=2, ahead=2, splits=2)


def played(game: HomeValleyRules, seed: int, settings: Settings) -> list[State]:
    """Let the planner play a game; every move it makes is a legal one."""
    planner = Planner(settings)
    states = [game.setup(seed, game.table.config)]
    while game.outcome(states[-1]) is None:
        move = planner.choose(game, states[-1])
        assert move in game.legal(states[-1])
        states.append(game.apply(states[-1], move))
    return states


@pytest.mark.parametrize(
    ("expedition", "scenario", "characters", "more"),
    [
        (1, "introduction", 3, {}),
        (1, "hidden-cards", 4, {"advanced": True}),
        (2, "team-trial", 4, {"point_together": True}),
        (2, "split-team", 4, {"shared_pool": True}),
        (3, "split-team", 5, {}),
        (4, "split-team", 5, {"advanced": True}),
        (5, "hidden-cards", 4, {}),
    ],
)
def test_a_game_is_played_to_its_end(expedition: int, scenario: str, characters: int, more: dict[str, bool]) -> None:
    outside = random.getstate()
    game = rules(expedition, scenario, characters=characters, **more)
    states = played(game, 3, QUICK)
    assert states == played(game, 3, QUICK)
    assert random.getstate() == outside
    assert states[-1].stamps > 0


def test_most_games_of_the_first_expedition_are_won() -> None:
    game = rules(1)
    won = (seed for seed in range(6) if game.outcome(played(game, seed, Settings())[-1]) is Outcome.WON)
    assert len(list(islice(won, 4))) == 4  # once four of six are won, the others need not be played


@pytest.mark.parametrize("expedition", [1, 4, 5])
def test_the_order_of_the_decks_and_the_dice_are_not_looked_at(expedition: int) -> None:
    """Two games that look the same to the players get the same plan, whatever is drawn next."""
    game = rules(expedition, "hidden-cards")
    state = game.setup(5, game.table.config)
    if state.phase == Phase.DUTY:
        state = game.apply(state, game.legal(state)[40])
    for seed in (1, 2):
        other = imagined(game.table, state, 77 + seed, 0)
        assert (other.tasks, other.others, other.seed) != (state.tasks, state.others, state.seed)
        assert plan_day(game, other, 20, QUICK) == plan_day(game, state, 20, QUICK)
    other = without_knowing(game.table, state, 9)
    assert plan_day(game, other, 20, QUICK) == plan_day(game, state, 20, QUICK)


def test_a_plan_ends_where_a_card_turns_up() -> None:
    """R-171: what lies there is not known before, so the day is planned anew."""
    game = rules(1, "hidden-cards", advanced=True)
    found = 0
    for seed in range(12):
        state = game.setup(seed, game.table.config)
        if not any(lying.hidden for lying in state.cards):
            continue
        moves = plan_day(game, state, 20, QUICK)
        for number, move in enumerate(moves):
            after = game.apply(state, move)
            if sum(c.hidden for c in after.cards) < sum(c.hidden for c in state.cards):
                assert number == len(moves) - 1
                found += 1
            state = after
    assert found


def test_the_goal_is_taken_when_it_is_in_reach() -> None:
    """R-006, R-008: on the last day nothing else counts."""
    game = rules(1)
    table = game.table
    home = table.meeting_point
    state = game.setup(1, table.config)
    state = replace(
        state,
        day=table.days,
        stamps=table.needed,
        places=(home, table.place_numbers["chapel"], home, home),
        vehicle=home,
        cards=(),
    )
    moves = plan_day(game, with_effort(game, state, 1), 20)
    assert [move.kind for move in moves][-2:] == [MoveKind.WALK, MoveKind.SIGN]
    assert plan_day(game, with_effort(game, state, 0), 20)[-1].kind == MoveKind.DAY_ENDS


@pytest.mark.parametrize("expedition", [1, 2, 3, 5])
def test_the_way_home_costs_what_a_full_search_finds(expedition: int) -> None:
    """C-20: four characters need 13 effort and more from the foot of the cable car."""
    more = {"shared_pool": True} if expedition == 2 else {}
    game = rules(expedition, characters=3, **more)
    table = game.table
    homing = Homing(table)
    state = replace(game.setup(1, table.config), cards=(), lying=(), items=((),) * 3, stamps=table.needed)
    for seed in range(4):
        luck = random.Random(f"home {seed}")
        near = [table.meeting_point, *table.near[table.meeting_point]]
        places = tuple(luck.choice(near) for _ in range(3))
        vehicle = luck.choice(near) if table.driver else state.vehicle
        start = replace(state, places=places, vehicle=vehicle)
        day, spot = open_day(table, start)
        cost = homing.cost(day.people_at(spot[1]))
        judge = Judge(table, Weights())
        for effort in (cost - 1, cost):
            if effort >= 0:
                day, spot = open_day(table, replace(start, effort=(effort,)))
                found = search(day, spot, Judgement(judge, day), beam=10**6, ends=1)
                assert found.ends[0].won is (effort == cost)


def test_a_wider_beam_finds_no_worse_end_of_a_day() -> None:
    game = rules(1)
    judge = Judge(game.table, Weights())
    for seed in range(3):
        state = game.setup(seed, game.table.config)
        day, spot = open_day(game.table, state)
        values = [search(day, spot, Judgement(judge, day), beam=beam, ends=1).ends[0].value for beam in (1, 60)]
        assert values == sorted(values)
