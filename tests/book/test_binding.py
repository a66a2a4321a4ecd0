"""Small volumes: page numbers that come to rest, contents and index that follow them, and what fits on no page."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from tests.book.setting import CZECH, ENGLISH
from tests.book.typed import HERE, chapter, line, lines, passage, press, prose, section
from valleybuild.book.matter import sort_key
from valleybuild.book.prose import Block, Enumeration, Figure, Passage, Prose
from valleybuild.book.volume import Volume, set_volume
from valleybuild.scene import Path, Run, Scene, Size, text_of


def bound(*blocks: Block, **size: float) -> Volume:
    made = press(**size)
    volume = set_volume(lambda pages: (prose(*blocks),), made)
    assert volume is not None and made.problems == []
    return volume


def page(volume: Volume, number: int) -> str:
    return " ".join(" ".join(text_of(volume.leaves[number - 1].scene.items)).split())


def book(count: int) -> list[Block]:
    """Make chapters, each with a section, that take some pages."""
    blocks: list[Block] = []
    for number in range(1, count + 1):
        blocks += [chapter(f"one-{number}", str(number)), passage(ENGLISH, "valley"), passage(ENGLISH)]
        blocks += [section(f"two-{number}", f"{number}.1"), *[passage(ENGLISH)] * 6, passage(ENGLISH, f"term {number}")]
    return blocks


def test_the_contents_name_the_pages_and_lead_there() -> None:
    volume = bound(*book(6))
    contents = page(volume, 1)
    for anchor, number in volume.known.pages.items():
        if anchor.startswith(("one-", "two-")):
            title = f"Chapter {anchor}" if anchor.startswith("one") else f"Section {anchor}"
            assert title in page(volume, number)
            assert f"{title} {number}" in contents
    assert {link.to for link in volume.leaves[0].links} >= set(volume.known.pages) - {"contents"}


def test_the_index_lists_a_terms_pages() -> None:
    volume = bound(*book(6))
    last = page(volume, len(volume.leaves))
    (number,) = volume.known.terms["en", "term 3"]
    assert f"term 3, {number}" in last
    many = volume.known.terms["en", "valley"]
    assert len(many) > 3 and all("Chapter one" in page(volume, number) for number in many)


def test_a_book_without_terms_has_no_index() -> None:
    volume = bound(chapter("one", "1"), passage(ENGLISH))
    assert "index" not in volume.known.pages
    assert "Index" not in " ".join(page(volume, number) for number in range(1, len(volume.leaves) + 1))


def test_bookmarks_are_chapters_and_below_them_sections() -> None:
    marks = bound(*book(2)).bookmarks
    assert [(mark.to, mark.level) for mark in marks] == [("one-1", 0), ("two-1", 1), ("one-2", 0), ("two-2", 1)]
    assert marks[0].title == "1 Chapter one-1"


def test_running_heads_name_the_chapter_and_are_left_out_where_one_opens_the_page() -> None:
    volume = bound(*book(6))
    opening = 0
    for number, leaf in enumerate(volume.leaves, 1):
        above = [item.text for item in leaf.scene.items if isinstance(item, Run) and item.y < 9.0]
        top = min(item.y for item in leaf.scene.items if isinstance(item, Run) and item.y > 9.5)
        first = next(run.text for run in leaf.scene.items if isinstance(run, Run) and run.y == top)
        if first.startswith(("Contents", "Index")) or "Chapter" in page(volume, number)[:14]:
            assert above == []
            opening += 1
        elif number % 2:
            assert above and above[0].endswith("running")
        else:
            assert above == ["The book"]
        ends = [item for item in leaf.scene.items if isinstance(item, Run) and item.text == str(number)]
        assert any(item.y > 200.0 for item in ends)
    assert opening


def test_the_inner_margin_lies_at_the_spine() -> None:
    for number, leaf in enumerate(bound(*book(6)).leaves, 1):
        left = min(item.x for item in leaf.scene.items if isinstance(item, Run))
        assert left >= (14.0 if number % 2 else 10.0) - 1e-3
        rules = [item for item in leaf.scene.items if isinstance(item, Path) and item.stroke]
        assert all(float(rule.segments[0][1]) >= left - 1e-3 for rule in rules)


def test_a_reference_is_set_again_until_it_names_the_right_page() -> None:
    blocks = book(6)

    def render(pages: Mapping[str, int] | None) -> tuple[Prose, ...]:
        assert pages is not None
        return (prose(passage(f"See chapter 6, p. {pages['one-6']}."), *blocks),)

    volume = set_volume(render, press())
    assert volume is not None
    number = volume.known.pages["one-6"]
    assert f"p. {number}." in "".join(page(volume, here) for here in range(1, 4))
    assert "Chapter one-6" in page(volume, number)


def test_page_numbers_that_never_come_to_rest_are_reported() -> None:
    blocks = [chapter("one", "1"), *[passage(ENGLISH)] * 9, chapter("two", "2"), passage(ENGLISH)]

    def render(pages: Mapping[str, int] | None) -> tuple[Prose, ...]:
        assert pages is not None
        return (prose(*[passage(ENGLISH)] * (40 if pages["two"] < 5 else 1), *blocks),)

    made = press()
    assert set_volume(render, made) is None
    (problem,) = made.problems
    assert problem.name == "pages-unsettled"


def test_a_figure_taller_than_a_page_is_reported_with_its_place() -> None:
    tall = Block(Figure("fig", Scene(Size(50.0, 400.0), 0.0, ()), line("Tall"), "tall", replace(HERE, line=77)))
    made = press()
    assert set_volume(lambda pages: (prose(chapter("one", "1"), passage(ENGLISH), tall),), made) is None
    (problem,) = made.problems
    assert (problem.name, problem.place.line) == ("too-tall-for-a-page", 77)
    assert "190 mm" in problem.message


def test_a_paragraph_longer_than_a_page_goes_on_to_the_next() -> None:
    volume = bound(chapter("one", "1"), Block(Passage(lines(" ".join([ENGLISH] * 30)), HERE)))
    assert len(volume.leaves) >= 4


def test_a_word_that_was_too_wide_only_before_the_pages_were_known_is_no_finding() -> None:
    def render(pages: Mapping[str, int] | None) -> tuple[Prose, ...]:
        assert pages is not None
        return (prose(chapter("one", "1"), passage("W" * (80 if pages["one"] == 88 else 3))),)

    made = press()
    assert set_volume(render, made) is not None
    assert made.problems == []


def test_two_languages_stand_side_by_side_paragraph_by_paragraph() -> None:
    made = press(("en", "cs"))
    english, czech = (
        prose(chapter("one", "1"), *[passage(ENGLISH)] * 3),
        prose(chapter("one", "1"), *[passage(CZECH)] * 3, language="cs"),
    )
    volume = set_volume(lambda pages: (english, czech), made)
    assert volume is not None
    middle = made.column + made.look.spread.gutter
    pairs = 0
    for number, leaf in enumerate(volume.leaves, 1):
        left = 14.0 if number % 2 else 10.0
        runs = [item for item in leaf.scene.items if isinstance(item, Run)]
        for run in runs:
            if run.text.startswith("The valley has"):
                beside = [other for other in runs if other.y == run.y and other.text.startswith("V")]
                assert [round(other.x - left, 2) for other in beside] == [round(middle, 2)]
                pairs += 1
    assert pairs == 3


def test_a_paragraph_more_in_one_language_does_not_stop_the_press() -> None:
    english = prose(chapter("one", "1"), Block(Enumeration((lines("one"), lines("two")), True, HERE)))
    czech = prose(
        chapter("one", "1"), Block(Enumeration((lines("jedna", "a půl"), lines("dvě")), True, HERE)), language="cs"
    )
    volume = set_volume(lambda pages: (english, czech), press(("en", "cs")))
    assert volume is not None
    read = " ".join(page(volume, number) for number in range(1, len(volume.leaves) + 1))
    assert all(word in read for word in ("one", "two", "jedna", "a půl", "dvě"))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("cs", ["auto", "cesta", "čas", "dům", "hora", "chata", "ideál", "řeka", "sobota", "šnek", "zima", "žeton"]),
        ("en", ["actions", "badger", "Board", "chapel", "day", "Éclair", "house"]),
    ],
)
def test_words_are_sorted_as_a_dictionary_sorts_them(language: str, words: list[str]) -> None:
    mixed = Random(7).sample(words, len(words))
    assert sorted(mixed, key=lambda word: sort_key(word, language)) == words


def test_contents_that_fit_on_a_page_are_kept_on_it() -> None:
    volume = bound(*book(14), passage(ENGLISH, "last"))
    assert "Index" in page(volume, 1) and "Chapter one-14" in page(volume, 1)
    long = bound(*[block for number in range(60) for block in (chapter(f"c-{number}", "1"), passage(ENGLISH))])
    assert "c-59" not in page(long, 1)
