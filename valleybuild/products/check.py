"""What products need of a game: components for products that exist, and a title that the sheets' label can carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from valleybuild.fonts import Font, missing, width
from valleybuild.marks import LABEL_SIZE
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.products import PRODUCTS
from valleybuild.scalars import closest

LABEL_ROOM = 180.0  # mm: the narrowest sheet's strip, less a little
REST_OF_LABEL = " · xx + xx · 888/888 front · +01234567"


def check_products(game: Game, fonts: Mapping[str, Font]) -> Iterator[Problem]:
    """Check that every component's product exists, and that the label's font can set the game's title and version."""
    names = [product.name for product in PRODUCTS]
    for kind in game.kinds.values():
        spec = kind.component
        if spec is not None and spec.product not in names:
            message = f'{kind.name} is printed by "{spec.product}", which is no product'
            yield Problem("unknown-product", spec.place, message, closest(spec.product, names), path=kind.name)
    font = fonts.get(next(iter(game.fonts), ""))
    if font is not None:
        yield from _check_label(game, font)


def _check_label(game: Game, font: Font) -> Iterator[Problem]:
    for language in game.languages:
        label = f"{game.title_in(language)}{REST_OF_LABEL}{game.version}"
        place = game.title.places.get(language, game.title.place)
        for character in missing(font, label):
            message = f'the font "{font.role}" has no glyph for "{character}", which the label of every sheet prints'
            hint = "use another sign in the title or the version, or list a font that has it first"
            yield Problem("missing-glyph", place, message, hint, path="game.title", lang=language)
        if width(font, label, LABEL_SIZE) > LABEL_ROOM:
            message = f"with this title the label of a sheet is {width(font, label, LABEL_SIZE):.0f} mm long"
            hint = f"a label of at most {LABEL_ROOM:g} mm fits"
            yield Problem("title-too-long", place, message, hint, path="game.title", lang=language)
