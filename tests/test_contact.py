"""Contact sheets: every face once, with its id, file and line; made only when they are asked for."""

from __future__ import annotations

import re

from tests.commands import run
from tests.conftest import TESTS, GameCopy
from tests.crafting import lay
from valleybuild.build import Wish, make_file, orders
from valleybuild.craft.thumbnails import GAP, scale_of
from valleybuild.impose import Page
from valleybuild.papers import read_papers
from valleybuild.project import Project
from valleybuild.readback import page_texts
from valleybuild.scene import Inset, Outline, Scene, Size, text_of

A4 = Wish(products=("contact",), papers=("a4",))


def shots(pages: list[Page]) -> list[Inset]:
    """List the entries on pages, each a scene of its own."""
    return [item for page in pages for item in page.placements[0].scene.items if isinstance(item, Inset)]


def faces(entry: Inset) -> list[Scene]:
    return [item.scene for item in entry.scene.items if isinstance(item, Inset)]


def captions(pages: list[Page]) -> str:
    runs = [text for entry in shots(pages) for text in text_of(entry.scene.items)]
    return " ".join(runs)


def test_it_is_made_only_when_it_is_asked_for(pebbles: GameCopy) -> None:
    assert {name for name, *_ in lay(pebbles, Wish())} == {"sheets"}
    assert [name for name, *_ in lay(pebbles, Wish(products=("contact",)))] == ["contact", "contact"]


def test_every_front_and_every_back_is_there_once(pebbles: GameCopy) -> None:
    ((_, order, pages, problems),) = lay(pebbles, A4)
    shown = [id(scene) for entry in shots(pages) for scene in faces(entry)]
    assert problems == [] and len(shown) == len(set(shown))
    assert {id(component.front["en"]) for component in order.components} <= set(shown)
    backs = {component.back["en"] for component in order.components if component.back}
    assert len(shown) == len(order.components) + len(backs)


def test_beneath_a_face_stand_its_id_file_and_line(pebbles: GameCopy) -> None:
    ((_, _, pages, _),) = lay(pebbles, A4)
    said = captions(pages)
    line = pebbles.read("cards/pebbles/cards.yaml").splitlines().index("hidden-pool:") + 1
    assert "hidden-pool" in said and f"cards.yaml:{line}" in re.sub(r": ", ":", said)
    assert "slate ×6" in said


def test_both_languages_stand_side_by_side(duo: GameCopy) -> None:
    found = {order.languages: pages for _, order, pages, _ in lay(duo, A4)}
    assert sorted(found) == [("cs",), ("en",), ("en", "cs")]
    for entry in shots(found["en", "cs"]):
        first, second = faces(entry)
        assert first.size == second.size
    said = captions(found["en", "cs"])
    assert "Punt" in said and "Pramice" in said and said.count("boats.yaml") == 3


def test_entries_keep_to_the_page_and_off_each_other(duo: GameCopy) -> None:
    for _, _, pages, _ in lay(duo, A4):
        for page in pages:
            scene = page.placements[0].scene
            boxes = [
                (one.x, one.y, one.x + one.scene.size.width, one.y + one.scene.size.height) for one in shots([page])
            ]
            assert all(
                right <= scene.size.width + 1e-6 and bottom <= scene.size.height + 1e-6 for *_, right, bottom in boxes
            )
            for index, (left, top, right, bottom) in enumerate(boxes):
                for other in boxes[index + 1 :]:
                    across, down = (
                        max(left, other[0]) - min(right, other[2]),
                        max(top, other[1]) - min(bottom, other[3]),
                    )
                    assert max(across, down) >= GAP - 1e-3


def test_faces_are_about_half_their_size_and_fill_their_row() -> None:
    card = Outline("card", Size(63, 88))
    one, pair = scale_of(card, 1, 197.3), scale_of(card, 2, 197.3)
    assert 0.37 <= one <= 0.5 and 0.37 <= pair <= 0.5
    assert scale_of(Outline("poster", Size(600, 400)), 2, 197.3) < 0.17


def test_only_the_faces_that_are_asked_for(pebbles: GameCopy) -> None:
    ((_, order, pages, _),) = lay(pebbles, Wish(products=("contact",), papers=("a4",), only=("amber", "long-fall")))
    assert [component.id for component in order.components] == ["amber", "long-fall"]
    assert len(shots(pages)) == 4


def test_the_file_is_simplex_and_reads_back(pebbles: GameCopy) -> None:
    checked = pebbles.checked()
    papers, _ = read_papers(Project(pebbles.root))
    ((product, order),) = orders(checked, A4, papers)
    built, problems = make_file(product, order)
    assert built is not None and problems == [] and b"DuplexFlip" not in built.content
    said = " ".join(page_texts(built.content))
    assert "Cotton Grass" in said and "cotton-grass" in said and "Pebbles · en · 1/" in said


def test_the_list_names_it_for_every_game() -> None:
    result = run("list", project=TESTS / "pebbles")
    assert "product contact: " in result.output and "product box" not in result.output
