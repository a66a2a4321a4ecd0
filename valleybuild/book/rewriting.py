"""A book and the pages of its anchors to its prose, again and again; what then says the same is not rendered anew.

A book is rendered once to be checked, and set several times until its page numbers stand still, and some languages
stand in several editions. Each block notes whose page it asked for; it is rendered again only where one of those has
moved since, and to where none of its renderings has it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Generic, TypeVar

import msgspec

from valleybuild.book.groundwork import Groundwork
from valleybuild.book.model import Book, Drawing, Example
from valleybuild.book.prose import Block, Box, Figure, Lines, Prose
from valleybuild.book.rendering import render_block, render_labels, render_title
from valleybuild.book.writing import Writing
from valleybuild.nodes import Scalar
from valleybuild.scene import Scene, Size

Rendered = TypeVar("Rendered")
UNDRAWN = Scene(Size(1.0, 1.0), 0.0, ())


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


class Sketched(msgspec.Struct, frozen=True):
    """A rendered block, and what its figure is to be drawn from; None for a block without one."""

    block: Block
    drawing: Drawing[Lines] | None


class Rewriting:
    """The blocks of a book as they were rendered in each language, and with their figures drawn for each room."""

    def __init__(self, book: Book, groundwork: Groundwork) -> None:
        self.book, self.groundwork = book, groundwork
        self._blocks: dict[tuple[object, ...], list[Written[Sketched]]] = {}
        self._texts: dict[tuple[object, ...], list[Written[Lines]]] = {}
        self._frames: dict[tuple[object, ...], list[Written[Prose]]] = {}
        self._drawn: dict[tuple[object, ...], tuple[Sketched, Block]] = {}

    def with_groundwork(self, groundwork: Groundwork) -> Rewriting:
        """Return the same for a groundwork that has other runs or draws otherwise: texts without runs stay known."""
        found = Rewriting(self.book, groundwork)
        played = {
            (number, index)
            for number, chapter in enumerate(self.book.chapters)
            for index, source in enumerate(chapter.sources)
            if isinstance(source.part, Example) and source.part.playthrough is not None
        }
        found._blocks = {key: list(known) for key, known in self._blocks.items() if key[1:] not in played}
        found._texts = {key: list(known) for key, known in self._texts.items()}
        found._frames = {key: list(known) for key, known in self._frames.items()}
        return found

    def render(self, language: str, pages: Mapping[str, int], *, room: float) -> Prose:
        """Return the book in a language as `render_book` does, its figures laid out for so many mm."""
        asked = Asked(pages)
        noted: list[Drawing[Lines]] = []

        def note(drawing: Drawing[Lines], language: str, /, *, room: float = math.inf) -> Scene:
            noted.append(drawing)
            return UNDRAWN

        def sketch(render: Callable[[], Block]) -> Sketched:
            noted.clear()
            block = render()
            return Sketched(block, noted[0] if noted else None)

        def keep(scalar: Scalar, language: str, path: str, write: Callable[[], Lines], /) -> Lines:
            return _again(self._texts, (language, path, scalar), write, asked)

        writing = Writing(self.book, msgspec.structs.replace(self.groundwork, draw=note), language, asked, keep)
        blocks: list[Block] = []
        for number, chapter in enumerate(self.book.chapters):
            write = partial(sketch, partial(render_title, chapter, writing))
            blocks.append(_again(self._blocks, (language, number), write, asked).block)
            for index, source in enumerate(chapter.sources):
                key = (language, number, index)
                write = partial(sketch, partial(render_block, source, writing))
                blocks.append(self._with_figure(_again(self._blocks, key, write, asked), key, room))
        frame = _again(self._frames, (language,), partial(self._frame, writing), asked)
        return msgspec.structs.replace(frame, blocks=tuple(blocks))

    def _with_figure(self, sketched: Sketched, key: tuple[str, int, int], room: float) -> Block:
        """Draw the figure of a block, where it has one that is not drawn yet."""
        if sketched.drawing is None:
            return sketched.block
        known = self._drawn.get((*key, room))
        if known is None or known[0] is not sketched:
            scene = self.groundwork.draw(sketched.drawing, key[0], room=room)
            known = self._drawn[(*key, room)] = sketched, _drawn(sketched.block, scene)
        return known[1]

    def _frame(self, writing: Writing) -> Prose:
        """Render what stands round the blocks."""
        book = self.book
        title, subtitle = writing.plain(book.title, "book.title"), writing.plain(book.subtitle, "book.subtitle")
        return Prose(writing.language, title, subtitle, render_labels(book, writing), ())


def _drawn(block: Block, scene: Scene) -> Block:
    """Put a scene into the figure of a block."""
    content = block.content
    if isinstance(content, Figure):
        content = msgspec.structs.replace(content, scene=scene)
    elif isinstance(content, Box) and content.figure is not None:
        content = msgspec.structs.replace(content, figure=msgspec.structs.replace(content.figure, scene=scene))
    return msgspec.structs.replace(block, content=content)


def _again(
    known: dict[tuple[object, ...], list[Written[Rendered]]],
    key: tuple[object, ...],
    write: Callable[[], Rendered],
    asked: Asked,
) -> Rendered:
    """Return what is known for these pages, or render it."""
    variants = known.setdefault(key, [])
    for found in variants:
        if found.holds(asked.pages):
            asked.noted.update(found.pages)
            return found.content
    outer, asked.noted = asked.noted, {}
    content = write()
    variants.append(Written(content, asked.noted))
    outer.update(asked.noted)  # what asks for a page asks for it in all that it is part of
    asked.noted = outer
    return content
