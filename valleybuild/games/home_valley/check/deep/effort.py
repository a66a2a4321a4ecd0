"""Effort: what the stamps and the way to the meeting point cost at the very least is no more than all days give."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.check.deep.travels import bare_start
from valleybuild.games.home_valley.content import Expedition, place_of, read_valley
from valleybuild.games.home_valley.engine.entrance import FEWEST, MOST
from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.table import CardKind, Config, Event, Table
from valleybuild.games.home_valley.permitted import chosen_rulings, scenarios_of
from valleybuild.problem import Problem, Related

OUT_OF_REACH = 10**6
"""The effort for what cannot be had at all."""


def check_effort(subject: Subject, *, number: int) -> Iterator[Problem]:
    """Check that in every scenario and with every size of team there is effort enough for the goal (P-06).

    It is a lower bound: every card is solved by its cheapest row, and nobody walks but for the way to the meeting
    point. Of all cases the one is reported in which most is lacking.
    """
    valley, rulings = read_valley(subject.game), chosen_rulings(subject)
    expedition = valley.expedition(number)
    if expedition is None:
        return
    ways: dict[tuple[int, int], int] = {}
    found: list[tuple[int, str, str]] = []
    for size in range(FEWEST, MOST + 1):
        for scenario in scenarios_of(valley, expedition):
            rules = rules_for(subject.game, Config(number, scenario, size, rulings=rulings))
            seats = rules.table.seats  # all else that the way depends on is the expedition's
            if (size, seats) not in ways:
                ways[size, seats] = way_home(rules)
            lacking, told = _lacking(rules.table, ways[size, seats])
            found.append((lacking, scenario, f"in {scenario} with {size} characters {expedition.id} gives {told}"))
    lacking, scenario, message = max(found)
    if lacking > 0:
        yield _too_short(subject, expedition, scenario, message)


def _too_short(subject: Subject, expedition: Expedition, scenario: str, message: str) -> Problem:
    return Problem(
        "effort-too-short",
        place_of(expedition.entry, "stamps"),
        message,
        "ask for fewer stamps, or give it more days or more effort",
        path=f"{expedition.id}.stamps",
        related=(Related(subject.game.entries[scenario].place, f"{scenario}"),),
    )


def _lacking(table: Table, way: int) -> tuple[int, str]:
    """Return how much effort is lacking at the least, and what is needed for what."""
    more = (value for event, value in zip(table.event, table.event_value, strict=True) if event is Event.MORE_EFFORT)
    given = table.days * table.effort + sum(more)  # each such instant comes once
    stamps = least_effort(table)
    told = f"{stamps} effort at the least" if stamps < OUT_OF_REACH else "more than all its cards are worth"
    message = f"{given} effort in all; {table.needed} stamps take {told}, and the way to the meeting point takes {way}"
    return stamps + way - given, message


def least_effort(table: Table) -> int:
    """Return the least effort that the stamps needed can cost, with no more tasks than are laid in so many days."""
    days = range(1, table.days + 1)
    laid = sum(slot.deck == "task" for day in days for slot in table.slots_of(day))
    cheapest = {(0, 0): 0}
    """The least effort for so many tasks solved and so many stamps, those beyond what is needed left out."""
    for card, kind in enumerate(table.kind):
        if kind not in (CardKind.TASK, CardKind.LEAD):
            continue
        effort, task = price_of(table, card), int(kind is CardKind.TASK)
        for (tasks, stamps), cost in list(cheapest.items()):
            after = (tasks + task, min(stamps + table.stamps[card], table.needed))
            if after[0] <= laid:
                cheapest[after] = min(cheapest.get(after, OUT_OF_REACH), cost + effort)
    return min((cost for (_, stamps), cost in cheapest.items() if stamps >= table.needed), default=OUT_OF_REACH)


def price_of(table: Table, card: int) -> int:
    """Return the least effort that a card's stamps cost: the cheapest row of each side, or all of a fund's circles."""
    if card == table.fund:
        return table.fund_effort * table.fund_circles
    return sum(min((row.effort for row in side), default=OUT_OF_REACH) for side in table.rows[card])


def way_home(rules: HomeValleyRules) -> int:
    """Return the least effort that brings all from the start to the meeting point."""
    from valleybuild.games.home_valley.planning.day import open_day
    from valleybuild.games.home_valley.planning.homing import Homing

    state = bare_start(rules)
    day, spot = open_day(rules.table, state)
    return Homing(rules.table).cost(day.people_at(spot[1]))
