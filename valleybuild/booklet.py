"""Pages in reading order to sheets that are folded in the middle and stapled: pure arithmetic.

Every sheet is portrait with two pages on a side, one above the other and lying on their side, so that a printer that
flips on the long edge turns it as all other products are turned. The pages of the back lie the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence

from valleybuild.impose import Page, Paper, Placement
from valleybuild.scene import Colour, Inset, Item, Outline, Path, Scene, Size, Stroke

PER_SHEET = 4
FOLD = 0.15
"""The width of the line that marks the fold, in mm, and how long it is at either edge."""
FOLD_MARK = 3.0


def fold_sheets(pages: Sequence[Scene], paper: Paper, line: Colour, *, creep: float = 0.0) -> list[Page]:
    """Impose a saddle-stitched booklet; blank pages go before the last one, where their number asks for it.

    Pages that are larger than half a sheet are made smaller. `creep` is how much further in mm each sheet lies inside
    the one around it: its pages are moved towards the fold by that much, so that all margins come out alike once the
    booklet is trimmed.
    """
    if not pages:
        return []
    half = Size(paper.size.height / 2, paper.size.width)
    listed: list[Scene | None] = [*pages[:-1], *[None] * (-len(pages) % PER_SHEET), pages[-1]]
    count = len(listed)
    sheets: list[Page] = []
    for sheet in range(count // PER_SHEET):
        moved = creep * sheet
        first = 2 * sheet
        front = (listed[count - 1 - first], listed[first])
        back = (listed[first + 1], listed[count - 2 - first])
        marks = _fold_marks(paper, line)
        # Left pages lie in the upper half of a front, and so do those behind them on the back.
        sheets.append(Page(paper.size, "front", sheet + 1, _side(front, half, 90, moved), marks))
        sheets.append(Page(paper.size, "back", sheet + 1, _side(back[::-1], half, 270, moved), marks))
    return sheets


def _side(pages: tuple[Scene | None, Scene | None], half: Size, angle: int, creep: float) -> tuple[Placement, ...]:
    """Lay two pages, the first in the upper half."""
    placements: list[Placement] = []
    outline = Outline("half a sheet", half)
    for index, page in enumerate(pages):
        if page is not None:
            # The fold is at the right of the page in the upper half of a front, at its left in the lower one.
            at_right = (index == 0) == (angle == 90)
            scene = _on_half(page, half, creep if at_right else -creep)
            y = index * half.width
            placements.append(Placement(scene, 0.0, y, (0.0, 0.0, 0.0, 0.0), outline, f"page {index}", angle))
    return tuple(placements)


def _on_half(page: Scene, half: Size, moved: float) -> Scene:
    """Centre a page on half a sheet, no larger than that."""
    scale = min(1.0, half.width / page.size.width, half.height / page.size.height)
    x = (half.width - page.size.width * scale) / 2 + moved
    y = (half.height - page.size.height * scale) / 2
    return Scene(half, 0.0, (Inset(page, round(x, 4), round(y, 4), scale),))


def _fold_marks(paper: Paper, line: Colour) -> tuple[Item, ...]:
    """Mark the fold at both edges of the sheet, outside what is read."""
    y = paper.size.height / 2
    stroke = Stroke(line, FOLD)
    return tuple(
        Path((("M", x, y), ("L", x + FOLD_MARK, y)), stroke=stroke) for x in (0.0, paper.size.width - FOLD_MARK)
    )
