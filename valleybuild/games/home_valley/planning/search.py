"""A day and a judgement to the best ways to spend it: a beam search by layers of remaining effort.

Every spot is met once, by the most effort left; what is free stays in its layer. The search keeps the best of a layer.
"""

from __future__ import annotations

from heapq import nlargest
from typing import NamedTuple

from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.planning.day import PURSE, SIX, TOKENS, Day, Spot, effort_left
from valleybuild.games.home_valley.planning.judging import Judgement
from valleybuild.games.home_valley.planning.steps import Step, onward

POOR = 1
"""Who has more tokens is given none."""
PURSES = 3
"""How many spots of a layer are kept that differ only in whose the tokens are."""
FREE_WAVES = 3
"""How many free steps on end are looked at in one layer."""


class End(NamedTuple):
    """A way to spend a day: how good it is, where it ends, and whether the goal is reached there."""

    value: float
    spot: Spot
    won: bool


class Searched(NamedTuple):
    """What a search found: the best ends first, for each spot where it was come from, and how many it generated."""

    ends: tuple[End, ...]
    origins: dict[Spot, tuple[Spot, Step] | None]
    nodes: int

    def steps(self, end: Spot) -> list[tuple[Spot, Step, Spot]]:
        """Return the steps to a spot: from where, how, to where."""
        found = []
        after, origin = end, self.origins[end]
        while origin is not None:
            before, step = origin
            found.append((before, step, after))
            after, origin = before, self.origins[before]
        return found[::-1]


class _Layers:
    """The spots that wait, by the effort they have left, and all that has been met."""

    def __init__(self, day: Day, judgement: Judgement, start: Spot) -> None:
        self.day, self.judgement, self.own = day, judgement, day.table.own
        self.origins: dict[Spot, tuple[Spot, Step] | None] = {start: None}
        self.met: set[tuple[int, ...]] = {start[1:]}
        self.waiting: list[list[tuple[float, Spot]]] = [[] for _ in range(effort_left(day, start[0]) + 1)]
        self.waiting[-1].append((0.0, start))
        self.nodes = 0

    def expand(self, spot: Spot) -> Spot | None:
        """Meet all that is one step away; return a spot where the goal is reached, if there is one."""
        found = onward(self.day, spot, thrifty=True)
        self.nodes += len(found)
        met, own, value, origins = self.met, self.own, self.judgement.value, self.origins
        needed = self.day.table.needed
        for after, step in found:
            if step[0] == MoveKind.GIFT and spot[0] >> PURSE * step[2] & TOKENS > POOR:
                continue
            key = after if own else after[1:]
            if key in met:
                continue
            met.add(key)
            origins[after] = (spot, step)
            left = effort_left(self.day, after[0]) if own else after[0]
            self.waiting[left].append((value(after, left), after))
            if after[5] & SIX >= needed and self.day.is_goal(after):
                return after
        return None


def kept(waiting: list[tuple[float, Spot]], beam: int, *, own: bool) -> list[tuple[float, Spot]]:
    """Return the best spots of a layer, and not many that differ only in whose the tokens are."""
    if len(waiting) <= beam:
        return waiting
    if not own:
        return nlargest(beam, waiting)
    found: list[tuple[float, Spot]] = []
    alike: dict[tuple[int, ...], int] = {}
    for judged in sorted(waiting, reverse=True):
        key = judged[1][1:5]
        alike[key] = count = alike.get(key, 0) + 1
        if count <= PURSES:
            found.append(judged)
            if len(found) == beam:
                break
    return found


def search(day: Day, start: Spot, judgement: Judgement, *, beam: int, ends: int) -> Searched:
    """Search a day. With the goal in reach the only end is the one that reaches it."""
    layers = _Layers(day, judgement, start)
    if day.is_goal(start):
        return Searched((End(0.0, start, won=True),), layers.origins, 0)
    last: list[Spot] = []
    for effort in range(len(layers.waiting) - 1, -1, -1):
        for _ in range(FREE_WAVES):
            waiting = layers.waiting[effort]
            layers.waiting[effort] = []
            best = kept(waiting, beam, own=layers.own)
            last += [spot for _, spot in best]
            for _, spot in best:
                goal = layers.expand(spot)
                if goal is not None:
                    return Searched((End(0.0, goal, won=True),), layers.origins, layers.nodes)
            if not layers.waiting[effort]:
                break
    judged = nlargest(ends, ((judgement.value(spot, 0), spot) for spot in last))
    return Searched(tuple(End(value, spot, won=False) for value, spot in judged), layers.origins, layers.nodes)
