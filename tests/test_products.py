"""Products: what the sheets say, read back, is what the faces say; every piece is there as often as it should be."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.conftest import GameCopy
from valleybuild.build import Wish, make_file, orders
from valleybuild.impose import Page
from valleybuild.papers import read_papers
from valleybuild.products import PRODUCTS, find_product
from valleybuild.project import Project
from valleybuild.readback import page_sizes, page_texts
from valleybuild.scene import text_of
from valleybuild.workshop import Checked


def made(copy: GameCopy, wish: Wish) -> dict[str, tuple[bytes, list[Page], Checked]]:
    """Make the files a wish asks for: their content and pages by name."""
    checked = copy.checked()
    papers, problems = read_papers(Project(copy.root))
    assert checked.problems == () and problems == []
    found = {}
    for product, order in orders(checked, wish, papers):
        file, problems = make_file(product, order)
        assert file is not None and problems == []
        found[file.file] = (file.content, product.lay(order)[0], checked)
    return found


def letters(texts: list[str]) -> Counter[str]:
    """Count the letters of texts, whatever the spaces and line ends between them."""
    return Counter("".join("".join(text.split()) for text in texts))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_read_back_as_their_faces(pebbles: GameCopy, paper: str) -> None:
    ((content, pages, _),) = made(pebbles, Wish(papers=(paper,))).values()
    texts = page_texts(content)
    assert len(texts) == len(pages) > 2
    for page, text in zip(pages, texts, strict=True):
        faces = [run for placement in page.placements for run in text_of(placement.scene.items)]
        marks = text_of(page.marks)
        assert letters([text]) == letters([*faces, *marks])
        for run in faces:
            assert run.strip().replace("\u00a0", " ") in text.replace("\u00a0", " ")


def test_every_face_of_every_language_stands_on_some_sheet(duo: GameCopy) -> None:
    files = made(duo, Wish(products=("sheets",)))
    assert sorted(files) == ["cs/sheets-a4.pdf", "en/sheets-a4.pdf"]
    for language in ("en", "cs"):
        content, _, checked = files[f"{language}/sheets-a4.pdf"]
        said = " ".join(" ".join(page_texts(content)).split())
        for component in checked.components:
            for run in text_of(component.front[language].items) if component.product == "sheets" else ():
                assert " ".join(run.split()) in said


def test_counts_are_honoured(pebbles: GameCopy) -> None:
    ((_, pages, checked),) = made(pebbles, Wish(papers=("a4",))).values()
    for side in ("front", "back"):
        placed = Counter(placement.piece_id for page in pages if page.side == side for placement in page.placements)
        assert placed == {component.id: component.count for component in checked.components}
        assert placed["slate"] == 6 and placed["amber"] == 4


def test_cards_of_a_board_lie_as_they_lie_on_the_table(pebbles: GameCopy) -> None:
    ((_, pages, _),) = made(pebbles, Wish(papers=("a4",))).values()
    streams = [page for page in pages if page.side == "front"][1:]
    found = [[placement.piece_id for placement in sorted(page.placements, key=lambda item: item.y)] for page in streams]
    assert found == [
        ["cotton-grass", "sheep-leap", "hidden-pool", "long-fall"],
        ["sluice-gate", "stepping-stones", "under-the-wheel", "tail-water"],
        ["willow-root", "otter-bank", "water-lilies", "river-mouth"],
    ]


def test_the_label_says_game_language_sheet_and_version(pebbles: GameCopy) -> None:
    ((content, _, checked),) = made(pebbles, Wish(papers=("a4",))).values()
    assert f"Pebbles · en · 1/4 front · 1.2+{checked.digest[:8]}" in page_texts(content)[0]


def test_the_overview_holds_both_languages_back_to_back(duo: GameCopy) -> None:
    files = made(duo, Wish(products=("overview",)))
    assert sorted(files) == ["en-cs/overview-a4.pdf", "en-cs/overview-a5.pdf"]
    content, pages, _ = files["en-cs/overview-a5.pdf"]
    assert [(round(size.width), round(size.height)) for size in page_sizes(content)] == [(148, 210)] * 2
    assert [page.side for page in pages] == ["front", "back"]
    assert [text.split("\n")[0] for text in page_texts(content)] == ["How to cross", "Jak na druhý břeh"]
    content, pages, _ = files["en-cs/overview-a4.pdf"]
    assert [page.side for page in pages] == ["front", "back"]
    assert "100 mm" in page_texts(content)[0]


def test_one_language_makes_an_overview_without_a_back(duo: GameCopy) -> None:
    files = made(duo, Wish(products=("overview",), languages=("cs",), papers=("a5",)))
    ((name, (_, pages, _)),) = files.items()
    assert name == "cs/overview-a5.pdf" and len(pages) == 1


def test_a_component_too_large_for_a_paper_is_a_finding(duo: GameCopy) -> None:
    duo.edit("cards/ferry/game.yaml", "{shape: rectangle, width: 50mm", "{shape: rectangle, width: 290mm")
    duo.edit("cards/ferry/game.yaml", "width: 290mm, height: 50mm", "width: 290mm, height: 250mm")
    checked = duo.checked()
    papers, _ = read_papers(Project(duo.root))
    product, order = next(iter(orders(checked, Wish(products=("sheets",)), papers)))
    file, problems = make_file(product, order)
    assert file is None
    assert {problem.name for problem in problems} == {"too-large-for-paper"}
    assert {problem.place.file for problem in problems} == {"cards/ferry/boats.yaml"}


def test_products_are_found_by_name() -> None:
    assert [find_product(product.name) for product in PRODUCTS] == list(PRODUCTS)
    assert find_product("posters") is None
    assert len({product.name for product in PRODUCTS}) == len(PRODUCTS)
