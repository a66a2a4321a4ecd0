"""What the planner thinks of a day's end: what it counts, what it leaves out, and that it remembers nothing wrong."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.games.test_engine_kit import rules
from tests.games.test_planning_kit import folded, lively_state, stirred_state
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Lying, State, Turn
from valleybuild.games.home_valley.engine.table import CardKind
from valleybuild.games.home_valley.planning.day import Known, open_day
from valleybuild.games.home_valley.planning.judging import Judge, Judgement, Weights
from valleybuild.games.home_valley.planning.player import Settings, Thought
from valleybuild.games.home_valley.planning.script import Script, evening, tuck_in
from valleybuild.games.home_valley.planning.search import PURSES, kept, search
from valleybuild.games.home_valley.planning.steps import onward


def judged(game: HomeValleyRules, state: State, weights: Weights | None = None) -> float:
    """Judge a state with all of its effort left."""
    day, spot = open_day(game.table, state)
    return Judgement(Judge(game.table, weights or Weights()), day).value(spot, sum(state.effort))


@pytest.mark.parametrize("expedition", [1, 2, 3, 4, 5])
def test_an_evening_is_what_the_reference_engine_comes_to(expedition: int) -> None:
    """R-154: also what protects is in the same hands, so that the same people are weakened."""
    game = rules(expedition)
    judge = Judge(game.table, Weights())
    for seed in range(4):
        state = stirred_state(game, seed, 3)
        day, spot = open_day(game.table, state)
        searched = search(day, spot, Judgement(judge, day), beam=4, ends=3)
        for end in searched.ends:
            script = Script(game.table, state)
            for before, step, after in searched.steps(end.spot):
                script.follow(day, before, step, after)
            tuck_in(script, day, end.spot)
            assert folded(game, evening(day, end.spot)) == folded(game, script.state)
            nights = [game.apply(ended, game.legal(ended)[-1]) for ended in (evening(day, end.spot), script.state)]
            assert nights[0].weakened.bit_count() == nights[1].weakened.bit_count()


@pytest.mark.parametrize(("expedition", "scenario"), [(1, "hidden-cards"), (2, "team-trial"), (4, "split-team")])
def test_what_is_remembered_of_other_days_changes_no_step(expedition: int, scenario: str) -> None:
    game = rules(expedition, scenario)
    known = Known()
    for seed in range(6):
        state = lively_state(game, seed, 20)
        day, spot = open_day(game.table, state, known)
        fresh_day, fresh_spot = open_day(game.table, state)
        assert spot == fresh_spot
        assert onward(day, spot) == onward(fresh_day, fresh_spot)
        for after, _ in onward(day, spot)[:5]:
            assert onward(day, after, thrifty=True) == onward(fresh_day, after, thrifty=True)
    assert known.people and known.footsteps


def test_a_lead_that_expires_out_of_reach_is_not_lost() -> None:
    """R-126, R-127: it goes under the stack and comes back; a task in its place would be gone."""
    game = rules(1)
    table = game.table
    state = replace(game.setup(1, table.config), effort=(0,), cards=())
    far = table.place_numbers["chapel"]
    lead = next(card for card, kind in enumerate(table.kind) if kind is CardKind.LEAD)
    task = next(card for card, kind in enumerate(table.kind) if kind is CardKind.TASK and card != table.fund)
    nothing = judged(game, state)
    assert judged(game, replace(state, cards=(Lying(task, far, Turn.URGENT),))) == nothing
    assert judged(game, replace(state, cards=(Lying(lead, far, Turn.URGENT),))) > nothing
    last = replace(state, day=table.days, cards=(Lying(lead, far, Turn.URGENT),))
    assert judged(game, last) == judged(game, replace(last, cards=()))


def test_an_effort_that_is_lacking_weighs_more_the_nearer_the_end() -> None:
    game = rules(1)
    judge = Judge(game.table, Weights())
    lacking = [judge.outlooks[left][-3] for left in range(1, game.table.days)]
    assert lacking == sorted(lacking)
    assert lacking[0] < lacking[-1] < 0


def test_who_stands_well_for_tasks_to_come_is_judged_better() -> None:
    """Nothing lies on the map, and the way home is not counted: what is left is where the next tasks may fall."""
    game = rules(5)
    table = game.table
    weights = Weights(coming=2.0, spare=0.0, short=0.0, stranded=0.0)
    state = replace(game.setup(1, table.config), cards=(), lying=())
    together = [
        judged(game, replace(state, places=(place,) * len(state.places)), weights) for place in range(len(table.places))
    ]
    remote = min(range(len(together)), key=lambda place: together[place])
    assert together[remote] < max(together)
    blind = replace(weights, coming=0.0)
    assert len({judged(game, replace(state, places=(place,) * 4), blind) for place in (0, remote)}) == 1


def test_tokens_in_other_hands_do_not_crowd_the_beam() -> None:
    waiting = [(1.0, (tokens, 7, 0, 0, 0, 0)) for tokens in range(20)]
    waiting += [(0.5, (tokens, 8, 0, 0, 0, 0)) for tokens in range(2)]
    best = kept(waiting, 10, own=True)
    assert [spot[1] for _, spot in best] == [7] * PURSES + [8] * 2
    assert [spot[1] for _, spot in kept(waiting, 10, own=False)] == [7] * 10


def test_two_who_walk_in_at_one_place_point_there() -> None:
    """R-181: the first of them walks in for nothing, so that the plan gets cheaper by a token."""
    game = rules(2, point_together=True)
    table = game.table
    found = 0
    for seed in range(8):
        state = game.setup(seed, table.config)
        while game.legal(state)[0].kind != MoveKind.POINT:
            state = game.apply(state, random.Random(seed).choice(game.legal(state)))
        thought = Thought(game, Settings(beam=20))
        moves = [move for _, move in thought.planned(state)]
        assert [move.actor for move in moves] == list(range(len(state.places)))
        elsewhere = [move.place for move in moves if move.place != state.places[move.actor]]
        assert all(elsewhere.count(place) > 1 for place in elsewhere)
        found += bool(elsewhere)
    assert found
