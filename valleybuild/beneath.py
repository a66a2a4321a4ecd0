"""The items of a face, in painting order, to the ink that a spot of it shows: what lies beneath a text or an icon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import cos, dist, hypot, radians, sin

import msgspec

from valleybuild.boxes import EVERYWHERE, Box, Point, around, common
from valleybuild.scene import Colour, Drawing, Group, Inset, Item, Path, Raster, Run, Use
from valleybuild.svgpath import IDENTITY, Matrix, multiply
from valleybuild.units import MM_PER_POINT

ICON_FONT = "icons"
ICON_FILES = "fonts/icons/"
"""Where the drawings of icons come from: the start of their names."""
_STEPS = 5  # straight pieces of a curve
_SHORT = 5.0  # mm: a shorter text is looked at in its middle alone
_MOST_SPOTS = 5  # of a line
_MIDDLE = 0.3  # em above the baseline: half of a small letter

Width = Callable[[str, str], float]
"""The width of a text in a font's role, in em."""


class Shape(msgspec.Struct, frozen=True):
    """A path as straight pieces, each contour's points in turn, and the box round them all, its line included."""

    path: Path
    contours: tuple[tuple[Point, ...], ...]
    box: Box


class Layer(msgspec.Struct, frozen=True):
    """An item that has been painted, the box round it, and the way from the face to the item's own space."""

    item: Path | Drawing
    box: Box
    way: Matrix


Known = dict[int, tuple[object, tuple[Shape, ...]]]
"""The shapes of paths and drawings by identity, with what they are of, so that it stays."""


class Beneath:
    """What has been painted on a face so far. Shapes are kept for the drawings that come again."""

    def __init__(self, shapes: Known | None = None, tone: Callable[[Drawing], Drawing] | None = None) -> None:
        """Begin with bare paper; `shapes` are those known already, by identity.

        With `tone` drawings look as it makes them, which is done for those alone that are looked at.
        """
        self.tone = tone
        self.layers: list[Layer] = []
        self.known: Known = {} if shapes is None else shapes

    def add_part(self, path: Path, box: Box) -> None:
        """Paint a part of a drawing whose box is known over what there is of the drawing."""
        self.layers.append(Layer(path, box, IDENTITY))

    def add(self, item: Path | Use, matrix: Matrix, cut: Box = EVERYWHERE) -> None:
        """Paint a path or a drawing over what there is, within the box it is cut to."""
        if isinstance(item, Use):
            box = (item.x, item.y, item.x + item.width, item.y + item.height)
            way = multiply(matrix, _placing(item))
            self.layers.append(Layer(item.drawing, common(cut, _turned(box, matrix)), way))
        else:
            self.layers.append(Layer(item, common(cut, _turned(box_of(item), matrix)), matrix))

    def cover(self, items: Iterable[Item], matrix: Matrix) -> None:
        """Paint all paths and drawings of items, those of groups and insets too."""
        for item, way, cut in spread(items, matrix):
            if isinstance(item, (Path, Use)):
                self.add(item, way, cut)

    def at(self, spot: Point) -> Colour | None:
        """Return the ink that a spot shows; None for bare paper."""
        for layer in reversed(self.layers):
            if not _within(spot, layer.box):
                continue
            here = spot if layer.way == IDENTITY else _apply(_inverse(layer.way), spot)
            for shape in reversed(self._shapes(layer.item)):
                shown = _shown(shape, here) if _within(here, shape.box) else None
                if shown is not None:
                    return shown
        return None

    def _shapes(self, item: Path | Drawing) -> tuple[Shape, ...]:
        """Return the shapes of a path or a drawing, made when first asked for."""
        known = self.known.get(id(item))
        if known is None:
            looks = self.tone(item) if self.tone and isinstance(item, Drawing) else item
            paths = [looks] if isinstance(looks, Path) else [part for part in looks.items if isinstance(part, Path)]
            known = self.known[id(item)] = (item, tuple(shape_of(path) for path in paths))
        return known[1]


def spread(
    items: Iterable[Item], matrix: Matrix = IDENTITY, cut: Box = EVERYWHERE
) -> Iterator[tuple[Run | Path | Use | Raster, Matrix, Box]]:
    """Yield the items of a face in painting order, those of groups and insets too.

    With each comes its way to the face, and the box of the face to which it is cut.
    """
    for item in items:
        if isinstance(item, Group):
            way = multiply(matrix, turning(item))
            yield from spread(item.items, way, common(cut, _placed(item.clip, way)) if item.clip else cut)
        elif isinstance(item, Inset):
            way = multiply(matrix, (item.scale, 0.0, 0.0, item.scale, item.x, item.y))
            size = item.scene.size
            yield from spread(item.scene.items, way, common(cut, _placed((0.0, 0.0, size.width, size.height), way)))
        else:
            yield item, matrix, cut


def turning(group: Group) -> Matrix:
    """Return the way from a group's items to what is around it."""
    if not group.angle:
        return IDENTITY
    c, s = cos(radians(group.angle)), sin(radians(group.angle))
    return (c, s, -s, c, group.x - c * group.x + s * group.y, group.y - s * group.x - c * group.y)


def is_icon(item: object) -> bool:
    """Say whether an item is an icon: one in a text or a drawing of its own."""
    if isinstance(item, Run):
        return item.font == ICON_FONT
    return isinstance(item, Use) and item.drawing.name.startswith(ICON_FILES)


def spots_of(item: Run | Use | Path, matrix: Matrix, width: Width) -> list[Point]:
    """Return spots of a face that an item lies on: along the middle of a text, on a line, or in a box."""
    if isinstance(item, Run):
        em = item.size * MM_PER_POINT
        long = width(item.text, item.font) * em + sum(item.spread) * em / 1000
        y = item.y - _MIDDLE * em
        shares = (0.5,) if long < _SHORT else (0.06, 0.5, 0.94)
        spots = [(item.x + long * share, y) for share in shares]
    elif isinstance(item, Path) and item.fill is None:
        spots = _spots_on(item)
    else:
        if isinstance(item, Use):
            left, top, right, bottom = item.x, item.y, item.x + item.width, item.y + item.height
        else:
            left, top, right, bottom = box_of(item)
        x, y = (left + right) / 2, (top + bottom) / 2
        across, down = (right - left) * 0.4, (bottom - top) * 0.4
        spots = [(x, y), *((x + i * across, y + j * down) for i in (-1, 1) for j in (-1, 1))]
    return spots if matrix == IDENTITY else [_apply(matrix, spot) for spot in spots]


def _spots_on(path: Path) -> list[Point]:
    """Return spots on the longest pieces of a line, off their middles, where something else often crosses."""
    contours = shape_of(path).contours
    pieces = [pair for contour in contours for pair in pairwise(contour)]
    pieces.sort(key=lambda pair: dist(*pair), reverse=True)
    longest = pieces[:_MOST_SPOTS] or [(contour[0], contour[0]) for contour in contours]
    return [((2 * ax + bx) / 3, (2 * ay + by) / 3) for (ax, ay), (bx, by) in longest] or [(0.0, 0.0)]


def box_of(path: Path) -> Box:
    """Return a box round a path, its line and the handles of its curves included."""
    xs = [float(x) for segment in path.segments for x in segment[1::2]] or [0.0]
    ys = [float(y) for segment in path.segments for y in segment[2::2]] or [0.0]
    reach = path.stroke.width / 2 if path.stroke else 0.0
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def vertex_of(path: Path) -> Point:
    """Return a point on a path, half-way along its segments."""
    drawn = [segment for segment in path.segments if len(segment) > 2]
    _, *numbers = drawn[len(drawn) // 2]
    return float(numbers[-2]), float(numbers[-1])


def area_of(path: Path) -> float:
    """Return the area of the box round a path, in square mm (in a drawing: in its units, squared)."""
    return size_of(box_of(path))


def size_of(box: Box) -> float:
    """Return the area of a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def _placing(item: Use) -> Matrix:
    drawing = item.drawing
    return (item.width / drawing.width, 0.0, 0.0, item.height / drawing.height, item.x, item.y)


def shape_of(path: Path) -> Shape:
    """Return a path as straight pieces; a closed one ends where it begins."""
    contours: list[list[Point]] = []
    for kind, *lengths in path.segments:
        if kind == "Z":
            continue
        numbers = [float(length) for length in lengths]
        if kind == "M":
            contours.append([(numbers[0], numbers[1])])
        elif kind == "L":
            contours[-1].append((numbers[0], numbers[1]))
        else:
            contours[-1].extend(_curve(contours[-1][-1], numbers))
    closed = any(segment[0] == "Z" for segment in path.segments)
    lines = tuple(tuple([*contour, contour[0]] if closed else contour) for contour in contours)
    return Shape(path, lines, box_of(path))


def _curve(start: Point, numbers: list[float]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    points: list[Point] = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def _shown(shape: Shape, spot: Point) -> Colour | None:
    """Return the ink of the line or the area with which a shape covers a spot."""
    path = shape.path
    if path.stroke is not None and not path.stroke.dash and _on_line(shape, spot, path.stroke.width / 2):
        return path.stroke.colour
    return path.fill if path.fill is not None and _inside(shape, spot) else None


def _inside(shape: Shape, spot: Point) -> bool:
    x, y = spot
    turns = crossings = 0
    for contour in shape.contours:
        ahead = contour[-1]
        for point in contour:
            if (ahead[1] <= y) != (point[1] <= y):
                side = (point[0] - ahead[0]) * (y - ahead[1]) - (x - ahead[0]) * (point[1] - ahead[1])
                up = point[1] > ahead[1]
                if (side > 0) == up:  # the edge lies to the right of the spot
                    crossings += 1
                    turns += 1 if up else -1
            ahead = point
    return bool(crossings % 2) if shape.path.even_odd else turns != 0


def _on_line(shape: Shape, spot: Point, reach: float) -> bool:
    x, y = spot
    for contour in shape.contours:
        for (ax, ay), (bx, by) in pairwise(contour):
            if x < min(ax, bx) - reach or x > max(ax, bx) + reach or y < min(ay, by) - reach or y > max(ay, by) + reach:
                continue
            dx, dy = bx - ax, by - ay
            along = dx * dx + dy * dy
            share = min(max(((x - ax) * dx + (y - ay) * dy) / along, 0.0), 1.0) if along else 0.0
            if hypot(x - ax - share * dx, y - ay - share * dy) <= reach:
                return True
    return False


def _placed(box: tuple[float, float, float, float], way: Matrix) -> Box:
    """Return the box of the face round an item's own (x, y, width, height)."""
    x, y, width, height = box
    return _turned((x, y, x + width, y + height), way)


def _within(spot: Point, box: Box) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def _apply(matrix: Matrix, spot: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = spot
    return a * x + c * y + e, b * x + d * y + f


def _turned(box: Box, matrix: Matrix) -> Box:
    if matrix == IDENTITY:
        return box
    left, top, right, bottom = box
    corners = [_apply(matrix, corner) for corner in ((left, top), (right, top), (left, bottom), (right, bottom))]
    return around(corners)


def _inverse(matrix: Matrix) -> Matrix:
    if matrix == IDENTITY:
        return matrix
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)
