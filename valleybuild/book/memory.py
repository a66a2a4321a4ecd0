"""Blocks to the rows that they were set in by an earlier build: bytes of a file in, rows out, and bytes for the next.

A block is known again by a hash over all that its rows depend on: its rendered text, and the ground that a `Memory` is
made with (fonts, styles, inks, widths, the program itself). So nothing has to be forgotten when something changes: it
is asked for under another name. What a figure shows and where a block is written are no part of it, and are filled in
again: only a figure's size moves anything. The bytes hold plain values alone; what cannot be read is set anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from valleybuild.book.look import Look
from valleybuild.book.prose import Block, Box, Figure, Labels
from valleybuild.book.rows import Ground, Row
from valleybuild.book.text import Typesetter
from valleybuild.problem import Place
from valleybuild.scene import Colour, Inset, Item, Link, Path, Run, Scene, Stroke

SIGNATURE = b"valleybuild rows 1\n"
SUM = 16
"""The bytes of a hash."""
MOST = 32_000_000
"""How many bytes are kept at most; a book of a hundred pages takes about one million."""
NOWHERE = Place("")


class _Run(msgspec.Struct, array_like=True, tag=0, frozen=True):
    x: float
    y: float
    text: str
    font: str
    size: float
    ink: str
    spread: tuple[int, ...]


class _Path(msgspec.Struct, array_like=True, tag=1, frozen=True):
    segments: tuple[tuple[str | float, ...], ...]
    fill: str | None
    line: str | None
    width: float
    dash: tuple[float, ...]
    round: bool
    even_odd: bool


class _Inset(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """A figure: that of the block in the language `which`."""

    which: int
    x: float
    y: float
    scale: float
    radius: float


class _Ground(msgspec.Struct, array_like=True, frozen=True):
    x: float
    width: float
    tint: str
    bar: str | None


class _Row(msgspec.Struct, array_like=True, frozen=True):
    height: float
    items: tuple[_Run | _Path | _Inset, ...]
    grounds: tuple[_Ground, ...]
    pictures: tuple[_Inset, ...]
    give: float
    above: float
    held: bool
    parting: float
    lead: _Row | None
    links: tuple[tuple[float, float, float, float, str], ...]
    anchors: tuple[str, ...]
    terms: tuple[tuple[str, str], ...]
    needs: float
    running: str


class Unkeepable(Exception):
    """Rows that draw something that has no form to be kept in."""


class Memory:
    """The rows of one edition, by hash: those that were `known`, and those that this build has `used`, which are kept.

    `ground` stands for all that rows depend on beside the text, as `ground_of` returns it. `met` counts the blocks that
    were known, and `set` those that were not.
    """

    def __init__(self, ground: bytes, inks: Mapping[str, Colour], content: bytes | None = None) -> None:
        self._ground, self._inks = ground, inks
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(tuple[_Row, ...])
        self.known = _read(content)
        self.used: dict[bytes, bytes] = {}
        self.met, self.set = 0, 0

    def rows(
        self,
        blocks: tuple[Block, ...],
        labels: tuple[Labels, ...],
        stack: Callable[[tuple[Block, ...]], list[Row] | None],
    ) -> list[Row] | None:
        """Return the rows of a block in its languages: those that are known, or else what `stack` makes of it.

        `labels` are the book's own words in each language. `stack` gets the blocks without what their rows do not
        depend on; None from it, as where something in them does not fit, is handed on and not kept.
        """
        bare = tuple(_bare(block) for block in blocks)
        key = self._key(bare, labels)
        kept = self.used.get(key) or self.known.get(key)
        if kept is not None:
            rows = self._restored(kept, _scenes(blocks))
            if rows is not None:
                self.met += 1
                self.used[key] = kept
                return rows
        self.set += 1
        made = stack(bare)
        if made is None:
            return None
        try:
            kept = self._encoder.encode([_kept(row, _scenes(bare), self._inks) for row in made])
        except Unkeepable:
            return stack(blocks)
        self.used[key] = kept
        return self._restored(kept, _scenes(blocks))  # as it will be restored the next time, to the last bit

    def content(self) -> bytes:
        """Return what a next build is to be given."""
        listed: dict[bytes, bytes] = {}
        size = 0
        for key, kept in sorted(self.used.items()):
            size += len(kept)
            if size > MOST:
                break
            listed[key] = kept
        body = self._encoder.encode(listed)
        return SIGNATURE + _sum(body) + body

    def _key(self, bare: tuple[Block, ...], labels: tuple[Labels, ...]) -> bytes:
        kinds = [type(block.content).__name__ for block in bare]
        return _sum(self._ground + self._encoder.encode((kinds, bare, labels)))

    def _restored(self, kept: bytes, scenes: list[Scene | None]) -> list[Row] | None:
        """Return rows as they were; None where the bytes are no such rows."""
        try:
            return [_restored(row, scenes, self._inks) for row in self._decoder.decode(kept)]
        except (msgspec.MsgspecError, LookupError, RecursionError):
            return None


def ground_of(program: str, setters: Sequence[Typesetter], look: Look) -> bytes:
    """Return a hash over all that the rows of an edition depend on beside its text; `program` stands for the code."""
    total = hashlib.blake2b(program.encode(), digest_size=SUM)
    for setter in setters:
        for role, font in sorted(setter.letters.fonts.items()):
            total.update(_sum(role.encode()) + _sum(font.data))
        listed = (setter.language, dict(setter.icons), dict(setter.icon_inks), dict(setter.inks), look)
        total.update(_sum(msgspec.msgpack.encode(listed, order="sorted")))
    return total.digest()


def _read(content: bytes | None) -> dict[bytes, bytes]:
    """Return what a file holds; nothing where it is cut off, damaged or none of these."""
    head = len(SIGNATURE)
    if content is None or len(content) > 2 * MOST or not content.startswith(SIGNATURE):
        return {}
    body = content[head + SUM :]
    if content[head : head + SUM] != _sum(body):
        return {}
    try:
        return msgspec.msgpack.decode(body, type=dict[bytes, bytes])
    except (msgspec.MsgspecError, RecursionError):
        return {}


def _sum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SUM).digest()


def _bare(block: Block) -> Block:
    """Leave out where a block is written, and all of its figure but the size."""
    content = replace(block.content, place=NOWHERE)
    if isinstance(content, Figure):
        content = _bare_figure(content)
    elif isinstance(content, Box) and content.figure is not None:
        content = replace(content, figure=_bare_figure(content.figure))
    return replace(block, content=content)


def _bare_figure(figure: Figure) -> Figure:
    return replace(figure, scene=Scene(figure.scene.size, 0.0, ()), alternative="", place=NOWHERE)


def _scenes(blocks: tuple[Block, ...]) -> list[Scene | None]:
    """Return the scene of each block's figure."""
    contents = [block.content for block in blocks]
    figures = [content.figure if isinstance(content, Box) else content for content in contents]
    return [figure.scene if isinstance(figure, Figure) else None for figure in figures]


def _kept(row: Row, scenes: list[Scene | None], inks: Mapping[str, Colour]) -> _Row:
    """Turn a row into what is kept of it. Raises Unkeepable."""
    return _Row(
        row.height,
        tuple(_kept_item(item, scenes, inks) for item in row.items),
        tuple(_Ground(one.x, one.width, _name(one.tint, inks), _named(one.bar, inks)) for one in row.grounds),
        tuple(_kept_inset(picture, scenes) for picture in row.pictures),
        row.give,
        row.above,
        row.held,
        row.parting,
        _kept(row.lead, scenes, inks) if row.lead is not None else None,
        tuple((link.x, link.y, link.width, link.height, link.to) for link in row.links),
        row.anchors,
        row.terms,
        row.needs,
        row.running,
    )


def _kept_item(item: Item, scenes: list[Scene | None], inks: Mapping[str, Colour]) -> _Run | _Path | _Inset:
    match item:
        case Run():
            return _Run(item.x, item.y, item.text, item.font, item.size, _name(item.colour, inks), item.spread)
        case Path():
            stroke = item.stroke
            line = (_name(stroke.colour, inks), stroke.width, stroke.dash, stroke.round) if stroke else _NO_LINE
            return _Path(item.segments, _named(item.fill, inks), *line, item.even_odd)
        case Inset():
            return _kept_inset(item, scenes)
        case _:
            raise Unkeepable(type(item).__name__)


_NO_LINE: tuple[str | None, float, tuple[float, ...], bool] = (None, 0.0, (), False)


def _kept_inset(item: Inset, scenes: list[Scene | None]) -> _Inset:
    which = next((index for index, scene in enumerate(scenes) if scene is item.scene), None)
    if which is None:
        raise Unkeepable("a picture that is no figure of the block")
    return _Inset(which, item.x, item.y, item.scale, item.radius)


def _name(colour: Colour, inks: Mapping[str, Colour]) -> str:
    if inks.get(colour.name) != colour:
        raise Unkeepable(f"a colour that is no ink: {colour.name}")
    return colour.name


def _named(colour: Colour | None, inks: Mapping[str, Colour]) -> str | None:
    return None if colour is None else _name(colour, inks)


def _restored(row: _Row, scenes: list[Scene | None], inks: Mapping[str, Colour]) -> Row:
    """Return a row as it was. Raises LookupError for an ink or a figure that is not there."""
    return Row(
        height=row.height,
        items=tuple([_restored_item(item, scenes, inks) for item in row.items]),
        grounds=tuple(
            [Ground(one.x, one.width, inks[one.tint], inks[one.bar] if one.bar else None) for one in row.grounds]
        ),
        pictures=tuple([_restored_inset(picture, scenes) for picture in row.pictures]),
        give=row.give,
        above=row.above,
        held=row.held,
        parting=row.parting,
        lead=_restored(row.lead, scenes, inks) if row.lead is not None else None,
        links=tuple([Link(*link) for link in row.links]),
        anchors=row.anchors,
        terms=row.terms,
        needs=row.needs,
        running=row.running,
    )


def _restored_item(item: _Run | _Path | _Inset, scenes: list[Scene | None], inks: Mapping[str, Colour]) -> Item:
    if isinstance(item, _Run):
        return Run(item.x, item.y, item.text, item.font, item.size, inks[item.ink], item.spread)
    if isinstance(item, _Inset):
        return _restored_inset(item, scenes)
    stroke = Stroke(inks[item.line], item.width, item.dash, item.round) if item.line is not None else None
    return Path(item.segments, inks[item.fill] if item.fill is not None else None, stroke, item.even_odd)


def _restored_inset(item: _Inset, scenes: list[Scene | None]) -> Inset:
    scene = scenes[item.which]
    if scene is None:
        raise LookupError("the block has no figure")
    return Inset(scene, item.x, item.y, item.scale, item.radius)
