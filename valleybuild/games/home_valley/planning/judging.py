"""A spot to a number that says how good it is to be there: the hand-made evaluation of the planner.

It adds up, in hundredths of a stamp:
  the stamps that count for the goal;
  for each card on the map what it may still bring, less the further its helpers have to go: an urgent one only as far
  as today's effort goes, all others for tomorrow;
  for tasks to come how far those would have to go, on average, who are asked for; for leads that they come back;
  circles of the fund, items at hand, and against them weakened characters, a damaged vehicle, hazards left to lie;
  and what is lacking when the days that are left have to take everyone home and bring the stamps that are needed,
  which weighs the more the fewer they are.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from valleybuild.games.home_valley.engine.state import Turn
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Row, Table
from valleybuild.games.home_valley.planning.day import CIRCLES, NIBBLE, PLACE, SIX, SPENT, Card, Day, People, Spot
from valleybuild.games.home_valley.planning.homing import FAR, Homing, distances

STAMP = 100
NOBODY = 5
"""How far away somebody with an ability is taken to be at most, for an item may lend it."""
HEALTH = 6
"""How many bits the health takes at most."""
SPARES = range(-400, 400)
"""What effort the last days may leave or lack."""
REMEMBERED = 40000
"""How many positions of the people are remembered beyond a day."""
Rows = tuple[tuple[int, tuple[int, ...]], ...]
"""The rows of one side of a card: the effort, and the abilities by their numbers."""
Vectors = list[list[int]]


class Weights(msgspec.Struct, frozen=True):
    """What counts how much, in hundredths of a stamp.

    First set by hand. Eleven of them were then varied together, between two values each, in a Plackett-Burman design
    of twelve sets with 44 games a set (expeditions 5, 3 and 1, seeds from 2101), and moved as far as the effort to
    spare at the end of the game showed. `tomorrow` with `further`, and `spare`, mattered; `coming` did harm beyond a
    little; what the other eight did was within chance. Seeds from 5001 were kept for the check.
    """

    today: float = 0.8
    """The share of a stamp that a card is worth which can still be solved today."""
    tomorrow: float = 0.8
    """The share of a stamp that a card is worth which lies there tomorrow."""
    step: float = 0.045
    """What of it each effort takes away."""
    further: float = 0.105
    """What each effort takes of a card that lies there tomorrow."""
    spare: float = 11.0
    """What an effort is worth that the days to come leave, shared among these days; `short` where they lack it."""
    short: float = 28.0
    stranded: float = 90.0
    """What an effort is worth that is lacking to get home at all."""
    coming: float = 0.4
    """The tasks that are counted as to come; each is worth what it is on average, laid out anywhere."""
    excess: float = 0.1
    """The share that counts of what may be brought beyond the stamps that are needed."""
    returning: float = 45.0
    """What a lead is worth that expires and comes back."""
    per_stamp: float = 3.4
    """The effort that a stamp takes, with the ways."""
    weakened: float = 20.0
    """What a weakened character costs; `driver` is what it costs more if it is the one who drives."""
    driver: float = 20.0
    damaged: float = 22.0
    threatened: float = 15.0
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


class Stance(NamedTuple):
    """What is good about where healthy and weakened people are.

    What each card takes as far as it was asked, how far each ability is from each place, the way home, what a task to
    come is worth, and what the weakened cost.
    """

    costs: dict[int, int]
    vectors: Vectors
    home: int
    coming: float
    harm: float


class Judge:
    """The evaluation for one setup."""

    def __init__(self, table: Table, weights: Weights) -> None:
        self.table, self.weights = table, weights
        self.homing = Homing(table)
        self.walked = [[min(far, NOBODY) for far in distances(table.near, place)] for place in range(len(table.places))]
        self.stances: dict[int, Stance] = {}
        self.comings: dict[tuple[int, ...], float] = {}
        self.nobody = [NOBODY] * len(table.places)
        self.abilities = max(
            (row.mask for sides in table.rows for side in sides for row in side), default=0
        ).bit_length()
        self.rows = tuple(tuple(self._rows_of(side) for side in sides) for sides in table.rows)
        costs = range(2 * FAR)
        self.today = [max(0.1, weights.today - weights.step * cost) for cost in costs]
        self.tomorrow = [max(0.05, weights.tomorrow - weights.further * cost) for cost in costs]
        self.task_rows = tuple(self.rows[table.card_numbers[card]][0] for card in table.tasks)
        self.full = float(STAMP * table.needed)
        self.effort_for = [int(stamps * weights.per_stamp) for stamps in range(table.needed + 1)]
        self.outlooks = [
            {spare: spare * (weights.spare if spare > 0 else weights.short) / max(left, 1) for spare in SPARES}
            for left in range(table.days)
        ]
        self.worth = tuple(self._worth_of(effect) for effect in table.effect)

    def stance(self, people: int, health: int, places: People) -> Stance:
        """Work out what is good about where the people are; the oldest findings are forgotten when they are many."""
        if len(self.stances) >= REMEMBERED:
            for key in list(self.stances)[: REMEMBERED // 2]:
                del self.stances[key]
        vectors = self._vectors(places.places, health)
        found = Stance({}, vectors, self.homing.cost(places), self._coming(vectors), self._harm(health))
        self.stances[people << HEALTH | health] = found
        return found

    def _coming(self, vectors: Vectors) -> float:
        """Return the share of a stamp that a task is worth, on average, that the next morning brings."""
        found = 0.0
        for place in self.table.far.values():
            distances = tuple([far[place] for far in vectors])
            share = self.comings.get(distances)
            if share is None:
                costs = [_least(rows, [[far] for far in distances], 0) for rows in self.task_rows]
                share = self.comings[distances] = sum(self.tomorrow[cost] for cost in costs) / max(len(costs), 1)
            found += share
        return found / len(self.table.far)

    def _harm(self, health: int) -> float:
        weights, count = self.weights, len(self.table.characters)
        found = weights.damaged * bool(self.table.vehicle and health >> count & 1)
        for number in range(count):
            if health >> number & 1:
                found += weights.weakened + weights.driver * (number == self.homing.driver)
        return found

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
        self.outlook = judge.outlooks[self.left]
        self.prospects: dict[int, Prospect] = {}
        self.items: dict[int, float] = {}
        self.more = STAMP * judge.weights.coming * min(self.left, 1)

    def value(self, spot: Spot, effort: int) -> float:
        """Return how good it is to be at a spot with this much effort left today."""
        _, people, health, cards, items, marks = spot
        judge = self.judge
        stance = judge.stances.get(people << HEALTH | health)
        if stance is None:
            stance = judge.stance(people, health, self.day.people_at(people))
        prospect = self.prospects.get(cards)
        if prospect is None:
            prospect = self.prospects[cards] = self._prospect(cards)
        stamps = marks & SIX
        need = judge.table.needed - stamps
        spare = self.later + effort - stance.home
        if need > 0:
            found = self._hopes(prospect, stance, effort) + self.more * stance.coming
            most = need * STAMP
            if found > most:
                found = most + (found - most) * judge.weights.excess
            found += stamps * STAMP + self.outlook[spare - judge.effort_for[need]]
        else:
            found = judge.full + self.outlook[spare]
        if spare < 0:
            found += spare * judge.weights.stranded
        if not self.left:
            return found
        if prospect.threats:
            at = self.day.people_at(people).at
            found -= judge.weights.threatened * sum(at[place].bit_count() for place in prospect.threats)
        worth = self.items.get(items)
        if worth is None:
            worth = self.items[items] = self._worth(items)
        if prospect.fund_stays and marks >> CIRCLES & SIX:
            circles = marks >> CIRCLES & SIX
            worth += judge.weights.circle * (circles.bit_count() if judge.table.own else circles)
        return found + worth - stance.harm - prospect.burden

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

    def _hopes(self, prospect: Prospect, stance: Stance, effort: int) -> float:
        """Add up what the cards on the map may still bring: urgent ones today, the others tomorrow."""
        found = 0.0
        costs, today, tomorrow = stance.costs, self.judge.today, self.judge.tomorrow
        returning = self.judge.weights.returning
        for key, place, urgent, brings, rows, more in prospect.hopes:
            cost = costs.get(key)
            if cost is None:
                cost = costs[key] = _least(rows, stance.vectors, place) + more
            if not urgent:
                found += brings * tomorrow[cost]
            elif cost <= effort:
                found += brings * today[cost]
            elif more and self.left:
                found += returning
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


def _least(rows: Rows, vectors: Vectors, place: int) -> int:
    """Estimate the effort to solve a card: the cheapest row, with the ways of those who have its abilities."""
    best = 0 if not rows else FAR
    for effort, bits in rows:
        for bit in bits:
            effort += vectors[bit][place]
        best = min(best, effort)
    return best
