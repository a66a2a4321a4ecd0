"""The planner: a state to the moves of a day, by a search for its ends and a look at the mornings that may follow."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import Any

import msgspec
from msgspec.structs import replace

from valleybuild.games.home_valley.engine.apply import apply_move
from valleybuild.games.home_valley.engine.legal import legal_moves
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.home_valley.planning.day import Known, open_day
from valleybuild.games.home_valley.planning.draws import (
    chosen_plainly,
    imagined,
    next_morning,
    plain_choice,
    without_knowing,
)
from valleybuild.games.home_valley.planning.judging import REMEMBERED, Judge, Judgement, Weights
from valleybuild.games.home_valley.planning.script import Script, evening, tuck_in
from valleybuild.games.home_valley.planning.search import End, Searched, search
from valleybuild.games.protocol import Rules

WON = 1e6
"""What a split is worth with which the goal can be reached the same day."""


class Settings(msgspec.Struct, frozen=True):
    """How hard the planner thinks.

    As hard as it can while a game stays under two seconds on one core. `sure` and `scale` are near what a logistic
    regression of 160 games of expedition 5 (seeds from 3001) says: won or not, by each evening's value and the days
    that were left. To look two days ahead, or to play games out with a very narrow beam, won no more of the same
    seeds for twice the time.
    """

    beam: int = 60
    """How many spots of a layer are kept."""
    last: int = 240
    """The beam of the last day, after which there is nothing to compare."""
    ends: int = 8
    """How many ends of the day are compared by the mornings that may follow."""
    samples: int = 4
    """How many draws are imagined for each of them."""
    ahead: int = 5
    """The beam of the search of such a next day."""
    sure: float = 110.0
    """What a day that is left is worth, in hundredths of a stamp."""
    scale: float = 70.0
    """By how much better an evening has to be for the odds of winning to grow e times."""
    splits: int = 4
    """How many ways to share out the morning's tokens are tried."""
    key: int = 20
    """The planner's own luck, which is not the game's."""
    weights: Weights = Weights()


class Planner:
    """A player. It keeps the plan of the day, and makes another when something new turns up or other rules come."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.thought: Thought | None = None
        self.plan: dict[State, Move] = {}

    def choose(self, rules: Rules[Any, Any, Any], state: State) -> Move:
        """Return the planner's move, one of the legal ones."""
        if not isinstance(rules, HomeValleyRules):
            raise TypeError("the planner plays Home Valley only")
        if self.thought is None or self.thought.rules is not rules:
            self.thought, self.plan = Thought(rules, self.settings), {}
        move = self.plan.get(state)
        if move is None:
            self.plan = dict(self.thought.planned(state))
            move = self.plan[state]
        return move


class Thought:
    """What the planner knows of one setup. `nodes` counts the spots that its searches have generated."""

    def __init__(self, rules: HomeValleyRules, settings: Settings) -> None:
        self.rules, self.settings = rules, settings
        self.judge = Judge(rules.table, settings.weights)
        self.pooled = replace(rules.table, own=False)
        self.known = {own: Known() for own in (False, True)}
        self.nodes = 0

    def planned(self, state: State) -> list[tuple[State, Move]]:
        """Return the moves of the day from here, each with the state it is made in."""
        table = self.rules.table
        match state.phase:
            case Phase.DAY:
                moves = self._day(without_knowing(table, state, self.settings.key))
            case Phase.DUTY:
                moves = [self._split(state)]
            case Phase.MEETING:
                moves = [self._meet(state)]
            case Phase.POINTING:
                moves = self._point(without_knowing(table, state, self.settings.key))
            case _:
                raise ValueError("the game is over")
        return self._followed(state, moves)

    def _followed(self, state: State, moves: list[Move]) -> list[tuple[State, Move]]:
        """Follow moves in the true state, as far as no card has turned up that was not known."""
        found = []
        for move in moves:
            hidden = sum(lying.hidden for lying in state.cards)
            if move.kind == MoveKind.TURN:
                move = next(other for other in legal_moves(self.rules.table, state) if other.kind == MoveKind.TURN)
            found.append((state, move))
            state = apply_move(self.rules.table, state, move)
            if sum(lying.hidden for lying in state.cards) < hidden:
                break
        return found

    def _day(self, state: State) -> list[Move]:
        searched, best = self._best_end(state)
        script = Script(self.rules.table, state)
        day, _ = open_day(self.rules.table, state)
        for before, step, after in searched.steps(best.spot):
            script.follow(day, before, step, after)
        if best.won:
            script.add(Move(MoveKind.SIGN))
        else:
            tuck_in(script, day, best.spot)
            script.add(Move(MoveKind.DAY_ENDS))
        return script.moves

    def _best_end(self, state: State) -> tuple[Searched, End]:
        """Search a day and compare its ends by what may follow."""
        settings, table = self.settings, self.rules.table
        beam = settings.beam if state.day < table.days else settings.last
        searched = self._search(table, state, beam, settings.ends)
        ends = searched.ends
        if len(ends) < 2 or state.day >= table.days or not settings.samples:
            return searched, ends[0]
        day, _ = open_day(table, state)
        values = [self._outlook(evening(day, end.spot)) for end in ends]
        best = max(range(len(ends)), key=lambda index: (values[index], -index))
        return searched, ends[best]

    def _outlook(self, end: State) -> float:
        """Return how likely the game is won, on average over some draws of the next morning."""
        mornings = (imagined(self.pooled, end, self.settings.key, sample) for sample in range(self.settings.samples))
        return sum(self._chance(next_morning(self.pooled, morning)) for morning in mornings) / self.settings.samples

    def _chance(self, morning: State) -> float:
        """Return how likely the game is won from a morning, by the best end of its day that a narrow beam finds.

        Tokens are taken to be in a pool: they can be shared out once it is known what they are for.
        """
        found = self._search(self.pooled, morning, self.settings.ahead, 1).ends[0]
        return 1.0 if found.won else self._hope(found.value, self.pooled.days - morning.day)

    def _hope(self, value: float, left: int) -> float:
        """Turn the value of a day's end into how likely it is that the game is won."""
        if not left:
            return value * 1e-6
        return 1 / (1 + exp((self.judge.full - left * self.settings.sure - value) / self.settings.scale))

    def _search(self, table: Table, state: State, beam: int, ends: int) -> Searched:
        known = self.known[table.own]
        if len(known.people) > REMEMBERED:
            known = self.known[table.own] = Known()
        day, spot = open_day(table, state, known)
        found = search(day, spot, Judgement(self.judge, day), beam=beam, ends=ends)
        self.nodes += found.nodes
        return found

    def _meet(self, state: State) -> Move:
        """Choose for Village Meeting by what the day would bring (R-139)."""
        values: list[tuple[float, int, Move]] = []
        shared = replace(state, effort=(state.unshared,), unshared=0) if self.rules.table.own else state
        for move in legal_moves(self.rules.table, state):
            total = 0.0
            for sample in range(self.settings.samples or 1):
                after = apply_move(self.pooled, imagined(self.pooled, shared, self.settings.key, sample), move)
                total += self._chance(chosen_plainly(self.pooled, after))
            values.append((total, -len(values), move))
        return max(values)[2]

    def _point(self, state: State) -> list[Move]:
        """Let everyone point where they walk in with others in a good day, or where they stand (R-181)."""
        searched = self._search(self.rules.table, replace(state, phase=Phase.DAY, pointed=()), self.settings.beam, 1)
        entered = {
            (step[1], step[2]) for _, step, _ in searched.steps(searched.ends[0].spot) if step[0] == MoveKind.WALK
        }
        walkers = Counter(place for _, place in entered)
        moves = []
        for person in range(len(state.pointed), len(state.places)):
            shared = [(walkers[place], place) for walker, place in sorted(entered) if walker == person]
            count, place = max(shared, default=(0, -1))
            moves.append(Move(MoveKind.POINT, person, place=place if count > 1 else state.places[person]))
        return moves

    def _split(self, state: State) -> Move:
        """Share out the tokens as the best ways through the day need them, were they in a pool (R-057)."""
        settings, table = self.settings, self.rules.table
        hoped = without_knowing(table, state, settings.key)
        shared = replace(hoped, phase=Phase.DAY, effort=(state.unshared,), unshared=0)
        searched = self._search(self.pooled, shared, settings.beam, settings.splits)
        asked: Counter[tuple[int, ...]] = Counter()
        for end in searched.ends:
            asked[self._needs(searched, end, shared)] += 1
        best: list[tuple[float, Move]] = []
        for needs in asked:
            move = Move(MoveKind.SPLIT, payment=_filled(needs, state.unshared))
            after = apply_move(table, hoped, move)
            while after.phase == Phase.POINTING:
                after = apply_move(table, after, plain_choice(table, after))
            found = self._search(table, after, max(settings.beam // 3, 1), 1).ends[0]
            best.append((WON if found.won else found.value, move))
        return max(best, key=lambda way: (way[0], way[1].payment))[1]

    def _needs(self, searched: Searched, end: End, shared: State) -> tuple[int, ...]:
        """Return the tokens that everyone pays on a way through the day; what is solved together is shared evenly."""
        needs = [0] * len(shared.places)
        together: list[tuple[int, tuple[int, ...]]] = []
        for before, step, after in searched.steps(end.spot):
            cost = before[0] - after[0]
            if step[0] == MoveKind.SOLVE:
                together.append((cost, step[4]))
            elif step[1] >= 0:
                needs[step[1]] += cost
            else:
                needs[needs.index(min(needs))] += cost
        for cost, helpers in together:
            for _ in range(cost):
                needs[min(helpers, key=lambda helper: (needs[helper], helper))] += 1
        return tuple(needs)


def _filled(needs: tuple[int, ...], tokens: int) -> tuple[int, ...]:
    """Return a split: at least one for everybody, no more than there are, and what is left to whoever has least."""
    split = [max(1, need) for need in needs]
    while sum(split) > tokens:
        split[split.index(max(split))] -= 1
    while sum(split) < tokens:
        split[split.index(min(split))] += 1
    return tuple(split)


def plan_day(rules: HomeValleyRules, state: State, rng_key: int, settings: Settings | None = None) -> list[Move]:
    """Plan the rest of a day: moves of the reference engine, as far as no hidden card turns up."""
    thought = Thought(rules, replace(settings or Settings(), key=rng_key))
    return [move for _, move in thought.planned(state)]
