"""A book's inks to the colours of its page, on a light ground and on a dark one, that can be read on every ground."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from valleybuild.book.look import Look
from valleybuild.inks import BLACK, WHITE, Rgb, contrast, mix
from valleybuild.scene import Colour

LEAST = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""
_AIM = 4.6  # a little more, for what rounding takes
_STEPS = 100
GROUNDS = ("page", "tip", "example", "row", "soft")
"""What text stands on."""
TEXTS = ("text", "quiet", "accent", "second")
"""What text is written in, on any of the grounds; the inks of words and icons, `ink-…`, are too."""


class Scheme(msgspec.Struct, frozen=True):
    """The colours of one ground by their names. `fill` is a ground of its own, for text in `on-fill` alone."""

    colours: dict[str, Rgb]


def legible(colour: Rgb, grounds: tuple[Rgb, ...], towards: Rgb) -> Rgb:
    """Return the colour nearest to the one given, on the way to black or white, that can be read on all grounds."""
    steps = (mix(colour, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((one for one in steps if all(contrast(one, ground) >= _AIM for ground in grounds)), towards)


def light_scheme(look: Look, inks: Mapping[str, Colour]) -> Scheme:
    """Choose the colours of a page that is light: the paper of the printed book, its tints and its inks."""
    paper = look.inks["table"].rgb
    grounds = {
        "page": mix(paper, WHITE, 0.55),
        "tip": mix(look.inks["tip"].rgb, WHITE, 0.3),
        "example": look.inks["example"].rgb,
        "row": mix(paper, look.inks["rule"].rgb, 0.12),
        "soft": mix(paper, look.inks["rule"].rgb, 0.04),
    }
    return _scheme(look, inks, grounds, BLACK)


def dark_scheme(look: Look, inks: Mapping[str, Colour]) -> Scheme:
    """Choose the colours of a page that is dark: the ink of the text for its ground, the tints as a glow on it."""
    page = mix(_text_ink(look, inks), BLACK, 0.42)
    grounds = {
        "page": page,
        "tip": mix(page, look.inks["tip"].rgb, 0.15),
        "example": mix(page, look.inks["quiet"].rgb, 0.36),
        "row": mix(page, look.inks["rule"].rgb, 0.12),
        "soft": mix(page, look.inks["rule"].rgb, 0.06),
    }
    return _scheme(look, inks, grounds, WHITE)


def _text_ink(look: Look, inks: Mapping[str, Colour]) -> Rgb:
    return inks[look.styles["text"].colour].rgb


def _scheme(look: Look, inks: Mapping[str, Colour], grounds: dict[str, Rgb], towards: Rgb) -> Scheme:
    """Fit what is written to the grounds."""
    every = tuple(grounds.values())
    dark = towards == WHITE
    text = mix(look.inks["table"].rgb, grounds["page"], 0.08) if dark else _text_ink(look, inks)
    accent = look.inks["accent"].rgb
    on_fill = mix(look.inks["table"].rgb, WHITE, 0.5)
    written = {
        "text": legible(text, every, towards),
        "quiet": legible(look.inks["quiet"].rgb, every, towards),
        "accent": legible(inks[look.styles["chapter"].colour].rgb, every, towards),
        "second": legible(inks[look.styles["section"].colour].rgb, every, towards),
        **{f"ink-{name}": legible(ink.rgb, every, towards) for name, ink in sorted(inks.items())},
    }
    fill = legible(mix(accent, BLACK, 0.22) if dark else accent, (on_fill,), BLACK)
    others = {
        "fill": fill,
        "on-fill": on_fill,
        "head": legible(mix(look.inks["quiet"].rgb, BLACK, 0.2 if dark else 0.0), (on_fill,), BLACK),
        "paper": on_fill,
        "on-paper": fill,
        "on-paper-soft": legible(look.inks["quiet"].rgb, (on_fill,), BLACK),
        "rule": mix(grounds["page"], look.inks["rule"].rgb, 0.35 if dark else 0.8),
        "plate": mix(look.inks["table"].rgb, grounds["page"], 0.06) if dark else mix(grounds["page"], WHITE, 0.6),
    }
    return Scheme({**grounds, **written, **others})
