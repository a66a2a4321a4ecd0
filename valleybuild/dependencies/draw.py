"""A chart of dependencies to a page: a head, its columns of blocks, the links behind them, and a legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from valleybuild.compose.elements import rounded_box, tinted
from valleybuild.compose.materials import Materials
from valleybuild.dependencies.lettering import Lettering
from valleybuild.dependencies.links import Reach, draw_links
from valleybuild.dependencies.model import Block, Chart, Column
from valleybuild.dependencies.order import ordered
from valleybuild.problem import Problem
from valleybuild.scalars import closest
from valleybuild.scene import Colour, Item, Path, Scene, Size, Stroke, Use

MARGIN = 8.0  # mm on every side
HEAD = 13.0  # mm: the band at the top
TITLES = 6.4  # mm: the titles of the columns
LEGEND = 3.5  # mm a line of the legend
TITLE = 5.4  # mm: the first line of a block
PITCH = (3.8, 3.0)  # mm a line: the most and the least
GAPS = (26.0, 1.8)  # mm between blocks: the most and the least
BAR = 1.8  # mm: the coloured bar of a block
PADDING = 1.2  # mm
RADIUS = 1.4  # mm
FAINT = 0.22  # mm: the line round a block
WHITE = "white"
"""The ink of blocks, and of what is written on the head."""


class Spread(msgspec.Struct, frozen=True):
    """The room for columns: the left edge and width of each, from `top` to `bottom`, in mm."""

    columns: tuple[tuple[float, float], ...]
    top: float
    bottom: float


def draw_chart(chart: Chart, size: Size, materials: Materials, language: str) -> tuple[Scene | None, list[Problem]]:
    """Draw a chart on a page of a size; None, with what is wrong, where something does not fit."""
    own = msgspec.structs.replace(materials, problems=[], reported=set(), checked=set())
    unknown = _unknown_inks(chart, own)
    if unknown:
        return None, unknown
    lettering = Lettering(own, language, chart.place, chart.id)
    legend = LEGEND * len(chart.legend)
    spread = _spread(chart, size, legend)
    columns = ordered(chart.columns, chart.links)
    items: list[Item] = [*_draw_head(chart, size, own, lettering)]
    reaches: dict[str, Reach] = {}
    blocks: list[Item] = []
    for number, (column, (x, width)) in enumerate(zip(columns, spread.columns, strict=True)):
        title = (x, spread.top - TITLES, width, TITLES - 1.2)
        blocks += lettering.write(column.title, "column", title, valign="bottom")
        placed = _place(_settled(column, width, lettering), spread, chart, own)
        for block, y, pitch in placed:
            blocks += _draw_block(block, (x, y, width), pitch, lettering)
            reaches |= _reaches(block, number, (x, y, width), pitch)
    items += draw_links(chart.links, reaches, own.game.layouts.inks)
    items += blocks
    items += _draw_legend(chart, size, lettering, legend)
    return (None if own.problems else Scene(size, 0.0, tuple(items))), own.problems


def _unknown_inks(chart: Chart, materials: Materials) -> list[Problem]:
    """Report the inks of a chart that the palette does not have."""
    inks = materials.game.layouts.inks
    named = {chart.ink, WHITE, *(link.ink for link in chart.links)}
    named |= {ink for column in chart.columns for block in column.blocks for ink in block.inks}
    return [
        Problem("unknown-ink", chart.place, f'there is no ink "{name}"', closest(name, inks), path=chart.id)
        for name in sorted(named - set(inks))
    ]


def _spread(chart: Chart, size: Size, legend: float) -> Spread:
    """Share the width out among the columns."""
    room = size.width - 2 * MARGIN
    whole = sum(column.share + column.apart for column in chart.columns)
    found: list[tuple[float, float]] = []
    x = MARGIN
    for column in chart.columns:
        width = room * column.share / whole
        found.append((x, width))
        x += width + room * column.apart / whole
    return Spread(tuple(found), MARGIN + HEAD + TITLES + 1.0, size.height - MARGIN - legend - 2.5)


def _settled(column: Column, width: float, lettering: Lettering) -> Column:
    """Give one row to each line whose text needs no more."""
    replace = msgspec.structs.replace
    room = width - BAR - 2 * PADDING
    blocks = []
    for block in column.blocks:
        fits = {line.id: lettering.width(line.text, "line") <= room for line in block.lines if line.rows > 1}
        lines = tuple(replace(line, rows=1) if fits.get(line.id) else line for line in block.lines)
        blocks.append(replace(block, lines=lines))
    return replace(column, blocks=tuple(blocks))


def _height(block: Block, pitch: float) -> float:
    return TITLE + (pitch * block.rows + PADDING if block.lines else 0.0)


def _place(column: Column, spread: Spread, chart: Chart, materials: Materials) -> list[tuple[Block, float, float]]:
    """Place the blocks of a column one below the other, spread over the height, with the pitch of their lines."""
    room = spread.bottom - spread.top
    lines = sum(block.rows for block in column.blocks)
    fixed = sum(_height(block, 0.0) for block in column.blocks) + GAPS[1] * (len(column.blocks) - 1)
    pitch = min(PITCH[0], (room - fixed) / lines) if lines else PITCH[0]
    if pitch < PITCH[1]:
        message = (
            f'the {lines} lines of "{column.title}" need {fixed + PITCH[1] * lines:.0f} mm, and there are {room:.0f}'
        )
        problem = Problem("text-does-not-fit", chart.place, message, "use a larger paper", path=chart.id)
        materials.report(problem, column.title)
        return []
    heights = [_height(block, pitch) for block in column.blocks]
    left = room - sum(heights)
    gap = min(GAPS[0], left / (len(heights) - 1)) if len(heights) > 1 else 0.0
    y = spread.top + (left - gap * (len(heights) - 1)) / 2
    found = []
    for block, height in zip(column.blocks, heights, strict=True):
        found.append((block, y, pitch))
        y += height + gap
    return found


def _reaches(block: Block, column: int, corner: tuple[float, float, float], pitch: float) -> dict[str, Reach]:
    """Say where links can meet a block and each of its lines."""
    x, y, width = corner
    found = {block.id: Reach(column, x, x + width, y, y + TITLE, y + _height(block, pitch))}
    top = y + TITLE
    for line in block.lines:
        bottom = top + line.rows * pitch
        found[line.id] = Reach(column, x, x + width, top, bottom, bottom)
        top = bottom
    return found


def _draw_block(block: Block, corner: tuple[float, float, float], pitch: float, lettering: Lettering) -> Iterator[Item]:
    x, y, width = corner
    height = _height(block, pitch)
    inks = lettering.materials.game.layouts.inks
    white, rule = inks[WHITE], inks[block.inks[0]]
    shape = rounded_box((x, y, width, height), RADIUS)
    yield Path(shape, white)
    yield from _draw_bar(block.inks, (x, y, height), inks)
    yield Path(shape, None, Stroke(rule, FAINT))
    left, room = x + BAR + PADDING, width - BAR - 2 * PADDING
    yield from lettering.write(block.title, "block", (left, y, room, TITLE))
    top = y + TITLE
    for line in block.lines:
        high = line.rows * pitch
        tail = lettering.width(line.tail, "line") + 0.3 if line.tail else 0.0
        yield from lettering.write(line.text, "line", (left, top, room - tail, high))
        yield from lettering.write(line.tail, "line", (left + room - tail, top, tail, high), align="right")
        top += high


def _draw_bar(names: Sequence[str], corner: tuple[float, float, float], inks: Mapping[str, Colour]) -> Iterator[Item]:
    """Draw the bar at the left side, in as many parts as there are inks."""
    x, y, height = corner
    part = height / len(names)
    for index, name in enumerate(names):
        yield Path(rounded_box((x, y + index * part, BAR, part), 0.6), inks[name])


def _draw_head(chart: Chart, size: Size, materials: Materials, lettering: Lettering) -> Iterator[Item]:
    inks = materials.game.layouts.inks
    box = (MARGIN, MARGIN, size.width - 2 * MARGIN, HEAD)
    yield Path(rounded_box(box, 2.0), inks[chart.ink])
    x = MARGIN + 4.0
    if chart.icon in materials.icons:
        yield Use(tinted(materials, chart.icon, inks[WHITE]), x, MARGIN + 2.25, 8.5, 8.5)
        x += 11.0
    half = (size.width - MARGIN - 4.0 - x) / 2
    yield from lettering.write(chart.title, "title", (x, MARGIN, half, HEAD), ink=WHITE)
    yield from lettering.write(chart.subtitle, "subtitle", (x + half, MARGIN, half, HEAD), align="right", ink=WHITE)


def _draw_legend(chart: Chart, size: Size, lettering: Lettering, height: float) -> Iterator[Item]:
    top = size.height - MARGIN - height
    for index, text in enumerate(chart.legend):
        box = (MARGIN, top + index * LEGEND, size.width - 2 * MARGIN, LEGEND)
        yield from lettering.write(text, "legend", box)
