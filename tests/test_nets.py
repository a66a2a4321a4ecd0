"""Nets: pieces close, nothing overlaps, folds and cuts come from the parts; packing and tiling leave nothing out."""

from __future__ import annotations

import itertools

import pytest

from valleybuild.craft.drawing import CUT, FOLD, HALO, turn_net
from valleybuild.craft.nets import (
    Net,
    Part,
    base_net,
    cube_net,
    edge_length,
    slot_width,
    standee_net,
    tray_net,
)
from valleybuild.craft.packing import fits, pack
from valleybuild.craft.tiling import cut_tiles
from valleybuild.scene import Size
from valleybuild.units import MM_PER_POINT

NETS = [
    cube_net(20, 6),
    cube_net(16, 8),
    standee_net(24, 38, slot=5, card=0.3),
    base_net(24, 10, slot=5, card=0.3),
    tray_net(122, 72, 44.1, flap=11, lid=False),
    tray_net(125.2, 75.2, 24, flap=11, lid=True),
    tray_net(60, 40, 5, flap=20, lid=False),
]
IDS = [f"{index}-{net.name}" for index, net in enumerate(NETS)]


def area(part: Part) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in part.edges)) / 2


def overlap(one: Part, other: Part) -> bool:
    """Say whether two convex parts share more than an edge: no edge of either has the other wholly beyond it."""
    for part in (one, other):
        for (x1, y1), (x2, y2) in part.edges:
            normal = (y2 - y1, x1 - x2)
            spans = [[normal[0] * x + normal[1] * y for x, y in shape.corners] for shape in (one, other)]
            if max(spans[0]) <= min(spans[1]) + 1e-6 or max(spans[1]) <= min(spans[0]) + 1e-6:
                return False
    return True


@pytest.mark.parametrize("net", NETS, ids=IDS)
def test_edges_that_meet_are_equally_long(net: Net) -> None:
    assert net.meets
    for one, other in net.meets:
        assert edge_length(one) == pytest.approx(edge_length(other), abs=1e-6)


@pytest.mark.parametrize("net", [*NETS, *(turn_net(net) for net in NETS)])
def test_no_part_lies_on_another(net: Net) -> None:
    for one, other in itertools.combinations(net.parts, 2):
        assert not overlap(one, other), (one, other)


def test_the_test_of_overlaps_can_fail() -> None:
    square = Part("a", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)))
    assert overlap(square, Part("b", ((3.9, 1.0), (6.0, 1.0), (6.0, 2.0), (3.9, 2.0))))
    assert not overlap(square, Part("b", ((4.0, 1.0), (6.0, 1.0), (6.0, 2.0), (4.0, 2.0))))


@pytest.mark.parametrize("net", NETS, ids=IDS)
def test_every_part_hangs_on_the_rest_by_one_fold_each(net: Net) -> None:
    """A net is a tree: with one fold fewer than parts, and all of them joined, it lies flat in one piece."""
    assert len(net.folds) == len(net.parts) - 1
    joined = {0}
    folds = [{frozenset((round(x, 4), round(y, 4)) for x, y in edge) for edge in part.edges} for part in net.parts]
    for _ in net.parts:
        joined |= {index for index, own in enumerate(folds) if any(own & folds[known] for known in joined)}
    assert joined == set(range(len(net.parts)))


@pytest.mark.parametrize("net", NETS, ids=IDS)
def test_cuts_and_folds_are_all_the_edges(net: Net) -> None:
    edges = sum(edge_length(edge) for part in net.parts for edge in part.edges)
    mouths = sum(abs(slot[-1][0] - slot[0][0]) for slot in net.slots)
    lines = 2 * sum(map(edge_length, net.folds)) + sum(map(edge_length, net.cuts)) + mouths
    assert lines == pytest.approx(edges)


@pytest.mark.parametrize("net", NETS, ids=IDS)
def test_a_quarter_turn_keeps_what_a_net_is(net: Net) -> None:
    turned = turn_net(net)
    assert turned.size == Size(pytest.approx(net.size.height), pytest.approx(net.size.width))
    assert turned.bounds[:2] == (pytest.approx(0), pytest.approx(0))
    assert len(turned.folds) == len(net.folds) and len(turned.cuts) == len(net.cuts)
    for one, other in zip(net.panels, turned.panels, strict=True):
        assert (other.turn - one.turn) % 360 == 90 and area(one) == pytest.approx(area(other))
        x, y, width, height = other.box
        if len(one.corners) == 4 and one.name != "outer" and one.name != "inner":
            xs, ys = zip(*other.corners, strict=True)
            assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((x, y, x + width, y + height))


def test_a_die_has_opposite_faces_that_add_up_to_seven() -> None:
    panels = {part.name: part.box[:2] for part in cube_net(20, 6).panels}
    column = sorted((y, name) for name, (x, y) in panels.items() if x == 20)
    assert [name for _, name in column] == ["2", "1", "5", "6"]  # in a row of four, the third is opposite the first
    assert sorted(set(panels) - {name for _, name in column}) == ["3", "4"]
    assert len(cube_net(20, 6).flaps) == 7


@pytest.mark.parametrize(("edge", "flap"), [(20, 0), (20, 11), (5, -1)])
def test_a_die_with_impossible_flaps_is_refused(edge: float, flap: float) -> None:
    with pytest.raises(ValueError, match="flap"):
        cube_net(edge, flap)


def test_a_figure_and_its_base_stand_on_the_same_ground() -> None:
    """The figure's slot goes over what is left of the base below the base's own: both rest on the table."""
    figure, base = standee_net(24, 38, slot=4, card=0.3), base_net(24, 10, slot=6, card=0.3)
    depths = [max(y for _, y in net.slots[0]) - min(y for _, y in net.slots[0]) for net in (figure, base)]
    assert sum(depths) == pytest.approx(10)
    for slot in (*figure.slots, *base.slots):
        assert slot[-1][0] - slot[0][0] == pytest.approx(slot_width(0.3))
    assert slot_width(0.3) > 2 * 0.3


def test_the_back_of_a_figure_lies_upside_down_above_the_fold() -> None:
    back, front = standee_net(24, 38, slot=5, card=0.3).panels
    assert (back.turn, front.turn) == (180, 0) and back.box[1] + back.box[3] == front.box[1]


@pytest.mark.parametrize(("slot", "card"), [(0, 0.3), (38, 0.3), (5, 6.0)])
def test_a_slot_that_cuts_a_figure_apart_is_refused(slot: float, card: float) -> None:
    with pytest.raises(ValueError, match="slot"):
        standee_net(24, 38, slot=slot, card=card)


def test_walls_are_read_from_outside() -> None:
    lid, tray = tray_net(100, 60, 20, flap=10, lid=True), tray_net(100, 60, 20, flap=10, lid=False)
    below = next(panel for panel in lid.panels if panel.name == "long" and panel.box[1] > 0)
    assert below.turn == 0  # below the top of the lid, its upper edge towards it
    for one, other in zip(lid.panels[1:], tray.panels[1:], strict=True):
        assert (one.turn - other.turn) % 360 == 180
    assert sorted(panel.turn for panel in lid.panels[1:]) == [0, 90, 180, 270]


@pytest.mark.parametrize("lengths", [(0, 60, 20, 10), (100, 60, 0, 10), (100, 60, 20, 31)])
def test_a_tray_that_cannot_be_folded_is_refused(lengths: tuple[float, float, float, float]) -> None:
    length, width, height, flap = lengths
    with pytest.raises(ValueError, match="tray"):
        tray_net(length, width, height, flap=flap, lid=True)


def test_lines_are_between_a_quarter_and_half_a_point() -> None:
    for width in (CUT, FOLD, HALO):
        assert 0.25 - 1e-9 <= width / MM_PER_POINT <= 0.5 + 1e-9


def test_packing_lays_every_rectangle_once_and_apart() -> None:
    sizes = [Size(90, 40), *[Size(24, 76)] * 7, Size(60, 60), *[Size(24, 20)] * 9]
    room, gap = Size(190, 120), 4.0
    pages = pack(sizes, room, gap=gap)
    assert sorted(laid.index for page in pages for laid in page) == list(range(len(sizes)))
    for page in pages:
        boxes = []
        for laid in page:
            own = sizes[laid.index]
            wide, high = (own.height, own.width) if laid.turned else (own.width, own.height)
            assert laid.x >= 0 and laid.y >= 0 and laid.x + wide <= 190 + 1e-6 and laid.y + high <= 120 + 1e-6
            boxes.append((laid.x, laid.y, laid.x + wide, laid.y + high))
        for one, other in itertools.combinations(boxes, 2):
            across = max(one[0], other[0]) - min(one[2], other[2])
            down = max(one[1], other[1]) - min(one[3], other[3])
            assert max(across, down) >= gap - 1e-6


def test_what_fits_only_on_its_side_is_turned() -> None:
    assert fits(Size(30, 90), Size(100, 50)) and not fits(Size(60, 60), Size(100, 50))
    ((laid,),) = pack([Size(30, 90)], Size(100, 50), gap=2)
    assert laid.turned
    with pytest.raises(ValueError, match="does not fit"):
        pack([Size(60, 60)], Size(100, 50), gap=2)


@pytest.mark.parametrize("board", [Size(180, 100), Size(220, 260), Size(360, 190), Size(900, 700)])
def test_tiles_cover_the_board_and_overlap(board: Size) -> None:
    rooms = Size(187, 270), Size(274, 183)
    tiling = cut_tiles(board, *rooms, overlap=10)
    room = rooms[1] if tiling.landscape else rooms[0]
    at = {(tile.row, tile.column): tile for tile in tiling.tiles}
    for tile in tiling.tiles:
        assert tile.size.width <= room.width + 1e-6 and tile.size.height <= room.height + 1e-6
        right, below = at.get((tile.row, tile.column + 1)), at.get((tile.row + 1, tile.column))
        assert (tile.right, tile.below) == (right is not None, below is not None)
        assert (right.x if right else board.width) == pytest.approx(tile.x + tile.size.width - 10 * tile.right)
        assert (below.y if below else board.height) == pytest.approx(tile.y + tile.size.height - 10 * tile.below)
    assert at[1, 1].x == at[1, 1].y == 0


def test_a_board_that_fits_is_one_tile_and_tiles_are_few() -> None:
    assert len(cut_tiles(Size(180, 100), Size(187, 270), Size(274, 183), overlap=10).tiles) == 1
    assert cut_tiles(Size(270, 100), Size(187, 270), Size(274, 183), overlap=10).landscape
    with pytest.raises(ValueError, match="overlap"):
        cut_tiles(Size(900, 700), Size(9, 9), Size(9, 9), overlap=10)
