"""Golden playthroughs and counts of legal sequences: what the engine did once, it does again.

Where a change is meant, `python -m tests.games.fixed_games` writes them anew.
"""

from __future__ import annotations

from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.games.fixed_games import DAYS, GOLDEN, GOLDENS, PERFT, count, golden_text, opened
from tests.games.test_engine_kit import home_valley
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.playthrough import StepKind, read_playthrough
from valleybuild.games.replay import run_playthrough

COUNTS: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(PERFT.read_text(encoding="utf-8"))


def test_every_expedition_has_a_golden_playthrough_and_three_counted_states() -> None:
    numbers = {expedition.number for expedition in read_valley(home_valley()).expeditions}
    assert {path.name for path in GOLDEN.iterdir()} == {f"e{number}.txt" for number in numbers}
    assert sorted(entry["expedition"] for entry in COUNTS) == sorted([*numbers] * 3)


@pytest.mark.parametrize("expedition", GOLDENS)
def test_a_golden_playthrough_comes_out_as_it_is_written(expedition: int) -> None:
    text = (GOLDEN / f"e{expedition}.txt").read_text(encoding="utf-8")
    playthrough, problems = read_playthrough(text, f"e{expedition}.txt")
    assert playthrough is not None, problems
    assert playthrough.steps[-1].kind is StepKind.EXPECT_STATE
    report, problems = run_playthrough(playthrough, opened)
    assert problems == []
    assert f"\nday: {DAYS + 1}\n" in report.state
    written = [line.strip() for line in playthrough.steps[-1].text.splitlines()]
    assert report.state.splitlines() == written
    assert text == golden_text(expedition)


@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"e{entry['expedition']}-{entry['counts'][-1]}")
def test_legal_sequences_are_as_many_as_they_were(entry: dict[str, Any]) -> None:
    rules, _ = opened(GOLDENS[entry["expedition"]].setup)
    state = rules.from_text(entry["state"])
    assert rules.to_text(state) == entry["state"]
    assert len(entry["counts"]) >= 2
    assert [count(rules, state, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]
