"""Sheets to print and cut: every component of a game at its exact size, fronts and backs in turn."""

from __future__ import annotations

from collections.abc import Callable

from valleybuild.impose import Page, Piece, impose
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product


def lay_sheets(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay the components of the product `sheets` on paper, in the order's one language."""
    language = order.languages[0]
    pieces = [
        Piece(
            id=component.id,
            outline=component.outline,
            front=component.front[language],
            back=component.back[language] if component.back else None,
            count=component.count,
            board=component.board,
            cell=component.cell,
            place=component.place,
        )
        for component in order.components
        if component.product == PRODUCT.name
    ]
    return impose(pieces, paper=order.sheet, label=sheet_label(order), style=order.style)


def sheet_label(order: Order) -> Callable[[int, int, str], str]:
    """Return the function that writes a sheet's label: game, language, sheet n of m, side, version, content."""
    name = order.game.title_in(order.languages[0])
    shown = " + ".join(order.languages)

    def label(sheet: int, sheets: int, side: str) -> str:
        return f"{name} · {shown} · {sheet}/{sheets} {side} · {order.version}"

    return label


PRODUCT = Product(
    name="sheets",
    summary="all components on sheets to print and cut, fronts and backs",
    papers=("a4", "letter"),
    editions=Editions.EACH,
    lay=lay_sheets,
)
