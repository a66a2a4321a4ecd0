"""A rulebook in one language, rendered: what the pages and the HTML are set from. It holds no template and no size.

The blocks of two languages of the same book correspond one to one, so that they can stand side by side.
"""

from __future__ import annotations

import msgspec

from valleybuild.markup import Piece
from valleybuild.problem import Place
from valleybuild.scene import Scene

Line = tuple[Piece, ...]
"""One paragraph: pieces of text with their looks."""
Lines = tuple[Line, ...]


class ChapterTitle(msgspec.Struct, frozen=True):
    """The start of a chapter. `number` is "" where it has none; `running` stands at the head of its pages."""

    anchor: str
    number: str
    title: Line
    running: str
    place: Place


class SectionTitle(msgspec.Struct, frozen=True):
    """The start of a section, such as 4.1; `number` is "" in a chapter without one."""

    anchor: str
    number: str
    title: Line
    place: Place


class Passage(msgspec.Struct, frozen=True):
    """Running text."""

    text: Lines
    place: Place


class Enumeration(msgspec.Struct, frozen=True):
    """A list, bulleted or numbered from 1."""

    items: tuple[Lines, ...]
    numbered: bool
    place: Place


class Table(msgspec.Struct, frozen=True):
    """A table: a caption (or none), a head for each column, rows of as many cells, the columns' shares of the width.

    Where a share is 0 the column is as wide as its content asks for.
    """

    caption: Line
    heads: Lines
    rows: tuple[tuple[Lines, ...], ...]
    shares: tuple[float, ...]
    place: Place


class Figure(msgspec.Struct, frozen=True):
    """A drawing from the game's own faces and maps, in mm, with what is written below it and what it shows in words."""

    anchor: str
    scene: Scene
    caption: Line
    alternative: str
    place: Place


class Box(msgspec.Struct, frozen=True):
    """A tip or an example, set apart. `label` says which ("Tip"); an example may have a title and a figure."""

    kind: str
    label: str
    title: Line
    text: Lines
    figure: Figure | None
    place: Place


class Question(msgspec.Struct, frozen=True):
    """A question that the rules leave open, with its answer and why it is answered so."""

    question: Line
    answer: Lines
    why: Lines


class Questions(msgspec.Struct, frozen=True):
    """Questions and answers."""

    items: tuple[Question, ...]
    place: Place


class Definition(msgspec.Struct, frozen=True):
    """A term and what it means."""

    term: Line
    meaning: Lines


class Definitions(msgspec.Struct, frozen=True):
    """Terms and what they mean."""

    items: tuple[Definition, ...]
    place: Place


Content = (
    ChapterTitle | SectionTitle | Passage | Enumeration | Table | Figure | Box | Questions | Definitions
)  # fmt: skip


class Block(msgspec.Struct, frozen=True):
    """One block: what it is, and the terms, in the book's language, under which the index lists it."""

    content: Content
    index: tuple[str, ...] = ()


class Labels(msgspec.Struct, frozen=True):
    """What the book itself prints in its language: words such as "Contents".

    All stand alone but `page`, in which the number of the page goes in the place of "{number}".
    """

    contents: str
    index: str
    page: str
    tip: str
    example: str
    why: str


class Prose(msgspec.Struct, frozen=True):
    """A whole book in one language. `title` and `subtitle` stand on its cover."""

    language: str
    title: str
    subtitle: str
    labels: Labels
    blocks: tuple[Block, ...]
