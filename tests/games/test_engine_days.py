"""The day's end and beginning: cleanup (R-122 to R-127, R-161 to R-169), instants, morning duty, meetings, signing."""

from __future__ import annotations

from itertools import count

import pytest

from tests.games.test_engine_kit import lines, play, refused, rules, told
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.protocol import Outcome

GOAL = "".join(f"{id}: timber-yard\n" for id in ("betty", "matt", "maggie", "agnes"))


def at(game: HomeValleyRules, place: str) -> str:
    """Put all characters at a place."""
    return "".join(f"{id}: {place}\n" for id in game.table.characters)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"stamps: 9\n{GOAL}badger: timber-yard\neffort: 0\nday: 6", ""),
        (
            f"stamps: 12\n{GOAL}badger: timber-yard, damaged".replace(
                "matt: timber-yard", "matt: timber-yard, weakened"
            ),
            "",
        ),
        (f"stamps: 8\n{GOAL}badger: timber-yard", "R-007"),
        (f"stamps: 9\n{GOAL}badger: mill", "R-007"),
        (f"stamps: 9\n{GOAL}badger: timber-yard".replace("matt: timber-yard", "matt: mill"), "R-007"),
    ],
)
def test_signing_needs_the_whole_goal(text: str, rule: str) -> None:
    """R-004, R-006 to R-012, R-045: free, on any day; too many stamps, weakness or damage do not matter."""
    assert refused(rules(1), text, "sign") == rule


@pytest.mark.parametrize(("expedition", "place"), [(3, "mountain-pass"), (5, "chapel")])
def test_without_the_badger_only_the_characters_count(expedition: int, place: str) -> None:
    """R-005: the cabin is not part of the goal."""
    game = rules(expedition)
    state = play(game, f"stamps: {game.table.needed}\n{at(game, place)}", "sign")
    assert game.outcome(state) is Outcome.WON
    assert game.legal(state) == ()
    assert refused(game, game.to_text(state), "day ends") == "R-001"


def test_the_last_evening_loses_the_game() -> None:
    """R-009, R-164: nothing is laid out any more."""
    game = rules(1)
    state = play(game, "day: 6\ntasks: lost-key\nstamps: 9", "day ends")
    assert game.outcome(state) is Outcome.LOST
    assert lines(game, state)["tasks"] == "lost-key"
    assert refused(game, game.to_text(state), "sign") == "R-009"
    assert game.outcome(play(game, "day: 5", "day ends")) is None


def test_cards_expire_before_fresh_ones_become_urgent() -> None:
    """R-122 to R-125, R-158, R-161, R-163, A-13, A-50."""
    text = (
        "lost-key: mill, fresh\nrunaway-dog: mill, urgent\ntorch: farm, urgent, face down\ntoolbox: farm, fresh\n"
        "the-flu: farm, lasting\nfalling-tiles: farm, urgent\nwashed-out-path: chapel, urgent\n"
        "letter-without-a-name: school, urgent, task side\n"
    )
    found = lines(rules(1), play(rules(1), text, "day ends"))
    assert found["lost-key"] == "mill, urgent"
    assert found["toolbox"] == "farm, urgent"
    assert found["the-flu"] == "farm, lasting"
    assert found["washed-out-path"] == "chapel, lasting"
    assert set(found["discard"].split(", ")) == {"runaway-dog", "torch", "falling-tiles", "letter-without-a-name"}


def test_expired_leads_queue_under_the_stack() -> None:
    """R-126, R-127, R-166 to R-168, A-14: in the order of the map; the top one comes back at once, lead side up."""
    text = "letter-without-a-name: mill, urgent\nsmoke-above-the-wood: farm, urgent\n"
    found = lines(rules(1), play(rules(1), text, "day ends"))
    assert "fresh" in found["smoke-above-the-wood"]
    assert found["leads"] == "letter-without-a-name"
    found = lines(rules(1), play(rules(1), f"{text}leads: tracks-by-the-brook", "day ends"))
    assert "fresh" in found["tracks-by-the-brook"]
    assert found["leads"] == "smoke-above-the-wood, letter-without-a-name"
    returning = rules(1, rulings=Rulings(expired_lead_task_returns=True))
    found = lines(returning, play(returning, "letter-without-a-name: mill, urgent, task side", "day ends"))
    assert "task side" not in found["letter-without-a-name"]


def test_an_expiring_hazard_weakens_and_damages() -> None:
    """R-148, R-152, R-154, R-156, R-161, R-162, A-49: everyone without protection, in the vehicle too."""
    text = (
        "the-flu: mill, urgent\nbadger: mill\nbetty: mill, aboard\nmatt: mill, carries linden-tea\n"
        "maggie: mill, carries bee-smoker\n"
    )
    found = lines(rules(1), play(rules(1), text, "day ends"))
    assert found["badger"] == "mill, damaged"
    assert found["betty"] == "mill, weakened, aboard"
    assert found["matt"] == "mill, carries linden-tea"
    assert found["maggie"] == "mill, weakened, carries bee-smoker"
    assert found["agnes"] == "village-green"
    assert found["the-flu"] == "mill, lasting"
    again = lines(rules(1), play(rules(1), text + "fallen-pole: mill, urgent\n", "day ends", "day ends"))
    assert again["betty"] == "mill, weakened, aboard"


def test_a_new_day_starts_with_all_effort() -> None:
    """R-044, R-056, R-165, R-118: nothing carries over, neither effort nor gifts nor the birthday."""
    game = rules(2)
    text = "effort: betty 3\nbirthday: matt, 1\nbetty: farm, gave, helped, points at mill\nwalked-in: mill"
    found = lines(game, play(game, text, "day ends"))
    assert (found["day"], found["unshared"], found["phase"], found["betty"]) == ("2", "10", "duty", "farm")
    assert found["effort"] == "betty 0, matt 0, maggie 0, agnes 0"
    assert "birthday" not in found
    assert play(rules(1), "effort: 5", "day ends").effort == (8,)


def test_a_task_and_another_card_are_laid_out() -> None:
    """R-166, A-12, A-58: an empty deck lays nothing; each slot has a die of its own."""
    game = rules(1)
    found = lines(game, play(game, "seed: 4\ntasks: lost-key, runaway-dog\nothers: torch, the-flu", "day ends"))
    assert "fresh" in found["lost-key"]
    assert "fresh" in found["torch"]
    assert (found["tasks"], found["others"]) == ("runaway-dog", "the-flu")
    alone = lines(game, play(game, "seed: 4\nothers: torch", "day ends"))
    assert alone["torch"] == found["torch"]


def test_instants_happen_at_once_and_are_replaced() -> None:
    """R-115, R-116: one after the other, until a card lies."""
    game = rules(1)
    text = "betty: farm, weakened\nothers: sunny-morning, helping-neighbours, birthday, torch, toolbox"
    found = lines(game, play(game, text, "day ends"))
    assert (found["betty"], found["effort"]) == ("farm", "10")
    assert found["others"] == "toolbox"
    assert "torch" in found
    assert "birthday" in found
    own = lines(rules(4), play(rules(4), "others: helping-neighbours, torch", "day ends"))
    assert own["unshared"] == "12"


def guests(game: HomeValleyRules, day: int) -> list[str]:
    """Name the birthday guests of many seeds."""
    texts = (f"seed: {seed}\nday: {day}\nothers: birthday" for seed in range(80))
    return [lines(game, play(game, text, "day ends"))["birthday"].split(",")[0] for text in texts]


def test_the_guest_is_counted_from_the_drawer() -> None:
    """R-117, R-140, A-04: round the table, so the first two are likelier; or the roll is repeated."""
    for day, likely in ((1, {"matt", "maggie"}), (2, {"maggie", "agnes"})):
        found = guests(rules(1), day)
        assert set(found) == {"betty", "matt", "maggie", "agnes"}
        assert sum(guest in likely for guest in found) > 42
    assert set(guests(rules(1, rulings=Rulings(character_die_rerolls=True)), 1)) == set(rules(1).table.characters)
    assert set(guests(rules(1, characters=3), 1)) == {"betty", "matt", "maggie"}


def test_discovery_lays_opportunities_face_down() -> None:
    """R-170 to R-172, R-179, R-180, A-42: in fog only there; where somebody stands they lie open."""
    game = rules(1, "hidden-cards")
    for seed, first in ((seed, card) for seed in range(12) for card in ("torch", "mud-on-the-road")):
        found = lines(game, play(game, f"seed: {seed}\nothers: {first}", "day ends"))
        place, _, rest = found[first].partition(", ")
        assert rest == ("fresh, face down" if first == "torch" and place != "village-green" else "fresh")
    fog = rules(5)
    for seed in range(30):
        found = lines(fog, play(fog, f"seed: {seed}\nmatt: river-meadows\nothers: torch", "day ends"))
        place, _, rest = found["torch"].partition(", ")
        assert rest == ("fresh, face down" if place == "old-mine" else "fresh")


@pytest.mark.parametrize(("characters", "ways"), [(3, 36), (4, 84), (5, 126)])
def test_morning_duty_shares_out_ten(characters: int, ways: int) -> None:
    """R-046, R-057 to R-059, R-169, W-02."""
    game = rules(2, characters=characters)
    text = "phase: duty\nunshared: 10"
    assert len(told(game, text)) == ways
    assert refused(game, text, "day ends") == "R-058"
    assert refused(game, text, f"split betty {10 - characters + 1}, " + ", ".join(
        f"{id} 1" for id in game.table.characters[1:])) == ""  # fmt: skip
    assert refused(game, text, "split betty 10") == "R-057"
    assert refused(game, text, "split " + ", ".join(f"{id} 3" for id in game.table.characters)) == "R-057"
    assert refused(game, "", "split betty 10") == "R-057"


def test_tokens_that_an_instant_adds_are_shared_out_too() -> None:
    assert len(told(rules(4), "phase: duty\nunshared: 12")) == 165
    assert len(told(rules(4), "phase: duty\nunshared: 7")) == 20


def test_the_meeting_interrupts_the_laying() -> None:
    """R-139, R-140, A-15, A-16, A-63, W-09: A or B, then the next card; before morning duty (A-47)."""
    game = rules(2)
    text = (
        "letter-without-a-name: farm, fresh\nlost-key: mill, fresh\ntasks: runaway-dog\nothers: village-meeting, torch"
    )
    state = play(game, text, "day ends")
    found = lines(game, state)
    assert (found["phase"], found["discard"]) == ("meeting", "village-meeting")
    assert found["meeting"].startswith("other-1, ")
    assert [game.move_to_text(state, move) for move in game.legal(state)] == [
        "meeting: a lost-key",
        "meeting: a letter-without-a-name",
        "meeting: b letter-without-a-name",
    ]
    middle = game.to_text(state)
    assert refused(game, middle, "day ends") == "R-139"
    assert refused(game, middle, "meeting: a runaway-dog") == "R-139"
    assert refused(game, middle, "meeting: b lost-key") == "R-139"
    assert refused(game, "", "meeting: b letter-without-a-name") == "R-139"
    after = lines(game, play(game, middle, "meeting: b letter-without-a-name"))
    assert (after["letter-without-a-name"], after["phase"]) == ("farm, urgent, task side", "duty")
    assert "fresh" in after["torch"]
    assert lines(game, play(game, middle, "meeting: a letter-without-a-name"))["letter-without-a-name"] == "farm, fresh"
    kind = rules(2, rulings=Rulings(meeting_refreshes_lead=True))
    after = lines(kind, play(kind, middle, "meeting: b letter-without-a-name"))
    assert after["letter-without-a-name"] == "farm, fresh, task side"


def test_a_meeting_without_a_choice_is_over_at_once() -> None:
    """A-16."""
    game = rules(2)
    assert lines(game, play(game, "others: village-meeting, torch", "day ends"))["phase"] == "duty"


def test_a_meeting_at_setup_can_only_turn_a_lead() -> None:
    """A-17: nothing is urgent yet, but three leads lie."""
    game = rules(4)
    state = next(s for s in (game.setup(seed, game.table.config) for seed in count()) if s.slot >= 0)
    assert [game.move_to_text(state, move).split()[1] for move in game.legal(state)] == ["b"] * 3
    state = game.apply(state, game.legal(state)[0])
    assert lines(game, state)["phase"] == "duty"
    assert len(state.cards) == 7


def test_the_drawer_changes_every_day() -> None:
    """R-037, R-038, R-060: to the left, each player's first character counts as the drawer's."""
    table = rules(1, players=3).table
    assert [table.drawer(day) for day in (1, 2, 3, 4)] == [0, 1, 2, 0]
    assert table.first_of_player == (0, 2, 3)
    assert rules(1, players=1).table.first_of_player == (0,)


def test_the_worked_day() -> None:
    """W-11: expedition 1, the first day and the morning after."""
    game = rules(1)
    text = (
        "tasks: lost-parcel, lost-key\nothers: jar-of-honey, mud-on-the-road\n"
        "pliers-and-wire: village-green, fresh\ntree-across-the-road: mill, fresh\nrunaway-dog: school, fresh\n"
        "tractor-in-the-ditch: farm, fresh\nletter-without-a-name: chapel, fresh\n"
        "smoke-above-the-wood: pastures, fresh\ntracks-by-the-brook: foresters-lodge, fresh\n"
    )
    moves = (
        "maggie solves pliers-and-wire row 1",
        "maggie boards badger",
        "betty boards badger",
        "betty rides to mill with maggie",
        "betty, maggie solve tree-across-the-road row 1",
    )
    evening = lines(game, play(game, text, *moves))
    assert (evening["effort"], evening["stamps"]) == ("4", "1")
    morning = lines(game, play(game, text, *moves, "day ends"))
    assert (morning["day"], morning["effort"]) == ("2", "8")
    left = ("runaway-dog", "tractor-in-the-ditch", "letter-without-a-name", "smoke-above-the-wood")
    assert all(morning[card].endswith("urgent") for card in (*left, "tracks-by-the-brook"))
    assert all(morning[card].endswith("fresh") for card in ("lost-parcel", "jar-of-honey"))
    assert "leads" not in morning
