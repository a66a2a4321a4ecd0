"""The bytes of a TrueType font in; out come its measures, the width of a text, and what is wrong with it."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import struct
from pathlib import Path
from typing import Any

import msgspec

from valleybuild.problem import Place, Problem
from valleybuild.units import MM_PER_POINT

_NO_BREAK_SPACE = 0x00A0
_PACKED = {b"wOFF": "packed as WOFF", b"wOF2": "packed as WOFF2", b"ttcf": "a collection of fonts"}
_TABLES = ("head", "hhea", "maxp", "hmtx", "OS/2", "name", "post", "cmap", "loca", "glyf")  # what the PDF writer reads
_NO_EMBEDDING = 0x0002  # OS/2 fsType: restricted licence
_NO_SUBSETTING = 0x0100
_BITMAPS_ONLY = 0x0200


class Font(msgspec.Struct, frozen=True):
    """A font as text is measured with. All measures are in em: 1 is the size of the text.

    `face_name` is unique to the bytes, so that a changed file is never mistaken for the one before. `advances` has
    every code point with a glyph; `blank` is the advance of the sign that stands for a missing one. `descent` is
    below 0, as in the font itself.
    """

    role: str
    face_name: str
    data: bytes
    advances: dict[int, float]
    blank: float
    ascent: float
    descent: float
    cap_height: float
    x_height: float


def read_font(role: str, data: bytes) -> Font:
    """Read a font's measures; `check_font` must have found nothing wrong with its bytes."""
    from fontTools.ttLib import TTFont

    source = TTFont(io.BytesIO(data), lazy=True)
    em = source["head"].unitsPerEm
    metrics = source["hmtx"].metrics
    letters = source.getBestCmap()
    advances = {code: metrics[glyph][0] / em for code, glyph in letters.items()}
    if 0x20 in advances:
        advances[_NO_BREAK_SPACE] = advances[0x20]  # the PDF writer sets it with the space's glyph
    measures = source["OS/2"]
    ascent, descent = measures.sTypoAscender / em, measures.sTypoDescender / em
    return Font(
        role=role,
        face_name=f"F{hashlib.sha256(data).hexdigest()[:16]}",
        data=data,
        advances=advances,
        blank=metrics[source.getGlyphOrder()[0]][0] / em,
        ascent=ascent,
        descent=descent,
        # fonts older than OS/2 version 2 do not say; these are what most text faces have
        cap_height=(getattr(measures, "sCapHeight", 0) or 0.7 * em) / em,
        x_height=(getattr(measures, "sxHeight", 0) or 0.5 * em) / em,
    )


def width(font: Font, text: str, size: float) -> float:
    """Return the width in mm of a text set on one line at `size` points, without kerning. Line breaks are 0 wide."""
    get, blank = font.advances.get, font.blank
    return sum([get(ord(letter), blank) for letter in text if letter != "\n"]) * size * MM_PER_POINT


def missing(font: Font, text: str) -> tuple[str, ...]:
    """List the characters of a text that the font has no glyph for, each once, in the order of the text."""
    return tuple(dict.fromkeys(letter for letter in text if ord(letter) not in font.advances and letter != "\n"))


def find_package_file(package_module: str, file: str) -> Path | None:
    """Find a file inside an installed package without importing it; None where package or file is not there.

    `file` is a POSIX path below the package's folder, such as `files/AlegreyaSans-Regular.ttf`.
    """
    if not package_module.isidentifier():  # a dotted name would import the package above it
        return None
    try:
        found = importlib.util.find_spec(package_module)
    except (ImportError, ValueError):
        return None
    if found is None or ".." in Path(file).parts:
        return None
    for folder in found.submodule_search_locations or ():
        path = Path(folder) / file
        if path.is_file():
            return path
    return None


def check_font(data: bytes, file_place: Place) -> list[Problem]:
    """Return what keeps a font from being embedded; an empty list means `read_font` will read it."""
    if data[:4] in _PACKED:
        message = f"the font is {_PACKED[data[:4]]}"
        return [Problem("font-packed", file_place, message, "use the family's .ttf file")]
    if data[:4] == b"OTTO":
        hint = "use the same family as TrueType (.ttf)"
        return [Problem("font-cff", file_place, "the font has CFF outlines, not TrueType ones", hint)]
    why = _find_damage(data)
    if why:
        return [Problem("font-broken", file_place, f"the font cannot be read: {why}", "fetch the font file again")]
    from fontTools.ttLib import TTFont

    return _check_kind(TTFont(io.BytesIO(data), lazy=True), file_place)


def _find_damage(data: bytes) -> str:
    """Say what is damaged in a font, or "" where nothing is."""
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        return "it does not start as a TrueType font does"
    from fontTools.ttLib import TTFont

    tags: list[str] = []
    try:
        (count,) = struct.unpack(">H", data[4:6])
        for index in range(count):
            tag, _, offset, length = struct.unpack(">4sIII", data[12 + 16 * index : 28 + 16 * index])
            tags.append(tag.decode("latin-1").strip())
            if offset + length > len(data):
                return f"it is cut off inside its table {tags[-1]}"
        lacking = [table for table in _TABLES if table not in tags]
        if lacking:
            return f"it has no table {lacking[0]}"
        # with checkChecksums=2 the reader raises where a table does not match its checksum
        font = TTFont(io.BytesIO(data), lazy=True, checkChecksums=2)
        for table in font.reader.keys():  # noqa: SIM118  # the reader has no iterator
            font.reader[table]
        for table in _TABLES:
            font[table]
        glyphs: set[str] = set(font.getGlyphOrder())
        letters: dict[int, str] = font.getBestCmap() or {}
    except Exception as error:  # fontTools raises nearly anything on damaged bytes: struct.error, AssertionError…
        return str(error) or type(error).__name__
    stray = sorted(set(letters.values()) - glyphs)
    return f"its characters use the glyph {stray[0]}, which it does not have" if stray else ""


def _check_kind(font: Any, place: Place) -> list[Problem]:
    """Check a sound font for what the PDF writer does not embed."""
    problems: list[Problem] = []
    if "fvar" in font:
        axes = ", ".join(axis.axisTag for axis in font["fvar"].axes)
        hint = "use the family's static files, or make one with fonttools varLib.instancer"
        problems.append(Problem("font-variable", place, f"the font is variable ({axes})", hint))
    if not font.getBestCmap():
        hint = "choose a font with a Unicode character map"
        problems.append(Problem("font-no-letters", place, "the font maps no Unicode character to a glyph", hint))
    flags = font["OS/2"].fsType
    # only the lowest four bits say how far embedding may go, and the most open one that is set counts
    if flags & 0x000F == _NO_EMBEDDING or flags & (_NO_SUBSETTING | _BITMAPS_ONLY):
        message = f"the font forbids embedding or subsetting (fsType {flags:#06x})"
        problems.append(Problem("font-not-embeddable", place, message, "choose a font under an open licence"))
    return problems
