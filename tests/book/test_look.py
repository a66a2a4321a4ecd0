"""How a book looks, read from book.yaml: each thing that can be wrong there is found at its line."""

from __future__ import annotations

from tests.conftest import MARK, GameCopy
from valleybuild.book.look import PARTS, read_looks
from valleybuild.project import Project

LOOK = "layouts/ferry/book.yaml"


def test_the_looks_of_one_language_and_of_two(duo: GameCopy) -> None:
    game, _ = duo.load()
    assert game is not None
    looks, problems = read_looks(Project(duo.root), game)
    assert looks is not None and not problems
    assert set(looks.single.styles) == set(PARTS) == set(looks.double.styles)
    assert looks.single.justified and not looks.double.justified
    assert (looks.single.styles["chapter"].name, looks.double.styles["chapter"].name) == ("name", "body")
    assert (looks.single.spread.width, looks.single.spread.height) == (83.0, 122.0)


def test_a_style_that_is_not_there(duo: GameCopy) -> None:
    where = duo.edit(LOOK, "  caption: body", f"  caption: {MARK}bodi")
    problem = duo.expect("unknown-style", where)
    assert "body" in problem.hint


def test_a_part_without_a_style(duo: GameCopy) -> None:
    duo.edit(LOOK, "  caption: body\n", "")
    found = [problem for problem in duo.check() if problem.name == "missing-key"]
    assert [(problem.place.file, problem.place.line) for problem in found] == [(LOOK, 6)] or found[0].place.file == LOOK
    assert "caption" in found[0].message


def test_a_part_that_no_book_has(duo: GameCopy) -> None:
    where = duo.edit(LOOK, "  caption: body", f"  caption: body\n  {MARK}captoin: body")
    problem = duo.expect("unknown-key", where)
    assert "caption" in problem.hint


def test_an_ink_that_is_not_there(duo: GameCopy) -> None:
    where = duo.edit(LOOK, "accent: ink", f"accent: {MARK}inc")
    assert duo.expect("unknown-ink", where)


def test_an_ink_that_is_missing(duo: GameCopy) -> None:
    duo.edit(LOOK, "accent: ink, ", "")
    assert any("accent" in problem.message and problem.place.file == LOOK for problem in duo.check())


def test_a_length_out_of_range(duo: GameCopy) -> None:
    where = duo.edit(LOOK, "width: 105mm", f"width: {MARK}5mm")
    assert duo.expect("out-of-range", where)


def test_an_alignment_that_is_none(duo: GameCopy) -> None:
    duo.edit(LOOK, "\nalign: justified", "\nalign: centred")
    assert any(problem.place.file == LOOK and "centred" in problem.message for problem in duo.check())
