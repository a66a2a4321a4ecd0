"""A sound game and its deep checks to findings as they come up, one check after another or several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from valleybuild.check.subject import Subject
from valleybuild.problem import Problem

DeepCheck = Callable[[Subject], Iterable[Problem]]
SHARES = 4
"""How many shares of the checks each process takes: the game is handed over with every one."""


def name_check(check: DeepCheck) -> str:
    """Name a check by its function and what is given to it: `check_dead_states(number=3)` is "dead states 3"."""
    if isinstance(check, partial):
        return " ".join((name_check(check.func), *map(str, check.keywords.values())))
    return str(getattr(check, "__name__", check)).removeprefix("check_").replace("_", " ")


def run_deep_checks(
    subject: Subject, checks: Sequence[DeepCheck], *, workers: int = 1
) -> Iterator[tuple[str, Problem | None]]:
    """Yield each finding with the name of its check; after the last of a check comes None.

    One process goes through the checks in their order. Several take shares of them in turn, and what a share has found
    comes up once it has ended.
    """
    if workers == 1:
        for check in checks:
            yield from ((name_check(check), problem) for problem in check(subject))
            yield name_check(check), None
        return
    from joblib import Parallel, delayed

    count = min(workers * SHARES, len(checks))
    shares = [checks[first::count] for first in range(count)]
    each = Parallel(n_jobs=workers, return_as="generator")(delayed(_run)(share, subject) for share in shares)
    for share, found in zip(shares, each, strict=True):
        for check, problems in zip(share, found, strict=True):
            yield from ((name_check(check), problem) for problem in problems)
            yield name_check(check), None


def _run(checks: Sequence[DeepCheck], subject: Subject) -> list[list[Problem]]:
    return [list(check(subject)) for check in checks]
