"""A checked game and one setup of it to the same game with the components that are printed for that setup alone."""

from __future__ import annotations

import msgspec

from valleybuild.compose.game import compose_game
from valleybuild.games import Described
from valleybuild.games.playthrough import SetupError
from valleybuild.products import PRODUCTS
from valleybuild.project import Project
from valleybuild.templates import Renderer
from valleybuild.workshop import Checked


def describe_setup(checked: Checked, project: Project, setup: dict[str, str]) -> Described:
    """Return what is known of a setup. Raises SetupError for one that the game does not have."""
    assert checked.game is not None
    if checked.rules.describe_setup is None:
        raise SetupError(f"{checked.game.id} has no rules that know a setup")
    return checked.rules.describe_setup(project, checked.game)(setup)


def compose_for(checked: Checked, described: Described) -> Checked:
    """Compose what is printed for one setup, and only that; what does not fit is among the findings."""
    game, materials = checked.game, checked.materials
    assert game is not None and materials is not None
    renderer = Renderer(game, described.values)
    own = msgspec.structs.replace(materials, renderer=renderer, problems=[], checked=set(), reported=set())
    components = compose_game(own, products=setup_products())
    problems = tuple(own.problems)
    return msgspec.structs.replace(checked, materials=own, components=tuple(components), problems=problems)


def setup_products() -> tuple[str, ...]:
    """Name the products that can be printed for one setup."""
    return tuple(product.name for product in PRODUCTS if product.for_setup)
