"""Sheets in physical numbers: sizes, bleed, marks, rulers, margins, and backs that lie behind their fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path as FilePath

import pytest

from valleybuild.codes import find_code
from valleybuild.impose import Page, Paper, Piece, Placement, impose
from valleybuild.marks import LINE, MarkStyle
from valleybuild.problem import Place, Problem
from valleybuild.scene import Colour, Group, Item, Outline, Path, Run, Scene, Size, text_of

BLACK = Colour("black", (0, 0, 0, 100), (0, 0, 0))
WHITE = Colour("white", (0, 0, 0, 0), (255, 255, 255))
STYLE = MarkStyle(BLACK, WHITE, "body", 6.5)
A4 = Paper("A4", Size(210.0, 297.0), 6.35)
LETTER = Paper("Letter", Size(215.9, 279.4), 6.35)
A5 = Paper("A5", Size(148.0, 210.0), 6.35)
PAPERS = [A4, LETTER, A5]
POKER = Outline("poker", Size(63.0, 88.0), "rectangle", 3.0)
SQUARE = Outline("square", Size(70.0, 70.0))
TOKEN = Outline("token", Size(20.0, 20.0), "circle")
LABEL = "Pebbles · en · sheet {} of {} · {} · 0.1.0 · 0123456789ab"


def face(outline: Outline, text: str, bleed: float = 3.0) -> Scene:
    return Scene(outline.size, bleed, (Run(5.0, 10.0, text, "body", 9.0, BLACK),))


def card(
    name: str, outline: Outline = POKER, *, back: str | None = "back", count: int = 1, bleed: float = 3.0
) -> Piece:
    reverse = None if back is None else face(outline, back, bleed)
    return Piece(name, outline, face(outline, name, bleed), reverse, count, place=Place("cards.yaml", 3))


def board(columns: int, rows: int, outline: Outline = SQUARE, name: str = "map", count: int = 1) -> list[Piece]:
    return [
        Piece(f"{name} {x},{y}", outline, face(outline, f"{x},{y}"), face(outline, f"b{x},{y}"), count, name, (x, y))
        for y in range(rows)
        for x in range(columns)
    ]


def laid(pieces: list[Piece], paper: Paper = A4) -> list[Page]:
    pages, problems = impose(
        pieces, paper=paper, label=lambda sheet, sheets, side: LABEL.format(sheet, sheets, side), style=STYLE
    )
    assert problems == []
    return pages


def box(placed: Placement) -> tuple[float, float, float, float]:
    """Return a placement's trim on the page: left, top, right, bottom."""
    size = placed.outline.size
    wide, high = (size.height, size.width) if placed.angle in (90, 270) else (size.width, size.height)
    return placed.x, placed.y, placed.x + wide, placed.y + high


def shown(placed: Placement) -> tuple[float, float, float, float]:
    """Return what is visible of a placement: its trim and bleed."""
    left, top, right, bottom = box(placed)
    return left - placed.bleed[0], top - placed.bleed[1], right + placed.bleed[2], bottom + placed.bleed[3]


def on_page(placed: Placement, u: float, v: float) -> tuple[float, float]:
    """Return where the point (u, v) of a face lies on its page."""
    size = placed.outline.size
    middle = (placed.x + (box(placed)[2] - placed.x) / 2, placed.y + (box(placed)[3] - placed.y) / 2)
    du, dv, angle = u - size.width / 2, v - size.height / 2, radians(placed.angle)
    return middle[0] + du * cos(angle) - dv * sin(angle), middle[1] + du * sin(angle) + dv * cos(angle)


def points(items: tuple[Item, ...]) -> Iterator[tuple[float, float]]:
    """Yield the corners of everything the marks draw: lines with their width, runs by a generous box."""
    for item in items:
        if isinstance(item, Path):
            half = item.stroke.width / 2 if item.stroke else 0.0
            for (_, x1, y1), (_, x2, y2) in zip(item.segments[::2], item.segments[1::2], strict=True):
                across = (half, 0.0) if x1 == x2 else (0.0, half)  # ends are cut off square
                for x, y in ((x1, y1), (x2, y2)):
                    for side in (-1, 1):
                        yield float(x) + side * across[0], float(y) + side * across[1]
        elif isinstance(item, Run):
            em = item.size * 25.4 / 72
            for x in (item.x, item.x + 0.55 * em * len(item.text)):
                yield x, item.y + 0.29 * em
                yield x, item.y - 0.74 * em
        elif isinstance(item, Group):
            angle = radians(item.angle)
            for x, y in points(item.items):
                du, dv = x - item.x, y - item.y
                yield item.x + du * cos(angle) - dv * sin(angle), item.y + du * sin(angle) + dv * cos(angle)


def mark_lines(page: Page, width: float = LINE) -> list[tuple[float, float, float, float]]:
    """List the crop marks' lines of one width: 0.25 pt, or the 0.5 mm underlay."""
    path = next(item for item in page.marks if isinstance(item, Path) and item.stroke and item.stroke.width == width)
    numbers = [float(at) for segment in path.segments for at in segment[1:]]
    return [(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]) for i in range(0, len(numbers), 4)]


SETS = {
    "cards": [card(f"card {n}", back="one" if n % 3 else "two") for n in range(20)],
    "tokens": [card("token", TOKEN, count=12)],
    "board": board(4, 3),
    "no backs": [card("alone", back=None, count=4)],
    "no bleed": [card("bare", bleed=0.0, count=9), card("bare token", TOKEN, bleed=0.0, count=9)],
    "tarot": [card("tall", Outline("tarot", Size(70.0, 120.0)), count=5)],
    "mini": [card("small", Outline("mini", Size(44.0, 68.0)), count=40)],
    "tiny": [card("bit", Outline("bit", Size(12.0, 12.0)), count=70)],
    "wide": [card("wide", Outline("wide", Size(120.0, 70.0)), count=3)],
}
CASES = [pytest.param(pieces, paper, id=f"{name}-{paper.name}") for name, pieces in SETS.items() for paper in PAPERS]


@pytest.mark.parametrize(("pieces", "paper"), CASES)
class TestEverySheet:
    """What holds for any pieces on any paper."""

    def test_every_copy_is_there_once_at_its_size(self, pieces: list[Piece], paper: Paper) -> None:
        pages = laid(pieces, paper)
        fronts = Counter(placed.piece_id for page in pages[::2] for placed in page.placements)
        assert fronts == {piece.id: piece.count for piece in pieces}
        for placed in (placed for page in pages for placed in page.placements):
            assert placed.scene.size == placed.outline.size

    def test_fronts_and_backs_alternate_and_are_labelled(self, pieces: list[Piece], paper: Paper) -> None:
        pages = laid(pieces, paper)
        sheets = len(pages) // 2
        assert [(page.sheet, page.side) for page in pages] == [
            (number, side) for number in range(1, sheets + 1) for side in ("front", "back")
        ]
        for page in pages:
            assert page.size == paper.size
            assert LABEL.format(page.sheet, sheets, page.side) in text_of(page.marks)

    def test_nothing_lies_in_the_margin(self, pieces: list[Piece], paper: Paper) -> None:
        low, right, bottom = paper.margin, paper.size.width - paper.margin, paper.size.height - paper.margin
        for page in laid(pieces, paper):
            for placed in page.placements:
                edges = shown(placed)
                assert min(edges[:2]) >= low and edges[2] <= right and edges[3] <= bottom
            for x, y in points(page.marks):
                assert low - 1e-9 <= x <= right + 1e-9 and low - 1e-9 <= y <= bottom + 1e-9

    def test_no_face_and_no_mark_covers_another_piece(self, pieces: list[Piece], paper: Paper) -> None:
        for page in laid(pieces, paper):
            trims = [box(placed) for placed in page.placements]
            for index, placed in enumerate(page.placements):
                left, top, right, bottom = shown(placed)
                for other in trims[:index] + trims[index + 1 :]:
                    assert (
                        left >= other[2] - 1e-6
                        or right <= other[0] + 1e-6
                        or (top >= other[3] - 1e-6 or bottom <= other[1] + 1e-6)
                    )
            if page.placements and page.placements[0].outline.shape != "circle":
                for line in mark_lines(page, 0.5):
                    for trim in trims:
                        assert distance_outside(line, trim) >= 0.15 - 1e-6

    def test_rulers_clear_pieces_bleed_and_marks(self, pieces: list[Piece], paper: Paper) -> None:
        for page in laid(pieces, paper):
            level, upright = rulers(page)
            deep, wide = max(y for _, y in level), max(x for x, _ in upright)
            for placed in page.placements:
                assert shown(placed)[1] > deep and shown(placed)[0] > wide
            for x1, y1, x2, y2 in mark_lines(page):
                assert min(y1, y2) > deep and min(x1, x2) > wide

    def test_rulers_are_100_mm_on_both_axes(self, pieces: list[Piece], paper: Paper) -> None:
        for page in laid(pieces, paper):
            level, upright = rulers(page)
            assert max(x for x, _ in level) - min(x for x, _ in level) == pytest.approx(100.0, abs=1e-9)
            assert max(y for _, y in upright) - min(y for _, y in upright) == pytest.approx(100.0, abs=1e-9)
            assert len({round(x, 6) for x, _ in level}) == len({round(y, 6) for _, y in upright}) == 11
            assert "100 mm" in text_of(page.marks)

    def test_each_back_lies_behind_its_front_and_reads_upright(self, pieces: list[Piece], paper: Paper) -> None:
        """Turn the sheet about its vertical axis, then the cut card about its own: like a page."""
        pages = laid(pieces, paper)
        backs_of = {piece.id: piece.back for piece in pieces}
        for front_page, back_page in zip(pages[::2], pages[1::2], strict=True):
            backs = {
                (round(paper.size.width - box(placed)[2], 4), round(placed.y, 4)): placed
                for placed in back_page.placements
            }
            for front in front_page.placements:
                back = backs.pop((round(front.x, 4), round(front.y, 4)), None)
                if back is None:
                    assert backs_of[front.piece_id] is None
                    continue
                assert (back.piece_id, back.scene) == (front.piece_id, backs_of[front.piece_id])
                width, height = front.outline.size.width, front.outline.size.height
                for u, v in ((0.0, 0.0), (width, 0.0), (0.0, height), (7.0, 11.0)):
                    x, y = on_page(back, width - u, v)
                    assert on_page(front, u, v) == pytest.approx((paper.size.width - x, y), abs=1e-9)
                left, top, right, bottom = front.bleed
                assert back.bleed == (right, top, left, bottom)
            assert not backs


def distance_outside(line: tuple[float, float, float, float], trim: tuple[float, float, float, float]) -> float:
    """Return how far an upright or level line stays outside a trim box; below 0 inside it."""
    x1, x2, y1, y2 = min(line[0], line[2]), max(line[0], line[2]), min(line[1], line[3]), max(line[1], line[3])
    across = max(trim[0] - x2, x1 - trim[2])
    along = max(trim[1] - y2, y1 - trim[3])
    return max(across, along)


def rulers(page: Page) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the points of the level and of the upright ruler."""
    paths = [item for item in page.marks if isinstance(item, Path)][-2:]
    level, upright = ([(float(x), float(y)) for _, x, y in path.segments] for path in paths)
    return level, upright


def test_poker_cards_on_a4_lie_three_by_three() -> None:
    front = laid([card("one", count=9)])[0]
    assert len(front.placements) == 9 and {placed.angle for placed in front.placements} == {0}
    first, last = front.placements[0], front.placements[-1]
    assert (first.x, first.y) == pytest.approx((10.5, 16.5))
    assert box(last)[2:] == pytest.approx((199.5, 280.5))
    assert (first.bleed, front.placements[4].bleed, last.bleed) == ((3, 3, 0, 0), (0, 0, 0, 0), (0, 0, 3, 3))
    assert front.placements[1].x - first.x == pytest.approx(63.0)
    assert front.placements[3].y - first.y == pytest.approx(88.0)


def test_poker_cards_on_letter_lie_on_their_side() -> None:
    front, back = laid([card("one", count=8)], LETTER)
    assert len(front.placements) == 8
    assert {placed.angle for placed in front.placements} == {90}
    assert {placed.angle for placed in back.placements} == {270}
    # With the sheet turned so that the cards stand upright, the first is at its top left: the page's top right.
    first = front.placements[0]
    assert first.x == max(placed.x for placed in front.placements) and first.y == front.placements[-1].y - 3 * 63.0


def test_groups_by_size_and_equal_backs_together() -> None:
    pieces = [card("a", back="red"), card("t", TOKEN), card("b", back="blue"), card("c", back="red", count=2)]
    pages = laid(pieces)
    assert [[placed.piece_id for placed in page.placements] for page in pages[::2]] == [["a", "c", "c", "b"], ["t"]]


def test_same_size_in_another_shape_is_another_group() -> None:
    round_card = Outline("round", Size(70.0, 70.0), "circle")
    assert len(laid([card("a", SQUARE), card("b", round_card)])) == 4


def test_piece_without_copies_is_not_printed() -> None:
    assert laid([card("none", count=0)]) == []


def test_missing_back_leaves_its_place_empty() -> None:
    front, back = laid([card("a"), card("b", back=None), card("c")])
    assert [placed.piece_id for placed in front.placements] == ["a", "c", "b"]
    assert [placed.piece_id for placed in back.placements] == ["a", "c"]
    assert back.placements[1].bleed[0] == 0.0  # the bare back of b beside it stays white


def test_empty_neighbour_leaves_room_for_bleed() -> None:
    last = laid([card("a", count=4)])[0].placements[-1]
    assert last.bleed == (3.0, 0.0, 3.0, 3.0)


def test_bleed_is_no_more_than_the_face_has() -> None:
    assert laid([card("a", bleed=1.5)])[0].placements[0].bleed == (1.5, 1.5, 1.5, 1.5)
    assert laid([card("a", bleed=9.0)])[0].placements[0].bleed == (3.0, 3.0, 3.0, 3.0)


def test_crop_marks_stand_015_mm_outside_every_cut() -> None:
    page = laid([card("a", count=9)])[0]
    lines = mark_lines(page)
    upright = {(round(x, 4), round(y1, 4)) for x, y1, x2, _ in lines if x == x2}
    assert upright == {(10.5 + 63 * n, y) for n in range(4) for y in (16.35, 280.65)}
    level = {(round(x1, 4), round(y, 4)) for x1, y, _, y2 in lines if y == y2}
    assert level == {(x, 16.5 + 88 * n) for n in range(4) for x in (10.35, 199.65)}
    assert max(abs(y2 - y1) for x1, y1, x2, y2 in lines) == pytest.approx(3.85)
    assert mark_lines(page, 0.5) == lines


def test_a_broken_cut_has_marks_at_each_end() -> None:
    page = laid([card("a", count=4)])[0]
    upright = Counter(round(x1, 4) for x1, _, x2, _ in mark_lines(page) if x1 == x2)
    level = Counter(round(y1, 4) for _, y1, _, y2 in mark_lines(page) if y1 == y2)
    assert upright == {10.5: 2, 73.5: 2, 136.5: 2, 199.5: 2} and level == {16.5: 2, 104.5: 2, 192.5: 2}
    # The cut right of the second row's only card ends with the card, that between columns 2 and 3 with the first row.
    ends = {round(x1, 4): max(y1, y2) for x1, y1, x2, y2 in mark_lines(page) if x1 == x2}
    assert ends[73.5] == pytest.approx(196.5) and ends[136.5] == pytest.approx(108.5)


def test_circles_keep_their_bleed_and_have_four_ticks() -> None:
    page = laid([card("token", TOKEN, count=12)])[0]
    first, second = page.placements[:2]
    assert first.bleed == (3.0, 3.0, 3.0, 3.0) and second.x - first.x == pytest.approx(26.0)
    ticks = mark_lines(page)
    assert len(ticks) == 48
    x, y = first.x + 10, first.y + 10
    assert ticks[0] == pytest.approx((x, y - 10.15, x, y - 13.0))


def test_board_lies_as_on_the_table() -> None:
    pages = laid(board(4, 3))
    assert len(pages) == 4
    for page in pages[::2]:
        assert len(page.placements) == 6
        by_cell = {tuple(int(part) for part in placed.piece_id[4:].split(",")): placed for placed in page.placements}
        origin_cell = min(by_cell)
        origin = by_cell[origin_cell]
        for (column, row), placed in by_cell.items():
            assert placed.x - origin.x == pytest.approx(70.0 * (column - origin_cell[0]))
            assert placed.y - origin.y == pytest.approx(70.0 * (row - origin_cell[1]))


def test_board_turns_where_that_saves_sheets() -> None:
    pages = laid(board(3, 4))
    assert len(pages) == 4
    for page in pages[::2]:
        placed = {item.piece_id[4:]: item for item in page.placements}
        assert {item.angle for item in placed.values()} == {90}
        upper = min(int(name[2:]) for name in placed)
        first, right, below = placed[f"0,{upper}"], placed[f"1,{upper}"], placed[f"0,{upper + 1}"]
        assert (right.x, right.y) == pytest.approx((first.x, first.y + 70)), "to the right is down the page"
        assert (below.x, below.y) == pytest.approx((first.x - 70, first.y)), "down is to the left"


def test_board_of_any_form_takes_few_sheets() -> None:
    ring = [piece for piece in board(3, 4) if piece.cell not in ((1, 1), (1, 2))]
    assert len(laid(ring)) == 4
    corner = [piece for piece in board(4, 6) if piece.cell in ((1, 2), (2, 2), (1, 3), (2, 3), (2, 4))]
    assert len(laid(corner)) == 2


def test_pieces_that_touch_at_a_corner_do_not_cover_each_other() -> None:
    crossed = [piece for piece in board(2, 2) if piece.cell in ((0, 0), (1, 1))]
    page = laid(crossed)[0]
    assert [placed.bleed for placed in page.placements] == [(3.0, 3.0, 0.0, 3.0), (0.0, 3.0, 3.0, 3.0)]


def test_each_board_starts_a_sheet_and_each_copy_is_whole() -> None:
    pieces = [*board(2, 1, name="map"), *board(1, 1, name="sea", count=2), card("loose", SQUARE)]
    fronts = [[placed.piece_id for placed in page.placements] for page in laid(pieces)[::2]]
    assert fronts == [["map 0,0", "map 1,0"], ["sea 0,0"], ["sea 0,0"], ["loose"]]


def findings(pieces: list[Piece], paper: Paper) -> tuple[list[Page], list[Problem]]:
    pages, problems = impose(pieces, paper=paper, label=lambda *_: "", style=STYLE)
    assert all(find_code(problem.name) for problem in problems)
    return pages, problems


def test_too_large_for_the_paper_names_piece_and_size() -> None:
    poster = card("poster", Outline("poster", Size(200.0, 120.5)))
    pages, problems = findings([poster, card("card")], A5)
    assert [problem.name for problem in problems] == ["too-large-for-paper"]
    assert "poster is 200 × 120.5 mm" in problems[0].message and problems[0].place == Place("cards.yaml", 3)
    assert [placed.piece_id for placed in pages[0].placements] == ["card"]


def test_paper_without_room_for_rulers() -> None:
    pages, problems = findings([card("card")], Paper("A6", Size(105.0, 148.0), 6.35))
    assert pages == [] and [problem.name for problem in problems] == ["paper-too-small"]


def test_landscape_paper_is_used_upright() -> None:
    pages = laid([card("a")], Paper("A4", Size(297.0, 210.0), 6.35))
    assert pages == laid([card("a")])


def test_face_of_another_size_is_a_mistake_in_the_program() -> None:
    wrong = Piece("wrong", POKER, face(SQUARE, "x"), None, 1)
    with pytest.raises(ValueError, match="wrong"):
        findings([wrong], A4)


@pytest.mark.parametrize(("name", "paper"), [("a4", A4), ("letter", LETTER), ("a5", A5)])
def test_paper_files(name: str, paper: Paper) -> None:
    text = (FilePath(__file__).parents[1] / f"layouts/paper/{name}.yaml").read_text(encoding="utf-8")
    lengths = dict(line.split("#")[0].split(": ") for line in text.splitlines())
    millimetres = {key: float(value.strip().removesuffix("mm")) for key, value in lengths.items()}
    assert millimetres == {"width": paper.size.width, "height": paper.size.height, "margin": paper.margin}
