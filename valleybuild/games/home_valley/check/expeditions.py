"""Expeditions: decks that last, stamps that can be had, a day track that is long enough, rules of one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import (
    CARD_KINDS,
    OTHER_DECK,
    TASK_DECK,
    Card,
    Expedition,
    Scenario,
    Valley,
    place_of,
    read_valley,
)
from valleybuild.games.home_valley.sentences import count_sentences
from valleybuild.model import Text
from valleybuild.problem import Problem, Related

LEADS = 3
"""The leads laid at setup (R-034)."""
MARGIN = 2
"""The stamps that must be left over where every task and lead is solved."""


def _laid(days: int) -> int:
    """Count the cards of a deck that are laid in so many days: two at setup and one a day after the first."""
    return 2 + (days - 1)


def check_decks(subject: Subject) -> Iterator[Problem]:
    """Check that the decks and the leads last through the longest setup (P-09)."""
    valley = read_valley(subject.game)
    if not valley.knows("scenario", *CARD_KINDS):
        return
    for expedition in valley.expeditions:
        days = valley.longest(expedition)
        starts = {start.card.id for start in expedition.starts}
        cards = [card for card in valley.used_in(expedition) if card.id not in starts]
        for kinds, what in ((TASK_DECK, "tasks"), (OTHER_DECK, "other cards besides instants")):
            found = sum(card.entry.kind in kinds and card.entry.kind != "instant" for card in cards)
            if found < _laid(days):
                message = f"{expedition.id} may last {days} days, which take {_laid(days)} {what}; it has {found}"
                hint = "add cards, or shorten the expedition"
                yield Problem(
                    "deck-runs-out", place_of(expedition.entry, "days"), message, hint, path=f"{expedition.id}.days"
                )
        leads = sum(card.entry.kind == "lead" for card in cards)
        if leads < LEADS:
            message = f"{expedition.id} has {leads} leads, and {LEADS} are laid at setup"
            hint = "add leads without a mark, or marked with it"
            yield Problem("too-few-leads", expedition.entry.place, message, hint, path=expedition.id)


def check_stamps(subject: Subject) -> Iterator[Problem]:
    """Check that in every scenario the tasks and leads laid are worth more stamps than asked for (P-06, C-12).

    It is an upper bound: whether the stamps can be had in time is for the simulation to say. Leads that are left in
    their stack at setup are laid one a day (R-166).
    """
    valley = read_valley(subject.game)
    if not valley.knows("scenario", *CARD_KINDS):
        return
    for expedition in valley.expeditions:
        cards = valley.used_in(expedition)
        for scenario in valley.scenarios:
            if expedition.id in {banned.id for banned in scenario.not_with}:
                continue
            wanted = most_needed(expedition, scenario)
            days = _days(expedition, scenario)
            most = _best(cards, "task", _laid(days)) + _best(cards, "lead", LEADS + days - 1)
            if most < wanted + MARGIN:
                yield Problem(
                    "stamps-out-of-reach",
                    place_of(expedition.entry, "stamps"),
                    f"{expedition.id} asks for {wanted} stamps in {scenario.entry.id}; the cards of {days} days are "
                    f"worth {most} at most, and {MARGIN} should be left over",
                    "ask for fewer stamps, or give it more days",
                    path=f"{expedition.id}.stamps",
                    related=(Related(place_of(scenario.entry, "stamps"), f"the stamps of {scenario.entry.id}"),),
                )


def most_needed(expedition: Expedition, scenario: Scenario) -> int:
    """Return the most stamps that any team needs in a scenario, by whichever way of paying (R-182)."""
    return expedition.stamps + scenario.stamps + max(0, *expedition.teams.values(), expedition.shared_stamps)


def _best(cards: tuple[Card, ...], kind: str, count: int) -> int:
    """Add up the stamps of the best cards of a kind."""
    return sum(sorted((card.stamps for card in cards if card.entry.kind == kind), reverse=True)[:count])


def _days(expedition: Expedition, scenario: Scenario) -> int:
    """Return how many days an expedition has in a scenario."""
    changed = (extra.days for extra in scenario.extras if extra.expedition.id == expedition.id)
    return next((days for days in changed if days is not None), expedition.days)


def check_tracks(subject: Subject) -> Iterator[Problem]:
    """Check that a scenario's day track has a space for every day of every expedition it is played with."""
    valley = read_valley(subject.game)
    for scenario in valley.scenarios:
        longest = _longest(valley, scenario)
        if longest is not None and _days(longest, scenario) > scenario.track:
            days = _days(longest, scenario)
            yield Problem(
                "track-too-short",
                place_of(scenario.entry, "track"),
                f"the day track of {scenario.entry.id} has {scenario.track} spaces; {longest.id} lasts {days} days",
                f"write track: {days}",
                path=f"{scenario.entry.id}.track",
                related=(Related(place_of(longest.entry, "days"), f"the days of {longest.id}"),),
            )


def _longest(valley: Valley, scenario: Scenario) -> Expedition | None:
    banned = {expedition.id for expedition in scenario.not_with}
    played = [expedition for expedition in valley.expeditions if expedition.id not in banned]
    return max(played, key=lambda expedition: _days(expedition, scenario), default=None)


def check_special_rules(subject: Subject) -> Iterator[Problem]:
    """Check that each special rule of an expedition is one sentence, in every language (P-17)."""
    for expedition in subject.game.of_kind("expedition"):
        rules = expedition.record.fields.get("rules")
        for index, rule in enumerate(rules if isinstance(rules, tuple) else ()):
            for language, scalar in rule.scalars.items() if isinstance(rule, Text) else ():
                count = count_sentences(scalar.text, language)
                if count > 1:
                    yield Problem(
                        "rule-too-long",
                        scalar.place,
                        f"this special rule of {expedition.id} has {count} sentences in {language}",
                        "make it one sentence, or two rules of it",
                        path=f"{expedition.id}.rules[{index}].{language}",
                        lang=language,
                    )
