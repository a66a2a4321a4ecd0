"""A game's worked examples, each a playthrough, to findings at the lines that no longer hold."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.playthrough import OpenRules, read_playthrough
from valleybuild.games.replay import run_playthrough
from valleybuild.problem import Problem


def run_examples(subject: Subject, open_rules: OpenRules) -> Iterator[Problem]:
    """Play every file of rules/<game>/examples. Content that could not be read whole is not played.

    Where several examples cannot be set up for the same reason, the first one stands for all.
    """
    if not subject.complete or subject.game.incomplete:
        return
    said: set[str] = set()
    for file in subject.project.list_files(f"rules/{subject.game.id}/examples", ".txt"):
        text, problems = subject.project.read_text(file)
        yield from problems
        if text is None:
            continue
        playthrough, problems = read_playthrough(text, file)
        yield from problems
        for problem in run_playthrough(playthrough, open_rules)[1] if playthrough else ():
            if problem.name != "setup-refused":
                yield problem
            elif problem.message not in said:
                said.add(problem.message)
                yield problem
