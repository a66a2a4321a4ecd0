"""Home Valley's rulebook says every rule and tells every worked example; break one thing, and exactly that is found."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import msgspec
import pytest

from valleybuild.book.check import check_book
from valleybuild.book.model import Book, Example, Noted, Source
from valleybuild.book.read import book_texts, read_book
from valleybuild.check.subject import Subject
from valleybuild.games import find_rules
from valleybuild.games.home_valley.book import (
    SERIES,
    book_numbers,
    book_questions,
    check_said_rules,
    check_worked_examples,
)
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.games.home_valley.rulings import read_rulings
from valleybuild.load import load_game
from valleybuild.model import Game
from valleybuild.problem import Place, Problem
from valleybuild.project import Project

ROOT = Path(__file__).parents[2]
SOMEWHERE = Place("rules/home-valley/chapters/day.yaml", 3, 5)


@cache
def shipped() -> tuple[Project, Game, Book]:
    """Load the game and its rulebook once; nothing here changes them."""
    project = Project(ROOT)
    game, _ = load_game(project, "home-valley")
    assert game is not None
    book, problems = read_book(project, game)
    assert book is not None and problems == []
    return project, game, book


@pytest.fixture
def book() -> Book:
    return shipped()[2]


def found(check: object, book: Book) -> list[Problem]:
    project, game, _ = shipped()
    subject = Subject(game, project, frozenset(), frozenset())
    return list(check(subject, book))  # type: ignore[operator]


def without(book: Book, number: str) -> Book:
    """Return the book in which no block says a number or tells a playthrough of it."""

    def bare(source: Source) -> Source:
        part = source.part
        if isinstance(part, Example) and part.playthrough and part.playthrough.text.upper().startswith(number):
            part = msgspec.structs.replace(part, playthrough=None)
        return msgspec.structs.replace(
            source, part=part, says=tuple(said for said in source.says if said.text != number)
        )

    chapters = tuple(
        msgspec.structs.replace(chapter, sources=tuple(bare(source) for source in chapter.sources))
        for chapter in book.chapters
    )
    return msgspec.structs.replace(book, chapters=chapters)


def saying(book: Book, number: str) -> Book:
    """Return the book whose first block says one number more."""
    first, *chapters = book.chapters
    source, *rest = first.sources
    source = msgspec.structs.replace(source, says=(*source.says, Noted(number, SOMEWHERE)))
    first = msgspec.structs.replace(first, sources=(source, *rest))
    return msgspec.structs.replace(book, chapters=(first, *chapters))


def test_every_rule_is_said_by_some_block(book: Book) -> None:
    blocks: dict[str, list[str]] = defaultdict(list)
    for _, source in book.sources():
        for said in source.says:
            blocks[said.text].append(source.path)
    wanted = [f"R-{number:03}" for number in range(1, SERIES["R"] + 1)]
    assert [number for number in wanted if not blocks[number]] == []
    assert found(check_said_rules, book) == found(check_worked_examples, book) == []


def test_a_rule_that_no_block_says_is_found(book: Book) -> None:
    (problem,) = found(check_said_rules, without(book, "R-042"))
    assert problem.name == "rule-unsaid" and problem.message.endswith("says R-042")
    (problem,) = found(check_said_rules, without(without(book, "R-042"), "R-043"))
    assert problem.message.endswith("says R-042 to R-043")


@pytest.mark.parametrize("number", ["R-189", "R-000", "A-64", "W-18", "Q-01"])
def test_a_number_that_there_is_not_is_found(book: Book, number: str) -> None:
    (problem,) = found(check_said_rules, saying(book, number))
    assert (problem.name, problem.place) == ("unknown-rule", SOMEWHERE)
    assert number in problem.message and problem.hint


def test_a_worked_example_that_is_not_told_is_found(book: Book) -> None:
    (problem,) = found(check_worked_examples, without(book, "W-11"))
    assert problem.name == "example-untold" and "W-11" in problem.message


def test_a_chapter_that_cannot_be_read_is_not_found_again_here(book: Book) -> None:
    less = msgspec.structs.replace(book, chapters=book.chapters[:1], whole=False)
    assert found(check_said_rules, less) == found(check_worked_examples, less) == []


def test_the_numbers_are_those_of_the_engine() -> None:
    project, game, _ = shipped()
    numbers = book_numbers(game)
    rules = find_rules("home_valley")
    assert rules is not None and rules.numbers is book_numbers and rules.open is not None
    engine, config = rules.open(project, game)({"expedition": "4"})
    assert isinstance(config, Config)
    start = engine.setup(1, config)
    lying = [line for line in engine.to_text(start).splitlines() if line.endswith(", fresh")]
    laid = sum(numbers[f"{deck}-at-setup"] for deck in ("leads", "tasks", "others"))
    assert len(lying) <= laid == 7 and numbers["passport-spaces"] == 5
    assert (numbers["item-slots"], numbers["days-of-a-card"], numbers["die-faces"]) == (2, 2, 6)
    for key in ("fewest", "most"):
        count = numbers[f"{key}-characters"]
        assert rules.open(project, game)({"expedition": "1", "characters": str(count)})


def test_the_rulings_are_the_questions() -> None:
    project, game, _ = shipped()
    questions = book_questions(project, game)
    rulings, _ = read_rulings(project, game)
    assert rulings is not None and len(questions) == len(rulings.rulings) > 40
    assert [question.number for question in questions] == [ruling.number for ruling in rulings.rulings]
    assert max(int(question.number[2:]) for question in questions) <= SERIES["A"]


def test_what_the_book_names_is_there(book: Book) -> None:
    project, game, _ = shipped()
    rules = find_rules("home_valley")
    assert rules is not None and list(check_book(project, game, book, rules)) == []
    assert all(set(text.strings) == {"en", "cs"} for _, text in book_texts(book))
