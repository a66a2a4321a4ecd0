"""What templates see: names in their forms, plurals, references, sentences; and how a template fails."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from valleybuild.model import Game
from valleybuild.plurals import plural_form
from valleybuild.problem import Place, Problem
from valleybuild.templates import Renderer, RenderError
from valleybuild.views import EntryView

HERE = Place("faces.yaml", 3, 7, 3, 20)


@pytest.fixture
def game(duo: GameCopy) -> Game:
    game, problems = duo.load()
    assert game is not None and problems == []
    return game


def render(game: Game, template: str, entry: str = "punt", language: str = "en") -> str:
    renderer = Renderer(game)
    view = EntryView(renderer.lenses[language], game.entries[entry])
    return renderer.render(template, HERE, {"entry": view}, language)


def failure(game: Game, template: str, entry: str = "punt", language: str = "en") -> Problem:
    with pytest.raises(RenderError) as caught:
        render(game, template, entry, language)
    assert caught.value.problem is not None
    return caught.value.problem


@pytest.mark.parametrize(
    ("template", "language", "printed"),
    [
        ("{{ entry.name }}", "en", "Punt"),
        ("{{ entry.name }}", "cs", "Pramice"),
        ("{{ entry }}", "cs", "Pramice"),
        ("{{ entry['name'] }} {{ entry.id }} {{ entry.kind }}", "en", "Punt punt boat"),
        ("{{ animal('goat').name.acc }}", "cs", "kozu"),
        ("{{ entry.seats + 1 }}", "en", "3"),
        ("{{ entry.cargo.tag }} {{ entry.cargo.value }}", "en", "sacks 3"),
        ("{{ entry.cargo }}", "en", "Takes 3 sacks."),
        ("{{ entry.cargo }}", "cs", "Uveze 3 pytle."),
        ("{{ boat('raft').cargo }}", "cs", "Uveze kozu."),
        ("{{ boat('skiff').cargo }}", "en", "Takes nothing."),
        ("{{ boat('raft').text }}", "en", "The ferry has 4 seats."),
        ("{% for boat in all('boat') %}{{ boat.id }} {% endfor %}", "en", "punt raft skiff "),
        ("{% if entry == boat('punt') %}me{% endif %}", "en", "me"),
        ("no braces", "en", "no braces"),
        ("{{ none }}", "en", ""),
    ],
)
def test_templates_print(game: Game, template: str, language: str, printed: str) -> None:
    assert render(game, template, language=language) == printed


@pytest.mark.parametrize(
    ("number", "english", "czech"),
    [(1, "1 sack", "1 pytel"), (2, "2 sacks", "2 pytle"), (4, "4 sacks", "4 pytle"), (5, "5 sacks", "5 pytlů")],
)
def test_counted_words_take_the_plural_form_of_their_language(
    game: Game, number: int, english: str, czech: str
) -> None:
    template = f"{{{{ n({number}, 'sack') }}}}"
    assert (render(game, template), render(game, template, language="cs")) == (english, czech)


def test_plural_forms() -> None:
    assert [plural_form(number, "cs") for number in (0, 1, 2, 4, 5, 22)] == [
        "other",
        "one",
        "few",
        "few",
        "other",
        "other",
    ]
    assert [plural_form(number, "en") for number in (0, 1, 2)] == ["other", "one", "other"]
    assert plural_form(1, "tlh") == plural_form(1, "not a language") == "other"


def test_hyphens_in_fields_may_be_underscores(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/kinds.yaml", "saying: text?", "saying: text?\n      best-of: integer 1..9?")
    pebbles.edit(
        "cards/pebbles/cards.yaml", "  worth: 1\n  deed: {trade: slate}", "  worth: 1\n  best-of: 7\n  deed: drift"
    )
    game, problems = pebbles.load()
    assert game is not None and problems == []
    assert render(game, "{{ entry.best_of }}{{ entry['best-of'] }}", "sluice-gate") == "77"
    assert render(game, "{{ river_card('sluice-gate').best_of }}", "sluice-gate") == "7"
    assert render(game, "{{ entry.best_of }}", "tail-water") == ""


def test_a_missing_form_is_a_finding_at_the_words(game: Game) -> None:
    problem = failure(game, "{{ entry.name.acc }}", "punt", "cs")
    assert (problem.name, problem.place.file, problem.place.line) == ("missing-form", "cards/ferry/boats.yaml", 2)
    assert (problem.path, problem.lang, problem.related[0].place) == ("punt.cs.acc", "cs", HERE)
    assert "acc" in problem.message and "nom" in problem.message and problem.hint


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("{{ entry.price }}", "unknown-name"),
        ("{{ entry.name.gen }}", "unknown-name"),
        ("{{ price }}", "unknown-name"),
        ("{{ boat('pram') }}", "unknown-name"),
        ("{{ boat('goat') }}", "unknown-name"),
        ("{{ n(2, 'pram') }}", "unknown-name"),
        ("{{ n(2, 'summary') }}", "unknown-name"),
        ("{{ n('two', 'sack') }}", "unknown-name"),
        ("{{ all('dragon') }}", "unknown-name"),
        ("{{ entry.seats / 0 }}", "unknown-name"),
        ("{{ entry.seats + 'a' }}", "unknown-name"),
        ("{{ [1][7] }}", "unknown-name"),
        ("{{ entry.__class__.__mro__ }}", "unknown-name"),
        ("{{ entry._lens.game }}", "unknown-name"),
        ("{{ entry.name | shout }}", "bad-template"),
        ("{{ entry.name ", "bad-template"),
        ("{% if entry %}", "bad-template"),
        ("{% include 'x' %}", "unknown-name"),
        ("{{ range(10000000) | list }}", "bad-template"),
        ("{{ 9 ** 9 ** 9 }}", "bad-template"),
        ("{{ 'a' * 1000000000 }}", "bad-template"),
        ("{{ 1000000000 * [1] }}", "bad-template"),
        ("{{ 99999999 * 99999999 }}", "bad-template"),
    ],
)
def test_what_fails_is_a_finding_at_the_template(game: Game, template: str, name: str) -> None:
    problem = failure(game, template)
    assert (problem.name, problem.place, problem.lang) == (name, HERE, "en")
    assert problem.message


def test_a_text_that_prints_itself_ends(duo: GameCopy) -> None:
    duo.edit("cards/ferry/boats.yaml", '"Leaks."', "\"{{ boat('raft').text }}\"")
    duo.edit("cards/ferry/boats.yaml", "The ferry has {{ entry.seats }}", "{{ boat('skiff').text }} {{ entry.seats }}")
    game, _ = duo.load()
    assert game is not None
    problem = failure(game, "{{ entry.text }}", "skiff")
    assert problem.name == "unknown-name" and "prints itself" in problem.message
    assert problem.place.file == "cards/ferry/boats.yaml"


def test_expressions_give_values_and_fail_like_templates(game: Game) -> None:
    renderer = Renderer(game)
    values: dict[str, object] = {"entry": EntryView(renderer.lenses["en"], game.entries["raft"])}
    assert renderer.evaluate("entry.seats > 3", HERE, values, "en") is True
    assert list(renderer.evaluate("range(entry.seats)", HERE, values, "en")) == [0, 1, 2, 3]
    for source, name in (("entry.price", "unknown-name"), ("entry.", "bad-template"), ("boat('x')", "unknown-name")):
        with pytest.raises(RenderError) as caught:
            renderer.evaluate(source, HERE, values, "en")
        assert caught.value.problem is not None and caught.value.problem.name == name


def test_a_value_given_to_a_template_may_have_the_name_of_a_kind(game: Game) -> None:
    assert Renderer(game).render("{{ boat }}", HERE, {"boat": "mine"}, "en") == "mine"


@pytest.mark.parametrize(
    ("old", "new", "template"),
    [
        ("name: {en: Skiff, cs: Loďka}\n  seats: 1", "name: Skiff\n  seats: 1", "{{ entry.name }}"),
        ("name: {en: Skiff, cs: Loďka}\n  seats: 1", "name: Skiff\n  seats: 1", "{{ entry }}"),
        ("  seats: 1\n", "  seats: one\n", "{{ entry.seats + 1 }}"),
        ("  seats: 1\n", "", "{{ entry['seats'] + 1 }}"),
        ("cargo: nothing-at-all", "cargo: {sacks: many}", "{{ entry.cargo }}"),
        ("cargo: nothing-at-all", "cargo: {animal: cow}", "{{ entry.cargo }}"),
        ("cargo: nothing-at-all", "cargo: {animal: raft}", "{{ entry.cargo.value.name }}"),
        ("{en: Skiff, cs: Loďka}", "{cs: Loďka}", "{{ entry.name }}"),
    ],
)
def test_a_value_that_was_reported_already_brings_no_second_finding(
    duo: GameCopy, old: str, new: str, template: str
) -> None:
    duo.edit("cards/ferry/boats.yaml", old, new)
    game, _ = duo.load()
    assert game is not None
    with pytest.raises(RenderError) as caught:
        render(game, template, "skiff")
    assert caught.value.problem is None
    assert len(duo.check()) == 1
