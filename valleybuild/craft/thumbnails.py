"""Faces and their captions to pages of thumbnails in rows, kind by kind, for proof-reading."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from valleybuild.fonts import Font, width
from valleybuild.marks import MarkStyle
from valleybuild.scene import Inset, Item, Outline, Path, Run, Scene, Size, Stroke
from valleybuild.svgpath import ellipse, rectangle
from valleybuild.units import MM_PER_POINT

CAPTION, HEAD = 6.0, 9.0  # points
LINE = 1.2  # em
GAP = 3.0  # mm between entries
BETWEEN = 1.2  # mm between the faces of one entry
EDGE = 0.15  # mm: the line round a face
LARGEST = 0.5  # scale
CLOSER = 0.75  # of the largest scale: as small as this if one more entry fits a row
NARROWEST = 24.0  # mm a caption has for itself
FACE = 52.0  # mm: no thumbnail is longer


class Shot(msgspec.Struct, frozen=True):
    """An entry of a contact sheet: its faces side by side, their outline, and the lines below them."""

    faces: tuple[Scene, ...]
    outline: Outline
    caption: tuple[str, ...]


class Strip(msgspec.Struct, frozen=True):
    """A kind of thing: its heading and its entries."""

    head: str
    shots: tuple[Shot, ...]


def lay_strips(strips: Sequence[Strip], room: Size, *, font: Font, style: MarkStyle) -> list[tuple[Item, ...]]:
    """Fill pages with strips; a strip goes on to the next page where it must, under its heading again."""
    pages: list[list[Item]] = [[]]
    y = 0.0
    head = HEAD * LINE * MM_PER_POINT + 0.8
    for strip in strips:
        for index, row in enumerate(_rows(strip, room.width, font, style)):
            high = max(scene.size.height for scene in row)
            above = head if not index else 0.0
            if y and y + above + high > room.height:
                pages.append([])
                y, above = 0.0, head
            if above:
                baseline = y + HEAD * MM_PER_POINT
                pages[-1].append(Run(0.0, round(baseline, 4), strip.head, style.font, HEAD, style.line))
            y += above
            x = 0.0
            for scene in row:
                pages[-1].append(Inset(scene, round(x, 4), round(y, 4), 1.0))
                x += scene.size.width + GAP
            y += high + GAP
    return [tuple(page) for page in pages]


def _rows(strip: Strip, room: float, font: Font, style: MarkStyle) -> Iterator[list[Scene]]:
    row: list[Scene] = []
    used = 0.0
    for shot in strip.shots:
        scene = set_shot(shot, room, font, style)
        if row and used + GAP + scene.size.width > room + 1e-6:
            yield row
            row, used = [], 0.0
        used += (GAP if row else 0.0) + scene.size.width
        row.append(scene)
    if row:
        yield row


def scale_of(outline: Outline, count: int, room: float) -> float:
    """Return how small entries of `count` faces are shown: about half their size, so that they fill their row."""
    between = (count - 1) * BETWEEN
    faces = count * outline.size.width
    largest = min(LARGEST, FACE / max(outline.size.width, outline.size.height), (room - between) / faces)
    in_row = math.floor((room + GAP) / (largest * faces + between + GAP) + 1e-9)
    closer = ((room - in_row * GAP) / (in_row + 1) - between) / faces
    return closer if closer >= largest * CLOSER else largest


def set_shot(shot: Shot, room: float, font: Font, style: MarkStyle) -> Scene:
    """Set one entry: its faces at one scale, and its caption below, in lines that are as narrow as the faces."""
    size = shot.outline.size
    scale = scale_of(shot.outline, len(shot.faces), room)
    wide, high = size.width * scale, size.height * scale
    radius = min(size.width, size.height) / 2 if shot.outline.shape == "circle" else shot.outline.radius
    items: list[Item] = []
    for index, face in enumerate(shot.faces):
        x = index * (wide + BETWEEN)
        items.append(Inset(face, round(x, 4), 0.0, scale, radius))
        corner = radius * scale
        edge = (
            ellipse(x + wide / 2, high / 2, wide / 2, high / 2)
            if shot.outline.shape == "circle"
            else rectangle(x, 0.0, wide, high, corner, corner)
        )
        items.append(Path(tuple(edge), stroke=Stroke(style.line, EDGE)))
    across = len(shot.faces) * wide + (len(shot.faces) - 1) * BETWEEN
    pitch = CAPTION * LINE * MM_PER_POINT
    lines = [part for line in shot.caption for part in _broken(line, font, max(across, NARROWEST))]
    for index, line in enumerate(lines, 1):
        items.append(Run(0.0, round(high + 0.6 + index * pitch, 4), line, style.font, CAPTION, style.line))
    longest = max((width(font, line, CAPTION) for line in lines), default=0.0)
    return Scene(Size(max(across, longest), high + 0.6 + (len(lines) + 0.4) * pitch), 0.0, tuple(items))


def _broken(line: str, font: Font, room: float) -> list[str]:
    """Break a line after hyphens, slashes and colons where it is too long; a part without any stays whole."""
    parts, start = [], 0
    for index, letter in enumerate(line, 1):
        if letter in "-/:" or index == len(line):
            parts.append(line[start:index])
            start = index
    lines = [""]
    for part in parts:
        if lines[-1] and width(font, lines[-1] + part, CAPTION) > room:
            lines.append("")
        lines[-1] += part
    return lines
