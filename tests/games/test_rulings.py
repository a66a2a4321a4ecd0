"""The rulings: the shipped ones are whole; break one thing in them, and exactly that is found, at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from valleybuild.check.languages import check_numbers, check_placeholders, check_symbols
from valleybuild.check.subject import Subject
from valleybuild.check.terms import check_terms_in_texts
from valleybuild.games import find_rules
from valleybuild.games.home_valley.codes import CODES
from valleybuild.games.home_valley.rulings import (
    SWITCHES,
    Ruling,
    RulingBook,
    check_ruling_templates,
    check_rulings,
    read_rulings,
    ruling_texts,
)
from valleybuild.load import load_game
from valleybuild.model import Game
from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem
from valleybuild.project import Project
from valleybuild.templates import Renderer
from valleybuild.workshop import check_game
from valleybuild.yamlnodes import parse_yaml

ROOT = Path(__file__).parents[2]
FILE = "rules/home-valley/rulings.yaml"
WRITTEN = (ROOT / FILE).read_text(encoding="utf-8")
MARK = "‸"  # stands just before what a finding should point at

CHOSEN = {
    "lone_solver": False,
    "character_die_rerolls": False,
    "damaged_cabin_stops": False,
    "self_recovery": False,
    "passing_is_entering": True,
    "expired_lead_task_returns": False,
    "meeting_refreshes_lead": False,
    "lasting_leaves_item": True,
    "rope_is_automatic": True,
}
NUMBERS = {"A-01": "lone_solver", "A-04": "character_die_rerolls", "A-06": "damaged_cabin_stops"} | {
    "A-07": "self_recovery",
    "A-08": "passing_is_entering",
    "A-13": "expired_lead_task_returns",
    "A-15": "meeting_refreshes_lead",
    "A-18": "lasting_leaves_item",
    "A-23": "rope_is_automatic",
}
FOR_THE_ENGINE = {3, 20, 32, 48, 52, 53, 55, 58, 63}
LAST = 63
CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    check_rulings,
    check_ruling_templates,
    check_numbers,
    check_symbols,
    check_placeholders,
    check_terms_in_texts,
)


class Reread(Project):
    """The project with another text in the place of its rulings."""

    def __init__(self, text: str) -> None:
        super().__init__(ROOT)
        self.text = text

    def read_yaml(self, path: str, *, at: Place | None = None) -> tuple[Node | None, list[Problem]]:
        return parse_yaml(self.text.encode(), path) if path == FILE else super().read_yaml(path, at=at)


def edited(number: str, old: str, new: str) -> str:
    """Replace, in the ruling of a number, the one occurrence of `old`."""
    begin = WRITTEN.index(f"- number: {number}\n")
    end = WRITTEN.find("\n- number: ", begin) + 1 or len(WRITTEN)
    ruling = WRITTEN[begin:end]
    assert ruling.count(old) == 1, f"{number} holds {ruling.count(old)} times {old!r}"
    return WRITTEN[:begin] + ruling.replace(old, new) + WRITTEN[end:]


def marked(text: str) -> tuple[str, tuple[int, int]]:
    """Take the mark out of a text, and return the line and column where it stood."""
    before, mark, after = text.partition(MARK)
    assert mark
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(ROOT), "home-valley")
    assert loaded is not None and not problems
    return loaded


def find(game: Game, text: str) -> list[Problem]:
    project = Reread(text)
    subject = Subject(game, project, frozenset(), frozenset(), more_texts=ruling_texts(project, game))
    return [problem for check in CHECKS for problem in check(subject)]


def whole(game: Game) -> RulingBook:
    book, problems = read_rulings(Project(ROOT), game)
    assert book is not None and problems == []
    return book


def texts_of(ruling: Ruling, language: str) -> str:
    return " ".join(text.strings[language] for text in (ruling.question, ruling.answer, ruling.why))


# The rulings that ship.


def test_the_shipped_rulings_pass(game: Game) -> None:
    assert find(game, WRITTEN) == []


def test_every_switch_has_the_value_the_game_is_tuned_to(game: Game) -> None:
    book = whole(game)
    assert book.switches == CHOSEN
    assert {ruling.number: ruling.switch for ruling in book.rulings if ruling.switch} == NUMBERS
    assert sorted(CHOSEN) == sorted(SWITCHES)
    for ruling in book.rulings:
        assert ruling.other is (None if ruling.value is None else not ruling.value)


def test_every_question_that_a_table_could_ask_is_answered_once_in_order(game: Game) -> None:
    numbers = [ruling.number for ruling in whole(game).rulings]
    assert numbers == [f"A-{number:02}" for number in range(1, LAST + 1) if number not in FOR_THE_ENGINE]
    header = WRITTEN.partition("\n- number:")[0]
    assert all(f"A-{number:02}" in header for number in FOR_THE_ENGINE)


def test_a_prohibition_uses_the_word_that_always_holds(game: Game) -> None:
    for ruling in whole(game).rulings:
        english, czech = (texts_of(ruling, language).lower() for language in ("en", "cs"))
        assert english.count("cannot") == czech.count("nelze"), ruling.number
        assert "can't" not in english and "nesmí" not in czech, ruling.number


def test_names_and_numbers_come_from_the_cards(game: Game) -> None:
    """A name that a card, person, place or expedition bears is never typed into a ruling."""
    named = {"character", "vehicle", "place", "expedition", "scenario", "task", "opportunity", "hazard", "instant"}
    names = {str(Renderer(game).lenses["en"].entry(entry.id)) for entry in game.entries.values() if entry.kind in named}
    for path, text in ruling_texts(Project(ROOT), game):
        assert [name for name in names if name in text.strings["en"]] == [], path
        for string in text.strings.values():
            prose = "".join(part.partition("}}")[2] for part in ("}}" + string).split("{{"))
            assert not any(character.isdigit() for character in prose), path


def test_what_a_ruling_prints_is_in_its_language(game: Game) -> None:
    rulings = {ruling.number: ruling for ruling in whole(game).rulings}
    renderer = Renderer(game)
    answer = rulings["A-06"].answer
    english, czech = (renderer.render(answer.strings[lang], answer.place, {}, lang) for lang in ("en", "cs"))
    cost = game.entries["cable-car"].record.fields["damaged-cost"]
    assert f"{cost} effort" in english and f"{cost} úsilí" in czech


# One thing broken.

# fmt: off
CASES = {
    "a misspelt switch": ("A-01", "switch: lone_solver", "switch: ‸lone_solvr", "unknown-switch"),
    "a switch without its value": ("A-01", "switch: lone_solver\n  value: false", "switch: ‸lone_solver",
                                   "switch-values"),
    "a switch without its other value": ("A-08", "switch: passing_is_entering\n  value: true\n  other: false",
                                         "switch: ‸passing_is_entering\n  value: true", "switch-values"),
    "both values alike": ("A-13", "other: true", "other: ‸false", "switch-values"),
    "a value without a switch": ("A-05", "question:", "value: ‸true\n  question:", "switch-values"),
    "a switch decided twice": ("A-05", "question:", "switch: ‸lone_solver\n  value: true\n  other: false\n  question:",
                               "ruling-twice"),
    "a number used twice": ("A-05", "number: A-05", "number: ‸A-04", "ruling-twice"),
    "no number": ("A-05", "- number: A-05\n  question:", "- ‸question:", "missing-key"),
    "no answer": ("A-50", 'answer:\n    en: "No, it just stays weakened."\n    cs: "Ne, zůstane prostě oslabená."\n  ',
                  "", "missing-key"),
    "a value that is no truth value": ("A-01", "value: false", "value: ‸no", "wrong-type"),
    "a field that there is not": ("A-05", "question:", "‸reason: none\n  question:", "unknown-key"),
    "a text in one language": ("A-33", 'en: "Both have the most."\n    cs: "Nejvíc mají oba."',
                               '‸en: "Both have the most."', "missing-language"),
    "an empty text": ("A-33", '"Both have the most."', '‸""', "empty-text"),
    "a language that there is not": ("A-33", 'cs: "Nejvíc mají oba."', 'cs: "Nejvíc mají oba."\n    ‸de: "Beide."',
                                     "unknown-language"),
    "another number in Czech": ("A-33", '"Každý ze svého: dva', '‸"Každý ze svého: tři', "numbers-differ"),
    "another icon in Czech": ("A-26", '"Po všech, po kterých se dá jít pěšky, tedy po [road] a',
                              '‸"Po všech, po kterých se dá jít pěšky, tedy po [ford] a', "symbols-differ"),
    "another name in Czech": ("A-24", "\"Táhne {{ opportunity('rope').name }}",
                              "‸\"Táhne {{ opportunity('sandbags').name }}", "placeholders-differ"),
    "a term that Czech lacks": ("A-61", '"Ano, dokud na to máte úsilí."', '‸"Ano, dokud na to máte dost sil."',
                                "term-missing"),
    "a template that does not end": ("A-33", '"Both have', '‸"{% if %}Both have', "bad-template"),
    "a tag that does not end": ("A-33", '"Both have', '‸"<b>Both have', "bad-markup"),
}
# fmt: on
BOTH = {
    "a card that there is not": ("A-24", "opportunity('rope')", "opportunity('robe')", "unknown-name"),
    "a field that a card has not": ("A-24", "opportunity('rope').name", "opportunity('rope').title", "unknown-name"),
    "an icon that there is not": ("A-26", "[footpath]", "[footbath]", "bad-markup"),
}


@pytest.mark.parametrize(("number", "old", "new", "code"), CASES.values(), ids=CASES)
def test_one_thing_broken_is_found_at_its_place(game: Game, number: str, old: str, new: str, code: str) -> None:
    text = edited(number, old, new)
    where = None
    if MARK in text:
        text, where = marked(text)
    found = find(game, text)
    assert [problem.name for problem in found] == [code], found
    assert where in (None, (found[0].place.line, found[0].place.column))
    assert found[0].place.file == FILE and found[0].path


@pytest.mark.parametrize(("number", "old", "new", "code"), BOTH.values(), ids=BOTH)
def test_what_cannot_be_printed_is_found_in_both_languages(
    game: Game, number: str, old: str, new: str, code: str
) -> None:
    begin = WRITTEN.index(f"- number: {number}\n")
    found = find(game, WRITTEN[:begin] + WRITTEN[begin:].replace(old, new, 2))
    assert [(problem.name, problem.lang) for problem in found] == [(code, "en"), (code, "cs")], found


def test_a_form_that_czech_words_lack_is_found(game: Game) -> None:
    old = "Táhne {{ opportunity('rope').name }}"
    (found,) = find(game, edited("A-24", old, old.replace(".name", ".name.ins")))
    assert (found.name, found.lang, found.related[0].place.file) == ("missing-form", "cs", FILE)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_switch_that_no_ruling_decides_is_found(game: Game, number: str) -> None:
    switch = NUMBERS[number]
    value, other = (str(value).lower() for value in (CHOSEN[switch], not CHOSEN[switch]))
    (found,) = find(game, edited(number, f"switch: {switch}\n  value: {value}\n  other: {other}\n  ", ""))
    assert found.name == "missing-switch" and switch in found.message


def test_a_faulty_ruling_is_left_out_and_the_others_are_read(game: Game) -> None:
    text = edited("A-01", "switch: lone_solver", "switch: lone_solvr")
    book, problems = read_rulings(Reread(text), game)
    assert book is not None and len(problems) == 1
    assert set(book.switches) == set(SWITCHES) - {"lone_solver"}
    assert len(book.rulings) == len(whole(game).rulings)
    book, problems = read_rulings(Reread(WRITTEN + "\n- number: A-64\n  question: none\n"), game)
    assert book is not None and problems
    assert len(book.rulings) == len(whole(game).rulings)


@pytest.mark.parametrize("text", ["", "number: A-01\n", "[]\n"])
def test_a_file_without_a_list_of_rulings_is_found(game: Game, text: str) -> None:
    found = find(game, text)
    assert found and {problem.place.file for problem in found} == {FILE}


def test_a_missing_file_is_found(game: Game, tmp_path: Path) -> None:
    project = Project(tmp_path)
    book, (problem,) = read_rulings(project, game)
    assert book is None and problem.name == "file-missing"
    assert ruling_texts(project, game) == ()


def test_a_card_that_cannot_be_read_is_not_found_again_here(game: Game) -> None:
    entries = {id: entry for id, entry in game.entries.items() if entry.kind != "opportunity"}
    broken = msgspec.structs.replace(game, entries=entries, unread=frozenset(("opportunity",)))
    subject = Subject(broken, Project(ROOT), frozenset(), frozenset())
    assert list(check_ruling_templates(subject)) == []


# The whole way.


def test_every_code_of_the_rulings_has_a_case() -> None:
    mine = {code.name for code in CODES if code.id.startswith("HV9")} - {"other-answer-unwon"}  # a deep check's own
    assert mine == {case[3] for case in CASES.values()} & {code.name for code in CODES} | {"missing-switch"}


def test_the_whole_check_compares_the_languages_of_the_rulings() -> None:
    rules = find_rules("home_valley")
    assert rules is not None and rules.texts is ruling_texts
    text, where = marked(edited("A-33", '"Každý ze svého: dva', '‸"Každý ze svého: tři'))
    found = [problem for problem in check_game(Reread(text), "home-valley").problems if problem.place.file == FILE]
    assert [(problem.name, (problem.place.line, problem.place.column)) for problem in found] == [
        ("numbers-differ", where)
    ]
