"""What every stage reports: a code, the places concerned, a message and a hint, as one frozen value."""

from __future__ import annotations

from enum import Enum

import msgspec


class Severity(Enum):
    """How bad a finding is: an error stops a build, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Place(msgspec.Struct, frozen=True, order=True):
    """Point at a stretch of a file.

    `file` is a POSIX path relative to the project root. Lines and columns count from 1, in characters;
    the end is exclusive. Line 0 means the file as a whole (one that is missing or cannot be read).
    """

    file: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


class Related(msgspec.Struct, frozen=True):
    """A second place that explains a finding, such as the same text in the other language."""

    place: Place
    message: str


class Problem(msgspec.Struct, frozen=True):
    """One finding. `name` is a kebab-case name from `valleybuild.codes` (or a game's own codes).

    `path` says where in the content the finding is, in dots and brackets: `runaway-dog.rows[0].effort`.
    `lang` is the language concerned, or "" where it is all of them.
    """

    name: str
    place: Place
    message: str
    hint: str = ""
    path: str = ""
    lang: str = ""
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()


def sort_key(problem: Problem) -> tuple[object, ...]:
    """Return the key that puts findings in the order of their places, then of their codes."""
    return (problem.place, problem.name, problem.path, problem.lang, problem.message)


def has_errors(problems: list[Problem]) -> bool:
    """Say whether any of the findings stops a build."""
    return any(problem.severity is Severity.ERROR for problem in problems)
