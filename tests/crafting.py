"""What tests of crafted things share: Pebbles with a sign for its streams, a die, figures and a box; making files."""

from __future__ import annotations

from tests.conftest import GameCopy
from valleybuild.build import Wish, orders
from valleybuild.impose import Page
from valleybuild.papers import read_papers
from valleybuild.problem import Problem
from valleybuild.products.model import Order
from valleybuild.project import Project

KINDS = "cards/pebbles/kinds.yaml"
CRAFT = "layouts/pebbles/craft.yaml"
FACES = "layouts/pebbles/faces-craft.yaml"
BOARDS = """
boards: {ground: reed, overlap: 12mm, tile: "{{ row }}/{{ column }}"}
"""
BOX = """
dice:
  - {faces: river-die, flap: 5mm}
standees:
  - {faces: otter, slot: 4mm, base: [20mm, 8mm], ink: slate}
box: {top: lid, walls: lid, floor: lid, ink: deep, lid: 8mm, flap: 6mm, room: 3mm, slack: 2mm}
"""


def craft(copy: GameCopy, more: str) -> None:
    """Write craft.yaml with its inks and words, and `more`."""
    head = 'card: 0.3mm\nline: ink\nflap: foam\nstyle: edge\ncut: "cut"\nfold: "fold"\nglue: "glue"\n'
    copy.write(CRAFT, head + more)


def add_boards(copy: GameCopy) -> None:
    """Give the three streams of Pebbles a sign each, and print them as boards."""
    signs = "  sign:\n    file: signs.yaml\n    fields: {stream: ref stream}\n"
    signs += "    component: {outline: sign, front: sign, product: boards, board: stream}\n"
    copy.write(KINDS, copy.read(KINDS) + signs)
    copy.edit(
        "cards/pebbles/game.yaml", "outlines:\n", "outlines:\n  sign: {shape: rectangle, width: 60mm, height: 20mm}\n"
    )
    listed = ("moor-beck", "mill-race", "reed-water")
    copy.write("cards/pebbles/signs.yaml", "".join(f"sign-{id}: {{stream: {id}}}\n" for id in listed))
    text = '"{{ entry.stream.name }}"'
    box = f"{{box: [2mm, 2mm, 56mm, 8mm], text: {text}, style: name}}"
    copy.write(FACES, f"sign:\n  elements:\n    - text-box: {box}\n")
    craft(copy, BOARDS)


def add_box(copy: GameCopy) -> None:
    """Give Pebbles a die, two figures and a box."""
    kinds = "  river-die:\n    file: die.yaml\n    fields: {name: words}\n"
    kinds += "    component: {outline: face, front: face, product: box}\n"
    kinds += "  otter:\n    file: otters.yaml\n    fields: {name: words, art: picture}\n"
    kinds += "    component: {outline: otter, front: otter, back: otter-back, product: box}\n"
    kinds += "  lid:\n    file: lid.yaml\n    fields: {name: words}\n"
    kinds += "    component: {outline: cover, front: lid, product: box}\n"
    copy.write(KINDS, copy.read(KINDS) + kinds)
    outlines = "  face: {shape: rectangle, width: 16mm, height: 16mm}\n"
    outlines += "  otter: {shape: rectangle, width: 20mm, height: 30mm}\n"
    outlines += "  cover: {shape: rectangle, width: 60mm, height: 40mm}\n"
    copy.edit("cards/pebbles/game.yaml", "outlines:\n", f"outlines:\n{outlines}")
    names = ("One", "Two", "Three", "Four", "Five", "Six")
    copy.write("cards/pebbles/die.yaml", "".join(f"die-{name.lower()}: {{name: {{en: {name}}}}}\n" for name in names))
    otters = "".join(f"{id}: {{name: {{en: {id.title()}}}, art: pool.svg}}\n" for id in ("lutra", "enhydra"))
    copy.write("cards/pebbles/otters.yaml", otters)
    copy.write("cards/pebbles/lid.yaml", "the-lid: {name: {en: River Lid}}\n")
    named = 'text: "{{ entry.name }}", style: name'
    faces = f"face:\n  elements:\n    - text-box: {{box: [1mm, 4mm, 14mm, 8mm], {named}}}\n"
    faces += 'otter:\n  elements:\n    - picture-box: {box: [1mm, 1mm, 18mm, 11.87mm], art: "{{ entry.art }}"}\n'
    faces += f"otter-back:\n  elements:\n    - text-box: {{box: [1mm, 4mm, 18mm, 8mm], {named}}}\n"
    faces += f"lid:\n  elements:\n    - text-box: {{box: [1mm, 4mm, 50mm, 8mm], {named}}}\n"
    copy.write(FACES, faces)
    craft(copy, BOX)


def lay(copy: GameCopy, wish: Wish) -> list[tuple[str, Order, list[Page], list[Problem]]]:
    """Lay what a wish asks for of a game without findings: product, order, pages and findings of each file."""
    checked = copy.checked()
    assert checked.problems == (), checked.problems
    papers, _ = read_papers(Project(copy.root))
    found = []
    for product, order in orders(checked, wish, papers):
        assert product.lay is not None
        found.append((product.name, order, *product.lay(order)))
    return found
