"""A board's components to one scene: its cards as they lie on the table, and its margin with name and legend above."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from valleybuild.compose.game import Component
from valleybuild.scene import Colour, Inset, Item, Path, Scene, Size

EDGE = 5.0  # mm of ground all round
BLEED = 3.0


class Board(msgspec.Struct, frozen=True):
    """A board: its size, and the scene of it and of `BLEED` mm of ground more on every side."""

    id: str
    size: Size
    scene: Scene


def lay_board(
    id: str, cards: Sequence[Component], margins: Sequence[Component], *, ground: Colour, language: str
) -> Board:
    """Lay cards in their cells, and the margins above them, one below the other, each in the middle.

    Cells that hold no card show the ground. A column is as wide and a row as high as the largest card.
    """
    placed = [(card, card.cell) for card in cards if card.cell is not None]
    left, top = (min(cell[axis] for _, cell in placed) for axis in (0, 1))
    wide = max(card.outline.size.width for card in cards)
    high = max(card.outline.size.height for card in cards)
    columns, rows = (max(cell[axis] for _, cell in placed) - (left, top)[axis] + 1 for axis in (0, 1))
    width = max(columns * wide, *(margin.outline.size.width for margin in margins), 0.0) + 2 * EDGE
    head = sum(margin.outline.size.height for margin in margins)
    height = head + rows * high + 2 * EDGE
    size = Size(width, height)
    whole = Size(width + 2 * BLEED, height + 2 * BLEED)
    items: list[Item] = [_sheet(whole, ground)]
    y = BLEED + EDGE
    for margin in margins:
        items.append(Inset(margin.front[language], (whole.width - margin.outline.size.width) / 2, y, 1.0))
        y += margin.outline.size.height
    first = (whole.width - columns * wide) / 2
    for card, (column, row) in placed:
        own = card.outline.size
        x, down = first + (column - left + 0.5) * wide, y + (row - top + 0.5) * high
        items.append(Inset(card.front[language], round(x - own.width / 2, 4), round(down - own.height / 2, 4), 1.0))
    return Board(id, size, Scene(whole, 0.0, tuple(items)))


def _sheet(size: Size, ink: Colour) -> Path:
    right, bottom = size.width, size.height
    return Path((("M", 0.0, 0.0), ("L", right, 0.0), ("L", right, bottom), ("L", 0.0, bottom), ("Z",)), ink)
