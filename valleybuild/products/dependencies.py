"""The dependency maps: for each chart that a game's rules give, a page of what depends on what."""

from __future__ import annotations

from valleybuild.dependencies.draw import draw_chart
from valleybuild.impose import Page
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.products.pages import bare_page


def lay_charts(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay every chart on a page of its own."""
    size = order.sheet.size
    pages: list[Page] = []
    problems: list[Problem] = []
    for number, chart in enumerate(order.charts, 1):
        scene, found = draw_chart(chart, size, order.materials, order.languages[0])
        problems += found
        if scene is not None:
            pages.append(bare_page(scene, chart.id, number=number))
    return pages, problems


PRODUCT = Product(
    name="dependencies",
    summary="what depends on what, a page for each part of the game",
    papers=("a4", "letter"),
    editions=Editions.EACH,
    lay=lay_charts,
    charted=True,
)
