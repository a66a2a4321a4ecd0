"""The text of a played game to a playthrough, or to what cannot be read in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import msgspec

from valleybuild.games.protocol import Rules
from valleybuild.problem import Place, Problem, Related
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
    place = span(draft.file, number, line)
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
    after = span(draft.file, number, line, found.start(2)) if value else place
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


def span(file: str, number: int, line: str, start: int | None = None) -> Place:
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
