"""A rulebook and languages to an edition: the volume of its pages in the look that one language or two ask for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from valleybuild.book.groundwork import Groundwork
from valleybuild.book.letters import Letters
from valleybuild.book.look import Looks
from valleybuild.book.model import Book
from valleybuild.book.press import Press
from valleybuild.book.prose import Prose
from valleybuild.book.rendering import render_book
from valleybuild.book.rows import BAR
from valleybuild.book.text import SetLine, Typesetter
from valleybuild.book.volume import Volume, set_volume
from valleybuild.problem import Problem

MOST_LANGUAGES = 2
"""How many languages stand side by side at most."""


class Binder:
    """What editions of one book are set with. What was set for one edition or pass is not set again for the next."""

    def __init__(self, book: Book, groundwork: Groundwork, looks: Looks, *, covered: bool) -> None:
        self.book, self.groundwork, self.looks, self.covered = book, groundwork, looks, covered
        self.letters = Letters(groundwork.materials.measure.fonts)
        self.lines: dict[object, tuple[SetLine, ...]] = {}
        self.editions: dict[tuple[str, ...], Edition] = {}

    def edition(self, languages: tuple[str, ...]) -> Edition:
        """Return the book in one language, or in two side by side. Raises ValueError for more."""
        if len(languages) > MOST_LANGUAGES:
            raise ValueError(f"{len(languages)} languages do not stand side by side")
        if languages not in self.editions:
            self.editions[languages] = self._set(languages)
        return self.editions[languages]

    def prose(self, language: str, *, room: float) -> Prose:
        """Return the book in a language without page numbers, its figures laid out for so many mm."""
        groundwork = msgspec.structs.replace(self.groundwork, draw=partial(self.groundwork.draw, room=room))
        return render_book(self.book, groundwork, language)

    def _set(self, languages: tuple[str, ...]) -> Edition:
        look = self.looks.single if len(languages) == 1 else self.looks.double
        press = Press([self._typesetter(language) for language in languages], look, covered=self.covered)

        # As wide as a box leaves it, so that no figure has to be made smaller, wherever it stands.
        room = press.column - 2 * look.gaps["padding"] - BAR
        groundwork = msgspec.structs.replace(self.groundwork, draw=partial(self.groundwork.draw, room=room))

        def render(pages: Mapping[str, int] | None) -> tuple[Prose, ...]:
            return tuple(render_book(self.book, groundwork, language, pages=pages) for language in languages)

        volume = set_volume(render, press)
        return Edition(languages, volume, tuple(press.problems))

    def _typesetter(self, language: str) -> Typesetter:
        measure, layouts = self.groundwork.materials.measure, self.groundwork.materials.game.layouts
        return Typesetter(
            language,
            self.letters,
            icons=measure.icon_characters,
            icon_inks=measure.icon_inks,
            inks=layouts.inks,
            known=self.lines,
        )


class Edition(msgspec.Struct, frozen=True):
    """A book as it is set in some languages; without a volume where something does not fit, as the findings say."""

    languages: tuple[str, ...]
    volume: Volume | None
    problems: tuple[Problem, ...]
