"""Walking, boarding and riding (R-063 to R-068, R-089 to R-103), arriving (R-152 to R-160, R-171 to R-181), Rope."""

from __future__ import annotations

import pytest

from tests.games.test_engine_kit import lines, play, refused, rules, told
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rulings import Rulings

AT_MILL = "betty: mill, aboard\nmaggie: mill, aboard\nbadger: mill\n"


def test_a_step_costs_one_effort() -> None:
    """R-063, R-064, W-03: from the green to the Farm for 1."""
    state = play(rules(1), "effort: 1", "matt walks to farm")
    assert lines(rules(1), state)["matt"] == "farm"
    assert state.effort == (0,)


@pytest.mark.parametrize(
    ("expedition", "text", "move", "rule"),
    [
        (1, "", "matt walks to school", "R-063"),
        (2, "matt: mill", "matt walks to river-meadows", "R-066"),
        (3, "matt: bottom-station", "matt walks to top-station", "R-066"),
        (1, "betty: village-green, aboard", "betty walks to farm", "R-068"),
        (1, "effort: 0", "matt walks to farm", "R-042"),
        (4, "effort: betty 4, matt 0", "matt walks to farm", "R-042"),
        (1, "badger: mill", "betty boards badger", "R-089"),
        (1, "", "betty leaves badger", "R-089"),
        (1, "betty: village-green, aboard", "betty boards badger", "R-089"),
        (1, "betty: village-green, aboard\nmatt: village-green, aboard", "agnes boards badger", "R-090"),
        (5, "", "betty boards vehicle", "R-028"),
        (5, "", "betty rides to farm", "R-028"),
        (1, "", "betty rides to farm", "R-091"),
        (1, "matt: village-green, aboard", "matt rides to farm", "R-098"),
        (1, "betty: village-green, aboard, weakened", "betty rides to farm", "R-098"),
        (1, "betty: village-green, aboard\nmatt: village-green, aboard", "matt rides to farm with betty", "R-091"),
        (1, "betty: village-green, aboard\neffort: 0", "betty rides to farm", "R-042"),
        (4, "betty: village-green, aboard\neffort: matt 9", "betty rides to farm", "R-042"),
        (1, "betty: village-green, aboard\nbadger: village-green, damaged\neffort: 1", "betty rides to farm", "R-042"),
        (1, "betty: farm, aboard\nbadger: farm", "betty rides to school", "R-065"),
        (1, "betty: village-green, aboard", "betty rides mill, foresters-lodge, mill to timber-yard", "R-092"),
        (1, "betty: village-green, aboard", "betty rides to foresters-lodge", ""),
        (1, "betty: village-green, aboard", "betty rides chapel to timber-yard", "R-092"),
        (1, "betty: village-green, aboard", "betty rides farm to village-green", "A-55"),
        (3, "", "matt rides to top-station", "R-103"),
        (3, "matt: bottom-station, aboard", "agnes rides to top-station", "R-100"),
        (3, "matt: bottom-station, aboard", "matt rides to mill", "R-099"),
        (3, "matt: bottom-station, aboard", "matt rides to top-station", ""),
    ],
)
def test_what_is_refused(expedition: int, text: str, move: str, rule: str) -> None:
    assert refused(rules(expedition), text, move) == rule


def test_the_badger_takes_everyone_along_for_one_payment() -> None:
    """R-089 to R-097, W-05: two board, Betty pays 1, two routes, both leave."""
    game = rules(1)
    told_moves = ("betty boards badger", "maggie boards badger", "betty rides to foresters-lodge with maggie")
    state = play(game, "", *told_moves, "betty leaves badger", "maggie leaves badger")
    found = lines(game, state)
    assert (found["betty"], found["maggie"], found["badger"]) == ("foresters-lodge",) * 3
    assert found["effort"] == "7"
    assert found["matt"] == "village-green"


def test_four_seats_in_the_introduction() -> None:
    """R-090, R-183, A-38: four in the first game, also with five characters."""
    aboard = "".join(f"{id}: village-green, aboard\n" for id in ("betty", "matt", "maggie"))
    assert refused(rules(1, "introduction"), aboard, "agnes boards badger") == ""
    assert refused(rules(1, "introduction", characters=5), f"{aboard}agnes: village-green, aboard",
                   "percy boards badger") == "R-090"  # fmt: skip


def test_the_range_is_three_over_the_ford() -> None:
    """R-092, R-095, R-096: in expedition 2 the Badger crosses the ford and goes up to three routes."""
    rides = told(rules(2), "betty: village-green, aboard\neffort: betty 1", "rides")
    assert "betty rides to railway-halt" in rides
    assert "betty rides to apple-orchard" not in rides
    assert "betty rides to hill-cottages" not in told(rules(4), "betty: pastures, aboard\nbadger: pastures\n"
                                                      "effort: betty 1", "rides")  # fmt: skip


def test_betty_rides_further_from_a_shared_pool() -> None:
    """R-173, A-37: only where she drives herself."""
    game = rules(1, advanced=True)
    text = "betty: foresters-lodge, aboard\nmatt: foresters-lodge, aboard, carries spare-keys\nbadger: foresters-lodge"
    assert refused(game, text, "betty rides to farm with matt") == ""
    assert refused(game, text, "matt rides to farm with betty") == "R-092"
    assert refused(rules(1), text, "betty rides to farm with matt") == "R-092"


@pytest.mark.parametrize("expedition", [1, 2, 3, 4, 5])
def test_one_ride_to_each_place_in_reach(expedition: int) -> None:
    """R-092, R-173: from wherever the vehicle stands, while no lasting hazard lies on the map."""
    game = rules(expedition, advanced=True)
    table, effort = game.table, "effort: betty 1" if game.table.own else ""
    for start, place in enumerate(table.places):
        reached = {start: 0}
        for here in (queue := [start]):
            for there in table.drive[here]:
                if there not in reached:
                    reached[there] = reached[here] + 1
                    queue.append(there)
        state = game.from_text(f"{table.vehicle}: {place}\nbetty: {place}, aboard\n{effort}")
        rides = [move.path for move in game.legal(state) if move.kind == MoveKind.RIDE]
        longest = table.longest_ride(table.character_numbers["betty"])
        assert sorted((path[-1], len(path)) for path in rides) == sorted(
            (there, steps) for there, steps in reached.items() if 0 < steps <= longest
        )


def test_an_item_lets_others_drive_also_when_weakened() -> None:
    """R-088, R-091, R-150."""
    assert refused(rules(1), "betty: village-green, aboard, weakened, carries spare-keys", "betty rides to mill") == ""
    assert refused(rules(1), "agnes: village-green, aboard, carries driving-gloves", "agnes rides to mill") == ""


def test_anyone_inside_works_the_cabin() -> None:
    """R-099 to R-102, W-06."""
    game = rules(3)
    text = "maggie: bottom-station\nagnes: bottom-station"
    moves = ("maggie boards cable-car", "agnes boards cable-car", "maggie rides to top-station with agnes")
    found = lines(game, play(game, text, *moves, "maggie leaves cable-car", "agnes leaves cable-car"))
    assert (found["maggie"], found["agnes"], found["effort"]) == ("top-station", "top-station", "7")


def test_a_damaged_cabin_costs_more_or_stands_still() -> None:
    """A-06."""
    text = "matt: bottom-station, aboard\ncable-car: bottom-station, damaged"
    assert play(rules(3), text, "matt rides to top-station").effort == (6,)
    stopped = rules(3, rulings=Rulings(damaged_cabin_stops=True))
    assert refused(stopped, text, "matt rides to top-station") == "A-06"


def test_the_driver_pays_from_own_tokens() -> None:
    """R-047, R-048."""
    state = play(rules(4), "betty: village-green, aboard\neffort: betty 2, matt 3", "betty rides to mill",
                 "matt walks to farm")  # fmt: skip
    assert state.effort == (1, 2, 0, 0)


def test_entering_the_place_of_a_lasting_hazard_weakens() -> None:
    """R-152, R-153, R-159, R-160, W-12: not fresh or urgent ones, not with protection, not on leaving."""
    game, flu = rules(3), "the-flu: farm, lasting\n"
    assert lines(game, play(game, flu, "matt walks to farm"))["matt"] == "farm, weakened"
    honey = f"{flu}agnes: village-green, carries jar-of-honey"
    assert lines(game, play(game, honey, "agnes walks to farm"))["agnes"] == "farm, carries jar-of-honey"
    boots = f"{flu}agnes: village-green, carries hobnailed-boots"
    assert "weakened" in lines(game, play(game, boots, "agnes walks to farm"))["agnes"]
    assert lines(game, play(game, "the-flu: farm, urgent", "matt walks to farm"))["matt"] == "farm"
    assert lines(game, play(game, f"{flu}matt: farm", "matt walks to mill"))["matt"] == "mill"


def test_passing_is_entering() -> None:
    """A-08: each place of the ride counts, for each inside; the way is told where it matters."""
    text = f"{AT_MILL}the-flu: village-green, lasting"
    found = lines(rules(1), play(rules(1), text, "betty rides to farm with maggie"))
    assert (found["betty"], found["maggie"]) == ("farm, weakened, aboard", "farm, weakened, aboard")
    passing = rules(1, rulings=Rulings(passing_is_entering=False))
    assert lines(passing, play(passing, text, "betty rides to farm with maggie"))["betty"] == "farm, aboard"
    assert "weakened" in lines(passing, play(passing, text, "betty rides to village-green with maggie"))["betty"]


def test_a_way_round_a_hazard_is_the_usual_one() -> None:
    """A-08, A-56: of the ways that come out the same the shortest is listed; the harmful one has to be told."""
    text = "betty: village-green, aboard\neffort: 9\nthe-flu: farm, lasting"
    detour = rules(1, advanced=True)
    assert refused(detour, text, "betty rides farm, village-green to mill") == ""
    assert refused(detour, text, "betty rides to mill") == ""
    assert "betty rides farm, village-green to mill" in told(detour, text, "rides")
    assert "weakened" in lines(detour, play(detour, text, "betty rides farm, village-green to mill"))["betty"]


def test_cards_are_turned_up_on_arrival() -> None:
    """R-171, R-179, A-43, W-14: where somebody stops, not where somebody passes."""
    game = rules(5)
    text = "torch: river-meadows, fresh, face down\nmaggie: mill"
    assert refused(game, text, "maggie solves torch row 1, maggie takes torch") == "R-076"
    assert lines(game, play(game, text, "maggie walks to river-meadows"))["torch"] == "river-meadows, fresh"
    hidden = rules(1, "hidden-cards")
    text = f"{AT_MILL}torch: village-green, urgent, face down"
    assert "face down" in lines(hidden, play(hidden, text, "betty rides to farm with maggie"))["torch"]
    assert lines(hidden, play(hidden, text, "betty rides to village-green with maggie"))["torch"] == \
        "village-green, urgent"  # fmt: skip


def test_the_rope_pulls_its_carrier_along() -> None:
    """R-144 to R-146, A-23 to A-25, W-10: free, by the same route, also into a lasting hazard, not from a vehicle."""
    game = rules(3)
    text = "matt: farm, carries rope\nmaggie: farm\nagnes: farm\nthe-flu: mill, lasting"
    state = play(game, text, "maggie walks to mill")
    found = lines(game, state)
    assert (found["matt"], found["agnes"]) == ("mill, weakened, carries rope", "farm")
    assert state.effort == (7,)
    assert play(game, text, "maggie walks to mill with matt") == state
    assert refused(game, text, "maggie walks to mill with agnes") == "R-145"
    assert lines(game, play(game, text, "matt walks to mill"))["maggie"] == "farm"
    seated = "matt: bottom-station, aboard, carries rope\nmaggie: bottom-station"
    assert lines(game, play(game, seated, "maggie walks to mill"))["matt"] == "bottom-station, aboard, carries rope"
    assert refused(game, text, "matt discards rope") == "R-144"


def test_the_rope_may_be_optional() -> None:
    """A-23 answered the other way."""
    game = rules(3, rulings=Rulings(rope_is_automatic=False))
    text = "matt: farm, carries rope\nmaggie: farm"
    assert lines(game, play(game, text, "maggie walks to mill"))["matt"] == "farm, carries rope"
    assert lines(game, play(game, text, "maggie walks to mill with matt"))["matt"] == "mill, carries rope"
    assert refused(game, text, "matt walks to mill with maggie") == "R-145"


def test_pointing_together_makes_one_step_free() -> None:
    """R-181, A-45, W-15: of at least two pointers, the first who walks in; once for each place and day."""
    game = rules(2, point_together=True)
    text = (
        "betty: village-green, points at timber-yard\nmatt: village-green, points at farm\n"
        "maggie: mill, points at timber-yard\nagnes: mill, points at timber-yard\n"
        "effort: betty 1, matt 1, maggie 0, agnes 1"
    )
    state = play(game, text, "maggie walks to timber-yard")
    assert state.effort == (1, 1, 0, 1)
    assert lines(game, state)["walked-in"] == "timber-yard"
    assert play(game, text, "maggie walks to timber-yard", "agnes walks to timber-yard").effort == (1, 1, 0, 0)
    assert play(game, text, "matt walks to farm").effort == (1, 0, 0, 1)
    assert refused(game, text, "maggie walks to village-green") == "R-042"


def test_everyone_points_once_in_the_morning() -> None:
    """R-181: after morning duty, in seating order, at any place."""
    game = rules(2, point_together=True)
    text = "phase: duty\nunshared: 10\n"
    state = play(game, text, "split betty 4, matt 2, maggie 2, agnes 2")
    assert len(game.legal(state)) == len(game.table.places)
    assert refused(game, game.to_text(state), "matt points at mill") == "R-181"
    assert refused(game, game.to_text(state), "day ends") == "R-181"
    for name in ("betty", "matt", "maggie", "agnes"):
        state = game.apply(state, game.move_from_text(state, f"{name} points at railway-halt"))
    assert lines(game, state)["phase"] == "day"


def test_whoever_has_not_pointed_walks_for_effort() -> None:
    """R-181: in a state that is written down, some may have pointed and others not."""
    game = rules(2, point_together=True)
    pointing = "betty: village-green, points at farm\nmatt: village-green, points at farm"
    state = game.from_text(f"{pointing}\neffort: betty 1, matt 1, maggie 1, agnes 1")
    assert "agnes walks to farm" in {game.move_to_text(state, move) for move in game.legal(state)}
