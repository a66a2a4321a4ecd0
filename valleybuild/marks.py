"""What is printed round the pieces of a sheet: from positions in mm to crop marks, rulers and the label, as items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from valleybuild.scene import Colour, Group, Item, Path, Run, Size, Stroke
from valleybuild.units import MM_PER_POINT

RULER = 100.0  # mm, on both axes
RULER_STEP = 10.0
RULER_LEAST = 1.1  # the depth of a ruler's strip where the pieces leave little room
RULER_MOST = 3.0
LINE = MM_PER_POINT / 4  # 0.25 pt
UNDERLAY = 0.5  # white under a mark, so that it shows on dark bleed
MARK_START = 0.15  # mm outside the cut edge
MARK_REACH = 4.0
MARK_BEYOND_BLEED = 1.0
LABEL_SIZE = 6.5  # points
LABEL_HEIGHT = 1.3  # in ems, ascent and descent
DESCENT = 0.3
FIGURE_HEIGHT = 0.75

Line = tuple[float, float, float, float]  # x1, y1, x2, y2
Cell = tuple[int, int]  # column, row


class MarkStyle(msgspec.Struct, frozen=True):
    """How marks look: the colour of lines and text, the colour of bare paper, the label's font role and size in pt."""

    line: Colour
    paper: Colour
    font: str
    size: float = LABEL_SIZE


class Limits(msgspec.Struct, frozen=True):
    """A rectangle of the sheet by its edges, in mm from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


class Frame(msgspec.Struct, frozen=True):
    """The strips round a sheet's pieces, as depths in mm inside the paper's margin.

    The vertical ruler stands in the strip at the left, the horizontal one in the strip at the top. The label lies in
    the strip at the bottom, or turned in the one at the right where `label_side` is "right".
    """

    size: Size
    margin: float
    left: float
    top: float
    label_side: str
    label: float


def has_room_for_rulers(size: Size, margin: float) -> bool:
    """Say whether a paper is long and wide enough for both rulers."""
    return min(size.width, size.height) - 2 * margin >= RULER + 2 * LINE


def lay_frame(size: Size, margin: float, *, extent: Size, style: MarkStyle) -> Frame | None:
    """Divide what is left round a centred block of pieces and bleed (`extent`); None where that is too little."""
    beside = (size.width - extent.width) / 2 - margin
    above = (size.height - extent.height) / 2 - margin
    label = LABEL_HEIGHT * style.size * MM_PER_POINT
    if min(beside, above) < RULER_LEAST or max(beside, above) < label:
        return None
    left, top = (min(max(strip - MARK_BEYOND_BLEED, RULER_LEAST), RULER_MOST) for strip in (beside, above))
    return Frame(size, margin, left, top, "bottom" if above >= beside else "right", label)


def mark_limits(frame: Frame) -> Limits:
    """Return the rectangle crop marks keep to: inside the margin, and clear of rulers and label."""
    size, margin = frame.size, frame.margin
    return Limits(
        left=margin + frame.left,
        top=margin + frame.top,
        right=size.width - margin - (frame.label if frame.label_side == "right" else 0.0),
        bottom=size.height - margin - (frame.label if frame.label_side == "bottom" else 0.0),
    )


def cut_marks(xs: Sequence[float], ys: Sequence[float], occupied: Iterable[Cell], limits: Limits) -> list[Line]:
    """List the marks of a grid of butted pieces, at both ends of every straight cut.

    `xs` and `ys` are the positions of the cuts, `occupied` the cells (column, row) that hold a piece. A cut that is
    broken by empty cells has marks at the ends of each part; no mark touches a piece.
    """
    cells = set(occupied)
    turned = {(row, column) for column, row in cells}
    upright = [(x, y1, x, y2) for x, y1, y2 in _ends(xs, ys, cells, limits.top, limits.bottom)]
    level = [(x1, y, x2, y) for y, x1, x2 in _ends(ys, xs, turned, limits.left, limits.right)]
    return upright + level


def _ends(
    across: Sequence[float], along: Sequence[float], cells: set[Cell], low: float, high: float
) -> Iterator[tuple[float, float, float]]:
    """Yield (position of the cut, start, end) of each mark of the cuts that run along one axis."""
    for index, position in enumerate(across):
        touched = [step for step in range(len(along) - 1) if (index - 1, step) in cells or (index, step) in cells]
        parts = _parts(touched)
        for number, (first, last) in enumerate(parts):
            start, end = along[first], along[last + 1]
            before = (along[parts[number - 1][1] + 1] + start) / 2 if number else low
            after = (end + along[parts[number + 1][0]]) / 2 if number + 1 < len(parts) else high
            yield position, start - MARK_START, max(start - MARK_REACH, before)
            yield position, end + MARK_START, min(end + MARK_REACH, after)


def _parts(steps: list[int]) -> list[tuple[int, int]]:
    """Join consecutive numbers into (first, last) pairs."""
    parts: list[tuple[int, int]] = []
    for step in steps:
        if parts and parts[-1][1] == step - 1:
            parts[-1] = (parts[-1][0], step)
        else:
            parts.append((step, step))
    return parts


def circle_marks(x: float, y: float, *, radius: float, reach: float) -> list[Line]:
    """List four ticks round a circle about (x, y), from just outside its edge to `reach` mm beyond it."""
    near, far = radius + MARK_START, radius + min(reach, MARK_REACH)
    return [(x + near * dx, y + near * dy, x + far * dx, y + far * dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]


def draw_lines(lines: Sequence[Line], style: MarkStyle) -> tuple[Item, ...]:
    """Turn marks into items: thin lines on a wider one of bare paper, which shows only where it crosses bleed."""
    if not lines:
        return ()
    return (
        Path(_segments(lines), stroke=Stroke(style.paper, UNDERLAY)),
        Path(_segments(lines), stroke=Stroke(style.line, LINE)),
    )


def draw_rulers(frame: Frame, style: MarkStyle) -> tuple[Item, ...]:
    """Draw the 100 mm rulers of both axes, centred along the top and the left of the printable area."""
    edge = frame.margin + LINE / 2
    first = (frame.size.width - RULER) / 2
    upper = (frame.size.height - RULER) / 2
    steps = [step * RULER_STEP for step in range(int(RULER / RULER_STEP) + 1)]
    level: list[Line] = [(first, edge, first + RULER, edge)]
    level += [(first + at, edge, first + at, frame.margin + _tick(at, frame.top)) for at in steps]
    upright: list[Line] = [(edge, upper, edge, upper + RULER)]
    upright += [(edge, upper + at, frame.margin + _tick(at, frame.left), upper + at) for at in steps]
    stroke = Stroke(style.line, LINE)
    return (
        Path(_segments(level), stroke=stroke),
        *_ruler_text(first + RULER, frame.margin, depth=frame.top, turned=False, style=style),
        Path(_segments(upright), stroke=stroke),
        *_ruler_text(frame.margin, upper, depth=frame.left, turned=True, style=style),
    )


def _tick(at: float, depth: float) -> float:
    """Return how deep a ruler's tick is: the first, the middle and the last fill the strip."""
    full = depth - 0.1
    return full if at % (RULER / 2) == 0 else full * 0.6


def _ruler_text(x: float, y: float, *, depth: float, turned: bool, style: MarkStyle) -> tuple[Item, ...]:
    """Write the ruler's length beyond its end at (x, y), where the strip is deep enough for it."""
    height = FIGURE_HEIGHT * style.size * MM_PER_POINT
    if depth < height:
        return ()
    text = f"{RULER:.0f} mm"
    if not turned:
        return (Run(x + 1.5, y + height, text, style.font, style.size, style.line),)
    at = (x + height, y - 1.5)
    return (Group((Run(*at, text, style.font, style.size, style.line),), angle=-90, x=at[0], y=at[1]),)


def draw_label(text: str, frame: Frame, style: MarkStyle) -> Item:
    """Write the sheet's label in its strip: along the bottom, or upwards along the right edge."""
    descent = DESCENT * style.size * MM_PER_POINT
    bottom = frame.size.height - frame.margin
    if frame.label_side == "bottom":
        return Run(frame.margin + 1.0, bottom - descent, text, style.font, style.size, style.line)
    x, y = frame.size.width - frame.margin - descent, bottom - 1.0
    return Group((Run(x, y, text, style.font, style.size, style.line),), angle=-90, x=x, y=y)


def _segments(lines: Sequence[Line]) -> tuple[tuple[str | float, ...], ...]:
    """Join separate lines into one path."""
    return tuple(segment for x1, y1, x2, y2 in lines for segment in (("M", x1, y1), ("L", x2, y2)))
