"""What a volume is set with: typesetters, a look, and the findings on the way."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from valleybuild.book.look import Look
from valleybuild.book.memory import Memory
from valleybuild.book.prose import Block
from valleybuild.book.rows import Row
from valleybuild.book.text import Typesetter
from valleybuild.problem import Problem


class Stacked(msgspec.Struct, frozen=True):
    """A block in its languages, its rows, and what was found in setting it."""

    blocks: tuple[Block, ...]
    rows: list[Row]
    problems: list[Problem]


class Press:
    """A typesetter for each language, the look, and whether a cover of two pages goes round the pages.

    `memory` has the rows of blocks that were set before, and `broken` the pages that rows were broken into.
    """

    def __init__(
        self, setters: Sequence[Typesetter], look: Look, *, covered: bool, memory: Memory | None = None
    ) -> None:
        self.setters, self.look = setters, look
        self.memory = memory
        self.broken: dict[object, list[range]] = {}
        self.covers, self.first = (2, 2) if covered else (0, 1)
        self.problems: list[Problem] = []
        self.stacked: dict[int, Stacked] = {}

    @property
    def column(self) -> float:
        """The width of a column in mm."""
        count = len(self.setters)
        return (self.look.spread.width - (count - 1) * self.look.spread.gutter) / count

    def report(self, problem: Problem) -> None:
        """Note a finding, once."""
        if problem not in self.problems:
            self.problems.append(problem)
