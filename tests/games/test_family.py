"""The family at the table: whole games of every setup, legal, the same each time, some won and some lost."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from tests.games.test_engine_kit import rules
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.players.distances import FAR
from valleybuild.games.home_valley.players.errands import Atlas, Trial, bring, run
from valleybuild.games.home_valley.players.family import Family
from valleybuild.games.home_valley.players.notes import measure_game, note_cards
from valleybuild.games.protocol import Outcome

SETUPS = [
    *((number, "introduction", 4, {}) for number in (1, 3, 5)),
    *(
        (number, scenario, count, {})
        for number, scenario, count in product(range(1, 6), ("split-team", "hidden-cards", "team-trial"), (3, 4, 5))
    ),
    (2, "split-team", 4, {"shared_pool": True, "point_together": True}),
    (2, "team-trial", 4, {"point_together": True}),
]


def play_out(game: HomeValleyRules, seed: int) -> list[tuple[State, Move]]:
    """Play a game; every move has to be one that the rules list. The last state comes with the move before it."""
    player, state = Family(), game.setup(seed, game.table.config)
    played = []
    while game.outcome(state) is None:
        move = player.choose(game, state)
        assert game.canonical(state, move) in game.legal(state), game.move_to_text(state, move)
        played.append((state, move))
        state = game.apply(state, move)
        assert len(played) < 1000
    return [*played, (state, played[-1][1])]


@pytest.mark.parametrize(("number", "scenario", "count", "more"), SETUPS)
def test_whole_games_are_legal(number: int, scenario: str, count: int, more: dict[str, bool]) -> None:
    game = rules(number, scenario, characters=count, **more)
    before = random.getstate()
    for seed in (1, 2):
        play_out(game, seed)
    assert random.getstate() == before


@pytest.mark.parametrize("number", range(1, 6))
def test_a_game_is_played_the_same_again(number: int) -> None:
    game = rules(number)
    assert play_out(game, 7) == play_out(game, 7)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_family_that_forgets_what_it_agreed_on_still_gets_somewhere(number: int) -> None:
    """The player decides by the state alone, so a game that is taken up in the middle comes to an end."""
    game = rules(number)
    state, moves = game.setup(3, game.table.config), 0
    while game.outcome(state) is None:
        state, moves = game.apply(state, Family().choose(game, state)), moves + 1
        assert moves < 1000


def test_some_introductions_are_won_and_some_lost() -> None:
    game = rules(1, "introduction")
    outcomes = {game.outcome(play_out(game, seed)[-1][0]) for seed in range(1, 31)}
    assert outcomes == {Outcome.WON, Outcome.LOST}


def test_decks_and_coming_dice_do_not_matter() -> None:
    """What lies in the decks makes no difference to what is done on the first day."""
    game = rules(1)
    state = game.setup(4, game.table.config)
    other = game.from_text(game.to_text(state))
    shuffled = type(state)(
        **{name: getattr(other, name) for name in state.__struct_fields__}
        | {"tasks": state.tasks[::-1], "others": state.others[::-1], "leads": state.leads[::-1]}
    )
    while state.day == 1:
        move = Family().choose(game, state)
        assert Family().choose(game, shuffled) == move
        if move.kind == MoveKind.DAY_ENDS:
            break
        state, shuffled = game.apply(state, move), game.apply(shuffled, move)


def test_tokens_are_split_evenly() -> None:
    game = rules(2)
    for state, move in play_out(game, 1):
        if state.phase == Phase.DUTY and move.kind == MoveKind.SPLIT and state.stamps < game.table.needed:
            assert max(move.payment) - min(move.payment) <= 1


def test_an_errand_costs_what_it_says() -> None:
    """Every pair is brought to every place with effort to spare, and that takes as much as was said."""
    for number in (1, 3, 5):
        game = rules(number)
        table, start = game.table, game.setup(1, game.table.config)
        rich = type(start)(**{name: getattr(start, name) for name in start.__struct_fields__} | {"effort": (99,)})
        atlas = Atlas(table)
        for pair, target in product(((0, 1), (1, 3), (2,)), range(len(table.places))):
            errand = bring(atlas, rich, pair, target)
            trial = Trial(game, table, rich)
            assert errand.cost < FAR
            assert run(trial, atlas, errand), (number, pair, table.places[target])
            assert {trial.state.places[member] for member in pair} == {target}
            assert 99 - trial.state.effort[0] == errand.cost


def test_everybody_and_the_vehicle_are_brought_across() -> None:
    """Where nobody can walk across, trips with the vehicle bring all to the meeting point."""
    for number in (1, 2, 3):
        game = rules(number, shared_pool=number == 2)
        table, start = game.table, game.setup(1, game.table.config)
        rich = type(start)(**{name: getattr(start, name) for name in start.__struct_fields__} | {"effort": (99,)})
        atlas, everyone = Atlas(table), (0, 1, 2, 3)
        home = bring(atlas, rich, everyone, table.meeting_point, with_vehicle=bool(table.driver), all_stops=True)
        trial = Trial(game, table, rich)
        assert run(trial, atlas, home)
        assert set(trial.state.places) == {table.meeting_point}
        assert not table.driver or trial.state.vehicle == table.meeting_point
        assert 99 - trial.state.effort[0] == home.cost


def test_notes_and_measures() -> None:
    game = rules(1, "introduction")
    played = play_out(game, 1)
    notes = [note for (before, move), (after, _) in pairwise(played) for note in note_cards(game, before, move, after)]
    last = played[-1][0]
    assert {note.split()[0] for note in notes} == {"solved", "expired", "left"}
    assert sum(note.startswith("left ") for note in notes) == len(last.cards)
    solved = {note.split()[1] for note in notes if note.startswith("solved ")}
    tasks = {game.table.task_sides[card] or game.table.cards[card] for card in last.solved}
    assert tasks <= solved
    assert measure_game(game, last) == {"days": last.day, "stamps": last.stamps}


def test_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="plays Home Valley only"):
        Family().choose(object(), None)  # type: ignore[arg-type]
