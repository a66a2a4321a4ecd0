"""One text of a book to paragraphs in a language: rendered with the book's functions, typeset, its markup parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from valleybuild.book.groundwork import Groundwork
from valleybuild.book.model import Book, Section
from valleybuild.book.prose import Line, Lines
from valleybuild.markup import MarkupError, parse_markup
from valleybuild.model import Text
from valleybuild.nodes import Scalar
from valleybuild.problem import Place, Problem
from valleybuild.scalars import closest
from valleybuild.templates import RenderError
from valleybuild.typography import NO_BREAK_SPACE, typeset
from valleybuild.views import BrokenValueError, TemplateFault


class Heading(msgspec.Struct, frozen=True):
    """What a reference leads to: a chapter or a section, with its number ("" for none) and its title."""

    number: str
    title: Text


def headings_of(book: Book) -> dict[str, Heading]:
    """Number the chapters and sections of a book, and list them by their anchors."""
    found: dict[str, Heading] = {}
    for chapter in book.chapters:
        number = "" if chapter.number is None else str(chapter.number)
        found[chapter.id] = Heading(number, chapter.title)
        sections = [source.part for source in chapter.sources if isinstance(source.part, Section)]
        for count, section in enumerate(sections, 1):
            found.setdefault(section.id.text, Heading(number and f"{number}.{count}", section.title))
    return found


class Keep(Protocol):
    """What is known of a text of a language, by its path, or else what `write` makes of it."""

    def __call__(self, scalar: Scalar, language: str, path: str, write: Callable[[], Lines], /) -> Lines:
        """Return the paragraphs."""
        ...


class Writing:
    """The texts of a book in one language. Findings go to the groundwork's materials.

    `pages` give the page of each anchor where the book is set in pages; a reference then names it too. `keep` knows
    again texts that depend on nothing but those.
    """

    def __init__(
        self,
        book: Book,
        groundwork: Groundwork,
        language: str,
        pages: Mapping[str, int] | None,
        keep: Keep | None = None,
    ) -> None:
        self.book, self.groundwork, self.language, self.pages = book, groundwork, language, pages
        self.keep = keep
        self.headings = headings_of(book)
        self.links = frozenset(self.headings)
        self.functions: dict[str, object] = {"see": self._see, "fact": self._fact, "n": self._count}

    def lines(self, text: Text | None, path: str, values: Mapping[str, object] | None = None) -> Lines:
        """Return the paragraphs of a text; none where it is faulty, which is noted, or where there is no text."""
        scalar = text.scalars.get(self.language) if text is not None else None
        if scalar is None:
            return ()
        if values or self.keep is None:
            return self._written(scalar, path, values or {})
        return self.keep(scalar, self.language, path, lambda: self._written(scalar, path, {}))

    def _written(self, scalar: Scalar, path: str, values: Mapping[str, object]) -> Lines:
        materials = self.groundwork.materials
        recorder = materials.renderer.recorder
        recorder.sources.clear()
        known = {**self.functions, **values}
        try:
            words = materials.renderer.render(scalar.text, scalar.place, known, self.language)
        except RenderError as error:
            self._report_failure(error, path)
            return ()
        if "<a" in scalar.text:
            hint = "write {{ see('…') }}, which makes the link too"
            self._report("bad-markup", scalar.place, f"<a> is not written by hand in {path}", hint, path)
            return ()
        try:
            lines = self._parse(typeset(words, self.language))
        except MarkupError as error:
            self._report("bad-markup", self._unparsed(scalar.place), f"{error.message} in {path}", error.hint, path)
            return ()
        self._check_glyphs(lines, scalar, path)
        return lines

    def _parse(self, words: str) -> Lines:
        materials = self.groundwork.materials
        return parse_markup(words, materials.symbols, materials.icon_names, links=self.links)

    def _unparsed(self, place: Place) -> Place:
        """Return where the markup is at fault: in a text that went in, or in the one at `place` itself."""
        for text, source in self.groundwork.materials.renderer.recorder.sources:
            try:
                self._parse(text)
            except MarkupError:
                return source
        return place

    def line(self, text: Text | None, path: str, values: Mapping[str, object] | None = None) -> Line:
        """Return a text that is one paragraph, such as a title."""
        lines = self.lines(text, path, values)
        if len(lines) > 1:
            assert text is not None
            place = text.scalars[self.language].place
            self._report("several-paragraphs", place, f"{path} has a line break", "write it in one line", path)
        return lines[0] if lines else ()

    def plain(self, text: Text | None, path: str, values: Mapping[str, object] | None = None) -> str:
        """Return a text that is printed without looks or is read aloud; icons are not for it."""
        line = self.line(text, path, values)
        if any(piece.icon for piece in line):
            assert text is not None
            place = text.scalars[self.language].place
            self._report("bad-markup", place, f"there is an icon in {path}", "say it in words", path)
        return "".join(piece.text for piece in line)

    def _report(self, name: str, place: Place, message: str, hint: str, path: str) -> None:
        problem = Problem(name, place, message, hint, path=path, lang=self.language)
        self.groundwork.materials.report(problem, place, message)

    def _report_failure(self, error: RenderError, path: str) -> None:
        if error.problem is not None:
            problem = msgspec.structs.replace(error.problem, path=error.problem.path or path)
            self.groundwork.materials.report(problem, problem.place, problem.message)

    def _check_glyphs(self, lines: Lines, scalar: Scalar, path: str) -> None:
        """Note characters that the game's first font lacks: a book's own texts are set in it or in its like."""
        materials = self.groundwork.materials
        role = next(iter(materials.game.fonts), "")
        font = materials.measure.fonts.get(role)
        if font is None:
            return
        for character in sorted({mark for line in lines for piece in line for mark in piece.text}):
            if ord(character) in font.advances or character in f"{NO_BREAK_SPACE}\t":
                continue
            sources = materials.renderer.recorder.sources
            place = next((source for text, source in sources if character in text), scalar.place)
            place = scalar.place if character in scalar.text else place
            message = f'the font "{role}" has no glyph for "{character}" (U+{ord(character):04X}) in {path}'
            self._report("missing-glyph", place, message, "use another sign, or an [icon]", path)

    def _see(self, anchor: str) -> str:
        """Return, as a link, the number of a chapter or section, its title where it has none; with pages, its page."""
        heading = self.headings.get(str(anchor))
        if heading is None:
            if not self.book.whole:
                raise BrokenValueError(anchor)  # it may stand in what could not be read
            message = f'there is no chapter or section "{anchor}"'
            raise TemplateFault("unknown-anchor", message, closest(str(anchor), self.headings))
        shown = heading.number or self._bare(heading.title)
        page = self.pages.get(str(anchor)) if self.pages is not None else None
        behind = "" if page is None else f", {self._bare(self.book.labels.get('page'), number=page)}"
        return f"<a {anchor}>{shown}</a>{behind}"

    def _bare(self, text: Text | None, **values: object) -> str:
        scalar = text.scalars.get(self.language) if text is not None else None
        if scalar is None:
            raise BrokenValueError(self.language)
        renderer = self.groundwork.materials.renderer
        return renderer.render(scalar.text, scalar.place, {**self.functions, **values}, self.language)

    def _fact(self, name: str) -> int:
        """Return a number that only the engine knows."""
        numbers = self.groundwork.numbers
        if numbers is None:
            raise BrokenValueError(name)
        if name not in numbers:
            hint = closest(str(name), numbers) or "print the number from the content"
            raise TemplateFault("unknown-fact", f'the game has no number "{name}"', hint)
        return numbers[name]

    def _count(self, number: int, id: str) -> str:
        """Return a number with the word it counts, joined so that no line ends between them."""
        lens = self.groundwork.materials.renderer.lenses[self.language]
        return lens.count(number, id).replace(" ", NO_BREAK_SPACE, 1)

    def evaluate(self, source: str, place: Place, path: str) -> tuple[object, ...]:
        """Return the things that an expression lists; none where it is faulty, which is noted."""
        materials = self.groundwork.materials
        try:
            found = materials.renderer.evaluate(source, place, dict(self.functions), self.language)
            if isinstance(found, (list, tuple)):
                return tuple(found)
        except RenderError as error:
            self._report_failure(error, path)
            return ()
        message = f'"{source}" is no list'
        self._report("unknown-name", place, message, "write for example all('kind')", path)
        return ()


def text_of(line: Line) -> str:
    """Return the words of a line without their looks."""
    return "".join(piece.text for piece in line)
