"""A drawing to how much ink it takes: the mean over its box, in parts of a solid."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from valleybuild.beneath import shape_of
from valleybuild.boxes import Point
from valleybuild.inks import ink_share
from valleybuild.scene import Colour, Drawing, Path, Raster

if TYPE_CHECKING:
    from PIL.Image import Image

FINE = 256
"""Dots along the longer side of a drawing, which is measured in dots."""
_SOLID = 100  # what a dot holds of a solid of one ink; two solids on top of each other are 200


def coverage(drawing: Drawing, *, bitmap: float) -> float:
    """Return how much ink a drawing takes in the mean, 0 for bare paper, 1 for black; its bitmaps take `bitmap`.

    The drawing is laid out in dots. Lines are at least one dot wide, so that fine ones count a little too much.
    """
    from PIL import Image, ImageDraw, ImageStat

    scale = FINE / max(drawing.width, drawing.height)
    dots = Image.new("L", (ceil(drawing.width * scale), ceil(drawing.height * scale)))
    pen = ImageDraw.Draw(dots)
    for item in drawing.items:
        if isinstance(item, Raster):
            corners = (item.x, item.y, item.x + item.width, item.y + item.height)
            pen.rectangle([length * scale for length in corners], fill=round(bitmap * _SOLID))
            continue
        contours = [[(x * scale, y * scale) for x, y in contour] for contour in shape_of(item).contours]
        contours = [contour for contour in contours if len(contour) > 1]
        if item.fill is not None:
            if len(contours) == 1:
                pen.polygon(contours[0], fill=_depth(item.fill))
            else:
                dots.paste(_depth(item.fill), mask=_area(item, contours, dots.size))
        if item.stroke is not None:
            width = max(1, round(item.stroke.width * scale))
            for contour in contours:
                pen.line(contour, fill=_depth(item.stroke.colour, _drawn(item.stroke.dash)), width=width)
    return ImageStat.Stat(dots).mean[0] / _SOLID


def _depth(colour: Colour, share: float = 1.0) -> int:
    return round(ink_share(colour.rgb) * share * _SOLID)


def _drawn(dash: tuple[float, ...]) -> float:
    """Return how much of a line is drawn, the gaps between its dashes left out."""
    whole = sum(dash)
    return sum(dash[::2]) / whole if whole > 0 and len(dash) % 2 == 0 else 1.0


def _area(path: Path, contours: list[list[Point]], size: tuple[int, int]) -> Image:
    """Return the dots within several contours: one that runs the other way round than the first is a hole."""
    from PIL import Image, ImageChops, ImageDraw

    area = Image.new("1", size)
    for contour in contours:
        inside = Image.new("1", size)
        ImageDraw.Draw(inside).polygon(contour, fill=255)
        if path.even_odd:
            area = ImageChops.logical_xor(area, inside)
        elif _clockwise(contour) == _clockwise(contours[0]):
            area = ImageChops.logical_or(area, inside)
        else:
            area = ImageChops.logical_and(area, ImageChops.invert(inside))
    return area


def _clockwise(contour: list[Point]) -> bool:
    before = contour[-1:] + contour[:-1]
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(before, contour, strict=True)) > 0
