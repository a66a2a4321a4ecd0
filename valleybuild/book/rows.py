"""What a column of a book is stacked from: rows that no page divides, each with what stands on it, in mm."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from valleybuild.book.text import SetLine
from valleybuild.fonts import Font
from valleybuild.model import Style
from valleybuild.scene import Colour, Group, Inset, Item, Link, Path, Raster, Run, Use
from valleybuild.units import MM_PER_POINT

BAR = 1.1
"""The width of the bar at the left of a box, in mm."""
DIVIDED = 4000.0
"""What it costs to end a page with a divided word."""


class Ground(msgspec.Struct, frozen=True):
    """What a row stands on, as high as the row: a tint from `x` on and, in some, a bar at its left edge."""

    x: float
    width: float
    tint: Colour
    bar: Colour | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row: x from the column's left edge, y from the row's own top.

    `pictures` may be made smaller, by `give` mm in height at most. `above` is the room before it, which falls away at
    the top of a page. `held` keeps it on one page with the next, and `parting` is what it costs to end a page with it
    where it is not. `lead` is set again above it where it comes first on a page, as a table's head is. `terms`, each
    with its language, are those that the index lists this row's page under. `needs` is how much room must be left on
    a page from the top of this row on, as below a chapter's title; `running` is what stands at the head of the pages
    from that title on.
    """

    height: float
    items: tuple[Item, ...] = ()
    grounds: tuple[Ground, ...] = ()
    pictures: tuple[Inset, ...] = ()
    give: float = 0.0
    above: float = 0.0
    held: bool = False
    parting: float = 0.0
    lead: Row | None = None
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    needs: float = 0.0
    running: str = ""

    def painted(self) -> tuple[Item, ...]:
        """Return all that the row draws."""
        grounds: list[Item] = []
        for ground in self.grounds:
            grounds.append(box(ground.x, 0.0, ground.width, self.height, ground.tint))
            if ground.bar is not None:
                grounds.append(box(ground.x, 0.0, BAR, self.height, ground.bar))
        return (*grounds, *self.pictures, *self.items)

    def smaller(self, by: float) -> Row:
        """Return the row with its pictures made smaller, so that it is lower by so many mm."""
        tallest = max(picture.scene.size.height * picture.scale for picture in self.pictures)
        factor = (tallest - by) / tallest
        pictures = tuple(
            msgspec.structs.replace(
                picture,
                x=round(picture.x + picture.scene.size.width * picture.scale * (1 - factor) / 2, 4),
                scale=picture.scale * factor,
            )
            for picture in self.pictures
        )
        return msgspec.structs.replace(self, pictures=pictures, height=self.height - by, give=0.0)


def shift(items: Iterable[Item], dx: float, dy: float) -> tuple[Item, ...]:
    """Move items."""
    return tuple([_moved(item, dx, dy) for item in items])


def _moved(item: Item, dx: float, dy: float) -> Item:
    replace = msgspec.structs.replace
    match item:
        case Run(text=text, font=font, size=size, colour=colour, spread=spread):  # by far the most
            return Run(round(item.x + dx, 4), round(item.y + dy, 4), text, font, size, colour, spread)
        case Use() | Raster() | Inset():
            return replace(item, x=round(item.x + dx, 4), y=round(item.y + dy, 4))
        case Path():
            return replace(item, segments=tuple(_moved_segment(segment, dx, dy) for segment in item.segments))
        case Group():
            clip = item.clip
            if clip is not None:
                clip = (clip[0] + dx, clip[1] + dy, clip[2], clip[3])
            return Group(shift(item.items, dx, dy), item.angle, item.x + dx, item.y + dy, clip)


def _moved_segment(segment: tuple[str | float, ...], dx: float, dy: float) -> tuple[str | float, ...]:
    kind, *lengths = segment
    if len(lengths) == 2:  # by far the most: lines, of which there are too many for a loop
        return (kind, float(lengths[0]) + dx, float(lengths[1]) + dy)
    return (kind, *(float(length) + (dy if index % 2 else dx) for index, length in enumerate(lengths)))


def box(x: float, y: float, width: float, height: float, colour: Colour) -> Path:
    """Return a filled rectangle."""
    corners = (("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height), ("Z",))
    return Path(corners, fill=colour)


def baseline(style: Style, font: Font) -> float:
    """Return how far below the top of its line a style's baseline lies, in mm."""
    em = style.size * MM_PER_POINT
    return (style.leading * em - (font.ascent + abs(font.descent)) * em) / 2 + font.ascent * em


def line_height(style: Style) -> float:
    """Return the height of a line of a style, in mm."""
    return style.leading * style.size * MM_PER_POINT


def text_rows(
    lines: tuple[SetLine, ...],
    style: Style,
    font: Font,
    *,
    x: float = 0.0,
    above: float = 0.0,
    held: bool = False,
) -> list[Row]:
    """Turn a paragraph's lines into rows, of which neither the first nor the last is left alone on a page."""
    high, down = line_height(style), baseline(style, font)
    rows: list[Row] = []
    last = len(lines) - 1
    for index, line in enumerate(lines):
        keeps = held or (index == 0 and last > 0) or index == last - 1
        if index == last:
            keeps = held
        links = tuple(Link(x + link.x, 0.0, link.width, high, link.to) for link in line.links)
        items = shift(line.runs, x, down)
        rows.append(
            Row(
                height=high,
                items=items,
                above=above if index == 0 else 0.0,
                held=keeps,
                parting=DIVIDED if line.hyphen else 0.0,
                links=links,
            )
        )
    return rows


def together(rows: list[Row], most: float, *, parting: float = 0.0) -> list[Row]:
    """Hold rows on one page if they are no higher than so many mm; if they are, parting them has its cost."""
    if sum(row.height + row.above for row in rows) > most:
        return [msgspec.structs.replace(row, parting=row.parting + parting) for row in rows[:-1]] + rows[-1:]
    return [msgspec.structs.replace(row, held=True) for row in rows[:-1]] + rows[-1:]


def apart(rows: list[Row], gap: float) -> list[Row]:
    """Leave at least so many mm above the first of some rows."""
    return [msgspec.structs.replace(row, above=max(row.above, gap)) for row in rows[:1]] + rows[1:]


def as_one(*stacks: list[Row]) -> Row:
    """Join stacks that stand side by side, each at its own x, to one row that no page divides."""
    items: list[Item] = []
    links: list[Link] = []
    anchors: list[str] = []
    tallest = 0.0
    for stack in stacks:
        y = 0.0
        for index, row in enumerate(stack):
            y += row.above if index else 0.0
            items += shift(row.painted(), 0.0, y)
            links += [msgspec.structs.replace(link, y=link.y + y) for link in row.links]
            anchors += row.anchors
            y += row.height
        tallest = max(tallest, y)
    return Row(height=tallest, items=tuple(items), above=stacks[0][0].above, links=tuple(links), anchors=tuple(anchors))


def beside(left: list[Row], right: list[Row], offset: float) -> list[Row]:
    """Put two stacks side by side, row by row, the second `offset` further right; what both stand on ends together."""
    rows: list[Row] = []
    for index in range(max(len(left), len(right))):
        one, other = (stack[index] if index < len(stack) else _rest(stack) for stack in (left, right))
        rows.append(_pair(one, other, offset))
    return rows


def _rest(stack: list[Row]) -> Row:
    """Return what stands beside the last rows of a longer stack: the ground of this one."""
    return Row(height=0.0, grounds=stack[-1].grounds if stack else ())


def _pair(one: Row, other: Row, offset: float) -> Row:
    replace = msgspec.structs.replace
    lead = None
    if one.lead is not None or other.lead is not None:
        lead = _pair(one.lead or Row(height=0.0), other.lead or Row(height=0.0), offset)
    moved = tuple(replace(picture, x=picture.x + offset) for picture in other.pictures)
    return Row(
        height=max(one.height, other.height),
        items=(*one.items, *shift(other.items, offset, 0.0)),
        grounds=(*one.grounds, *(replace(ground, x=ground.x + offset) for ground in other.grounds)),
        pictures=(*one.pictures, *moved),
        give=min(one.give, other.give) if one.pictures and other.pictures else 0.0,
        above=max(one.above, other.above),
        held=one.held or other.held,
        parting=max(one.parting, other.parting),
        lead=lead,
        links=(*one.links, *(replace(link, x=link.x + offset) for link in other.links)),
        anchors=tuple(dict.fromkeys((*one.anchors, *other.anchors))),
        terms=tuple(dict.fromkeys((*one.terms, *other.terms))),
        needs=max(one.needs, other.needs),
        running=one.running or other.running,
    )
