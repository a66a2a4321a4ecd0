"""Items in millimetres with y down to the drawing operators of a PDF, in points with y up. Pure text."""

from __future__ import annotations

from math import cos, radians, sin

from valleybuild.scene import Colour, Group, Path, Raster, Stroke, Use

POINTS = 72 / 25.4  # in a millimetre
CURVE = 0.5522847498  # the handle of a quarter circle's curve, as a part of the radius
TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}  # clockwise


def number(value: float) -> str:
    """Write a number as short as PDF allows, to a ten-thousandth of a point (36 nanometres)."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def ink_operator(colour: Colour, stroke: bool = False) -> str:
    """Return the operator that chooses a colour: neutral ones as grey, so that they print with black toner only."""
    if colour.name == "black" or colour.cmyk == (0, 0, 0, 100):
        return "0 G" if stroke else "0 g"
    if colour.name == "white" or colour.cmyk == (0, 0, 0, 0):
        return "1 G" if stroke else "1 g"
    red, green, blue = (number(part / 255) for part in colour.rgb)
    if red == green == blue:
        return f"{red} {'G' if stroke else 'g'}"
    return f"{red} {green} {blue} {'RG' if stroke else 'rg'}"


def path_operators(path: Path, unit: float, height: float) -> str:
    """Return the operators of a shape."""
    parts: list[str] = []
    for kind, *lengths in path.segments:
        if kind == "Z":
            parts.append("h")
            continue
        for x, y in zip(lengths[::2], lengths[1::2], strict=True):
            parts.append(f"{number(float(x) * unit)} {number(height - float(y) * unit)}")
        parts.append({"M": "m", "L": "l", "C": "c"}[str(kind)])
    shape = " ".join(parts)
    rule = "*" if path.even_odd else ""
    if path.stroke is None:
        return f"{ink_operator(path.fill)} {shape} f{rule}" if path.fill else ""
    pen = pen_operators(path.stroke, unit)
    if path.fill is None:
        return f"q {pen} {shape} S Q"
    return f"q {ink_operator(path.fill)} {pen} {shape} B{rule} Q"


def pen_operators(stroke: Stroke, unit: float) -> str:
    """Return the operators that set a line's colour, width, ends and dashes."""
    pen = f"{ink_operator(stroke.colour, stroke=True)} {number(stroke.width * unit)} w"
    if stroke.round:
        pen += " 1 J 1 j"
    if stroke.dash:
        pen += f" [{' '.join(number(length * unit) for length in stroke.dash)}] 0 d"
    return pen


def show_operators(name: str, item: Use | Raster, scale: tuple[float, float], unit: float, height: float) -> str:
    """Return the operators that place an XObject in an item's box."""
    corner = f"{number(item.x * unit)} {number(height - (item.y + item.height) * unit)}"
    # Six decimals: a scale is multiplied by the coordinates of what it scales.
    return f"q {scale[0]:.6f} 0 0 {scale[1]:.6f} {corner} cm /{name} Do Q"


def turn_operators(group: Group, height: float) -> list[str]:
    """Return the operators that turn a group's space and clip it; the clip turns with the items."""
    operators: list[str] = []
    if group.angle:
        angle = radians(group.angle)
        a, b, c, d = cos(angle), -sin(angle), sin(angle), cos(angle)
        x, y = group.x * POINTS, height - group.y * POINTS
        matrix = " ".join(f"{part:.6f}" for part in (a, b, c, d))
        operators.append(f"{matrix} {number(x - a * x - c * y)} {number(y - b * x - d * y)} cm")
    if group.clip:
        operators.append(f"{rectangle(group.clip, height)} W n")
    return operators


def rectangle(box: tuple[float, float, float, float], height: float) -> str:
    """Return the path of a rectangle given in mm."""
    x, y, wide, high = box
    edges = (x * POINTS, height - (y + high) * POINTS, wide * POINTS, high * POINTS)
    return " ".join(number(edge) for edge in edges) + " re"


def circle(x: float, y: float, radius: float, height: float) -> str:
    """Return the path of a circle given in mm."""
    handle = radius * CURVE
    segments: list[tuple[str | float, ...]] = [("M", x + radius, y)]
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        ex, ey = -dy, dx  # a quarter turn on
        near = (x + radius * dx + handle * ex, y + radius * dy + handle * ey)
        far = (x + radius * ex + handle * dx, y + radius * ey + handle * dy)
        segments.append(("C", *near, *far, x + radius * ex, y + radius * ey))
    parts: list[str] = []
    for kind, *lengths in segments:
        parts += [
            number(float(at) * POINTS if i % 2 == 0 else height - float(at) * POINTS) for i, at in enumerate(lengths)
        ]
        parts.append("m" if kind == "M" else "c")
    return " ".join(parts)


def rounded(box: tuple[float, float, float, float], radius: float, height: float) -> str:
    """Return the path of a rectangle with round corners, given in mm."""
    if not radius:
        return rectangle(box, height)
    x, y, wide, high = box
    handle = radius * (1 - CURVE)
    right, bottom = x + wide, y + high
    corners = (
        ((right - radius, y), (right - handle, y), (right, y + handle), (right, y + radius)),
        ((right, bottom - radius), (right, bottom - handle), (right - handle, bottom), (right - radius, bottom)),
        ((x + radius, bottom), (x + handle, bottom), (x, bottom - handle), (x, bottom - radius)),
        ((x, y + radius), (x, y + handle), (x + handle, y), (x + radius, y)),
    )
    parts = [_point(x + radius, y, height), "m"]
    for start, first, second, end in corners:
        parts += [_point(*start, height), "l", *(_point(*at, height) for at in (first, second, end)), "c"]
    return " ".join([*parts, "h"])


def _point(x: float, y: float, height: float) -> str:
    return f"{number(x * POINTS)} {number(height - y * POINTS)}"
