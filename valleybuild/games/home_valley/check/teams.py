"""Teams: every one that may play can complete a row of every card, with items it can have, and be protected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from msgspec.structs import replace

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import (
    NEIGHBOURS,
    Card,
    Expedition,
    Row,
    Valley,
    place_of,
    read_valley,
    reference,
)
from valleybuild.games.home_valley.engine.entrance import MOST
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Lying, Phase, State
from valleybuild.games.home_valley.engine.table import CardKind, Table
from valleybuild.games.home_valley.permitted import listed, rules_of_teams, teams_of
from valleybuild.model import Entry, Game
from valleybuild.problem import Problem

PLENTY = 30
"""Tokens enough for every row: what a row may cost is for another check."""

Side = tuple[int, int]
"""A card by its number, and which of its sides."""
Bearing = tuple[tuple[int, ...], ...]
"""Which items each character carries."""


def _playable(subject: Subject) -> Iterator[tuple[Valley, Expedition]]:
    """Yield the expeditions, where all of the content could be read."""
    if subject.complete and not subject.game.incomplete:
        valley = read_valley(subject.game)
        for expedition in valley.expeditions:
            yield valley, expedition


def check_teams(subject: Subject) -> Iterator[Problem]:
    """Check that teams of every size may play every expedition; with a vehicle to drive each has a driver (P-05)."""
    for valley, expedition in _playable(subject):
        for size, admitted, refusal in teams_of(valley, expedition):
            if not admitted:
                message = f"no team of {size} may play {expedition.id}: {refusal}"
                hint = "change the characters, or what the expedition asks of them"
                yield Problem("no-team", expedition.entry.place, message, hint, path=expedition.id)
                break


def check_splits(subject: Subject) -> Iterator[Problem]:
    """Check that a morning's tokens can be shared out so that everybody gets one, in the largest team (P-15, R-057)."""
    for _, expedition in _playable(subject):
        if expedition.own_tokens and expedition.effort < MOST:
            message = f"{expedition.effort} tokens cannot be shared out so that each of {MOST} characters gets one"
            where, path = place_of(expedition.entry, "effort"), f"{expedition.id}.effort"
            yield Problem("split-impossible", where, message, f"write effort: {MOST} or more", path=path)


def check_team_cards(subject: Subject) -> Iterator[Problem]:
    """Check what every permitted team can do with every card: complete a row (P-04), be protected from it (P-10).

    A team has its own abilities and the items that it can earn in that expedition, at most two each (R-080), and a row
    of several abilities takes two helpers (A-01). A protection counts that can be had without solving its hazard.
    A larger team can do whatever a smaller one within it can. What not even the four neighbours can do, and what
    protects nobody, have checks of their own.
    """
    rows: dict[tuple[str, int], list[_Failure]] = {}
    bare: dict[str, list[_Failure]] = {}
    cards: dict[str, Card] = {}
    for valley, expedition in _playable(subject):
        cards |= {card.id: card for card in valley.cards}
        for rules in rules_of_teams(subject, valley, expedition):
            done, items = solvable(rules)
            failure = _Failure(expedition, rules, items)
            for number, side in sorted(_to_blame(rules, sides_of(rules.table) - done, items)):
                rows.setdefault((rules.table.cards[number], side), []).append(failure)
            for hazard in _unprotected(rules, items):
                bare.setdefault(rules.table.cards[hazard], []).append(failure)
    neighbours = _abilities(subject.game, NEIGHBOURS)
    for (id, side), failures in rows.items():
        if any(row.asked <= neighbours for row in cards[id].sides[side]):
            yield _row_beyond(cards[id].sides[side][0], id, failures)
    for id, failures in bare.items():
        yield _bare_hazard(subject.game.entries[id], failures)


class _Failure(NamedTuple):
    """A team that cannot do something in an expedition, with the items that it can have there."""

    expedition: Expedition
    rules: HomeValleyRules
    items: set[int]

    def told(self, what: str, others: int) -> str:
        """Say what this team, and so many others, cannot do, and with which items that was tried."""
        carried = ", ".join(self.rules.table.cards[item] for item in sorted(self.items)) or "none"
        more = f"; {others} more teams fail too" if others else ""
        return f"with {listed(self.rules)} {what} in {self.expedition.id}{more}; items they can have: {carried}"


def _row_beyond(row: Row, id: str, failures: list[_Failure]) -> Problem:
    message = failures[0].told(f"no row of {id} can be completed", len(failures) - 1)
    hint = "ask for other abilities, or add an item that this team can earn"
    return Problem("row-beyond-team", row.place, message, hint, path=row.path)


def _bare_hazard(hazard: Entry, failures: list[_Failure]) -> Problem:
    message = failures[0].told(f"nothing that protects from {hazard.id} can be had", len(failures) - 1)
    hint = "let an item that they can earn protect from it"
    return Problem("protection-beyond-team", place_of(hazard, "lasting"), message, hint, path=f"{hazard.id}.lasting")


def _abilities(game: Game, ids: Iterable[str]) -> set[str]:
    """Name the abilities of some characters."""
    found = (reference(game.entries[id].record, "ability") for id in ids if id in game.entries)
    return {ability.id for ability in found if ability is not None}


def _unprotected(rules: HomeValleyRules, items: set[int]) -> Iterator[int]:
    """Yield the lasting hazards whose protections are all out of reach for those who do not solve them first."""
    table = rules.table
    for hazard, lasting in enumerate(table.lasting):
        left = table.leaves[hazard]
        protections = {item for item, against in enumerate(table.protects) if against >> hazard & 1} - {left}
        if not lasting or not protections:
            continue
        needless = left < 0 or not table.gives[left]
        if protections.isdisjoint(items if needless else solvable(rules, without=hazard)[1]):
            yield hazard


def sides_of(table: Table) -> set[Side]:
    """Return all sides of cards that have rows."""
    return {(card, side) for card, sides in enumerate(table.rows) for side, rows in enumerate(sides) if rows}


def _to_blame(rules: HomeValleyRules, failing: set[Side], items: set[int]) -> set[Side]:
    """Return what is at fault of what a team cannot solve: not what it could solve if it only had the items.

    Then it is the items to blame that give an ability which the team can have in no other way.
    """
    if not failing:
        return failing
    table = rules.table
    hopeless = failing - solvable(rules, given=frozenset(range(len(table.cards))))[0]
    known = reduce(or_, (*table.ability, *(table.gives[item] for item in items)), 0)
    return hopeless | {side for side in failing if _gives(table, side[0]) & ~known}


def solvable(
    rules: HomeValleyRules, *, without: int = -1, given: frozenset[int] = frozenset()
) -> tuple[set[Side], set[int]]:
    """Return what a team can solve, and the items that it can have, as the reference engine lists the solves.

    Nobody solves the card `without`. Each item that is earned may make another row possible, until there is no more;
    items that are `given` need not be earned.
    """
    table, state = rules.table, _gathered(rules)
    left = {side for side in sides_of(table) if side[0] != without}
    done: set[Side] = set()
    items = {item for item, _ in (*table.carried, *table.lying)} | given
    while True:
        known = len(items)
        for bearing in _bearings(table, items):
            if not left - done:
                break
            done |= _solved(rules, replace(state, items=bearing), left - done)
        items |= {item for card, _ in done if (item := _item_of(table, card)) >= 0}
        if len(items) == known:
            return done, items


def _gathered(rules: HomeValleyRules) -> State:
    """Return a state with everybody together and plenty of effort."""
    table = rules.table
    state = rules.setup(1, table.config)
    count = len(table.characters)
    return replace(
        state,
        phase=Phase.DAY,
        places=(table.start,) * count,
        effort=(PLENTY,) * (count if table.own else 1),
        cards=(),
        lying=(),
        gained=table.gained,
        unshared=0,
        guest=-1,
        discount=0,
    )


def _bearings(table: Table, items: set[int]) -> Iterator[Bearing]:
    """Yield the ways to carry one item for each of some abilities, the fewest items first."""
    bearers = range(len(table.characters))
    lending = sorted({table.gives[item]: item for item in sorted(items) if table.gives[item]}.values())
    for count in range(len(lending) + 1):
        for carried in combinations(lending, count):
            for chosen in product(bearers, repeat=count):
                if all(chosen.count(bearer) <= table.slots for bearer in set(chosen)):
                    pairs = tuple(zip(carried, chosen, strict=True))
                    yield tuple(tuple(item for item, by in pairs if by == bearer) for bearer in bearers)


def _solved(rules: HomeValleyRules, state: State, sides: set[Side]) -> set[Side]:
    """Return which of these sides are solved by somebody in a state, were they to lie there."""
    place, found = state.places[0], set()
    for side in {side for _, side in sides}:
        cards = tuple(sorted(Lying(card, place, side=side) for card, other in sides if other == side))
        legal = rules.legal(replace(state, cards=cards))
        found |= {(move.card, side) for move in legal if move.kind == MoveKind.SOLVE}
    return found


def _item_of(table: Table, card: int) -> int:
    return card if table.kind[card] is CardKind.OPPORTUNITY else table.leaves[card]


def _gives(table: Table, card: int) -> int:
    item = _item_of(table, card)
    return table.gives[item] if item >= 0 else 0
