"""A rulebook and languages to an edition: the volume of its pages in the look that one language or two ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from valleybuild.book.groundwork import Groundwork
from valleybuild.book.letters import Letters
from valleybuild.book.look import Look, Looks
from valleybuild.book.memory import Memory, ground_of
from valleybuild.book.model import Book
from valleybuild.book.press import Press
from valleybuild.book.prose import Prose
from valleybuild.book.rewriting import Rewriting
from valleybuild.book.rows import BAR
from valleybuild.book.text import Typesetter
from valleybuild.book.volume import Volume, set_volume
from valleybuild.problem import Problem

MOST_LANGUAGES = 2
"""How many languages stand side by side at most."""


class Binder:
    """What editions of one book are set with. What was set for one edition or pass is not set again for the next.

    `rewriting` is of the same book and groundwork: what it has rendered already is not rendered again. `setters`
    are those that figures are lettered with, by language: what they know of words serves both.
    After `remember` that holds from one build to the next too; `memories` has what is then to be kept.
    """

    def __init__(
        self,
        book: Book,
        groundwork: Groundwork,
        looks: Looks,
        *,
        covered: bool,
        rewriting: Rewriting | None = None,
        setters: dict[str, Typesetter] | None = None,
    ) -> None:
        self.book, self.groundwork, self.looks, self.covered = book, groundwork, looks, covered
        self.letters = Letters(groundwork.materials.measure.fonts)
        self.setters = {} if setters is None else setters
        self.editions: dict[tuple[str, ...], Edition] = {}
        self.rewriting = Rewriting(book, groundwork) if rewriting is None else rewriting
        self.memories: dict[tuple[str, ...], Memory] = {}
        self._recall: tuple[str, Callable[[tuple[str, ...]], bytes | None]] | None = None

    def remember(self, program: str, recall: Callable[[tuple[str, ...]], bytes | None]) -> None:
        """Set blocks of text that an earlier build has set, with the same `program`, by what it kept.

        `recall` returns what the memory of an edition's languages held at that build's end; None where there is none.
        """
        self._recall = program, recall

    def edition(self, languages: tuple[str, ...]) -> Edition:
        """Return the book in one language, or in two side by side. Raises ValueError for more."""
        if len(languages) > MOST_LANGUAGES:
            raise ValueError(f"{len(languages)} languages do not stand side by side")
        if languages not in self.editions:
            self.editions[languages] = self._set(languages)
        return self.editions[languages]

    def prose(self, language: str, *, room: float) -> Prose:
        """Return the book in a language without page numbers, its figures laid out for so many mm."""
        return self.rewriting.render(language, {}, room=room)

    def _set(self, languages: tuple[str, ...]) -> Edition:
        look = self.looks.single if len(languages) == 1 else self.looks.double
        setters = [self._typesetter(language) for language in languages]
        press = Press(setters, look, covered=self.covered, memory=self._memory(languages, setters, look))

        # As wide as a box leaves it, so that no figure has to be made smaller, wherever it stands.
        room = press.column - 2 * look.gaps["padding"] - BAR

        def render(pages: Mapping[str, int]) -> tuple[Prose, ...]:
            return tuple(self.rewriting.render(language, pages, room=room) for language in languages)

        volume = set_volume(render, press)
        return Edition(languages, volume, tuple(press.problems))

    def _memory(self, languages: tuple[str, ...], setters: list[Typesetter], look: Look) -> Memory | None:
        if self._recall is None:
            return None
        program, recall = self._recall
        found = Memory(ground_of(program, setters, look), setters[0].inks, recall(languages))
        self.memories[languages] = found
        return found

    def _typesetter(self, language: str) -> Typesetter:
        if language not in self.setters:
            measure, layouts = self.groundwork.materials.measure, self.groundwork.materials.game.layouts
            self.setters[language] = Typesetter(
                language,
                self.letters,
                icons=measure.icon_characters,
                icon_inks=measure.icon_inks,
                inks=layouts.inks,
            )
        return self.setters[language]


class Edition(msgspec.Struct, frozen=True):
    """A book as it is set in some languages; without a volume where something does not fit, as the findings say."""

    languages: tuple[str, ...]
    volume: Volume | None
    problems: tuple[Problem, ...]
