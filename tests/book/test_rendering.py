"""The book of Ferry, rendered: block by block alike in both languages, numbered, linked, typeset and filled in."""

from __future__ import annotations

import math

import msgspec
import pytest

from tests.book.conftest import CARGO
from tests.book.ferrying import RULES
from tests.conftest import GameCopy
from valleybuild.book.model import Cards, Drawing, OpenQuestion, Strip
from valleybuild.book.prose import (
    Block,
    Box,
    ChapterTitle,
    Definitions,
    Enumeration,
    Figure,
    Line,
    Lines,
    Passage,
    Prose,
    Questions,
    SectionTitle,
    Table,
)
from valleybuild.book.rendering import render_book
from valleybuild.markup import Piece
from valleybuild.model import Game, Text
from valleybuild.problem import Place
from valleybuild.project import Project
from valleybuild.scene import Scene, Size, text_of

NOWHERE = Place("")


def rendered(copy: GameCopy, language: str, **pages: int) -> Prose:
    checked = copy.checked()
    assert checked.problems == () and checked.book is not None and checked.groundwork is not None
    return render_book(checked.book, checked.groundwork, language, pages=pages or None)


def words(line: Line) -> str:
    return "".join(piece.text or f"[{piece.icon}]" for piece in line)


def of(prose: Prose, kind: type) -> list[Block]:
    return [block for block in prose.blocks if isinstance(block.content, kind)]


def test_the_blocks_of_two_languages_correspond(duo: GameCopy) -> None:
    english, czech = rendered(duo, "en"), rendered(duo, "cs")
    assert [type(block.content) for block in english.blocks] == [type(block.content) for block in czech.blocks]
    assert [block.content.place for block in english.blocks] == [block.content.place for block in czech.blocks]
    kinds = {type(block.content) for block in english.blocks}
    assert kinds == {ChapterTitle, SectionTitle, Passage, Enumeration, Table, Figure, Box, Definitions}


def test_the_cover_and_the_labels(duo: GameCopy) -> None:
    prose = rendered(duo, "cs")
    assert (prose.language, prose.title, prose.subtitle) == ("cs", "Přívoz", "Jak se hraje")
    assert (prose.labels.contents, prose.labels.page) == ("Obsah", "s.\u00a0{number}")


def test_chapters_and_sections_are_numbered(duo: GameCopy) -> None:
    prose = rendered(duo, "en")
    heads = [block.content for block in prose.blocks if isinstance(block.content, (ChapterTitle, SectionTitle))]
    assert [(head.anchor, head.number, words(head.title)) for head in heads] == [
        ("crossing", "1", "Over the river"),
        ("loading", "1.1", "Loading"),
        ("leaks", "1.2", "Leaks"),
        ("cargo", "2", "What to carry"),
        ("words", "", "Words"),
    ]
    assert [head.running for head in heads if isinstance(head, ChapterTitle)] == ["Crossing", "What to carry", "Words"]


def test_a_reference_is_a_link_with_the_number_or_the_title(duo: GameCopy) -> None:
    prose = rendered(duo, "en")
    passage = of(prose, Passage)[0].content
    assert isinstance(passage, Passage) and passage.text[1][-2:] == (Piece("1.2", link="leaks"), Piece("."))
    steps = of(prose, Enumeration)[1].content
    assert isinstance(steps, Enumeration) and Piece("Words", link="words") in steps.items[1][0]


def test_in_pages_a_reference_names_its_page(duo: GameCopy) -> None:
    passage = of(rendered(duo, "cs", leaks=12), Passage)[0].content
    assert isinstance(passage, Passage)
    assert words(passage.text[1]) == "Vor má 4\u00a0místa; viz 1.2, s.\u00a012."


def test_markup_icons_and_paragraphs(duo: GameCopy) -> None:
    prose = rendered(duo, "en")
    steps = of(prose, Enumeration)[0].content
    assert isinstance(steps, Enumeration) and steps.numbered
    assert steps.items[0] == ((Piece("Take "), Piece("one", bold=True), Piece(" boat.")),)
    assert words(steps.items[1][0]) == "Load [star]\u00a0first."
    passage = of(prose, Passage)[0].content
    assert isinstance(passage, Passage) and len(passage.text) == 2


def test_typography_is_set_for_each_language(duo: GameCopy) -> None:
    texts = []
    for language in ("en", "cs"):
        box = of(rendered(duo, language), Box)[0].content
        assert isinstance(box, Box)
        texts.append((box.kind, box.label, words(box.text[0])))
    assert texts == [
        ("tip", "Tip", "Say “ahoy” – it helps."),
        ("tip", "Tip", "Zavolejte „ahoj“\u00a0– pomáhá to."),
    ]


def test_a_table_is_filled_from_the_content(duo: GameCopy) -> None:
    first, second = (block.content for block in of(rendered(duo, "en"), Table))
    assert isinstance(first, Table) and isinstance(second, Table)
    assert words(first.caption) == "The boats" and first.shares == (2.0, 1.0)
    rows = [[words(cell[0]) for cell in row] for row in first.rows]
    assert rows == [["Punt", "2"], ["Raft", "4"], ["Skiff", "1"]]
    assert second.caption == () and second.shares == (0.0, 0.0)
    assert words(second.rows[0][1][0]) == "3\u00a0sacks"


def test_definitions_are_written_or_filled_from_the_content(duo: GameCopy) -> None:
    first, second = (block.content for block in of(rendered(duo, "cs"), Definitions))
    assert isinstance(first, Definitions) and isinstance(second, Definitions)
    assert [words(item.term) for item in (*first.items, *second.items)] == ["Náklad", "Koza"]


def test_the_index_lists_terms_in_the_language(duo: GameCopy) -> None:
    assert of(rendered(duo, "cs"), Passage)[0].index == ("přívoz",)


def test_figures_are_drawn_from_what_is_rendered(duo: GameCopy) -> None:
    prose = rendered(duo, "cs")
    box = of(prose, Box)[1].content
    assert isinstance(box, Box) and box.figure is not None
    figure = box.figure
    assert (figure.anchor, figure.alternative, figure.caption) == ("a-boat", "Pramice naležato", ())
    assert "jméno" in " ".join(text_of(figure.scene.items))
    strip = of(prose, Figure)[0].content
    assert isinstance(strip, Figure) and (strip.anchor, words(strip.caption)) == ("", "Naložit a\u00a0plout")
    assert [text for text in text_of(strip.scene.items) if text.isalpha()] == ["naložit", "plout"]


def test_what_is_to_be_drawn_is_read_whole(duo: GameCopy) -> None:
    checked = duo.checked()
    assert checked.book is not None and checked.groundwork is not None
    drawn: list[Drawing[Lines]] = []

    def draw(drawing: Drawing[Lines], language: str, /, *, room: float = math.inf) -> Scene:
        drawn.append(drawing)
        return Scene(Size(30.0, 20.0), 0.0, ())

    render_book(checked.book, msgspec.structs.replace(checked.groundwork, draw=draw), "cs")
    cards, steps = drawn
    assert isinstance(cards, Cards) and isinstance(steps, Strip) and cards.width == 30.0
    (card,) = cards.cards
    assert (card.of.text, card.turn, card.side) == ("punt", 90, "front")
    assert [(call.x, call.y, words(call.text[0])) for call in card.calls] == [(10.0, 20.0, "jméno")]
    assert [words(step.text[0]) for step in steps.steps] == ["naložit", "plout"]


def test_an_example_says_what_its_run_gives(ferry: GameCopy) -> None:
    boxes = [block.content for block in of(rendered(ferry, "cs"), Box)]
    texts = [words(box.text[0]) for box in boxes if isinstance(box, Box)]
    assert "Nejdřív 3, nakonec 2 a\u00a00." in texts


def test_facts_come_from_the_games_own_package(ferry: GameCopy) -> None:
    ferry.edit(CARGO, 'en: "nothing", cs: "nic"', "en: \"{{ fact('ferrymen') }}\", cs: \"{{ fact('ferrymen') }}\"")
    table = of(rendered(ferry, "en"), Table)[1].content
    assert isinstance(table, Table) and words(table.rows[1][1][0]) == "2"


def test_questions_come_from_the_games_own_package(ferry: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    ferry.edit(CARGO, "blocks:\n", "blocks:\n  - questions: {}\n")

    def ask(project: Project, game: Game) -> tuple[OpenQuestion, ...]:
        """Ask with what Ferry has in two languages: the texts of its leaf."""
        lines = game.entries["summary"]["lines"]
        assert isinstance(lines, tuple)
        question, answer = (line for line in lines if isinstance(line, Text))
        return (OpenQuestion("A-01", question, answer, question, NOWHERE),)

    rules = msgspec.structs.replace(RULES, questions=ask)
    monkeypatch.setattr("valleybuild.workshop.find_rules", lambda *names: rules)
    questions = of(rendered(ferry, "cs"), Questions)[0].content
    assert isinstance(questions, Questions)
    assert [(words(one.question), words(one.answer[0]), words(one.why[0])) for one in questions.items] == [
        ("Nalož loď.", "Přepluj s\u00a01\u00a0lodí za tah.", "Nalož loď.")
    ]


def test_an_entry_is_found_by_its_number(duo: GameCopy) -> None:
    duo.edit("cards/ferry/kinds.yaml", "seats: integer 1..4, cargo", 'number: "integer?", seats: integer 1..4, cargo')
    duo.edit("cards/ferry/boats.yaml", "  seats: 4\n", "  seats: 4\n  number: 7\n")
    duo.edit("rules/ferry/chapters/words.yaml", '"What a boat carries."', '"{{ boat(7).name }}"')
    duo.edit("rules/ferry/chapters/words.yaml", '"Co loď veze."', '"{{ boat(7).name }}"')
    meaning = of(rendered(duo, "cs"), Definitions)[0].content
    assert isinstance(meaning, Definitions) and words(meaning.items[0].meaning[0]) == "Vor"
    duo.edit("cards/ferry/boats.yaml", "  number: 7\n", "  number: 6\n")
    english, czech = duo.check()
    assert english.name == czech.name == "unknown-name" and "no boat with the number 7" in english.message
