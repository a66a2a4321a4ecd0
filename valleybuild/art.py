"""The bytes of a picture in; out come a `Drawing` (SVG) or a size in pixels (PNG), and every finding about it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from xml.parsers import expat

import msgspec

from valleybuild import svgpath
from valleybuild.problem import Place, Problem
from valleybuild.scene import Colour, Drawing, Path, Stroke
from valleybuild.svgpath import IDENTITY, SHAPES, GeometryError, Matrix, Segment

SVG_LIMIT = 512 * 1024  # bytes

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_BROKEN_BYTES = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_TAG = re.compile(rb"<[^\s/>]*")
_ATTRIBUTE = re.compile(rb"\s+([^\s=<>/\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")
_RAW = re.compile(r"\r\n|&[^;]*;|.", re.DOTALL)

_GEOMETRY: Mapping[str, tuple[str, ...]] = {"svg": ("viewBox",), "g": (), "defs": (), **SHAPES}
_NOT_NEGATIVE = ("stroke-width", "width", "height", "rx", "ry", "r")
_WORDS: Mapping[str, Mapping[str, bool]] = {
    "stroke-linecap": {"butt": False, "round": True},
    "stroke-linejoin": {"miter": False, "round": True},
    "fill-rule": {"nonzero": False, "evenodd": True},
}
_LOOK = ("fill", "stroke", "stroke-width", "stroke-dasharray", "transform", *_WORDS)
_HARMLESS = (
    *("id", "version", "baseProfile", "preserveAspectRatio", "role", "lang", "focusable", "clip-rule"),
    *("shape-rendering", "color-rendering", "text-rendering", "enable-background"),
)
_ROOT_HARMLESS = ("x", "y", "width", "height")
_NEUTRAL: Mapping[str, str] = {  # values that leave the picture as it is
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), "1"),
    "stroke-dashoffset": "0",
    "stroke-miterlimit": "4",
    "display": "inline",
    "visibility": "visible",
    **dict.fromkeys(("filter", "mask", "clip-path", "vector-effect"), "none"),
    "paint-order": "normal",
}
_SUPPORTED = "svg, g, path, rect, circle, ellipse, line, polyline and polygon are understood"
_ELEMENT_HINTS: Mapping[str, str] = {
    **dict.fromkeys(("linearGradient", "radialGradient", "pattern"), "replace it by flat fills of inks"),
    **dict.fromkeys(("clipPath", "mask"), "cut the shapes themselves (Inkscape: Path > Intersection)"),
    **dict.fromkeys(("use", "symbol"), "unlink the clone (Inkscape: Edit > Clone > Unlink Clone)"),
    "text": "convert it to a path (Inkscape: Path > Object to Path)",
    "image": "place bitmaps as PNG files of their own, not inside an SVG",
    "style": "write its rules as attributes of the shapes (fill=…, stroke=…)",
    "script": "delete it",
    "filter": "delete it, or draw its effect as shapes",
    "svg": "replace the inner svg by a g with a transform",
}
_ATTRIBUTE_HINTS: Mapping[str, str] = {
    "style": "write each property as an attribute of its own, such as fill=… (in Inkscape: save as Plain SVG)",
    "class": "write the class's rules as attributes of the shape (fill=…, stroke=…)",
    **dict.fromkeys(("display", "visibility"), "delete hidden shapes"),
    "color": "remove it: currentColor is set by where the picture is used",
}


class _State(msgspec.Struct, frozen=True):
    """What a shape inherits: the transform so far and the presentation attributes."""

    matrix: Matrix = IDENTITY
    fill: Colour | None = None
    fill_given: bool = False
    stroke: Colour | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    words: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict.fromkeys(_WORDS, False))
    shown: bool = True


class _StopReading(Exception):
    """End the parse early, after a finding that leaves the rest unsafe to read."""


def parse_svg(
    source: bytes, file: str, *, inks: Mapping[str, Colour], recolour: Colour | None = None
) -> tuple[Drawing | None, list[Problem]]:
    """Read an SVG file into a drawing in the units of its viewBox, or return all findings and no drawing.

    Every colour must equal the rgb of an ink; `currentColor` is `recolour`, or else the ink named "ink".
    Coordinates are rounded to 6 decimals, so that every computer yields the same drawing. A stroke is `round`
    where its caps or its joins are.
    """
    source = source.removeprefix(b"\xef\xbb\xbf")
    reader = _Reader(source, file, inks, recolour)
    if reader.check_bytes():
        reader.read()
    if not reader.problems and not reader.items:
        reader.report("svg-empty", reader.root, "the picture paints nothing", "give a shape a fill or a stroke")
    if reader.problems:
        return None, reader.problems
    return Drawing(file, reader.size[0], reader.size[1], tuple(reader.items)), []


class _Reader:
    """Walk through one SVG file once, collecting shapes and findings."""

    def __init__(self, source: bytes, file: str, inks: Mapping[str, Colour], recolour: Colour | None) -> None:
        self.source, self.file, self.inks = source, file, inks
        self.current = recolour or inks.get("ink")
        self.by_rgb = {ink.rgb: ink for ink in reversed(list(inks.values()))}
        self.problems: list[Problem] = []
        self.items: list[Path] = []
        self.size = (0.0, 0.0)
        self.states: list[_State] = []
        self.skipped = 0  # how many open elements of a subtree that is not read
        self.tag = 0  # the byte at which the current tag starts
        self.root = Place(file)

    def report(self, name: str, place: Place, message: str, hint: str) -> None:
        """Note a finding."""
        self.problems.append(Problem(name, place, message, hint))

    def check_bytes(self) -> bool:
        """Say whether the bytes are fit to be parsed at all."""
        if len(self.source) > SVG_LIMIT:
            size = f"{len(self.source) / 1024:.0f} KB"
            self.report("svg-too-large", self.root, f"the file has {size}, 512 KB is the most", "simplify its paths")
            return False
        found = _BROKEN_BYTES.search(self.source)
        if found is not None:
            place = self._span(found.start(), found.end())
            message = f"control byte 0x{found.group()[0]:02X} in the file"
            self.report("svg-characters", place, message, "save the picture again as Plain SVG")
            return False
        try:
            self.source.decode("utf-8")
        except UnicodeDecodeError as error:
            place = self._span(error.start, error.start + 1)
            message = f"byte 0x{self.source[error.start]:02X} is not UTF-8"
            self.report("svg-characters", place, message, "save the picture again in UTF-8")
            return False
        return True

    def read(self) -> None:
        """Parse the file; entities are never expanded and nothing outside it is opened."""
        self.parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        try:
            self.parser.Parse(self.source, True)
        except expat.ExpatError as error:
            at = max(self.parser.ErrorByteIndex, 0)
            message = f"not well-formed XML: {expat.ErrorString(error.code)}"
            self.report("svg-not-xml", self._span(at, at + 1), message, "mend the file here, or save it again")
        except _StopReading:
            pass

    def _span(self, start: int, end: int) -> Place:
        """Return the place of a stretch of bytes."""
        ends = []
        for at in (start, end):
            line_start = self.source.rfind(b"\n", 0, at) + 1
            column = len(self.source[line_start:at].decode("utf-8", "replace")) + 1
            ends += [self.source.count(b"\n", 0, at) + 1, column]
        return Place(self.file, *ends)

    def _element(self) -> Place:
        found = _TAG.match(self.source, self.tag)
        return self._span(self.tag, found.end() if found else self.tag + 1)

    def _attribute(self, index: int, *, value: bool = True, offset: int | None = None) -> Place:
        """Return the place of the current tag's attribute: its value (from `offset` characters on) or its name."""
        found = _TAG.match(self.source, self.tag)
        while found and (found := _ATTRIBUTE.match(self.source, found.end())):
            if found.group(1).split(b":")[0] == b"xmlns":  # the parser keeps these to itself
                continue
            if index == 0:
                break
            index -= 1
        if not found:
            return self._element()
        if not value:
            return self._span(*found.span(1))
        start, end = found.span(2) if found.group(2) is not None else found.span(3)
        if offset is None:
            return self._span(start, max(end, start + 1))
        # the parser gives a line break or an entity as one character, the file may hold several
        marks = list(_RAW.finditer(self.source[start:end].decode("utf-8")))
        text = "".join(mark.group() for mark in marks[:offset])
        at = start + len(text.encode("utf-8"))
        return self._span(at, at + 1)

    def _doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        at = self.parser.CurrentByteIndex
        start = max(self.source.rfind(b"<!DOCTYPE", 0, at + 9), 0)
        held = " with declarations of its own" if internal else ""
        hint = "delete <!DOCTYPE …>" + (", and write what its entities stand for in their place" if internal else "")
        self.report("svg-doctype", self._span(start, start + 9), f"a document type{held} is not allowed", hint)
        if internal:  # what follows may use its entities
            raise _StopReading

    def _instruction(self, target: str, text: str) -> None:
        if target == "xml-stylesheet":
            at = self.parser.CurrentByteIndex
            place = self._span(at, at + len("<?xml-stylesheet"))
            self.report("svg-reference", place, "a style sheet is called in", "write its rules as attributes")

    def _start(self, tag: str, attributes: list[str]) -> None:
        if self.skipped:
            self.skipped += 1
            return
        namespace, _, name = tag.rpartition(" ")
        self.tag = self.parser.CurrentByteIndex
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        if namespace in ("", _SVG) and name in _GEOMETRY and (name == "svg") == (not self.states):
            self._open(name, pairs)
            return
        self.skipped = 1
        if not self.states:
            hint = f'begin with <svg xmlns="{_SVG}" viewBox="0 0 …">'
            self.report("svg-root", self._element(), f"the outermost element is <{name}>, not <svg>", hint)
        elif namespace in ("", _SVG) and name not in ("title", "desc", "metadata"):
            hint = _ELEMENT_HINTS.get(name, "delete it, or draw it as a path")
            self.report("svg-element", self._element(), f"<{name}> is not understood", f"{hint}; {_SUPPORTED}")
            for index, (key, value) in enumerate(pairs):
                self._refers(index, key, value)

    def _end(self, tag: str) -> None:
        if self.skipped:
            self.skipped -= 1
        else:
            self.states.pop()

    def _open(self, name: str, pairs: list[tuple[str, str]]) -> None:
        """Read an element that is understood, and paint it if it is a shape."""
        found: dict[str, tuple[int, str]] = {}
        for index, (key, value) in enumerate(pairs):
            if key in _LOOK or key in _GEOMETRY[name]:
                if not self._refers(index, key, value):
                    found[key] = (index, value)
            else:
                self._check_other(name, index, key, value)
        state = self._inherit(found, self.states[-1] if self.states else _State())
        if name == "svg":
            self.root = self._element()
            self._read_frame(found)
        elif name == "defs":
            state = msgspec.structs.replace(state, shown=False)
        elif name != "g":
            self._paint(name, found, state)
        self.states.append(state)

    def _refers(self, index: int, key: str, value: str) -> bool:
        """Report an attribute that points at something else."""
        if key not in ("href", "src", f"{_XLINK} href") and "url(" not in value.lower():
            return False
        name = key.rpartition(" ")[2]
        hint = "fill with an ink's #rrggbb" if name in ("fill", "stroke") else "draw the thing itself, or delete it"
        self.report("svg-reference", self._attribute(index), f"{name} refers to “{value.strip()[:60]}”", hint)
        return True

    def _check_other(self, name: str, index: int, key: str, value: str) -> None:
        """Report an attribute that is neither understood nor known to leave the picture as it is."""
        if self._refers(index, key, value) or " " in key or key in _HARMLESS or key.startswith(("data-", "aria-")):
            return
        if value.strip() == _NEUTRAL.get(key) or (name == "svg" and key in _ROOT_HARMLESS):
            return
        near = difflib.get_close_matches(key, (*_LOOK, *_GEOMETRY[name]), 1, 0.8)
        hint = _ATTRIBUTE_HINTS.get(key) or (f"did you mean {near[0]}?" if near else "delete it, or draw its effect")
        message = f"{key}=“{value.strip()[:40]}” of <{name}> is not understood"
        self.report("svg-attribute", self._attribute(index, value=False), message, hint)

    def _read_frame(self, found: Mapping[str, tuple[int, str]]) -> None:
        """Take the picture's size from the viewBox."""
        hint = 'write viewBox="0 0 WIDTH HEIGHT"'
        if "viewBox" not in found:
            self.report("svg-viewbox", self.root, "<svg> has no viewBox", hint)
            return
        index, value = found["viewBox"]
        try:
            x, y, width, height = svgpath.read_numbers(value)
        except ValueError:
            self.report("svg-viewbox", self._attribute(index), f"viewBox “{value[:60]}” is not four numbers", hint)
            return
        if (x, y) != (0, 0):
            hint = f'write viewBox="0 0 {width:g} {height:g}" and wrap all in <g transform="translate({-x:g} {-y:g})">'
            self.report("svg-viewbox", self._attribute(index), f"viewBox starts at {x:g} {y:g}, not at 0 0", hint)
        elif width <= 0 or height <= 0:
            message = f"viewBox is {width:g} wide and {height:g} high"
            self.report("svg-viewbox", self._attribute(index), message, "width and height are above 0")
        self.size = (width, height)

    def _inherit(self, found: Mapping[str, tuple[int, str]], state: _State) -> _State:
        """Apply an element's presentation attributes to what it inherits."""
        changes: dict[str, object] = {}
        words = dict(state.words)
        for key, (index, value) in found.items():
            if value.strip() == "inherit":
                continue
            if key == "fill":
                changes |= {"fill": self._colour(index, value), "fill_given": True}
            elif key == "stroke":
                changes["stroke"] = self._colour(index, value)
            elif key == "stroke-width":
                changes["width"] = self._length(index, key, value)
            elif key == "stroke-dasharray":
                changes["dash"] = self._dash(index, value)
            elif key == "transform":
                changes["matrix"] = svgpath.multiply(state.matrix, self._transform(index, value))
            elif key in _WORDS and value.strip() in _WORDS[key]:
                words[key] = _WORDS[key][value.strip()]
                changes["words"] = words
            elif key in _WORDS:
                hint = f"{key} is {' or '.join(_WORDS[key])}"
                self.report("svg-attribute", self._attribute(index), f"{key} “{value.strip()[:40]}”", hint)
        return msgspec.structs.replace(state, **changes) if changes else state

    def _colour(self, index: int, value: str) -> Colour | None:
        """Turn a colour into an ink; what is no ink is reported and counts as none."""
        text = value.strip().lower()
        if text == "none":
            return None
        if text == "currentcolor":
            if self.current is None:
                hint = 'add an ink named "ink", or give the picture a colour where it is used'
                self.report("svg-ink", self._attribute(index), "currentColor, but there is no ink named “ink”", hint)
            return self.current
        found = _HEX.fullmatch(text)
        if found is None:
            hint = "write #rgb, #rrggbb, currentColor or none"
            self.report("svg-colour", self._attribute(index), f"the colour “{value.strip()[:40]}”", hint)
            return None
        digits = found.group(1) if len(text) == 7 else "".join(2 * digit for digit in found.group(1))
        return self._ink((int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)), index)

    def _ink(self, rgb: tuple[int, int, int], index: int | None) -> Colour | None:
        """Find the ink of a colour; `index` is the attribute's, or None for the black of a shape without a fill."""
        if rgb in self.by_rgb:
            return self.by_rgb[rgb]
        near = min(
            self.inks.items(),
            key=lambda pair: sum((a - b) ** 2 for a, b in zip(pair[1].rgb, rgb, strict=True)),
            default=None,
        )
        hint = f"the nearest ink is {near[0]}, {_hex(near[1].rgb)}" if near else "the palette has no inks"
        message = (
            f"{_hex(rgb)} is not an ink" if index is not None else f"no fill means {_hex(rgb)}, which is not an ink"
        )
        self.report("svg-ink", self._element() if index is None else self._attribute(index), message, hint)
        return None

    def _length(self, index: int, key: str, value: str) -> float:
        """Read one number, which may end in px; what is wrong is reported and counts as 0."""
        text = value.strip()
        hint = "write a plain number in the units of the viewBox"
        try:
            (number,) = svgpath.read_numbers(text.removesuffix("px"))
        except ValueError as error:
            why = f": {error}" if isinstance(error, GeometryError) else ""
            self.report("svg-number", self._attribute(index), f"{key} “{text[:40]}” is not a number{why}", hint)
            return 0.0
        if number < 0 and key in _NOT_NEGATIVE:
            self.report("svg-number", self._attribute(index), f"{key} is {number:g}", f"{key} is 0 or more")
            return 0.0
        return number

    def _numbers(self, index: int, key: str, value: str) -> list[float]:
        try:
            return svgpath.read_numbers(value)
        except GeometryError as error:
            place = self._attribute(index, offset=error.offset)
            self.report("svg-number", place, f"{key}: {error}", "write plain numbers parted by spaces or commas")
            return []

    def _dash(self, index: int, value: str) -> tuple[float, ...]:
        if value.strip() == "none":
            return ()
        numbers = self._numbers(index, "stroke-dasharray", value)
        if numbers and min(numbers) < 0:
            self.report(
                "svg-number", self._attribute(index), f"a dash is {min(numbers):g} long", "dashes are 0 or more"
            )
        if not any(numbers):
            return ()
        return tuple(numbers * 2 if len(numbers) % 2 else numbers)  # an odd list is gone through twice

    def _transform(self, index: int, value: str) -> Matrix:
        try:
            return svgpath.read_transform(value)
        except GeometryError as error:
            hint = "write translate(x y), scale(s), rotate(degrees), skewX, skewY or matrix(a b c d e f)"
            self.report("svg-transform", self._attribute(index, offset=error.offset), str(error), hint)
            return IDENTITY

    def _segments(self, name: str, found: Mapping[str, tuple[int, str]]) -> list[Segment]:
        """Read a shape's geometry; a shape without an extent has no segments."""
        if name == "path":
            index, value = found.get("d", (0, ""))
            try:
                return svgpath.read_path("" if value.strip() == "none" else value)
            except GeometryError as error:
                place = self._attribute(index, offset=error.offset)
                self.report("svg-path", place, f"path data: {error}", "mend the data, or draw the path again")
                return []
        if name in ("polyline", "polygon"):
            index, value = found.get("points", (0, ""))
            numbers = self._numbers(index, "points", value)
            if len(numbers) % 2:
                hint = "give every x its y"
                self.report("svg-number", self._attribute(index), f"points holds {len(numbers)} numbers", hint)
                return []
            return svgpath.polyline(numbers, name == "polygon")
        sizes = {key: self._length(*(found[key][0], key, found[key][1])) for key in _GEOMETRY[name] if key in found}
        return svgpath.shape(name, sizes)

    def _paint(self, name: str, found: Mapping[str, tuple[int, str]], state: _State) -> None:
        """Add a shape to the picture."""
        segments = self._segments(name, found)
        if not segments or not state.shown:
            return
        fill = state.fill
        if name == "line":
            fill = None
        elif not state.fill_given:
            fill = self._ink((0, 0, 0), None)
        scale = svgpath.mean_scale(state.matrix)
        stroke = None
        if state.stroke is not None and state.width * scale > 0:
            dash = tuple(round(length * scale, 6) for length in state.dash)
            ends = state.words["stroke-linecap"] or state.words["stroke-linejoin"]
            stroke = Stroke(state.stroke, round(state.width * scale, 6), dash, ends)
        if fill is None and stroke is None:
            return
        placed = svgpath.place(state.matrix, segments)
        if placed is None:
            self.report("svg-number", self._element(), f"<{name}> lies too far away", "mend its transform")
            return
        self.items.append(Path(placed, fill, stroke, state.words["fill-rule"]))


def _hex(rgb: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
