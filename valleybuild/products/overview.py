"""Overview leaves: the first language on the front and the second on the back, as a page of their own or on a sheet."""

from __future__ import annotations

from valleybuild.impose import Page, Piece, impose
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.products.pages import bare_page
from valleybuild.products.sheets import sheet_label


def lay_overview(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay every leaf: on paper of its own size without marks, on larger paper with bleed and crop marks."""
    pieces: list[Piece] = []
    for component in order.components:
        if component.product != PRODUCT.name:
            continue
        for pair in _pairs(order.languages):
            front = component.front[pair[0]]
            back = component.front[pair[1]] if len(pair) > 1 else None
            pieces.append(Piece(component.id, component.outline, front, back, component.count, place=component.place))
    if all(piece.outline.size == order.sheet.size for piece in pieces):
        return _bare_pages(pieces), []
    return impose(pieces, paper=order.sheet, label=sheet_label(order), style=order.style)


def _pairs(languages: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [languages[index : index + 2] for index in range(0, len(languages), 2)]


def _bare_pages(pieces: list[Piece]) -> list[Page]:
    """Return each face as a page of its own size: nothing beyond the trim, no marks."""
    pages: list[Page] = []
    for sheet, piece in enumerate(pieces, 1):
        for side, scene in (("front", piece.front), ("back", piece.back)):
            if scene is not None:
                pages.append(bare_page(scene, piece.id, number=sheet, side=side, outline=piece.outline))
    return pages


PRODUCT = Product(
    name="overview",
    summary="the overview leaf, one language on each side",
    papers=("a5", "a4", "letter"),
    editions=Editions.TOGETHER,
    lay=lay_overview,
    for_setup=True,
)
