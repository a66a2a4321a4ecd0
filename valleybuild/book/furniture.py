"""Rows broken into pages to scenes: the text in its frame, the running head above it, the page number below."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from valleybuild.book.paging import settle
from valleybuild.book.press import Press
from valleybuild.book.prose import Prose
from valleybuild.book.rows import Row, baseline, shift
from valleybuild.markup import Piece
from valleybuild.scene import Anchor, Item, Link, Path, Scene, Stroke

HEAD_GAP, FOLIO_GAP = 7.5, 4.5
"""How far above the text the running head stands with its top, and how far below it the page number."""
HEAD_RULE = 4.4
"""How far below the running head's top its rule lies."""
HAIRLINE = 0.2


class Leaf(msgspec.Struct, frozen=True):
    """A page, with where its links lead and what leads here."""

    scene: Scene
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()


def lay_pages(rows: Sequence[Row], broken: Sequence[range], proses: tuple[Prose, ...], press: Press) -> list[Leaf]:
    """Lay rows on their pages; a page's head names the chapter that its first lines belong to."""
    leaves: list[Leaf] = []
    running = ""
    for number, span in enumerate(broken, press.first):
        here = next((rows[index].running for index in span if rows[index].running), "")
        first = rows[span.start].running if span else ""
        head = first or running or here
        last = span.stop == len(rows)
        placed = settle([rows[index] for index in span], press.look.spread.height, last=last)
        leaves.append(_page(placed, number, head, proses, press, opening=bool(first)))
        running = next((rows[index].running for index in reversed(span) if rows[index].running), running)
    return leaves


def _page(
    placed: list[tuple[Row, float]],
    number: int,
    running: str,
    proses: tuple[Prose, ...],
    press: Press,
    *,
    opening: bool,
) -> Leaf:
    spread = press.look.spread
    left = spread.inner if number % 2 else spread.outer
    items: list[Item] = []
    links: list[Link] = []
    anchors: list[Anchor] = []
    for row, down in placed:
        y = spread.top + down
        items += shift(row.painted(), left, y)
        links += [replace(link, x=link.x + left, y=link.y + y) for link in row.links]
        anchors += [Anchor(name, max(y - 2.0, 0.0)) for name in row.anchors]
    items += _furniture(number, running, proses, press, left, opening=opening)
    return Leaf(Scene(spread.size, 0.0, tuple(items)), tuple(links), tuple(anchors))


def _furniture(
    number: int, running: str, proses: tuple[Prose, ...], press: Press, left: float, *, opening: bool
) -> list[Item]:
    """Set the page number and, but where a chapter opens the page, the running head, both at the outer edge."""
    spread, look = press.look.spread, press.look
    items = _margin_text(str(number), number, spread.top + spread.height + FOLIO_GAP, press, left)
    if opening:
        return items
    title = " · ".join(prose.title for prose in proses)
    items += _margin_text(running if number % 2 else title, number, spread.top - HEAD_GAP, press, left)
    rule_y = round(spread.top - HEAD_GAP + HEAD_RULE, 4)
    ends = (("M", left, rule_y), ("L", left + spread.width, rule_y))
    items.append(Path(ends, stroke=Stroke(look.inks["rule"], HAIRLINE)))
    return items


def _margin_text(text: str, number: int, y: float, press: Press, left: float) -> list[Item]:
    """Set a line at the outer edge of a page."""
    spread, setter = press.look.spread, press.setters[0]
    style = press.look.styles["running"]
    align = "right" if number % 2 else "left"
    down = baseline(style, setter.font(style))
    lines = setter.set((Piece(text),), style, spread.width, align=align, divided=False)
    return [item for line in lines[:1] for item in shift(line.runs, left, y + down)]
