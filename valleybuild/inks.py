"""Inks to figures: contrast, difference as one sees it, colour blindness, what a press prints, and how much it takes.

An `Rgb` is a colour of a screen (sRGB, 0 to 255), a `Lab` one of CIELAB under D50.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, prod, radians, sin, sqrt

Rgb = tuple[int, int, int]
Cmyk = tuple[float, float, float, float]
Lab = tuple[float, float, float]
Xyz = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float], ...]

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)
_D50: Xyz = (0.96422, 1.0, 0.82521)
# Linear sRGB to XYZ under D50 and back (IEC 61966-2-1, adapted by the Bradford transform as ICC profiles are).
_TO_XYZ: Matrix = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
_FROM_XYZ: Matrix = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)


class Sight(Enum):
    """How somebody sees colours: as most do, or without the cones for long, middle or short waves."""

    FULL = "full sight"
    PROTAN = "protanopia"
    DEUTAN = "deuteranopia"
    TRITAN = "tritanopia"


# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
# at severity 1.0, for linear sRGB.
_SIGHTS: Mapping[Sight, Matrix] = {
    Sight.PROTAN: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Sight.DEUTAN: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    Sight.TRITAN: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# CIELAB of the solids on coated paper, measured on white (ISO 12647-2:2004, paper type 1; FOGRA39): paper, then the
# inks and what they give on top of each other. `k` stands for any overprint with solid black.
_SOLIDS: Mapping[str, Lab] = {
    "": (95, 0, -2),
    "c": (55, -37, -50),
    "m": (48, 74, -3),
    "y": (89, -5, 93),
    "my": (47, 68, 48),
    "cy": (50, -68, 25),
    "cm": (24, 22, -46),
    "cmy": (23, 0, 0),
    "k": (16, 0, 0),
}
_OVERPRINT = (9.0, 0.0, 0.0)  # black on two or three other solids
_YULE_NIELSEN = 1.9  # light that spreads in the paper: makes a half tone of 50 % as dark as a gain of some 14 % does


def luminance(colour: Rgb) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(part) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def contrast(first: Rgb, second: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return a colour with `share` (0 to 1) of the second in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def seen(colour: Rgb, sight: Sight) -> Rgb:
    """Return what somebody with full sight would have to look at to see a colour as `sight` does."""
    if sight is Sight.FULL:
        return colour
    linear = [_linear(part) for part in colour]
    return _screen(_times(_SIGHTS[sight], (linear[0], linear[1], linear[2])))


def grey_of(percent: float) -> Rgb:
    """Return the grey that so much black gives."""
    part = round(255 * (1 - percent / 100))
    return part, part, part


def lab(colour: Rgb) -> Lab:
    """Return the CIELAB values of a screen's colour."""
    red, green, blue = (_linear(part) for part in colour)
    return _lab(_times(_TO_XYZ, (red, green, blue)))


def press_rgb(cmyk: Cmyk) -> Rgb:
    """Return the colour that inks (in percent) give on coated paper, seen beside the paper and solid black.

    The Neugebauer equations: each overprint of solids counts by the area it covers, with the dots' gain after Yule
    and Nielsen. Good to a few ΔE; what a printer's own profile says is nearer.
    """
    return _screen(_times(_FROM_XYZ, _press_xyz(cmyk)))


def press_difference(cmyk: Cmyk, colour: Rgb) -> float:
    """Return the ΔE between what inks give in print and a screen's colour."""
    return lab_difference(_lab(_press_xyz(cmyk)), lab(colour))


@lru_cache(maxsize=4096)
def difference(first: Rgb, second: Rgb) -> float:
    """Return how different two colours look, as ΔE2000 (CIE 142:2001; Sharma, Wu and Dalal 2005)."""
    return lab_difference(lab(first), lab(second))


def ink_share(colour: Rgb) -> float:
    """Return how much toner a colour takes, in parts of a solid of one ink: 0 for white, 1 for black, 2 for red.

    What the three colours have in common is printed in black, as office printers do.
    """
    darkest = 255 - max(colour)
    return (darkest + sum(255 - part - darkest for part in colour)) / 255


def lab_difference(first: Lab, second: Lab) -> float:
    """Return the ΔE2000 of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 if b or a else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 and c2 else 0.0
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    weight += 0.32 * cos(radians(3 * hue + 6)) - 0.20 * cos(radians(4 * hue - 63))
    of_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    of_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    of_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    blue = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(max(0.0, of_light**2 + of_chroma**2 + of_hue**2 + blue * of_chroma * of_hue))


def _press_xyz(cmyk: Cmyk) -> Xyz:
    """Return the XYZ of inks in print, scaled so that the paper is white and solid black is black."""
    shares = dict(zip("cmyk", (part / 100 for part in cmyk), strict=True))
    total = [0.0, 0.0, 0.0]
    for number in range(16):
        on = {name for bit, name in enumerate("cmyk") if number >> bit & 1}
        area = prod(share if name in on else 1 - share for name, share in shares.items())
        if area:
            for axis, part in enumerate(_solid(frozenset(on))):
                total[axis] += area * part ** (1 / _YULE_NIELSEN)
    x, y, z = (part**_YULE_NIELSEN for part in total)
    paper, black = _solid(frozenset()), _solid(frozenset("k"))
    # Black point compensation: solid black counts as the screen's black, as the paper counts as its white.
    light = [(part - dark) / (white - dark) for part, white, dark in zip((x, y, z), paper, black, strict=True)]
    x, y, z = (max(part, 0.0) * white for part, white in zip(light, _D50, strict=True))
    return x, y, z


@lru_cache(maxsize=16)
def _solid(on: frozenset[str]) -> Xyz:
    if "k" in on:
        return _xyz(_OVERPRINT if len(on) > 2 else _SOLIDS["k"])
    return _xyz(_SOLIDS["".join(sorted(on))])


def _linear(part: float) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _screen(linear: Xyz) -> Rgb:
    parts = [min(max(part, 0.0), 1.0) for part in linear]
    parts = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts]
    red, green, blue = (round(255 * part) for part in parts)
    return red, green, blue


def _times(matrix: Matrix, column: Xyz) -> Xyz:
    x, y, z = (sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix)
    return x, y, z


def _lab(xyz: Xyz) -> Lab:
    parts = [part / white for part, white in zip(xyz, _D50, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _xyz(colour: Lab) -> Xyz:
    light, a, b = colour
    middle = (light + 16) / 116
    cubes = [part**3 for part in (middle + a / 500, middle, middle - b / 200)]
    parts = [cube if cube > 216 / 24389 else (116 * cube ** (1 / 3) - 16) * 27 / 24389 for cube in cubes]
    x, y, z = (max(part, 0.0) * white for part, white in zip(parts, _D50, strict=True))
    return x, y, z
