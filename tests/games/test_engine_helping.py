"""Items (R-079 to R-088, R-141 to R-147), Recover (R-104 to R-108), gifts (R-053 to R-056), Fund (R-133 to R-138)."""

from __future__ import annotations

import pytest

from tests.games.test_engine_kit import lines, play, refused, rules, told
from valleybuild.games.home_valley.engine.carrying import refreshable
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.state import Lying, Turn
from valleybuild.games.home_valley.engine.table import CardKind

FULL = "matt: village-green, carries torch, carries rope\n"
CLOCK = "matt: village-green, carries old-alarm-clock\n"
BAGS = "betty: village-green, carries sandbags\n"
CAN = "matt: village-green, carries last-can-of-petrol\n"
FUND = "footbridge-fund: chapel, urgent\n"


@pytest.mark.parametrize(
    ("expedition", "text", "move", "rule"),
    [
        (1, "torch: village-green, item", "matt takes torch", ""),
        (1, "torch: farm, item", "matt takes torch", "R-083"),
        (1, "torch: village-green, fresh", "matt takes torch", "R-083"),
        (3, f"{FULL}jar-of-honey: village-green, item", "matt takes jar-of-honey", "R-080"),
        (1, "", "matt drops torch", "R-082"),
        (1, "", "matt gives torch to betty", "R-081"),
        (3, f"{FULL}betty: farm", "matt gives torch to betty", "R-081"),
        (3, FULL, "matt gives torch to matt", "R-081"),
        (3, f"{FULL}betty: village-green, carries toolbox, carries spare-keys", "matt gives torch to betty", "R-080"),
        (1, CLOCK, "betty discards old-alarm-clock for runaway-dog", "R-085"),
        (1, f"{CLOCK}runaway-dog: farm, fresh", "matt discards old-alarm-clock for runaway-dog", "R-087"),
        (1, f"{CLOCK}the-flu: farm, urgent", "matt discards old-alarm-clock for the-flu", "R-087"),
        (1, f"{CLOCK}torch: farm, urgent", "matt discards old-alarm-clock for torch", "R-087"),
        (1, f"{CLOCK}runaway-dog: farm, urgent", "matt discards old-alarm-clock", "R-085"),
        (1, "matt: farm, carries torch", "matt discards torch", "R-085"),
        (2, f"{BAGS}the-flu: mill, urgent", "betty discards sandbags to move the-flu to village-green", "R-142"),
        (2, f"{BAGS}the-flu: mill, urgent", "betty discards sandbags to move the-flu to farm", "R-142"),
        (2, f"{BAGS}torch: mill, urgent", "betty discards sandbags to move torch to timber-yard", "R-142"),
        (2, f"{BAGS}the-flu: river-meadows, lasting", "betty discards sandbags to move the-flu to railway-halt",
         "R-143"),
        (2, f"{BAGS}the-flu: mill, lasting", "betty discards sandbags to move the-flu to river-meadows", ""),
        (5, CAN, "matt discards last-can-of-petrol to go mill, school to farm", "R-147"),
        (5, CAN, "matt discards last-can-of-petrol to go school to farm", "R-063"),
        (5, CAN, "matt discards last-can-of-petrol to go farm to village-green", "A-55"),
        (1, "matt: farm\nagnes: village-green, carries flask-of-tea", "agnes discards flask-of-tea for matt", "R-105"),
        (1, "betty: village-green, weakened\nagnes: village-green, carries flask-of-tea",
         "agnes discards flask-of-tea for matt", "R-107"),
        (1, "matt: village-green, weakened", "agnes heals matt", ""),
        (1, "matt: village-green, weakened\nagnes: farm", "agnes heals matt", "R-105"),
        (1, "matt: village-green, weakened", "maggie heals matt", "R-105"),
        (1, "", "agnes heals matt", "R-107"),
        (1, "agnes: village-green, weakened, carries first-aid-box", "agnes heals agnes", "A-07"),
        (1, "matt: village-green, weakened\neffort: 0", "agnes heals matt", "R-042"),
        (4, "matt: village-green, weakened\neffort: matt 5", "agnes heals matt", "R-042"),
        (1, "", "matt mends badger", "R-107"),
        (1, "badger: village-green, damaged", "agnes mends badger", "R-106"),
        (1, "badger: farm, damaged", "matt mends badger", "R-106"),
        (1, "badger: village-green, damaged\nmatt: village-green, weakened", "matt mends badger", "R-106"),
        (5, "", "matt mends vehicle", "R-028"),
        (1, "", "betty gives 1 effort to matt", "A-36"),
        (2, "effort: betty 3\nmatt: farm", "betty gives 1 effort to matt", "R-053"),
        (2, "effort: betty 3", "betty gives 1 effort to betty", "R-053"),
        (2, "effort: betty 3\nbetty: village-green, gave", "betty gives 1 effort to matt", "R-054"),
        (2, "effort: matt 3", "betty gives 1 effort to matt", "R-055"),
        (1, "", "betty contributes", "R-133"),
        (2, "", "betty contributes", "R-133"),
        (1, f"{FUND}betty: farm, contributed", "betty contributes", "R-134"),
        (1, f"{FUND}effort: 0", "betty contributes", "R-042"),
        (5, "torch: mill, fresh, face down", "maggie turns up torch", "R-176"),
    ],
)  # fmt: skip
def test_what_is_refused(expedition: int, text: str, move: str, rule: str) -> None:
    assert refused(rules(expedition), text, move) == rule


def test_items_go_from_hand_to_hand_and_place_to_place() -> None:
    """R-081 to R-084, A-11, A-44: free, also from the vehicle."""
    game = rules(1)
    text = "effort: 0\nmatt: village-green, aboard, carries torch"
    state = play(game, text, "matt gives torch to agnes", "agnes drops torch", "day ends")
    assert lines(game, state)["torch"] == "village-green, item"
    assert lines(game, play(game, game.to_text(state), "betty takes torch"))["betty"] == "village-green, carries torch"


def test_the_alarm_clock_makes_an_urgent_task_or_lead_fresh() -> None:
    """R-086, R-087, W-07, A-13, A-28: anywhere, a lead's task side and the Fund too; without a target it is spent."""
    game = rules(1)
    text = f"{CLOCK}{FUND}letter-without-a-name: farm, urgent, task side\nlost-key: mill, fresh"
    assert told(game, text, "discards") == [
        "matt discards old-alarm-clock for footbridge-fund",
        "matt discards old-alarm-clock for forgotten-birthday-gift",
    ]
    found = lines(game, play(game, text, "matt discards old-alarm-clock for forgotten-birthday-gift"))
    assert (found["letter-without-a-name"], found["discard"]) == ("farm, fresh, task side", "old-alarm-clock")
    assert lines(game, play(game, CLOCK, "matt discards old-alarm-clock"))["matt"] == "village-green"


def test_a_lead_on_its_task_side_is_a_task() -> None:
    """A-13: for a card that refreshes only tasks, or only leads."""
    table = rules(1).table
    lead = table.card_numbers["letter-without-a-name"]
    only_tasks, only_leads = frozenset({CardKind.TASK}), frozenset({CardKind.LEAD})
    assert refreshable(table, Lying(lead, 0, Turn.URGENT, side=1), only_tasks)
    assert not refreshable(table, Lying(lead, 0, Turn.URGENT, side=1), only_leads)
    assert refreshable(table, Lying(lead, 0, Turn.URGENT), only_leads)
    assert not refreshable(table, Lying(lead, 0, Turn.FRESH), only_leads)


def test_the_last_can_is_taken_from_the_green() -> None:
    """A-21."""
    game = rules(5)
    state = game.setup(1, game.table.config)
    state = game.apply(state, game.move_from_text(state, "matt takes last-can-of-petrol"))
    assert lines(game, state)["matt"] == "village-green, carries last-can-of-petrol"


def test_sandbags_move_a_hazard_to_where_nobody_stands() -> None:
    """R-142, R-143, A-10, A-27: over any route, any turn; a vehicle without people is in nobody's way."""
    game = rules(2)
    text = f"{BAGS}the-flu: mill, lasting\nbadger: timber-yard\nmatt: chapel"
    assert told(game, text, "discards") == [
        "betty discards sandbags to move the-flu to timber-yard",
        "betty discards sandbags to move the-flu to river-meadows",
    ]
    found = lines(game, play(game, text, "betty discards sandbags to move the-flu to timber-yard"))
    assert (found["the-flu"], found["betty"]) == ("timber-yard, lasting", "village-green")


def test_the_last_can_takes_its_carrier_two_places_alone() -> None:
    """R-147, A-08, A-24, A-26: free, no Rope, through lasting hazards only at their price."""
    game = rules(5)
    text = f"effort: 0\n{CAN}agnes: village-green, carries rope\ntorch: river-meadows, urgent, face down"
    found = lines(game, play(game, text, "matt discards last-can-of-petrol to go to river-meadows"))
    assert (found["matt"], found["agnes"]) == ("river-meadows", "village-green, carries rope")
    assert (found["torch"], found["discard"]) == ("river-meadows, urgent", "last-can-of-petrol")
    harmed = f"{CAN}the-flu: mill, lasting"
    moves = told(game, harmed, "discards")
    assert "matt discards last-can-of-petrol to go mill to school" in moves
    assert "matt discards last-can-of-petrol to go to school" in moves
    assert lines(game, play(game, harmed, "matt discards last-can-of-petrol to go to school"))["matt"] == "school"
    assert (
        "weakened" in lines(game, play(game, harmed, "matt discards last-can-of-petrol to go mill to school"))["matt"]
    )


def test_a_flask_of_tea_heals_also_its_carrier() -> None:
    game = rules(1)
    text = "effort: 0\nagnes: village-green, weakened, carries flask-of-tea\nmatt: village-green, weakened"
    assert lines(game, play(game, text, "agnes discards flask-of-tea for agnes"))["agnes"] == "village-green"
    assert lines(game, play(game, text, "agnes discards flask-of-tea for matt"))["matt"] == "village-green"


def test_recovering_costs_one() -> None:
    """R-052, R-105, R-106, R-108, R-151, A-59: by ability or item, from the cab too; whoever recovers pays."""
    game = rules(1)
    assert play(game, "matt: village-green, weakened", "agnes heals matt").effort == (7,)
    item = "maggie: village-green, weakened, carries first-aid-box\nmatt: village-green, weakened"
    assert lines(game, play(game, item, "maggie heals matt"))["matt"] == "village-green"
    damaged = "badger: village-green, damaged\nmatt: village-green, aboard"
    assert lines(game, play(game, damaged, "matt mends badger"))["badger"] == "village-green"
    own = play(rules(4), "effort: agnes 2\nmatt: village-green, weakened", "agnes heals matt")
    assert own.effort == (0, 0, 0, 1)
    cabin = "cable-car: bottom-station, damaged\nbetty: bottom-station, carries pliers-and-wire"
    assert lines(rules(3), play(rules(3), cabin, "betty mends cable-car"))["cable-car"] == "bottom-station"


def test_healing_oneself_where_the_table_says_so() -> None:
    """A-07 answered the other way."""
    game = rules(1, rulings=Rulings(self_recovery=True))
    text = "agnes: village-green, weakened, carries first-aid-box"
    assert refused(game, text, "agnes heals agnes") == ""
    assert refused(game, "agnes: village-green, weakened", "agnes heals agnes") == "R-105"


def test_advanced_sides() -> None:
    """R-175 to R-178, A-60: free recovery; items and turned cards reach a neighbouring place by any route."""
    game = rules(1, characters=5, advanced=True)
    text = "effort: 0\nbadger: village-green, damaged\nbetty: village-green, weakened"
    assert play(game, text, "agnes heals betty", "matt mends badger").effort == (0,)
    far = "percy: village-green, carries torch\nmaggie: farm\nagnes: pastures\n"
    assert lines(game, play(game, far, "percy gives torch to maggie"))["maggie"] == "farm, carries torch"
    assert refused(game, far, "percy gives torch to agnes") == "R-178"
    full = f"{far}maggie: farm, carries toolbox, carries spare-keys".replace("maggie: farm\n", "")
    assert refused(game, full, "percy gives torch to maggie") == "R-080"
    fog = rules(5, advanced=True)
    text = "torch: old-mine, fresh, face down\nmaggie: timber-yard"
    assert lines(fog, play(fog, text, "maggie turns up torch"))["torch"] == "old-mine, fresh"
    assert refused(fog, text, "matt turns up torch") == "R-176"
    assert refused(fog, text.replace("timber-yard", "farm"), "maggie turns up torch") == "R-176"
    assert refused(fog, text.replace(", face down", ""), "maggie turns up torch") == "R-176"


def test_gifts_are_one_token_a_day() -> None:
    """R-053 to R-056, W-01: receiving is unlimited, and the next day all may give again."""
    game = rules(2)
    state = play(game, "effort: matt 2, maggie 2", "maggie gives 1 effort to matt")
    assert state.effort == (0, 3, 1, 0)
    text = game.to_text(state)
    assert refused(game, text, "maggie gives 1 effort to betty") == "R-054"
    assert play(game, text, "matt gives 1 effort to maggie").effort == (0, 2, 2, 0)
    assert "gave" not in lines(game, play(game, text, "day ends"))["maggie"]


def test_a_helping_hand_reaches_a_neighbouring_place() -> None:
    """R-174, W-13: besides the ordinary gift, once a day, over any route, only on the advanced side."""
    game = rules(4, advanced=True)
    text = "effort: betty 3\nmaggie: farm\nagnes: pastures\nmatt: chapel\n"
    state = play(game, text, "betty gives 1 effort to maggie")
    assert state.effort == (2, 0, 1, 0)
    again = game.to_text(state)
    assert refused(game, again, "betty gives 1 effort to maggie") == "R-174"
    assert refused(game, text, "betty gives 1 effort to agnes") == "R-174"
    assert refused(game, text, "betty gives 1 effort to matt") == ""
    assert refused(rules(4), text, "betty gives 1 effort to maggie") == "R-053"
    beside = again.replace("agnes: pastures", "agnes: village-green")
    assert play(game, beside, "betty gives 1 effort to agnes").effort == (1, 0, 1, 1)
    assert refused(game, again, "maggie gives 1 effort to betty") == "R-053"


@pytest.mark.parametrize(("count", "needed"), [(3, 3), (4, 4), (5, 4)])
def test_the_fund_is_full_with_four_circles_or_all(count: int, needed: int) -> None:
    """R-133 to R-138, A-29, A-30: from anywhere, weakened too, no birthday discount."""
    game = rules(1, characters=count)
    names = game.table.characters[count - needed :]
    text = f"{FUND}birthday: betty, 1\nmaggie: mill, weakened"
    state = play(game, text, *(f"{name} contributes" for name in names[:-1]))
    assert state.stamps == 0
    state = play(game, game.to_text(state), f"{names[-1]} contributes")
    assert (state.stamps, state.effort, state.circles) == (1, (8 - needed,), 0)
    assert lines(game, state)["solved"] == "footbridge-fund"


def test_a_fund_that_expires_loses_its_circles() -> None:
    """A-28."""
    game = rules(1)
    found = lines(game, play(game, f"{FUND}betty: farm, contributed", "day ends"))
    assert (found["betty"], found["discard"]) == ("farm", "footbridge-fund")
