"""The rulebook as one page of HTML for each language, which needs nothing but a browser."""

from __future__ import annotations

from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product


def write_html(order: Order) -> tuple[bytes | None, list[Problem]]:
    """Write the page of the order's language. Raises ValueError where there is no rulebook."""
    from valleybuild.html.page import NARROW_ROOM, check_html, html_book

    binder = order.binder
    if binder is None:
        raise ValueError(f"{order.game.id} has no rulebook")
    (language,) = order.languages
    look = binder.looks.single
    prose = binder.prose(language, room=look.spread.width)
    problems = check_html(prose, order.materials, look)
    if problems:
        return None, problems
    narrow = binder.prose(language, room=NARROW_ROOM)
    return html_book(prose, order.materials, look, narrow=narrow), []


PRODUCT = Product(
    name="html",
    summary="the rulebook as one page for a browser, also on a telephone",
    papers=(),
    editions=Editions.EACH,
    write=write_html,
    file="rulebook",
    suffix="html",
    bound=True,
)
