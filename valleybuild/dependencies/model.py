"""What a game tells of its dependencies: columns of blocks with lines, and links between them. Texts are markup."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.problem import Place


class Line(msgspec.Struct, frozen=True):
    """A line of a block. `tail` stands at its right end; a long text may take several `rows`."""

    id: str
    text: str
    tail: str = ""
    rows: int = 1


class Block(msgspec.Struct, frozen=True):
    """A block of a column: a title in the first line, others below it, and the inks of the bar at its side."""

    id: str
    title: str
    inks: tuple[str, ...]
    lines: tuple[Line, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows its lines take."""
        return sum(line.rows for line in self.lines)


class Column(msgspec.Struct, frozen=True):
    """A column of blocks; a `free` one may be put in another order.

    `share` is its part of the page's width, and `apart` that of the room behind it, for links.
    """

    title: str
    share: float
    apart: float
    blocks: tuple[Block, ...]
    free: bool = False


class Link(msgspec.Struct, frozen=True):
    """A link in an ink, from a block or a line to another one of the same column or of the next."""

    start: str
    end: str
    ink: str


class Chart(msgspec.Struct, frozen=True):
    """A page of dependencies. `ink` is that of its head, `place` where the thing it is about is written."""

    id: str
    title: str
    subtitle: str
    icon: str
    ink: str
    columns: tuple[Column, ...]
    links: tuple[Link, ...]
    legend: tuple[str, ...]
    place: Place


def ids_of(block: Block) -> Iterator[str]:
    """Yield the ids that a link can name: the block's and those of its lines."""
    yield block.id
    for line in block.lines:
        yield line.id
