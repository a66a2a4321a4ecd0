"""Blocks of prose to HTML: chapters as sections with headings in order, lists, tables, figures, boxes, definitions."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from valleybuild.book.look import Look
from valleybuild.book.prose import (
    Block,
    Box,
    ChapterTitle,
    Content,
    Definitions,
    Enumeration,
    Figure,
    Labels,
    Lines,
    Passage,
    Questions,
    SectionTitle,
    Table,
)
from valleybuild.html.inline import Inline, quoted
from valleybuild.html.svg import Sprites
from valleybuild.model import Style

WIDE = 90.0
"""From what width in mm a figure may be wider than a telephone, and moves within its own box there."""
MANY = 4
"""From how many columns a table may be."""


class BlockWriter:
    """Writes the blocks of a book one after the other; knows in which chapter and section it is."""

    def __init__(self, look: Look, labels: Labels, *, inline: Inline, sprites: Sprites) -> None:
        self.look, self.labels, self.inline, self.sprites = look, labels, inline, sprites
        self.narrow: Figure | None = None
        self.open: list[str] = []
        self.count = 0

    def write(self, blocks: tuple[Block, ...], narrow: tuple[Block, ...] = ()) -> str:
        """Return all blocks, with everything closed behind the last.

        `narrow` are the same blocks with figures that are drawn for a telephone.
        """
        parts: list[str] = []
        for number, block in enumerate(blocks):
            self.narrow = figure_of(narrow[number]) if narrow else None
            parts.extend(self._block(block, number))
        return "\n".join([*parts, *self._close(0)])

    def _block(self, block: Block, number: int) -> Iterator[str]:
        content = block.content
        if isinstance(content, ChapterTitle):
            yield from self._close(0)
            yield self._title(content, "chapter", 2)
        elif isinstance(content, SectionTitle):
            yield from self._close(1)
            yield self._title(content, "section", 3)
        elif block.index:
            yield f'<div id="{block_id(number)}">{self._content(content)}</div>'
        else:
            yield self._content(content)

    def _close(self, depth: int) -> Iterator[str]:
        """Yield the ends of the sections that are open below a depth."""
        while len(self.open) > depth:
            yield self.open.pop()

    def _title(self, title: ChapterTitle | SectionTitle, part: str, level: int) -> str:
        style = self.style(part)
        anchor = quoted(title.anchor)
        text = self.inline.line(title.title, style)
        if title.number:
            text = f'<span class="number">{self.inline.word(title.number, style.font)}</span> {text}'
        self.open.append("</section>")
        return (
            f'<section class="{part}" id="{anchor}" aria-labelledby="_t-{anchor}">'
            f'<h{level} id="_t-{anchor}">{text}</h{level}>'
        )

    def _content(self, content: Content) -> str:
        text = self.style("text")
        match content:
            case Passage(text=lines):
                return self.inline.paragraphs(lines, text)
            case Enumeration(items=items, numbered=numbered):
                tag = "ol" if numbered else "ul"
                inner = "".join(f"<li>{self.inline.cell(item, text)}</li>" for item in items)
                return f"<{tag}>{inner}</{tag}>"
            case Table():
                return self._table(content)
            case Figure():
                return self._figure(content)
            case Box():
                return self._box(content)
            case Questions():
                return self._questions(content)
            case Definitions():
                return self._definitions(content)
            case ChapterTitle() | SectionTitle():
                raise AssertionError("a title is no content of a section")

    def style(self, part: str) -> Style:
        """Return the style of a part of the book, that of its text where it has none."""
        return self.look.styles.get(part, self.look.styles["text"])

    def _next(self, sort: str) -> str:
        self.count += 1
        return f"_{sort}{self.count}"

    @property
    def _level(self) -> int:
        """The level of a heading within what is open."""
        return len(self.open) + 2

    def _table(self, table: Table) -> str:
        """Return a table in a box of its own, in which it moves sideways where it is too wide."""
        name = self._next("table")
        caption = heads = columns = ""
        label = f'aria-label="{quoted(self._spoken(table.heads))}"'
        if table.caption:
            caption = f'<caption id="{name}">{self.inline.line(table.caption, self.style("caption"))}</caption>'
            label = f'aria-labelledby="{name}"'
        if any(table.shares):
            whole = sum(table.shares)
            columns = "".join(f'<col style="width:{share / whole:.1%}">' for share in table.shares)
            columns = f"<colgroup>{columns}</colgroup>"
        if table.heads:
            inner = "".join(
                f'<th scope="col">{self.inline.line(head, self.style("head"))}</th>' if head else "<td></td>"
                for head in table.heads
            )
            heads = f"<thead><tr>{inner}</tr></thead>"
        rows = "".join(self._row(row) for row in table.rows)
        many = ' class="many"' if len(table.heads) >= MANY else ""
        return (
            f'<div class="across" role="region" tabindex="0" {label}><table{many}>{caption}{columns}{heads}'
            f"<tbody>{rows}</tbody></table></div>"
        )

    def _spoken(self, heads: Lines) -> str:
        """Return what a table without a caption is called: its heads."""
        return ", ".join(self.inline.spoken(head) for head in heads if head)

    def _row(self, row: tuple[Lines, ...]) -> str:
        style = self.style("table")
        first, *others = (self.inline.cell(cell, style) for cell in row)
        return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in others)}</tr>'

    def _figure(self, figure: Figure) -> str:
        """Return a figure; where it is drawn another way for narrow screens, both, of which one is shown."""
        narrow = self.narrow
        if narrow is None or narrow.scene == figure.scene:
            plates = self._plate(figure, "")
        else:
            plates = self._plate(figure, "broad") + self._plate(narrow, "narrow")
        anchor = f' id="{quoted(figure.anchor)}"' if figure.anchor else ""
        caption = ""
        if figure.caption:
            caption = f"<figcaption>{self.inline.line(figure.caption, self.style('caption'))}</figcaption>"
        return f"<figure{anchor}>{plates}{caption}</figure>"

    def _plate(self, figure: Figure, screens: str) -> str:
        """Return the image of a figure in a box of its own, in which a wide one moves sideways on narrow screens."""
        name = self._next("figure")
        image = self.sprites.figure(figure.scene, name, figure.alternative)
        width = figure.scene.size.width
        moves = width >= WIDE and screens != "broad"
        looks = " ".join(["plate", *(["wide"] if moves else []), *([screens] if screens else [])])
        region = f' role="region" tabindex="0" aria-labelledby="{name}"' if moves else ""
        return f'<div class="{looks}"{region} style="--wide:{width:.0f}">{image}</div>'

    def _box(self, box: Box) -> str:
        name, level, style = self._next("box"), self._level, self.style("label")
        label = f'<span class="label">{self.inline.word(box.label, style.font)}</span>'
        title = f" {self.inline.line(box.title, style)}" if box.title else ""
        figure = self._figure(box.figure) if box.figure else ""
        return (
            f'<aside class="box {box.kind}" aria-labelledby="{name}"><h{level} id="{name}">{label}{title}</h{level}>'
            f"{self.inline.paragraphs(box.text, self.style('text'))}{figure}</aside>"
        )

    def _questions(self, questions: Questions) -> str:
        term, level = self.style("term"), self._level
        parts: list[str] = []
        for item in questions.items:
            asked = self.inline.line(item.question, term)
            answer = self.inline.paragraphs(item.answer, self.style("answer"))
            parts.append(
                f'<div class="question"><h{level}>{asked}</h{level}><div class="answer">{answer}</div>'
                f"{self._why(item.why)}</div>"
            )
        return "".join(parts)

    def _why(self, lines: Lines) -> str:
        """Return the reason for an answer, behind the word that says so; "" where none is given."""
        if not lines:
            return ""
        style = self.style("why")
        word = self.inline.word(f"{self.labels.why}:", style.bold)
        first, *more = lines
        reason = f"<p><b>{word}</b> {self.inline.line(first, style)}</p>{self.inline.paragraphs(tuple(more), style)}"
        return f'<div class="why">{reason}</div>'

    def _definitions(self, definitions: Definitions) -> str:
        text = self.style("text")
        term = replace(text, font=text.bold)
        items = (
            f"<div><dt>{self.inline.line(item.term, term)}</dt><dd>{self.inline.cell(item.meaning, text)}</dd></div>"
            for item in definitions.items
        )
        return f"<dl>{''.join(items)}</dl>"


def figure_of(block: Block) -> Figure | None:
    """Return the figure that a block is or has."""
    content = block.content
    return content if isinstance(content, Figure) else content.figure if isinstance(content, Box) else None


def block_id(number: int) -> str:
    """Return the id of a block that the index leads to, by its number in the book."""
    return f"_b{number}"
