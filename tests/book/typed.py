"""A small book as it is rendered, and what sets it: blocks of every kind in one language, without any project."""

from __future__ import annotations

from tests.book.setting import BLACK, RED, style, typesetter
from valleybuild.book.look import GAPS, INKS, PARTS, Look, Spread
from valleybuild.book.press import Press
from valleybuild.book.prose import (
    Block,
    ChapterTitle,
    Content,
    Labels,
    Line,
    Lines,
    Passage,
    Prose,
    SectionTitle,
    Table,
)
from valleybuild.book.rows import Row
from valleybuild.book.stack import Stacker
from valleybuild.markup import Piece
from valleybuild.problem import Place, Problem
from valleybuild.scene import Size, text_of

HERE = Place("rules/some/chapters/one.yaml", 3, 5)
LABELS = Labels(contents="Contents", index="Index", page="p. {number}", tip="Tip", example="Example", why="Why")
GAP = {**dict.fromkeys(GAPS, 2.0), "paragraph": 1.0, "item": 0.5}


def look(*, width: float = 148.0, height: float = 210.0) -> Look:
    """Return a look with margins of 14 mm at the spine and 10 mm elsewhere."""
    spread = Spread(Size(width, height), 14.0, 10.0, 10.0, 10.0, 6.0)
    inks = {part: RED if part == "accent" else BLACK for part in INKS}
    return Look(spread, 4.0, True, dict.fromkeys(PARTS, style()), inks, GAP)


def line(text: str) -> Line:
    """Return a paragraph."""
    return (Piece(text),)


def lines(*texts: str) -> Lines:
    """Return paragraphs."""
    return tuple(line(text) for text in texts)


def table(rows: list[list[str]], *heads: str, shares: tuple[float, ...] = ()) -> Table:
    """Return a table."""
    found = tuple(tuple(lines(cell) for cell in row) for row in rows)
    return Table((), tuple(line(head) for head in heads), found, shares or (0.0,) * len(rows[0]), HERE)


def passage(text: str, *terms: str) -> Block:
    """Return a paragraph that the index lists under some terms."""
    return Block(Passage(lines(text), HERE), terms)


def chapter(anchor: str, number: str) -> Block:
    """Return the title of a chapter."""
    return Block(ChapterTitle(anchor, number, line(f"Chapter {anchor}"), f"{anchor} running", HERE))


def section(anchor: str, number: str) -> Block:
    """Return the title of a section."""
    return Block(SectionTitle(anchor, number, line(f"Section {anchor}"), HERE))


def prose(*blocks: Block, language: str = "en") -> Prose:
    """Return a book."""
    return Prose(language, "The book", "", LABELS, blocks)


def press(languages: tuple[str, ...] = ("en",), **size: float) -> Press:
    """Return what sets it."""
    return Press([typesetter(language) for language in languages], look(**size), covered=False)


class Desk:
    """A stacker for a column, with what it has reported."""

    def __init__(self, width: float = 120.0) -> None:
        self.problems: list[Problem] = []
        self.stacker = Stacker(typesetter(), look(), width, labels=LABELS, report=self.problems.append)

    def stack(self, content: Content) -> list[Row]:
        """Return the rows of a block."""
        return self.stacker.stack(Block(content))


def words(row: Row) -> str:
    """Return what a row says."""
    return " ".join("".join(text_of(row.painted())).split())


def height(rows: list[Row]) -> float:
    """Return how high rows are, with the room above each."""
    return sum(row.height + row.above for row in rows)
