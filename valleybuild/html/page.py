"""A rulebook's prose, the game's materials and its look to one HTML page that asks for nothing from outside."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping
from urllib.parse import quote

import msgspec

from valleybuild.book.look import Look
from valleybuild.book.prose import ChapterTitle, Prose
from valleybuild.compose.materials import Materials
from valleybuild.fonts import missing
from valleybuild.html.blocks import BlockWriter, figure_of
from valleybuild.html.colours import Scheme, dark_scheme, light_scheme
from valleybuild.html.guide import contents, index
from valleybuild.html.inline import ICON_ROLE, Inline, plain, quoted
from valleybuild.html.lettering import Lettering, font_rules
from valleybuild.html.names import icon_names
from valleybuild.html.style import style_sheet
from valleybuild.html.svg import Sprites, drawings_of
from valleybuild.model import IconSpec, Style
from valleybuild.problem import Problem
from valleybuild.scene import Drawing

ICON_FOLDER = "fonts/"
"""Where a game's icons lie; all else that is drawn is a picture."""
HYPHENS = "-\u2010"
"""What a browser may set where it divides a word."""
NUMBERS = "0123456789."
"""What a browser sets before the items of a list."""
NARROW_ROOM = 62.0
"""How wide a figure may be in mm for its words to be read on a telephone."""
NARROW = "(max-width:63.99rem)"
"""Screens on which the contents are closed at first."""
SCRIPT = f'if(matchMedia("{NARROW}").matches)document.querySelector("nav details").open=false'


class _Parts(msgspec.Struct, frozen=True):
    """The parts of a page in their order, and what they need: fonts, inks, symbols."""

    cover: str
    contents: str
    text: str
    index: str
    inline: Inline
    sprites: Sprites


def html_book(prose: Prose, materials: Materials, look: Look, *, narrow: Prose | None = None) -> bytes:
    """Return a book in one language as a page of HTML, in UTF-8: the same bytes for the same book.

    `prose` is rendered without pages; `narrow` is the same with figures at most `NARROW_ROOM` mm wide, which are shown
    on telephones. The page holds its fonts, its pictures and its style; it loads nothing.
    """
    parts = _write(prose, materials, look, narrow=narrow)
    inks = materials.game.layouts.inks
    schemes = light_scheme(look, inks), dark_scheme(look, inks)
    fonts = font_rules(parts.inline.lettering, materials.measure.fonts, look.styles["text"])
    style = style_sheet(look, schemes, fonts=fonts, inks=parts.inline.inks, faces=parts.sprites.faces())
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{quoted(prose.language)}">',
            *_head(prose, schemes, style),
            "<body>",
            f'<a class="skip" href="#_main">{quoted(_first(prose, materials.game.icons))}</a>',
            parts.sprites.sheet(),
            parts.cover,
            parts.contents,
            f'<main id="_main" tabindex="-1">\n{parts.text}\n{parts.index}\n</main>',
            f'<a class="back" href="#_contents">{quoted(prose.labels.contents)}</a>',
            "</body>",
            "</html>",
            "",
        ]
    ).encode()


def check_html(prose: Prose, materials: Materials, look: Look) -> list[Problem]:
    """Return what would keep a page from looking as it should: characters that its fonts have no glyph for.

    A book's running text is checked where it is rendered; this is about its other fonts, such as that of its titles.
    """
    lettering = _write(prose, materials, look).inline.lettering
    problems: list[Problem] = []
    place = prose.blocks[0].content.place if prose.blocks else materials.game.place
    for role, used in sorted(lettering.used.items()):
        font = materials.measure.fonts.get(role)
        if font is None or role == ICON_ROLE:
            continue
        for character in missing(font, "".join(sorted(used - set(HYPHENS)))):
            message = f'the font "{role}" has no glyph for "{character}" (U+{ord(character):04X}) in the rulebook'
            hint = "use another sign, or another font for this part of the book"
            problems.append(Problem("missing-glyph", place, message, hint, lang=prose.language))
    return problems


def _write(prose: Prose, materials: Materials, look: Look, *, narrow: Prose | None = None) -> _Parts:
    """Write the parts of a page."""
    game = materials.game
    lettering = Lettering()
    inline = Inline(game.icons, icon_names(game, prose.language), lettering)
    sprites = Sprites(look.styles["text"], lettering, materials.rasters)
    writer = BlockWriter(look, prose.labels, inline=inline, sprites=sprites)
    text = look.styles["text"]
    for role in (text.font, text.bold, text.italic):
        lettering.note(HYPHENS, role)
    lettering.note(NUMBERS, text.bold)
    lettering.note(f"{prose.labels.contents}{_first(prose, game.icons)}", text.font)
    return _Parts(
        cover=_cover(prose, inline, look, version=game.version, sprites=sprites),
        contents=_contents(prose, inline, look),
        text=writer.write(prose.blocks, narrow.blocks if narrow else ()),
        index=index(prose, inline, heading=writer.style("chapter"), style=writer.style("index")),
        inline=inline,
        sprites=sprites,
    )


def _first(prose: Prose, icons: Mapping[str, IconSpec]) -> str:
    """Return the number and title of the first chapter: what one skips to."""
    for block in prose.blocks:
        if isinstance(block.content, ChapterTitle):
            title = plain(block.content.title, icons)
            return f"{block.content.number} {title}" if block.content.number else title
    return prose.title


def _head(prose: Prose, schemes: tuple[Scheme, Scheme], style: str) -> list[str]:
    """Return the head: a policy that forbids every request, the title, the style."""
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    light, dark = ("#{:02x}{:02x}{:02x}".format(*scheme.colours["fill"]) for scheme in schemes)
    sign = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
        f'<circle cx="8" cy="8" r="8" fill="{light}"/><circle cx="8" cy="8" r="5" fill="none" stroke="#fff"/></svg>'
    )
    return [
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="theme-color" media="(prefers-color-scheme: light)" content="{light}">',
        f'<meta name="theme-color" media="(prefers-color-scheme: dark)" content="{dark}">',
        f"<title>{quoted(prose.title)}</title>",
        f'<meta name="description" content="{quoted(prose.subtitle)}">',
        f'<link rel="icon" href="data:image/svg+xml,{quote(sign)}">',
        f"<style>\n{style}\n</style>",
        "</head>",
    ]


def _cover(prose: Prose, inline: Inline, look: Look, *, version: str, sprites: Sprites) -> str:
    """Return the title as a postage stamp: the book's first picture, the title, a postmark over the corner."""
    title = inline.word(prose.title, look.styles["chapter"].font)
    subtitle = inline.word(prose.subtitle, look.styles["text"].font)
    mark = _postmark(prose.title, version, inline, look.styles["chapter"])
    first = next((drawing for drawing in _pictures(prose) if drawing.width > drawing.height), None)
    picture = f'<div class="picture">{sprites.picture(first)}</div>' if first else ""
    return (
        f'<header class="cover"><div class="stamp"><div>{picture}<div class="title"><h1>{title}</h1>'
        f"<p>{subtitle}</p></div></div>{mark}</div></header>"
    )


def _pictures(prose: Prose) -> Iterator[Drawing]:
    """Yield the drawings in a book's figures, but for its icons."""
    for block in prose.blocks:
        figure = figure_of(block)
        if figure is not None:
            yield from (one for one in drawings_of(figure.scene.items) if not one.name.startswith(ICON_FOLDER))


def _postmark(title: str, version: str, inline: Inline, style: Style) -> str:
    """Return a postmark: rings, the title round about, the version in the middle. It is there to be looked at only."""
    inline.lettering.note(title, style.font)
    inline.lettering.note(version, style.font)
    text = quoted(title)
    return (
        '<svg class="postmark" viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">'
        '<g fill="none" stroke="currentColor"><circle r="92" stroke-width="5"/><circle r="56" stroke-width="3"/></g>'
        '<path id="_ring" fill="none" d="M-66 0a66 66 0 0 1 132 0a66 66 0 0 1-132 0"/>'
        f'<text class="t-mark" fill="currentColor" font-size="20"><textPath href="#_ring" textLength="400" '
        f'lengthAdjust="spacing">{text}</textPath></text>'
        f'<text class="t-mark" fill="currentColor" font-size="24" y="9" text-anchor="middle">{quoted(version)}</text>'
        "</svg>"
    )


def _contents(prose: Prose, inline: Inline, look: Look) -> str:
    """Return the contents: closed at first where the screen is narrow, unless there are no scripts."""
    heading, style = look.styles["chapter"], look.styles["contents"]
    title = inline.word(prose.labels.contents, heading.font)
    return (
        f'<nav id="_contents" aria-labelledby="_t-contents"><details open><summary><h2 id="_t-contents">{title}</h2>'
        f"</summary>{contents(prose, inline, style)}</details></nav>\n<script>{SCRIPT}</script>"
    )
