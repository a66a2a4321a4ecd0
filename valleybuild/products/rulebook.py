"""The rulebook: page by page for reading, with links and an outline, and as a booklet to print, fold and staple."""

from __future__ import annotations

from collections.abc import Sequence

from valleybuild.book.furniture import Leaf
from valleybuild.booklet import PER_SHEET, fold_sheets
from valleybuild.compose.game import Component
from valleybuild.impose import Page
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.products.pages import bare_page
from valleybuild.scene import Bookmark, Scene


def lay_rulebook(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay the book: on paper of its own size as it is read, on larger paper as a booklet.

    What does not fit is found here and not by `check`, which would take more than half as long again if it set every
    edition; nothing is written then.
    """
    edition = order.edition
    if edition.volume is None or edition.problems:
        return [], list(edition.problems)
    leaves = bound_leaves(order, edition.volume.leaves)
    if leaves[0].scene.size == order.sheet.size:
        return [_page(leaf, number) for number, leaf in enumerate(leaves, 1)], []
    scenes = [leaf.scene for leaf in leaves]
    return fold_sheets(scenes, order.sheet, order.style.line, creep=order.creep), []


def bound_leaves(order: Order, leaves: Sequence[Leaf]) -> list[Leaf]:
    """Put the cover round the pages. With two languages its back is the front in the second one."""
    cover = next((component for component in order.components if component.product == PRODUCT.name), None)
    if cover is None:
        return list(leaves)
    front, back = cover_faces(cover, order.languages)
    blanks = -(len(leaves) + 2) % PER_SHEET  # where the pages do not come out even, before the back of the cover
    blank = Leaf(Scene(front.size, 0.0, ()))
    return [Leaf(front), *leaves, *[blank] * blanks, Leaf(back)]


def cover_faces(cover: Component, languages: tuple[str, ...]) -> tuple[Scene, Scene]:
    """Return the front and the back of the cover."""
    front = cover.front[languages[0]]
    if len(languages) > 1:
        return front, cover.front[languages[1]]
    return front, cover.back[languages[0]] if cover.back else Scene(front.size, 0.0, ())


def _page(leaf: Leaf, number: int) -> Page:
    return bare_page(leaf.scene, f"page {number}", number=number, links=leaf.links, anchors=leaf.anchors)


def outline(order: Order) -> Sequence[Bookmark]:
    """Return the outline of the edition that is read; a booklet, whose pages are out of order, has none."""
    volume = order.edition.volume
    if volume is None or not volume.leaves or volume.leaves[0].scene.size != order.sheet.size:
        return ()
    return volume.bookmarks


PRODUCT = Product(
    name="rulebook",
    summary="the rulebook, each language and two side by side: to read, and as a booklet to fold",
    papers=("a5", "a4", "letter"),
    editions=Editions.BOTH,
    lay=lay_rulebook,
    bound=True,
    bookmarks=outline,
)
