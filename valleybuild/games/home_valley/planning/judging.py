"""A spot to a number that says how good it is to be there: the hand-made evaluation of the planner.

It adds up, in hundredths of a stamp:
  the stamps that count for the goal;
  for each card on the map what it may still bring, less the further its helpers have to go: an urgent one only as far
  as today's effort goes, all others for tomorrow;
  circles of the fund, items at hand, and against them weakened characters, a damaged vehicle, hazards left to lie;
  and what is lacking when the days that are left have to take everyone home and bring the stamps that are needed.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from valleybuild.games.home_valley.engine.state import Turn
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Row, Table
from valleybuild.games.home_valley.planning.day import CIRCLES, NIBBLE, PLACE, SIX, SPENT, Card, Day, Spot
from valleybuild.games.home_valley.planning.homing import FAR, Homing

STAMP = 100
NOBODY = 5
"""How far away somebody with an ability is taken to be at most, for an item may lend it."""
REMEMBERED = 40000
"""How many positions of the people are remembered beyond a day."""
Rows = tuple[tuple[int, tuple[int, ...]], ...]
"""The rows of one side of a card: the effort, and the abilities by their numbers."""
Vectors = list[list[int]]


class Weights(msgspec.Struct, frozen=True):
    """What counts how much, in hundredths of a stamp."""

    today: float = 0.8
    """The share of a stamp that a card is worth which can still be solved today."""
    tomorrow: float = 0.62
    """The share of a stamp that a card is worth which lies there tomorrow."""
    step: float = 0.045
    """What of it each effort takes away."""
    spare: float = 4.0
    """What an effort is worth that the last days leave."""
    short: float = 22.0
    """What an effort is worth that they lack."""
    stranded: float = 90.0
    """What an effort is worth that is lacking to get home at all."""
    per_stamp: float = 3.4
    """The effort that a stamp takes, with the ways."""
    weakened: float = 24.0
    """What a weakened character costs; `driver` is what it costs more if it is the one who drives."""
    driver: float = 20.0
    damaged: float = 22.0
    threatened: float = 18.0
    """What each character costs who spends the night where a hazard expires."""
    lasting: float = 7.0
    """What a hazard costs that lies on the map, and twice that if it is a lasting one."""
    circle: float = 17.0
    """What a circle of the fund is worth that still lies there tomorrow."""
    ability: float = 9.0
    """What an item at hand is worth: one that lends an ability, that protects, the Rope, one to be discarded."""
    protection: float = 4.0
    rope: float = 18.0
    discarded: float = 10.0


class Judge:
    """The evaluation for one setup."""

    def __init__(self, table: Table, weights: Weights) -> None:
        self.table, self.weights = table, weights
        self.homing = Homing(table)
        self.walked = [[min(far, NOBODY) for far in row] for row in self.homing.walked]
        self.costs: dict[tuple[int, int], tuple[dict[int, int], Vectors]] = {}
        """For people and their health what cards take, and how far each ability is from each place."""
        self.nobody = [NOBODY] * len(table.places)
        self.abilities = max(
            (row.mask for sides in table.rows for side in sides for row in side), default=0
        ).bit_length()
        self.rows = tuple(tuple(self._rows_of(side) for side in sides) for sides in table.rows)
        costs = range(2 * FAR)
        self.today = [max(0.1, weights.today - weights.step * cost) for cost in costs]
        self.tomorrow = [max(0.05, weights.tomorrow - weights.step * cost) for cost in costs]
        self.worth = tuple(self._worth_of(effect) for effect in table.effect)

    def remember(self, people: int, health: int, places: tuple[int, ...]) -> tuple[dict[int, int], Vectors]:
        """Work out how far each ability is from each place; the oldest findings are forgotten when they are many."""
        if len(self.costs) >= REMEMBERED:
            for key in list(self.costs)[: REMEMBERED // 2]:
                del self.costs[key]
        costs: dict[int, int] = {}
        self.costs[people, health] = costs, self._vectors(places, health)
        return self.costs[people, health]

    def _vectors(self, places: tuple[int, ...], health: int) -> Vectors:
        """Return, for each ability and each place, how far the nearest is who has it."""
        found = []
        for bit in range(self.abilities):
            able = [
                self.walked[place]
                for n, place in enumerate(places)
                if self.table.ability[n] >> bit & 1 and not health >> n & 1
            ]
            if len(able) == 1:
                found.append(able[0])
            else:
                found.append([min(far) for far in zip(*able, strict=True)] if able else self.nobody)
        return found

    def _rows_of(self, side: tuple[Row, ...]) -> Rows:
        return tuple((row.effort, tuple(bit for bit in range(self.abilities) if row.mask >> bit & 1)) for row in side)

    def _worth_of(self, effect: Effect | None) -> float:
        weights = self.weights
        match effect:
            case None:
                return 0.0
            case Effect.ABILITY:
                return weights.ability
            case Effect.PROTECTS:
                return weights.protection
            case Effect.FOLLOW:
                return weights.rope
            case _:
                return weights.discarded


class Hope(NamedTuple):
    """A card on the map that may bring something: what it brings, the ways to do it, and how much else it takes."""

    key: int
    place: int
    urgent: bool
    brings: float
    rows: Rows
    more: int


class Prospect(NamedTuple):
    """What lies on the map: what may be hoped for, where hazards expire tonight, and what hazards cost anyhow."""

    hopes: tuple[Hope, ...]
    threats: tuple[int, ...]
    burden: float
    fund_stays: bool


class Judgement:
    """The evaluation for one day, with what has been worked out of it so far."""

    def __init__(self, judge: Judge, day: Day) -> None:
        self.judge, self.day = judge, day
        self.left = judge.table.days - day.state.day
        self.later = judge.table.effort * self.left
        self.prospects: dict[int, Prospect] = {}
        self.homes: dict[int, int] = {}
        self.items: dict[int, float] = {}
        self.harms: dict[int, float] = {}

    def value(self, spot: Spot, effort: int) -> float:
        """Return how good it is to be at a spot with this much effort left today."""
        _, people, health, cards, items, marks = spot
        judge, weights = self.judge, self.judge.weights
        stamps = marks & SIX
        need = max(judge.table.needed - stamps, 0)
        found = float(STAMP * min(stamps, judge.table.needed))
        prospect = self.prospects.get(cards)
        if prospect is None:
            prospect = self.prospects[cards] = self._prospect(cards)
        if need:
            found += min(self._hopes(prospect, people, health, effort), need * STAMP)
        home = self.homes.get(people)
        if home is None:
            home = self.homes[people] = judge.homing.cost(self.day.people_at(people))
        spare = self.later + effort - home
        if spare < 0:
            found += spare * weights.stranded
        spare -= int(need * weights.per_stamp)
        found += spare * (weights.spare if spare > 0 else weights.short)
        if not self.left:
            return found
        if prospect.threats:
            at = self.day.people_at(people).at
            found -= weights.threatened * sum(at[place].bit_count() for place in prospect.threats)
        worth = self.items.get(items)
        if worth is None:
            worth = self.items[items] = self._worth(items)
        if health:
            harm = self.harms.get(health)
            if harm is None:
                harm = self.harms[health] = self._harm(health)
            worth -= harm
        if prospect.fund_stays and marks >> CIRCLES & SIX:
            circles = marks >> CIRCLES & SIX
            worth += weights.circle * (circles.bit_count() if judge.table.own else circles)
        return found + worth - prospect.burden

    def _prospect(self, cards: int) -> Prospect:
        """Sort the cards on the map by what there is to hope and to fear."""
        table, weights = self.judge.table, self.judge.weights
        hopes, threats, burden, fund_stays = [], [], 0.0, False
        for card in self.day.cards_on(cards).every:
            if table.kind[card.card] is CardKind.HAZARD:
                burden += weights.lasting * (1 + (card.turn == Turn.LASTING))
                if card.turn == Turn.URGENT:
                    threats.append(card.place)
                continue
            if card.card == table.fund:
                fund_stays = card.turn == Turn.FRESH
            rows = self.judge.rows[card.card][card.side]
            more = table.fund_circles if card.card == table.fund else 0
            if table.kind[card.card] is CardKind.LEAD and not card.side:
                more = min(row.effort for row in table.rows[card.card][1]) + 1
            urgent = card.turn == Turn.URGENT
            if urgent or self.left:
                hopes.append(
                    Hope(
                        (card.card * 2 + card.side << PLACE) + card.place,
                        card.place,
                        urgent,
                        self._brings(card),
                        rows,
                        more,
                    )
                )
        return Prospect(tuple(hopes), tuple(threats), burden, fund_stays)

    def _hopes(self, prospect: Prospect, people: int, health: int, effort: int) -> float:
        """Add up what the cards on the map may still bring: urgent ones today, the others tomorrow."""
        found = 0.0
        known = self.judge.costs.get((people, health))
        if known is None:
            known = self.judge.remember(people, health, self.day.people_at(people).places)
        costs, vectors = known
        today, tomorrow = self.judge.today, self.judge.tomorrow
        for key, place, urgent, brings, rows, more in prospect.hopes:
            cost = costs.get(key)
            if cost is None:
                cost = costs[key] = _least(rows, vectors, place) + more
            if not urgent:
                found += brings * tomorrow[cost]
            elif cost <= effort:
                found += brings * today[cost]
        return found

    def _brings(self, card: Card) -> float:
        if self.judge.table.kind[card.card] is CardKind.OPPORTUNITY:
            return 2 * self.judge.worth[card.card] if not card.hidden else self.judge.weights.ability
        return STAMP * self.judge.table.stamps[card.card]

    def _worth(self, items: int) -> float:
        """Return what the items in play are worth; the less, the fewer days are left."""
        found = 0.0
        for slot, item in enumerate(self.day.items):
            place = items >> PLACE * slot & NIBBLE
            if place and place != SPENT:
                found += self.judge.worth[item]
        return found * min(1.0, self.left / 3)

    def _harm(self, health: int) -> float:
        weights, table = self.judge.weights, self.judge.table
        found = 0.0
        for number in range(self.day.count):
            if health >> number & 1:
                found += weights.weakened
                if number == self.judge.homing.driver:
                    found += weights.driver
        return found + weights.damaged * bool(table.vehicle and health >> self.day.count & 1)


def _least(rows: Rows, vectors: Vectors, place: int) -> int:
    """Estimate the effort to solve a card: the cheapest row, with the ways of those who have its abilities."""
    best = 0 if not rows else FAR
    for effort, bits in rows:
        for bit in bits:
            effort += vectors[bit][place]
        best = min(best, effort)
    return best
