"""Lengths to nets: the panels and glue flaps of what is folded from card, and the lines to fold and to cut. Geometry.

Every part is a polygon. An edge that two parts share is a fold, every other one is a cut, so a net has no line that
its parts do not ask for. All lengths are in mm, x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from valleybuild.boxes import Box, around
from valleybuild.scene import Size

Point = tuple[float, float]
Edge = tuple[Point, Point]

ROUNDING = 1e-6
PLACES = 4  # decimals to which corners are told apart
SLACK = 0.1  # mm a slot is wider than the card that goes into it
BEVEL = 0.35  # of a flap's depth: how far its free corners are drawn in along the edge it hangs on
LEAN = 0.18  # of a base's width: how far its upper corners are drawn in, on each side


class Part(msgspec.Struct, frozen=True):
    """A panel, which shows something, or a flap, which is glued behind a panel (`glued`).

    A panel is drawn in the rectangle `box` (x, y, width, height), turned clockwise by `turn`.
    """

    name: str
    corners: tuple[Point, ...]
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: int = 0
    glued: bool = False

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Its edges, from corner to corner all round."""
        return tuple(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))


class Net(msgspec.Struct, frozen=True):
    """What is folded from one piece of card: its parts, slots to cut out, and which edges meet once it is folded."""

    name: str
    parts: tuple[Part, ...]
    slots: tuple[tuple[Point, ...], ...] = ()
    meets: tuple[tuple[Edge, Edge], ...] = ()

    @property
    def panels(self) -> tuple[Part, ...]:
        """Its parts that show something."""
        return tuple(part for part in self.parts if not part.glued)

    @property
    def flaps(self) -> tuple[Part, ...]:
        """Its parts that are glued behind others."""
        return tuple(part for part in self.parts if part.glued)

    @property
    def bounds(self) -> Box:
        """Its left, top, right and bottom."""
        return around(corner for part in self.parts for corner in part.corners)

    @property
    def size(self) -> Size:
        """How much room it takes."""
        left, top, right, bottom = self.bounds
        return Size(right - left, bottom - top)

    @property
    def folds(self) -> tuple[Edge, ...]:
        """The edges that two parts share."""
        return tuple(edges[0] for edges in self._shared().values() if len(edges) > 1)

    @property
    def cuts(self) -> tuple[Edge, ...]:
        """The edges of one part alone; where a slot opens they are cut away with it."""
        free = [edges[0] for edges in self._shared().values() if len(edges) == 1]
        return tuple(piece for edge in free for piece in _without(edge, self.slots))

    def _shared(self) -> dict[frozenset[Point], list[Edge]]:
        found: dict[frozenset[Point], list[Edge]] = {}
        for part in self.parts:
            for edge in part.edges:
                found.setdefault(frozenset((_rounded(edge[0]), _rounded(edge[1]))), []).append(edge)
        return found


def _rounded(point: Point) -> Point:
    return round(point[0], PLACES), round(point[1], PLACES)


def _without(edge: Edge, slots: Iterable[Sequence[Point]]) -> list[Edge]:
    """Take the mouth of a slot, between its first and its last point, out of the edge that it opens."""
    start, end = edge
    for slot in slots:
        mouth = sorted((slot[0], slot[-1]), key=lambda point: edge_length((start, point)))
        if all(_lies_on(point, edge) for point in mouth):
            return [(start, mouth[0]), (mouth[1], end)]
    return [edge]


def _lies_on(point: Point, edge: Edge) -> bool:
    start, end = edge
    return abs(edge_length((start, point)) + edge_length((point, end)) - edge_length(edge)) < ROUNDING


def _panel(name: str, x: float, y: float, width: float, height: float, turn: int = 0) -> Part:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Part(name, corners, (x, y, width, height), turn)


def _flap(edge: Edge, depth: float, bevel: float) -> Part:
    """Hang a flap on a panel's edge, outwards: to the left of whoever goes from its first point to its last."""
    (x1, y1), (x2, y2) = edge
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ax, ay = (x2 - x1) / length, (y2 - y1) / length
    ox, oy = ay * depth, -ax * depth
    inner = min(bevel, length / 3)
    corners = ((x1, y1), (x1 + ax * inner + ox, y1 + ay * inner + oy), (x2 - ax * inner + ox, y2 - ay * inner + oy))
    return Part("flap", (*corners, (x2, y2)), glued=True)


def cube_net(edge: float, flap: float) -> Net:
    """Return the net of a die: six panels `1` to `6`, of which opposite ones add up to seven, and seven flaps.

    Looked at from the corner where 1, 2 and 3 meet, they run against the clock. Raises ValueError for a flap that is
    too deep for its edge.
    """
    if not 0 < flap <= edge / 2:
        raise ValueError(f"a flap of {flap:g} mm on an edge of {edge:g} mm")
    at = {"2": (1, 0), "3": (0, 1), "1": (1, 1), "4": (2, 1), "5": (1, 2), "6": (1, 3)}
    panels = {name: _panel(name, x * edge, y * edge, edge, edge) for name, (x, y) in at.items()}
    hung = [("3", 0), ("3", 2), ("3", 3), ("4", 0), ("4", 1), ("4", 2), ("6", 2)]
    flaps = [_flap(panels[name].edges[side], flap, flap) for name, side in hung]
    glued = [("2", 3), ("5", 3), ("6", 3), ("2", 1), ("6", 1), ("5", 1), ("2", 0)]
    meets = [(panels[a].edges[i], panels[b].edges[j]) for (a, i), (b, j) in zip(hung, glued, strict=True)]
    return Net("cube", (*panels.values(), *flaps), meets=tuple(meets))


def standee_net(width: float, height: float, *, slot: float, card: float) -> Net:
    """Return a standee: the front below the fold, the back above it and upside down; both have a slot at the foot.

    `card` is the thickness of one layer. Folded there are two, and the base that goes into the slot has two as well.
    """
    _check_slot(width, height, slot, card)
    back = _panel("back", 0.0, 0.0, width, height, 180)
    front = _panel("front", 0.0, height, width, height)
    slots = _slots(width / 2, top=0.0, bottom=2 * height, depth=slot, card=card)
    return Net("standee", (back, front), slots, meets=((back.edges[0], front.edges[2]),))


def base_net(width: float, height: float, *, slot: float, card: float) -> Net:
    """Return the base of a standee: two panels with the fold at the foot, narrower above, with a slot from above."""
    _check_slot(width, height, slot, card)
    lean = width * LEAN
    upper = ((lean, 0.0), (width - lean, 0.0), (width, height), (0.0, height))
    lower = ((0.0, height), (width, height), (width - lean, 2 * height), (lean, 2 * height))
    outer = Part("outer", upper, (0.0, 0.0, width, height))
    inner = Part("inner", lower, (0.0, height, width, height), 180)
    slots = _slots(width / 2, top=0.0, bottom=2 * height, depth=slot, card=card)
    return Net("base", (outer, inner), slots, meets=((outer.edges[0], inner.edges[2]),))


def _check_slot(width: float, height: float, slot: float, card: float) -> None:
    if not 0 < slot < height or not 0 < slot_width(card) < width / 2:
        raise ValueError(f"a slot of {slot_width(card):g} × {slot:g} mm in {width:g} × {height:g} mm")


def slot_width(card: float) -> float:
    """Return how wide a slot is for two layers of card."""
    return 2 * card + SLACK


def _slots(x: float, *, top: float, bottom: float, depth: float, card: float) -> tuple[tuple[Point, ...], ...]:
    """Cut a slot into the upper edge and one into the lower edge, about x."""
    half = slot_width(card) / 2
    return (
        ((x - half, top), (x - half, top + depth), (x + half, top + depth), (x + half, top)),
        ((x - half, bottom), (x - half, bottom - depth), (x + half, bottom - depth), (x + half, bottom)),
    )


def tray_net(length: float, width: float, height: float, *, flap: float, lid: bool) -> Net:
    """Return a tray: a floor of `length` by `width`, four walls as high as `height`, and a flap at each corner.

    A `lid` lies with its floor on top, and its walls are read that way up; those of any other tray the other way.
    """
    if min(length, width, height) <= 0 or not 0 < flap <= width / 2:
        raise ValueError(f"a tray of {length:g} × {width:g} × {height:g} mm with flaps of {flap:g} mm")
    floor = _panel("floor", 0.0, 0.0, length, width)
    over = 0 if lid else 180
    back = _panel("long", 0.0, -height, length, height, (180 + over) % 360)
    front = _panel("long", 0.0, width, length, height, over)
    left = _panel("short", -height, 0.0, height, width, (90 + over) % 360)
    right = _panel("short", length, 0.0, height, width, (270 + over) % 360)
    bevel = min(flap, height) * BEVEL
    hung = [(back, 3), (back, 1), (front, 3), (front, 1)]
    flaps = [_flap(wall.edges[side], flap, bevel) for wall, side in hung]
    glued = [(left, 0), (right, 0), (left, 2), (right, 2)]
    meets = [(a.edges[i], b.edges[j]) for (a, i), (b, j) in zip(hung, glued, strict=True)]
    return Net("lid" if lid else "tray", (floor, back, front, left, right, *flaps), meets=tuple(meets))


def edge_length(edge: Edge) -> float:
    """Return how long an edge is."""
    (x1, y1), (x2, y2) = edge
    return float(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
