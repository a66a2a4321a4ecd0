"""A book's prose to what leads through it: its contents, and its index of terms."""

from __future__ import annotations

import msgspec

from valleybuild.book.matter import sort_key
from valleybuild.book.prose import Block, ChapterTitle, Prose, SectionTitle
from valleybuild.html.blocks import block_id
from valleybuild.html.inline import Inline, plain, quoted
from valleybuild.model import Style

INDEX = "_index"
"""The id of the index; those of chapters and sections never begin so."""


class _Chapter(msgspec.Struct, frozen=True):
    title: ChapterTitle
    sections: tuple[SectionTitle, ...]


def _chapters(blocks: tuple[Block, ...]) -> list[_Chapter]:
    found: list[_Chapter] = []
    for block in blocks:
        if isinstance(block.content, ChapterTitle):
            found.append(_Chapter(block.content, ()))
        elif isinstance(block.content, SectionTitle) and found:
            found[-1] = msgspec.structs.replace(found[-1], sections=(*found[-1].sections, block.content))
    return found


def contents(prose: Prose, inline: Inline, style: Style) -> str:
    """Return the contents: chapters, the sections of each below it, and the index."""
    items: list[str] = []
    for chapter in _chapters(prose.blocks):
        inner = "".join(f"<li>{_entry(section, inline, style)}</li>" for section in chapter.sections)
        items.append(f"<li>{_entry(chapter.title, inline, style)}{f'<ol>{inner}</ol>' if inner else ''}</li>")
    if _terms(prose, inline):
        name = inline.word(prose.labels.index, style.font)
        items.append(f'<li><a href="#{INDEX}"><span class="number"></span><span>{name}</span></a></li>')
    return f"<ol>{''.join(items)}</ol>"


def _entry(title: ChapterTitle | SectionTitle, inline: Inline, style: Style) -> str:
    number = inline.word(title.number, style.font)
    text = inline.line(title.title, style, linked=False)
    return f'<a href="#{quoted(title.anchor)}"><span class="number">{number}</span> <span>{text}</span></a>'


def _terms(prose: Prose, inline: Inline) -> dict[str, dict[str, int]]:
    """Return, for each term, where it is spoken of and the first block there; in the order of the alphabet."""
    found: dict[str, dict[str, int]] = {}
    where = ""
    for number, block in enumerate(prose.blocks):
        content = block.content
        if isinstance(content, ChapterTitle | SectionTitle):
            where = content.number or plain(content.title, inline.icons)
        for term in block.index:
            found.setdefault(term, {}).setdefault(where, number)
    return dict(sorted(found.items(), key=lambda item: sort_key(item[0], prose.language)))


def index(prose: Prose, inline: Inline, *, heading: Style, style: Style) -> str:
    """Return the index of terms, each with links to where it is spoken of; "" where there is none."""
    terms = _terms(prose, inline)
    if not terms:
        return ""
    items: list[str] = []
    for term, places in terms.items():
        links = (
            f'<a href="#{block_id(number)}">{inline.word(where, style.font)}</a>' for where, number in places.items()
        )
        items.append(f"<li>{inline.word(term, style.font)} {inline.word(', ', style.font).join(links)}</li>")
    title = inline.word(prose.labels.index, heading.font)
    return (
        f'<section class="chapter index" id="{INDEX}" aria-labelledby="_t-index"><h2 id="_t-index">{title}</h2>'
        f"<ul>{''.join(items)}</ul></section>"
    )
