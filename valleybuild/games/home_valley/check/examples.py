"""Home Valley's worked examples to findings: every row, cost and place that one relies on is as it says."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.examples import run_examples
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.problem import Problem


def check_examples(subject: Subject) -> Iterator[Problem]:
    """Check that every playthrough of the rulebook's examples comes out as it is written."""
    yield from run_examples(subject, open_rules(subject.project, subject.game))
