"""What can be made of a game: one file per product, all of them in one list."""

from __future__ import annotations

from valleybuild.products import boards, box, contact, dependencies, html, overview, rulebook, sheets
from valleybuild.products.model import Product

PRODUCTS: tuple[Product, ...] = (
    sheets.PRODUCT,
    overview.PRODUCT,
    rulebook.PRODUCT,
    html.PRODUCT,
    dependencies.PRODUCT,
    boards.PRODUCT,
    box.PRODUCT,
    contact.PRODUCT,
)


def find_product(name: str) -> Product | None:
    """Return the product of a name, or None."""
    return next((product for product in PRODUCTS if product.name == name), None)
