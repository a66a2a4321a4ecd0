"""Contact sheets: every face small, with its id and where it is written beneath, to be read as proofs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from valleybuild.compose.game import Component
from valleybuild.craft.thumbnails import Shot, Strip, lay_strips
from valleybuild.impose import Page, Placement
from valleybuild.marks import DESCENT, LABEL_HEIGHT
from valleybuild.problem import Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.products.sheets import sheet_label
from valleybuild.scene import Outline, Run, Scene, Size
from valleybuild.units import MM_PER_POINT


def lay_contact(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay the faces of all components asked for: fronts, then backs that are the component's own."""
    paper, style = order.sheet, order.style
    font = order.materials.measure.fonts[style.font]
    foot = LABEL_HEIGHT * style.size * MM_PER_POINT
    room = Size(paper.size.width - 2 * paper.margin, paper.size.height - 2 * paper.margin - foot - 1.0)
    strips = [
        Strip(kind, tuple(shot for component in listed for shot in _shots(component, order)))
        for kind, listed in groupby(order.components, key=lambda component: component.kind)
    ]
    filled = lay_strips(strips, room, font=font, style=style)
    pages: list[Page] = []
    for number, items in enumerate(filled, 1):
        scene = Scene(room, 0.0, items)
        placement = Placement(scene, paper.margin, paper.margin, (0.0,) * 4, Outline("page", room), f"page {number}")
        text = sheet_label(order)(number, len(filled), "front").replace(" front", "")
        baseline = paper.size.height - paper.margin - DESCENT * style.size * MM_PER_POINT
        label = Run(paper.margin, round(baseline, 4), text, style.font, style.size, style.line)
        pages.append(Page(paper.size, "front", number, (placement,), (label,)))
    return pages, []


def _shots(component: Component, order: Order) -> Iterator[Shot]:
    """Show a component in the order's languages side by side, then its back; one that many share is shown once."""
    place = component.place
    at = f"{place.file.removeprefix(f'{order.game.folder}/')}:{place.line}"
    copies = f" ×{component.count}" if component.count > 1 else ""
    fronts = tuple(component.front[language] for language in order.languages)
    yield Shot(fronts, component.outline, (f"{component.id}{copies}", at))
    if component.back is not None and _is_own(component, order):
        backs = tuple(component.back[language] for language in order.languages)
        yield Shot(backs, component.outline, (f"{component.id} / back", at))


def _is_own(component: Component, order: Order) -> bool:
    """Say whether no component of the same kind before this one has the same back."""
    assert component.back is not None
    if component.back == component.front:
        return False
    for other in order.components:
        if other is component:
            return True
        if other.kind == component.kind and other.back == component.back:
            return False
    return True


PRODUCT = Product(
    name="contact",
    summary="all faces small, with id and place beneath, for proof-reading; made when it is asked for by name",
    papers=("a4", "letter"),
    editions=Editions.BOTH,
    lay=lay_contact,
    gathered=True,
    counted=False,
)
