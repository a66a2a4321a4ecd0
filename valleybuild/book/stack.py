"""The blocks of a book in one language to stacks of rows, one stack a block, for a column of some width."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from valleybuild.book.look import Look
from valleybuild.book.prose import (
    Block,
    Box,
    ChapterTitle,
    Definitions,
    Enumeration,
    Figure,
    Labels,
    Line,
    Lines,
    Passage,
    Questions,
    SectionTitle,
    Table,
)
from valleybuild.book.rows import BAR, Ground, Row, apart, as_one, baseline, shift, text_rows, together
from valleybuild.book.tables import stack_table, wishes
from valleybuild.book.text import SetLine, Typesetter
from valleybuild.markup import Piece
from valleybuild.model import Style
from valleybuild.problem import Place, Problem
from valleybuild.scene import Colour, Inset, Path, Stroke

CHAPTER_NEEDS, SECTION_NEEDS = 48.0, 22.0
"""How much room there has to be below the top of a chapter's title, and of a section's, in mm."""
SMALL, SMALL_TABLE = 95.0, 78.0
"""Up to what height in mm a tip or an example, and a table, is kept on one page."""
PARTING, PARTING_PICTURE = 600.0, 900.0
"""What it costs to part a larger one, and to part a picture in it from its text."""
SMALLEST = 0.62
"""The scale below which a figure is not set in a column."""
BESIDE, ROOM_BESIDE = 4.0, 48.0
"""The room between a narrow picture in a box and the text beside it, and how wide that text is at least, in mm."""
LEAST = 0.8
"""The part of its size to which a figure is made smaller at most so that a page comes out."""
TOLERANCE = 0.05
"""By how many mm something may stand out of its room."""
BULLET = "•"
NUMBER_GAP = 1.2
"""The room between the number of an item and its text, in mm."""


class Stacker:
    """What stacking needs: the typesetter of the language, the look, the column's width and what is wrong so far."""

    def __init__(
        self, setter: Typesetter, look: Look, width: float, *, labels: Labels, report: Callable[[Problem], None]
    ) -> None:
        self.setter, self.look, self.width, self.labels, self.report = setter, look, width, labels, report
        self.place = Place("")

    def stack(self, block: Block) -> list[Row]:
        """Return the rows of one block."""
        return self.kept(block, [row for part in self.parts(block) for row in part])

    def kept(self, block: Block, rows: list[Row]) -> list[Row]:
        """Hold the rows of a block together where it is a small box or table."""
        match block.content:
            case Box():
                return together(rows, SMALL, parting=PARTING)
            case Table():
                return together(rows, SMALL_TABLE)
            case _:
                return rows

    def parts(self, block: Block) -> list[list[Row]]:
        """Return the rows of one block, part by part: paragraphs, items, questions, which two languages have alike."""
        content = block.content
        self.place = content.place
        match content:
            case ChapterTitle():
                parts = self._chapter(content)
            case SectionTitle():
                parts = [self._section(content)]
            case Passage():
                gap = self.look.gaps["paragraph"]
                parts = [self._passage(line, gap) for line in content.text]
            case Enumeration():
                parts = self._enumeration(content)
            case Table():
                parts = [stack_table(self, content)]
            case Figure():
                parts = [self._figure(content, self.width)]
            case Box():
                parts = self._box(content)
            case Questions():
                parts = self._questions(content)
            case Definitions():
                parts = self._definitions(content)
        if block.index and parts and parts[0]:
            terms = tuple((self.setter.language, term) for term in block.index)
            parts[0][0] = replace(parts[0][0], terms=terms)
        return parts

    def is_too_narrow(self, block: Block) -> bool:
        """Say whether a block asks for more than this column: a table's words, a figure that would become tiny."""
        content = block.content
        match content:
            case Table():
                return sum(wishes(self, content)[1]) > self.width
            case Figure():
                return self.width < SMALLEST * content.scene.size.width
            case Box(figure=Figure() as figure):
                return self.width < SMALLEST * figure.scene.size.width
            case _:
                return False

    def style(self, part: str) -> Style:
        """Return the style of a part of the book."""
        return self.look.styles[part]

    def paragraphs(
        self,
        text: Lines,
        style: Style,
        *,
        x: float = 0.0,
        room: float | None = None,
        above: float = 0.0,
        held: bool = False,
        colour: Colour | None = None,
        justified: bool | None = None,
        divided: bool = True,
    ) -> list[Row]:
        """Set paragraphs below each other from x on, in a room of some width."""
        width = self.width - x if room is None else room
        even = self.look.justified if justified is None else justified
        font = self.setter.font(style)
        rows: list[Row] = []
        for index, line in enumerate(text):
            lines = self.setter.set(line, style, width, justified=even, colour=colour, divided=divided)
            self._check_width(lines, width)
            gap = above if index == 0 else self.look.gaps["paragraph"]
            rows += text_rows(lines, style, font, x=x, above=gap, held=held)
        return rows

    def _check_width(self, lines: tuple[SetLine, ...], width: float) -> None:
        """Report a line that stands out of its column, since it has a word that cannot be divided."""
        for line in lines:
            if line.width > width + TOLERANCE:
                text = "".join(run.text for run in line.runs)
                message = f'"{text}" is {line.width:.1f} mm wide, and its column {width:.1f} mm'
                hint = "use a shorter word, or give the column more room"
                self.report(Problem("word-too-wide", self.place, message, hint, lang=self.setter.language))

    def _chapter(self, title: ChapterTitle) -> list[list[Row]]:
        style = self.style("chapter")
        pieces = (Piece(f"{title.number}\u00a0\u00a0"), *title.title) if title.number else title.title
        lines = self.setter.set(pieces, style, self.width, divided=False)
        rows = text_rows(lines, style, self.setter.font(style), above=self.look.gaps["chapter"], held=True)
        rule = Path((("M", 0.0, 1.2), ("L", self.width, 1.2)), stroke=Stroke(self.look.inks["accent"], 0.5))
        rows[0] = replace(rows[0], anchors=(title.anchor,), needs=CHAPTER_NEEDS, running=title.running)
        return [rows, [Row(height=2.6, items=(rule,), held=True)]]

    def _section(self, title: SectionTitle) -> list[Row]:
        style = self.style("section")
        number = (Piece(f"{title.number}\u00a0\u00a0", ink=self.look.inks["accent"].name),) if title.number else ()
        lines = self.setter.set((*number, *title.title), style, self.width, divided=False)
        rows = text_rows(lines, style, self.setter.font(style), above=self.look.gaps["section"], held=True)
        rows[0] = replace(rows[0], anchors=(title.anchor,), needs=SECTION_NEEDS)
        return rows

    def _passage(self, line: Line, gap: float) -> list[Row]:
        """Set a paragraph; one that leads on, or is a small heading of its own, is held by what it announces."""
        rows = self.paragraphs((line,), self.style("text"), above=gap)
        heading = len(rows) == 1 and all(piece.bold or not piece.text.strip() for piece in line)
        if rows and (heading or "".join(piece.text for piece in line).rstrip().endswith(":")):
            rows[-1] = replace(rows[-1], held=True)
        return apart(rows, self.look.gaps["block"]) if heading else rows

    def _enumeration(self, items: Enumeration) -> list[list[Row]]:
        style, indent = self.style("text"), self.look.indent
        if items.numbered:
            last = (Piece(f"{len(items.items)}.", bold=True),)
            indent = max(indent, self.setter.width_of(last, style) + NUMBER_GAP)
        parts: list[list[Row]] = []
        for number, item in enumerate(items.items, 1):
            gap = self.look.gaps["paragraph"] if number == 1 else self.look.gaps["item"]
            sign = (Piece(f"{number}." if items.numbered else BULLET, bold=items.numbered),)
            for index, line in enumerate(item):
                above = self.look.gaps["item"] if index else gap
                found = self.paragraphs((line,), style, x=indent, above=above)
                if found and not index:
                    found[0] = self._with_sign(found[0], sign, style)
                parts.append(found)
        return parts

    def _with_sign(self, row: Row, sign: Line, style: Style) -> Row:
        """Put a bullet or a number before a row that is moved in."""
        (line,) = self.setter.set(sign, style, self.look.indent, colour=self.look.inks["accent"], divided=False)
        runs = shift(line.runs, 0.0, baseline(style, self.setter.font(style)))
        return replace(row, items=(*runs, *row.items))

    def _figure(self, figure: Figure, room: float) -> list[Row]:
        scene, widest = figure.scene, self.look.spread.width
        if scene.size.width > widest + TOLERANCE:
            message = f"this figure is {scene.size.width:.0f} mm wide, and the text of a page {widest:.0f} mm"
            self.report(
                Problem("figure-too-wide", figure.place, message, "give it less width", lang=self.setter.language)
            )
        scale = min(1.0, room / scene.size.width)
        wide, high = scene.size.width * scale, scene.size.height * scale
        picture = Inset(scene, round((room - wide) / 2, 4), 0.0, scale)
        caption = self.style("caption")
        lines = self.setter.set(figure.caption, caption, room, align="centre") if figure.caption else ()
        rows = [
            Row(
                height=high,
                pictures=(picture,),
                give=high * (1 - LEAST),
                above=self.look.gaps["block"],
                held=bool(lines),
                anchors=(figure.anchor,),
            )
        ]
        below = text_rows(lines, caption, self.setter.font(caption), above=1.2, held=True)
        if below:
            below[-1] = replace(below[-1], held=False)
        return rows + below

    def _box(self, content: Box) -> list[list[Row]]:
        """Set a tip or an example on a tint, with a bar at its left: its head, its paragraphs, its picture."""
        padding = self.look.gaps["padding"]
        ground = Ground(0.0, self.width, self.look.inks[content.kind], self.look.inks["accent"])
        x, room = padding + BAR, self.width - 2 * padding - BAR
        label = self.style("label")
        head = (Piece(content.label), *((Piece(":\u00a0\u00a0"), *content.title) if content.title else ()))
        set_head = self.setter.set(head, label, room, divided=False)
        parts = [
            [
                Row(height=padding, held=True),
                *text_rows(set_head, label, self.setter.font(label), x=x, held=True),
            ]
        ]
        for index, line in enumerate(content.text):
            gap = self.look.gaps["paragraph"] if index else 0.6
            parts.append(self.paragraphs((line,), self.style("text"), x=x, room=room, above=gap))
        beside = content.figure
        if beside is not None and not (content.text and self._stands_beside(beside, room)):
            beside = None
        if beside is not None:
            narrow = room - beside.scene.size.width - BESIDE
            told = self.paragraphs(content.text, self.style("text"), x=x, room=narrow, above=0.6, justified=False)
            shown = [_moved_in(row, x + narrow + BESIDE) for row in self._figure(beside, beside.scene.size.width)]
            parts[1:] = [[as_one(told, shown)]]
        elif content.figure is not None:
            parts[-1][-1] = replace(parts[-1][-1], parting=parts[-1][-1].parting + PARTING_PICTURE)
            figure = self._figure(content.figure, room)
            parts.append([_moved_in(row, x) for row in figure])
        parts[-1][-1] = replace(parts[-1][-1], held=True)
        parts.append([Row(height=padding)])
        tinted = [[_tinted(row, ground) for row in part] for part in parts]
        tinted[0] = apart(tinted[0], self.look.gaps["block"])
        return tinted

    def _stands_beside(self, figure: Figure, room: float) -> bool:
        """Say whether a picture is so narrow that the text of its box has room beside it."""
        return 0 < figure.scene.size.width <= room - BESIDE - ROOM_BESIDE

    def _questions(self, content: Questions) -> list[list[Row]]:
        term, text, quiet = self.style("term"), self.style("why"), self.look.inks["quiet"]
        parts: list[list[Row]] = []
        for item in content.items:
            gap = self.look.gaps["block"]
            parts.append(self.paragraphs((item.question,), term, above=gap, held=True, justified=False))
            for line in item.answer:
                parts.append(self.paragraphs((line,), self.style("answer"), above=0.3))
            for index, line in enumerate(item.why):
                if not index and parts[-1]:
                    parts[-1][-1] = replace(parts[-1][-1], held=True)
                parts.append(self.paragraphs((line,), text, above=0.3, colour=quiet, justified=False))
        return parts

    def _definitions(self, content: Definitions) -> list[list[Row]]:
        text, indent = self.style("text"), self.look.indent
        parts: list[list[Row]] = []
        for index, item in enumerate(content.items):
            gap = self.look.gaps["paragraph"] if index == 0 else self.look.gaps["item"]
            bold = tuple(replace(piece, bold=True) for piece in item.term)
            first, *more = item.meaning or ((),)
            lead = (*bold, Piece("\u00a0\u00a0"), *first)
            parts.append(self._hanging(lead, text, indent, gap))
            for line in more:
                parts.append(self.paragraphs((line,), text, x=indent, above=self.look.gaps["item"]))
        return parts

    def _hanging(self, pieces: Line, style: Style, indent: float, above: float) -> list[Row]:
        """Set a paragraph whose lines are moved in, all but the first."""
        lines = self.setter.set(pieces, style, self.width - indent, justified=False)
        rows = text_rows(lines, style, self.setter.font(style), x=indent, above=above)
        if rows:
            rows[0] = replace(rows[0], items=shift(rows[0].items, -indent, 0.0))
        return rows


def _moved_in(row: Row, x: float) -> Row:
    """Move what a row draws to the right."""
    pictures = tuple(replace(picture, x=picture.x + x) for picture in row.pictures)
    return replace(row, items=shift(row.items, x, 0.0), pictures=pictures)


def _tinted(row: Row, ground: Ground) -> Row:
    """Let a row stand on a ground, which covers the room above it too."""
    down = row.above
    links = tuple(replace(link, y=link.y + down) for link in row.links)
    pictures = tuple(replace(picture, y=picture.y + down) for picture in row.pictures)
    items = shift(row.items, 0.0, down)
    return replace(
        row, height=row.height + down, above=0.0, items=items, pictures=pictures, links=links, grounds=(ground,)
    )
