"""Type to set with: fonts of an installed package, styles and inks of the tests' own, and texts in two languages."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from valleybuild.book.letters import Letters
from valleybuild.book.text import SetLine, Typesetter
from valleybuild.fonts import Font, read_font
from valleybuild.markup import Piece
from valleybuild.model import Style
from valleybuild.problem import Place
from valleybuild.scene import Colour
from valleybuild.units import MM_PER_POINT

BLACK = Colour("black", (0, 0, 0, 100), (0, 0, 0))
RED = Colour("red", (0, 100, 100, 0), (255, 0, 0))
FILES = {"text": "Regular", "bold": "Bold", "italic": "It"}

ENGLISH = (
    "The valley has a bridge that everybody uses, and one morning it is gone. Whoever lives on the far side has to "
    "walk the long way round, past the mill and the timber yard, and the postwoman is late with every single letter. "
    "The neighbours meet at the village green and talk it over until the children fall asleep on their shoulders."
)
CZECH = (
    "V údolí stojí lávka, po které chodí úplně všichni, a jednoho rána tam není. Kdo bydlí na druhém břehu, musí "
    "obcházet mlýn i pilu a pošťačka nestihne doručit ani jediný dopis. Sousedé se sejdou na návsi a domlouvají se "
    "tak dlouho, až jim děti usnou na rameni; nejneobvyklejší nápady přitom mívá obyčejně stařičký hajný."
)


@cache
def fonts() -> dict[str, Font]:
    """Read the fonts by their roles; the icons are set in the same."""
    spec = importlib.util.find_spec("font_source_sans_pro")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "files"
    found = {role: read_font(role, (folder / f"SourceSansPro-{name}.ttf").read_bytes()) for role, name in FILES.items()}
    return {**found, "icons": found["text"]}


@cache
def letters() -> Letters:
    """Return what is known of the letters of these fonts."""
    return Letters(fonts())


def style(size: float = 10.0, *, leading: float = 1.25) -> Style:
    """Return a style of the tests' own."""
    return Style("text", "text", "bold", "italic", size, size, leading, 0.0, 0.0, "black", Place("type.yaml"))


def typesetter(language: str = "en") -> Typesetter:
    """Return a typesetter; "star" is an icon."""
    inks = {"black": BLACK, "red": RED}
    return Typesetter(language, letters(), icons={"star": "*"}, icon_inks={"star": "red"}, inks=inks)


def em(size: float = 10.0) -> float:
    """Return the em of a size in mm."""
    return size * MM_PER_POINT


def plain(text: str) -> tuple[Piece, ...]:
    """Return a text as one piece."""
    return (Piece(text),)


def words(lines: tuple[SetLine, ...]) -> str:
    """Return the text of set lines as it was before it was broken."""
    text = ""
    for line in lines:
        shown = "".join(run.text for run in line.runs)
        text += shown[:-1] if line.hyphen else shown + " "
    return text.strip()
