"""What is cut and folded for Home Valley: five boards, a die, a figure for every pawn, a box with the passport."""

from __future__ import annotations

import pytest

from valleybuild.build import Wish, make_file, orders
from valleybuild.impose import Page
from valleybuild.products.model import Order
from valleybuild.scene import Item, text_of
from valleybuild.typography import typeset
from valleybuild.workshop import Checked

LIMIT = 8_000_000  # bytes of one file


def laid(checked: Checked, product: str, paper: str) -> dict[str, tuple[Order, list[Page]]]:
    """Lay a product on a paper, by language."""
    found = {}
    for made, order in orders(checked, Wish(products=(product,), papers=(paper,)), checked.papers):
        assert made.lay is not None
        pages, problems = made.lay(order)
        assert problems == []
        found["-".join(order.languages)] = (order, pages)
    return found


def said(items: tuple[Item, ...]) -> str:
    return " ".join(" ".join(text_of(items)).replace("\u00a0", " ").split())


def faces(pages: list[Page]) -> list[str]:
    """Return what each face on pages says."""
    return [said(placement.scene.items) for page in pages for placement in page.placements]


def test_every_expedition_is_one_board_on_a3(checked: Checked) -> None:
    assert checked.game is not None
    for language, (_, pages) in laid(checked, "boards", "a3").items():
        trips = checked.game.of_kind("expedition")
        assert len(pages) == len(trips) == 5
        for page, trip in zip(pages, trips, strict=True):
            lens = checked.materials.renderer.lenses[language]  # type: ignore[union-attr]
            view = lens.entry(trip.id)
            routes = [lens.entry(route.id) for route in checked.game.of_kind("route")]
            (text,) = faces([page])
            for name in (view, view.month, view.meeting_point, *routes):
                assert typeset(str(name), language).replace("\u00a0", " ") in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_boards_on_smaller_paper_are_few_tiles(checked: Checked, paper: str) -> None:
    for _, pages in laid(checked, "boards", paper).values():
        assert 10 <= len(pages) <= 16


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_passport_has_a_date_space_for_every_expedition(checked: Checked, paper: str) -> None:
    """R-021: five date spaces, each with the month and the name of its expedition."""
    assert checked.game is not None and checked.materials is not None
    dates = {"en": "Date", "cs": "Datum"}
    for language, (_, pages) in laid(checked, "box", paper).items():
        (lid,) = [text for text in faces(pages) if dates[language] in text.split()]
        assert lid.split().count(dates[language]) == 5
        lens = checked.materials.renderer.lenses[language]
        for trip in checked.game.of_kind("expedition"):
            view = lens.entry(trip.id)
            assert str(view) in lid and str(view.month) in lid
        assert checked.game.title_in(language) in lid


def test_there_is_a_figure_for_every_pawn(checked: Checked) -> None:
    assert checked.game is not None
    pawns = {token["who"].id for token in checked.game.of_kind("token") if token["use"] == "pawn"}  # type: ignore[union-attr]
    figures = {figure["who"].id for figure in checked.game.of_kind("standee")}  # type: ignore[union-attr]
    assert pawns == figures and len(figures) == 7


def test_the_die_has_the_six_die_icons(checked: Checked) -> None:
    assert checked.game is not None
    icons = [face["icon"].name for face in checked.game.of_kind("die-face")]  # type: ignore[union-attr]
    assert icons == [f"die-{number}" for number in range(1, 7)]


@pytest.mark.parametrize("product", ["boards", "box", "contact"])
def test_files_stay_small(checked: Checked, product: str) -> None:
    wish = Wish(products=(product,), papers=("a4",))
    for made, order in orders(checked, wish, checked.papers):
        built, problems = make_file(made, order)
        assert built is not None and problems == [] and len(built.content) < LIMIT / 4


def test_thicker_card_than_the_paper_has_room_for(checked: Checked) -> None:
    wish = Wish(products=("box",), papers=("a4",), card=0.8)
    for made, order in orders(checked, wish, checked.papers):
        assert made.lay is not None
        pages, problems = made.lay(order)
        assert pages == [] and [problem.name for problem in problems] == ["too-large-for-paper"]
