"""Paragraphs broken into lines: all breaks weighed at once, nothing lost, no line wider than it has to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.book.setting import CZECH, ENGLISH, plain, style, typesetter
from valleybuild.book.breaking import FEWEST_LETTERS, SHRINK, STRETCH, Atom, Kind, Line, break_paragraph

WORDS = st.lists(st.text(alphabet="aeiklmnoprstuvzčřší", min_size=1, max_size=14), min_size=1, max_size=60)


def atoms_of(text: str, language: str = "en") -> list[Atom]:
    return typesetter(language).atoms(plain(text), style())


def natural(atoms: list[Atom], line: Line) -> float:
    inside = sum(atom.width for atom in atoms[line.start : line.end] if atom.kind is not Kind.DIVIDE)
    return inside + (atoms[line.end].width if line.hyphen else 0.0)


def spaces(atoms: list[Atom], line: Line) -> float:
    return sum(atom.width for atom in atoms[line.start : line.end] if atom.kind is Kind.SPACE)


def read(atoms: list[Atom], lines: list[Line]) -> str:
    text = ""
    for line in lines:
        part = "".join(atom.letters.text for atom in atoms[line.start : line.end] if atom.letters)
        text += part if line.hyphen else part + " "
    return text.strip()


def badness(atoms: list[Atom], lines: list[Line], width: float) -> float:
    """Add up how far the spaces of all lines but the last have to give."""
    found = 0.0
    for line in lines[:-1]:
        slack, room = width - natural(atoms, line), spaces(atoms, line)
        found += abs(slack / (room * (STRETCH if slack > 0 else SHRINK))) ** 3 if room else 1e3
    return found


def first_fit(atoms: list[Atom], width: float) -> list[Line]:
    """Fill each line with as many words as it takes, without dividing any."""
    lines, start, last = [], 0, 0
    for position in [*[i for i, atom in enumerate(atoms) if atom.kind is Kind.SPACE], len(atoms)]:
        if natural(atoms, Line(start, position, False, 0.0, 0.0)) > width and last > start:
            lines.append(Line(start, last, False, 0.0, 0.0))
            start = last + 1
        last = position
    return [*lines, Line(start, len(atoms), False, 0.0, 0.0)]


@pytest.mark.parametrize("justified", [True, False])
@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", CZECH)])
@pytest.mark.parametrize("width", [40.0, 55.0, 117.0])
def test_a_paragraph_keeps_its_words_and_its_width(language: str, text: str, width: float, justified: bool) -> None:
    atoms = atoms_of(text, language)
    lines = break_paragraph(atoms, width, justified=justified)
    assert read(atoms, lines) == text
    for line in lines:
        least = natural(atoms, line) - (spaces(atoms, line) * SHRINK if justified else 0.0)
        assert least <= width + 1e-6


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", CZECH)])
def test_weighing_all_breaks_at_once_is_better_than_filling_line_by_line(language: str, text: str) -> None:
    for width in (60.0, 90.0, 117.0):
        atoms = atoms_of(text, language)
        lines = break_paragraph(atoms, width, justified=True)
        assert badness(atoms, lines, width) < badness(atoms, first_fit(atoms, width), width)


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", CZECH)])
@pytest.mark.parametrize("width", [70.0, 90.0, 105.0, 117.0])
def test_spaces_give_within_bounds(language: str, text: str, width: float) -> None:
    for line in break_paragraph(atoms_of(text, language), width, justified=True):
        assert -1.0 - 1e-6 <= line.give <= 3.0


def test_no_last_line_of_fewer_than_three_letters() -> None:
    text = "Everybody gathers round the table and nobody knows what to do, so ask me, or do as he says: go on, or so on"
    runts = 0
    for tenth in range(350, 1100, 3):
        atoms = atoms_of(text)
        lines = break_paragraph(atoms, tenth / 10, justified=True)
        if len(lines) > 1:
            last = lines[-1]
            runts += sum(len(a.letters.text) for a in atoms[last.start : last.end] if a.letters) < FEWEST_LETTERS
    assert runts == 0


def test_a_last_line_is_not_stretched() -> None:
    atoms = atoms_of(ENGLISH)
    assert break_paragraph(atoms, 60.0, justified=True)[-1].give <= 0


def test_a_word_wider_than_its_line_stands_alone_and_the_rest_keeps_its_width() -> None:
    atoms = atoms_of("one two WWWWWWWWWWWWWWWWWWWWWWWW three four five six seven eight")
    lines = break_paragraph(atoms, 30.0, justified=True)
    wide = [line for line in lines if natural(atoms, line) > 30.0]
    assert len(wide) == 1 and len(lines) >= 4
    assert read(atoms, wide) == "WWWWWWWWWWWWWWWWWWWWWWWW"
    assert read(atoms, lines) == "one two WWWWWWWWWWWWWWWWWWWWWWWW three four five six seven eight"


@settings(deadline=None, max_examples=80)
@given(WORDS, st.floats(14.0, 120.0), st.booleans())
def test_whatever_the_words_are_they_come_in_order(words: list[str], width: float, justified: bool) -> None:
    text = " ".join(words)
    atoms = atoms_of(text, "cs")
    lines = break_paragraph(atoms, width, justified=justified)
    assert read(atoms, lines) == text
    for line in lines:
        least = natural(atoms, line) - (spaces(atoms, line) * SHRINK if justified else 0.0)
        if least > width + 1e-6:  # then it is a single piece that nothing can break
            kinds = [atom.kind for atom in atoms[line.start : line.end]]
            assert Kind.SPACE not in kinds and Kind.DIVIDE not in kinds


@settings(deadline=None, max_examples=60)
@given(WORDS, st.floats(40.0, 120.0))
def test_two_hyphens_on_end_are_rare_and_lines_are_full(words: list[str], width: float) -> None:
    atoms = atoms_of(" ".join(words), "cs")
    lines = break_paragraph(atoms, width, justified=True)
    for line in lines[:-1]:
        filled = natural(atoms, line) + spaces(atoms, line) * (STRETCH if line.give > 0 else SHRINK) * line.give
        alone = spaces(atoms, line) == 0.0
        assert alone or filled == pytest.approx(width, abs=1e-6)
