"""What a book is rendered with beside its own texts: the game's materials, and what its package knows."""

from __future__ import annotations

import math
from typing import Protocol

import msgspec

from valleybuild.book.model import Drawing, OpenQuestion
from valleybuild.book.prose import Lines
from valleybuild.book.runs import Run
from valleybuild.compose.materials import Materials
from valleybuild.scene import Scene


class DrawFigure(Protocol):
    """A drawing whose texts are rendered, and the language of the faces in it, to its scene."""

    def __call__(self, drawing: Drawing[Lines], language: str, /, *, room: float = math.inf) -> Scene:
        """Draw a figure that is at most `room` mm wide."""
        ...


class Groundwork(msgspec.Struct, frozen=True):
    """What a book draws on.

    `numbers` are those that only the engine knows, by their names, None where the content they follow from is faulty.
    `runs` are the playthroughs that were played, None where none was: the content has to be sound first.
    """

    materials: Materials
    draw: DrawFigure
    numbers: dict[str, int] | None = None
    questions: tuple[OpenQuestion, ...] = ()
    runs: dict[str, Run] | None = None
