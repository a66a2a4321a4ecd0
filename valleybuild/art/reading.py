"""The bytes of an SVG file in; out come a `Drawing` and every finding about it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from xml.parsers import expat

import msgspec

from valleybuild import svgpath
from valleybuild.art.motifs import (
    CURRENT,
    DEPTH,
    FOLDER,
    SHAPES_LIMIT,
    Motif,
    Motifs,
    fit_motif,
    place_motif,
    takes_colour,
)
from valleybuild.art.source import Source
from valleybuild.art.values import Attributes, Tag
from valleybuild.art.vocabulary import (
    ATTRIBUTE_HINTS,
    ELEMENT_HINTS,
    GEOMETRY,
    HARMLESS,
    LOOK,
    NEUTRAL,
    ROOT_HARMLESS,
    SUPPORTED,
    SVG,
    USE_HINT,
    WORDS,
    XLINK,
)
from valleybuild.problem import Place, Problem
from valleybuild.scene import Colour, Drawing, Path, Stroke
from valleybuild.svgpath import IDENTITY, Matrix


class _State(msgspec.Struct, frozen=True):
    """What a shape inherits: the transform so far and the presentation attributes."""

    matrix: Matrix = IDENTITY
    fill: Colour | None = None
    fill_given: bool = False
    stroke: Colour | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    words: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict.fromkeys(WORDS, False))
    shown: bool = True


class _StopReading(Exception):
    """End the parse early, after a finding that leaves the rest unsafe to read."""


def parse_svg(
    source: bytes,
    file: str,
    *,
    inks: Mapping[str, Colour],
    recolour: Colour | None = None,
    motifs: Motifs | None = None,
) -> tuple[Drawing | None, list[Problem]]:
    """Read an SVG file into a drawing in the units of its viewBox, or return all findings and no drawing.

    Every colour must equal the rgb of an ink; `currentColor` is `recolour`, or else the ink named "ink".
    Coordinates are rounded to 6 decimals, so that every computer yields the same drawing. A stroke is `round`
    where its caps or its joins are. With `motifs` the file may use them; a motif's own findings are returned the first
    time it is used, so that a picture may come without a drawing and without findings.
    """
    reader = _Reader(_bare(source, file), inks, recolour or inks.get("ink"), motifs)
    return reader.drawing(), reader.problems


def find_shapes(
    source: bytes, file: str, *, inks: Mapping[str, Colour], motifs: Motifs | None = None
) -> tuple[Place, tuple[Place, ...]]:
    """Return where the root of an SVG file stands, and where each item of its drawing does."""
    reader = _Reader(_bare(source, file), inks, inks.get("ink"), motifs)
    reader.drawing()
    return reader.root, tuple(reader.source.element(start) for start in reader.starts)


def _bare(source: bytes, file: str) -> Source:
    return Source(source.removeprefix(b"\xef\xbb\xbf"), file)


class _Reader:
    """Walk through one SVG file once, collecting shapes and findings. `opened` are the motifs being read around it."""

    def __init__(
        self,
        source: Source,
        inks: Mapping[str, Colour],
        current: Colour | None,
        motifs: Motifs | None,
        opened: tuple[str, ...] = (),
    ) -> None:
        self.source, self.inks, self.current, self.motifs, self.opened = source, inks, current, motifs, opened
        self.by_rgb = {ink.rgb: ink for ink in reversed(list(inks.values()))}
        self.problems: list[Problem] = []
        self.items: list[Path] = []
        self.starts: list[int] = []  # for each item, where the tag stands that paints it
        self.size = (0.0, 0.0)
        self.states: list[_State] = []
        self.skipped = 0  # how many open elements of a subtree that is not read
        self.depth = 0  # how deep the motifs used here use others
        self.own: Colour | None = None  # what a motif's root says is its currentColor
        self.whole = True  # until a motif used here turns out to be broken
        self.root = Place(source.file)

    def drawing(self) -> Drawing | None:
        """Read the file and return what it paints; None where something is wrong in it or in a motif."""
        fault = self.source.fault()
        if fault is not None:
            self.problems.append(fault)
            return None
        self.read()
        if not self.problems and not self.items and self.whole:
            hint = "give a shape a fill or a stroke"
            self.problems.append(Problem("svg-empty", self.root, "the picture paints nothing", hint))
        if self.problems or not self.whole:
            return None
        return Drawing(self.source.file, self.size[0], self.size[1], tuple(self.items))

    def read(self) -> None:
        """Parse the file; entities are never expanded, and nothing outside it is opened but motifs."""
        self.parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        self.tag = Tag(self.source, 0, self.by_rgb, self.current, self.problems)
        try:
            self.parser.Parse(self.source.content, True)
        except expat.ExpatError as error:
            at = max(self.parser.ErrorByteIndex, 0)
            message = f"not well-formed XML: {expat.ErrorString(error.code)}"
            self.tag.report(
                "svg-not-xml", self.source.span(at, at + 1), message, "mend the file here, or save it again"
            )
        except _StopReading:
            pass

    def _doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        at = self.parser.CurrentByteIndex
        start = max(self.source.content.rfind(b"<!DOCTYPE", 0, at + 9), 0)
        held = " with declarations of its own" if internal else ""
        hint = "delete <!DOCTYPE …>" + (", and write what its entities stand for in their place" if internal else "")
        place = self.source.span(start, start + 9)
        self.tag.report("svg-doctype", place, f"a document type{held} is not allowed", hint)
        if internal:  # what follows may use its entities
            raise _StopReading

    def _instruction(self, target: str, text: str) -> None:
        if target == "xml-stylesheet":
            at = self.parser.CurrentByteIndex
            place = self.source.span(at, at + len("<?xml-stylesheet"))
            self.tag.report("svg-reference", place, "a style sheet is called in", "write its rules as attributes")

    def _start(self, tag: str, attributes: list[str]) -> None:
        if self.skipped:
            self.skipped += 1
            return
        namespace, _, name = tag.rpartition(" ")
        self.tag = Tag(self.source, self.parser.CurrentByteIndex, self.by_rgb, self.current, self.problems)
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        known = name in GEOMETRY and (name != "use" or self.motifs is not None)
        if namespace in ("", SVG) and known and (name == "svg") == (not self.states):
            self._open(name, pairs)
            return
        self.skipped = 1
        if not self.states:
            hint = f'begin with <svg xmlns="{SVG}" viewBox="0 0 …">'
            self.tag.report("svg-root", self.tag.element(), f"the outermost element is <{name}>, not <svg>", hint)
        elif namespace in ("", SVG) and name not in ("title", "desc", "metadata"):
            hint = ELEMENT_HINTS.get(name, "delete it, or draw it as a path")
            message = f"<{name}> is not understood"
            self.tag.report("svg-element", self.tag.element(), message, f"{hint}; {SUPPORTED}")
            for index, (key, value) in enumerate(pairs):
                self._refers(index, key, value)

    def _end(self, tag: str) -> None:
        if self.skipped:
            self.skipped -= 1
        else:
            self.states.pop()

    def _open(self, name: str, pairs: list[tuple[str, str]]) -> None:
        """Read an element that is understood, and paint it if it is a shape or a motif."""
        found: dict[str, tuple[int, str]] = {}
        for index, (key, value) in enumerate(pairs):
            if name == "use" and key in LOOK and key != "transform":
                message = f"{key} of <use> changes nothing: a motif keeps its own inks and lines"
                self.tag.report("svg-attribute", self.tag.attribute(index, value=False), message, USE_HINT)
            elif name == "svg" and key == "color" and self.opened:
                self.own = self.tag.colour(index, value)
            elif key in LOOK or key in GEOMETRY[name]:
                if (name == "use" and key == "href") or not self._refers(index, key, value):
                    found[key] = (index, value)
            else:
                self._check_other(name, index, key, value)
        state = self._inherit(found, self.states[-1] if self.states else _State())
        if name == "svg":
            self.root = self.tag.element()
            self._read_frame(found)
        elif name == "defs":
            state = msgspec.structs.replace(state, shown=False)
        elif name == "use":
            self._use(found, state)
        elif name != "g":
            self._paint(name, found, state)
        self.states.append(state)

    def _refers(self, index: int, key: str, value: str) -> bool:
        """Report an attribute that points at something else."""
        if key not in ("href", "src", f"{XLINK} href") and "url(" not in value.lower():
            return False
        name = key.rpartition(" ")[2]
        hint = "fill with an ink's #rrggbb" if name in ("fill", "stroke") else "draw the thing itself, or delete it"
        self.tag.report("svg-reference", self.tag.attribute(index), f"{name} refers to “{value.strip()[:60]}”", hint)
        return True

    def _check_other(self, name: str, index: int, key: str, value: str) -> None:
        """Report an attribute that is neither understood nor known to leave the picture as it is."""
        if self._refers(index, key, value) or " " in key or key in HARMLESS or key.startswith(("data-", "aria-")):
            return
        if value.strip() == NEUTRAL.get(key) or (name == "svg" and key in ROOT_HARMLESS):
            return
        near = difflib.get_close_matches(key, (*LOOK, *GEOMETRY[name]), 1, 0.8)
        hint = ATTRIBUTE_HINTS.get(key) or (f"did you mean {near[0]}?" if near else "delete it, or draw its effect")
        message = f"{key}=“{value.strip()[:40]}” of <{name}> is not understood"
        self.tag.report("svg-attribute", self.tag.attribute(index, value=False), message, hint)

    def _read_frame(self, found: Attributes) -> None:
        """Take the picture's size from the viewBox."""
        hint = 'write viewBox="0 0 WIDTH HEIGHT"'
        if "viewBox" not in found:
            self.tag.report("svg-viewbox", self.root, "<svg> has no viewBox", hint)
            return
        index, value = found["viewBox"]
        place = self.tag.attribute(index)
        try:
            x, y, width, height = svgpath.read_numbers(value)
        except ValueError:
            self.tag.report("svg-viewbox", place, f"viewBox “{value[:60]}” is not four numbers", hint)
            return
        if (x, y) != (0, 0):
            hint = f'write viewBox="0 0 {width:g} {height:g}" and wrap all in <g transform="translate({-x:g} {-y:g})">'
            self.tag.report("svg-viewbox", place, f"viewBox starts at {x:g} {y:g}, not at 0 0", hint)
        elif width <= 0 or height <= 0:
            message = f"viewBox is {width:g} wide and {height:g} high"
            self.tag.report("svg-viewbox", place, message, "width and height are above 0")
        self.size = (width, height)

    def _inherit(self, found: Attributes, state: _State) -> _State:
        """Apply an element's presentation attributes to what it inherits."""
        changes: dict[str, object] = {}
        words = dict(state.words)
        for key, (index, value) in found.items():
            if value.strip() == "inherit":
                continue
            if key == "fill":
                changes |= {"fill": self.tag.colour(index, value), "fill_given": True}
            elif key == "stroke":
                changes["stroke"] = self.tag.colour(index, value)
            elif key == "stroke-width":
                changes["width"] = self.tag.length(index, key, value)
            elif key == "stroke-dasharray":
                changes["dash"] = self.tag.dash(index, value)
            elif key == "transform":
                changes["matrix"] = svgpath.multiply(state.matrix, self.tag.transform(index, value))
            elif key in WORDS and value.strip() in WORDS[key]:
                words[key] = WORDS[key][value.strip()]
                changes["words"] = words
            elif key in WORDS:
                hint = f"{key} is {' or '.join(WORDS[key])}"
                self.tag.report("svg-attribute", self.tag.attribute(index), f"{key} “{value.strip()[:40]}”", hint)
        return msgspec.structs.replace(state, **changes) if changes else state

    def _paint(self, name: str, found: Attributes, state: _State) -> None:
        """Add a shape to the picture."""
        segments = self.tag.segments(name, found)
        if not segments or not state.shown:
            return
        fill = state.fill
        if name == "line":
            fill = None
        elif not state.fill_given:
            fill = self.tag.ink((0, 0, 0), None)
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
            self._report_far(name)
            return
        self.items.append(Path(placed, fill, stroke, state.words["fill-rule"]))
        self.starts.append(self.tag.start)

    def _report_far(self, name: str) -> None:
        self.tag.report("svg-number", self.tag.element(), f"<{name}> lies too far away", "mend its transform")

    def _use(self, found: Attributes, state: _State) -> None:
        """Add a motif's shapes to the picture."""
        sizes = {key: self.tag.length(found[key][0], key, found[key][1]) for key in _BOX if key in found}
        current = self.tag.colour(*found["color"]) if "color" in found else self.current
        read = self._motif(found)
        motif = read.drawing if read else None
        if read is None or motif is None or not state.shown:
            return
        if "color" not in found:
            current = read.colour or current
        width, height = sizes.get("width"), sizes.get("height")
        if not (width or height) or 0 in (width, height):
            hint = f"write a width above 0, such as {motif.width:g}, the one it is drawn for"
            self.tag.report("svg-number", self.tag.element(), "the motif has no width", hint)
            return
        if "color" in found and not takes_colour(motif):
            place = self.tag.attribute(found["color"][0])
            hint = "leave color out, or paint what it should change in currentColor in the motif"
            self.tag.report("svg-attribute", place, f"{motif.name} has nothing in currentColor", hint)
            return
        if current is None and takes_colour(motif):
            self.tag.report_no_ink(self.tag.element())
            return
        box = fit_motif(motif, sizes.get("x", 0.0), sizes.get("y", 0.0), width, height)
        placed = place_motif(motif, svgpath.multiply(state.matrix, box), current)
        if placed is None:
            self._report_far("use")
            return
        self.items += placed
        self.starts += [self.tag.start] * len(placed)
        if len(self.items) > SHAPES_LIMIT:
            message = f"with its motifs the picture has more than {SHAPES_LIMIT:,} shapes"
            self.tag.report("svg-too-large", self.tag.element(), message, "use fewer or simpler motifs")
            raise _StopReading

    def _motif(self, found: Attributes) -> Motif | None:
        """Find the motif that a use names, reading it where that was not done yet; what is wrong is reported."""
        assert self.motifs is not None
        if "href" not in found:
            hint = f'write href="{FOLDER}/….svg"'
            self.tag.report("svg-reference", self.tag.element(), "<use> names no motif", hint)
            return None
        index, value = found["href"]
        name, place = value.strip(), self.tag.attribute(index)
        if not name.startswith(f"{FOLDER}/"):
            hint = f"a use names a file below {self.motifs.folder}/{FOLDER}, such as {FOLDER}/….svg"
            self.tag.report("svg-reference", place, f"href refers to “{name[:60]}”", hint)
            return None
        if name not in self.motifs.names:
            start, known = len(FOLDER) + 1, self.motifs.names
            near = difflib.get_close_matches(name[start:], [one[start:] for one in known], 1, 0.7)
            hint = f"did you mean {FOLDER}/{near[0]}?" if near else f"draw it in {self.motifs.folder}/{name[:60]}"
            self.tag.report("motif-missing", place, f"there is no motif “{name[:60]}”", hint)
            return None
        if name in self.opened:
            ring = " in ".join([*self.opened[self.opened.index(name) :], name])
            self.tag.report("motif-nesting", place, f"a motif contains itself: {ring}", "take it out of itself")
            return None
        motif = self.motifs.known.get(name)
        if motif is None and len(self.opened) < DEPTH:
            motif = self._read_motif(name)
        if motif is None or motif.depth + len(self.opened) >= DEPTH:
            message = f"motifs lie more than {DEPTH} deep within each other"
            self.tag.report("motif-nesting", place, message, "draw the innermost ones out")
            return None
        self.depth = max(self.depth, motif.depth + 1)
        self.whole = self.whole and motif.drawing is not None
        return motif

    def _read_motif(self, name: str) -> Motif:
        assert self.motifs is not None
        content, problems = self.motifs.fetch(name)
        self.problems += problems
        motif = Motif(None)
        if content is not None:
            source = _bare(content, f"{self.motifs.folder}/{name}")
            reader = _Reader(source, self.inks, CURRENT, self.motifs, (*self.opened, name))
            motif = Motif(reader.drawing(), reader.depth, reader.own)
            self.problems += reader.problems
        self.motifs.known[name] = motif
        return motif


_BOX = ("x", "y", "width", "height")
