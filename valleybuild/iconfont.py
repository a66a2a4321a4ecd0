"""Icons as filled shapes in; out come the bytes of a TrueType font that sets them in text, always the same bytes."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from valleybuild.problem import Place, Problem
from valleybuild.scene import Drawing, Path, Raster

EM = 1000  # units of the font
TOP, BOTTOM = 840, -160  # where an icon's viewBox begins and ends: about a capital's height and a little more
BEARING = 30  # on either side
WIDEST = 10  # times the height
SIGNS = (range(0x2010, 0xD800), range(0xE000, 0xF900))  # signs and the private area: what PDF readers extract as is

_DATE = 2_082_844_800  # 1 January 1970 in seconds from 1904: a font has a date, and this one never changes
_HOLES = ("white", "paper")  # inks that cut rather than paint
_STEPS = 12  # straight lines in place of one curve, when shapes are compared
_LINES = 61  # scan lines through a whole icon
_SPREAD = 0.6180339887  # an irrational step keeps scan lines off the corners of a grid

Point = tuple[float, float]


class Icon(msgspec.Struct, frozen=True):
    """One icon: its name, the code point it is typed as (a sign) and its drawing."""

    name: str
    code_point: int
    drawing: Drawing


class _Contour(msgspec.Struct, frozen=True):
    """A closed outline: its segments, the same as straight lines, and the number of the shape it belongs to."""

    segments: tuple[tuple[str | float, ...], ...]
    points: tuple[Point, ...]
    shape: int


class _Crossing(msgspec.Struct, frozen=True, order=True):
    """Where a scan line meets a contour: at `x`, going down (+1) or up (-1)."""

    x: float
    contour: int
    turn: int


def check_icon(drawing: Drawing, file: str) -> list[Problem]:
    """Return what keeps a drawing from becoming a letter: strokes, bitmaps, no ink, a stray part, a hole on an edge."""
    place = Place(file)
    problems: list[Problem] = []
    if any(isinstance(item, Raster) for item in drawing.items):
        problems.append(Problem("icon-bitmap", place, "the icon holds a bitmap", "draw it as filled shapes"))
    shapes = [item for item in drawing.items if isinstance(item, Path)]
    stroked = sum(shape.stroke is not None for shape in shapes)
    if stroked:
        hint = "convert strokes to paths (Inkscape: Path > Stroke to Path)"
        problems.append(Problem("icon-stroke", place, f"{stroked} of the icon's shapes have a stroke", hint))
    if drawing.width > WIDEST * drawing.height:
        message = f"the icon is {drawing.width / drawing.height:.3g} times as wide as high, {WIDEST} is the most"
        problems.append(Problem("icon-too-wide", place, message, "draw it narrower, or place it as a picture"))
    contours, signs, differs = _outlines(drawing)
    if not any(sign > 0 for sign in signs):
        hint = "fill a shape with an ink other than white or paper"
        problems.append(Problem("icon-empty", place, "the icon leaves no ink", hint))
    stray = _reach_outside(drawing, contours)
    if stray:
        hint = "make the icon smaller or its viewBox larger"
        problems.append(Problem("icon-outside", place, f"the icon reaches {stray:.3g} beyond its viewBox", hint))
    if differs is not None:
        message = f"shapes cross near x {differs[0]:.3g}, y {differs[1]:.3g} so that one outline cannot show them"
        hint = "cut the white shape out of the one below it (Inkscape: Path > Difference)"
        problems.append(Problem("icon-crossing", place, message, hint))
    return problems


def is_sign(code_point: int) -> bool:
    """Say whether an icon may stand for a code point: a sign of the basic plane, or one of its private area."""
    return any(code_point in signs for signs in SIGNS)


def build_icon_font(icons: Sequence[Icon]) -> bytes:
    """Build a font of 1000 units per em with one glyph for each icon, a space and the sign for missing glyphs.

    An icon's viewBox reaches from 160 units below the baseline to 840 above it; its width follows in proportion,
    with 30 units of room on either side. The font's name is derived from the icons, and nothing in it depends on
    the clock. Every drawing must have passed `check_icon`. Raises ValueError for a code point that is used twice
    or is no sign.
    """
    from fontTools.fontBuilder import FontBuilder

    codes = [icon.code_point for icon in icons]
    wrong = [code for code in codes if not is_sign(code) or codes.count(code) > 1]
    if wrong:
        raise ValueError(f"code point U+{wrong[0]:04X} is used twice or no sign")
    drawn = {f"uni{icon.code_point:04X}": icon for icon in sorted(icons, key=lambda icon: icon.code_point)}
    glyphs = {".notdef": _missing_glyph(), "space": _empty_glyph()}
    advances = {".notdef": 500, "space": 250}
    for glyph_name, icon in drawn.items():
        glyphs[glyph_name] = _glyph(icon.drawing)
        advances[glyph_name] = round(icon.drawing.width * EM / icon.drawing.height) + 2 * BEARING
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    letters = {icon.code_point: glyph_name for glyph_name, icon in drawn.items()}
    builder.setupCharacterMap({0x20: "space", 0xA0: "space", **letters})
    builder.setupGlyf(glyphs)
    lefts = {glyph_name: builder.font["glyf"][glyph_name].xMin for glyph_name in glyphs}
    builder.setupHorizontalMetrics({glyph_name: (advances[glyph_name], lefts[glyph_name]) for glyph_name in glyphs})
    builder.setupHorizontalHeader(ascent=TOP, descent=BOTTOM)
    measures = {"sTypoAscender": TOP, "sTypoDescender": BOTTOM, "usWinAscent": TOP, "usWinDescent": -BOTTOM}
    builder.setupOS2(**measures, sTypoLineGap=0, sCapHeight=680, sxHeight=480, fsType=0, usWeightClass=400)
    name = f"Icons{_fingerprint(icons)}"
    names = {"familyName": name, "styleName": "Regular", "uniqueFontIdentifier": name}
    builder.setupNameTable({**names, "fullName": name, "psName": name, "version": "Version 1.000"}, mac=False)
    builder.setupPost()
    builder.updateHead(created=_DATE, modified=_DATE, fontRevision=1.0)
    file = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.font.save(file, reorderTables=True)
    return file.getvalue()


def _fingerprint(icons: Sequence[Icon]) -> str:
    """Tell fonts apart by what they hold, since PDF writers know a font by its name."""
    drawn = sorted((icon.code_point, icon.name, repr(icon.drawing)) for icon in icons)
    return hashlib.sha256(repr(drawn).encode()).hexdigest()[:12]


def _empty_glyph() -> Any:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    return TTGlyphPen(None).glyph()


def _missing_glyph() -> Any:
    """Draw an upright frame, which no icon is mistaken for."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    for left, bottom, right, top in ((50, 0, 450, 700), (400, 50, 100, 650)):  # the second runs the other way round
        pen.moveTo((left, bottom))
        for point in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def _glyph(drawing: Drawing) -> Any:
    """Draw an icon's outlines, ink clockwise and holes counter-clockwise, as TrueType fills them."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    scale = EM / drawing.height
    contours, signs, _ = _outlines(drawing)
    glyph_pen = TTGlyphPen(None)
    for contour, sign in zip(contours, signs, strict=True):
        # turning the picture's y axis up moves no edge: what is clockwise on paper stays so
        reverse = _area(contour.points) * sign < 0
        if sign == 0:
            continue
        pen = Cu2QuPen(glyph_pen, 0.5, reverse_direction=reverse)
        for command, *values in contour.segments:
            numbers = [float(value) for value in values]
            points = [(x * scale + BEARING, TOP - y * scale) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if command == "M":
                pen.moveTo(points[0])
            elif command == "L":
                pen.lineTo(points[0])
            else:
                pen.curveTo(*points)
        pen.closePath()
    return glyph_pen.glyph(dropImpliedOnCurves=False)


@lru_cache(maxsize=512)
def _outlines(drawing: Drawing) -> tuple[list[_Contour], list[int], Point | None]:
    """Return a drawing's contours as they are oriented; the check and the font both ask, and it is the slow part."""
    contours = _contours(drawing)
    return contours, *_orient(drawing, contours)


def _contours(drawing: Drawing) -> list[_Contour]:
    """Take filled shapes apart into closed contours; those without an area are left out."""
    contours: list[_Contour] = []
    for number, item in enumerate(drawing.items):
        if not isinstance(item, Path) or item.fill is None:
            continue
        parts: list[list[tuple[str | float, ...]]] = []
        for segment in item.segments:
            if segment[0] == "M":
                parts.append([])
            if segment[0] != "Z":
                parts[-1].append(segment)
        for part in parts:
            points = _flatten(part)
            if abs(_area(points)) > 1e-6 * drawing.height**2:
                contours.append(_Contour(tuple(part), points, number))
    return contours


def _flatten(segments: Sequence[tuple[str | float, ...]]) -> tuple[Point, ...]:
    """Replace curves by short straight lines; the last point is the first again."""
    points: list[Point] = []
    for command, *values in segments:
        numbers = [float(value) for value in values]
        if command != "C":
            points.append((numbers[0], numbers[1]))
            continue
        (x, y), (x1, y1, x2, y2, x3, y3) = points[-1], numbers
        for step in range(1, _STEPS + 1):
            t, s = step / _STEPS, 1 - step / _STEPS
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            points.append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
    return (*points, points[0])


def _area(points: Sequence[Point]) -> float:
    """Return a closed line's area, above 0 where it runs clockwise with y pointing down."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise(points)) / 2


def _reach_outside(drawing: Drawing, contours: Sequence[_Contour]) -> float:
    """Return how far the shapes reach beyond the viewBox, in its units; a thousandth is let pass."""
    farthest = 0.0
    for contour in contours:
        for x, y in contour.points:
            farthest = max(farthest, -x, -y, x - drawing.width, y - drawing.height)
    return farthest if farthest > drawing.height / 1000 else 0.0


def _orient(drawing: Drawing, contours: Sequence[_Contour]) -> tuple[list[int], Point | None]:
    """Decide for each contour whether it adds ink (1), cuts a hole (-1) or changes nothing (0).

    Scan lines go through the painted picture: a contour that ink begins behind adds, one that ink ends behind
    cuts, and the majority decides. The second value is a point where filling the outlines so turned, by the
    non-zero rule of fonts, differs from the picture; None where they agree.
    """
    rows = [_walk(drawing, contours, y) for y in _scan_lines(drawing, contours)]
    votes = [0] * len(contours)
    for row in rows:
        inside = [False] * len(contours)
        before = False
        for crossing, after in row:
            inside[crossing.contour] = not inside[crossing.contour]
            if before != after:
                votes[crossing.contour] += 1 if after == inside[crossing.contour] else -1
            before = after
    signs = [(vote > 0) - (vote < 0) for vote in votes]
    naturals = [1 if _area(contour.points) > 0 else -1 for contour in contours]
    for row, y in zip(rows, _scan_lines(drawing, contours), strict=True):
        winding = 0
        for (crossing, painted), (following, _) in pairwise(row):
            winding += crossing.turn * signs[crossing.contour] * naturals[crossing.contour]
            if (winding != 0) != painted and following.x - crossing.x > drawing.height / 200:
                return signs, ((crossing.x + following.x) / 2, y)
    return signs, None


def _scan_lines(drawing: Drawing, contours: Sequence[_Contour]) -> list[float]:
    """Choose heights at which to look: evenly over the icon, and three in each contour, however small."""
    lines = [(number + _SPREAD) * drawing.height / _LINES for number in range(_LINES)]
    for contour in contours:
        top, bottom = min(y for _, y in contour.points), max(y for _, y in contour.points)
        lines += [top + (bottom - top) * share for share in (_SPREAD / 3, _SPREAD, (_SPREAD + 2) / 3)]
    return lines


def _walk(drawing: Drawing, contours: Sequence[_Contour], y: float) -> list[tuple[_Crossing, bool]]:
    """Follow one scan line from the left: each crossing, and whether the picture has ink behind it."""
    crossings: list[_Crossing] = []
    for number, contour in enumerate(contours):
        for (x, top), (next_x, bottom) in pairwise(contour.points):
            if (top <= y) != (bottom <= y):
                turn = 1 if top < bottom else -1
                crossings.append(_Crossing(x + (y - top) / (bottom - top) * (next_x - x), number, turn))
    crossings.sort()
    windings = dict.fromkeys((contour.shape for contour in contours), 0)
    row: list[tuple[_Crossing, bool]] = []
    for crossing in crossings:
        windings[contours[crossing.contour].shape] += crossing.turn
        row.append((crossing, _has_ink(drawing, windings)))
    return row


def _has_ink(drawing: Drawing, windings: dict[int, int]) -> bool:
    """Say whether the topmost shape that is filled here leaves ink."""
    for number in reversed(windings):
        item = drawing.items[number]
        if isinstance(item, Path) and (windings[number] % 2 if item.even_odd else windings[number]):
            return item.fill is not None and item.fill.name not in _HOLES
    return False
