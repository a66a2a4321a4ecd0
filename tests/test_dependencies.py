"""Dependency maps: the order of blocks, the curves of links, what does not fit, and pages within their margins."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.commands import run
from tests.conftest import TESTS, GameCopy
from valleybuild.compose.materials import Materials, gather_materials
from valleybuild.dependencies.draw import MARGIN, draw_chart
from valleybuild.dependencies.links import Reach, draw_links
from valleybuild.dependencies.model import Block, Chart, Column, Line, Link
from valleybuild.dependencies.order import crossings, ordered
from valleybuild.model import Style
from valleybuild.problem import Place
from valleybuild.project import Project
from valleybuild.scene import Colour, Group, Item, Path, Run, Size, Stroke, text_of

A4 = Size(210.0, 297.0)
HERE = Place("cards/ferry/boats.yaml", 3, 1)
INKS = {name: Colour(name, (0, 0, 0, 50), (90, 90, 90)) for name in ("red", "white")}


def column(*ids: str, free: bool = False) -> Column:
    return Column("", 1.0, 0.3, tuple(Block(id, id, ("red",)) for id in ids), free)


def links(*pairs: str) -> tuple[Link, ...]:
    return tuple(Link(pair[0], pair[1], "red") for pair in pairs)


def test_links_that_swap_their_order_cross() -> None:
    columns = [column("a", "b"), column("c", "d")]
    assert crossings(columns, links("ac", "bd")) == 0
    assert crossings(columns, links("ad", "bc")) == 1
    assert crossings(columns, links("ac", "ad")) == 0  # both leave one block


def test_a_free_column_is_put_in_the_order_with_the_fewest_crossings() -> None:
    columns = [column("a", "b", "c"), column("d", "e", "f", free=True)]
    wanted = links("af", "be", "cd")
    assert crossings(columns, wanted) == 3
    found = ordered(columns, wanted)
    assert [block.id for block in found[1].blocks] == ["f", "e", "d"] and crossings(found, wanted) == 0


def test_a_column_that_is_not_free_keeps_its_order() -> None:
    columns = (column("a", "b"), column("c", "d"))
    assert ordered(columns, links("ad", "bc")) == columns


def test_lines_of_a_block_count_where_they_stand() -> None:
    block = Block("c", "c", ("red",), (Line("x", "x"), Line("y", "y")))
    columns = [column("a", "b"), Column("", 1.0, 0.0, (block,))]
    assert crossings(columns, links("ax", "by")) == 0 and crossings(columns, links("ay", "bx")) == 1


def curves(*pairs: str, reaches: dict[str, Reach]) -> list[Path]:
    drawn = draw_links(links(*pairs), reaches, INKS)
    return [item for item in drawn if isinstance(item, Path) and item.stroke and item.stroke.colour.name == "red"]


def reach(number: int, top: float) -> Reach:
    left = number * 50.0
    return Reach(number, left, left + 30.0, top, top + 5.0, top + 20.0)


def test_links_meet_a_block_apart_and_in_the_order_of_their_other_ends() -> None:
    reaches = {"a": reach(0, 0.0), "b": reach(1, 0.0), "c": reach(1, 30.0), "d": reach(1, 60.0)}
    starts = {
        pair: curve.segments[0]
        for pair, curve in zip(("ad", "ab", "ac"), curves("ad", "ab", "ac", reaches=reaches), strict=True)
    }
    heights = [float(starts[pair][2]) for pair in ("ab", "ac", "ad")]
    assert all(lower - higher >= 1.0 for higher, lower in pairwise(heights)) and heights[0] > 0.0


@pytest.mark.parametrize("tops", [(0.0, 30.0, 100.0, 130.0), (100.0, 130.0, 0.0, 30.0)])
def test_links_that_keep_their_order_never_meet(tops: tuple[float, float, float, float]) -> None:
    columns = zip("abcd", (0, 0, 1, 1), tops, strict=True)
    reaches = {id: reach(number, top) for id, number, top in columns}
    first, second = (points(curve) for curve in curves("ac", "bd", reaches=reaches))
    assert min((x - u) ** 2 + (y - v) ** 2 for x, y in first for u, v in second) > 1.0


def points(curve: Path) -> list[tuple[float, float]]:
    """Walk along a curve."""
    (_, x, y), (_, *handles) = curve.segments
    a, b, c, d, e, f = (float(value) for value in handles)
    x, y = float(x), float(y)
    found = []
    for step in range(101):
        t = step / 100
        s = 1 - t
        found.append((s**3 * x + 3 * s * s * t * a + 3 * s * t * t * c + t**3 * e,
                      s**3 * y + 3 * s * s * t * b + 3 * s * t * t * d + t**3 * f))  # fmt: skip
    return found


def test_what_is_not_there_is_not_linked() -> None:
    assert curves("az", "za", reaches={"a": reach(0, 0.0)}) == []


@pytest.fixture
def materials(duo: GameCopy) -> Materials:
    game, problems = duo.load()
    assert game is not None and problems == []
    found = gather_materials(Project(duo.root), game)
    style = next(iter(game.layouts.styles.values()))
    size, styles = {"size": 8.0, "least": 6.5}, game.layouts.styles
    game.layouts.inks.setdefault("white", INKS["white"])
    for name in ("title", "subtitle", "column", "block", "line", "legend"):
        styles[f"map-{name}"] = replace(style, name=f"map-{name}", **size)
    return found


def chart(materials: Materials, **changes: object) -> Chart:
    ink = next(iter(materials.game.layouts.inks))
    blocks = (Block("a", "Ferry", (ink,), (Line("b", "two", "2"),)),)
    columns = (Column("First", 1.0, 0.3, blocks), Column("Second", 1.0, 0.0, (Block("c", "Far", (ink, ink)),)))
    whole = Chart("day", "A day", "in May", "", ink, columns, (Link("b", "c", ink),), ("Read it so.",), HERE)
    return replace(whole, **changes)


def test_a_chart_is_drawn_within_its_margins(materials: Materials) -> None:
    scene, problems = draw_chart(chart(materials), A4, materials, "en")
    assert problems == [] and scene is not None and scene.size == A4
    assert {"Ferry", "two", "2", "Far", "First", "Second"} <= set(text_of(scene.items))
    assert within(scene.items, A4, MARGIN - 1.0)


def within(items: tuple[Item, ...], size: Size, margin: float) -> bool:
    """Say whether every point of every shape, and every line of text, lies inside a margin."""
    for item in items:
        spots: list[tuple[float, float]] = []
        if isinstance(item, Path):
            for _, *numbers in item.segments:
                spots += list(zip(numbers[::2], numbers[1::2], strict=True))  # type: ignore[arg-type]
        elif isinstance(item, Run):
            spots.append((item.x, item.y))
        elif isinstance(item, Group):
            assert within(item.items, size, margin)
        if not all(margin <= x <= size.width - margin and margin <= y <= size.height - margin for x, y in spots):
            return False
    return True


def test_a_text_that_does_not_fit_is_a_finding_at_what_the_chart_is_about(materials: Materials) -> None:
    long = replace(chart(materials), subtitle="Hippopotamus " * 300)
    scene, (problem,) = draw_chart(long, A4, materials, "en")
    assert scene is None and (problem.name, problem.place, problem.lang) == ("text-does-not-fit", HERE, "en")


def test_too_many_lines_are_a_finding(materials: Materials) -> None:
    ink = next(iter(materials.game.layouts.inks))
    block = Block("a", "Ferry", (ink,), tuple(Line(f"n{number}", "again") for number in range(90)))
    scene, (problem,) = draw_chart(
        chart(materials, columns=(Column("First", 1.0, 0.0, (block,)),)), A4, materials, "en"
    )
    assert scene is None and problem.name == "text-does-not-fit" and "90 lines" in problem.message


def test_an_unknown_sign_and_a_missing_glyph_are_findings(materials: Materials) -> None:
    for text, name in (("[hippopotamus]", "bad-markup"), ("語", "missing-glyph")):
        _, problems = draw_chart(chart(materials, title=text), A4, materials, "en")
        assert [problem.name for problem in problems] == [name]


def test_a_style_that_is_not_there_is_a_finding(materials: Materials) -> None:
    style: Style = materials.game.layouts.styles.pop("map-legend")
    scene, (problem,) = draw_chart(chart(materials), A4, materials, "en")
    assert scene is None and problem.name == "unknown-style" and f'"{style.name}"' in problem.message


def test_an_ink_that_is_not_there_is_a_finding(materials: Materials) -> None:
    scene, (problem,) = draw_chart(chart(materials, ink="hippo"), A4, materials, "en")
    assert scene is None and (problem.name, problem.place) == ("unknown-ink", HERE) and '"hippo"' in problem.message


def test_drawing_leaves_no_finding_behind(materials: Materials) -> None:
    draw_chart(chart(materials, title="[hippopotamus]"), A4, materials, "en")
    assert materials.problems == []


def test_a_line_between_columns_has_a_stroke_and_a_dot(materials: Materials) -> None:
    scene, _ = draw_chart(chart(materials), A4, materials, "en")
    assert scene is not None
    curved = [item for item in scene.items if isinstance(item, Path) and item.segments[-1][0] == "C"]
    assert [type(item.stroke) for item in curved] == [Stroke, Stroke]


def test_a_game_without_such_rules_has_no_such_product() -> None:
    result = run("build", "--product", "dependencies", "-q", project=TESTS / "duo")
    assert result.exit_code == 2 and "no product matches" in result.output
