"""Which characters a page sets in which font in; out come the fonts, cut down to those, as rules of a style sheet."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping

import msgspec

from valleybuild.fonts import Font
from valleybuild.model import Style

FALLBACK = "sans-serif"
FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "mkmk")
NAMES = (0, 1, 2, 3, 4, 5, 6, 13, 14)
"""What a font goes on saying of itself: who made it, and under which licence."""


class Face(msgspec.Struct, frozen=True):
    """How a style sheet asks for a font: a family, a weight, and whether it is italic."""

    family: str
    weight: int = 400
    italic: bool = False

    def rules(self) -> str:
        """Return the declarations that choose the font."""
        slant = "italic" if self.italic else "normal"
        return f"font-family:{self.family},{FALLBACK};font-weight:{self.weight};font-style:{slant}"


def face_of(role: str, text: Style) -> Face:
    """Return how a font is asked for: those of the running text are one family, every other is one of its own."""
    if role == text.font:
        return Face("book")
    if role == text.bold:
        return Face("book", 700)
    if role == text.italic:
        return Face("book", 400, italic=True)
    return Face(f"book-{role}")


class Lettering:
    """The characters that are used of each font."""

    def __init__(self) -> None:
        self.used: dict[str, set[str]] = {}

    def note(self, text: str, role: str) -> None:
        """Note that a text is set in a font."""
        self.used.setdefault(role, set()).update(text)


def font_rules(lettering: Lettering, fonts: Mapping[str, Font], text: Style) -> str:
    """Return the fonts as rules of a style sheet, each with the characters that are used of it and no other."""
    rules: list[str] = []
    for role in sorted(lettering.used):
        if role not in fonts:
            continue
        face = face_of(role, text)
        source = base64.b64encode(cut_font(fonts[role].data, lettering.used[role])).decode()
        slant = "italic" if face.italic else "normal"
        rules.append(
            f"@font-face{{font-family:{face.family};font-weight:{face.weight};font-style:{slant};font-display:block;"
            f'src:url("data:font/woff;base64,{source}") format("woff")}}'
        )
    return "\n".join(rules)


def cut_font(source: bytes, characters: set[str]) -> bytes:
    """Return a font as WOFF with only the glyphs of some characters; the same bytes for the same wish."""
    import uharfbuzz
    from fontTools.ttLib import TTFont

    wish = uharfbuzz.SubsetInput()
    wish.unicode_set.update({ord(character) for character in characters} | {0x20, 0xA0})
    wish.layout_feature_tag_set.clear()
    wish.layout_feature_tag_set.update(int.from_bytes(feature.encode(), "big") for feature in FEATURES)
    wish.name_id_set.update(NAMES)
    wish.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    cut = uharfbuzz.subset(uharfbuzz.Face(source), wish)
    font = TTFont(io.BytesIO(cut.blob.data), lazy=True, recalcTimestamp=False)
    font.flavor = "woff"
    file = io.BytesIO()
    font.save(file, reorderTables=True)
    return file.getvalue()
