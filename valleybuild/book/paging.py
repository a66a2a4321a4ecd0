"""Rows and the height of a page to pages: all page breaks are weighed at once, as line breaks are.

A row that is held is not parted from the next. Where a page is not quite full the gaps in it are stretched, and where
it is a little too full its pictures are made smaller; a page does not end with a divided word. The pages of a booklet
come out at a multiple of four because the whole book is set a little tighter or wider, not by blank pages at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from valleybuild.book.rows import Row

SHEET = 4
"""The pages of a folded sheet."""
STRETCH = 1.0
"""How far a gap is stretched at most, as a part of its height."""
FULL, SHORT, SMALLER = 60.0, 2600.0, 120.0
"""What it costs to take all of a page's stretch, to leave a page empty beyond that, and to shrink all its pictures."""
BEFORE_CHAPTER = 0.4
"""The part of the cost of a short page that counts where a chapter begins on the next."""
PAGE = 1.0
"""What every page costs."""
TIGHTEST, WIDEST = 1500.0, -900.0
"""How much more a page costs at most, to have fewer of them, and how much less, to have more."""
WIDER = 0.85
"""The part of all stretch that is taken at most to have more pages."""
SHORTENINGS = 6
SHORTEST = 0.7
"""The part of a page's height that is filled at least when all pages are left shorter to come out even."""
TRIES = 11
TINY = 1e-6


class TooTallError(Exception):
    """Rows that must stay together are taller than a page. `row` is the first of them, `height` theirs in mm."""

    def __init__(self, row: int, height: float) -> None:
        super().__init__(f"{height:.0f} mm")
        self.row, self.height = row, height


class _Chunk(msgspec.Struct, frozen=True):
    """Rows that stay together, and their sums: `height` without the room above the first of them.

    `wider` is the part of that room by which the gaps of the whole book are stretched.
    """

    start: int
    end: int
    height: float
    above: float
    stretch: float
    give: float
    needs: float
    lead: float
    parting: float
    chapter: bool
    wider: float = 0.0


def paginate(rows: Sequence[Row], height: float) -> list[range]:
    """Break rows into pages. Raises TooTallError."""
    return _break(_chunks(rows, height), height, PAGE)


def paginate_evenly(
    rows: Sequence[Row], height: float, others: int, known: dict[object, list[range]] | None = None
) -> list[range]:
    """Break rows into pages that make, with `others`, a multiple of four, where they need not be left too short.

    `known` holds what came out before: rows that take just the same room are not weighed again. Raises TooTallError.
    """
    known = {} if known is None else known
    chunks = _chunks(rows, height)
    key = (tuple(chunks), height, others)
    if key not in known:
        known[key] = _break_evenly(chunks, height, others)
    return known[key]


def _break_evenly(chunks: list[_Chunk], height: float, others: int) -> list[range]:
    pages = _break(chunks, height, PAGE)
    over = (len(pages) + others) % SHEET
    if not over or not chunks:
        return pages
    fewer, more = len(pages) - over, len(pages) + SHEET - over
    attempts = (_break_into(chunks, height, fewer, TIGHTEST), _widen(chunks, height, more))
    for found in attempts if over <= SHEET / 2 else attempts[::-1]:
        if found is not None:
            return found
    return _break_into(chunks, height, more, WIDEST) or _shorten(chunks, height, more) or pages


def _break_into(chunks: list[_Chunk], height: float, count: int, most: float) -> list[range] | None:
    """Find what a page must cost so that so many come out; None where there is no such cost."""
    return _search(lambda page: _break(chunks, height, page), count, *sorted((PAGE, most), reverse=True), end=most)


def _widen(chunks: list[_Chunk], height: float, count: int) -> list[range] | None:
    """Find how much wider all gaps must be so that so many pages come out; None where it would be too much."""
    most = 1.0 + WIDER * STRETCH
    return _search(lambda factor: _break(_wider(chunks, factor), height, PAGE), count, 1.0, most, end=most)


def _shorten(chunks: list[_Chunk], height: float, count: int) -> list[range] | None:
    """Find up to where pages must be left shorter so that so many come out; None where it would be too much."""
    tallest = max(chunk.height + chunk.lead for chunk in chunks)
    shortest = min(max(SHORTEST * height, tallest), height)
    for part in range(1, SHORTENINGS + 1):
        deep = height + (shortest - height) * part / SHORTENINGS
        attempt = partial(_break, chunks, height, PAGE, deep)
        if len(attempt(len(chunks))) >= count:
            return _search(attempt, count, 0, len(chunks) + 1, end=len(chunks) + 1)
    return None


def _search(
    attempt: Callable[[float], list[range]], count: int, few: float, many: float, *, end: float
) -> list[range] | None:
    """Halve a range, at whose ends fewer and more pages come out, until their number is the one that is wanted.

    `end` is the end that may not reach far enough: where it does not, nothing between does.
    """
    reached = len(attempt(end))
    if reached > count if end == few else reached < count:
        return None
    for _ in range(TRIES):
        middle = (few + many) / 2
        pages = attempt(middle)
        if len(pages) == count:
            return pages
        if len(pages) < count:
            few = middle
        else:
            many = middle
    return None


def _wider(chunks: list[_Chunk], factor: float) -> list[_Chunk]:
    """Make all gaps wider; what they are stretched by so is no longer there to fill a page."""
    found: list[_Chunk] = []
    for chunk in chunks:
        gaps = chunk.stretch / STRETCH * (factor - 1)
        above = chunk.above * factor
        found.append(
            replace(
                chunk, height=chunk.height + gaps, above=above, stretch=chunk.stretch - gaps, wider=above - chunk.above
            )
        )
    return found


def _chunks(rows: Sequence[Row], height: float) -> list[_Chunk]:
    """Gather the rows that stay together. Raises TooTallError where they are taller than a page."""
    found: list[_Chunk] = []
    start = 0
    for end, last in enumerate(rows, 1):
        if last.held and end < len(rows):
            continue
        first, *others = rows[start:end]
        gaps = sum(row.above for row in others)
        chunk = _Chunk(
            start=start,
            end=end,
            height=first.height + sum(row.height for row in others) + gaps,
            above=first.above,
            stretch=STRETCH * gaps,
            give=sum(row.give for row in rows[start:end]),
            needs=first.needs,
            lead=first.lead.height if first.lead else 0.0,
            parting=last.parting,
            chapter=bool(first.running),
        )
        if chunk.height + chunk.lead - chunk.give > height + TINY:
            raise TooTallError(start, chunk.height + chunk.lead)
        found.append(chunk)
        start = end
    return found


def _break(chunks: list[_Chunk], full: float, page: float, deep: float = 0.0, until: float = 0.0) -> list[range]:
    """Break chunks into pages at the least cost; every page costs `page` beside what its looks cost.

    Pages that start before the chunk `until` have the height `deep`, all others `full`.
    """
    count = len(chunks)
    costs = [float("inf")] * (count + 1)
    starts = [0] * (count + 1)
    costs[0] = 0.0
    # What each chunk takes where it is not the first of its page; plain lists, since all of this is read very often.
    takes = [chunk.above + chunk.height for chunk in chunks]
    gives = [chunk.give for chunk in chunks]
    above_gives = [STRETCH * (chunk.above - chunk.wider) - chunk.wider + chunk.stretch for chunk in chunks]
    needs = [chunk.needs + chunk.above for chunk in chunks]
    partings = [chunk.parting for chunk in chunks]
    before_chapter = [*(chunk.chapter for chunk in chunks[1:]), False]
    for start, first in enumerate(chunks):
        before, height = costs[start] + page, deep if start < until else full
        used, stretch, give = first.lead + first.height, first.stretch, first.give
        end = start
        while True:
            left = height - used
            if left < -give - TINY:
                break
            if before >= costs[end + 1]:
                cost = before  # whatever it looks like, it costs no less than what is known
            elif end + 1 == count:
                cost = before + (SMALLER * (left / give) ** 2 if left < 0 and give else 0.0)
            elif 0 <= left <= stretch and stretch:  # as `_looks` says; by far the most
                cost = before + FULL * (left / stretch) ** 3 + partings[end]
            else:
                cost = before + _looks(left, stretch, give, height, before_chapter[end]) + partings[end]
            end += 1
            if cost < costs[end]:
                costs[end], starts[end] = cost, start
            if end == count or needs[end] > left:
                break
            used += takes[end]
            stretch += above_gives[end]
            give += gives[end]
    pages: list[range] = []
    end = count
    while end:
        start = starts[end]
        pages.append(range(chunks[start].start, chunks[end - 1].end))
        end = start
    return pages[::-1]


def _looks(left: float, stretch: float, give: float, height: float, chapter: bool) -> float:
    """Return what it costs that so many mm of a page are left over, or lacking where it is below 0."""
    if left < 0:
        return SMALLER * (left / give) ** 2 if left < -TINY else 0.0
    if left <= stretch:
        return FULL * (left / stretch) ** 3 if stretch else 0.0
    cost: float = FULL + SHORT * ((left - stretch) / height) ** 2
    return cost * BEFORE_CHAPTER if chapter else cost


def settle(rows: Sequence[Row], height: float, *, last: bool) -> list[tuple[Row, float]]:
    """Place the rows of a page, each with its y in mm: stretch the gaps, or make the pictures smaller, to fill it.

    A page that would stay short all the same keeps its gaps, and so does the last one.
    """
    if not rows:
        return []
    lead = rows[0].lead
    listed = [*([lead] if lead is not None else []), *rows]
    top = 1 if lead is None else 2  # the rows from here on have room above them
    gaps = sum(row.above for row in listed[top:])
    left = height - sum(row.height for row in listed) - gaps
    give = sum(row.give for row in listed)
    if left < -TINY and give:
        part = min(-left / give, 1.0)
        listed = [row.smaller(row.give * part) if row.give else row for row in listed]
    wider = 1.0
    if not last and gaps and 0 < left <= STRETCH * gaps:
        wider += left / gaps
    placed: list[tuple[Row, float]] = []
    y = 0.0
    for index, row in enumerate(listed):
        y += row.above * wider if index >= top else 0.0
        placed.append((row, round(y, 4)))
        y += row.height
    return placed
