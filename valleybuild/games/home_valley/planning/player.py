"""The planner: a state to the moves of a day, by a search for its ends and a look at the mornings that may follow."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from valleybuild.games.home_valley.engine.apply import apply_move
from valleybuild.games.home_valley.engine.legal import legal_moves
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.home_valley.planning.day import open_day
from valleybuild.games.home_valley.planning.draws import imagined, next_morning, plain_choice, without_knowing
from valleybuild.games.home_valley.planning.judging import Judge, Judgement, Weights
from valleybuild.games.home_valley.planning.script import Script, tuck_in
from valleybuild.games.home_valley.planning.search import End, Searched, search
from valleybuild.games.protocol import Rules

WON = 1e6
"""What a sample is worth in which the goal can be reached the next day."""


class Settings(msgspec.Struct, frozen=True):
    """How hard the planner thinks."""

    beam: int = 60
    """How many spots of a layer are kept."""
    last: int = 240
    """The beam of the last day, after which there is nothing to compare."""
    ends: int = 6
    """How many ends of the day are compared by the mornings that may follow."""
    samples: int = 3
    """How many draws are imagined for each of them."""
    ahead: int = 5
    """The beam of the search of such a next day; 0 looks no further than its morning."""
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
                moves = [plain_choice(table, state)]
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
        values = []
        for end in ends:
            script = Script(table, state)
            for before, step, after in searched.steps(end.spot):
                script.follow(day, before, step, after)
            tuck_in(script, day, end.spot)
            values.append(self._outlook(script.state))
        best = max(range(len(ends)), key=lambda index: (values[index], -index))
        return searched, ends[best]

    def _outlook(self, evening: State) -> float:
        """Return how good the days are, on average, that may follow an evening."""
        settings, table = self.settings, self.rules.table
        total = 0.0
        for sample in range(settings.samples):
            morning = next_morning(table, imagined(table, evening, settings.key, sample))
            day, spot = open_day(table, morning)
            if not settings.ahead:
                total += Judgement(self.judge, day).value(spot, sum(morning.effort))
                continue
            found = self._search(table, morning, settings.ahead, 1).ends[0]
            total += WON if found.won else found.value
        return total / settings.samples

    def _search(self, table: Table, state: State, beam: int, ends: int) -> Searched:
        day, spot = open_day(table, state)
        found = search(day, spot, Judgement(self.judge, day), beam=beam, ends=ends)
        self.nodes += found.nodes
        return found

    def _meet(self, state: State) -> Move:
        """Choose for Village Meeting by what the day would bring (R-139)."""
        values: list[tuple[float, int, Move]] = []
        for move in legal_moves(self.rules.table, state):
            after = apply_move(self.rules.table, imagined(self.rules.table, state, self.settings.key, 0), move)
            while after.phase in (Phase.MEETING, Phase.DUTY, Phase.POINTING):
                after = apply_move(self.rules.table, after, plain_choice(self.rules.table, after))
            found = self._search(self.rules.table, after, self.settings.ahead or 1, 1).ends[0]
            values.append((WON if found.won else found.value, -len(values), move))
        return max(values)[2]

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
