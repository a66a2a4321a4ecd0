"""Home Valley's sound content to findings that only a search or many games can bring: deep checks, in one tuple.

They take minutes in all, so that they run only when they are asked for. What each of them needs is that no other check
has found an error. Those that take long are split by expedition, or by switch of the rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.check.deep.dead_states import check_dead_states
from valleybuild.games.home_valley.check.deep.effort import check_effort
from valleybuild.games.home_valley.check.deep.other_answers import check_other_answers
from valleybuild.games.home_valley.check.deep.travels import check_travels
from valleybuild.games.home_valley.check.deep.winning import check_winning_lines
from valleybuild.games.home_valley.rulings import SWITCHES
from valleybuild.problem import Problem

EXPEDITIONS = range(1, 6)
"""Their numbers (R-021)."""

DEEP_CHECKS: tuple[Callable[[Subject], Iterable[Problem]], ...] = (
    *(partial(check_travels, number=number) for number in EXPEDITIONS),
    *(partial(check_effort, number=number) for number in EXPEDITIONS),
    *(partial(check_winning_lines, number=number) for number in EXPEDITIONS),
    *(partial(check_dead_states, number=number) for number in EXPEDITIONS),
    *(partial(check_other_answers, switch=switch) for switch in SWITCHES),
)
