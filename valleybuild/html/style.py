"""A book's look to the style sheet of its page: the rules that hold for every game, and those of its fonts and inks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from valleybuild.book.look import Look
from valleybuild.html.colours import Scheme
from valleybuild.html.lettering import Face, face_of
from valleybuild.html.sheet import SHEET
from valleybuild.model import Style

PARTS: tuple[tuple[str, str], ...] = (
    ("body", "text"),
    (".cover h1", "chapter"),
    ("nav", "contents"),
    ("nav h2", "chapter"),
    (".chapter>h2", "chapter"),
    (".section>h3", "section"),
    (".box>:is(h3,h4)", "label"),
    (".question>:is(h3,h4)", "term"),
    (".answer", "answer"),
    (".why", "why"),
    ("caption,figcaption", "caption"),
    ("tbody", "table"),
    ("thead", "head"),
    (".index ul", "index"),
)
"""What is set in the style of which part of the book."""


def style_sheet(
    look: Look, schemes: tuple[Scheme, Scheme], *, fonts: str, inks: Iterable[str], faces: Mapping[str, Face]
) -> str:
    """Return the style sheet. `schemes` are the light and the dark one, `faces` the fonts of images by their class."""
    light, dark = schemes
    used = sorted(inks)
    text = look.styles["text"]
    parts = [rule for selector, part in PARTS for rule in _part(selector, look.styles.get(part, text), text)]
    return "\n".join(
        [
            fonts,
            f":root{{color-scheme:light dark;{_variables(light, used)}}}",
            f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables(dark, used)}}}}}",
            *parts,
            f"dt{{{face_of(text.bold, text).rules()}}}",
            f".t-mark{{{face_of(look.styles['chapter'].font, text).rules()}}}",
            *(f".ink-{name}{{color:var(--ink-{name})}}" for name in used),
            *(f".{name}{{{face.rules()}}}" for name, face in faces.items()),
            SHEET,
        ]
    )


def _variables(scheme: Scheme, inks: list[str]) -> str:
    """Return the colours as variables; of the inks only those that are used."""
    names = [name for name in scheme.colours if not name.startswith("ink-") or name.removeprefix("ink-") in inks]
    return ";".join("--{}:#{:02x}{:02x}{:02x}".format(name, *scheme.colours[name]) for name in names)


def _part(selector: str, style: Style, text: Style) -> list[str]:
    """Return the fonts of a part, and its size as a part of the text's."""
    each = selector.split(",")
    size = "" if selector == "body" else f";font-size:{style.size / text.size:.3g}em"
    bold = ",".join(f"{one} b" for one in each)
    italic = ",".join(f"{one} i" for one in each)
    return [
        f"{selector}{{{face_of(style.font, text).rules()}{size}}}",
        f"{bold}{{{face_of(style.bold, text).rules()}}}",
        f"{italic}{{{face_of(style.italic, text).rules()}}}",
    ]
