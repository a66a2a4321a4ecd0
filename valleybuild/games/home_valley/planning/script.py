"""Steps of the planner to moves of the reference engine: who sits where and carries what, then the step itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from valleybuild.games.home_valley.engine.apply import apply_move, canonical
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import State, Turn, has_room
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Table
from valleybuild.games.home_valley.planning.carrying import Carry, loads, ways_to_carry
from valleybuild.games.home_valley.planning.day import Day, Spot, close_day, unpacked_effort
from valleybuild.games.home_valley.planning.steps import Step, item_of
from valleybuild.games.home_valley.planning.teams import helpers_at, way_to_complete


class Script:
    """The moves that follow a plan in the reference engine, and the state they have led to."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.state = table, state
        self.moves: list[Move] = []
        self._turn_up()

    def add(self, move: Move) -> None:
        """Make a move as the reference engine lists it. Raises IllegalMoveError."""
        move = canonical(self.table, self.state, move)
        self.state = apply_move(self.table, self.state, move)
        self.moves.append(move)

    def follow(self, day: Day, spot: Spot, step: Step, after: Spot) -> None:
        """Make a step from a spot that the state is in; it leads to the spot after it."""
        match step[0]:
            case MoveKind.SOLVE:
                self._solve(day, spot, step, after)
            case MoveKind.WALK:
                self._walk(day, spot, step, after)
            case MoveKind.RIDE:
                self._ride(day, spot, step, after)
            case MoveKind.HEAL | MoveKind.MEND:
                self._recover(day, step)
            case MoveKind.DISCARD:
                self._discard(day, spot, step, after)
            case MoveKind.CONTRIBUTE:
                circles = self.state.circles
                giver = step[1] if step[1] >= 0 else next(n for n in range(day.count) if not circles >> n & 1)
                self.add(Move(MoveKind.CONTRIBUTE, giver))
            case MoveKind.GIFT:
                self.add(Move(MoveKind.GIFT, step[1], target=step[2]))
            case _:
                self._hold(step[1], day.items[step[2]])
                self._make_room(step[3])
                self.add(Move(MoveKind.GIVE, step[1], day.items[step[2]], step[3]))
        self._turn_up()

    def arrange(self, day: Day, people: Iterable[int], carry: Carry) -> None:
        """Let these characters carry just that, from what is at their places."""
        wanted = {person: {day.items[slot] for bearer, slot in carry if bearer == person} for person in people}
        needed = set().union(*wanted.values()) if wanted else set()
        for person, carried in enumerate(self.state.items):
            for item in carried:
                if item not in wanted[person] if person in wanted else item in needed:
                    self.add(Move(MoveKind.DROP, person, item))
        for person, items in wanted.items():
            for item in sorted(items - set(self.state.items[person])):
                self.add(Move(MoveKind.TAKE, person, item))

    def _hold(self, person: int, item: int) -> None:
        """Let a character carry one item, whatever else it carries."""
        if item in self.state.items[person]:
            return
        for other, carried in enumerate(self.state.items):
            if item in carried:
                self.add(Move(MoveKind.DROP, other, item))
        self._make_room(person)
        self.add(Move(MoveKind.TAKE, person, item))

    def _make_room(self, person: int) -> None:
        if not has_room(self.table, self.state, person):
            self.add(Move(MoveKind.DROP, person, self.state.items[person][0]))

    def _leave(self, people: Iterable[int]) -> None:
        for person in people:
            if self.state.aboard >> person & 1:
                self.add(Move(MoveKind.LEAVE, person))

    def _turn_up(self) -> None:
        """Turn up what can be turned from afar, as the planner takes for granted."""
        for lying in self.state.cards:
            if lying.hidden:
                for person, here in enumerate(self.state.places):
                    if self.table.far_turn[person] and lying.place in self.table.near[here]:
                        self.add(Move(MoveKind.TURN, person, lying.card))
                        break

    def _solve(self, day: Day, spot: Spot, step: Step, after: Spot) -> None:
        _, _, slot, row, helpers = step
        card = next(card for card in day.cards_on(spot[3]).every if card.slot == slot)
        item = item_of(day, card, spot[4])
        mask = self.table.rows[card.card][card.side][row].mask
        team = tuple(helper for helper in helpers_at(day, -1, spot[2]) if helper.number in helpers)
        found = way_to_complete(day, mask, team, day.pools(spot[4])[card.place], takes=item >= 0)
        if found is None:
            raise ValueError(f"nobody can solve {self.table.cards[card.card]} so")
        carry, taker = found
        self.arrange(day, helpers, carry)
        before, left = unpacked_effort(day, spot[0]), unpacked_effort(day, after[0])
        payment = tuple(before[helper] - left[helper] for helper in helpers) if self.table.own else ()
        actor = taker if item >= 0 else -1
        self.add(Move(MoveKind.SOLVE, actor, card.card, row=row, helpers=helpers, payment=payment))

    def _walk(self, day: Day, spot: Spot, step: Step, after: Spot) -> None:
        _, walker, place, other, _ = step
        movers = (walker,) if other < 0 else (walker, other)
        must = (other, day.ropes) if other >= 0 else (-1, ())
        self._leave(movers)
        self._load(day, spot, after, movers, (place,), must)
        for person, carried in enumerate(self.state.items):
            if person not in movers and self.state.places[person] == self.state.places[walker]:
                for item in carried:
                    if self.table.effect[item] is Effect.FOLLOW:
                        self.add(Move(MoveKind.DROP, person, item))
        target = -1 if self.table.rulings.rope_is_automatic else other
        self.add(Move(MoveKind.WALK, walker, target=target, place=place))

    def _ride(self, day: Day, spot: Spot, step: Step, after: Spot) -> None:
        _, driver, _, bits, way = step
        riders = tuple(n for n in range(day.count) if bits >> n & 1)
        own = 0 if spot[2] >> driver & 1 else self.table.ability[driver]
        natural = not self.table.driver or own & self.table.driver
        keys = tuple(slot for slot in day.pools(spot[4])[day.people_at(spot[1]).vehicle] if slot in day.drivers)
        self._load(day, spot, after, riders, way, (-1, ()) if natural else (driver, keys))
        self._leave(n for n in range(day.count) if n not in riders)
        for rider in riders:
            if not self.state.aboard >> rider & 1:
                self.add(Move(MoveKind.BOARD, rider))
        self.add(Move(MoveKind.RIDE, driver, path=way))

    def _load(
        self,
        day: Day,
        spot: Spot,
        after: Spot,
        movers: tuple[int, ...],
        way: tuple[int, ...],
        must: tuple[int, tuple[int, ...]],
    ) -> None:
        """Let those who move take along what the spot after the step has with them."""
        here = day.people_at(spot[1]).places[movers[0]]
        entered = way if self.table.rulings.passing_is_entering else way[-1:]
        hazards = tuple(sorted({card for place, card in day.cards_on(spot[3]).lasting if place in entered}))
        cargo = tuple(slot for slot in day.pools(spot[4])[here] if slot not in day.pools(after[4])[here])
        bits = sum(1 << mover for mover in movers)
        healthy = ~spot[2] & bits
        ways = ways_to_carry(day, movers, cargo, hazards, healthy=healthy, must=must)
        self.arrange(day, movers, ways[after[2] & healthy])

    def _recover(self, day: Day, step: Step) -> None:
        kind, able, patient, _, _ = step
        needed = self.table.first_aid if kind == MoveKind.HEAL else self.table.repairs
        if self.state.weakened >> able & 1 or not self.table.ability[able] & needed:
            here = self.state.places[able]
            items = [*self.state.items[able], *(item for item, place in self.state.lying if place == here)]
            for person, carried in enumerate(self.state.items):
                items += carried if self.state.places[person] == here else ()
            self._hold(able, next(item for item in items if self.table.gives[item] & needed))
        self.add(Move(kind, able, target=patient if kind == MoveKind.HEAL else -1))

    def _discard(self, day: Day, spot: Spot, step: Step, after: Spot) -> None:
        _, bearer, slot, target, way = step
        item = day.items[slot]
        if self.table.effect[item] is not Effect.STEPS:
            self._hold(bearer, item)
            self.add(Move(MoveKind.DISCARD, bearer, item, target, way[0] if way else -1))
            return
        here = self.state.places[bearer]
        cargo = [other for other in day.pools(spot[4])[here] if other not in day.pools(after[4])[here]]
        self._leave((bearer,))
        self.arrange(day, (bearer,), tuple((bearer, other) for other in cargo))
        self.add(Move(MoveKind.DISCARD, bearer, item, path=way))


def nights(day: Day, spot: Spot) -> Iterator[tuple[int, tuple[int, ...], Carry]]:
    """Yield, for each place where hazards expire tonight, who is weakened at best, as bits, and who carries what.

    Each place may come several times; the characters there are named too (R-154, R-161).
    """
    people, pools = day.people_at(spot[1]), day.pools(spot[4])
    expiring: dict[int, list[int]] = {}
    for card in day.cards_on(spot[3]).every:
        if card.turn == Turn.URGENT and day.table.kind[card.card] is CardKind.HAZARD and people.at[card.place]:
            expiring.setdefault(card.place, []).append(card.card)
    for place, hazards in expiring.items():
        here = tuple(n for n in range(day.count) if people.at[place] >> n & 1)
        healthy = people.at[place] & ~spot[2]
        danger = sum(1 << hazard for hazard in hazards)
        useful = tuple(slot for slot in pools[place] if day.protects[slot] & danger)
        found: dict[int, Carry] = {}
        for _, cargo in loads(day, useful, len(here)):
            found |= ways_to_carry(day, here, cargo, tuple(hazards), healthy=healthy)
        for bits, carry in found.items():
            if not any(other & bits == other != bits for other in found):
                yield bits, here, carry


def tuck_in(script: Script, day: Day, spot: Spot) -> None:
    """Share out what protects before the day ends, so that as few as possible are weakened."""
    for here, carry in _kindest(day, spot).items():
        if carry:
            script.arrange(day, here, carry)


def evening(day: Day, spot: Spot) -> State:
    """Return the state in which a day ends at a spot, with what protects shared out as `tuck_in` does."""
    return close_day(day, spot, tuple(held for carry in _kindest(day, spot).values() for held in carry))


def _kindest(day: Day, spot: Spot) -> dict[tuple[int, ...], Carry]:
    """Return for those who spend the night where hazards expire who carries what, so that the fewest are weakened."""
    best: dict[tuple[int, ...], tuple[int, Carry]] = {}
    for bits, here, carry in nights(day, spot):
        if here not in best or bits.bit_count() < best[here][0]:
            best[here] = (bits.bit_count(), carry)
    return {here: carry for here, (_, carry) in best.items()}
