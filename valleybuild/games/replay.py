"""A playthrough to a report: its moves as they were played, how the game ended, and what of it does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from valleybuild.games.playthrough import (
    SITUATIONS,
    AnyRules,
    OpenRules,
    Playthrough,
    SetupError,
    Step,
    StepKind,
    span,
)
from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome
from valleybuild.problem import Place, Problem
from valleybuild.scalars import closest
from valleybuild.sourcetext import split_lines

_MIND_THE_RULES = "change the playthrough, or see which rule or card has changed"


class Told(msgspec.Struct, frozen=True):
    """A situation or a move as it is told: the state's lines that are new or other, and the keys of those that went.

    `reason` says why a refused move is refused.
    """

    kind: StepKind
    text: str
    line: int
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    reason: str = ""


class Report(msgspec.Struct, frozen=True):
    """A playthrough as it was played, with the text of its last state and how the game ended, if it did."""

    title: str
    told: tuple[Told, ...] = ()
    state: str = ""
    outcome: Outcome | None = None


def run_playthrough(playthrough: Playthrough, open_rules: OpenRules) -> tuple[Report, list[Problem]]:
    """Play a playthrough. After a move that cannot be made nothing is played until the next situation begins."""
    refusals = [step for step in playthrough.steps if step.kind is StepKind.SETUP_REFUSED]
    try:
        rules, config = open_rules({key: line.value for key, line in playthrough.setup.items()})
    except SetupError as error:
        return Report(playthrough.title), list(_setup_problems(playthrough, error, refusals))
    if refusals:
        message = f'the setup is allowed; it was to be refused for "{refusals[0].text}"'
        problem = Problem("setup-not-refused", refusals[0].place, message, _MIND_THE_RULES)
        return Report(playthrough.title), [problem]
    state: Any = None
    told: list[Told] = []
    problems: list[Problem] = []
    for step in playthrough.steps:
        if step.kind not in SITUATIONS and state is None:
            continue
        try:
            state = _take(rules, config, state, step, told, problems)
        except _StepError as error:
            problems.append(error.problem)
            state = None
    if state is None:
        return Report(playthrough.title, tuple(told)), problems
    return Report(playthrough.title, tuple(told), rules.to_text(state), rules.outcome(state)), problems


class _StepError(Exception):
    """A step from which the game cannot go on."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _setup_problems(playthrough: Playthrough, error: SetupError, refusals: list[Step]) -> Iterator[Problem]:
    for step in refusals:
        if step.text not in error.message:
            message = f'the setup is refused, but not for "{step.text}": {error.message}'
            yield Problem("refused-otherwise", step.place, message, _MIND_THE_RULES)
    if not refusals:
        lines = playthrough.setup
        line = lines.get(error.key) or next(iter(lines.values()), None)
        place = line.place if line else Place(playthrough.file)
        yield Problem("setup-refused", place, error.message, error.hint or "change the setup", path=error.key)


def _take(rules: AnyRules, config: Any, state: Any, step: Step, told: list[Told], problems: list[Problem]) -> Any:
    """Take one step: add what is told of it and what does not hold, return the state after it."""
    match step.kind:
        case StepKind.SEED | StepKind.GIVEN:
            state = _begin(rules, config, step)
            text = f"seed {step.text}" if step.kind is StepKind.SEED else "given"
            told.append(Told(step.kind, text, step.place.line, tuple(rules.to_text(state).splitlines())))
            return state
        case StepKind.MOVE:
            return _move(rules, state, step, told)
        case StepKind.REFUSED:
            problems.extend(_refuse(rules, state, step, told))
        case StepKind.EXPECT_STATE:
            problems.extend(_compare(step, _lines(rules.to_text(state))))
        case StepKind.EXPECT | StepKind.EXPECT_NO:
            problems.extend(_expect(step, _lines(rules.to_text(state)), rules.outcome(state)))
        case StepKind.SETUP_REFUSED:
            raise AssertionError("a setup is refused before anything is played")
    return state


def _begin(rules: AnyRules, config: Any, step: Step) -> Any:
    if step.kind is StepKind.SEED:
        return rules.setup(int(step.text), config)
    try:
        return rules.from_text(step.text)
    except NotationError as error:
        line = step.place.line + error.line
        lines = split_lines(step.text)
        written = lines[error.line - 1] if error.line <= len(lines) else ""
        found = _word(step.place.file, line, written, error.column - 1) if written.strip() else step.place
        hint = "the state is written line by line, as a replay prints it"
        raise _StepError(Problem("bad-given-state", found, error.message, hint)) from None


def _word(file: str, number: int, line: str, start: int) -> Place:
    """Return the place of what begins at an offset, up to the next comma; spaces before it are left out."""
    start = min(start, len(line))
    start += len(line[start:]) - len(line[start:].lstrip())
    end = line.find(",", start)
    return Place(file, number, start + 1, number, max(end if end >= 0 else len(line), start + 1) + 1)


def _read_move(rules: AnyRules, state: Any, step: Step) -> Any:
    try:
        return rules.move_from_text(state, step.text)
    except NotationError as error:
        start = step.place.column - 1
        place = _word(step.place.file, step.place.line, " " * start + step.text, start + error.column - 1)
        listed = [rules.move_to_text(state, move) for move in rules.legal(state)]
        hint = closest(step.text, listed) or "the game has ended"
        raise _StepError(Problem("unknown-move", place, error.message, hint)) from None


def _move(rules: AnyRules, state: Any, step: Step, told: list[Told]) -> Any:
    move = _read_move(rules, state, step)
    text = rules.move_to_text(state, move)
    try:
        after = rules.apply(state, move)
    except IllegalMoveError as error:
        message = f"{text}: {error.rule} forbids it: {error.message}"
        raise _StepError(Problem("illegal-move", step.place, message, _MIND_THE_RULES)) from None
    changed, gone = _changes(rules.to_text(state), rules.to_text(after))
    told.append(Told(step.kind, text, step.place.line, changed, gone))
    return after


def _refuse(rules: AnyRules, state: Any, step: Step, told: list[Told]) -> Iterator[Problem]:
    move = _read_move(rules, state, step)
    text = rules.move_to_text(state, move)
    try:
        rules.apply(state, move)
    except IllegalMoveError as error:
        reason = f"{error.rule}: {error.message}"
        told.append(Told(step.kind, text, step.place.line, reason=reason))
        if error.rule != step.rule:
            message = f"{text}: it is refused by {reason}, not by {step.rule}"
            yield Problem("refused-otherwise", step.place, message, _MIND_THE_RULES)
        return
    yield Problem("move-not-refused", step.place, f"{text}: {step.rule} does not forbid it here", _MIND_THE_RULES)


def _lines(text: str) -> list[str]:
    """Split a state's text into lines, with single spaces."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _key(line: str) -> str:
    return line.partition(":")[0]


def _changes(before: str, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that a state has and the one before it had not, and the keys that only the one before had."""
    old, new = before.splitlines(), after.splitlines()
    keys = {_key(line) for line in new}
    return tuple(line for line in new if line not in old), tuple(_key(line) for line in old if _key(line) not in keys)


def _expect(step: Step, lines: list[str], outcome: Outcome | None) -> Iterator[Problem]:
    wanted = " ".join(step.text.split())
    key = _key(wanted)
    instead = [line for line in lines if _key(line) == key]
    if step.kind is StepKind.EXPECT_NO:
        if instead:
            yield _failed(step.place, f'there should be no {key}, but the state says "{instead[0]}"')
    elif wanted in {other.value for other in Outcome}:
        if outcome is None or outcome.value != wanted:
            found = "it goes on" if outcome is None else f"it is {outcome.value}"
            yield _failed(step.place, f"the game is not {wanted}: {found}")
    elif wanted not in lines:
        found = f'"{instead[0]}"' if instead else f"nothing of {key}"
        yield _failed(step.place, f'"{wanted}" does not hold: the state says {found}')


def _compare(step: Step, lines: list[str]) -> Iterator[Problem]:
    """Compare a whole state: each line that it lacks is reported where it is written, the others at the head."""
    written = [(number, line) for number, line in enumerate(step.text.split("\n"), start=step.place.line + 1)]
    wanted = {" ".join(line.split()) for _, line in written}
    for number, line in written:
        if line.strip() and " ".join(line.split()) not in lines:
            yield from _expect(Step(StepKind.EXPECT, line, span(step.place.file, number, line)), lines, None)
    keys = {_key(line) for line in wanted}
    for line in lines:
        if line not in wanted and _key(line) not in keys:
            yield _failed(step.place, f'the state also says "{line}"')


def _failed(place: Place, message: str) -> Problem:
    return Problem("expectation-fails", place, message, _MIND_THE_RULES)
