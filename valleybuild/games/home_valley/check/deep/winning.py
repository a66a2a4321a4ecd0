"""Winning lines: each expedition can be won in each scenario with each size of team, as a kept or a new game shows."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.certificates import (
    MAKE_ANEW,
    Combination,
    Win,
    combinations_of,
    find_win,
    read_certificates,
)
from valleybuild.games.home_valley.content import Expedition, read_valley
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.games.players import Player
from valleybuild.problem import Problem, Severity

SEEDS = 30
"""How many games the planner plays before a combination counts as one that cannot be won."""


def seat_planner() -> Player:
    """Return a planner. What it thinks with is loaded only here."""
    from valleybuild.games.home_valley.planning.player import Planner

    return Planner()


def check_winning_lines(subject: Subject, *, number: int) -> Iterator[Problem]:
    """Check that there is a winning line for every scenario and size of team of an expedition (P-07).

    What no certificate that is kept shows the planner tries, and the first that it cannot win ends the search.
    """
    valley = read_valley(subject.game)
    expedition = valley.expedition(number)
    if expedition is None:
        return
    opener = open_rules(subject.project, subject.game)
    kept = read_certificates(subject.project, subject.game.id, opener, expedition=number)
    shown = {certificate.combination for certificate in kept}
    won: list[tuple[Combination, Win]] = []
    for combination in combinations_of(valley):
        if combination.expedition != number or combination in shown:
            continue
        rules, config = opener(combination.setup)
        win = find_win(rules, config, seat_planner, range(1, SEEDS + 1))
        if win is None:
            yield _unwon(expedition, combination)
            break
        won.append((combination, win))
    if won:
        yield _unkept(expedition, won)


def _unwon(expedition: Expedition, combination: Combination) -> Problem:
    return Problem(
        "no-winning-line",
        expedition.entry.place,
        f"the planner won {expedition.id} in {combination.scenario} with {combination.characters} characters with none"
        f" of the seeds 1 to {SEEDS}, and no certificate shows that it can be won",
        "ask for fewer stamps, or give it more days or effort",
        path=expedition.id,
    )


def _unkept(expedition: Expedition, won: list[tuple[Combination, Win]]) -> Problem:
    listed = ", ".join(f"{each.scenario} {each.characters} (seed {win.seed})" for each, win in won)
    return Problem(
        "certificate-missing",
        expedition.entry.place,
        f"{expedition.id} can be won, but no certificate that holds is kept of: {listed}",
        f"make them: {MAKE_ANEW} --stale",
        path=expedition.id,
        severity=Severity.WARNING,
    )
