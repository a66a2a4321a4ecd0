"""The book of Ferry is whole; break one thing in it, and exactly that is found, at its place."""

from __future__ import annotations

import pytest

from tests.book.conftest import CARGO
from tests.conftest import MARK, GameCopy

BOOK = "rules/ferry/book.yaml"
CROSSING = "rules/ferry/chapters/crossing.yaml"
WORDS = "rules/ferry/chapters/words.yaml"
RAFT = "en: \"The ferry leaves when it is full.\\nA {{ boat('raft').name }}"


def test_the_book_is_clean(duo: GameCopy) -> None:
    assert duo.check() == ()


def test_the_book_with_a_played_example_is_clean(ferry: GameCopy) -> None:
    assert ferry.check() == ()


def test_a_game_without_a_book_is_clean(duo: GameCopy) -> None:
    duo.remove(BOOK)
    checked = duo.checked()
    assert checked.problems == () and checked.book is None


CASES: dict[str, tuple[str, str, str, str, str]] = {
    "unclosed markup": (CROSSING, '"Take <b>one</b> boat."', '‸"Take <b>one boat."', "bad-markup", "<b> is not closed"),
    "unknown icon": (WORDS, '"What a boat carries."', '‸"What a [boat] carries."', "bad-markup", "no icon [boat]"),
    "link by hand": (WORDS, '"What a boat carries."', '‸"<a leaks>What</a> it is."', "bad-markup", "by hand"),
    "unknown function": (
        WORDS,
        '"What a boat carries."',
        '‸"What a {{ barge }} carries."',
        "unknown-name",
        "'barge' is undefined",
    ),
    "no run here": (WORDS, '"What a boat carries."', '‸"{{ run.end.day }}"', "unknown-name", "'run' is undefined"),
    "internals": (
        WORDS,
        '"What a boat carries."',
        "‸\"{{ ''.__class__.__mro__ }}\"",
        "unknown-name",
        "'__class__'",
    ),
    "internals of a function": (
        WORDS,
        '"What a boat carries."',
        '‸"{{ see.__globals__ }}"',
        "unknown-name",
        "__globals__",
    ),
    "bad template": (WORDS, '"What a boat carries."', '‸"What a {{ boat( carries."', "bad-template", "in"),
    "language missing": (
        WORDS,
        '{en: "What a boat carries.", cs: "Co loď veze."}',
        '‸{en: "What a boat carries."}',
        "missing-language",
        "not written in cs",
    ),
    "uneven row": (
        CARGO,
        '[{en: "You", cs: "Vy"}, {en: "{{ n(boat(\'punt\').cargo.value, \'sack\') }}", '
        "cs: \"{{ n(boat('punt').cargo.value, 'sack') }}\"}]",
        '[‸{en: "You", cs: "Vy"}]',
        "uneven-row",
        "row 1 has 1 cell, but the table has 2 heads",
    ),
    "cells": (
        CARGO,
        '        - {en: "{{ boat.name }}", cs: "{{ boat.name }}"}\n',
        "",
        "uneven-row",
        "the list of cells has 1 cell",
    ),
    "widths": (CARGO, "widths: [2, 1]", "widths: ‸[2, 1, 1]", "uneven-row", "3 widths for 2 columns"),
    "rows and over": (
        CARGO,
        "over: \"all('boat')\"\n",
        "over: ‸\"all('boat')\"\n      rows: [[{en: a, cs: b}, {en: a, cs: b}]]\n",
        "rows-or-over",
        "rows stand here, and over too",
    ),
    "over without as": (CARGO, "      as: boat\n", "", "rows-or-over", "over stands without as"),
    "over nothing": (CARGO, "\"all('boat')\"", "‸\"boat('punt').seats\"", "unknown-name", "is no list"),
    "over an unknown kind": (CARGO, "\"all('boat')\"", "‸\"all('barge')\"", "unknown-name", 'no kind "barge"'),
    "anchor twice": (CROSSING, "{id: loading,", "{id: ‸crossing,", "anchor-twice", '"crossing" names two places'),
    "anchor of a figure": (CARGO, "id: a-boat", "id: ‸leaks", "anchor-twice", '"leaks" names two places'),
    "chapter listed twice": (BOOK, "[crossing, cargo, words]", "[crossing, cargo, words, ‸cargo]", "anchor-twice", ""),
    "chapter left out": (BOOK, "[crossing, cargo, words]", "[crossing, words]", "unused-chapter", '"cargo"'),
    "number twice": (CARGO, "number: 2", "number: ‸1", "chapter-number-twice", "crossing and cargo"),
    "title of two lines": (CROSSING, '"Loading"', '‸"Loa\\nding"', "several-paragraphs", "line break"),
    "icon read aloud": (CARGO, '"Two steps"', '‸"Two [star] steps"', "bad-markup", "an icon in"),
    "rule number": (CROSSING, "[R-002, W-01]", "[R-002, ‸w-1]", "bad-rule-number", '"w-1"'),
    "index": (CROSSING, "index: [ferry]", "index: [‸fery]", "unknown-id", '"fery"'),
    "no facts here": (WORDS, '"What a boat carries."', "‸\"{{ fact('seats') }}\"", "unknown-fact", '"seats"'),
    "no rules here": (
        CARGO,
        '  - example:\n      title: {en: "A heavy',
        '  - example:\n      playthrough: ‸over\n      title: {en: "A heavy',
        "unknown-playthrough",
        'no playthrough "over"',
    ),
    "no questions": (WORDS, "blocks:\n", "blocks:\n  - ‸questions: {}\n", "no-questions", "no questions"),
    "card of a figure": (CARGO, "- of: punt", "- of: ‸punk", "unknown-id", 'no component "punk"'),
    "back of a figure": (CARGO, "- of: punt", "- of: ‸punt\n                side: back", "unknown-face", "no back"),
    "icon of a step": (
        CARGO,
        '{icon: star, text: {en: "load"',
        '{icon: ‸stair, text: {en: "load"',
        "unknown-icon",
        '"stair"',
    ),
    "missing glyph": (WORDS, '"What a boat carries."', '‸"What a ⛵ carries."', "missing-glyph", '"⛵"'),
    "keyword in one language": (
        CROSSING,
        '  - bullets:\n      items:\n        - {en: "A leaking boat cannot cross."',
        '  - ‸bullets:\n      items:\n        - {en: "A leaking boat does not cross."',
        "keywords-differ",
        'en says "cannot" nowhere, cs says "nelze" once',
    ),
    "unknown key": (CROSSING, "  - tip:\n", "  - tip:\n      ‸sayz: [R-001]\n", "unknown-key", '"sayz"'),
    "unknown block": (CROSSING, "  - tip:\n", "  - ‸hint:\n", "unknown-variant", '"hint"'),
    "other number": (WORDS, '"Sní náklad."', '‸"Sní dva náklady."', "numbers-differ", "cs has the number 2"),
    "other icon": (
        CROSSING,
        '"Nejdřív naložte [star]."',
        '‸"Nejdřív naložte."',
        "symbols-differ",
        "en has the icon star",
    ),
    "other term": (WORDS, '"Sní náklad."', '"Sní přívoz."', "term-missing", '"přívoz"'),
    "other value": (
        WORDS,
        'cs: "{{ animal.name }}"}',
        'cs: ‸"Koza"}',
        "placeholders-differ",
        "en has the placeholder animal",
    ),
}


FOLLOWING = {"placeholders-differ", "symbols-differ"}
"""What else is found where only the text of one language is broken."""


@pytest.mark.parametrize(("file", "old", "new", "name", "says"), CASES.values(), ids=CASES)
def test_one_thing_broken_is_found_at_its_place(
    duo: GameCopy, file: str, old: str, new: str, name: str, says: str
) -> None:
    where = duo.edit(file, old, new)
    problems = [problem for problem in duo.check() if problem.name == name or problem.name not in FOLLOWING]
    shown = [(problem.name, problem.place, problem.message) for problem in problems]
    assert [problem.name for problem in problems] == [name], shown
    assert says in problems[0].message, shown
    assert problems[0].hint or name == "bad-template"
    if MARK in new:
        assert (problems[0].place.file, problems[0].place.line, problems[0].place.column) == where


def test_a_reference_to_nothing_is_found(duo: GameCopy) -> None:
    text = duo.read(CROSSING)
    duo.write(CROSSING, text.replace("see('words')", "see('wards')"))
    english, czech = duo.check()
    assert english.name == czech.name == "unknown-anchor" and english.hint == "did you mean words?"
    assert {english.lang, czech.lang} == {"en", "cs"}


def test_a_missing_chapter_breaks_nothing_else(duo: GameCopy) -> None:
    duo.remove(WORDS)
    (found,) = duo.check()
    assert found.name == "file-missing" and (found.place.file, found.place.line) == (BOOK, 4)


def test_a_chapter_that_is_no_mapping_is_found_once(duo: GameCopy) -> None:
    duo.write(WORDS, "- a list\n")
    assert [problem.name for problem in duo.check()] == ["wrong-type"]


@pytest.mark.parametrize(
    ("file", "old", "new", "name"),
    [
        (CROSSING, "{id: leaks,", "{id: ‸Leaks!,", "bad-identifier"),  # to which two references lead
        (CARGO, '[{en: "We", cs: "My"}, ', "[‸We, ", "wrong-type"),  # a row that lacks a cell then
        (WORDS, 'term: {en: "Cargo", cs: "Náklad"}', "term: ‸Cargo", "wrong-type"),
    ],
)
def test_what_cannot_be_read_is_found_once(duo: GameCopy, file: str, old: str, new: str, name: str) -> None:
    duo.expect(name, duo.edit(file, old, new))


@pytest.mark.parametrize(
    "loop",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
        "{% set r = range(900) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}",
        "{% macro m(k) %}{% if k %}{{ m(k - 1) }}{{ m(k - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% set t = namespace(x='ab') %}{% for a in range(90) %}{% set t.x = t.x ~ t.x %}{% endfor %}",
        "{% set t = namespace(x='ab') %}{% for a in range(90) %}{% set t.x = t.x + t.x %}{% endfor %}",
        "{{ 'x'.ljust(2000000000) }}",
        "{{ 'x' * 2000000000 }}",
    ],
)
def test_a_template_without_an_end_is_found(duo: GameCopy, loop: str) -> None:
    where = duo.edit(WORDS, '"What a boat carries."', f'{MARK}"{loop}"')
    problems = [problem for problem in duo.check() if problem.name == "bad-template"]
    assert [(problem.place.file, problem.place.line, problem.place.column) for problem in problems] == [where]
    assert "does not come to an end" in problems[0].message


@pytest.mark.parametrize("told", ["{{ '{0.__class__}'.format(see) }}", "{{ '%9999999999d' % see('words')|length }}"])
def test_a_text_is_not_formatted_behind_the_sandbox(duo: GameCopy, told: str) -> None:
    duo.edit(WORDS, '"What a boat carries."', f'"{told}"')
    assert "unknown-name" in {problem.name for problem in duo.check()}


@pytest.mark.parametrize(
    ("old", "new", "at", "offered"),
    [
        ("What a boat carries.", "What 4 boats carry.", "4", "{{ boat('raft').seats }}"),
        ("What a boat carries.", "What {{ n(3, 'sack') }} carry.", "3", "{{ boat('punt').cargo.value }}"),
        ("What a boat carries.", "What {{ 2 }} carry.", "2", "{{ fact('ferrymen') }}"),
        ("What a boat carries.", "It has 77 of them.", "77", "say it without a number"),
    ],
)
def test_a_typed_number_is_found_with_where_it_stands(
    ferry: GameCopy, old: str, new: str, at: str, offered: str
) -> None:
    where = ferry.edit(WORDS, old, new.replace(at, f"{MARK}{at}", 1))
    found = [problem for problem in ferry.check() if problem.name == "typed-number"]
    assert [(problem.place.file, problem.place.line, problem.place.column) for problem in found] == [where]
    assert offered in found[0].hint


def test_numbers_in_icons_ids_and_places_of_lists_are_not_typed(ferry: GameCopy) -> None:
    ferry.edit(WORDS, '"What a boat carries."', "\"{{ all('boat')[1].name }}\"")
    ferry.edit(WORDS, '"Co loď veze."', "\"{{ all('boat')[1].name }}\"")
    assert ferry.check() == ()
