"""Where things stand in a book, as rows: its contents at the front, its index at the back."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from msgspec.structs import replace

from valleybuild.book.prose import ChapterTitle, Line, Prose, SectionTitle
from valleybuild.book.rows import Row, apart, as_one, baseline, beside, line_height, shift, text_rows
from valleybuild.book.stack import Stacker
from valleybuild.markup import Piece
from valleybuild.problem import Place
from valleybuild.scene import Item, Link

LEADER = "."
LEADER_GAP = 1.6
"""The room between a title, its dots and its page, in mm."""
UNKNOWN = 88
"""Stands for a page that is not known yet: most have two digits."""
NUMBER_GAP = 1.8
"""The room between a number of the contents and its title, in mm."""
CHAPTER_GAP = 0.9
"""The room above a chapter in the contents, in mm."""
LETTER_GAP = 1.4
"""The room above the first term that begins with another letter, in mm."""
COLUMN_GAP = 6.0
CONTENTS, INDEX = "contents", "index"
"""The anchors of the two."""
TOGETHER = 2
"""From how many pages on end an index writes them as one range."""


def plain(line: Line) -> str:
    """Return a line's text without its looks."""
    return "".join(piece.text for piece in line)


def contents_rows(stacker: Stacker, prose: Prose, pages: Mapping[str, int]) -> list[Row]:
    """Set the contents: chapters and their sections with the pages they begin on."""
    rows = _heading(stacker, prose.labels.contents, CONTENTS)
    titles = [block.content for block in prose.blocks if isinstance(block.content, ChapterTitle | SectionTitle)]
    rows += [_entry(stacker, title, pages) for title in titles if isinstance(title, ChapterTitle) or title.number]
    if any(block.index for block in prose.blocks):
        rows.append(_entry(stacker, _index_title(prose), pages))
    return rows


def _index_title(prose: Prose) -> ChapterTitle:
    label = prose.labels.index
    return ChapterTitle(INDEX, "", (Piece(label),), label, Place(""))


def _heading(stacker: Stacker, text: str, anchor: str) -> list[Row]:
    style = stacker.style("chapter")
    lines = stacker.setter.set((Piece(text),), style, stacker.width, divided=False)
    rows = text_rows(lines, style, stacker.setter.font(style), above=stacker.look.gaps["chapter"], held=True)
    rows[0] = replace(rows[0], anchors=(anchor,), running=text)
    return rows


def _entry(stacker: Stacker, title: ChapterTitle | SectionTitle, pages: Mapping[str, int]) -> Row:
    """Set a line of the contents: number and title, dots, page; the whole line leads there."""
    style, setter = stacker.style("contents"), stacker.setter
    chapter = isinstance(title, ChapterTitle)
    numbers = setter.width_of((Piece("00", bold=True),), style) + NUMBER_GAP
    x = numbers if title.number else 0.0
    items: list[Item] = []
    if title.number and not chapter:
        x += setter.width_of((Piece("00.0"),), style) + NUMBER_GAP
    bold = tuple(replace(piece, bold=chapter or piece.bold, link="") for piece in title.title)
    page = str(pages.get(title.anchor, UNKNOWN))
    room = stacker.width - x - 9.0
    down, high = baseline(style, setter.font(style)), line_height(style)
    if title.number:
        (label,) = setter.set((Piece(title.number, bold=chapter),), style, numbers * 3, divided=False)
        items += shift(label.runs, 0.0 if chapter else numbers, down)
    y = 0.0
    width = 0.0
    for line in setter.set(bold, style, room, divided=False):
        items += shift(line.runs, x, y + down)
        width = line.width
        y += high
    (figures,) = setter.set((Piece(page, bold=chapter),), style, 9.0, align="right", divided=False)
    items += shift(figures.runs, stacker.width - 9.0, y - high + down)
    start = x + width + LEADER_GAP
    end = stacker.width - figures.width - LEADER_GAP
    dot = setter.width_of((Piece(f"{LEADER}\u00a0"),), style)
    count = int((end - start) / dot)
    if count > 0:
        dots = setter.set((Piece("\u00a0".join(LEADER * count)),), style, end - start + dot, divided=False)
        first = end - dots[0].width
        items += shift([replace(run, colour=stacker.look.inks["rule"]) for run in dots[0].runs], first, y - high + down)
    above = CHAPTER_GAP if chapter else 0.0
    return Row(height=y, items=tuple(items), above=above, links=(Link(0.0, 0.0, stacker.width, y, title.anchor),))


def index_rows(
    stacker: Stacker, pages: Mapping[tuple[str, str], tuple[int, ...]], *, columns: int, height: float
) -> list[Row]:
    """Set the index of terms, in the order of the language's alphabet, in columns that fill pages of a height in mm."""
    language = stacker.setter.language
    listed = [(term, numbers) for (tongue, term), numbers in pages.items() if tongue == language]
    if not listed:
        return []
    listed.sort(key=lambda entry: sort_key(entry[0], language))
    rows = _heading(stacker, stacker.labels.index, INDEX)
    width = (stacker.width - (columns - 1) * COLUMN_GAP) / columns
    entries: list[Row] = []
    initial = ""
    for name, numbers in listed:
        letter = sort_key(name, language)[0][: 2 if language == "cs" and name[:2].casefold() == "ch" else 1]
        found = _index_entry(stacker, name, numbers, width)
        entries += apart(found, LETTER_GAP) if entries and letter != initial else found
        initial = letter
    room = height - _height(rows)
    while entries:
        stacks, entries = _fill_columns(entries, columns, room)
        found = stacks[0]
        for column, stack in enumerate(stacks[1:], 1):
            found = beside(found, stack, column * (width + COLUMN_GAP))
        rows += found
        room = height
    return rows


def _height(rows: list[Row]) -> float:
    return sum(row.height + row.above for row in rows)


def _fill_columns(entries: list[Row], columns: int, room: float) -> tuple[list[list[Row]], list[Row]]:
    """Fill columns of a height at most, all alike where the entries end; return them and what is left over."""
    deep = min(room, _height(entries) / columns)
    while True:
        stacks, rest = _fill(entries, columns, deep)
        if not rest or deep >= room:
            return [[as_one(stack)] for stack in stacks if stack], rest
        deep = min(deep + 1.0, room)


def _fill(entries: list[Row], columns: int, deep: float) -> tuple[list[list[Row]], list[Row]]:
    stacks: list[list[Row]] = []
    rest = entries
    for _ in range(columns):
        count, used = 0, 0.0
        while count < len(rest):
            used += rest[count].height + (rest[count].above if count else 0.0)
            if used > deep and count:
                break
            count += 1
        while 0 < count < len(rest) and rest[count - 1].held and count > 1:
            count -= 1
        stacks.append(rest[:count])
        rest = rest[count:]
    return stacks, rest


def _index_entry(stacker: Stacker, name: str, pages: tuple[int, ...], width: float) -> list[Row]:
    style = stacker.style("index")
    text = (Piece(f"{name}, {', '.join(_ranges(pages))}"),)
    indent = stacker.look.indent / 2
    lines = stacker.setter.set(text, style, width - indent, divided=False)
    rows = text_rows(lines, style, stacker.setter.font(style), above=0.2)
    return [
        replace(row, held=index < len(rows) - 1, items=shift(row.items, indent if index else 0.0, 0.0))
        for index, row in enumerate(rows)
    ]


def _ranges(pages: tuple[int, ...]) -> list[str]:
    """Write pages on end as a range."""
    found: list[list[int]] = []
    for page in pages:
        if found and page == found[-1][-1] + 1:
            found[-1].append(page)
        else:
            found.append([page])
    return [f"{run[0]}–{run[-1]}" if len(run) > TOGETHER else ", ".join(map(str, run)) for run in found]


CZECH = {"č": "c|", "ch": "h|", "ř": "r|", "š": "s|", "ž": "z|"}
"""The letters that the Czech alphabet counts as letters of their own, behind the one they look like."""


def sort_key(text: str, language: str) -> tuple[str, str]:
    """Return what sorts words as a dictionary of the language does; other accents count only between equals."""
    lower = text.casefold()
    if language == "cs":
        for letter, order in CZECH.items():
            lower = lower.replace(letter, order)
    flat = "".join(mark for mark in unicodedata.normalize("NFD", lower) if not unicodedata.combining(mark))
    return flat.replace("|", "\uffff"), lower
