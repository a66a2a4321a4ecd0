"""Solving (R-014, R-049 to R-051, R-069 to R-078, R-109 to R-114, R-117 to R-121): helpers, costs, payment, gains."""

from __future__ import annotations

import pytest

from tests.games.test_engine_kit import lines, play, refused, rules, told
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.solving import payments

DOG = "runaway-dog: village-green, fresh\n"
FLU = "the-flu: village-green, urgent\ngained: linden-tea\n"


@pytest.mark.parametrize(
    ("expedition", "text", "move", "rule"),
    [
        (1, DOG, "matt, maggie solve runaway-dog row 1", ""),
        (1, DOG, "maggie, agnes solve runaway-dog row 2", ""),
        (1, DOG, "matt, maggie solve runaway-dog row 3", "R-014"),
        (1, f"{DOG}matt: farm", "matt, maggie solve runaway-dog row 1", "R-069"),
        (1, "", "matt, maggie solve runaway-dog row 1", "R-069"),
        (1, DOG, "matt, agnes solve runaway-dog row 1", "R-073"),
        (1, DOG, "maggie, agnes, matt solve runaway-dog row 2", "R-073"),
        (1, DOG, "maggie solves runaway-dog row 1", "R-070"),
        (1, f"{DOG}matt: village-green, weakened", "matt, maggie solve runaway-dog row 1", "R-073"),
        (1, f"{DOG}maggie: village-green, carries toolbox", "maggie solves runaway-dog row 1", "A-01"),
        (1, f"{DOG}effort: 1", "matt, maggie solve runaway-dog row 1", "R-042"),
        (1, DOG, "matt, maggie solve runaway-dog row 1, matt pays 2", "R-040"),
        (4, f"{DOG}effort: matt 1, betty 9", "matt, maggie solve runaway-dog row 1", "R-050"),
        (1, "torch: village-green, fresh, face down", "matt solves torch row 2", "R-076"),
        (1, "torch: village-green, fresh", "matt solves torch row 2, betty takes torch", "R-110"),
        (1, "torch: village-green, fresh", "betty, agnes solve torch row 1", "R-110"),
        (1, f"{DOG}", "matt, maggie solve runaway-dog row 1, matt takes runaway-dog", "R-110"),
        (1, "torch: village-green, fresh\nmatt: village-green, carries toolbox, carries jar-of-honey",
         "matt solves torch row 2", "R-080"),
        (1, FLU, "maggie, agnes solve the-flu row 1", "R-114"),
        (1, "footbridge-fund: village-green, fresh", "matt solves footbridge-fund row 1", "R-133"),
    ],
)  # fmt: skip
def test_what_is_refused(expedition: int, text: str, move: str, rule: str) -> None:
    assert refused(rules(expedition), text, move) == rule


def test_a_task_gives_its_stamps_at_once() -> None:
    """R-074, R-109, W-04: pay the row once."""
    found = lines(rules(1), play(rules(1), DOG, "maggie, matt solve runaway-dog row 1"))
    assert (found["effort"], found["stamps"], found["solved"]) == ("6", "1", "runaway-dog")


@pytest.mark.parametrize("turn", ["fresh", "urgent"])
def test_a_lead_is_turned_and_can_be_solved_again(turn: str) -> None:
    """R-077, R-111, R-112: its task side is fresh, and worth two stamps the same day."""
    game = rules(1)
    text = f"letter-without-a-name: village-green, {turn}"
    state = play(game, text, "betty, maggie solve letter-without-a-name row 1")
    assert lines(game, state)["letter-without-a-name"] == "village-green, fresh, task side"
    state = play(game, game.to_text(state), "maggie, agnes solve forgotten-birthday-gift row 1")
    found = lines(game, state)
    assert (found["effort"], found["stamps"], found["solved"]) == ("4", "2", "letter-without-a-name")


def test_a_helper_takes_the_item() -> None:
    """R-079, R-110, R-071, W-11: Maggie alone earns Pliers and Wire, which give her repairs."""
    game = rules(1)
    state = play(game, "pliers-and-wire: village-green, fresh\ntree-across-the-road: village-green, fresh",
                 "maggie solves pliers-and-wire row 1", "betty, maggie solve tree-across-the-road row 1")  # fmt: skip
    found = lines(game, state)
    assert (found["maggie"], found["effort"]) == ("village-green, carries pliers-and-wire", "5")


def test_a_hazard_is_averted_and_may_leave_an_item() -> None:
    """R-113, R-114, R-157, A-18."""
    game = rules(1)
    solve = "maggie, agnes solve the-flu row 1, agnes takes linden-tea"
    found = lines(game, play(game, FLU, solve))
    assert (found["agnes"], found["discard"]) == ("village-green, carries linden-tea", "the-flu")
    assert "gained" not in found
    lasting = FLU.replace("urgent", "lasting")
    assert lines(game, play(game, lasting, solve)) == found
    bare = rules(1, rulings=Rulings(lasting_leaves_item=False))
    assert refused(bare, lasting, solve) == "R-110"
    assert lines(bare, play(bare, lasting, "maggie, agnes solve the-flu row 1"))["gained"] == "linden-tea"
    assert "discard" in lines(game, play(game, "mud-on-the-road: village-green, fresh",
                                         "betty, matt solve mud-on-the-road row 1"))  # fmt: skip


def test_one_character_may_solve_alone_where_the_table_says_so() -> None:
    """A-01 answered the other way; rows of one ability need one helper either way."""
    text = f"{DOG}maggie: village-green, carries toolbox"
    alone = rules(1, rulings=Rulings(lone_solver=True))
    assert play(alone, text, "maggie solves runaway-dog row 1").stamps == 1
    assert refused(rules(1), "torch: village-green, fresh", "matt solves torch row 2") == ""


def test_the_weakened_help_with_their_items() -> None:
    """R-088, R-149."""
    text = f"{DOG}matt: farm\nbetty: village-green, weakened, carries toolbox"
    assert play(rules(1), text, "betty, maggie solve runaway-dog row 1").stamps == 1


def test_those_in_the_cab_help() -> None:
    """R-072, A-10."""
    assert play(rules(1), f"{DOG}matt: village-green, aboard", "matt, maggie solve runaway-dog row 1").stamps == 1


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        (DOG, "maggie, percy solve runaway-dog row 1", ""),
        (DOG, "percy solves runaway-dog row 1", "R-073"),
        (DOG, "matt, maggie, percy solve runaway-dog row 1", "R-073"),
        (f"{DOG}percy: village-green, weakened", "maggie, percy solve runaway-dog row 1", "R-073"),
        (f"{DOG}percy: village-green, carries toolbox", "percy solves runaway-dog row 1", "R-070"),
        (f"{DOG}percy: village-green, carries toolbox", "matt, percy solve runaway-dog row 1", ""),
        (f"{DOG}maggie: village-green, carries toolbox", "maggie, percy solve runaway-dog row 1", ""),
        ("torch: village-green, fresh", "matt, percy solve torch row 2, percy takes torch", "R-073"),
    ],
)
def test_rallying_stands_in_for_what_a_row_lacks(text: str, move: str, rule: str) -> None:
    """Percy counts as one ability that the others lack; alone, or where nothing lacks, he brings none."""
    assert refused(rules(1, characters=5), text, move) == rule


def test_helpers_who_change_nothing_are_not_listed_but_accepted() -> None:
    """A-02: in a shared pool only the taker of an item or the birthday guest may be one too many."""
    game = rules(1)
    text = f"{DOG}agnes: village-green, carries toolbox\nmatt: village-green, carries torch\n"
    listed = told(game, text, "solve", "solves")
    assert "matt, maggie, agnes solve runaway-dog row 1" not in listed
    assert "matt, maggie solve runaway-dog row 1" in listed
    assert "matt, agnes solve runaway-dog row 1" in listed
    assert play(game, text, "matt, maggie, agnes solve runaway-dog row 1") == play(
        game, text, "matt, maggie solve runaway-dog row 1"
    )
    text = "torch: village-green, fresh\nmatt: village-green\nagnes: village-green, carries toolbox"
    assert "matt, agnes solve torch row 2, agnes takes torch" not in told(game, text, "solve", "solves")
    assert "agnes solves torch row 2, agnes takes torch" in told(game, text, "solve", "solves")


def test_each_token_comes_from_whoever_has_most() -> None:
    """R-049, A-33, W-01: ties are the payers' choice, and each outcome is listed once."""
    assert list(payments((3, 2), 1)) == [(1, 0)]
    assert list(payments((3, 3), 1)) == [(1, 0), (0, 1)]
    assert list(payments((3, 1), 2)) == [(2, 0)]
    assert list(payments((2, 2, 2), 4)) == [(2, 1, 1), (1, 2, 1), (1, 1, 2)]
    assert list(payments((5, 0), 4)) == [(4, 0)]
    assert list(payments((1, 1), 2)) == [(1, 1)]
    assert list(payments((1, 1), 3)) == []


def test_the_helpers_pay_between_them() -> None:
    """R-049 to R-051, A-34, W-01: nobody else pays; one with nothing may help."""
    game = rules(4)
    text = "jar-of-honey: village-green, fresh\neffort: betty 9, maggie 3, agnes 2"
    state = play(game, text, "maggie, agnes solve jar-of-honey row 1, agnes takes jar-of-honey")
    assert state.effort == (9, 0, 2, 2)
    text = f"{DOG}effort: matt 2, maggie 2"
    assert play(game, text, "matt, maggie solve runaway-dog row 1").effort == (0, 1, 1, 0)
    text = "torch: village-green, fresh\neffort: betty 2, agnes 2"
    solve = "betty, agnes solve torch row 1, betty pays 1, agnes takes torch"
    assert play(game, text, solve).effort == (1, 0, 0, 2)
    assert refused(game, text, "betty, agnes solve torch row 1, agnes takes torch") == "R-049"
    assert refused(game, "torch: village-green, fresh\neffort: betty 3, agnes 2",
                   "betty, agnes solve torch row 1, agnes pays 1, agnes takes torch") == "R-049"  # fmt: skip
    assert play(game, f"{DOG}effort: maggie 2", "matt, maggie solve runaway-dog row 1").effort == (0, 0, 0, 0)


def test_one_helper_more_shares_the_bill() -> None:
    """A-02, R-073: with own tokens a helper who brings what is there already makes a difference."""
    text = f"{DOG}agnes: village-green, carries toolbox\neffort: matt 1, maggie 0, agnes 3"
    listed = told(rules(4), text, "solve")
    assert "maggie, agnes solve runaway-dog row 1" in listed
    assert "matt, maggie, agnes solve runaway-dog row 1" not in listed
    text = f"{DOG}agnes: village-green, carries toolbox\neffort: matt 1, maggie 0, agnes 1"
    assert "matt, maggie, agnes solve runaway-dog row 1" in told(rules(4), text, "solve")


def test_the_birthday_guest_and_a_friend_pay_one_less() -> None:
    """R-118 to R-121, W-08: not alone, never below 1, and for solves only."""
    game, party = rules(1), "birthday: matt, 1\n"
    assert play(game, f"{party}{DOG}", "matt, maggie solve runaway-dog row 1").effort == (7,)
    assert play(game, f"{party}{DOG}", "maggie, agnes solve runaway-dog row 2").effort == (5,)
    assert play(game, f"{party}torch: village-green, fresh", "matt solves torch row 2").effort == (6,)
    cheap = f"{party}letter-without-a-name: village-green, fresh"
    assert play(game, cheap, "betty, maggie solve letter-without-a-name row 1").effort == (7,)
    assert play(game, "birthday: betty, 1\nletter-without-a-name: village-green, fresh",
                "betty, maggie solve letter-without-a-name row 1").effort == (7,)  # fmt: skip
    assert play(game, party, "matt walks to farm").effort == (7,)


def test_the_guest_may_come_along_for_the_discount() -> None:
    """A-02: one helper too many is listed where it makes the card cheaper."""
    text = "birthday: matt, 1\ntorch: village-green, fresh\nagnes: village-green, carries toolbox\n"
    listed = told(rules(1), text, "solve")
    assert "matt, agnes solve torch row 2, agnes takes torch" in listed
    assert play(rules(1), text, "matt, agnes solve torch row 2, agnes takes torch").effort == (7,)
