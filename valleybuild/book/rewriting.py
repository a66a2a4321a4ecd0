"""A book and the pages of its anchors to its prose, again and again; what then says the same is not rendered anew.

A book is set several times until its page numbers stand still, and some languages stand in several editions. Each
block notes whose page it asked for; it is rendered again only where one of those has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Generic, TypeVar

import msgspec

from valleybuild.book.groundwork import Groundwork
from valleybuild.book.model import Book, Example, Picture, Source
from valleybuild.book.prose import Block, Prose
from valleybuild.book.rendering import _block, _chapter_title, _labels
from valleybuild.book.writing import Writing

Rendered = TypeVar("Rendered")


class Asked(Mapping[str, int]):
    """The page of each anchor; notes which of them are asked for, and what the answer was."""

    def __init__(self, pages: Mapping[str, int]) -> None:
        self.pages = pages
        self.noted: dict[str, int | None] = {}

    def __getitem__(self, anchor: str) -> int:
        page = self.pages.get(anchor)
        self.noted[anchor] = page
        if page is None:
            raise KeyError(anchor)
        return page

    def __iter__(self) -> Iterator[str]:
        raise TypeError("what depends on all pages cannot be noted")

    def __len__(self) -> int:
        raise TypeError("what depends on all pages cannot be noted")


class Written(msgspec.Struct, Generic[Rendered], frozen=True):
    """Something rendered, and the pages that it asked for: None for an anchor whose page was not known."""

    content: Rendered
    pages: dict[str, int | None]

    def holds(self, pages: Mapping[str, int]) -> bool:
        """Say whether it would be rendered the same with these pages."""
        return all(pages.get(anchor) == page for anchor, page in self.pages.items())


class Rewriting:
    """The blocks of a book as they were rendered last, in each language and, if they show a figure, for each room."""

    def __init__(self, book: Book, groundwork: Groundwork) -> None:
        self.book, self.groundwork = book, groundwork
        self._blocks: dict[object, Written[Block]] = {}
        self._frames: dict[object, Written[Prose]] = {}

    def render(self, language: str, pages: Mapping[str, int], *, room: float) -> Prose:
        """Return the book in a language as `render_book` does, its figures laid out for so many mm."""
        asked = Asked(pages)
        groundwork = msgspec.structs.replace(self.groundwork, draw=partial(self.groundwork.draw, room=room))
        writing = Writing(self.book, groundwork, language, asked)
        blocks: list[Block] = []
        for number, chapter in enumerate(self.book.chapters):
            write = partial(_chapter_title, chapter, writing)
            blocks.append(_again(self._blocks, (language, number), write, asked))
            for index, source in enumerate(chapter.sources):
                key = (language, number, index, room if _is_drawn(source) else None)
                blocks.append(_again(self._blocks, key, partial(_block, source, writing), asked))
        frame = _again(self._frames, language, partial(self._frame, writing), asked)
        return msgspec.structs.replace(frame, blocks=tuple(blocks))

    def _frame(self, writing: Writing) -> Prose:
        """Render what stands round the blocks."""
        book = self.book
        title, subtitle = writing.plain(book.title, "book.title"), writing.plain(book.subtitle, "book.subtitle")
        return Prose(writing.language, title, subtitle, _labels(book, writing), ())


def _is_drawn(source: Source) -> bool:
    """Say whether a block shows a figure."""
    return isinstance(source.part, Picture) or (isinstance(source.part, Example) and source.part.picture is not None)


def _again(
    known: dict[object, Written[Rendered]], key: object, write: Callable[[], Rendered], asked: Asked
) -> Rendered:
    """Return what is known, or render it where nothing is or where a page has moved."""
    found = known.get(key)
    if found is None or not found.holds(asked.pages):
        asked.noted = {}
        content = write()
        found = known[key] = Written(content, asked.noted)
    return found.content
