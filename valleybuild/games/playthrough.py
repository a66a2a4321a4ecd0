"""The text of a played game to a playthrough, and a playthrough to a report of its moves and of what does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import msgspec

from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome, Rules
from valleybuild.problem import Place, Problem, Related
from valleybuild.scalars import closest
from valleybuild.sourcetext import split_lines

AnyRules = Rules[Any, Any, Any]
OpenRules = Callable[[dict[str, str]], tuple[AnyRules, Any]]
"""Setup lines, by their keys, to the rules of that setup and its configuration. Raises SetupError."""


class SetupError(Exception):
    """A setup that cannot be played. `key` is that of the setup line at fault, or ""."""

    def __init__(self, message: str, *, key: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message, self.key, self.hint = message, key, hint


class StepKind(Enum):
    """What a line of a playthrough is. A situation begins with a seed or a given state."""

    SEED = "seed"
    GIVEN = "given"
    MOVE = "move"
    EXPECT = "expect"
    EXPECT_STATE = "expect state"
    EXPECT_NO = "expect no"
    REFUSED = "refused"
    SETUP_REFUSED = "refused setup"


SITUATIONS = (StepKind.SEED, StepKind.GIVEN)


class Step(msgspec.Struct, frozen=True):
    """A line of a playthrough with its text, or the lines below it. `rule` is the one that a refusal has to name."""

    kind: StepKind
    text: str
    place: Place
    rule: str = ""


class SetupLine(msgspec.Struct, frozen=True):
    """What a setup line says of its key. `place` is that of the whole, key and value."""

    value: str
    place: Place


class Playthrough(msgspec.Struct, frozen=True):
    """A game, or several situations of one setup, as they are written down."""

    file: str
    title: str
    setup: dict[str, SetupLine]
    steps: tuple[Step, ...]


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


# Reading

_KEYED = re.compile(r"(title|setup|seed|given|expect no|expect|refused [^\s:]+)\s*:\s*(.*)", re.DOTALL)
_OPENING = ("title", "setup")


class _Draft(msgspec.Struct):
    """A playthrough that is being read."""

    file: str
    lines: list[str]
    problems: list[Problem]
    steps: list[Step]
    setup: dict[str, SetupLine]
    title: str = ""

    def report(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem("bad-playthrough-line", place, message, hint))


def read_playthrough(text: str, file: str) -> tuple[Playthrough | None, list[Problem]]:
    """Read a playthrough. It is None where a line cannot be read, or where nothing is played."""
    draft = _Draft(file, [line.partition("#")[0].rstrip() for line in split_lines(text)], [], [], {})
    number = 1
    while number <= len(draft.lines):
        number = _read_line(draft, number)
    if not draft.problems:
        draft.problems.extend(_find_disorder(draft))
    if draft.problems:
        return None, draft.problems
    return Playthrough(file, draft.title or file, draft.setup, tuple(draft.steps)), []


def _read_line(draft: _Draft, number: int) -> int:
    """Read a line, with the indented ones below it where it is the head of a block; return the next one's number."""
    line = draft.lines[number - 1]
    place = _span(draft.file, number, line)
    if not line.strip():
        return number + 1
    if line[0].isspace():
        hint = "only the lines of a state below `given:` or `expect:` are indented"
        draft.report(place, "this line is indented, but belongs to nothing", hint)
        return number + 1
    found = _KEYED.fullmatch(line)
    if found is None:
        draft.steps.append(Step(StepKind.MOVE, line, place))
        return number + 1
    key, value = found[1], found[2]
    after = _span(draft.file, number, line, found.start(2)) if value else place
    end = number + 1
    while key in ("given", "expect") and not value and end <= len(draft.lines) and _continues(draft.lines[end - 1]):
        end += 1
    if key in _OPENING:
        _read_opening(draft, key, value, after)
    elif key in ("given", "expect") and not value:
        _read_block(draft, key, place, range(number, end - 1))
    else:
        _read_step(draft, key, value, after)
    return end


def _continues(line: str) -> bool:
    return not line or line[0].isspace()


def _span(file: str, number: int, line: str, start: int | None = None) -> Place:
    """Return the place of a line's words, or of those from an offset on."""
    start = len(line) - len(line.lstrip()) if start is None else start
    return Place(file, number, start + 1, number, max(len(line), start + 1) + 1)


def _read_opening(draft: _Draft, key: str, value: str, place: Place) -> None:
    if draft.steps:
        draft.report(place, f"`{key}:` comes too late", "title and setup stand at the top")
    elif key == "title":
        if draft.title or not value:
            draft.report(place, "a playthrough has one title", "write one line, `title: words`")
        draft.title = value
    else:
        name, _, said = value.partition(" ")
        if not said.strip():
            draft.report(place, "a setup line reads `setup: key value`", "such as `setup: expedition 1`")
        elif name in draft.setup:
            draft.report(place, f"the setup says {name} twice", "delete one of the two lines")
        draft.setup.setdefault(name, SetupLine(said.strip(), place))


def _read_block(draft: _Draft, key: str, place: Place, block: range) -> None:
    """Read the state below `given:` or `expect:`. Its text starts at the line after `place`."""
    text = "\n".join(draft.lines[index] for index in block)
    if not text.strip() and key == "expect":
        draft.report(place, "nothing is expected", "write `expect: a line of the state`, or the whole state below")
    kind = StepKind.GIVEN if key == "given" else StepKind.EXPECT_STATE
    draft.steps.append(Step(kind, text, place))


def _read_step(draft: _Draft, key: str, value: str, place: Place) -> None:
    if not value:
        draft.report(place, f"after `{key}:` something is missing")
        return
    if key == "given":
        draft.report(place, "a given state stands below `given:`, indented", "start a new line")
        return
    if key == "seed" and not re.fullmatch(r"-?[0-9]{1,18}", value):
        draft.report(place, f'"{value}" is not a whole number', "write `seed: 7`, say")
        return
    kind, _, rule = key.partition(" ")
    if kind == "refused":
        refusal = StepKind.SETUP_REFUSED if rule == "setup" else StepKind.REFUSED
        draft.steps.append(Step(refusal, value, place, rule))
    else:
        draft.steps.append(Step(StepKind(key), value, place))


def _find_disorder(draft: _Draft) -> Iterator[Problem]:
    """Find what is played before there is a situation, or beside a setup that is to be refused."""
    steps = draft.steps
    refusals = [step for step in steps if step.kind is StepKind.SETUP_REFUSED]
    others = [step for step in steps if step.kind is not StepKind.SETUP_REFUSED]
    if refusals and others:
        message = "a setup that is to be refused cannot be played"
        hint = "write a playthrough for each setup"
        related = (Related(refusals[0].place, "refused here"),)
        yield Problem("bad-playthrough-line", others[0].place, message, hint, related=related)
    elif not steps or (others and others[0].kind not in SITUATIONS):
        hint = "write `seed: 7`, say, or a state below `given:`"
        place = steps[0].place if steps else Place(draft.file)
        yield Problem("no-situation", place, "the playthrough has no situation to start from", hint)


# Running


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


_MIND_THE_RULES = "change the playthrough, or see which rule or card has changed"


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
            yield from _expect(Step(StepKind.EXPECT, line, _span(step.place.file, number, line)), lines, None)
    keys = {_key(line) for line in wanted}
    for line in lines:
        if line not in wanted and _key(line) not in keys:
            yield _failed(step.place, f'the state also says "{line}"')


def _failed(place: Place, message: str) -> Problem:
    return Problem("expectation-fails", place, message, _MIND_THE_RULES)
