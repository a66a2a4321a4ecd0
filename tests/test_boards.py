"""Boards: cards as they lie on the table, whole or in tiles that overlap; what is wrong is found before building."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from tests.crafting import BOARDS, CRAFT, FACES, KINDS, add_boards, craft, lay
from valleybuild.build import Wish, make_file, orders
from valleybuild.craft.board import BLEED, EDGE
from valleybuild.impose import Page
from valleybuild.papers import read_papers
from valleybuild.project import Project
from valleybuild.readback import page_sizes, page_texts
from valleybuild.scene import Inset, Item, Scene, text_of

A4 = Wish(products=("boards",), papers=("a4",))


@pytest.fixture
def streams(pebbles: GameCopy) -> GameCopy:
    """Return Pebbles with a board for each of its streams."""
    add_boards(pebbles)
    return pebbles


def board_of(page: Page) -> Scene:
    """Return the whole board that a page shows a part of."""
    inset = page.placements[0].scene.items[0]
    assert isinstance(inset, Inset)
    return inset.scene


def insets(items: tuple[Item, ...]) -> list[Inset]:
    return [item for item in items if isinstance(item, Inset)]


def test_a_game_without_margins_offers_no_boards(pebbles: GameCopy) -> None:
    assert lay(pebbles, A4) == []


def test_a_board_for_each_stream_with_its_cards_as_they_lie(streams: GameCopy) -> None:
    ((name, order, pages, problems),) = lay(streams, A4)
    assert (name, problems) == ("boards", [])
    first = board_of(pages[0])
    sign, *cards = insets(first.items)
    assert text_of(sign.scene.items) == ["Moor Beck"]
    assert [round(card.y - cards[0].y) for card in cards] == [0, 63, 126, 189]
    assert len({card.x for card in cards}) == 1
    assert cards[0].y == pytest.approx(BLEED + EDGE + 20)
    assert cards[0].scene is next(one for one in order.company if one.id == "cotton-grass").front["en"]
    assert {placement.piece_id.split()[0] for page in pages for placement in page.placements} == {
        "moor-beck",
        "mill-race",
        "reed-water",
    }


def test_tiles_are_cut_from_one_board_and_say_where_they_belong(streams: GameCopy) -> None:
    ((_, order, pages, _),) = lay(streams, A4)
    mine = [page for page in pages if page.placements[0].piece_id.startswith("moor-beck")]
    assert len(mine) == 2 and len({id(board_of(page)) for page in mine}) == 1
    labels = [text_of(page.marks)[-1] for page in mine]
    assert [" · ".join(label.split(" · ")[:4]) for label in labels] == [
        "Pebbles · en · Moor Beck · 1/1",
        "Pebbles · en · Moor Beck · 2/1",
    ]
    (first,), (second,) = (page.placements for page in mine)
    assert "glue: 2/1" in text_of(first.scene.items) and not any("glue" in text for text in text_of(second.scene.items))
    starts = [insets(placement.scene.items)[0].y for placement in (first, second)]
    assert starts[0] - starts[1] == pytest.approx(first.scene.size.height - 12)
    assert first.bleed[3] == 0 and first.bleed[1] == second.bleed[3] == BLEED
    assert order.paper is not None and all(page.side == "front" for page in pages)


def test_on_a_larger_paper_a_board_is_whole(streams: GameCopy) -> None:
    streams.write("layouts/paper/a3.yaml", "width: 297mm\nheight: 420mm\nmargin: 6.35mm\n")
    ((_, _, pages, problems),) = lay(streams, Wish(products=("boards",), papers=("a3",)))
    assert problems == [] and len(pages) == 3
    for page in pages:
        (placement,) = page.placements
        assert placement.bleed == (BLEED,) * 4
        assert not any("glue" in text for text in text_of(placement.scene.items))


def test_nothing_lies_in_the_margin_of_the_paper(streams: GameCopy) -> None:
    ((_, order, pages, _),) = lay(streams, A4)
    margin = order.sheet.margin
    for page in pages:
        (placement,) = page.placements
        left, top, right, bottom = placement.bleed
        size = placement.outline.size
        assert placement.x - left >= margin and placement.y - top >= margin
        assert placement.x + size.width + right <= page.size.width - margin
        assert placement.y + size.height + bottom <= page.size.height - margin


def test_the_file_is_simplex_and_reads_back(streams: GameCopy) -> None:
    checked = streams.checked()
    papers, _ = read_papers(Project(streams.root))
    ((product, order),) = orders(checked, A4, papers)
    built, problems = make_file(product, order)
    assert built is not None and problems == [] and "cards" not in built.record
    assert b"DuplexFlip" not in built.content
    sizes, texts = page_sizes(built.content), page_texts(built.content)
    assert len(sizes) == len(texts) == 6
    assert "Moor Beck" in texts[0] and "Cotton Grass" in texts[0]


def test_cells_that_hold_no_card_are_fine(streams: GameCopy) -> None:
    streams.edit("cards/pebbles/cards.yaml", "stream: moor-beck\n  cell: [0, 2]", "stream: moor-beck\n  cell: [1, 0]")
    ((_, _, pages, problems),) = lay(streams, A4)
    cards = insets(board_of(pages[0]).items)[1:]
    assert problems == [] and sorted({round(card.x - min(c.x for c in cards)) for card in cards}) == [0, 41]


def test_two_cards_in_one_cell(streams: GameCopy) -> None:
    where = streams.edit(
        "cards/pebbles/cards.yaml",
        "stream: moor-beck\n  cell: [0, 2]",
        "stream: moor-beck\n  cell: ‸[0, 1]",
    )
    streams.expect("cell-taken", where)


def test_scenery_where_a_card_lies(streams: GameCopy) -> None:
    more = "  heron:\n    file: herons.yaml\n    fields: {stream: ref stream, cell: list 2..2 of integer 0..3}\n"
    more += "    component: {outline: river, front: heron, product: boards, board: stream, cell: cell}\n"
    streams.write(KINDS, streams.read(KINDS) + more)
    streams.write(FACES, streams.read(FACES) + "heron:\n  elements: []\n")
    streams.write("cards/pebbles/herons.yaml", "grey-heron: {stream: mill-race, cell: [0, 3]}\n")
    problem = streams.expect("cell-taken", ("cards/pebbles/herons.yaml", 1, 1))
    assert "tail-water" in problem.message
    streams.edit("cards/pebbles/herons.yaml", "[0, 3]", "[1, 3]")
    assert streams.check() == ()


def test_a_margin_of_a_board_without_cards(streams: GameCopy) -> None:
    streams.write("cards/pebbles/streams.yaml", streams.read("cards/pebbles/streams.yaml") + "bog: {name: {en: Bog}}\n")
    streams.write("cards/pebbles/signs.yaml", streams.read("cards/pebbles/signs.yaml") + "sign-bog: {stream: bog}\n")
    problem = streams.expect("empty-board", ("cards/pebbles/signs.yaml", 4, 1))
    assert '"bog"' in problem.message


def test_boards_that_craft_yaml_does_not_lay(streams: GameCopy) -> None:
    craft(streams, "")
    (problem,) = [found for found in streams.check() if found.name == "not-crafted"]
    assert problem.place.file == KINDS and "boards" in problem.hint
    streams.remove(CRAFT)
    assert [found.name for found in streams.check()] == ["not-crafted"]


def test_a_component_for_boards_without_a_board(streams: GameCopy) -> None:
    streams.edit(KINDS, "product: boards, board: stream}", "product: boards}")
    assert [found.name for found in streams.check()] == ["not-crafted"]


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("ground: reed", "ground: ‸reeds", "unknown-ink"),
        ("style: edge", "style: ‸edgy", "unknown-style"),
        ("overlap: 12mm", "overlap: ‸120mm", "out-of-range"),
        ("card: 0.3mm", "card: ‸9mm", "out-of-range"),
        ('glue: "glue"', "glue: ‸\"{{ word('gum').forms }}\"", "unknown-name"),
        ('glue: "glue"', 'glue: ‸"glue ✂"', "missing-glyph"),
        ('tile: "{{ row }}', 'tile: ‸"➊ {{ row }}', "missing-glyph"),
    ],
)
def test_a_mistake_in_craft_yaml_has_its_place(streams: GameCopy, old: str, new: str, name: str) -> None:
    where = streams.edit(CRAFT, old, new)
    streams.expect(name, where)


def test_a_board_of_which_no_tile_fits(streams: GameCopy) -> None:
    streams.write("layouts/paper/a4.yaml", "width: 130mm\nheight: 130mm\nmargin: 49mm\n")
    craft(streams, BOARDS.replace("12mm", "40mm"))
    ((_, _, pages, problems),) = lay(streams, A4)
    assert pages == [] and {problem.name for problem in problems} == {"too-large-for-paper"}
