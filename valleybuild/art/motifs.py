"""A motif's drawing and where it goes in; the shapes that it adds to a picture out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from valleybuild import svgpath
from valleybuild.problem import Problem
from valleybuild.scene import Colour, Drawing, Path, Stroke
from valleybuild.svgpath import Matrix

FOLDER = "motifs"
DEPTH = 4  # how deep motifs may use motifs
SHAPES_LIMIT = 20_000  # of one picture: motifs that use motifs grow fast
CURRENT = Colour("currentColor", (0.0, 0.0, 0.0, 100.0), (0, 0, 0))  # stands for what the use of a motif will give

Fetch = Callable[[str], tuple[bytes | None, list[Problem]]]


class Motif(msgspec.Struct, frozen=True):
    """A motif that was read: its drawing (None where it is broken), how deep it uses motifs, and its own currentColor.

    `colour` is what a use that gives none paints with; where it is None too, that is the currentColor around the use.
    """

    drawing: Drawing | None
    depth: int = 0
    colour: Colour | None = None


class Motifs(msgspec.Struct):
    """The motifs that the pictures of a folder may use, by names below it. Each is read once, by `fetch`."""

    folder: str
    names: tuple[str, ...]
    fetch: Fetch
    known: dict[str, Motif] = {}


def list_motifs(folder: str, files: Iterable[str], fetch: Fetch) -> Motifs:
    """Return the motifs of a folder of pictures, given as paths below the project's root; `fetch` reads such a path."""
    return Motifs(
        folder, tuple(file.removeprefix(f"{folder}/") for file in files), lambda name: fetch(f"{folder}/{name}")
    )


def fit_motif(drawing: Drawing, x: float, y: float, width: float | None, height: float | None) -> Matrix:
    """Return what scales a drawing into a box, proportions kept, centred where the box has others.

    One of `width` and `height` may be left out.
    """
    scales = [side / own for side, own in ((width, drawing.width), (height, drawing.height)) if side is not None]
    scale = min(scales)
    left = x if width is None else x + (width - drawing.width * scale) / 2
    top = y if height is None else y + (height - drawing.height * scale) / 2
    return (scale, 0.0, 0.0, scale, left, top)


def place_motif(drawing: Drawing, matrix: Matrix, current: Colour | None) -> list[Path] | None:
    """Put a motif's shapes through a matrix, `current` in place of currentColor; None where one lies too far away."""
    scale = svgpath.mean_scale(matrix)
    placed: list[Path] = []
    for shape in drawing.items:
        assert isinstance(shape, Path)  # an SVG holds nothing else
        segments = svgpath.place(matrix, list(shape.segments))
        if segments is None:
            return None
        fill = current if shape.fill == CURRENT else shape.fill
        placed.append(Path(segments, fill, _scaled(shape.stroke, scale, current), shape.even_odd))
    return placed


def _scaled(stroke: Stroke | None, scale: float, current: Colour | None) -> Stroke | None:
    if stroke is None:
        return None
    colour = current if stroke.colour == CURRENT else stroke.colour
    if colour is None:
        return None
    dash = tuple(round(length * scale, 6) for length in stroke.dash)
    return Stroke(colour, round(stroke.width * scale, 6), dash, stroke.round)


def takes_colour(drawing: Drawing) -> bool:
    """Say whether a motif has shapes in currentColor."""
    return any(
        shape.fill == CURRENT or (shape.stroke is not None and shape.stroke.colour == CURRENT)
        for shape in drawing.items
        if isinstance(shape, Path)
    )
