"""Scenes to inline SVG: each drawing and each face is written once, as a symbol, and used wherever it is shown.

Lengths are whole numbers: hundredths of a mm, and of a drawing's units a part fine enough for its size.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence

from valleybuild.html.inline import quoted
from valleybuild.html.lettering import Face, Lettering, face_of
from valleybuild.model import Style
from valleybuild.scene import Colour, Drawing, Group, Inset, Item, Path, Raster, Run, Scene, Stroke, Use
from valleybuild.units import MM_PER_POINT

FINE = 100  # parts of a mm
_FINEST = 2000  # a drawing is at least so many parts high or wide
_KINDS = {"M": "m", "L": "l", "C": "c"}


def hexadecimal(colour: Colour) -> str:
    """Return a colour as a style sheet writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour.rgb)


class Sprites:
    """The symbols of a page, and the clips that they need."""

    def __init__(self, text: Style, lettering: Lettering, rasters: Mapping[str, bytes]) -> None:
        self.text, self.lettering, self.rasters = text, lettering, rasters
        self.symbols: dict[object, tuple[str, str]] = {}
        self.known: dict[tuple[int, float], tuple[object, str]] = {}  # by identity, which holds while it is kept
        self.roles: set[str] = set()

    def figure(self, scene: Scene, name: str, alternative: str) -> str:
        """Return a scene as an image with a name. `name` is an id that is not in use."""
        wide, high = round(scene.size.width * FINE), round(scene.size.height * FINE)
        title = f'<title id="{name}">{quoted(alternative)}</title>'
        return (
            f'<svg role="img" aria-labelledby="{name}" viewBox="0 0 {wide} {high}" width="{wide // 20}" '
            f'height="{high // 20}">{title}{self._items(scene.items, FINE)}</svg>'
        )

    def picture(self, drawing: Drawing) -> str:
        """Return a drawing as an image that is there to be looked at only."""
        wide, high = _whole(drawing.width, FINE), _whole(drawing.height, FINE)
        shown = _use(self._drawing(drawing), (0.0, 0.0, drawing.width, drawing.height), FINE)
        return f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true" focusable="false">{shown}</svg>'

    def sheet(self) -> str:
        """Return the symbols, as an image that shows nothing."""
        if not self.symbols:
            return ""
        symbols = "\n".join(text for _, text in self.symbols.values())
        return f'<svg class="sprites" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'

    def faces(self) -> dict[str, Face]:
        """Return the fonts that the texts of images use, by the class that chooses each."""
        return {f"t-{role}": face_of(role, self.text) for role in sorted(self.roles)}

    def _items(self, items: Iterable[Item], unit: float) -> str:
        return "".join(self._item(item, unit) for item in items)

    def _item(self, item: Item, unit: float) -> str:
        match item:
            case Run():
                return self._run(item, unit)
            case Path():
                return path_element(item, unit)
            case Use(drawing=drawing):
                return _use(self._drawing(drawing), (item.x, item.y, item.width, item.height), unit)
            case Raster():
                return _use(self._image(item.file), (item.x, item.y, item.width, item.height), unit)
            case Inset(scene=scene):
                size = scene.size.width * item.scale, scene.size.height * item.scale
                return _use(self._face(scene, item.radius), (item.x, item.y, *size), unit)
            case Group():
                return self._group(item, unit)

    def _group(self, group: Group, unit: float) -> str:
        """Return a group; what it is clipped to turns with it."""
        attributes = ""
        if group.angle:
            attributes += f' transform="rotate({group.angle:g} {_whole(group.x, unit)} {_whole(group.y, unit)})"'
        if group.clip:
            attributes += f' clip-path="url(#{self._clip(group.clip, 0.0, unit)})"'
        return f"<g{attributes}>{self._items(group.items, unit)}</g>"

    def _run(self, run: Run, unit: float) -> str:
        """Return a run of text; where its letters are moved apart, each by as much."""
        self.lettering.note(run.text, run.font)
        self.roles.add(run.font)
        size = run.size * MM_PER_POINT * unit
        moves = ""
        if any(run.spread):
            steps = " ".join(str(round(more * size / 1000)) for more in run.spread[:-1])
            moves = f' dx="0 {steps}"'
        return (
            f'<text class="t-{run.font}" x="{_whole(run.x, unit)}" y="{_whole(run.y, unit)}"{moves} '
            f'font-size="{round(size)}" fill="{hexadecimal(run.colour)}">{quoted(run.text)}</text>'
        )

    def _drawing(self, drawing: Drawing) -> str:
        known = self.known.get((id(drawing), 0.0))
        if known is not None:
            return known[1]
        unit = 1.0
        while max(drawing.width, drawing.height) * unit < _FINEST:
            unit *= 10
        inner = self._items(drawing.items, unit)
        size = _whole(drawing.width, unit), _whole(drawing.height, unit)
        name = self._symbol(f'viewBox="0 0 {size[0]} {size[1]}" preserveAspectRatio="none"', inner)
        self.known[id(drawing), 0.0] = (drawing, name)
        return name

    def _face(self, scene: Scene, radius: float) -> str:
        """Return the symbol of a whole face, cut to its trim."""
        known = self.known.get((id(scene), radius))
        if known is not None:
            return known[1]
        wide, high = _whole(scene.size.width, FINE), _whole(scene.size.height, FINE)
        inner = self._items(scene.items, FINE)
        if radius:
            clip = self._clip((0.0, 0.0, scene.size.width, scene.size.height), radius, FINE)
            inner = f'<g clip-path="url(#{clip})">{inner}</g>'
        name = self._symbol(f'viewBox="0 0 {wide} {high}"', inner)
        self.known[id(scene), radius] = (scene, name)
        return name

    def _image(self, file: str) -> str:
        """Return the symbol of a bitmap, a square that is stretched to where it is shown."""
        content = self.rasters[file]
        kind = "jpeg" if content.startswith(b"\xff\xd8") else "png"
        source = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
        inner = f'<image width="1000" height="1000" preserveAspectRatio="none" href="{source}"/>'
        return self._symbol('viewBox="0 0 1000 1000" preserveAspectRatio="none"', inner)

    def _symbol(self, attributes: str, inner: str) -> str:
        key = (attributes, inner)
        if key not in self.symbols:
            name = f"_s{len(self.symbols)}"
            self.symbols[key] = (name, f'<symbol id="{name}" {attributes}>{inner}</symbol>')
        return self.symbols[key][0]

    def _clip(self, box: Sequence[float], radius: float, unit: float) -> str:
        x, y, wide, high = (_whole(length, unit) for length in box)
        round_corners = f' rx="{_whole(radius, unit)}"' if radius else ""
        shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{round_corners}/>'
        if shape not in self.symbols:
            name = f"_s{len(self.symbols)}"
            self.symbols[shape] = (name, f'<clipPath id="{name}">{shape}</clipPath>')
        return self.symbols[shape][0]


def drawings_of(items: Iterable[Item]) -> Iterator[Drawing]:
    """Yield the drawings that items use, at any depth, in painting order."""
    for item in items:
        match item:
            case Use(drawing=drawing):
                yield drawing
            case Group(items=inner):
                yield from drawings_of(inner)
            case Inset(scene=scene):
                yield from drawings_of(scene.items)
            case Run() | Path() | Raster():
                pass


def _whole(length: float, unit: float) -> int:
    return round(length * unit)


def _use(name: str, box: Sequence[float], unit: float) -> str:
    x, y, wide, high = (_whole(length, unit) for length in box)
    return f'<use href="#{name}" x="{x}" y="{y}" width="{wide}" height="{high}"/>'


def path_element(path: Path, unit: float) -> str:
    """Return a shape as an element, its lengths in parts of `unit`."""
    look = f'fill="{hexadecimal(path.fill)}"' if path.fill else 'fill="none"'
    if path.stroke:
        look += _pen(path.stroke, unit)
    if path.even_odd:
        look += ' fill-rule="evenodd"'
    return f'<path {look} d="{path_steps(path.segments, unit)}"/>'


def _pen(stroke: Stroke, unit: float) -> str:
    pen = f' stroke="{hexadecimal(stroke.colour)}" stroke-width="{max(1, _whole(stroke.width, unit))}"'
    if stroke.round:
        pen += ' stroke-linecap="round" stroke-linejoin="round"'
    else:
        pen += ' stroke-miterlimit="10"'
    if stroke.dash:
        pen += f' stroke-dasharray="{" ".join(str(_whole(length, unit)) for length in stroke.dash)}"'
    return pen


def path_steps(segments: tuple[tuple[str | float, ...], ...], unit: float) -> str:
    """Return the segments of a shape as steps from where the last one ended; rounding does not add up."""
    parts: list[str] = []
    x = y = start_x = start_y = 0
    for kind, *lengths in segments:
        if kind == "Z":
            parts.append("z")
            x, y = start_x, start_y
            continue
        points = [_whole(float(length), unit) for length in lengths]
        steps = [at - (y if index % 2 else x) for index, at in enumerate(points)]
        x, y = points[-2:]
        if kind == "M":
            start_x, start_y = x, y
        parts.append(_KINDS[str(kind)] + _joined(steps))
    return "".join(parts)


def _joined(steps: list[int]) -> str:
    """Write numbers one after the other; a minus parts them as well as a space."""
    text = " ".join(str(step) for step in steps)
    return text.replace(" -", "-")
