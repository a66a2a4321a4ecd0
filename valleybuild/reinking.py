"""Inks and paths to the same lighter, darker, finer or in another ink."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from valleybuild.inks import BLACK, WHITE, Rgb, contrast, luminance, mix
from valleybuild.scene import Colour, Path

MOST_BLACK = 24  # percent that an ink may be darkened by


def is_light(colour: Colour) -> bool:
    """Say whether an ink reflects more than half of what paper does."""
    return luminance(colour.rgb) > luminance(WHITE) / 2


def thinned(path: Path, share: float) -> Path:
    """Return a part of a picture with a finer line; dots and dashes keep their proportions."""
    stroke = path.stroke
    if stroke is None or stroke.dash:
        return path
    return Path(path.segments, path.fill, msgspec.structs.replace(stroke, width=stroke.width * share), path.even_odd)


def lightened(colour: Colour, target: float) -> Colour:
    """Return an ink made so light that it has a contrast with paper; one that is lighter stays as it is."""
    if contrast(colour.rgb, WHITE) <= target:
        return colour
    share = next(part / 100 for part in range(1, 101) if contrast(mix(WHITE, colour.rgb, part / 100), WHITE) >= target)
    return tint(colour, share)


def lighter(path: Path, share: float) -> Path:
    """Return a path that takes only a share of the ink."""
    stroke = path.stroke
    if stroke is not None:
        stroke = msgspec.structs.replace(stroke, colour=tint(stroke.colour, share))
    return Path(path.segments, tint(path.fill, share) if path.fill else None, stroke, path.even_odd)


def tint(colour: Colour, share: float) -> Colour:
    """Return an ink of which only a share is printed."""
    cyan, magenta, yellow, black = (round(part * share, 2) for part in colour.cmyk)
    return Colour(f"{colour.name}-tint", (cyan, magenta, yellow, black), mix(WHITE, colour.rgb, share))


def darkened(colour: Colour, grounds: Iterable[Rgb], need: float) -> Colour | None:
    """Return an ink with as much black in it as it takes to be read; None where that is more than a little."""
    for percent in range(4, MOST_BLACK + 1, 4):
        dark = mix(colour.rgb, BLACK, percent / 100)
        if all(contrast(dark, ground) >= need for ground in grounds):
            cyan, magenta, yellow, black = colour.cmyk
            return Colour(f"{colour.name}-dark", (cyan, magenta, yellow, min(100.0, black + percent)), dark)
    return None


def inked(path: Path, ink: Colour) -> Path:
    """Return a path with its area, or else its line, in another ink."""
    if path.fill is not None:
        return Path(path.segments, ink, path.stroke, path.even_odd)
    stroke = msgspec.structs.replace(path.stroke, colour=ink) if path.stroke else None
    return Path(path.segments, None, stroke, path.even_odd)
