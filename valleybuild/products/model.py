"""What a product is: its editions, the papers it is made on, and a function from an order to pages or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

import msgspec

from valleybuild.book.edition import Binder, Edition
from valleybuild.compose.game import Component
from valleybuild.compose.materials import Materials
from valleybuild.dependencies.model import Chart
from valleybuild.impose import Page, Paper
from valleybuild.inkmodes import Toner
from valleybuild.marks import MarkStyle
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.scene import Bookmark


class Editions(Enum):
    """Which files a product makes of some languages."""

    EACH = "a file for each language"
    TOGETHER = "one file with all of them"
    BOTH = "a file for each, and one with two side by side"

    def groups(self, languages: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the languages of each file."""
        each: list[tuple[str, ...]] = [(language,) for language in languages]
        match self:
            case Editions.EACH:
                return each
            case Editions.TOGETHER:
                return [languages]
            case Editions.BOTH:
                pairs = [(one, two) for index, one in enumerate(languages) for two in languages[index + 1 :]]
                return [*each, *pairs]


class Order(msgspec.Struct, frozen=True):
    """One file to make: of which components, in which languages, on which paper, with which label.

    `paper` is None for what is not printed, `binder` where the game has no rulebook; `creep` is a booklet's, in mm, and
    `setup` the name of the one setup that is printed for, or "". `charts` are told in the order's first language.
    `company` are all components of the game, whoever prints them; `card` is how thick card is in mm, or 0.
    `toner` recolours the pages for another ink mode than the full one.
    """

    game: Game
    components: tuple[Component, ...]
    languages: tuple[str, ...]
    paper: Paper | None
    style: MarkStyle
    version: str
    materials: Materials
    binder: Binder | None = None
    creep: float = 0.0
    setup: str = ""
    charts: tuple[Chart, ...] = ()
    company: tuple[Component, ...] = ()
    card: float = 0.0
    toner: Toner | None = None

    @property
    def sheet(self) -> Paper:
        """The paper to print on. Raises ValueError where there is none."""
        if self.paper is None:
            raise ValueError("this product is not printed")
        return self.paper

    @property
    def edition(self) -> Edition:
        """The rulebook as it is set in the order's languages. Raises ValueError where there is no rulebook."""
        if self.binder is None:
            raise ValueError(f"{self.game.id} has no rulebook")
        return self.binder.edition(self.languages)


def no_bookmarks(order: Order) -> Sequence[Bookmark]:
    """Return no outline."""
    return ()


class Product(msgspec.Struct, frozen=True):
    """A kind of output: either `lay` makes pages of an order, for a PDF, or `write` a whole file of another kind.

    `bound` products are made of the rulebook, `charted` ones of what depends on what, all others of the components that
    name them. One without papers is not printed; one that is made `for_setup` can leave out what a setup does not need.
    `file` is what its files are called where that is not the product's name. A `gathered` product shows all components,
    whatever product they name, and is made only when it is asked for by name. One that is not `counted` has no cards.
    """

    name: str
    summary: str
    papers: tuple[str, ...]
    editions: Editions
    lay: Callable[[Order], tuple[list[Page], list[Problem]]] | None = None
    write: Callable[[Order], tuple[bytes | None, list[Problem]]] | None = None
    file: str = ""
    suffix: str = "pdf"
    bound: bool = False
    bookmarks: Callable[[Order], Sequence[Bookmark]] = no_bookmarks
    for_setup: bool = False
    charted: bool = False
    gathered: bool = False
    counted: bool = True
