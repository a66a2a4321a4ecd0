"""A drawing in, a small picture in pixels out: what checks look at to compare drawings and to see what they cover."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image, ImageChops, ImageDraw

from valleybuild.scene import Colour, Drawing, Path
from valleybuild.svgpath import Segment

STEPS = 6  # into how many lines a curve is cut: at this size more cannot be seen
BARE = (255, 0, 255, 0)  # where nothing is painted

Points = list[tuple[float, float]]


def draw_small(drawing: Drawing, width: int) -> Image.Image:
    """Draw the shapes of a drawing `width` pixels wide, its proportions kept, in the RGB of their inks.

    The fourth channel is 0 where nothing is painted and 255 elsewhere. Edges are hard, so that each pixel is of one
    ink and every computer draws the same.
    """
    scale = width / drawing.width
    size = (width, max(1, round(drawing.height * scale)))
    image = Image.new("RGBA", size, BARE)
    pen = ImageDraw.Draw(image)
    for shape in drawing.items:
        if not isinstance(shape, Path):
            continue
        outlines = list(contours(shape.segments, scale))
        if shape.fill is not None:
            _fill(image, pen, [points for points, _ in outlines], shape.fill, even_odd=shape.even_odd)
        if shape.stroke is not None:
            across = max(1, round(shape.stroke.width * scale))
            for points, closed in outlines:
                _line(pen, [*points, points[0]] if closed else points, shape.stroke.colour, across)
    return image


def contours(segments: tuple[Segment, ...], scale: float) -> Iterator[tuple[Points, bool]]:
    """Yield each contour as points, its curves cut into lines, and whether it is closed."""
    points: Points = []
    closed = False
    for segment in segments:
        numbers = [float(number) * scale for number in segment[1:]]
        if segment[0] == "M":
            if points:
                yield points, closed
            points, closed = [(numbers[0], numbers[1])], False
        elif segment[0] == "L":
            points.append((numbers[0], numbers[1]))
        elif segment[0] == "C":
            points += _curve(points[-1], numbers)
        else:
            closed = True
    if points:
        yield points, closed


def _curve(start: tuple[float, float], numbers: list[float]) -> Points:
    (x, y), (x1, y1, x2, y2, x3, y3) = start, numbers
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        found.append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
    return found


def _fill(image: Image.Image, pen: ImageDraw.ImageDraw, contours: list[Points], ink: Colour, *, even_odd: bool) -> None:
    """Fill contours; of several, those that lie within others the other way round are holes."""
    colour = (*ink.rgb, 255)
    solid = [points for points in contours if len(points) > 2]
    if len(solid) == 1:
        pen.polygon(solid[0], fill=colour)
    if len(solid) < 2:
        return
    whole = Image.new("1", image.size)
    first = _turn(max(solid, key=lambda points: abs(_turn(points))))
    for points in sorted(solid, key=lambda points: _turn(points) * first < 0):
        mask = Image.new("1", image.size)
        ImageDraw.Draw(mask).polygon(points, fill=1)
        if even_odd:
            whole = ImageChops.logical_xor(whole, mask)
        elif _turn(points) * first >= 0:
            whole = ImageChops.logical_or(whole, mask)
        else:
            whole = ImageChops.logical_and(whole, ImageChops.invert(mask.convert("L")).convert("1"))
    image.paste(colour, mask=whole)


def _turn(points: Points) -> float:
    """Return twice the area that points enclose, below 0 where they run the other way round."""
    ends = [*points[1:], points[0]]
    return sum(x * below - right * y for (x, y), (right, below) in zip(points, ends, strict=True))


def _line(pen: ImageDraw.ImageDraw, points: Points, ink: Colour, across: int) -> None:
    colour = (*ink.rgb, 255)
    if len(points) > 1:
        pen.line(points, fill=colour, width=across, joint="curve" if across > 2 else None)
    if across > 2:
        for x, y in (points[0], points[-1]):
            pen.ellipse((x - across / 2, y - across / 2, x + across / 2, y + across / 2), fill=colour)
