"""Geometry as SVG writes it (path data, transforms, basic shapes) in, segments with absolute coordinates out."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

Segment = tuple[str | float, ...]
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LIMIT = 1e7  # beyond it a coordinate is a slip, and products of coordinates lose their meaning
KAPPA = 4 / 3 * math.tan(math.pi / 8)  # how far a quarter circle's control points reach

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_FIRST = re.compile(rf"[ \t\r\n\f]*({_NUMBER})")
_NEXT = re.compile(rf"[ \t\r\n\f]*,?[ \t\r\n\f]*({_NUMBER})")
_FLAG = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*([01])")
_COMMAND = re.compile(r"[ \t\r\n\f]*([MmLlHhVvCcSsQqTtAaZz])")
_SPACE = re.compile(r"[ \t\r\n\f]*")
_FUNCTION = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*([A-Za-z]+)[ \t\r\n\f]*\(")
_CLOSE = re.compile(r"[ \t\r\n\f]*\)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TRANSFORMS = {"translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,), "matrix": (6,)}

SHAPES: Mapping[str, tuple[str, ...]] = {  # the basic shapes and the attributes that give their geometry
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}


class GeometryError(ValueError):
    """Say what is wrong in a geometry text, and at which character (0-based) of it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def _seen(text: str, offset: int) -> str:
    """Quote what stands at an offset, for a message."""
    rest = text[offset:].split()
    return f"“{rest[0][:12]}”" if rest else "the end"


def _skip(text: str, offset: int) -> int:
    """Return the offset of the next character that is not white space."""
    found = _SPACE.match(text, offset)
    return found.end() if found else offset


def _number(text: str, offset: int, first: bool) -> tuple[float, int]:
    found = (_FIRST if first else _NEXT).match(text, offset)
    if found is None:
        at = _skip(text, offset)
        raise GeometryError(f"a number is expected, {_seen(text, at)} found", at)
    value = float(found.group(1))
    if not -LIMIT <= value <= LIMIT:
        raise GeometryError(f"the number {found.group(1)[:24]} is too large", found.start(1))
    return value, found.end()


def read_numbers(text: str) -> list[float]:
    """Read a list of numbers parted by spaces or single commas; raise GeometryError where it is not one."""
    numbers: list[float] = []
    offset = 0
    while _skip(text, offset) < len(text):
        value, offset = _number(text, offset, not numbers)
        numbers.append(value)
    return numbers


def _arguments(text: str, offset: int, command: str, first: bool) -> tuple[list[float], int, bool]:
    """Read one set of a command's arguments; the last value says whether another set follows."""
    numbers: list[float] = []
    for index in range(_COUNTS[command]):
        if command == "A" and index in (3, 4):  # flags may stand without a separator: "a1 1 0 01.5.5"
            found = _FLAG.match(text, offset)
            if found is None:
                at = _skip(text, offset)
                raise GeometryError(f"an arc's flag is 0 or 1, {_seen(text, at)} found", at)
            numbers.append(float(found.group(1)))
            offset = found.end()
        else:
            value, offset = _number(text, offset, first and index == 0)
            numbers.append(value)
    return numbers, offset, bool(numbers) and _NEXT.match(text, offset) is not None


def read_path(text: str) -> list[Segment]:
    """Read path data into absolute M, L, C and Z segments (SVG 1.1, chapter 8.3).

    Every contour opens with an M of its own, also where the text goes on after Z without one.
    Raises GeometryError at the first character that breaks the grammar.
    """
    pen = _Pen()
    offset = 0
    while _skip(text, offset) < len(text):
        found = _COMMAND.match(text, offset)
        if found is None:
            at = _skip(text, offset)
            raise GeometryError(f"a path command is expected, {_seen(text, at)} found", at)
        letter, offset = found.group(1), found.end()
        if not pen.segments and letter not in "Mm":
            raise GeometryError(f"a path begins with M, {_seen(text, found.start(1))} found", found.start(1))
        command, relative, first, more = letter.upper(), letter.islower(), True, True
        while more:
            numbers, offset, more = _arguments(text, offset, command, first)
            pen.draw(command, numbers, relative)
            first = False
            if command == "M":
                command = "L"  # further pairs after a move are lines
    return pen.finish()


class _Pen:
    """Follow the current point through a path's commands."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[float, float] = (0.0, 0.0)
        self.last = ""

    def draw(self, command: str, numbers: list[float], relative: bool) -> None:
        """Append one command with one set of arguments."""
        x, y = self.x, self.y
        if command == "Z":
            self.segments.append(("Z",))
            self.x, self.y, self.last = self.start_x, self.start_y, command
            return
        if command == "M":
            self._move(numbers[0] + (x if relative else 0), numbers[1] + (y if relative else 0))
            return
        if self.last == "Z":
            self._move(x, y)
        if command == "H":
            numbers = [numbers[0] + (x if relative else 0), y]
        elif command == "V":
            numbers = [x, numbers[0] + (y if relative else 0)]
        elif command == "A":
            numbers[-2:] = (numbers[-2] + x, numbers[-1] + y) if relative else numbers[-2:]
        elif relative:
            numbers = [number + (y if index % 2 else x) for index, number in enumerate(numbers)]
        end_x, end_y = numbers[-2], numbers[-1]
        if command in "HVL":
            self.segments.append(("L", end_x, end_y))
        elif command == "A":
            self.segments.extend(arc(x, y, numbers))
        else:
            self.segments.append(self._curve(command, numbers))
        self.x, self.y, self.last = end_x, end_y, command

    def _move(self, x: float, y: float) -> None:
        if self.segments and self.segments[-1][0] == "M":
            self.segments.pop()
        self.segments.append(("M", x, y))
        self.x, self.y, self.start_x, self.start_y, self.last = x, y, x, y, "M"

    def _curve(self, command: str, numbers: list[float]) -> Segment:
        x, y = self.x, self.y
        if command == "C":
            self.control = (numbers[2], numbers[3])
            return ("C", *numbers)
        # S and T mirror the control point of a like command before them, else start from the current point
        mirrored = self.last in ("C", "S") if command == "S" else self.last in ("Q", "T")
        mirror = (2 * x - self.control[0], 2 * y - self.control[1]) if mirrored else (x, y)
        if command == "S":
            self.control = (numbers[0], numbers[1])
            return ("C", *mirror, *numbers)
        q_x, q_y = (numbers[0], numbers[1]) if command == "Q" else mirror
        self.control = (q_x, q_y)
        end_x, end_y = numbers[-2], numbers[-1]
        return (
            "C", x + 2 / 3 * (q_x - x), y + 2 / 3 * (q_y - y),
            end_x + 2 / 3 * (q_x - end_x), end_y + 2 / 3 * (q_y - end_y), end_x, end_y,
        )  # fmt: skip

    def finish(self) -> list[Segment]:
        """Return the segments, without a last move that draws nothing."""
        if self.segments and self.segments[-1][0] == "M":
            self.segments.pop()
        return self.segments


def arc(x: float, y: float, numbers: list[float]) -> list[Segment]:
    """Turn an elliptical arc from (x, y) into cubic curves of at most a quarter turn (SVG 1.1, appendix F.6).

    `numbers` are rx, ry, rotation in degrees, large-arc flag, sweep flag, end x, end y (absolute).
    """
    radius_x, radius_y, rotation, large, sweep, end_x, end_y = numbers
    radius_x, radius_y = abs(radius_x), abs(radius_y)
    if (x, y) == (end_x, end_y):
        return []
    if radius_x < 1e-9 or radius_y < 1e-9:
        return [("L", end_x, end_y)]
    cosine, sine = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    half_x, half_y = (x - end_x) / 2, (y - end_y) / 2
    # the chord's half in a space where the ellipse is the unit circle
    unit_x, unit_y = (cosine * half_x + sine * half_y) / radius_x, (cosine * half_y - sine * half_x) / radius_y
    reach = unit_x * unit_x + unit_y * unit_y
    if reach > 1:  # radii too small for the chord are scaled up until they just fit
        radius_x, radius_y = radius_x * math.sqrt(reach), radius_y * math.sqrt(reach)
        unit_x, unit_y, reach = unit_x / math.sqrt(reach), unit_y / math.sqrt(reach), 1.0
    away = math.sqrt((1 - reach) / reach) if reach else 0.0
    away = -away if large == sweep else away
    centre_x, centre_y = away * unit_y, -away * unit_x
    first = math.atan2(unit_y - centre_y, unit_x - centre_x)
    turn = math.atan2(-unit_y - centre_y, -unit_x - centre_x) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    middle: Matrix = (
        cosine * radius_x, sine * radius_x, -sine * radius_y, cosine * radius_y, (x + end_x) / 2, (y + end_y) / 2,
    )  # fmt: skip
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    lever = 4 / 3 * math.tan(step / 4)
    curves: list[Segment] = []
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        cos_a, sin_a, cos_b, sin_b = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        curves.append((
            "C", centre_x + cos_a - lever * sin_a, centre_y + sin_a + lever * cos_a,
            centre_x + cos_b + lever * sin_b, centre_y + sin_b - lever * cos_b, centre_x + cos_b, centre_y + sin_b,
        ))  # fmt: skip
    placed = apply(middle, curves)
    placed[-1] = (*placed[-1][:5], end_x, end_y)  # land exactly where the path says
    return placed


def rectangle(x: float, y: float, width: float, height: float, radius_x: float, radius_y: float) -> list[Segment]:
    """Draw a rectangle, its corners rounded where both radii are above 0 (they are cut to half the sides)."""
    right, bottom = x + width, y + height
    r, s = min(radius_x, width / 2), min(radius_y, height / 2)
    if r <= 0 or s <= 0:
        return [("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)]
    k, m = r * (1 - KAPPA), s * (1 - KAPPA)
    return [
        ("M", x + r, y), ("L", right - r, y), ("C", right - k, y, right, y + m, right, y + s),
        ("L", right, bottom - s), ("C", right, bottom - m, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom), ("C", x + k, bottom, x, bottom - m, x, bottom - s),
        ("L", x, y + s), ("C", x, y + m, x + k, y, x + r, y), ("Z",),
    ]  # fmt: skip


def ellipse(x: float, y: float, radius_x: float, radius_y: float) -> list[Segment]:
    """Draw an ellipse about (x, y) as four cubic curves."""
    k, m = radius_x * KAPPA, radius_y * KAPPA
    left, right, top, bottom = x - radius_x, x + radius_x, y - radius_y, y + radius_y
    return [
        ("M", right, y), ("C", right, y + m, x + k, bottom, x, bottom), ("C", x - k, bottom, left, y + m, left, y),
        ("C", left, y - m, x - k, top, x, top), ("C", x + k, top, right, y - m, right, y), ("Z",),
    ]  # fmt: skip


def shape(name: str, sizes: Mapping[str, float]) -> list[Segment]:
    """Draw a rect, circle, ellipse or line from its attributes; one without an extent has no segments."""
    get = sizes.get
    if name == "rect":
        width, height = get("width", 0.0), get("height", 0.0)
        radius_x, radius_y = get("rx", get("ry", 0.0)), get("ry", get("rx", 0.0))  # one stands for both
        if width == 0 or height == 0:
            return []
        return rectangle(get("x", 0.0), get("y", 0.0), width, height, radius_x, radius_y)
    if name == "line":
        return [("M", get("x1", 0.0), get("y1", 0.0)), ("L", get("x2", 0.0), get("y2", 0.0))]
    radius_x, radius_y = get("rx", get("r", 0.0)), get("ry", get("r", 0.0))
    if radius_x == 0 or radius_y == 0:
        return []
    return ellipse(get("cx", 0.0), get("cy", 0.0), radius_x, radius_y)


def polyline(numbers: list[float], closed: bool) -> list[Segment]:
    """Join points given as x and y in turn with lines."""
    segments: list[Segment] = [("L", x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    if segments:
        segments[0] = ("M", *segments[0][1:])
    return [*segments, ("Z",)] if closed and segments else segments


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, segments: list[Segment]) -> list[Segment]:
    """Put segments through a matrix."""
    a, b, c, d, e, f = matrix
    placed: list[Segment] = []
    for segment in segments:
        values: list[str | float] = [segment[0]]
        for index in range(1, len(segment), 2):
            x, y = float(segment[index]), float(segment[index + 1])
            values += (a * x + c * y + e, b * x + d * y + f)
        placed.append(tuple(values))
    return placed


def place(matrix: Matrix, segments: list[Segment]) -> tuple[Segment, ...] | None:
    """Put segments through a matrix and round them to 6 decimals; None where a coordinate is beyond the limit.

    Rounding keeps the last bits of sines from telling computers apart; adding 0 turns -0 into 0.
    """
    placed = segments if matrix == IDENTITY else apply(matrix, segments)
    if any(not -LIMIT <= value <= LIMIT for segment in placed for value in segment[1:]):  # type: ignore[operator]
        return None
    return tuple((segment[0], *[round(float(value), 6) + 0.0 for value in segment[1:]]) for segment in placed)


def mean_scale(matrix: Matrix) -> float:
    """Return the scale that keeps areas: what a line's width is multiplied by."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def read_transform(text: str) -> Matrix:
    """Read a transform list, the first function outermost; raise GeometryError where it is not one."""
    result = IDENTITY
    offset = 0
    while (at := _skip(text, offset)) < len(text):
        found = _FUNCTION.match(text, offset)
        if found is None or found.group(1) not in _TRANSFORMS:
            raise GeometryError(f"a transform such as translate(…) is expected, {_seen(text, at)} found", at)
        numbers: list[float] = []
        offset = found.end()
        while (close := _CLOSE.match(text, offset)) is None:
            value, offset = _number(text, offset, not numbers)
            numbers.append(value)
        if len(numbers) not in _TRANSFORMS[found.group(1)]:
            raise GeometryError(f"{found.group(1)} cannot take {len(numbers)} numbers", at)
        result = multiply(result, _function(found.group(1), numbers))
        offset = close.end()
    return result


def _function(name: str, numbers: list[float]) -> Matrix:
    first = numbers[0]
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, first, numbers[1] if len(numbers) > 1 else 0.0)
    if name == "scale":
        return (first, 0.0, 0.0, numbers[1] if len(numbers) > 1 else first, 0.0, 0.0)
    if name == "rotate":
        cosine, sine = math.cos(math.radians(first)), math.sin(math.radians(first))
        x, y = (numbers[1], numbers[2]) if len(numbers) > 1 else (0.0, 0.0)
        return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)
    if name == "skewX":
        return (1.0, 0.0, math.tan(math.radians(first)), 1.0, 0.0, 0.0)
    if name == "skewY":
        return (1.0, math.tan(math.radians(first)), 0.0, 1.0, 0.0, 0.0)
    return (first, numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
