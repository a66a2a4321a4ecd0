"""A game to its faces: every component's front and back in every language, with every finding on the way."""

from __future__ import annotations

from collections.abc import Callable, Container

import msgspec

from valleybuild.compose.face import compose_face
from valleybuild.compose.materials import Materials
from valleybuild.model import ComponentSpec, Entry, Kind, Ref
from valleybuild.problem import Place
from valleybuild.scene import Outline, Scene


class Component(msgspec.Struct, frozen=True):
    """A printed thing: its outline, how many of it there are, and its faces by language.

    `board` and `cell` (column, row) say where it lies among the others of its board; `product` who prints it.
    """

    id: str
    kind: str
    outline: Outline
    count: int
    front: dict[str, Scene]
    back: dict[str, Scene] | None
    board: str
    cell: tuple[int, int] | None
    product: str
    place: Place


def compose_game(
    materials: Materials, advance: Callable[[str], None] = lambda id: None, *, products: Container[str] | None = None
) -> list[Component]:
    """Compose every component of a game, or those of some products; `advance` hears of each one.

    The findings are in `materials.problems`.
    """
    game = materials.game
    components: list[Component] = []
    for kind in game.kinds.values():
        spec = kind.component
        if spec is None or not _usable(spec, materials) or (products is not None and spec.product not in products):
            continue
        for entry in game.of_kind(kind.name):
            components.append(_compose(entry, kind, spec, materials))
            advance(entry.id)
    return components


def _usable(spec: ComponentSpec, materials: Materials) -> bool:
    """Say whether a component's outline and layouts exist; the check of components reports those that do not."""
    layouts = materials.game.layouts
    sides = [spec.front] if spec.back is None else [spec.front, spec.back]
    return spec.outline in materials.game.outlines and all(side in layouts.faces for side in sides)


def _compose(entry: Entry, kind: Kind, spec: ComponentSpec, materials: Materials) -> Component:
    game = materials.game
    outline = game.outlines[spec.outline]
    front = compose_face(entry, game.layouts.faces[spec.front], outline, materials)
    back = compose_face(entry, game.layouts.faces[spec.back], outline, materials) if spec.back else None
    board = entry.record.fields.get(spec.board) if spec.board else None
    return Component(
        id=entry.id,
        kind=kind.name,
        outline=outline,
        count=_count(entry, spec),
        front=front,
        back=back,
        board=board.id if isinstance(board, Ref) else "",
        cell=_cell(entry, spec),
        product=spec.product,
        place=entry.place,
    )


def _count(entry: Entry, spec: ComponentSpec) -> int:
    if isinstance(spec.count, int):
        return spec.count
    count = entry.record.fields.get(spec.count)
    return count if isinstance(count, int) else 1


def _cell(entry: Entry, spec: ComponentSpec) -> tuple[int, int] | None:
    value = entry.record.fields.get(spec.cell) if spec.cell else None
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], int):
        return value[0], value[1]
    return None
