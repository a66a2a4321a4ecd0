"""A walk over a layout's elements for one entry in one language: templates, inks and boxes as the walk meets them."""

from __future__ import annotations

import math

import msgspec

from valleybuild.boxes import around
from valleybuild.compose.materials import Materials
from valleybuild.compose.texts import Box, TextJob
from valleybuild.model import Entry, Named, Record
from valleybuild.problem import Place, Problem
from valleybuild.scalars import closest
from valleybuild.scene import Colour, Item, Outline
from valleybuild.templates import RenderError

Turn = tuple[float, float, float]  # an angle in degrees, clockwise, and the point (x, y) it turns about


class Pending(msgspec.Struct):
    """A turned group whose texts still wait for their size."""

    items: list[Item | TextJob | Pending]
    angle: float
    x: float
    y: float


class Walk(msgspec.Struct):
    """One walk over a layout's elements in one language: where it is and what it has found."""

    materials: Materials
    entry: Entry
    language: str
    outline: Outline
    bleed: float
    jobs: list[TextJob]
    turns: tuple[Turn, ...] = ()
    shift: tuple[float, float] = (0.0, 0.0)
    parts: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The entry's id."""
        return self.entry.id


def evaluate(expression: str, place: Place, walk: Walk, values: dict[str, object]) -> object:
    """Evaluate an expression of the layout; None, with the finding noted, where it fails."""
    try:
        return walk.materials.renderer.evaluate(expression, place, values, walk.language)
    except RenderError as error:
        walk.materials.report_failure(error)
        return None


def render_field(record: Record, field: str, walk: Walk, values: dict[str, object]) -> str | None:
    """Render a template field of an element; None where it is absent or fails."""
    source = record.fields.get(field)
    if not isinstance(source, str):
        return None
    try:
        return walk.materials.renderer.render(source, record.places[field], values, walk.language).strip()
    except RenderError as error:
        walk.materials.report_failure(error)
        return None


def ink_of(record: Record, field: str, walk: Walk, values: dict[str, object]) -> Colour | None:
    """Return the ink that a field names; None where it is absent or unknown."""
    value = record.fields.get(field)
    name = value.name if isinstance(value, Named) else render_field(record, field, walk, values)
    if not name:
        return None
    inks = walk.materials.game.layouts.inks
    if name not in inks:
        if isinstance(value, Named) or "{" not in str(value):
            return None  # written out in the layout, and reported when that was read
        place = record.places[field]
        problem = Problem("unknown-ink", place, f'there is no ink "{name}"', closest(name, inks), path=walk.path)
        walk.materials.report(problem, place, name)
        return None
    return inks[name]


def box_of(record: Record, walk: Walk) -> Box | None:
    """Return an element's box, moved by the repeats around it."""
    box = record.fields["box"]
    if not isinstance(box, tuple) or len(box) != 4:
        return None
    x, y, width, height = (float(part) for part in box if isinstance(part, (int, float)))
    if width <= 0 or height <= 0:
        return None  # reported when the layout was read
    return x + walk.shift[0], y + walk.shift[1], width, height


def check_inside(box: Box, record: Record, walk: Walk, reach: float) -> None:
    """Note a box that leaves the card (or, for a picture or a fill, its bleed)."""
    x, y, right, bottom = turned(box, walk.turns)
    size = walk.outline.size
    over = max(-x, -y, right - size.width, bottom - size.height)
    if over <= reach + 1e-6:
        return
    place = record.places["box"]
    what = "the card" if reach == 0 else f"the card and its {reach:g} mm bleed"
    message = f"this box leaves {what} ({size.width:g} × {size.height:g} mm) by {over - reach:g} mm"
    problem = Problem("box-outside-card", place, message, "move it inside or make it smaller", path=walk.path)
    walk.materials.report(problem, place)


def turned(box: Box, turns: tuple[Turn, ...]) -> Box:
    """Return the left, top, right and bottom of a box after the turns around it, innermost last."""
    x, y, width, height = box
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    for angle, about_x, about_y in reversed(turns):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        corners = [
            (
                about_x + (left - about_x) * cos - (top - about_y) * sin,
                about_y + (left - about_x) * sin + (top - about_y) * cos,
            )
            for left, top in corners
        ]
    return around(corners)
