"""The Overview for one setup: what it fills in and leaves out, its file's name, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.commands import run
from tests.conftest import TESTS, GameCopy
from valleybuild.compose.game import Component
from valleybuild.described import compose_for, describe_setup
from valleybuild.games import find_rules
from valleybuild.games.playthrough import SetupError
from valleybuild.project import Project
from valleybuild.scene import text_of
from valleybuild.templates import Renderer, RenderError
from valleybuild.views import EntryView
from valleybuild.workshop import Checked

ROOT = TESTS.parent
HOME = ("--project", str(ROOT))
Leaf = Callable[..., str]


def composed(checked: Checked, **setup: str) -> Component:
    told = {key.replace("_", "-"): value for key, value in setup.items()}
    found = compose_for(checked, describe_setup(checked, Project(ROOT), told))
    assert found.problems == ()
    (leaf,) = found.components
    return leaf


@pytest.fixture(scope="module")
def leaf(checked: Checked) -> Leaf:
    """Return what gives the words of the leaf for a setup."""

    def words(language: str = "en", **setup: str) -> str:
        return " ".join(text_of(composed(checked, **setup).front[language].items)).replace("\u00a0", " ")

    return words


def test_without_a_setup_the_leaf_holds_everything(checked: Checked) -> None:
    (whole,) = (component for component in checked.components if component.id == "overview")
    words = " ".join(text_of(whole.front["en"].items)).replace("\u00a0", " ")
    for part in ("Contribute", "Ride", "Board, Leave", "Pay your own way", "morning duty", "If the Badger is in play"):
        assert part in words
    assert "Goal:" not in words


def test_a_setup_without_a_vehicle_leaves_out_all_that_needs_one(leaf: Leaf) -> None:
    words = leaf(expedition="5", scenario="team-trial", characters="5")
    for part in ("Ride", "Board", "Badger", "cabin", "vehicle", "mends", "Seats", "Range"):
        assert part not in words
    assert "Fog" in words and "River Meadows" in words and "Turn a card" in words


def test_only_own_tokens_bring_gifts_and_morning_duty(leaf: Leaf) -> None:
    own = leaf(expedition="2", characters="4")
    shared = leaf(expedition="2", characters="4", shared_pool="yes")
    for part in ("morning duty", "Pay your own way", "give one token away", "They pay between them"):
        assert part in own and part not in shared
    assert "10 effort tokens" in own and "8 effort tokens" in shared


def test_only_the_first_expedition_has_the_fund(leaf: Leaf) -> None:
    assert "Circles to cover: 4" in leaf(expedition="1", characters="5")
    assert "Circles to cover: 3" in leaf(expedition="1", characters="3")
    assert "Contribute" not in leaf(expedition="4", characters="4")


def test_the_introduction_changes_stamps_days_and_seats(leaf: Leaf) -> None:
    words = leaf(expedition="1", scenario="introduction", characters="4")
    assert "8 stamps" in words and "day 7" in words and "4 seats" in words
    words = leaf("cs", expedition="1", characters="4")
    assert "9 razítek" in words and "6. den" in words and "2 sedadla" in words


def test_range_and_meeting_point_are_those_of_the_expedition(leaf: Leaf) -> None:
    words = leaf(expedition="2", characters="4")
    assert "up to 3 routes" in words and "Railway Halt" in words and "The Badger too" in words
    words = leaf(expedition="3", characters="4")
    assert "cabin" in words and "Badger" not in words and "Mountain Pass" in words and "Rope" in words


def test_advanced_sides_show_what_they_add(leaf: Leaf) -> None:
    assert "Helping hand" in leaf(expedition="4", characters="4", advanced="yes")
    family = leaf(expedition="4", characters="4")
    assert "Helping hand" not in family and "heals for free" not in family and "family" in family
    assert "Betty goes one further" in leaf(expedition="1", characters="4", advanced="yes")


def test_discovery_and_point_together_are_told_where_they_are_played(leaf: Leaf) -> None:
    assert "Discovery" in leaf(expedition="3", scenario="hidden-cards", characters="3")
    assert "Discovery" not in leaf(expedition="3", characters="3")
    assert "Point together" in leaf(expedition="2", characters="4", point_together="yes")


def test_a_changed_stamp_count_changes_the_leaf(checked: Checked) -> None:
    game = checked.game
    assert game is not None and checked.materials is not None
    entry = game.entries["high-water"]
    record = replace(entry.record, fields=entry.record.fields | {"stamps": 14})
    other = replace(game, entries=game.entries | {"high-water": replace(entry, record=record)})
    changed = replace(checked, game=other, materials=replace(checked.materials, game=other))
    words = " ".join(text_of(composed(changed, expedition="2", characters="4").front["en"].items))
    assert words.replace("\u00a0", " ").count("14 stamps") == 2


@pytest.mark.parametrize("scenario", ["introduction", "split-team", "hidden-cards", "team-trial"])
def test_every_setup_of_five_fits_and_holds_its_nine_parts(checked: Checked, scenario: str) -> None:
    names = set()
    for expedition in "12345":
        for more in ({}, {"point-together": "yes"}, {"advanced": "yes", "point-together": "yes"}):
            setup = {"expedition": expedition, "scenario": scenario, "characters": "5", **more}
            try:
                described = describe_setup(checked, Project(ROOT), setup)
            except SetupError:
                continue
            names.add(described.name)
            assert compose_for(checked, described).problems == ()
    assert len(names) >= 3


@pytest.mark.parametrize(
    "options",
    [
        ("--expedition", "9"),
        ("--expedition", "two"),
        ("--expedition", "2", "--scenario", "introduction"),
        ("--expedition", "2", "--scenario", "nonsense"),
        ("--expedition", "1", "--shared-pool"),
        ("--expedition", "2", "--characters", "6"),
        ("--characters", "4"),
        ("--expedition", "2", "--setup", "luck", "yes"),
    ],
)
def test_a_setup_is_refused_as_simulate_refuses_it(
    options: tuple[str, ...], checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("valleybuild.workshop.check_game", lambda project, name, advance: replace(checked, problems=()))
    built = run(*HOME, "build", "--product", "overview", "-q", *options)
    simulated = run(*HOME, "simulate", "-q", *options)
    assert built.exit_code == simulated.exit_code == 2
    assert built.output == simulated.output and built.output.startswith("valleybuild: ")


def test_the_file_is_named_after_its_setup_and_leaves_others_alone(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("valleybuild.workshop.check_game", lambda project, name, advance: replace(checked, problems=()))
    build = (*HOME, "build", "--product", "overview", "--paper", "a5", "-q", "--out", str(tmp_path))
    assert run(*build).exit_code == 0
    general = (tmp_path / "home-valley/en-cs/overview-a5.pdf").read_bytes()
    assert run(*build, "--expedition", "2", "--scenario", "split-team", "--characters", "4").exit_code == 0
    assert run(*build, "--expedition", "2", "--characters", "4", "--shared-pool").exit_code == 0
    names = {path.name for path in (tmp_path / "home-valley/en-cs").iterdir()}
    assert names == {f"overview-a5{name}.pdf" for name in ("", "-e2-split-team-4", "-e2-split-team-4-shared-pool")}
    assert (tmp_path / "home-valley/en-cs/overview-a5.pdf").read_bytes() == general
    files = json.loads((tmp_path / "home-valley/manifest.json").read_text("utf-8"))["files"]
    told = files["en-cs/overview-a5-e2-split-team-4-shared-pool.pdf"]["setup"]
    assert told == {"expedition": "2", "characters": "4", "shared-pool": "yes"}


def test_a_product_that_is_not_made_for_a_setup_is_refused(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("valleybuild.workshop.check_game", lambda project, name, advance: replace(checked, problems=()))
    result = run(*HOME, "build", "--product", "sheets", "--expedition", "2", "-q")
    assert result.exit_code == 2 and "sheets is not made for one setup; overview is" in result.output


def test_a_game_without_setups_says_so(duo: GameCopy) -> None:
    rules = find_rules(None, "ferry")
    assert rules is not None and rules.describe_setup is None
    with pytest.raises(SetupError, match="no rules that know a setup"):
        describe_setup(duo.checked(), Project(duo.root), {"expedition": "1"})


def listed(duo: GameCopy, when: str) -> object:
    """Give the game a list of points, one of them with a condition; return what a template prints of it."""
    kinds = "cards/ferry/kinds.yaml"
    duo.edit(kinds, "records: {}\n", "records:\n  point:\n    when: expression?\n    text: text\n")
    duo.edit(kinds, "kinds:\n", "kinds:\n  page:\n    file: pages.yaml\n    fields: {points: list of point}\n")
    one, more = '{text: {en: "one", cs: "jedna"}}', '{text: {en: "more", cs: "víc"}, when: "' + when + '"}'
    duo.write("cards/ferry/pages.yaml", f"front:\n  points:\n    - {one}\n    - {more}\n")
    game, _ = duo.load()
    assert game is not None
    renderer = Renderer(game, {"size": 3})
    page = EntryView(renderer.lenses["en"], game.entries["front"])
    return renderer.render("{% for point in page.points %}{{ point }} {% endfor %}", game.place, {"page": page}, "en")


@pytest.mark.parametrize(("when", "printed"), [("setup.size > 3", "one "), ("setup.size == 3", "one more ")])
def test_a_record_of_a_list_whose_condition_is_false_is_left_out(duo: GameCopy, when: str, printed: str) -> None:
    assert listed(duo, when) == printed


def test_a_condition_that_fails_is_a_finding_where_it_stands(duo: GameCopy) -> None:
    with pytest.raises(RenderError) as caught:
        listed(duo, "setup.nothing > 3")
    problem = caught.value.problem
    assert (
        problem is not None
        and problem.name == "unknown-name"
        and (problem.place.file, problem.place.line)
        == (
            "cards/ferry/pages.yaml",
            4,
        )
    )
