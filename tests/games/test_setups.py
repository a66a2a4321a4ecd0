"""Any setup of Home Valley that one may write opens and plays, or is refused for a key that is named; nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import keep_promises
from tests.games.test_engine_kit import ROOT, home_valley
from tests.games.test_engine_play import cards_in, check_state
from valleybuild.games.home_valley.engine.moves import Move
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import State
from valleybuild.games.home_valley.opening import READERS, open_rules
from valleybuild.games.home_valley.rulings import SWITCHES
from valleybuild.games.playthrough import OpenRules, SetupError
from valleybuild.project import Project

IDS = ("betty", "matt", "maggie", "agnes", "percy")
ANSWERS = st.sampled_from(["yes", "no", "true", "false"])
TEAMS = st.one_of(
    st.sampled_from(["3", "4", "5"]),
    st.lists(st.sampled_from(IDS), min_size=3, max_size=5, unique=True).map(", ".join),
)
GOOD: dict[str, st.SearchStrategy[str]] = {
    "scenario": st.sampled_from(["introduction", "split-team", "hidden-cards", "team-trial"]),
    "characters": TEAMS,
    "players": st.sampled_from(["1", "2", "3", "4", "5"]),
    "advanced": ANSWERS,
    "shared-pool": ANSWERS,
    "point-together": ANSWERS,
    **dict.fromkeys(SWITCHES, ANSWERS),
}
SETUPS = st.fixed_dictionaries({"expedition": st.sampled_from(["1", "2", "3", "4", "5"])}, optional=GOOD)
ODD = st.one_of(
    st.sampled_from(
        ["", "0", "-1", "2", "6", "9", "١", "1e3", "99999999999", "perhaps", "betty, betty, matt", ",", "3,"]
    ),
    st.text(max_size=8),
)


@cache
def opener() -> OpenRules:
    """Open the shipped game."""
    return open_rules(Project(ROOT), home_valley())


def opened(setup: dict[str, str]) -> HomeValleyRules | None:
    """Open a setup, or see that the refusal names one of its keys and says why."""
    try:
        rules, config = opener()(setup)
    except SetupError as error:
        assert error.message and "\n" not in error.message
        assert error.key in setup or (not error.key and "expedition" not in setup), (setup, error.key)
        return None
    assert isinstance(rules, HomeValleyRules) and config == rules.table.config
    return rules


def play(rules: HomeValleyRules, seed: int) -> None:
    """Play a few moves at random; every promise is kept, and no card is lost."""
    cards: list[Counter[int]] = []

    def look(state: State, moves: Sequence[Move]) -> None:
        check_state(rules, state)
        cards.append(cards_in(state))
        assert cards[-1] == cards[0]

    keep_promises(rules, rules.table.config, random.Random(seed), steps=12, few=3, look=look)
    assert cards


def test_the_keys_are_those_of_the_game() -> None:
    assert {"expedition", *GOOD} == {*READERS, *SWITCHES}
    assert tuple(entry.id for entry in home_valley().of_kind("character")) == IDS
    assert {entry.id for entry in home_valley().of_kind("scenario")} == {
        "introduction", "split-team", "hidden-cards", "team-trial"
    }  # fmt: skip


@pytest.mark.parametrize("number", ["1", "2", "3", "4", "5"])
@pytest.mark.parametrize("team", ["3", "4", "5", "betty, maggie, matt"])
def test_plain_setups_are_not_refused(number: str, team: str) -> None:
    rules = opened({"expedition": number, "scenario": "split-team", "characters": team})
    assert rules is not None
    play(rules, 1)


@settings(deadline=None, max_examples=60)
@given(setup=SETUPS, seed=st.integers(0, 10**6))
def test_a_setup_opens_and_plays_or_is_refused_for_a_key(setup: dict[str, str], seed: int) -> None:
    rules = opened(setup)
    if rules is not None:
        play(rules, seed)


@settings(deadline=None, max_examples=150)
@given(setup=SETUPS, more=st.dictionaries(st.one_of(st.sampled_from(["expedition", *GOOD]), st.text(max_size=9)), ODD))
def test_odd_values_are_refused_for_a_key(setup: dict[str, str], more: dict[str, str]) -> None:
    rules = opened(setup | more)
    if rules is not None:
        play(rules, 1)


@settings(deadline=None, max_examples=40)
@given(setup=st.dictionaries(st.sampled_from(["expedition", *GOOD]), ODD))
def test_without_a_good_one_too(setup: dict[str, str]) -> None:
    rules = opened(setup)
    if rules is not None:
        play(rules, 1)
