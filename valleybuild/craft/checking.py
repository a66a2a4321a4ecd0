"""A game and its components to findings about craft.yaml: kinds that fold into nothing, boards without cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from valleybuild.compose.game import Component
from valleybuild.compose.materials import Materials
from valleybuild.craft.look import BOARDS, BOX, Craft, check_board_name, check_labels, craft_file, read_craft
from valleybuild.model import Game
from valleybuild.problem import Place, Problem, Related
from valleybuild.scalars import closest


def check_craft(materials: Materials, components: Sequence[Component]) -> list[Problem]:
    """Read craft.yaml, if there is one, and check it against the components; render its labels in all languages."""
    game = materials.game
    craft, problems = read_craft(materials.project, game)
    if problems:
        return problems
    if craft is not None:
        check_labels(craft, materials)
        for component in components:
            if component.product == BOARDS and component.board in game.entries:
                check_board_name(component.board, component.place, craft, materials)
    return [*_check_kinds(game, craft), *_check_used(game, craft), *_check_boards(components)]


def _check_kinds(game: Game, craft: Craft | None) -> Iterator[Problem]:
    """Check that every kind that craft.yaml names is a component of the product that folds it."""
    folded = [kind.name for kind in game.kinds.values() if kind.component and kind.component.product == BOX]
    for name, place in craft.kinds() if craft is not None else ():
        if name in folded:
            continue
        known = name in game.kinds
        message = f'"{name}" is printed by another product than {BOX}' if known else f'there is no kind "{name}"'
        hint = f"write `product: {BOX}` at its component" if known else closest(name, folded)
        yield Problem("not-folded", place, message, hint, path=f"craft.{name}")


def _check_used(game: Game, craft: Craft | None) -> Iterator[Problem]:
    """Check that craft.yaml makes something of every component of the products that need it."""
    folded = {name for name, _ in craft.kinds()} if craft is not None else set()
    for kind in game.kinds.values():
        spec = kind.component
        if spec is None or spec.product not in (BOARDS, BOX):
            continue
        made = kind.name in folded if spec.product == BOX else craft is not None and craft.boards is not None
        if not made:
            message = f"{kind.name} is for {spec.product}, and {craft_file(game)} makes nothing of it"
            hint = "name it there" if spec.product == BOX else "write boards: {…} there"
            yield Problem("not-crafted", spec.place, message, hint, path=kind.name)
        elif spec.product == BOARDS and spec.board is None:
            message = f"{kind.name} does not say which board it belongs to"
            yield Problem("not-crafted", spec.place, message, "write board: and the name of its field", path=kind.name)


def _check_boards(components: Sequence[Component]) -> Iterator[Problem]:
    """Check that what belongs to a board alone lies on one that has cards, in a cell that no card takes."""
    cards: dict[str, dict[tuple[int, int], Component]] = {}
    for component in components:
        if component.board and component.cell is not None and component.product != BOARDS:
            cards.setdefault(component.board, {}).setdefault(component.cell, component)
    for component in components:
        if component.product != BOARDS or not component.board:
            continue
        if component.board not in cards:
            message = f'no card lies on the board "{component.board}"'
            hint = "give its cards this board and a cell"
            yield Problem("empty-board", component.place, message, hint, path=component.id)
        elif component.cell is not None:
            other = cards[component.board].get(component.cell)
            if other is not None:
                yield _taken(component, other)


def _taken(component: Component, other: Component) -> Problem:
    place: Place = component.place
    message = f"{component.id} lies where {other.id} lies on {component.board}"
    related = (Related(other.place, f"{other.id} lies here"),)
    return Problem("cell-taken", place, message, "give it a cell of its own", path=component.id, related=related)
