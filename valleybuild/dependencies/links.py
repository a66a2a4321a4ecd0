"""Links and where they can meet blocks to curves: each has a point of its own at a block and a track to turn on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from valleybuild.dependencies.model import Link
from valleybuild.scene import Colour, Item, Path, Stroke
from valleybuild.svgpath import ellipse

WIDTH = 0.55  # mm
CASING = 0.25  # mm of white on both sides, so that a crossing reads as one line above the other
STEP = 1.9  # mm between the ends of links at one side of a block
BULGE = (4.5, 1.6)  # mm: how far a link within a column goes out, and how much further each next one
EDGE = 0.12  # of the room between two columns: kept free of tracks at both sides
DOT = 0.75  # mm


class Reach(msgspec.Struct, frozen=True):
    """Where links can meet a block or a line: its column and its sides; `first` ends its first line."""

    column: int
    left: float
    right: float
    top: float
    first: float
    bottom: float

    def middle(self, links: int) -> float:
        """Return where so many links meet it: at its first line, or along all of it where they are many."""
        return (self.top + (self.first if links < 3 else self.bottom)) / 2

    def step(self, links: int) -> float:
        """Return how far apart so many links meet it."""
        height = (self.first if links < 3 else self.bottom) - self.top
        return min(STEP, height / (links + 1))


Curve = tuple[tuple[str | float, ...], ...]
Port = tuple[str, str]  # an id and a side, "left" or "right"


def draw_links(links: Sequence[Link], reaches: Mapping[str, Reach], inks: Mapping[str, Colour]) -> list[Item]:
    """Draw every link between what there is: a curve in its ink over a white one, and a dot where it ends."""
    drawn = [link for link in links if link.start in reaches and link.end in reaches]
    heights = _heights(drawn, reaches)
    tracks = _tracks(drawn, reaches, heights)
    last = max((reach.column for reach in reaches.values()), default=0)
    items: list[Item] = []
    for number, link in enumerate(drawn):
        start, end = reaches[link.start], reaches[link.end]
        y, down = heights[number]
        if start.column == end.column == last:
            x = far = (start.left + start.right) / 2
            y, down = (start.top, end.bottom) if start.top > end.top else (start.bottom, end.top)
            curve: Curve = (("M", x, y), ("L", x, down))
        else:
            x, far = start.right, (end.right if start.column == end.column else end.left)
            turn = tracks[number]
            curve = (("M", x, y), ("C", turn, y, turn, down, far, down))
        items += _draw(curve, far, down, inks[link.ink], inks["white"])
    return items


def _tracks(
    links: Sequence[Link], reaches: Mapping[str, Reach], heights: Sequence[tuple[float, float]]
) -> dict[int, float]:
    """Return where each link turns. Of those that rise, the higher ones turn first, of those that fall, the lower ones.

    In this way links that keep their order never cross.
    """
    gaps: dict[tuple[int, bool], list[int]] = defaultdict(list)
    found: dict[int, float] = {}
    loops = 0
    for number, link in enumerate(links):
        start, end = reaches[link.start], reaches[link.end]
        if start.column == end.column:
            found[number] = start.right + BULGE[0] + BULGE[1] * (loops % 5)
            loops += 1
        else:
            gaps[start.column, heights[number][1] < heights[number][0]].append(number)
    for (_, rising), numbers in gaps.items():
        numbers.sort(key=lambda number: heights[number][0], reverse=not rising)
        for index, number in enumerate(numbers):
            left, right = reaches[links[number].start].right, reaches[links[number].end].left
            part = EDGE + (1 - 2 * EDGE) * (index + 0.5) / len(numbers)
            found[number] = left + (right - left) * part
    return found


def _draw(curve: Curve, x: float, y: float, ink: Colour, white: Colour) -> Iterator[Item]:
    yield Path(curve, stroke=Stroke(white, WIDTH + 2 * CASING))
    yield Path(curve, stroke=Stroke(ink, WIDTH, round=True))
    yield Path(tuple(ellipse(x, y, DOT, DOT)), ink)


def _heights(links: Sequence[Link], reaches: Mapping[str, Reach]) -> list[tuple[float, float]]:
    """Return how far down each link starts and ends: at one side of a block in the order of their other ends."""
    ports: dict[Port, list[tuple[float, int, bool]]] = defaultdict(list)
    for number, link in enumerate(links):
        start, end = reaches[link.start], reaches[link.end]
        back = "right" if start.column == end.column else "left"
        ports[link.start, "right"].append((end.top, number, True))
        ports[link.end, back].append((start.top, number, False))
    found = [[0.0, 0.0] for _ in links]
    for (id, _), ends in ports.items():
        reach = reaches[id]
        step = reach.step(len(ends))
        for index, (_, number, starts) in enumerate(sorted(ends)):
            y = reach.middle(len(ends)) + (index - (len(ends) - 1) / 2) * step
            found[number][0 if starts else 1] = y
    return [(start, end) for start, end in found]
