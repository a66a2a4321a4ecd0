"""A playthrough's file to the run that an example speaks of, or to what does not hold in it."""

from __future__ import annotations

from collections.abc import Mapping

from valleybuild.book.runs import Run
from valleybuild.games.playthrough import SITUATIONS, OpenRules, StepKind, read_playthrough
from valleybuild.games.replay import Report, run_playthrough
from valleybuild.problem import Problem
from valleybuild.project import Project


def play_example(
    project: Project, file: str, open_rules: OpenRules, other_keys: Mapping[str, str]
) -> tuple[Run | None, list[Problem]]:
    """Play a playthrough's file. The run is None where something in it does not hold."""
    text, problems = project.read_text(file)
    if text is None:
        return None, problems
    playthrough, found = read_playthrough(text, file)
    problems.extend(found)
    if playthrough is None:
        return None, problems
    report, found = run_playthrough(playthrough, open_rules)
    problems.extend(found)
    states = _states(report)
    if problems or not states:
        return None, problems
    return Run(file.rsplit("/", 1)[-1].removesuffix(".txt"), states, other_keys), problems


def _states(report: Report) -> list[list[dict[str, str]]]:
    """Put together what was told of each situation: its states by their lines, first the one it begins with."""
    found: list[list[dict[str, str]]] = []
    for told in report.told:
        lines = dict(_split(line) for line in told.changed)
        if told.kind in SITUATIONS:
            found.append([lines])
        elif told.kind is StepKind.MOVE:
            before = found[-1][-1]
            found[-1].append({key: said for key, said in before.items() if key not in told.gone} | lines)
    return found


def _split(line: str) -> tuple[str, str]:
    key, _, said = line.partition(":")
    return key.strip(), said.strip()
