"""A table to rows: columns as wide as their content asks for, a coloured head, every other row on a tint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from valleybuild.book.prose import Lines, Table
from valleybuild.book.rows import Ground, Row, shift, text_rows

if TYPE_CHECKING:
    from valleybuild.book.stack import Stacker
    from valleybuild.model import Style
    from valleybuild.scene import Item, Link

PAD_X, PAD_Y = 1.4, 0.7
"""The room round the text of a cell, in mm."""
UNBROKEN = 18.0
"""A cell as narrow as that, in mm, stays on one line."""


def stack_table(stacker: Stacker, table: Table) -> list[Row]:
    """Set a table. A row is never divided by a page, and the head stands again above the first row of a page."""
    widths = column_widths(stacker, table)
    rows: list[Row] = []
    gap = stacker.look.gaps["block"]
    if table.caption:
        caption = stacker.style("caption")
        lines = stacker.setter.set(table.caption, caption, stacker.width)
        rows += text_rows(lines, caption, stacker.setter.font(caption), above=gap, held=True)
        gap = 0.8
    lead: Row | None = None
    if table.heads:
        head = _row(stacker, _heads(table), widths, stacker.style("head"))
        lead = replace(head, grounds=(Ground(0.0, sum(widths), stacker.look.inks["quiet"]),))
        rows.append(replace(lead, above=gap, held=True))
    for index, cells in enumerate(table.rows):
        row = _row(stacker, cells, widths, stacker.style("table"))
        if index % 2 == 0:
            row = replace(row, grounds=(Ground(0.0, sum(widths), stacker.look.inks["table"]),))
        above = gap if not rows else 0.0
        rows.append(
            replace(
                row,
                above=above,
                held=index != len(table.rows) - 1 and index in (0, len(table.rows) - 2),
                lead=lead if index else None,
            )
        )
    return rows


def _heads(table: Table) -> tuple[Lines, ...]:
    return tuple((head,) for head in table.heads)


def _row(stacker: Stacker, cells: tuple[Lines, ...], widths: list[float], style: Style) -> Row:
    items: list[Item] = []
    links: list[Link] = []
    tallest = 0.0
    x = 0.0
    for cell, width in zip(cells, widths, strict=True):
        y = PAD_Y
        room = width - 2 * PAD_X
        divided = any(stacker.setter.widest_word(line, style) > room for line in cell)
        for row in stacker.paragraphs(cell, style, x=x + PAD_X, room=room, justified=False, divided=divided):
            y += row.above
            items += shift(row.items, 0.0, y)
            links += [replace(link, y=link.y + y) for link in row.links]
            y += row.height
        tallest = max(tallest, y + PAD_Y)
        x += width
    return Row(height=tallest, items=tuple(items), links=tuple(links))


def column_widths(stacker: Stacker, table: Table) -> list[float]:
    """Share out the width of a table: by its shares, or by what the columns' texts ask for; no word is divided."""
    wanted, least = wishes(stacker, table)
    if any(table.shares):
        wanted = [stacker.width * share / sum(table.shares) for share in table.shares]
    wanted = [max(want, few) for want, few in zip(wanted, least, strict=True)]
    if sum(wanted) <= stacker.width:
        spare = stacker.width - sum(wanted)
        return [width + spare * width / sum(wanted) for width in wanted]
    left = stacker.width - sum(least)
    more = [want - few for want, few in zip(wanted, least, strict=True)]
    if left <= 0 or not sum(more):
        return [stacker.width * few / sum(least) for few in least]
    return [few + left * extra / sum(more) for few, extra in zip(least, more, strict=True)]


def wishes(stacker: Stacker, table: Table) -> tuple[list[float], list[float]]:
    """Return how wide the columns of a table would be at most, and how wide they have to be, in mm."""
    count = max(len(table.heads), *(len(row) for row in table.rows)) if table.rows else len(table.heads)
    wanted, least = [0.0] * count, [0.0] * count
    listed = [(_heads(table), stacker.style("head"))] if table.heads else []
    listed += [(row, stacker.style("table")) for row in table.rows]
    for cells, style in listed:
        for column, cell in enumerate(cells):
            for line in cell:
                room = stacker.setter.width_of(line, style) + 2 * PAD_X + 0.1
                wanted[column] = max(wanted[column], room)
                needed = room if room <= UNBROKEN else stacker.setter.widest_word(line, style) + 2 * PAD_X + 0.1
                least[column] = max(least[column], needed)
    return wanted, least
