"""A composed game to findings: one function per check, all of them in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from valleybuild.check.components import check_boards, check_components, check_counts, check_unused_faces
from valleybuild.check.languages import check_numbers, check_placeholders, check_symbols
from valleybuild.check.lookalikes import check_lookalikes
from valleybuild.check.pictures import check_cover, check_lines, check_pictures, check_proportions
from valleybuild.check.provisional import check_provisional
from valleybuild.check.references import check_references, check_unused
from valleybuild.check.sentences import check_sentences
from valleybuild.check.subject import Subject
from valleybuild.check.terms import check_term_names, check_terms_in_texts
from valleybuild.problem import Problem, Severity, has_errors

Check = Callable[[Subject], Iterable[Problem]]

CHECKS: tuple[Check, ...] = (
    check_components,
    check_boards,
    check_counts,
    check_references,
    check_sentences,
    check_numbers,
    check_symbols,
    check_placeholders,
    check_term_names,
    check_terms_in_texts,
    check_provisional,
)
# What seems left over may only be unread: these run once there is no error.
LEFTOVER_CHECKS: tuple[Check, ...] = (check_unused, check_unused_faces, check_pictures)
# Pictures can be judged once all of them hang in their boxes.
PICTURE_CHECKS: tuple[Check, ...] = (check_lines, check_proportions, check_cover, check_lookalikes)


def run_checks(subject: Subject, more: Iterable[Check] = ()) -> list[Problem]:
    """Run the core's checks and a game's own, and return all findings.

    What a game's own checks find where the core has found an error already is its consequence, and left out.
    """
    problems = [problem for check in CHECKS for problem in check(subject)]
    wrong = {problem.place for problem in problems if problem.severity is Severity.ERROR}
    for problem in (problem for check in more for problem in check(subject)):
        if wrong.isdisjoint((problem.place, *(related.place for related in problem.related))):
            problems.append(problem)
    if subject.complete and not has_errors(problems):
        problems.extend(problem for check in (*LEFTOVER_CHECKS, *PICTURE_CHECKS) for problem in check(subject))
    return problems
