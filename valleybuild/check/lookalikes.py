"""Pictures that look alike: a game's drawings in, pairs that are nearly the same out, mirrored or recoloured too.

Two measures are taken on drawings of 24 x 16 cells. Of the dark lines: the part of both pictures' lines that does not
coincide, 0 for the same lines and 1 for lines that nowhere meet. Of the colours: the mean difference of a channel, 0 to
255. Among the 8,001 pairs of 127 pictures drawn for one game, the lines of the two closest scenes differ by 0.32, those
of the closest portraits in like medallions by 0.23, and colours by 14. A copy that is recoloured differs by 0 in its
lines; one moved by 1 % by 0.09, one moved by 2 % or drawn 5 % larger by about 0.2 in its lines and 10 in its colours;
one that lacks each tenth shape by 0.04 and 2. The limits lie between.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec
from PIL import Image, ImageOps

from valleybuild.art.raster import draw_small
from valleybuild.check.pictures import PIXELS, game_drawings
from valleybuild.check.subject import Subject
from valleybuild.problem import Place, Problem, Related, Severity

LINES_LIMIT = 0.2
COLOURS_LIMIT = 12.0
CELLS = (24, 16)
COARSE = (6, 4)
DARK = 60  # how light, of 255, a line may be
ENOUGH, MOST = 0.02, 0.5  # how much of a picture lines cover: with less or more they say nothing about its shape
PAINTED = 0.5  # how much of a picture is painted where its colours say something about it


class Look(msgspec.Struct, frozen=True):
    """What a picture looks like from afar: its dark lines and its colours in cells, and both more coarsely.

    `linear` and `painted` say whether its lines and its colours are worth comparing.
    """

    lines: bytes
    colours: bytes
    coarse_lines: bytes
    coarse_greys: bytes
    linear: bool
    painted: bool


def check_lookalikes(subject: Subject) -> Iterator[Problem]:
    """Check that no picture is a copy of another, nearly, mirrored or in other inks."""
    looks = []
    for file, drawing in game_drawings(subject):
        small = draw_small(drawing, PIXELS)
        looks.append((file, look_at(small), look_at(ImageOps.mirror(small))))
    for (one, seen, mirrored), (other, look, _) in combinations(looks, 2):
        same, turned = likeness(seen, look), likeness(mirrored, look)
        if not same and not turned:
            continue
        how = same or f"{turned}, mirrored"
        message = f"{other.rsplit('/', 1)[1]} looks like {one.rsplit('/', 1)[1]}: {how}"
        hint = "draw another picture: with another composition, not in other colours"
        related = (Related(Place(one), "the other picture"),)
        yield Problem("picture-alike", Place(other), message, hint, severity=Severity.WARNING, related=related)


def look_at(small: Image.Image) -> Look:
    """Take down what a small picture looks like, on white paper."""
    flat = Image.alpha_composite(Image.new("RGBA", small.size, (255, 255, 255, 255)), small).convert("RGB")
    dark = flat.convert("L").point([255 if grey < DARK else 0 for grey in range(256)])
    cells = flat.resize(CELLS, Image.Resampling.BOX)
    lines = dark.resize(CELLS, Image.Resampling.BOX)
    # The mean of the channels, not the eye's grey, so that coarse cells never differ more than the fine ones do.
    red, green, blue = (band.resize(COARSE, Image.Resampling.BOX).tobytes() for band in flat.split())
    share = sum(lines.tobytes()) / (255 * CELLS[0] * CELLS[1])
    return Look(
        lines=lines.tobytes(),
        colours=cells.tobytes(),
        coarse_lines=lines.resize(COARSE, Image.Resampling.BOX).tobytes(),
        coarse_greys=bytes((r + g + b) // 3 for r, g, b in zip(red, green, blue, strict=True)),
        linear=ENOUGH < share < MOST,
        painted=small.getchannel("A").histogram()[255] > PAINTED * small.width * small.height,
    )


def likeness(one: Look, other: Look) -> str:
    """Say in what two pictures are alike; "" where they are not.

    Coarse cells never differ more than the fine ones within them, but for rounding: most pairs are told apart by them.
    """
    if one.linear and other.linear and _far(one.coarse_lines, other.coarse_lines, LINES_LIMIT + 0.05) is not None:
        lines = _far(one.lines, other.lines, LINES_LIMIT)
        if lines is not None:
            return f"{1 - lines:.0%} of their lines coincide"
    if one.painted and other.painted and _apart(one.coarse_greys, other.coarse_greys, COLOURS_LIMIT + 2) is not None:
        colours = _apart(one.colours, other.colours, COLOURS_LIMIT)
        if colours is not None:
            return f"their colours differ by {colours:.0f} of 255"
    return ""


def _far(one: bytes, other: bytes, limit: float) -> float | None:
    """Return what part of two masks does not coincide, where that is below a limit."""
    first, second = sum(one), sum(other)
    total = first + second
    if not total or abs(first - second) >= limit * total:  # the sums alone are too far apart
        return None
    far = sum(abs(a - b) for a, b in zip(one, other, strict=True)) / total
    return far if far < limit else None


def _apart(one: bytes, other: bytes, limit: float) -> float | None:
    """Return the mean difference of two rows of values, where that is below a limit."""
    if abs(sum(one) - sum(other)) >= limit * len(one):
        return None
    apart = sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)
    return apart if apart < limit else None
