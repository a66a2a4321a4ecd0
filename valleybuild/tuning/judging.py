"""Figures and what is wanted of them to verdicts, and two samples to the chance of so great a difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp, lgamma

import msgspec

from valleybuild.tuning.figures import Difference, Figure, Kept
from valleybuild.tuning.measuring import Bench
from valleybuild.tuning.setups import LEFT_OUT, Key, Same, Setup, changed, key_of
from valleybuild.tuning.targets import Group, Row, Targets, Wanted

ROUNDING = 1e-9


class Verdict(msgspec.Struct, frozen=True):
    """Whether a group's wish holds for one of its setups.

    `low` and `high` are the bounds in percent, by the other setup's win rate where the wish is about that. `off` is by
    how many points the win rate lies above or below them: 0 where it is met, None where something is not measured.
    """

    group: Group
    setup: Setup
    low: float
    high: float
    off: float | None

    @property
    def met(self) -> bool:
        """Say whether the wish is fulfilled."""
        return self.off == 0

    @property
    def said(self) -> str:
        """Say in words how the wish is met or missed."""
        if self.off is None:
            return "not measured"
        if self.off == 0:
            return "met"
        return f"{abs(self.off):.1f} too {'high' if self.off > 0 else 'low'}"


def judge(targets: Targets, kept: Kept) -> Iterator[Verdict]:
    """Yield a verdict on each setup of each group that wants something."""
    for group in targets.groups:
        for setup in group.setups if group.wanted else ():
            assert group.wanted is not None
            yield _judge(group, group.wanted, setup, kept)


def _judge(group: Group, wanted: Wanted, setup: Setup, kept: Kept) -> Verdict:
    low = 0.0 if wanted.least is None else wanted.least
    high = 100.0 if wanted.most is None else wanted.most
    figure = kept.measured.get(key_of(setup, group.player))
    if wanted.within is not None:
        other = kept.measured.get(key_of(changed(setup, wanted.of), group.player))
        if not isinstance(other, Figure):
            return Verdict(group, setup, 0.0, 100.0, None)
        low, high = max(0.0, other.rate - wanted.within), min(100.0, other.rate + wanted.within)
    if not isinstance(figure, Figure):
        return Verdict(group, setup, low, high, None)
    above, below = figure.rate - high, figure.rate - low
    off = above if above > ROUNDING else below if below < -ROUNDING else 0.0
    return Verdict(group, setup, low, high, off)


def describe(wanted: Wanted) -> str:
    """Say in words what is wanted."""
    if wanted.within is not None:
        changes = (f"no {key}" if value == LEFT_OUT else f"{key} {value}" for key, value in wanted.of.items())
        return f"within {wanted.within:g} of {', '.join(changes)}"
    if wanted.most is None:
        return f"at least {wanted.least:g}"
    return f"at most {wanted.most:g}" if wanted.least is None else f"{wanted.least:g} to {wanted.most:g}"


def staleness(found: Figure | Difference, row: Row, *, seed: int, facts: str) -> str:
    """Say why a figure does not stand for what is asked for today, or return ""."""
    if found.facts != facts:
        return "it was measured with other content"
    if found.seed != seed:
        return f"its first seed is {found.seed}, not {seed}"
    if found.games < row.games:
        return f"it was measured with {found.games} games, not {row.games}"
    if row.things and isinstance(found, Figure) and not found.counts:
        return "what became of the things is not kept"
    return ""


def current_facts(bench: Bench, setup: Setup, known: dict[Same, str]) -> str:
    """Return the digest of what a setup is played by today; `known` remembers those that were asked for before."""
    key = frozenset(setup.items())
    if key not in known:
        known[key] = bench.facts(setup)
    return known[key]


def current_keys(bench: Bench, asked: Iterable[Row], kept: Kept, *, seed: int) -> frozenset[Key]:
    """Return the keys of those rows whose figures stand for what is asked for today."""
    known: dict[Same, str] = {}
    current = set()
    for row in asked:
        found = kept.measured.get(row.key)
        if found is not None and not staleness(found, row, seed=seed, facts=current_facts(bench, row.setup, known)):
            current.add(row.key)
    return frozenset(current)


def chance(won: int, games: int, *, won_there: int, games_there: int) -> float:
    """Return the chance that samples of one win rate differ at least as much as these two (Fisher's exact test)."""
    wins, total = won + won_there, games + games_there
    least, most = max(0, wins - games_there), min(wins, games)
    whole = _choices(total, wins)
    each = [exp(_choices(games, n) + _choices(games_there, wins - n) - whole) for n in range(least, most + 1)]
    seen = each[won - least]
    return min(1.0, sum(chance for chance in each if chance <= seen * (1 + 1e-7)))


def _choices(total: int, some: int) -> float:
    """Return the logarithm of how many ways there are to choose some of a total."""
    return lgamma(total + 1) - lgamma(some + 1) - lgamma(total - some + 1)


def never_done(kept: Kept, done: str) -> dict[Same, frozenset[str]]:
    """Return, for each setup whose things were counted, those that no player has ever done."""
    found: dict[Same, frozenset[str]] = {}
    for figure in kept.figures:
        if figure.counts:
            key = frozenset(figure.setup.items())
            undone = frozenset(thing for thing, verbs in figure.counts.items() if not verbs.get(done))
            found[key] = found.get(key, undone) & undone
    return found
