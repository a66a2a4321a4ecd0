"""Setting up (R-002 to R-038, R-061, R-062, R-128 to R-130, R-182 to R-186): what lies where, and what is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.games.test_engine_kit import home_valley, lines, rules
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.home_valley.engine.compile import compile_table
from valleybuild.games.home_valley.engine.facts import advantages_of, card_facts, item_facts, read_abilities
from valleybuild.games.home_valley.engine.luck import roll, roll_among, shuffled
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import CardKind, Config
from valleybuild.model import Choice, Entry

NEIGHBOURS = ("betty", "matt", "maggie", "agnes")


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (Config(9), "there is no expedition 9"),
        (Config(1, "midnight"), "there is no scenario 'midnight'"),
        (Config(2, "introduction"), r"introduction is not played with expedition 2 \(R-184\)"),
        (Config(4, "introduction"), "R-184"),
        (Config(2, "introduction", shared_pool=True), "R-184"),
        (Config(1, characters=2), r"3 to 5 characters play, not 2 \(R-002\)"),
        (Config(1, characters=6), "not 6"),
        (Config(1, characters=("betty", "matt", "zoe")), "there is no character 'zoe'"),
        (Config(1, characters=("betty", "matt", "matt")), "only 2 differ"),
        (Config(1, characters=("betty", "matt", "percy")), r"percy plays only in a team of 5 \(R-003, A-31\)"),
        (Config(1, characters=5, players=4), "5 characters play only with 5 players"),
        (Config(1, players=5), "1 to 4 players can control 4 characters, not 5"),
        (Config(1, characters=("matt", "maggie", "agnes")), r"nobody in the team has driving.*\(A-31\)"),
        (Config(1, shared_pool=True), r"expedition 1 has no choice of a shared pool \(R-061\)"),
        (Config(4, shared_pool=True), "R-061"),
        (Config(2, shared_pool=True, advanced=True), "R-062"),
        (Config(2, "team-trial", shared_pool=True), "R-062"),
        (Config(1, point_together=True), r"expedition 1 is not played with Point together \(R-181\)"),
        (Config(1, "introduction", advanced=True), "in introduction all characters lie family side up"),
        (Config(1, "team-trial", advanced=False), "in team-trial all characters lie advanced side up"),
        (Config(2, point_together=True, players=1), "A-45"),
    ],
)
def test_a_setup_that_the_rules_exclude_is_refused(config: Config, sentence: str) -> None:
    """R-002, R-003, R-061, R-062, R-181, R-184, W-17, A-31, A-40, A-45."""
    with pytest.raises(ValueError, match=sentence):
        compile_table(home_valley(), config)


@pytest.mark.parametrize(
    "config", [Config(3, characters=("matt", "maggie", "agnes")), Config(5, characters=NEIGHBOURS[1:])]
)
def test_without_the_badger_nobody_has_to_drive(config: Config) -> None:
    assert compile_table(home_valley(), config).characters == ("matt", "maggie", "agnes")


@pytest.mark.parametrize(
    ("expedition", "scenario", "days", "needed", "seats", "effort"),
    [
        (1, "split-team", 6, 9, 2, 8),
        (1, "introduction", 7, 8, 4, 8),
        (1, "team-trial", 6, 10, 2, 8),
        (1, "hidden-cards", 6, 9, 2, 8),
    ],
)
def test_goals_and_days(expedition: int, scenario: str, days: int, needed: int, seats: int, effort: int) -> None:
    """R-182, R-183, A-38, A-39: the scenario changes stamps, and in expedition 1 days and seats."""
    table = rules(expedition, scenario).table
    assert (table.days, table.needed, table.seats, table.effort) == (days, needed, seats, effort)


@pytest.mark.parametrize("number", range(1, 6))
def test_teams_of_another_size_and_a_shared_pool_change_the_stamps(number: int) -> None:
    """R-182: the expedition card says how many more or fewer, and an extra of the scenario how many days."""
    valley = read_valley(home_valley())
    expedition = valley.expedition(number)
    assert expedition is not None
    for characters in (3, 4, 5):
        wanted = expedition.stamps + expedition.teams.get(characters, 0)
        assert rules(number, characters=characters).table.needed == wanted
    if expedition.shared_effort is not None:
        assert rules(number, shared_pool=True).table.needed == expedition.stamps + expedition.shared_stamps
    for scenario in valley.scenarios:
        for extra in scenario.extras:
            if extra.expedition.id == expedition.id and extra.days is not None:
                assert rules(number, scenario.entry.id).table.days == extra.days
            if extra.expedition.id == expedition.id and extra.effort is not None:
                assert rules(number, scenario.entry.id).table.effort == extra.effort


def test_advanced_sides_come_with_the_scenario_or_by_choice() -> None:
    """R-023, R-173, R-174: Betty drives further from a shared pool and lends a hand with own tokens."""
    assert rules(1).table.longer_ride == (0, 0, 0, 0)
    assert rules(1, "team-trial").table.longer_ride == (1, 0, 0, 0)
    assert rules(1, "hidden-cards", advanced=False).table.free_mend == (False,) * 4
    own = rules(4, "split-team", advanced=True).table
    assert (own.longer_ride, own.far_effort) == ((0, 0, 0, 0), (1, 0, 0, 0))
    assert (own.free_mend, own.free_heal) == ((False, True, False, False), (False, False, False, True))


def test_only_marked_and_unmarked_cards_are_used() -> None:
    """R-017, R-018, R-132, A-22: special cards are in their expeditions only, and starting cards in no deck."""
    first, second, fifth = (rules(number).table for number in (1, 2, 5))
    assert "footbridge-fund" in first.tasks
    assert not {"village-meeting", "sandbags", "rope", "snowdrift"} & set(first.cards)
    assert "village-meeting" in second.others
    assert "sandbags" in second.cards
    assert "sandbags" not in second.others
    assert "last-can-of-petrol" not in fifth.others
    assert "rope" in fifth.others
    assert len(rules(3).table.leads) == 4


@pytest.mark.parametrize("expedition", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_what_lies_on_the_map_after_setup(expedition: int, count: int) -> None:
    """R-025 to R-036: three leads, two tasks and two others that are no instants, all fresh; all at the green."""
    game = rules(expedition, characters=count)
    for seed in range(30):
        state = game.setup(seed, game.table.config)
        while state.phase == Phase.MEETING:
            state = game.apply(state, game.legal(state)[0])
        kinds = Counter(game.table.kind[lying.card] for lying in state.cards)
        others = kinds[CardKind.OPPORTUNITY] + kinds[CardKind.HAZARD]
        assert (kinds[CardKind.LEAD], kinds[CardKind.TASK], others) == (3, 2, 2)
        assert {lying.turn for lying in state.cards} == {0}
        assert state.places == (game.table.start,) * count
        assert state.phase == (Phase.DUTY if game.table.own else Phase.DAY)
        for lying in state.cards:
            far = game.table.kind[lying.card] in (CardKind.TASK, CardKind.LEAD)
            assert lying.place in (game.table.far if far else game.table.anywhere).values()


def test_where_the_starting_cards_and_vehicles_are() -> None:
    """R-026 to R-028, R-032, R-141: Sandbags with Betty, the can at the green, the cabin below, no vehicle in 5."""
    second, third, fifth = (lines(rules(n), rules(n).setup(3, rules(n).table.config)) for n in (2, 3, 5))
    assert second["betty"] == "village-green, carries sandbags"
    assert second["badger"] == "village-green"
    assert second["unshared"] == "10"
    assert third["cable-car"] == "bottom-station"
    assert fifth["last-can-of-petrol"] == "village-green, item"
    assert "badger" not in fifth


def test_luck_depends_on_seed_day_slot_and_attempt_alone() -> None:
    rolls = [roll(seed, 1, "task-1", 0) for seed in range(600)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(70 < count < 130 for count in Counter(rolls).values())
    assert rolls == [roll(seed, 1, "task-1", 0) for seed in range(600)]
    assert rolls != [roll(seed, 1, "task-1", 1) for seed in range(600)]
    assert rolls != [roll(seed, 2, "task-1", 0) for seed in range(600)]


def test_a_number_that_no_place_shows_is_rolled_again() -> None:
    """R-130: what the die shows is always among the numbers of the colour."""
    assert {roll_among(seed, 1, "other-1", (2, 5)) for seed in range(50)} == {2, 5}
    with pytest.raises(ValueError, match="shows none"):
        roll_among(1, 1, "other-1", (7,))


def test_each_card_that_is_laid_out_has_a_die_of_its_own() -> None:
    """A-58, R-131: two tasks may come to lie at one place, but need not."""
    game = rules(1)
    pairs = []
    for seed in range(40):
        state = game.setup(seed, game.table.config)
        pairs.append([lying.place for lying in state.cards if game.table.kind[lying.card] is CardKind.TASK])
    assert {first == second for first, second in pairs} == {True, False}


def test_one_more_card_leaves_the_order_of_the_others() -> None:
    deck = shuffled(5, "tasks", "abcdefgh")
    assert sorted(deck) == list("abcdefgh")
    assert tuple(card for card in shuffled(5, "tasks", "abcdefghi") if card != "i") == deck
    assert deck != shuffled(6, "tasks", "abcdefgh")


def test_two_games_of_one_seed_share_their_cards_until_players_differ() -> None:
    game = rules(3)
    assert game.setup(8, game.table.config) == game.setup(8, game.table.config)
    assert game.setup(8, game.table.config) != game.setup(9, game.table.config)
    with pytest.raises(ValueError, match="another setup"):
        game.setup(8, Config(1))


def with_choice(entry: Entry, field: str, value: Any) -> Entry:
    """Return an entry in which a field chooses something else."""
    record = entry.record
    return msgspec.structs.replace(
        entry, record=msgspec.structs.replace(record, fields={**record.fields, field: value})
    )


def test_what_the_engine_cannot_execute_is_named() -> None:
    entries = home_valley().entries
    valley = read_valley(home_valley())
    torch = next(card for card in valley.cards if card.id == "torch")
    unknown = Choice("effect", "fly", None, torch.entry.place)
    with pytest.raises(ValueError, match="does not know the effect 'fly' of torch"):
        odd = msgspec.structs.replace(torch, entry=with_choice(torch.entry, "effect", unknown))
        card_facts(odd, read_abilities(valley))
    with pytest.raises(ValueError, match="does not know the effect 'fly' of linden-tea"):
        item_facts(with_choice(entries["linden-tea"], "effect", unknown))
    birthday = next(card for card in valley.cards if card.id == "birthday")
    with pytest.raises(ValueError, match="does not know the event 'fly' of birthday"):
        odd = msgspec.structs.replace(birthday, entry=with_choice(birthday.entry, "event", unknown))
        card_facts(odd, read_abilities(valley))
    with pytest.raises(ValueError, match="does not know the advantage 'fly' of matt"):
        advantages_of(with_choice(entries["matt"], "advantages", (unknown,)))


def test_a_state_is_a_value_of_small_numbers() -> None:
    """States compare and hash by what they hold, and hold numbers, words and tuples only."""

    def plain(value: Any) -> bool:
        return isinstance(value, int) or (isinstance(value, tuple) and all(plain(item) for item in value))

    state: State = rules(2).setup(1, rules(2).table.config)
    assert all(plain(getattr(state, field)) for field in state.__struct_fields__)
    assert hash(state) == hash(rules(2).setup(1, rules(2).table.config))
