"""A rulebook as it is written: chapters of blocks, their texts in each language, still templates, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from valleybuild.model import Text
from valleybuild.problem import Place

Words = TypeVar("Words")
"""The texts of a drawing: `Text` as it is written, `Lines` once it is rendered in a language."""


class Noted(msgspec.Struct, frozen=True):
    """A name that stands in a list of a block, such as a rule's number or an id."""

    text: str
    place: Place


class Section(msgspec.Struct, frozen=True):
    """The title of a section."""

    id: Noted
    title: Text


class Paragraphs(msgspec.Struct, frozen=True):
    """Running text."""

    text: Text


class Points(msgspec.Struct, frozen=True):
    """A list, bulleted or numbered."""

    items: tuple[Text, ...]
    numbered: bool


class Repeated(msgspec.Struct, frozen=True):
    """An expression that gives the rows of a table, or definitions, and the name that each bears in their texts."""

    over: str
    name: str
    place: Place


class Grid(msgspec.Struct, frozen=True):
    """A table: either its `rows` are written, or `cells` are filled in for each thing of `repeated`."""

    caption: Text | None
    heads: tuple[Text, ...]
    shares: tuple[float, ...]
    rows: tuple[tuple[Text, ...], ...]
    repeated: Repeated | None
    cells: tuple[Text, ...]


class Hint(msgspec.Struct, frozen=True):
    """A tip."""

    text: Text


class Call(msgspec.Struct, Generic[Words], frozen=True):
    """A call-out: a point of a face, in mm from its top left corner, and what is said of it."""

    x: float
    y: float
    text: Words


class DrawnCard(msgspec.Struct, Generic[Words], frozen=True):
    """A component's face in a figure, turned clockwise by `turn` degrees."""

    of: Noted
    side: str
    turn: int
    calls: tuple[Call[Words], ...]
    text: Words | None


class Cards(msgspec.Struct, Generic[Words], frozen=True):
    """A figure of faces side by side, together `width` mm wide (0: at their own size)."""

    cards: tuple[DrawnCard[Words], ...]
    width: float


class Mark(msgspec.Struct, Generic[Words], frozen=True):
    """Something that stands at a place of a map: an icon, somebody's pawn, words."""

    at: Noted
    sign: Noted | None
    who: Noted | None
    text: Words | None


class Leg(msgspec.Struct, Generic[Words], frozen=True):
    """A move from one place of a map to another."""

    start: Noted
    end: Noted
    text: Words | None


class Map(msgspec.Struct, Generic[Words], frozen=True):
    """A figure of the components of one board, `width` mm wide (0: at their own size), with what is marked on it."""

    of: Noted
    marks: tuple[Mark[Words], ...]
    moves: tuple[Leg[Words], ...]
    width: float


class Step(msgspec.Struct, Generic[Words], frozen=True):
    """A step of a strip."""

    icon: Noted | None
    text: Words


class Strip(msgspec.Struct, Generic[Words], frozen=True):
    """A figure of steps one after the other."""

    steps: tuple[Step[Words], ...]
    width: float


Drawing = Cards[Words] | Map[Words] | Strip[Words]


class Picture(msgspec.Struct, frozen=True):
    """A figure: what it draws, what is written below it, and what it shows in words."""

    id: Noted | None
    caption: Text | None
    alternative: Text
    drawing: Drawing[Text]
    place: Place


class Example(msgspec.Struct, frozen=True):
    """An example. `playthrough` names the game that its numbers come from."""

    playthrough: Noted | None
    title: Text | None
    text: Text
    picture: Picture | None


class Meaning(msgspec.Struct, frozen=True):
    """A term and what it means."""

    term: Text
    text: Text


class Glossary(msgspec.Struct, frozen=True):
    """Terms and what they mean: each written, or the one of `meanings` filled in for each thing of `repeated`."""

    meanings: tuple[Meaning, ...]
    repeated: Repeated | None


class AllQuestions(msgspec.Struct, frozen=True):
    """All questions that the game's own package answers."""


Part = Section | Paragraphs | Points | Grid | Hint | Example | Picture | Glossary | AllQuestions


class Source(msgspec.Struct, frozen=True):
    """One block with the numbers of the rules it says and the terms under which the index lists it."""

    part: Part
    says: tuple[Noted, ...]
    index: tuple[Noted, ...]
    place: Place
    path: str


class Chapter(msgspec.Struct, frozen=True):
    """A chapter. `id` is the name of its file and its anchor; `whole` says whether all its blocks could be read."""

    id: str
    number: int | None
    title: Text
    running: Text | None
    sources: tuple[Source, ...]
    whole: bool
    place: Place


class Book(msgspec.Struct, frozen=True):
    """A rulebook. `chapters` are those that could be read, and `whole` says whether these are all, with all blocks.

    `keywords` are words that both languages of a block have to use equally often.
    """

    title: Text
    subtitle: Text
    labels: dict[str, Text]
    keywords: tuple[Text, ...]
    chapters: tuple[Chapter, ...]
    whole: bool
    place: Place

    def sources(self) -> Iterator[tuple[Chapter, Source]]:
        """Yield every block with its chapter."""
        for chapter in self.chapters:
            for source in chapter.sources:
                yield chapter, source


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question that the rules leave open, with its answer and why it is answered so."""

    number: str
    question: Text
    answer: Text
    why: Text
    place: Place


def texts_of(part: Part) -> Iterator[tuple[str, Text]]:
    """Yield every text of a block with its path within the block."""
    match part:
        case Section(title=title):
            yield "title", title
        case Paragraphs(text=text) | Hint(text=text):
            yield "text", text
        case Points(items=items):
            yield from _listed("items", items)
        case Grid():
            yield from _texts_of_grid(part)
        case Example():
            yield from _optional("title", part.title)
            yield "text", part.text
            if part.picture is not None:
                yield from ((f"figure.{path}", text) for path, text in texts_of(part.picture))
        case Picture():
            yield from _optional("caption", part.caption)
            yield "alternative", part.alternative
            yield from ((f"drawing.{path}", text) for path, text in _texts_of_drawing(part.drawing))
        case Glossary(meanings=meanings):
            for index, meaning in enumerate(meanings):
                yield f"items[{index}].term", meaning.term
                yield f"items[{index}].text", meaning.text
        case AllQuestions():
            return


def _texts_of_grid(grid: Grid) -> Iterator[tuple[str, Text]]:
    yield from _optional("caption", grid.caption)
    yield from _listed("heads", grid.heads)
    for index, row in enumerate(grid.rows):
        yield from _listed(f"rows[{index}]", row)
    yield from _listed("cells", grid.cells)


def _texts_of_drawing(drawing: Drawing[Text]) -> Iterator[tuple[str, Text]]:
    match drawing:
        case Cards(cards=cards):
            for index, card in enumerate(cards):
                yield from _optional(f"cards[{index}].text", card.text)
                yield from _listed(f"cards[{index}].calls", tuple(call.text for call in card.calls))
        case Map(marks=marks, moves=moves):
            for index, mark in enumerate(marks):
                yield from _optional(f"marks[{index}].text", mark.text)
            for index, leg in enumerate(moves):
                yield from _optional(f"moves[{index}].text", leg.text)
        case Strip(steps=steps):
            yield from _listed("steps", tuple(step.text for step in steps))


def _optional(path: str, text: Text | None) -> Iterator[tuple[str, Text]]:
    if text is not None:
        yield path, text


def _listed(path: str, texts: tuple[Text, ...]) -> Iterator[tuple[str, Text]]:
    for index, text in enumerate(texts):
        yield f"{path}[{index}]", text
