"""The editions of Home Valley's rulebook: what is read from their pages is what was written, where it says it is."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from functools import cache, partial
from pathlib import Path

import msgspec
import pikepdf
import pytest
from ruamel.yaml import YAML

from valleybuild.book.edition import Binder, Edition
from valleybuild.book.prose import (
    Block,
    Box,
    ChapterTitle,
    Definitions,
    Enumeration,
    Figure,
    Line,
    Passage,
    Prose,
    Questions,
    SectionTitle,
    Table,
)
from valleybuild.book.rendering import render_book
from valleybuild.book.rows import BAR
from valleybuild.book.volume import Volume
from valleybuild.build import Wish, make_file, orders
from valleybuild.readback import page_texts
from valleybuild.scene import Group, Inset, Item, Run, text_of
from valleybuild.units import MM_PER_POINT
from valleybuild.workshop import Checked

ROOT = Path(__file__).parents[2]
EDITIONS = [("en",), ("cs",), ("en", "cs")]
SINGLE = EDITIONS[:2]
HEAD_REPEATED = 40
"""How many heads of tables may stand again on a next page."""


@pytest.fixture(scope="module")
def books(checked: Checked) -> dict[tuple[str, ...], bytes]:
    wish = Wish(products=("rulebook",), papers=("a5",))
    found = {}
    for product, order in orders(checked, wish, checked.papers):
        built, problems = make_file(product, order)
        assert built is not None and not problems
        found[order.languages] = built.content
    return found


def volume_of(checked: Checked, languages: tuple[str, ...]) -> Volume:
    assert checked.binder is not None
    volume = checked.binder.edition(languages).volume
    assert volume is not None
    return volume


def prose_of(checked: Checked, language: str, languages: tuple[str, ...]) -> Prose:
    """Render the book as the edition did, with the pages it found and figures as wide as it lets them be."""
    binder = checked.binder
    assert binder is not None
    look = binder.looks.single if len(languages) == 1 else binder.looks.double
    column = (look.spread.width - (len(languages) - 1) * look.spread.gutter) / len(languages)
    draw = partial(binder.groundwork.draw, room=column - 2 * look.gaps["padding"] - BAR)
    groundwork = msgspec.structs.replace(binder.groundwork, draw=draw)
    return render_book(binder.book, groundwork, language, pages=volume_of(checked, languages).known.pages)


def letters(text: str) -> str:
    """Leave out what lines add: spaces, and hyphens at their ends."""
    return re.sub(r"[\s\u00a0\u00ad\x02\ufffe-]", "", text)


@cache
def signs() -> dict[str, str]:
    """Return the character that each icon stands for."""
    icons = YAML(typ="safe").load(ROOT / "fonts" / "fonts.yaml")["icons"]
    return {name: icon["character"] for name, icon in icons.items()}


def said(line: Line) -> str:
    return "".join(signs()[piece.icon] if piece.icon else piece.text for piece in line)


def figure_words(figure: Figure) -> list[str]:
    return ["".join(text_of(figure.scene.items)), said(figure.caption)]


def block_words(block: Block) -> list[str]:
    """List the texts of a block in the order they are read in."""
    content = block.content
    match content:
        case ChapterTitle() | SectionTitle():
            return [content.number, said(content.title)]
        case Passage():
            return [said(line) for line in content.text]
        case Enumeration():
            found = []
            for number, item in enumerate(content.items, 1):
                found += [f"{number}." if content.numbered else "•", *(said(line) for line in item)]
            return found
        case Table():
            rows = [[said(line) for cell in row for line in cell] for row in content.rows]
            return [said(content.caption), *(said(head) for head in content.heads), *(t for row in rows for t in row)]
        case Figure():
            return figure_words(content)
        case Box():
            head = content.label + (f":{said(content.title)}" if content.title else "")
            more = figure_words(content.figure) if content.figure is not None else []
            return [head, *(said(line) for line in content.text), *more]
        case Questions():
            return [said(line) for item in content.items for line in (item.question, *item.answer, *item.why)]
        case Definitions():
            return [said(line) for item in content.items for line in (item.term, *item.meaning)]


def texts_of(block: Block) -> list[tuple[str, bool]]:
    """List the letters of a block's texts, and whether they are in a drawing."""
    figure = block.content if isinstance(block.content, Figure) else getattr(block.content, "figure", None)
    drawn = figure_words(figure)[0] if figure is not None else None
    return [(letters(words), words == drawn) for words in block_words(block)]


def body(pdf: bytes, prose: Prose, running: set[str]) -> list[str]:
    """Read the pages between the covers back, without running heads and page numbers."""
    found = []
    for number, text in enumerate(page_texts(pdf)[1:-1], 2):
        lines = [line.strip() for line in text.split("\n")]
        while lines and letters(lines[-1]) in {"", str(number), *map(letters, running)}:
            lines.pop()
        found.append("\n".join(lines))
    return found


@pytest.mark.parametrize("languages", SINGLE)
def test_what_is_read_is_what_was_written(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    prose = prose_of(checked, languages[0], languages)
    titles = {block.content.running for block in prose.blocks if isinstance(block.content, ChapterTitle)}
    running = {*titles, prose.title, prose.labels.contents, prose.labels.index}
    pages = body(books[languages], prose, running)
    text = letters("".join(pages))
    first = next(block for block in prose.blocks if isinstance(block.content, Passage))
    at = text.index(letters(said(first.content.text[0])))  # type: ignore[union-attr]
    heads: list[str] = []
    repeated = 0
    for block in prose.blocks[prose.blocks.index(first) :]:
        if isinstance(block.content, Table):
            heads.append(letters("".join(said(head) for head in block.content.heads)))
        for words, drawn in texts_of(block):
            if drawn:  # the order in a drawing is that of painting
                assert Counter(text[at : at + len(words)]) == Counter(words), block.content.place
            elif not text.startswith(words, at):
                again = next((head for head in heads[-1:] if text.startswith(head + words, at)), None)
                assert again is not None, f"{words!r} is not what follows: {text[at : at + 90]!r}"
                at += len(again)
                repeated += 1
            at += len(words)
    assert repeated <= HEAD_REPEATED
    assert text.startswith(letters(prose.labels.index), at)  # and then the index, and no more


def test_what_is_read_side_by_side_is_what_was_written(checked: Checked, books: dict[tuple[str, ...], bytes]) -> None:
    languages = ("en", "cs")
    read = Counter(letters("".join(page_texts(books[languages])[1:-1])))
    written: Counter[str] = Counter()
    for language in languages:
        for block in prose_of(checked, language, languages).blocks:
            written.update(letters("".join(block_words(block))))
    assert not written - read
    assert (read - written).total() < 0.12 * written.total()  # contents, index, running heads, heads set again


@pytest.mark.parametrize("languages", EDITIONS)
def test_titles_stand_on_the_pages_that_are_named(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    pages = [letters(text) for text in page_texts(books[languages])]
    known = volume_of(checked, languages).known.pages
    for language in languages:
        prose = prose_of(checked, language, languages)
        named = 0
        for block in prose.blocks:
            content = block.content
            if isinstance(content, ChapterTitle | SectionTitle):
                assert _in_order(letters(said(content.title)), pages[known[content.anchor] - 1]), content.anchor
                named += 1
        assert named > 30


def _in_order(words: str, page: str) -> bool:
    """Say whether a title is on a page; side by side, its lines may have those of the other language between."""
    return words in page or (Counter(words) <= Counter(page) and words[:6] in page)


@pytest.mark.parametrize("languages", EDITIONS)
def test_a_reference_names_the_page_of_what_it_leads_to(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    known = volume_of(checked, languages).known.pages
    for language in languages:
        prose = prose_of(checked, language, languages)
        page = re.escape(prose.labels.page).replace(re.escape("{number}"), r"(\d+)").replace(r"\ ", r"\s")
        found = 0
        for block in prose.blocks:
            for line in _lines(block):
                for piece, after in itertools.pairwise(line):
                    named = re.match(rf",\s{page}", after.text)
                    if piece.link and named:
                        assert int(named[1]) == known[piece.link], (piece, after)
                        found += 1
        assert found > 25


def _lines(block: Block) -> list[Line]:
    content = block.content
    match content:
        case Passage() | Box():
            return list(content.text)
        case Enumeration():
            return [line for item in content.items for line in item]
        case Table():
            return [line for row in content.rows for cell in row for line in cell]
        case Definitions():
            return [line for item in content.items for line in item.meaning]
        case _:
            return []


@pytest.mark.parametrize("languages", EDITIONS)
def test_the_index_names_the_pages_where_its_terms_are(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    pages = [letters(text) for text in page_texts(books[languages])]
    known = volume_of(checked, languages).known.terms
    for language in languages:
        prose = prose_of(checked, language, languages)
        for block in prose.blocks:
            begin = next((letters(words) for words in block_words(block) if letters(words)), "")[:12]
            for term in block.index:
                listed = known[language, term]
                assert listed == tuple(sorted(set(listed)))
                assert any(begin in pages[number - 1] for number in listed), (term, begin, listed)
        index = letters("".join(pages[-3:-1]))
        for (tongue, term), numbers in known.items():
            if tongue == language and len(numbers) == 1:
                assert letters(f"{term},{numbers[0]}") in index or len(languages) > 1


@pytest.mark.parametrize("languages", EDITIONS)
def test_links_and_bookmarks_lead_to_the_right_pages(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    volume = volume_of(checked, languages)
    with pikepdf.open(io.BytesIO(books[languages])) as pdf:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
        count = 0
        for leaf, page in zip(volume.leaves, pdf.pages[1:], strict=False):
            annots = list(page.get("/Annots", []))
            assert len(annots) == len(leaf.links)
            for link, annot in zip(leaf.links, annots, strict=True):
                assert numbers[annot.Dest[0].objgen] == volume.known.pages[link.to]
                left, bottom, right, top = (float(edge) * MM_PER_POINT for edge in annot.Rect)
                assert left == pytest.approx(link.x, abs=0.01) and right - left == pytest.approx(link.width, abs=0.01)
                assert 0 < bottom < top < leaf.scene.size.height
                count += 1
        assert count > 60
        with pdf.open_outline() as outline:
            chapters = list(outline.root)
            titles = [chapter.title for chapter in chapters]
            blocks = prose_of(checked, languages[0], languages).blocks
            wanted = [block.content for block in blocks if isinstance(block.content, ChapterTitle)]
            assert len(titles) == len(wanted)
            sections = iter([block.content for block in blocks if isinstance(block.content, SectionTitle)])
            for chapter, content in zip(chapters, wanted, strict=True):
                assert said(content.title) in chapter.title
                assert numbers[chapter.destination[0].objgen] == volume.known.pages[content.anchor]
                for child in chapter.children:
                    section = next(sections)
                    assert said(section.title) in child.title and not child.children
                    assert numbers[child.destination[0].objgen] == volume.known.pages[section.anchor]
            assert next(sections, None) is None


@pytest.mark.parametrize("languages", EDITIONS)
def test_all_fonts_are_embedded_and_only_as_far_as_they_are_used(
    books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    with pikepdf.open(io.BytesIO(books[languages])) as pdf:
        fonts = [
            item
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.Font
        ]
        assert len(fonts) >= 4
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), font.BaseFont
            assert len(bytes(font.FontDescriptor.FontFile2.read_bytes())) < 60_000


@pytest.mark.parametrize("languages", EDITIONS)
def test_the_pages_fold_into_sheets_without_blank_ones(checked: Checked, languages: tuple[str, ...]) -> None:
    leaves = volume_of(checked, languages).leaves
    assert (len(leaves) + 2) % 4 == 0
    assert len(leaves) + 2 <= (56 if len(languages) == 1 else 88)
    assert all(len(_runs(leaf.scene.items)) > 4 for leaf in leaves)


@pytest.mark.parametrize("languages", EDITIONS)
def test_nothing_stands_outside_the_margins(checked: Checked, languages: tuple[str, ...]) -> None:
    for number, leaf in enumerate(volume_of(checked, languages).leaves, 2):
        inner, outer = 17.0, 14.0
        left, right = (inner, 148.0 - outer) if number % 2 else (outer, 148.0 - inner)
        for run in _runs(leaf.scene.items):
            assert left - 0.05 <= run.x < right and 8.0 < run.y < 206.0, (number, run.text)


def _runs(items: tuple[Item, ...]) -> list[Run]:
    found: list[Run] = []
    for item in items:
        if isinstance(item, Run):
            found.append(item)
        elif isinstance(item, Inset | Group):
            continue
    return found


@pytest.mark.parametrize("languages", SINGLE)
def test_no_page_ends_with_a_divided_word_or_begins_with_a_widow(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    leaves = volume_of(checked, languages).leaves
    for leaf in leaves:
        text = [run for run in _runs(leaf.scene.items) if 17.0 < run.y < 197.0]
        lowest = max(run.y for run in text)
        (last, *_) = sorted((run for run in text if abs(run.y - lowest) < 0.5), key=lambda run: -run.x)
        assert not re.search(r"\w-$", last.text), last.text


@pytest.mark.parametrize("languages", SINGLE)
def test_hardly_any_page_is_half_empty(checked: Checked, languages: tuple[str, ...]) -> None:
    short = 0
    for leaf in volume_of(checked, languages).leaves[:-1]:
        lowest = max(
            [run.y for run in _runs(leaf.scene.items) if run.y < 198.0]
            + [item.y + item.scene.size.height * item.scale for item in leaf.scene.items if isinstance(item, Inset)]
        )
        short += lowest < 17.0 + 0.55 * 179.0
    assert short <= 1


@pytest.mark.parametrize("languages", EDITIONS)
def test_the_same_book_gives_the_same_bytes(
    checked: Checked, books: dict[tuple[str, ...], bytes], languages: tuple[str, ...]
) -> None:
    old = checked.binder
    assert old is not None
    fresh = Binder(old.book, old.groundwork, old.looks, covered=old.covered)
    edition: Edition = fresh.edition(languages)
    assert edition.volume is not None
    assert edition.volume.known == volume_of(checked, languages).known
    assert [leaf.scene for leaf in edition.volume.leaves] == [
        leaf.scene for leaf in volume_of(checked, languages).leaves
    ]
