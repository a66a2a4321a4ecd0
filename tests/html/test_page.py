"""The pages of two games: sound HTML, reachable and named for everybody, whole in themselves, the words of the book."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

import msgspec
import pytest

from tests.conftest import GameCopy
from tests.html.conftest import Setting, settings
from tests.html.tree import Page
from valleybuild.book import prose
from valleybuild.html.blocks import figure_of
from valleybuild.html.page import check_html, html_book
from valleybuild.markup import Piece

PAGES = [("valley", "en"), ("valley", "cs"), ("ferry", "en"), ("ferry", "cs")]
EMBEDDED = re.compile(r"data:[a-z/+]+(?:;base64)?,[^\"]*")


@pytest.fixture(params=PAGES, ids=["-".join(page) for page in PAGES])
def setting(request: pytest.FixtureRequest) -> Setting:
    """Return one page after the other."""
    game, language = request.param
    return request.getfixturevalue(game)[language]


def test_its_tags_match(setting: Setting) -> None:
    assert setting.page.faults == []


def test_its_ids_are_unique_and_every_link_leads_somewhere(setting: Setting) -> None:
    page = setting.page
    ids = [one["id"] for one in page.root.walk() if "id" in one.attributes]
    assert len(set(ids)) == len(ids)
    led: list[str] = []
    for one in page.root.walk():
        if one.tag in ("a", "use", "textpath"):
            assert one["href"].startswith("#")
            led.append(one["href"][1:])
        led += one.get("aria-labelledby").split()
        led += re.findall(r"^url\(#(.*)\)$", one.get("clip-path"))
    assert set(led) <= set(ids)
    anchors = [block.content.anchor for block in setting.prose.blocks if hasattr(block.content, "anchor")]
    assert set(filter(None, anchors)) <= set(ids)


def test_its_headings_leave_no_level_out(setting: Setting) -> None:
    levels = [int(one.tag[1]) for one in setting.page.root.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_image_has_a_name_or_is_hidden(setting: Setting) -> None:
    names = {one["id"]: one.text() for one in setting.page.root.walk() if "id" in one.attributes}
    shown = 0
    for one in setting.page.root.walk():
        if one.tag == "svg" and one.get("aria-hidden") != "true":
            assert one["role"] == "img"
            assert names[one["aria-labelledby"]].strip()
            shown += 1
        elif one.tag == "span" and one.get("role") == "img":
            assert one["aria-label"].strip()
    plates = [one.get("class").split()[-1] for one in setting.page.root.all("div") if "plate" in one.get("class")]
    assert shown == len(plates)
    assert plates.count("broad") == plates.count("narrow")
    assert shown - plates.count("narrow") == sum(figure_of(block) is not None for block in setting.prose.blocks)


def test_every_table_has_heads_and_a_name(setting: Setting) -> None:
    tables = setting.page.root.all("table")
    assert tables
    for table in tables:
        region = table.parent
        assert region is not None and region["role"] == "region" and region["tabindex"] == "0"
        assert region.get("aria-label") or table.all("caption")
        heads = [head["scope"] for head in table.all("th")]
        assert "col" in heads and heads.count("row") == len(table.all("tr")) - 1
        assert len({len([*row.all("th"), *row.all("td")]) for row in table.all("tr")}) == 1


def test_it_says_its_language_and_title(setting: Setting) -> None:
    page = setting.page
    assert page.one("html")["lang"] == setting.prose.language
    assert page.one("h1").text() == setting.prose.title
    assert page.one("head").all("title")[0].text() == setting.prose.title
    first = page.one("body").all("a")[0]
    assert (first["class"], first["href"]) == ("skip", "#_main")


def test_it_asks_for_nothing_from_outside(setting: Setting) -> None:
    source = EMBEDDED.sub("", setting.content.decode())
    assert "//" not in source
    assert not re.search(r"@import|url\((?![#\"])|\b(?:src|srcset|action|poster|data)=", source)
    (policy,) = [one["content"] for one in setting.page.root.all("meta") if one.get("http-equiv")]
    assert policy.startswith("default-src 'none';")


def test_the_same_book_gives_the_same_bytes(ferry: dict[str, Setting], duo: GameCopy) -> None:
    assert settings(duo.root, duo.name)["cs"].content == ferry["cs"].content


def test_it_stays_small(valley: dict[str, Setting]) -> None:
    for setting in valley.values():
        assert len(setting.content) < 2_000_000


# --- the words --------------------------------------------------------------------------------------------------------


def words_of(block: prose.Block, labels: prose.Labels) -> Iterator[prose.Line | str]:
    """Yield what a block says, in order, apart from the words within images."""
    match block.content:
        case prose.ChapterTitle(number=number, title=title) | prose.SectionTitle(number=number, title=title):
            yield number
            yield title
        case prose.Passage(text=lines):
            yield from lines
        case prose.Enumeration(items=items):
            yield from (line for item in items for line in item)
        case prose.Table(caption=caption, heads=heads, rows=rows):
            yield caption
            yield from heads
            yield from (line for row in rows for cell in row for line in cell)
        case prose.Figure(caption=caption):
            yield caption
        case prose.Box(label=label, title=title, text=lines, figure=figure):
            yield label
            yield title
            yield from lines
            if figure is not None:
                yield figure.caption
        case prose.Questions(items=questions):
            for item in questions:
                yield item.question
                yield from item.answer
                yield f"{labels.why}:"
                yield from item.why
        case prose.Definitions(items=definitions):
            for meant in definitions:
                yield meant.term
                yield from meant.meaning


def test_it_says_what_the_book_says(setting: Setting) -> None:
    icons = setting.materials.game.icons

    def spelled(line: prose.Line | str) -> str:
        if isinstance(line, str):
            return line
        return "".join(icons[piece.icon].character if piece.icon else piece.text for piece in line)

    said = [spelled(line) for block in setting.prose.blocks for line in words_of(block, setting.prose.labels)]
    main = setting.page.one("main")
    chapters = [one for one in main.all("section") if one.get("class") == "chapter"]
    shown = " ".join(one.text(without=frozenset({"svg"})) for one in chapters)
    assert shown.split() == " ".join(said).split()


def test_its_contents_and_index_lead_to_all_of_it(setting: Setting) -> None:
    page = setting.page
    links = [one["href"] for one in page.one("nav").all("a")]
    anchors = [
        f"#{block.content.anchor}"
        for block in setting.prose.blocks
        if isinstance(block.content, prose.ChapterTitle | prose.SectionTitle)
    ]
    assert links == [*anchors, "#_index"]
    (index,) = [one for one in page.root.all("section") if one.get("id") == "_index"]
    terms = {term for block in setting.prose.blocks for term in block.index}
    listed = [one.text() for one in index.all("li")]
    assert len(listed) == len(terms)
    assert all(any(line.startswith(f"{term} ") for line in listed) for term in terms)


def test_a_term_leads_to_the_block_that_speaks_of_it(ferry: dict[str, Setting]) -> None:
    page = ferry["en"].page
    (index,) = [one for one in page.root.all("section") if one.get("id") == "_index"]
    (link,) = index.all("li")[0].all("a")
    (block,) = [one for one in page.root.walk() if one.get("id") == link["href"][1:]]
    assert "The ferry leaves when it is full." in block.text()
    assert link.text() == "1"


def test_a_reference_is_a_link(ferry: dict[str, Setting]) -> None:
    links = {(one.text(), one["href"]) for one in ferry["en"].page.one("main").all("a")}
    assert ("1.2", "#leaks") in links


def test_markup_in_texts_is_no_html(ferry: dict[str, Setting]) -> None:
    setting = ferry["en"]
    spelled = "a < b & \"c\" > 'd'"
    first = setting.prose.blocks[1]
    assert isinstance(first.content, prose.Passage)
    changed = msgspec.structs.replace(first.content, text=((Piece(spelled),),))
    blocks = (setting.prose.blocks[0], msgspec.structs.replace(first, content=changed), *setting.prose.blocks[2:])
    book = msgspec.structs.replace(setting.prose, blocks=blocks, title=spelled)
    page = Page(html_book(book, setting.materials, setting.look).decode())
    assert page.faults == []
    assert page.one("h1").text() == spelled
    assert spelled in page.one("main").text()


# --- fonts ------------------------------------------------------------------------------------------------------------


def fonts_of(page: Page) -> dict[str, set[str]]:
    """Read the page's fonts: the characters of each, by the rules that choose it."""
    from fontTools.ttLib import TTFont

    found: dict[str, set[str]] = {}
    for rules, source in re.findall(r"@font-face\{(.*?);font-display.*?base64,([^\"]*)", page.style):
        font = TTFont(BytesIO(base64.b64decode(source)))
        assert font.flavor == "woff"
        found[rules] = {chr(code) for code in font.getBestCmap()}
    return found


def test_its_fonts_have_the_characters_of_its_images_and_few_more(setting: Setting) -> None:
    page = setting.page
    fonts, style = fonts_of(page), page.style
    rule = r"\.(t-[\w-]+)\{(font-family:[\w-]+),sans-serif(;font-weight:\d+;font-style:\w+)\}"
    chosen = {name: fonts[f"{family}{rest}"] for name, family, rest in re.findall(rule, style)}
    for one in page.root.all("text"):
        assert set(one.text()) - {"\u00a0"} <= chosen[one["class"]], one.text()
    whole = set(page.root.text()) | set(" \u00a0-\u2010.0123456789")
    for rules, characters in fonts.items():
        assert characters <= whole, rules


def test_a_character_that_a_title_cannot_show_is_found(valley: dict[str, Setting]) -> None:
    setting = valley["en"]
    assert check_html(setting.prose, setting.materials, setting.look) == []
    book = msgspec.structs.replace(setting.prose, title="Home Valley Ж")
    (found,) = check_html(book, setting.materials, setting.look)
    assert (found.name, found.lang) == ("missing-glyph", "en")
    assert "Ж" in found.message and '"display"' in found.message
