"""What is drawn: a face or a page as a size and positioned items, in mm, origin top left, y down.

Compose and the products make scenes, paint turns them into PDF. Every value is frozen and hashable, so that two
equal faces are known to be equal and are painted once.
"""

from __future__ import annotations

import msgspec


class Colour(msgspec.Struct, frozen=True):
    """A named ink. `cmyk` in percent (0 to 100) is what a press prints; `rgb` (0 to 255) is derived for screens."""

    name: str
    cmyk: tuple[float, float, float, float]
    rgb: tuple[int, int, int]


class Size(msgspec.Struct, frozen=True, order=True):
    """Width and height in mm."""

    width: float
    height: float


class Stroke(msgspec.Struct, frozen=True):
    """A line's colour, width in mm, dashes in mm (empty: solid) and whether its ends and joins are round."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    round: bool = False


class Path(msgspec.Struct, frozen=True):
    """A shape of straight and curved segments.

    `segments` are tuples: ("M", x, y) starts a contour, ("L", x, y) draws a line, ("C", x1, y1, x2, y2, x, y) a
    cubic curve, ("Z",) closes the contour. Coordinates are absolute, in mm (in a `Drawing`: in the drawing's units).
    """

    segments: tuple[tuple[str | float, ...], ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Run(msgspec.Struct, frozen=True):
    """Text of one font on one baseline, starting at (x, y). `size` is in points, `font` is a role of fonts.yaml.

    `spread` is, for each character, how much further than the font says the next one stands, in thousandths of an em;
    empty where all stand as the font says.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    spread: tuple[int, ...] = ()


class Drawing(msgspec.Struct, frozen=True):
    """A picture in its own coordinates (viewBox 0 0 width height), painted once and used many times."""

    name: str
    width: float
    height: float
    items: tuple[Path | Raster, ...]


class Raster(msgspec.Struct, frozen=True):
    """A bitmap that fills (x, y, width, height). `file` is its path below the project root, `pixels` its size."""

    x: float
    y: float
    width: float
    height: float
    file: str
    pixels: tuple[int, int]


class Use(msgspec.Struct, frozen=True):
    """A drawing placed: its top left corner at (x, y), scaled to width x height mm."""

    drawing: Drawing
    x: float
    y: float
    width: float
    height: float


class Group(msgspec.Struct, frozen=True):
    """Items turned clockwise by `angle` degrees about (x, y), and clipped to `clip` (x, y, width, height) if given."""

    items: tuple[Item, ...]
    angle: float = 0.0
    x: float = 0.0
    y: float = 0.0
    clip: tuple[float, float, float, float] | None = None


class Inset(msgspec.Struct, frozen=True):
    """A whole face within another: the top left corner of its trim at (x, y), scaled, cut to its trim."""

    scene: Scene
    x: float
    y: float
    scale: float
    radius: float = 0.0


Item = Run | Path | Raster | Use | Group | Inset


class Outline(msgspec.Struct, frozen=True):
    """The shape a component is cut to. `shape` is "rectangle" or "circle"; `radius` is of the corners, in mm."""

    name: str
    size: Size
    shape: str = "rectangle"
    radius: float = 0.0


class Scene(msgspec.Struct, frozen=True):
    """One face: its trim size, how far its items reach beyond the trim (bleed, mm), and the items in painting order.

    (0, 0) is the top left corner of the trim; items in the bleed have coordinates below 0 or beyond the size.
    """

    size: Size
    bleed: float
    items: tuple[Item, ...]


class Link(msgspec.Struct, frozen=True):
    """A rectangle (x, y, width, height) of a page, in mm, that leads to the anchor `to`."""

    x: float
    y: float
    width: float
    height: float
    to: str


class Anchor(msgspec.Struct, frozen=True):
    """A place on a page that links and bookmarks lead to: its name and how far down it is, in mm."""

    name: str
    y: float


class Bookmark(msgspec.Struct, frozen=True):
    """An entry of a file's outline: its title, the anchor it leads to, and how deep it lies (0 for the first level)."""

    title: str
    to: str
    level: int


def text_of(items: tuple[Item, ...]) -> list[str]:
    """List the text runs of a scene's items in painting order, for dumps and read-back tests."""
    found: list[str] = []
    for item in items:
        if isinstance(item, Run):
            found.append(item.text)
        elif isinstance(item, Group):
            found.extend(text_of(item.items))
        elif isinstance(item, Inset):
            found.extend(text_of(item.scene.items))
    return found
