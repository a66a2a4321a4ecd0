"""What a product is: a name, the papers it is made on, and a function from components to pages."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from valleybuild.compose.game import Component
from valleybuild.impose import Page, Paper
from valleybuild.marks import MarkStyle
from valleybuild.model import Game
from valleybuild.problem import Problem


class Order(msgspec.Struct, frozen=True):
    """One file to make: of which components, in which languages, on which paper, with which label."""

    game: Game
    components: tuple[Component, ...]
    languages: tuple[str, ...]
    paper: Paper
    style: MarkStyle
    version: str


class Product(msgspec.Struct, frozen=True):
    """A kind of output. `together` products hold all the languages that are asked for in one file."""

    name: str
    summary: str
    papers: tuple[str, ...]
    together: bool
    lay: Callable[[Order], tuple[list[Page], list[Problem]]]
