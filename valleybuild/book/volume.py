"""Prose in one language or two and a look to a volume: numbered pages with contents, running heads, index and links.

A page number that a text names is known only once the pages are broken, so a volume is set again until all agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from valleybuild.book.furniture import Leaf, lay_pages
from valleybuild.book.matter import UNKNOWN, contents_rows, index_rows, plain
from valleybuild.book.paging import TooTallError, paginate_evenly
from valleybuild.book.press import Press, Stacked
from valleybuild.book.prose import Block, Box, ChapterTitle, Figure, Prose, SectionTitle, Table
from valleybuild.book.rows import Row, apart, beside, together
from valleybuild.book.stack import Stacker
from valleybuild.problem import Place, Problem
from valleybuild.scene import Bookmark

PASSES = 8
"""How often a volume is set at most until its page numbers stand still."""
INDEX_COLUMNS = 3
"""How many columns the index of a book in one language has."""
Render = Callable[[Mapping[str, int]], tuple[Prose, ...]]


class Known(msgspec.Struct, frozen=True):
    """What is known of a volume's pages: the page of each anchor, and those of each term of the index."""

    pages: dict[str, int]
    terms: dict[tuple[str, str], tuple[int, ...]]


class Volume(msgspec.Struct, frozen=True):
    """The pages behind the cover, the outline, and where everything stands."""

    leaves: tuple[Leaf, ...]
    bookmarks: tuple[Bookmark, ...]
    known: Known


def set_volume(render: Render, press: Press) -> Volume | None:
    """Set a book; None where something is too tall for a page, with the finding in `press.problems`."""
    known = Known(_Unknown(), {})
    for _ in range(PASSES):
        press.problems.clear()  # what a pass finds may be due to numbers that it did not know yet
        proses = render(known.pages)
        rows, places = _stacked(proses, press, known)
        broken = _broken(rows, places, press)
        if broken is None:
            return None
        found = _known(rows, broken, press)
        if found == known:
            return Volume(tuple(lay_pages(rows, broken, proses, press)), tuple(_bookmarks(proses)), found)
        known = found
    message = "the page numbers in the text move what they point at from page to page"
    place = places[0] if places else Place("")
    press.report(Problem("pages-unsettled", place, message, "add or take away a few words near a page's end"))
    return None


class _Unknown(dict[str, int]):
    """Page numbers before anything is known: every one takes two digits."""

    def __missing__(self, key: str) -> int:
        return UNKNOWN

    def get(self, key: str, default: object = None) -> int:
        """Return the number that stands for all."""
        return UNKNOWN


def _broken(rows: list[Row], places: list[Place], press: Press) -> list[range] | None:
    """Break rows into pages; None where some are too tall for one, which is reported."""
    height = press.look.spread.height
    try:
        return paginate_evenly(rows, height, press.covers, press.broken)
    except TooTallError as error:
        message = f"this takes {error.height:.0f} mm in one piece, and a page has {height:.0f} mm"
        press.report(Problem("too-tall-for-a-page", places[error.row], message, "divide it, or make it smaller"))
        return None


def _known(rows: list[Row], broken: list[range], press: Press) -> Known:
    """Note the pages on which everything stands."""
    pages: dict[str, int] = {}
    terms: dict[tuple[str, str], list[int]] = {}
    for number, span in enumerate(broken, press.first):
        for index in span:
            pages.update(dict.fromkeys(rows[index].anchors, number))
            for term in rows[index].terms:
                terms.setdefault(term, []).append(number)
    return Known(pages, {term: tuple(dict.fromkeys(numbers)) for term, numbers in sorted(terms.items())})


def _stacked(proses: tuple[Prose, ...], press: Press, known: Known) -> tuple[list[Row], list[Place]]:
    """Stack contents, blocks and index; with each row comes the place in the source that it is set from."""
    columns, wide = _stackers(proses, press, press.column), _stackers(proses, press, press.look.spread.width)
    every = list(zip(*(prose.blocks for prose in proses), strict=True))
    ends = (every[0][0].content.place, every[-1][0].content.place) if every else (Place(""), Place(""))
    contents = [contents_rows(stacker, prose, known.pages) for stacker, prose in zip(columns, proses, strict=True)]
    deep, count = press.look.spread.height, INDEX_COLUMNS // len(columns)
    index = [index_rows(stacker, known.terms, columns=count, height=deep) for stacker in columns]
    rows: list[Row] = []
    places: list[Place] = []

    def add(found: list[Row], place: Place) -> None:
        rows.extend(found)
        places.extend([place] * len(found))

    add(together(_side_by_side(contents, press), deep), ends[0])
    after = False  # behind a table, a figure or a box
    for number, blocks in enumerate(every):
        stacked = press.stacked.get(number)
        if stacked is None or stacked.blocks != blocks:  # else nothing has changed since the last pass
            before = len(press.problems)
            block_rows = _set_block(blocks, columns, wide, press)
            stacked = press.stacked[number] = Stacked(blocks, block_rows, press.problems[before:])
        else:
            for problem in stacked.problems:
                press.report(problem)
        found = stacked.rows
        add(apart(found, press.look.gaps["block"]) if after else found, blocks[0].content.place)
        after = isinstance(blocks[0].content, Table | Figure | Box)
    add(_side_by_side(index, press), ends[1])
    return rows, places


def _set_block(blocks: tuple[Block, ...], columns: list[Stacker], wide: list[Stacker], press: Press) -> list[Row]:
    """Stack a block, or remember how it was stacked; what does not fit in it is found with its place each time."""

    def stack(bare: tuple[Block, ...]) -> list[Row] | None:
        found = len(press.problems)
        rows = _block_rows(bare, columns, wide, press)
        if len(press.problems) == found:
            return rows
        del press.problems[found:]
        return None

    labels = tuple(stacker.labels for stacker in columns)
    rows = press.memory.rows(blocks, labels, stack) if press.memory is not None else None
    return _block_rows(blocks, columns, wide, press) if rows is None else rows


def _block_rows(blocks: tuple[Block, ...], columns: list[Stacker], wide: list[Stacker], press: Press) -> list[Row]:
    """Stack a block in its languages side by side, or, where a column is too narrow for it, one below the other."""
    narrow = any(stacker.is_too_narrow(block) for stacker, block in zip(columns, blocks, strict=True))
    below: list[Row] = []
    if narrow or len(blocks) == 1 or isinstance(blocks[0].content, Table):
        below = [row for stacker, block in zip(wide, blocks, strict=True) for row in stacker.stack(block)]
    if narrow or len(blocks) == 1:
        return below
    every_part = [stacker.parts(block) for stacker, block in zip(columns, blocks, strict=True)]
    if len({len(parts) for parts in every_part}) > 1:  # one language has a paragraph more
        every_part = [[[row for part in parts for row in part]] for parts in every_part]
    joined = [row for parts in zip(*every_part, strict=True) for row in _side_by_side(list(parts), press)]
    if below and _height(joined) > _height(below):
        return below
    return columns[0].kept(blocks[0], joined)


def _height(rows: list[Row]) -> float:
    return sum(row.height + row.above for row in rows)


def _stackers(proses: tuple[Prose, ...], press: Press, width: float) -> list[Stacker]:
    return [
        Stacker(setter, press.look, width, labels=prose.labels, report=press.report)
        for setter, prose in zip(press.setters, proses, strict=True)
    ]


def _side_by_side(stacks: list[list[Row]], press: Press) -> list[Row]:
    joined = stacks[0]
    for count, stack in enumerate(stacks[1:], 1):
        joined = beside(joined, stack, count * (press.column + press.look.spread.gutter))
    return joined


def _bookmarks(proses: tuple[Prose, ...]) -> list[Bookmark]:
    """Return the outline: chapters and, below them, sections."""
    found: list[Bookmark] = []
    for blocks in zip(*(prose.blocks for prose in proses), strict=True):
        first = blocks[0].content
        if isinstance(first, ChapterTitle | SectionTitle):
            titles = [plain(block.content.title) for block in blocks if isinstance(block.content, type(first))]
            title = " · ".join(titles)
            found.append(
                Bookmark(f"{first.number} {title}".strip(), first.anchor, int(isinstance(first, SectionTitle)))
            )
    return found
