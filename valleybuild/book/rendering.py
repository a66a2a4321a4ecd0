"""A book and what it draws on to its prose in one language, block by block; findings go to the materials."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from valleybuild.book import prose
from valleybuild.book.formats import LABELS
from valleybuild.book.groundwork import Groundwork
from valleybuild.book.model import (
    AllQuestions,
    Book,
    Call,
    Cards,
    Chapter,
    Drawing,
    DrawnCard,
    Example,
    Glossary,
    Grid,
    Hint,
    Leg,
    Map,
    Mark,
    Paragraphs,
    Picture,
    Points,
    Repeated,
    Section,
    Source,
    Step,
    Strip,
)
from valleybuild.book.prose import Lines
from valleybuild.book.writing import Writing, text_of
from valleybuild.model import Text
from valleybuild.views import BrokenValueError

PAGE = "{number}"  # stands in the label of a page where its number goes


def render_book(
    book: Book, groundwork: Groundwork, language: str, *, pages: Mapping[str, int] | None = None
) -> prose.Prose:
    """Render a book in a language. `pages` give the page of each anchor where the book is set in pages.

    Blocks correspond one to one between languages; what could not be rendered is empty and has a finding.
    """
    writing = Writing(book, groundwork, language, pages)
    blocks: list[prose.Block] = []
    for chapter in book.chapters:
        blocks.append(render_title(chapter, writing))
        blocks.extend(render_block(source, writing) for source in chapter.sources)
    return prose.Prose(
        language=language,
        title=writing.plain(book.title, "book.title"),
        subtitle=writing.plain(book.subtitle, "book.subtitle"),
        labels=render_labels(book, writing),
        blocks=tuple(blocks),
    )


def render_labels(book: Book, writing: Writing) -> prose.Labels:
    """Render a book's own words."""
    sample = 987654  # a number that no label holds, so that its place is found again once the label is typeset
    found = {
        name: writing.plain(book.labels.get(name), f"book.labels.{name}", {"number": sample}).replace(str(sample), PAGE)
        for name in LABELS
    }
    return prose.Labels(**found)


def render_title(chapter: Chapter, writing: Writing) -> prose.Block:
    """Render the title of a chapter."""
    title = writing.line(chapter.title, f"{chapter.id}.title")
    running = writing.plain(chapter.running, f"{chapter.id}.running") if chapter.running else text_of(title)
    number = writing.headings[chapter.id].number
    return prose.Block(prose.ChapterTitle(chapter.id, number, title, running, chapter.place))


def render_block(source: Source, writing: Writing) -> prose.Block:
    """Render a block with the terms that the index has of it."""
    terms = {term.id: term.forms.get(writing.language, ()) for term in writing.groundwork.materials.game.terms}
    listed = tuple(terms[noted.text][0] for noted in source.index if terms.get(noted.text))
    return prose.Block(_content(source, writing), listed)


def _content(source: Source, writing: Writing) -> prose.Content:
    path, place = source.path, source.place
    match source.part:
        case Section(id=id, title=title):
            number = writing.headings[id.text].number
            return prose.SectionTitle(id.text, number, writing.line(title, f"{path}.title"), id.place)
        case Paragraphs(text=text):
            return prose.Passage(writing.lines(text, f"{path}.text"), place)
        case Points(items=items, numbered=numbered):
            lines = tuple(writing.lines(item, f"{path}.items[{index}]") for index, item in enumerate(items))
            return prose.Enumeration(lines, numbered, place)
        case Grid() as grid:
            return _table(grid, source, writing)
        case Hint(text=text):
            label = writing.plain(writing.book.labels.get("tip"), "book.labels.tip")
            return prose.Box("tip", label, (), writing.lines(text, f"{path}.text"), None, place)
        case Example() as example:
            return _example(example, source, writing)
        case Picture() as picture:
            return _figure(picture, path, writing, {})
        case Glossary() as glossary:
            return _definitions(glossary, source, writing)
        case AllQuestions():
            return _questions(source, writing)


def _rows(repeated: Repeated | None, writing: Writing, path: str) -> Iterator[dict[str, object]]:
    """Yield the values of each thing that a table or a glossary goes over; no values where it goes over nothing."""
    if repeated is None:
        yield {}
        return
    for thing in writing.evaluate(repeated.over, repeated.place, path):
        yield {repeated.name: thing}


def _table(grid: Grid, source: Source, writing: Writing) -> prose.Table:
    path = source.path
    rows: list[tuple[Lines, ...]] = []
    for number, row in enumerate(grid.rows):
        rows.append(tuple(writing.lines(cell, f"{path}.rows[{number}][{at}]") for at, cell in enumerate(row)))
    if grid.repeated is not None:
        for values in _rows(grid.repeated, writing, path):
            cells = enumerate(grid.cells)
            rows.append(tuple(writing.lines(cell, f"{path}.cells[{at}]", values) for at, cell in cells))
    heads = tuple(writing.line(head, f"{path}.heads[{at}]") for at, head in enumerate(grid.heads))
    return prose.Table(writing.line(grid.caption, f"{path}.caption"), heads, tuple(rows), grid.shares, source.place)


def _example(example: Example, source: Source, writing: Writing) -> prose.Box:
    path, label = source.path, writing.plain(writing.book.labels.get("example"), "book.labels.example")
    values = run_values(example, writing.groundwork)
    return prose.Box(
        kind="example",
        label=label,
        title=writing.line(example.title, f"{path}.title", values),
        text=writing.lines(example.text, f"{path}.text", values),
        figure=_figure(example.picture, f"{path}.figure", writing, values) if example.picture else None,
        place=source.place,
    )


def run_values(example: Example, groundwork: Groundwork) -> dict[str, object]:
    """Return what an example's texts know beside the rest: its run."""
    if example.playthrough is None:
        return {}
    return {"run": (groundwork.runs or {}).get(example.playthrough.text, Unplayed())}


class Unplayed:
    """A run that was not played because of something that is reported for itself: it answers nothing."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        raise BrokenValueError(name)


def _figure(picture: Picture, path: str, writing: Writing, values: Mapping[str, object]) -> prose.Figure:
    drawing = _drawing(picture.drawing, f"{path}.drawing", writing, values)
    return prose.Figure(
        anchor=picture.id.text if picture.id else "",
        scene=writing.groundwork.draw(drawing, writing.language),
        caption=writing.line(picture.caption, f"{path}.caption", values),
        alternative=writing.plain(picture.alternative, f"{path}.alternative", values),
        place=picture.place,
    )


def _drawing(drawing: Drawing[Text], path: str, writing: Writing, values: Mapping[str, object]) -> Drawing[Lines]:
    """Render the texts of a drawing."""

    def lines(text: Text | None) -> Lines:
        return writing.lines(text, path, values)

    match drawing:
        case Cards(cards=cards, width=width):
            return Cards(tuple(_drawn_card(card, lines) for card in cards), width)
        case Map(of=of, marks=marks, moves=moves, width=width):
            marked = tuple(Mark(mark.at, mark.sign, mark.who, lines(mark.text)) for mark in marks)
            return Map(of, marked, tuple(Leg(leg.start, leg.end, lines(leg.text)) for leg in moves), width)
        case Strip(steps=steps, width=width):
            return Strip(tuple(Step(step.icon, lines(step.text)) for step in steps), width)


def _drawn_card(card: DrawnCard[Text], lines: Callable[[Text | None], Lines]) -> DrawnCard[Lines]:
    calls = tuple(Call(call.x, call.y, lines(call.text)) for call in card.calls)
    return DrawnCard(card.of, card.side, card.turn, calls, lines(card.text))


def _definitions(glossary: Glossary, source: Source, writing: Writing) -> prose.Definitions:
    found: list[prose.Definition] = []
    for values in _rows(glossary.repeated, writing, source.path):
        for index, meaning in enumerate(glossary.meanings):
            path = f"{source.path}.items[{index}]"
            term = writing.line(meaning.term, f"{path}.term", values)
            found.append(prose.Definition(term, writing.lines(meaning.text, f"{path}.text", values)))
    return prose.Definitions(tuple(found), source.place)


def _questions(source: Source, writing: Writing) -> prose.Questions:
    found: list[prose.Question] = []
    for asked in writing.groundwork.questions:
        question = writing.line(asked.question, f"{asked.number}.question")
        answer, why = (
            writing.lines(asked.answer, f"{asked.number}.answer"),
            writing.lines(asked.why, f"{asked.number}.why"),
        )
        found.append(prose.Question(question, answer, why))
    return prose.Questions(tuple(found), source.place)
