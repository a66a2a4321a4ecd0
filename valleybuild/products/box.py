"""What is folded from card: dice, standees with their bases, and a box with its lid as thick as the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from valleybuild.compose.game import Component
from valleybuild.craft.drawing import BLEED, Pen, Shown, draw_key, place_net, turn_net
from valleybuild.craft.look import BOX, WORDS, Box, Craft, Dice, Standees, label, read_craft
from valleybuild.craft.nets import Net, base_net, cube_net, standee_net, tray_net
from valleybuild.craft.packing import fits, pack
from valleybuild.impose import Page, Paper, Placement
from valleybuild.marks import DESCENT, LABEL_HEIGHT, RULER_LEAST, Frame, MarkStyle, draw_label, draw_rulers
from valleybuild.problem import Place, Problem
from valleybuild.products.model import Editions, Order, Product
from valleybuild.products.sheets import PRODUCT as SHEETS
from valleybuild.products.sheets import sheet_label
from valleybuild.scene import Colour, Item, Outline, Scene, Size
from valleybuild.units import MM_PER_POINT

SIDES = 6
GAP = 2 * BLEED + 1.0
MARK_ROOM = 0.6  # mm between what is cut out and the rulers and the label

Faces = Mapping[str, tuple[Scene, Outline]]


def lay_box(order: Order) -> tuple[list[Page], list[Problem]]:
    """Lay all nets whose components are asked for on as few pages as they need."""
    craft, problems = read_craft(order.materials.project, order.game)
    if craft is None:
        return [], problems
    made = list(_nets(order, craft))
    problems += [item for item in made if isinstance(item, Problem)]
    nets = [item for item in made if not isinstance(item, Problem)]
    room = _room(order.sheet, order.style)
    for shown, place in nets:
        if not fits(shown.net.size, room):
            problems.append(_too_large(shown, place, order))
    if problems:
        return [], problems
    leaves = pack([shown.net.size for shown, _ in nets], room, gap=GAP)
    return [
        _page([(nets[laid.index][0], laid.x, laid.y, laid.turned) for laid in leaf], number, len(leaves), order, craft)
        for number, leaf in enumerate(leaves, 1)
    ], []


def _room(paper: Paper, style: MarkStyle) -> Size:
    """Return the room between the rulers and the label, on both sides alike, so that what lies in it is centred."""
    beside = paper.margin + RULER_LEAST + MARK_ROOM + BLEED
    above = paper.margin + _label_height(style) + MARK_ROOM + BLEED
    return Size(paper.size.width - 2 * beside, paper.size.height - 2 * above)


def _label_height(style: MarkStyle) -> float:
    return LABEL_HEIGHT * style.size * MM_PER_POINT


def _too_large(shown: Shown, place: Place, order: Order) -> Problem:
    size, paper = shown.net.size, order.sheet
    return Problem(
        "too-large-for-paper",
        place,
        f"the {shown.net.name} of {shown.id} is {size.width:.1f} × {size.height:.1f} mm unfolded: "
        f"that does not fit on {paper.name} ({paper.size.width:g} × {paper.size.height:g} mm)",
        "take a larger paper, thinner card (--card-thickness), or make its lengths smaller in craft.yaml",
        path=shown.id,
    )


def _nets(order: Order, craft: Craft) -> Iterator[tuple[Shown, Place] | Problem]:
    """Yield every net with the place that asks for it, or why it cannot be made."""
    asked = {component.kind for component in order.components}
    for dice in craft.dice:
        if dice.faces in asked:
            yield from _dice(order, dice)
    for standees in craft.standees:
        for component in order.components:
            if component.kind == standees.faces:
                yield from _standee(order, component, standees, order.card or craft.card)
    if craft.box is not None and asked.intersection((craft.box.top, craft.box.walls, craft.box.floor)):
        yield from _box(order, craft.box, order.card or craft.card)


def _made(
    make: Callable[[], Net], place: Place, *, id: str, faces: Faces, ink: Colour | None = None
) -> tuple[Shown, Place] | Problem:
    """Make a net; lengths of which none can be made are a finding."""
    try:
        return Shown(make(), faces, ink, id), place
    except ValueError as error:
        hint = "change the lengths in craft.yaml, or the thickness of the card"
        return Problem("impossible-net", place, f"{id} cannot be folded: {error}", hint, path=id)


def _dice(order: Order, dice: Dice) -> Iterator[tuple[Shown, Place] | Problem]:
    listed = [component for component in order.company if component.kind == dice.faces]
    if len(listed) != SIDES:
        message = f"a die has {SIDES} faces, and {dice.faces} has {len(listed)} components"
        yield Problem("wrong-faces", dice.place, message, "write one component for each face", path=dice.faces)
        return
    size = listed[0].outline.size
    faces = {str(number): _face(component, order) for number, component in enumerate(listed, 1)}
    if size.width != size.height or any(outline.size != size for _, outline in faces.values()):
        message = f"the faces of a die are squares, and {dice.faces} is {size.width:g} × {size.height:g} mm"
        yield Problem("wrong-faces", dice.place, message, "make its outline as high as wide", path=dice.faces)
        return
    for _ in range(listed[0].count):
        yield _made(lambda: cube_net(size.width, dice.flap), dice.place, id=dice.faces, faces=faces)


def _standee(
    order: Order, component: Component, standees: Standees, card: float
) -> Iterator[tuple[Shown, Place] | Problem]:
    (width, height), size, slot = standees.base, component.outline.size, standees.slot
    front = _face(component, order)
    back = (component.back[order.languages[0]], component.outline) if component.back else front
    faces = {"front": front, "back": back}

    def figure() -> Net:
        return standee_net(size.width, size.height, slot=slot, card=card)

    def base() -> Net:
        return base_net(width, height, slot=height - slot, card=card)  # both slots together are as high as the base

    for _ in range(component.count):
        yield _made(figure, standees.place, id=component.id, faces=faces)
        yield _made(base, standees.place, id=component.id, faces={}, ink=standees.ink)


def _box(order: Order, box: Box, card: float) -> Iterator[tuple[Shown, Place] | Problem]:
    """Make a tray for all cards in one pile, and the lid that goes over it."""
    held = [one for one in order.company if one.product == SHEETS.name and one.outline.shape == "rectangle"]
    if not held:
        message = "there is no card for the box to hold"
        yield Problem("empty-box", box.place, message, "take the box out of craft.yaml", path=order.game.id)
        return
    inner = box_size(held, box, card)
    # The flaps of the tray lie within its walls; the lid's own lie between the two.
    more = 2 * (2 * card) + box.slack
    over = Size(inner[0] + more, inner[1] + more)
    found = {name: _only(order, kind) for name, kind in (("top", box.top), ("walls", box.walls), ("floor", box.floor))}
    lid = _named(found, {"floor": "top", "long": "walls", "short": "walls"})
    tray = _named(found, {"floor": "floor"})
    lid_height = min(box.lid, inner[2])

    def make_tray() -> Net:
        return tray_net(*inner, flap=box.flap, lid=False)

    def make_lid() -> Net:
        return tray_net(over.width, over.height, lid_height, flap=box.flap, lid=True)

    yield _made(make_tray, box.place, id=box.floor, faces=tray, ink=box.ink)
    yield _made(make_lid, box.place, id=box.top, faces=lid, ink=box.ink)


def box_size(held: Sequence[Component], box: Box, card: float) -> tuple[float, float, float]:
    """Return the length, width and height inside a box for cards that all lie in one pile, in mm."""
    sides = [sorted((one.outline.size.width, one.outline.size.height)) for one in held]
    length, width = (max(side[axis] for side in sides) + box.slack for axis in (1, 0))
    return length, width, sum(one.count for one in held) * card + box.room


def _only(order: Order, kind: str) -> tuple[Scene, Outline] | None:
    return next((_face(component, order) for component in order.company if component.kind == kind), None)


def _named(found: Mapping[str, tuple[Scene, Outline] | None], panels: dict[str, str]) -> Faces:
    return {panel: face for panel, name in panels.items() if (face := found[name]) is not None}


def _face(component: Component, order: Order) -> tuple[Scene, Outline]:
    return component.front[order.languages[0]], component.outline


def _page(
    laid: Sequence[tuple[Shown, float, float, bool]], number: int, total: int, order: Order, craft: Craft
) -> Page:
    """Put nets on a page, centred as a whole, with rulers, the label and the key to the lines."""
    paper, style = order.sheet, order.style
    words = {word: label(craft, word, order.materials, order.languages[0]) for word in WORDS}
    pen = Pen(craft.line, craft.flap, style, order.materials.measure.fonts[craft.style.font], words["glue"])
    nets = [
        (msgspec.structs.replace(shown, net=turn_net(shown.net)) if turned else shown, x, y)
        for shown, x, y, turned in laid
    ]
    width = max(x + shown.net.size.width for shown, x, _ in nets)
    height = max(y + shown.net.size.height for shown, _, y in nets)
    left, top = (paper.size.width - width) / 2, (paper.size.height - height) / 2
    placements: list[Placement] = []
    marks: list[Item] = []
    for shown, x, y in nets:
        placed, drawn = place_net(shown, round(left + x, 4), round(top + y, 4), pen)
        placements += placed
        marks += drawn
    frame = Frame(paper.size, paper.margin, RULER_LEAST, _label_height(style), "bottom", _label_height(style))
    marks += [*draw_rulers(frame, style), draw_label(sheet_label(order)(number, total, "front"), frame, style)]
    baseline = paper.size.height - paper.margin - DESCENT * style.size * MM_PER_POINT
    marks += draw_key(words, (paper.size.width - paper.margin - 1.0, baseline), pen)
    return Page(paper.size, "front", number, tuple(placements), tuple(marks))


PRODUCT = Product(
    name=BOX,
    summary="what is folded from card: dice, standees and a box as thick as the deck",
    papers=("a4", "letter", "a3"),
    editions=Editions.EACH,
    lay=lay_box,
    counted=False,
)
