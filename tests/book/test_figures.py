"""Figures: nothing outside, nothing over each other, every text in them, faces turned and scaled as is asked for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import msgspec
import pytest

from tests.conftest import TESTS, GameCopy
from valleybuild.book.figure_board import find_cell, lay_board
from valleybuild.book.figure_cards import Called, spread
from valleybuild.book.figure_easel import LEAST, NOTHING, Easel, Face, Words
from valleybuild.book.figure_map import moves_of, spots_of
from valleybuild.book.figure_marks import crowded, token_of
from valleybuild.book.figures import draw_figure
from valleybuild.book.look import read_looks
from valleybuild.book.model import Call, Cards, Drawing, DrawnCard, Leg, Map, Mark, Noted, Step, Strip
from valleybuild.book.prose import Lines
from valleybuild.book.rendering import render_book
from valleybuild.compose.game import compose_game
from valleybuild.compose.materials import gather_materials
from valleybuild.markup import Piece
from valleybuild.model import Entry
from valleybuild.model import Words as Forms
from valleybuild.problem import Place
from valleybuild.project import Project
from valleybuild.scene import Group, Inset, Item, Outline, Path, Raster, Run, Scene, Size, Use, text_of
from valleybuild.units import MM_PER_POINT
from valleybuild.workshop import Checked

ROOMS = (111.0, 50.0)  # mm: the width of a page of the book, and of one of its two columns
SLACK = 0.3  # mm: half of the thickest line at an edge
Box = tuple[float, float, float, float]


class Drawn(msgspec.Struct, frozen=True):
    """All drawings of the book, rendered, by language, and what draws them."""

    easel: Easel
    drawings: dict[str, tuple[Drawing[Lines], ...]]


@pytest.fixture(scope="module")
def drawn(checked: Checked) -> Drawn:
    """Render all figures of the rulebook in both languages."""
    assert checked.game is not None and checked.materials is not None
    assert checked.book is not None and checked.groundwork is not None
    looks, _ = read_looks(Project(TESTS.parent), checked.game)
    assert looks is not None
    found: dict[str, list[Drawing[Lines]]] = {}

    def note(drawing: Drawing[Lines], language: str, /, *, room: float = math.inf) -> Scene:
        found.setdefault(language, []).append(drawing)
        return NOTHING

    for language in checked.game.languages:
        render_book(checked.book, msgspec.structs.replace(checked.groundwork, draw=note), language)
    easel = Easel(checked.materials, checked.components, looks.single)
    return Drawn(easel, {language: tuple(drawings) for language, drawings in found.items()})


def noted(id: str) -> Noted:
    return Noted(id, Place(""))


def says(text: str) -> Lines:
    return ((Piece(text),),)


def boxes(items: tuple[Item, ...], easel: Easel) -> Iterator[Box]:
    """Yield the edges of all that is painted: left, top, right, bottom."""
    for item in items:
        match item:
            case Run():
                em = item.size * MM_PER_POINT
                wide = sum(easel.letters.nominal(letter, item.font) for letter in item.text) + sum(item.spread) / 1000
                yield item.x, item.y - 0.7 * em, item.x + wide * em, item.y + 0.2 * em
            case Path():
                lengths = [[float(at) for at in segment[1:]] for segment in item.segments]
                xs, ys = [at for part in lengths for at in part[::2]], [at for part in lengths for at in part[1::2]]
                yield min(xs), min(ys), max(xs), max(ys)
            case Use() | Raster():
                yield item.x, item.y, item.x + item.width, item.y + item.height
            case Inset():
                size = item.scene.size
                yield item.x, item.y, item.x + size.width * item.scale, item.y + size.height * item.scale
            case Group():
                turn = math.radians(item.angle)
                for left, top, right, bottom in boxes(item.items, easel):
                    corners = [(x - item.x, y - item.y) for x in (left, right) for y in (top, bottom)]
                    xs = [item.x + x * math.cos(turn) - y * math.sin(turn) for x, y in corners]
                    ys = [item.y + x * math.sin(turn) + y * math.cos(turn) for x, y in corners]
                    yield min(xs), min(ys), max(xs), max(ys)


def own_runs(items: tuple[Item, ...]) -> Iterator[Run]:
    """Yield what the figure itself writes, not what stands on the faces in it."""
    for item in items:
        if isinstance(item, Run):
            yield item
        elif isinstance(item, Group):
            yield from own_runs(item.items)


def texts(drawing: Drawing[Lines]) -> Iterator[Lines]:
    match drawing:
        case Cards(cards=cards):
            for card in cards:
                yield card.text or ()
                yield from (call.text for call in card.calls)
        case Map(marks=marks, moves=moves):
            yield from (one.text or () for one in (*marks, *moves))
        case Strip(steps=steps):
            yield from (step.text for step in steps)


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("room", ROOMS)
class TestFiguresOfTheBook:
    """What holds of every figure of the rulebook, on a page and in a column."""

    def test_nothing_is_painted_outside(self, drawn: Drawn, language: str, room: float) -> None:
        assert drawn.drawings[language]
        for drawing in drawn.drawings[language]:
            scene = draw_figure(drawing, language, easel=drawn.easel, room=room)
            assert scene.size.width <= room + 1e-6
            for left, top, right, bottom in boxes(scene.items, drawn.easel):
                inside = left > -SLACK and top > -SLACK
                inside = inside and right < scene.size.width + SLACK and bottom < scene.size.height + SLACK
                assert inside, (drawing, scene.size, (left, top, right, bottom))

    def test_every_text_is_in_it(self, drawn: Drawn, language: str, room: float) -> None:
        for drawing in drawn.drawings[language]:
            scene = draw_figure(drawing, language, easel=drawn.easel, room=room)
            written = letters("".join(text_of(scene.items)))
            for text in texts(drawing):
                for line in text:
                    assert letters("".join(piece.text for piece in line)) in written, drawing

    def test_nothing_is_written_small(self, drawn: Drawn, language: str, room: float) -> None:
        for drawing in drawn.drawings[language]:
            scene = draw_figure(drawing, language, easel=drawn.easel, room=room)
            assert all(run.size >= LEAST for run in own_runs(scene.items))

    def test_no_two_marks_cover_each_other_or_a_name(self, drawn: Drawn, language: str, room: float) -> None:
        maps = [drawing for drawing in drawn.drawings[language] if isinstance(drawing, Map)]
        assert any(len(map.marks) > 4 for map in maps)
        for map in maps:
            board = lay_board(map.of.text, drawn.easel, width=min(map.width, room), language=language)
            assert board is not None
            narrow = crowded(board.cells[0].width)
            spots, _ = spots_of(map, board, drawn.easel, narrow=narrow, language=language, first=1)
            assert len(spots) >= len(map.marks)
            taken = [(spot.x, spot.y, spot.x + spot.width, spot.y + spot.height) for spot in spots]
            names = [(cell.x, cell.name_top, cell.x + cell.width, cell.name_bottom) for cell in board.cells]
            for one, other in itertools.combinations(taken, 2):
                assert not overlap(one, other), map
            for one, other in itertools.product(taken, names):
                assert not overlap(one, other), map

    def test_arrows_end_off_the_names(self, drawn: Drawn, language: str, room: float) -> None:
        maps = [drawing for drawing in drawn.drawings[language] if isinstance(drawing, Map) and drawing.moves]
        assert maps
        for map in maps:
            board = lay_board(map.of.text, drawn.easel, width=min(map.width, room), language=language)
            assert board is not None
            moves = list(moves_of(map, board, drawn.easel, narrow=False))
            assert len(moves) == len(map.moves)
            for move in moves:
                for x, y in (move.start, move.end):
                    under = [cell for cell in board.cells if cell.x <= x <= cell.x + cell.width]
                    assert not any(cell.name_top < y < cell.name_bottom for cell in under), map


def test_names_are_on_the_map_or_below_it_behind_letters(drawn: Drawn) -> None:
    """Where the names find no room in the cells, letters stand there."""
    map = Map[Lines](noted("high-water"), (), (), 0.0)
    wide = text_of(draw_figure(map, "cs", easel=drawn.easel, room=111.0).items)
    narrow = text_of(draw_figure(map, "cs", easel=drawn.easel, room=50.0).items)
    assert "Louky u řeky" in letters_kept(wide) and "A" not in wide
    assert {"A", "B", "H", "Louky u řeky"} <= set(letters_kept(narrow))


def letters_kept(found: list[str]) -> list[str]:
    return [text.replace("\u00a0", " ") for text in found]


def test_a_map_at_the_size_of_its_cards_is_left_as_it_is(drawn: Drawn) -> None:
    scene = draw_figure(Map(noted("new-footbridge"), (), (), 0.0), "en", easel=drawn.easel)
    faces = [item for item in scene.items if isinstance(item, Inset)]
    assert scene.size == Size(210.0, 210.0) and len(faces) == 8 and all(face.scale == 1.0 for face in faces)
    assert {face.scene for face in faces} <= {one.front["en"] for one in drawn.easel.components.values()}
    assert not list(own_runs(scene.items))


@pytest.mark.parametrize("language", ["en", "cs"])
def test_what_is_only_printed_on_a_board_is_on_no_map(drawn: Drawn, language: str) -> None:
    """The pictures of the cells where no card lies belong to a map printed as one board; nowhere is an id written."""
    faces = drawn.easel.components.values()
    scenery = [one for one in faces if one.product == "boards" and one.cell is not None]
    boards = dict.fromkeys(one.board for one in scenery)
    assert len(boards) > 3 and {one.kind for one in scenery} == {"board-scenery"}
    for board, room in itertools.product(boards, (1000.0, *ROOMS)):
        scene = draw_figure(Map(noted(board), (), (), 0.0), language, easel=drawn.easel, room=room)
        cards = [one for one in faces if one.board == board and one.cell is not None and one not in scenery]
        assert len([item for item in scene.items if isinstance(item, Inset)]) == len(cards)
        assert not {one.id for one in faces if one.board == board} & set(letters_kept(text_of(scene.items)))


def test_a_card_without_a_name_lies_there_without_one(pebbles: GameCopy, drawn: Drawn) -> None:
    easel = of_pebbles(pebbles, drawn)
    assert easel.components["hidden-pool"].front["en"].items
    map = Map[Lines](noted("moor-beck"), (), (), 24.0)
    game = easel.materials.game
    nameless = {
        id: msgspec.structs.replace(entry, record=msgspec.structs.replace(entry.record, fields=unnamed(entry)))
        for id, entry in game.entries.items()
    }
    scenes = {}
    for entries in (game.entries, nameless):
        easel.materials.game = msgspec.structs.replace(game, entries=entries)
        easel.drawn.clear()
        easel.names.clear()
        scenes[len(scenes)] = draw_figure(map, "en", easel=easel)
    named, bare = ([run.text for run in own_runs(scene.items)] for scene in scenes.values())
    assert len(named) > 3 and bare == []


def unnamed(entry: Entry) -> dict[str, object]:
    return {name: value for name, value in entry.record.fields.items() if not isinstance(value, Forms)}


def test_a_pawn_is_the_token_that_bears_the_name(drawn: Drawn) -> None:
    """Betty has a circle and a reminder too; the hazard has no token, so that its name is written."""
    faces = drawn.easel.components
    token = token_of("betty", drawn.easel)
    assert token is not None and token.scene == faces["pawn-betty"].front["en"]
    assert token_of("the-flu", drawn.easel) is None
    mark = Mark[Lines](noted("farm"), None, noted("the-flu"), None)
    scene = draw_figure(Map(noted("new-footbridge"), (mark,), (), 100.0), "en", easel=drawn.easel)
    assert "The Flu" in text_of(scene.items)


def test_moves_are_numbered_where_there_are_several(drawn: Drawn) -> None:
    legs = (Leg[Lines](noted("farm"), noted("mill"), None), Leg[Lines](noted("mill"), noted("timber-yard"), None))
    for count, expected in ((1, []), (2, ["1", "2"])):
        map = Map[Lines](noted("new-footbridge"), (), legs[:count], 100.0)
        scene = draw_figure(map, "en", easel=drawn.easel)
        assert [run.text for run in own_runs(scene.items) if run.text.isdigit()] == expected


def test_ids_that_are_not_there_are_left_out(drawn: Drawn) -> None:
    gone = DrawnCard[Lines](noted("gone"), "front", 0, (), None)
    there = DrawnCard[Lines](noted("runaway-dog"), "front", 0, (), None)
    assert draw_figure(Cards((gone,), 40.0), "en", easel=drawn.easel) == NOTHING
    assert draw_figure(Map(noted("gone"), (), (), 40.0), "en", easel=drawn.easel) == NOTHING
    only = draw_figure(Cards((there,), 40.0), "en", easel=drawn.easel)
    assert draw_figure(Cards((gone, there), 40.0), "en", easel=drawn.easel) == only
    marks = (Mark[Lines](noted("gone"), None, noted("betty"), None),)
    moves = (Leg[Lines](noted("gone"), noted("mill"), None),)
    bare = draw_figure(Map(noted("new-footbridge"), (), (), 90.0), "en", easel=drawn.easel)
    assert draw_figure(Map(noted("new-footbridge"), marks, moves, 90.0), "en", easel=drawn.easel) == bare


def test_a_figure_is_drawn_once(drawn: Drawn) -> None:
    drawing = drawn.drawings["en"][0]
    assert draw_figure(drawing, "en", easel=drawn.easel) is draw_figure(drawing, "en", easel=drawn.easel)
    assert draw_figure(drawing, "en", easel=drawn.easel) is not draw_figure(drawing, "cs", easel=drawn.easel)


@pytest.mark.parametrize("turn", [0, 90, 180])
def test_cards_are_turned_and_their_points_with_them(drawn: Drawn, turn: int) -> None:
    call = Call[Lines](6.3, 8.8, says("here"))
    card = DrawnCard[Lines](noted("runaway-dog"), "front", turn, (call,), None)
    scene = draw_figure(Cards((card,), 40.0), "en", easel=drawn.easel)
    scale = min(40.0 / (88.0 if turn == 90 else 63.0), 0.78)
    group = scene.items[0]
    inset = group.items[0] if isinstance(group, Group) else group
    assert isinstance(inset, Inset) and inset.scale == pytest.approx(scale)
    assert (group.angle if isinstance(group, Group) else 0.0) == turn
    left = (40.0 - (88.0 if turn == 90 else 63.0) * scale) / 2
    x, y = {0: (6.3, 8.8), 90: (79.2, 6.3), 180: (56.7, 79.2)}[turn]
    dots = [box for box in boxes(scene.items, drawn.easel) if abs(box[2] - box[0] - 3.7) < 0.01]
    assert dots[0][0] + 1.85 == pytest.approx(left + x * scale) and dots[0][1] + 1.85 == pytest.approx(y * scale)


def test_a_point_is_turned_about_its_face() -> None:
    outline = Outline("card", Size(60.0, 90.0))
    points = [Face(NOTHING, outline, turn).point(10.0, 20.0) for turn in (0, 90, 180, 270)]
    assert points == [(10.0, 20.0), (70.0, 10.0), (50.0, 70.0), (20.0, 50.0)]
    assert Face(NOTHING, outline, 90).size == Size(90.0, 60.0)


def test_texts_beside_a_card_make_room_for_each_other() -> None:
    calls = [Called(number, 0.0, y, ()) for number, y in ((1, 50.0), (2, 10.0), (3, 51.0), (4, 59.0))]
    tops = spread(calls, [Words((), 20.0, 6.0)] * 4, 60.0)
    order = sorted(range(4), key=lambda index: tops[index])
    assert order == [1, 0, 2, 3] and tops[1] == 7.0
    assert all(tops[after] - tops[before] >= 6.0 for before, after in itertools.pairwise(order))
    assert tops[3] == 54.0


def test_a_wide_card_has_texts_at_its_sides_and_a_narrow_one_below(drawn: Drawn) -> None:
    calls = (Call[Lines](6.0, 20.0, says("left")), Call[Lines](57.0, 20.0, says("right")))
    cards = Cards((DrawnCard[Lines](noted("runaway-dog"), "front", 0, calls, None),), 112.0)
    for room, beside in ((112.0, True), (50.0, False)):
        scene = draw_figure(cards, "en", easel=drawn.easel, room=room)
        face = next(item for item in scene.items if isinstance(item, Inset))
        runs = {run.text.strip("\u00a0"): run for run in own_runs(scene.items)}
        bottom = face.y + face.scene.size.height * face.scale
        assert (runs["left"].x < face.x and runs["right"].x > face.x + 63.0 * face.scale) == beside
        assert (runs["left"].y > bottom) == (not beside)


def test_a_strip_wraps_into_rows_of_about_equal_length(drawn: Drawn) -> None:
    strip = Strip(tuple(Step[Lines](noted("star"), says(word)) for word in ("one", "two", "three", "four")), 0.0)
    for room, rows in ((112.0, [4]), (60.0, [2, 2]), (20.0, [1, 1, 1, 1])):
        scene = draw_figure(strip, "en", easel=drawn.easel, room=room)
        lines: dict[float, int] = {}
        for run in own_runs(scene.items):
            if run.text.isalpha():
                lines[round(run.y, 2)] = lines.get(round(run.y, 2), 0) + 1
        assert list(lines.values()) == rows


def of_pebbles(pebbles: GameCopy, drawn: Drawn) -> Easel:
    """Compose Pebbles, which has no look of a book: it takes that of the other game, in one style and one ink."""
    game, _ = pebbles.load()
    assert game is not None
    materials = gather_materials(Project(pebbles.root), game)
    style, ink = game.layouts.styles["stone"], game.layouts.inks["deep"]
    look = drawn.easel.look
    look = msgspec.structs.replace(look, styles=dict.fromkeys(look.styles, style), inks=dict.fromkeys(look.inks, ink))
    return Easel(materials, compose_game(materials), look)


def test_another_game_has_maps_and_tokens_too(pebbles: GameCopy, drawn: Drawn) -> None:
    """Pebbles knows no places and no characters: its cards lie on boards of their own, its tokens are themselves."""
    easel = of_pebbles(pebbles, drawn)
    marks = (Mark[Lines](noted("hidden-pool"), None, noted("slate"), says("here")),)
    map = Map[Lines](noted("moor-beck"), marks, (Leg[Lines](noted("cotton-grass"), noted("long-fall"), None),), 24.0)
    scene = draw_figure(map, "en", easel=easel)
    board = lay_board("moor-beck", easel, width=24.0, language="en")
    assert board is not None and find_cell(board, "hidden-pool", easel.materials.game) is not None
    insets = [item for item in scene.items if isinstance(item, Inset)]
    assert len(insets) == 5 and insets[-1].scene == easel.components["slate"].front["en"]
    assert "here" in text_of(scene.items)
