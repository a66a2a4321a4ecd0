"""Home Valley's dependency maps: they say what the cards say, in both languages, and fit their pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from valleybuild.compose.materials import Materials, gather_materials
from valleybuild.dependencies.draw import draw_chart
from valleybuild.dependencies.model import Block, Chart, Line
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.home_valley.dependencies import tell_dependencies
from valleybuild.load import load_game
from valleybuild.model import Choice, Entry, Game, Record, Ref
from valleybuild.papers import read_papers
from valleybuild.project import Project
from valleybuild.scene import Run, text_of
from valleybuild.templates import Renderer

ROOT = Path(__file__).parents[2]
GAME = "home-valley"


@pytest.fixture(scope="module")
def game() -> Game:
    found, _ = load_game(Project(ROOT), GAME)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def materials(game: Game) -> Materials:
    return gather_materials(Project(ROOT), game)


def charts(game: Game, language: str = "en") -> dict[str, Chart]:
    return {chart.id: chart for chart in tell_dependencies(game, Renderer(game).lenses[language])}


def changed(game: Game, id: str, **fields: object) -> Game:
    """Change fields of an entry; underscores stand for hyphens."""
    entry: Entry = game.entries[id]
    values = {name.replace("_", "-"): value for name, value in fields.items()}
    record: Record = replace(entry.record, fields=entry.record.fields | values)
    return replace(game, entries=game.entries | {id: replace(entry, record=record)})


def blocks(chart: Chart) -> dict[str, Block]:
    return {block.id: block for column in chart.columns for block in column.blocks}


def lines(chart: Chart) -> dict[str, Line]:
    return {line.id: line for block in blocks(chart).values() for line in block.lines}


def pairs(chart: Chart) -> set[tuple[str, str]]:
    return {(link.start, link.end) for link in chart.links}


def test_every_expedition_has_a_chart(game: Game) -> None:
    assert list(charts(game)) == [entry.id for entry in game.of_kind("expedition")]


def test_every_card_that_is_used_stands_there_once_and_no_other(game: Game) -> None:
    valley = read_valley(game)
    for expedition in valley.expeditions:
        chart = charts(game)[expedition.id]
        shown = [line.id for block in chart.columns[1].blocks for line in block.lines]
        used = [card.id for card in valley.used_in(expedition) if card.rows or card.entry.record.fields.get("fund")]
        sides = [card.entry.record.fields["task"] for card in valley.used_in(expedition) if len(card.sides) > 1]
        used += [str(side.fields["id"]) for side in sides if isinstance(side, Record)]
        assert sorted(shown) == sorted(used)


def test_a_pair_depends_on_both_its_abilities(game: Game) -> None:
    chart = charts(game)["new-footbridge"]
    found = {start for start, end in pairs(chart) if end == "pair-driving-repairs"}
    assert found == {"ability-driving", "ability-repairs"}
    assert "tree-across-the-road" in {line.id for line in blocks(chart)["pair-driving-repairs"].lines}


def test_a_changed_row_moves_its_card(game: Game) -> None:
    row = game.entries["tree-across-the-road"].record.fields["rows"]
    assert isinstance(row, tuple) and isinstance(row[0], Record)
    abilities = tuple(Ref(id, ("ability",), row[0].place) for id in ("searching", "first-aid"))
    other = replace(row[0], fields={"abilities": abilities, "effort": 5})
    chart = charts(changed(game, "tree-across-the-road", rows=(other,)))["new-footbridge"]
    assert "tree-across-the-road" in {line.id for line in blocks(chart)["pair-first-aid-searching"].lines}
    assert lines(chart)["tree-across-the-road"].tail == "<b>5</b>[effort]"


def test_rallying_on_a_row_is_left_to_the_checks(game: Game) -> None:
    """It is a mistake that `rallying-on-row` reports; charts are told before that, and must stand it."""
    row = game.entries["tree-across-the-road"].record.fields["rows"]
    assert isinstance(row, tuple) and isinstance(row[0], Record)
    abilities = tuple(Ref(id, ("ability",), row[0].place) for id in ("searching", "rallying"))
    other = replace(row[0], fields={"abilities": abilities, "effort": 5})
    chart = charts(changed(game, "tree-across-the-road", rows=(other,)))["new-footbridge"]
    (pair,) = (id for id in blocks(chart) if id.startswith("pair-") and "rallying" in id)
    assert ("ability-rallying", pair) in pairs(chart)


def test_an_item_stands_at_the_ability_it_gives(game: Game) -> None:
    effect = game.entries["torch"].record.fields["effect"]
    assert isinstance(effect, Choice) and isinstance(effect.value, Ref)
    assert "by-torch" in {line.id for line in blocks(charts(game)["high-water"])["ability-searching"].lines}
    driven = changed(game, "torch", effect=replace(effect, value=replace(effect.value, id="driving")))
    chart = charts(driven)["high-water"]
    assert "by-torch" in {line.id for line in blocks(chart)["ability-driving"].lines}
    assert lines(chart)["torch"].text.endswith("[driving]")


def test_a_protection_comes_from_its_card_or_from_the_hazard_that_leaves_it(game: Game) -> None:
    found = pairs(charts(game)["new-footbridge"])
    assert {("jar-of-honey", "safe-the-flu-jar-of-honey"), ("the-flu", "safe-the-flu-linden-tea")} <= found
    assert ("beehives-on-the-road", "safe-hornets-in-the-shed-beekeepers-veil") in found


def test_a_lead_turns_into_its_task(game: Game) -> None:
    chart = charts(game)["snow-on-the-pass"]
    assert {("lights-on-the-ridge", "stranded-skiers"), ("tracks-by-the-brook", "calf-in-the-reeds")} <= pairs(chart)
    assert lines(chart)["stranded-skiers"].text.startswith("[stamp][stamp] ")


def test_the_goal_asks_for_stamps_the_meeting_point_and_a_vehicle_that_is_driven(game: Game) -> None:
    seen = charts(changed(game, "high-water", stamps=13))
    assert blocks(seen["high-water"])["goal"].title == "13 [stamp]"
    assert "Railway Halt" in lines(seen["high-water"])["goal-place"].text
    assert ("vehicle", "goal") in pairs(seen["high-water"]) and "driving" in lines(seen["high-water"])[
        "vehicle-driver"
    ].text
    for id in ("snow-on-the-pass", "fog-on-the-meadows"):
        assert "goal-vehicle" not in lines(seen[id])
    assert "vehicle" not in blocks(seen["fog-on-the-meadows"])


def test_special_cards_stand_only_in_their_expeditions(game: Game) -> None:
    found = charts(game)
    wanted = {
        "footbridge-fund": ["new-footbridge"],
        "other-rope": ["snow-on-the-pass", "fog-on-the-meadows"],
        "village-meeting": ["high-water", "summer-storm"],
        "other-sandbags": ["high-water"],
        "other-last-can-of-petrol": ["fog-on-the-meadows"],
    }
    assert {id: [name for name, chart in found.items() if id in lines(chart)] for id in wanted} == wanted
    assert "(Betty)" in lines(found["high-water"])["other-sandbags"].text


def test_both_languages_tell_the_same(game: Game) -> None:
    english, czech = charts(game), charts(game, "cs")
    for id, chart in english.items():
        assert list(lines(chart)) == list(lines(czech[id])) and chart.links == czech[id].links
    assert "Traktor v příkopu" in lines(czech["new-footbridge"])["tractor-in-the-ditch"].text


def test_without_its_words_there_is_no_chart(game: Game) -> None:
    entries = {id: entry for id, entry in game.entries.items() if id != "dependency-map"}
    assert tell_dependencies(replace(game, entries=entries), Renderer(game).lenses["en"]) == ()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_page_fits_and_stays_legible(game: Game, materials: Materials, paper: str, language: str) -> None:
    sheet = read_papers(Project(ROOT))[0][paper]
    for chart in charts(game, language).values():
        scene, problems = draw_chart(chart, sheet.size, materials, language)
        assert problems == [] and scene is not None
        runs = [item for item in scene.items if isinstance(item, Run)]
        assert min(run.size for run in runs) >= 6.5
        assert all(sheet.margin <= run.x <= sheet.size.width - sheet.margin for run in runs)
        words = " ".join(text_of(scene.items)).replace("\u00a0", " ")
        for column in chart.columns:
            assert column.title in words
