"""Rectangles and the room of a page to pages on which they lie as close as they can: pure arithmetic.

The room that is left on a page is kept as the largest rectangles that hold nothing, which may overlap each other. The
next rectangle goes where it leaves the least beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from valleybuild.scene import Size

ROUNDING = 1e-6
Box = tuple[float, float, float, float]  # x, y, width, height


class Laid(msgspec.Struct, frozen=True):
    """Where a rectangle lies: its index, its top left corner in the room, and whether it lies on its side."""

    index: int
    x: float
    y: float
    turned: bool


def fits(size: Size, room: Size) -> bool:
    """Say whether a rectangle fits the room, upright or on its side."""
    return any(_within(one, room.width, room.height) for one in (size, _on_side(size)))


def _on_side(size: Size) -> Size:
    return Size(size.height, size.width)


def _within(size: Size, width: float, height: float) -> bool:
    return size.width <= width + ROUNDING and size.height <= height + ROUNDING


def pack(sizes: Sequence[Size], room: Size, *, gap: float) -> list[tuple[Laid, ...]]:
    """Lay rectangles on pages, at least `gap` apart, the largest first, each on the first page that has room for it.

    A rectangle is upright where it fits so. Raises ValueError for one that fits in neither way.
    """
    laid: list[list[Laid]] = []
    free: list[list[Box]] = []
    # What lies in a free rectangle takes the gap to its right and below with it.
    whole = (0.0, 0.0, room.width + gap, room.height + gap)
    for index in sorted(range(len(sizes)), key=lambda number: (-sizes[number].width * sizes[number].height, number)):
        if not fits(sizes[index], room):
            raise ValueError(f"{sizes[index]} does not fit {room}")
        for page in range(len(laid) + 1):
            if page == len(laid):
                laid.append([])
                free.append([whole])
            found = _choose(sizes[index], free[page], gap)
            if found is not None:
                taken, turned = found
                laid[page].append(Laid(index, taken[0], taken[1], turned))
                free[page] = _without(free[page], taken)
                break
    return [tuple(sorted(page, key=lambda one: one.index)) for page in laid]


def _choose(size: Size, free: Sequence[Box], gap: float) -> tuple[Box, bool] | None:
    """Find the free rectangle in which a size, upright or else on its side, leaves the narrowest strip."""
    for turned in (False, True):
        own = _on_side(size) if turned else size
        wide, high = own.width + gap, own.height + gap
        rooms = [box for box in free if _within(Size(wide, high), box[2], box[3])]
        if rooms:
            best = min(rooms, key=lambda box: (min(box[2] - wide, box[3] - high), box[1], box[0]))
            return (best[0], best[1], wide, high), turned
    return None


def _without(free: Sequence[Box], taken: Box) -> list[Box]:
    """Return the largest free rectangles that are left once one is taken."""
    parts = [part for box in free for part in _split(box, taken)]
    return [
        part
        for index, part in enumerate(parts)
        if not any(
            _inside(part, other) and (part != other or index > number)
            for number, other in enumerate(parts)
            if number != index
        )
    ]


def _split(box: Box, taken: Box) -> list[Box]:
    """Return what is left of a rectangle on the four sides of one that is taken out of it."""
    (x, y, wide, high), (left, top, across, down) = box, taken
    right, bottom = left + across, top + down
    apart = right <= x + ROUNDING or left >= x + wide - ROUNDING
    if apart or bottom <= y + ROUNDING or top >= y + high - ROUNDING:
        return [box]
    sides = [
        (x, y, left - x, high),
        (right, y, x + wide - right, high),
        (x, y, wide, top - y),
        (x, bottom, wide, y + high - bottom),
    ]
    return [side for side in sides if side[2] > ROUNDING and side[3] > ROUNDING]


def _inside(part: Box, other: Box) -> bool:
    return (
        part[0] >= other[0] - ROUNDING
        and part[1] >= other[1] - ROUNDING
        and part[0] + part[2] <= other[0] + other[2] + ROUNDING
        and part[1] + part[3] <= other[1] + other[3] + ROUNDING
    )
