"""Nets with what their panels show to placements and marks on a page: faces, tints and labels of flaps, lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from valleybuild.craft.lettering import centred, fitting_size, reading_angle
from valleybuild.craft.nets import Edge, Net, Part, Point, edge_length
from valleybuild.fonts import Font, width
from valleybuild.impose import Placement
from valleybuild.marks import MarkStyle
from valleybuild.scene import Colour, Inset, Item, Outline, Path, Scene, Size, Stroke
from valleybuild.units import MM_PER_POINT

CUT = MM_PER_POINT / 4  # 0.25 pt
HALO = MM_PER_POINT / 2  # 0.5 pt: bare paper beneath a line, so that it shows on ink
FOLD = 0.4 * MM_PER_POINT
DASH = (2.0, 1.0)
BLEED = 1.5  # mm that a face or an ink goes beyond a cut
LABEL = (7.5, 6.0)  # points


class Shown(msgspec.Struct, frozen=True):
    """A net and what it shows: faces by the name of the panel, and the ink of panels without a face or round it."""

    net: Net
    faces: Mapping[str, tuple[Scene, Outline]]
    ink: Colour | None
    id: str


class Pen(msgspec.Struct, frozen=True):
    """What is drawn with: the inks of lines and flaps, how marks look, the font of labels and the word for glue."""

    line: Colour
    flap: Colour
    style: MarkStyle
    font: Font
    glue: str


def turn_net(net: Net) -> Net:
    """Turn a net clockwise by a quarter, with its top left corner at (0, 0)."""
    left, _, _, bottom = net.bounds

    def turned(point: Point) -> Point:
        return bottom - point[1], point[0] - left

    def part(old: Part) -> Part:
        x, y, width, height = old.box
        corner = turned((x, y + height))
        return Part(
            old.name,
            tuple(turned(point) for point in old.corners),
            (*corner, height, width),
            (old.turn + 90) % 360,
            old.glued,
        )

    slots = tuple(tuple(turned(point) for point in slot) for slot in net.slots)
    meets = tuple(((turned(a[0]), turned(a[1])), (turned(b[0]), turned(b[1]))) for a, b in net.meets)
    return Net(net.name, tuple(part(one) for one in net.parts), slots, meets)


def place_net(shown: Shown, x: float, y: float, pen: Pen) -> tuple[list[Placement], list[Item]]:
    """Put a net on a page with its top left corner at (x, y): what it shows, and what is drawn over that."""
    net = shown.net
    left, top, _, _ = net.bounds
    dx, dy = x - left, y - top
    outline = Outline(net.name, net.size)
    ground = Scene(net.size, BLEED, tuple(_ground(shown, -left, -top, pen)))
    placements = [Placement(ground, x, y, (BLEED,) * 4, outline, shown.id)]
    folds = {frozenset(edge) for edge in net.folds}
    for panel in net.panels:
        face = shown.faces.get(panel.name)
        if face is not None:
            placements.append(_place_face(panel, face, folds, dx, dy, shown.id))
    return placements, [*_lines(net, dx, dy, pen), *_labels(net, dx, dy, pen)]


def _ground(shown: Shown, dx: float, dy: float, pen: Pen) -> list[Item]:
    """Fill the panels with their ink, a little beyond the cuts, then the flaps with theirs."""
    items: list[Item] = []
    if shown.ink is not None:
        stroke = Stroke(shown.ink, 2 * BLEED)
        items += [Path(_contour(panel.corners, dx, dy), shown.ink, stroke) for panel in shown.net.panels]
    return items + [Path(_contour(flap.corners, dx, dy), pen.flap) for flap in shown.net.flaps]


def _contour(corners: Sequence[Point], dx: float, dy: float) -> tuple[tuple[str | float, ...], ...]:
    first, *others = ((round(x + dx, 4), round(y + dy, 4)) for x, y in corners)
    return ("M", *first), *(("L", *point) for point in others), ("Z",)


def _place_face(
    panel: Part, face: tuple[Scene, Outline], folds: set[frozenset[Point]], dx: float, dy: float, id: str
) -> Placement:
    """Centre a face on its panel, made smaller where it must be; it goes beyond the panel where that is cut."""
    scene, outline = face
    x, y, width, height = panel.box
    level = panel.turn % 180 == 0
    wide, high = (outline.size.width, outline.size.height) if level else (outline.size.height, outline.size.width)
    scale = min(1.0, width / wide, height / high)
    if scale < 1 - 1e-9:
        size = Size(outline.size.width * scale, outline.size.height * scale)
        scene, outline = Scene(size, 0.0, (Inset(scene, 0.0, 0.0, scale),)), Outline(outline.name, size)
        wide, high = wide * scale, high * scale
    beside, above = (width - wide) / 2, (height - high) / 2
    # The sides of a rectangle as its corners run: top, right, bottom, left.
    sides = [0.0 if frozenset(edge) in folds else BLEED for edge in panel.edges]
    if len(panel.corners) != 4 or not _is_level(panel):
        sides = [0.0] * 4
    up, right, down, left = _as_they_lie(panel, sides)
    reach = tuple(
        min(scene.bleed, room + more) for room, more in ((beside, left), (above, up), (beside, right), (above, down))
    )
    assert len(reach) == 4
    at = (round(x + beside + dx, 4), round(y + above + dy, 4))
    return Placement(scene, *at, reach, outline, id, panel.turn)


def _is_level(panel: Part) -> bool:
    xs, ys = ({round(corner[axis], 4) for corner in panel.corners} for axis in (0, 1))
    return len(xs) == len(ys) == 2


def _as_they_lie(panel: Part, sides: list[float]) -> list[float]:
    """Sort what belongs to the edges of a rectangle to top, right, bottom and left, wherever its corners start."""
    x, y, width, height = panel.box
    middles = [(x + width / 2, y), (x + width, y + height / 2), (x + width / 2, y + height), (x, y + height / 2)]
    found = []
    for wanted in middles:
        index = min(range(len(panel.edges)), key=lambda number: _distance(panel.edges[number], wanted))
        found.append(sides[index])
    return found


def _distance(edge: Edge, point: Point) -> float:
    (x1, y1), (x2, y2) = edge
    return float(((x1 + x2) / 2 - point[0]) ** 2 + ((y1 + y2) / 2 - point[1]) ** 2)


def _lines(net: Net, dx: float, dy: float, pen: Pen) -> list[Item]:
    """Draw folds dashed and cuts solid, on a line of bare paper that shows where they cross ink."""

    def path(lines: Sequence[Sequence[Point]]) -> tuple[tuple[str | float, ...], ...]:
        return tuple(
            ("M" if index == 0 else "L", round(x + dx, 4), round(y + dy, 4))
            for line in lines
            for index, (x, y) in enumerate(line)
        )

    items: list[Item] = []
    if net.folds:
        folds = path(net.folds)
        items += [Path(folds, stroke=Stroke(pen.style.paper, FOLD)), Path(folds, stroke=Stroke(pen.line, FOLD, DASH))]
    cuts = path([*net.cuts, *net.slots])
    return [*items, Path(cuts, stroke=Stroke(pen.style.paper, HALO)), Path(cuts, stroke=Stroke(pen.line, CUT))]


def _labels(net: Net, dx: float, dy: float, pen: Pen) -> list[Item]:
    """Write the word for glue on every flap that has room for it, along the edge it hangs on."""
    items: list[Item] = []
    for flap in net.flaps:
        edges = sorted(flap.edges, key=edge_length)
        hung, free = edges[-1], edges[-2]
        xs, ys = zip(*flap.corners, strict=True)
        depth = min(max(xs) - min(xs), max(ys) - min(ys))
        if abs(edge_length(hung) - edge_length(free)) < 1e-6:  # a square flap: any of its sides will do
            free = hung
        size = fitting_size(pen.glue, pen.font, (edge_length(free), depth), LABEL)
        if size is None:
            continue
        middle = (sum(xs) / len(xs) + dx, sum(ys) / len(ys) + dy)
        items.append(centred(pen.glue, middle, pen.font, size=size, ink=pen.line, angle=reading_angle(*hung)))
    return items


def draw_key(words: Mapping[str, str], at: Point, pen: Pen) -> list[Item]:
    """Explain the lines, to the left of a point on the baseline: what is cut, folded and glued."""
    size, (x, y) = LABEL[1] + 0.5, at
    items: list[Item] = []
    for word, sample in reversed(tuple(words.items())):
        long = width(pen.font, sample, size)
        items.append(centred(sample, (x - long / 2, y - 0.8), pen.font, size=size, ink=pen.style.line))
        x -= long + 1.2
        items += _sample(word, x - 6.0, y - 0.8, pen)
        x -= 6.0 + 4.0
    return items


def _sample(word: str, x: float, y: float, pen: Pen) -> list[Item]:
    line = (("M", x, y), ("L", x + 6.0, y))
    match word:
        case "fold":
            return [Path(line, stroke=Stroke(pen.line, FOLD, DASH))]
        case "glue":
            corners = ((x, y - 1.1), (x + 6.0, y - 1.1), (x + 6.0, y + 1.1), (x, y + 1.1))
            return [Path(_contour(corners, 0.0, 0.0), pen.flap, Stroke(pen.line, FOLD))]
        case _:
            return [Path(line, stroke=Stroke(pen.line, CUT))]
