"""Both engines list all that can be reached from the same states in a day; neither reaches what the other does not."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.test_engine_kit import rules
from tests.games.test_planning_kit import OTHER_RULINGS, Folded, as_good, folded, stirred_state, with_effort
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Lying, State, Turn
from valleybuild.games.home_valley.engine.table import Effect
from valleybuild.games.home_valley.planning.day import close_day, open_day
from valleybuild.games.home_valley.planning.script import Script, tuck_in
from valleybuild.games.home_valley.planning.steps import onward

Reached = dict[tuple[Any, ...], set[Folded]]


def by_fixed(found: set[Folded]) -> Reached:
    sorted_out: Reached = defaultdict(set)
    for one in found:
        sorted_out[one.fixed].add(one)
    return sorted_out


def reached_by_reference(game: HomeValleyRules, state: State) -> set[Folded]:
    """List all that the reference engine reaches in the day, move by move."""
    seen, waiting = {state}, [state]
    while waiting:
        here = waiting.pop()
        for move in game.legal(here):
            if move.kind not in (MoveKind.DAY_ENDS, MoveKind.SIGN):
                after = game.apply(here, move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return {folded(game, one) for one in seen}


def reached_by_planner(game: HomeValleyRules, state: State) -> set[Folded]:
    """List all that the planner's engine reaches in the day, step by step."""
    day, spot = open_day(game.table, state)
    seen, waiting = {spot}, [spot]
    while waiting:
        for after, _ in onward(day, waiting.pop()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {folded(game, close_day(day, one)) for one in seen}


def compare(game: HomeValleyRules, state: State) -> None:
    """Assert that what either engine reaches from a state, the other reaches too or something better."""
    text = game.to_text(state)
    reference = by_fixed(reached_by_reference(game, state))
    planner = by_fixed(reached_by_planner(game, state))
    for fixed, ends in reference.items():
        for one in ends:
            assert any(as_good(other, one) for other in planner.get(fixed, ())), f"only reference: {one}\n{text}"
    for fixed, ends in planner.items():
        for one in ends:
            assert any(as_good(other, one) for other in reference.get(fixed, ())), f"only planner: {one}\n{text}"


CASES: list[tuple[int, str, int, dict[str, Any], int]] = [
    (1, "split-team", 3, {}, 2),
    (1, "introduction", 3, {}, 1),
    (1, "hidden-cards", 4, {"advanced": True}, 1),
    (2, "split-team", 3, {"advanced": True}, 2),
    (2, "split-team", 3, {"shared_pool": True, "point_together": True}, 1),
    (2, "team-trial", 3, {"point_together": True}, 1),
    (3, "split-team", 3, {}, 2),
    (3, "hidden-cards", 4, {"advanced": True}, 2),
    (4, "split-team", 3, {}, 2),
    (4, "team-trial", 3, {}, 2),
    (5, "hidden-cards", 3, {"advanced": True}, 3),
    (5, "split-team", 4, {}, 2),
    *((number, "hidden-cards", 5, {"advanced": True, "rulings": OTHER_RULINGS}, 1) for number in (1, 2, 3, 4, 5)),
]


@pytest.mark.parametrize(("expedition", "scenario", "characters", "more", "effort"), CASES)
def test_both_engines_reach_the_same(
    expedition: int, scenario: str, characters: int, more: dict[str, Any], effort: int
) -> None:
    game = rules(expedition, scenario, characters=characters, **more)
    for seed in range(2):
        compare(game, with_effort(game, stirred_state(game, seed, 2 if characters < 5 else 1), effort))


def test_both_engines_move_hazards_alike() -> None:
    """R-142, R-143: Sandbags never move a hazard to where somebody stands, nor to the meeting point."""
    game = rules(2, characters=3, shared_pool=True)
    sandbags = game.table.card_numbers["sandbags"]
    for seed in range(8):
        state = with_effort(game, stirred_state(game, seed, 1), 0)
        if all(card.card != sandbags for card in state.cards):
            compare(game, replace(state, lying=((sandbags, state.places[0]),)))


def test_both_engines_ask_for_a_free_slot() -> None:
    """R-110, A-19: whoever needs both items to solve a card alone cannot take a third."""
    game = rules(1, characters=3, rulings=OTHER_RULINGS)
    table = game.table
    farm, numbers = table.place_numbers["farm"], table.card_numbers
    helps = [numbers["spare-keys"], numbers["first-aid-box"], numbers["toolbox"]]
    for items in (helps[:2], helps[1:], helps):
        state = with_effort(game, stirred_state(game, 1, 1), 1)
        state = replace(
            state,
            places=(table.meeting_point, table.meeting_point, farm),
            weakened=0,
            cards=tuple(sorted((Lying(numbers["torch"], farm), Lying(numbers["driving-gloves"], farm)))),
            lying=tuple(sorted((item, farm) for item in items)),
        )
        compare(game, state)


def nights_of_reference(game: HomeValleyRules, state: State) -> set[int]:
    """List who can be weakened at the end of a day without effort, over all ways to carry what there is."""
    seen, waiting, found = {state}, [state], set()
    while waiting:
        here = waiting.pop()
        found.add(game.apply(here, Move(MoveKind.DAY_ENDS)).weakened)
        for move in game.legal(here):
            if (
                move.kind in (MoveKind.TAKE, MoveKind.DROP, MoveKind.GIVE)
                and (after := game.apply(here, move)) not in seen
            ):
                seen.add(after)
                waiting.append(after)
    return found


@pytest.mark.parametrize("expedition", [1, 3, 4, 5])
def test_nobody_is_weakened_overnight_who_could_be_protected(expedition: int) -> None:
    """R-154, R-161: what protects is shared out before the day ends as well as it can be."""
    game = rules(expedition, characters=3)
    table, nights = game.table, 0
    hazards = [card for card in range(len(table.cards)) if table.lasting[card]]
    cures = [card for card in range(len(table.cards)) if table.effect[card] is Effect.PROTECTS]
    for seed in range(16):
        luck = random.Random(f"{expedition} {seed}")
        state = stirred_state(game, seed, 1)
        here, there = luck.sample(range(len(table.places)), 2)
        where = (here, here, there)
        state = replace(
            with_effort(game, state, 0),
            day=1,
            places=(here, here, luck.choice(where)),
            weakened=luck.choice((0, 0, 1, 2)),
            items=((),) * 3,
            cards=tuple(sorted(Lying(card, luck.choice(where), Turn.URGENT) for card in hazards)),
            lying=tuple(sorted((card, luck.choice(where)) for card in luck.sample(cures, 3))),
            gained=(),
            others=(),
        )
        day, spot = open_day(table, state)
        script = Script(table, state)
        tuck_in(script, day, spot)
        script.add(Move(MoveKind.DAY_ENDS))
        best = nights_of_reference(game, state)
        weakened = script.state.weakened
        assert weakened in best
        assert weakened.bit_count() == min(bits.bit_count() for bits in best)
        nights += bool(script.moves[:-1])
    assert nights > 2
