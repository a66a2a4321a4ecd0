"""Rows: each is worth taking, and the four neighbours can take one of every card; what has no rows is in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import (
    NEIGHBOURS,
    RALLYING,
    Card,
    Expedition,
    Row,
    Valley,
    place_of,
    read_valley,
    reference,
)
from valleybuild.problem import Problem, Related


def _known_cards(valley: Valley) -> Iterator[Card]:
    return (card for card in valley.cards if valley.knows(card.entry.kind))


def _rows(valley: Valley) -> Iterator[tuple[Card, Row]]:
    return ((card, row) for card in _known_cards(valley) for side in card.sides for row in side)


def check_row_pairs(subject: Subject) -> Iterator[Problem]:
    """Check that neither row of a card makes the other pointless (P-11)."""
    for card in _known_cards(read_valley(subject.game)):
        for side in card.sides:
            for first, second in combinations(side, 2):
                yield from _compare(card, first, second)


def _compare(card: Card, first: Row, second: Row) -> Iterator[Problem]:
    if first.asked == second.asked:
        message = f"both rows of {card.id} ask for {_listed(first)}, so the one for {max(first.effort, second.effort)}"
        yield Problem(
            "rows-alike",
            second.place,
            f"{message} is never taken",
            "ask for another pair of abilities, or leave the row out",
            path=second.path,
            related=(Related(first.place, "the other row"),),
        )
        return
    for better, worse in ((first, second), (second, first)):
        if better.asked < worse.asked and better.effort <= worse.effort:
            message = f"{card.id} can be solved with {_listed(better)} for {better.effort}, so nobody would pay"
            yield Problem(
                "row-dominated",
                worse.place,
                f"{message} {worse.effort} with {_listed(worse)}",
                "make this row cheaper, or ask for other abilities",
                path=worse.path,
                related=(Related(better.place, "the better row"),),
            )


def _listed(row: Row) -> str:
    return " and ".join(dict.fromkeys(ability.id for ability in row.abilities))


def check_row_abilities(subject: Subject) -> Iterator[Problem]:
    """Check each row's abilities: none twice, never rallying, and one alone only where an item is the reward."""
    for card, row in _rows(read_valley(subject.game)):
        for id, count in Counter(ability.id for ability in row.abilities).items():
            if count > 1:
                message = f"{row.path} asks for {id} twice"
                yield Problem("ability-repeated", row.place, message, "ask for another ability", path=row.path)
        for ability in row.abilities:
            if ability.id == RALLYING:
                message = (
                    f"{row.path} asks for {RALLYING}, which stands in for other abilities and is asked for nowhere"
                )
                hint = "ask for one of the neighbours' own abilities"
                yield Problem("rallying-on-row", ability.place, message, hint, path=row.path)
        if len(row.asked) == 1 and card.entry.kind != "opportunity":
            message = f"{row.path} asks for one ability only, on a {card.entry.kind}"
            hint = "ask for two; only opportunities may be solved by one"
            yield Problem("one-ability-row", row.place, message, hint, path=row.path)


def check_tasks(subject: Subject) -> Iterator[Problem]:
    """Check that a task has either rows or a fund."""
    for card in _known_cards(read_valley(subject.game)):
        if card.entry.kind != "task":
            continue
        fund = card.entry.record.fields.get("fund") is not None
        if fund == bool(card.rows):
            message = f"{card.id} has both rows and a fund" if fund else f"{card.id} has neither rows nor a fund"
            where = place_of(card.entry, "fund") if fund else card.entry.place
            yield Problem("rows-or-fund", where, message, "give it one of the two", path=card.id)


def check_neighbours(subject: Subject) -> Iterator[Problem]:
    """Check that the four neighbours can complete a row of every side of every card, with no items at all (P-04)."""
    valley = read_valley(subject.game)
    if not valley.knows("character", "ability"):
        return
    characters = [subject.game.entries[id] for id in NEIGHBOURS if id in subject.game.entries]
    abilities = {ability.id for entry in characters if (ability := reference(entry.record, "ability"))}
    known = subject.game.entries.keys()
    # An ability that does not exist is reported where it is named; it does not make a row too hard as well.
    abilities |= {ability.id for _, row in _rows(valley) for ability in row.abilities} - known
    for card in _known_cards(valley):
        for side in card.sides:
            if not side or any(row.asked <= abilities for row in side):
                continue
            lacking = ", ".join(sorted(frozenset.union(*(row.asked for row in side)) - abilities))
            message = f"the four neighbours can complete no row of {card.id}: none of them brings {lacking}"
            hint = "ask for their abilities in at least one row"
            yield Problem("row-beyond-neighbours", side[0].place, message, hint, path=side[0].path)


def check_row_costs(subject: Subject) -> Iterator[Problem]:
    """Check that no row costs more than its helpers can have on one day, in any expedition that uses it (P-15)."""
    valley = read_valley(subject.game)
    characters = len(subject.game.of_kind("character"))
    if not valley.knows("expedition", "character"):
        return
    users = {card.id: [e for e in valley.expeditions if card in valley.used_in(e)] for card in valley.cards}
    for card, row in _rows(valley):
        for expedition in users[card.id]:
            most = _most_effort(expedition, row, characters)
            if row.effort > most:
                yield Problem(
                    "row-too-dear",
                    row.place,
                    f"{row.path} costs {row.effort}, and in {expedition.id} its helpers never have more than {most}",
                    f"let it cost {most} or less",
                    path=row.path,
                    related=(Related(place_of(expedition.entry, "effort"), f"the effort of {expedition.id}"),),
                )
                break


def _most_effort(expedition: Expedition, row: Row, characters: int) -> int:
    """Return the effort that a row's helpers can have: of own tokens, each other character keeps one (R-057)."""
    if not expedition.own_tokens:
        return expedition.effort
    own = expedition.effort - max(characters - len(row.asked), 0)
    return min(own, expedition.shared_effort or own)


def check_unearned_items(subject: Subject) -> Iterator[Problem]:
    """Check that an item without rows is in play from the start wherever it is used."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition", "opportunity"):
        return
    for card in valley.cards:
        if card.entry.kind != "opportunity" or card.rows:
            continue
        users = [expedition for expedition in valley.expeditions if card in valley.used_in(expedition)]
        missing = [e for e in users if card.id not in {start.card.id for start in e.starts}]
        if missing:
            names = ", ".join(expedition.id for expedition in missing)
            yield Problem(
                "item-never-earned",
                card.entry.place,
                f"{card.id} has no rows, and these expeditions do not start with it in play: {names}",
                "give it rows, or add it to the starts of those expeditions",
                path=card.id,
                related=tuple(Related(place_of(e.entry, "starts"), f"the starts of {e.id}") for e in missing),
            )


def check_starts(subject: Subject) -> Iterator[Problem]:
    """Check each card in play from the start: it is of that expedition, and lies with a character or at a place."""
    valley = read_valley(subject.game)
    if not valley.knows("place-card", "opportunity"):
        return
    for expedition in valley.expeditions:
        used = {card.id for card in valley.used_in(expedition)}
        places = {card.place.id for card in valley.maps.get(expedition.id, ())}
        for index, start in enumerate(expedition.starts):
            if (start.bearer is None) == (start.at is None):
                how = "with nobody and nowhere" if start.at is None else "both with a character and at a place"
                message, hint = f"{start.card.id} starts {how}", "write either with: or at:"
            elif start.at is not None and start.at.id not in places:
                message, hint = (
                    f"{start.card.id} starts at {start.at.id}, which is not on the map",
                    "name another place",
                )
            elif start.card.id in subject.game.entries and start.card.id not in used:
                message = f"{start.card.id} is in play from the start of {expedition.id}, and is not marked with it"
                hint = f"mark it with {expedition.id}"
            else:
                continue
            yield Problem("bad-start", start.place, message, hint, path=f"{expedition.id}.starts[{index}]")
