"""Faces as they were composed to the same in another ink mode: in chosen greys, or with lines and text alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

import msgspec

from valleybuild.beneath import (
    ICON_FILES,
    Beneath,
    Known,
    Width,
    area_of,
    box_of,
    is_icon,
    size_of,
    spots_of,
    turning,
    vertex_of,
)
from valleybuild.coverage import coverage
from valleybuild.inks import WHITE, contrast, grey_of, luminance
from valleybuild.model import Ink, Low
from valleybuild.reinking import darkened, inked, is_light, lightened, lighter, thinned
from valleybuild.scene import Colour, Drawing, Group, Inset, Item, Path, Raster, Run, Scene, Size, Stroke, Use
from valleybuild.svgpath import IDENTITY, Matrix, multiply

TEXT_CONTRAST, ICON_CONTRAST = 4.5, 3.0
"""What text and symbols need against what lies beneath them (WCAG 2.2, 1.4.3 and 1.4.11)."""
MOST_COVERAGE = 0.15
"""How much of a sheet, and of any picture on it, may be covered in the mean where ink is saved."""
TINT = 1.2
"""The contrast of a tint with paper: all tints are equally light, whatever their inks."""
_SMALL = 26.0  # square mm: smaller areas count as lines, and are kept
_WIDE = 1.4  # mm: wider lines count as areas
_WIDE_SHARE = 0.03  # of a picture's longer side: what counts as wide in it
_PATTERN = 1500.0  # square mm: smaller faces have no pattern
_FAINT = 1.6  # the contrast with paper of the lines of a pattern, which fills a whole face
_CARRIES = 160.0  # square mm: up to here a tinted area gets a contour, since its shape may say something
_DOT = 0.004  # of a picture: a smaller light area is filled where a larger one gets a contour
_SEEN = 1.5  # the contrast that a line or dot needs to show at all
_LINE, _LINE_SHARE = 0.2, 0.005  # how wide the line round a dropped area is: in mm, and as a share of a picture


class InkMode(Enum):
    """How much ink is used, and of which kind: all inks, greys alone, or lines and text without areas."""

    FULL = "full"
    GREY = "grey"
    LOW = "low"

    @property
    def suffix(self) -> str:
        """What is added to the names of files made in this mode."""
        return "" if self is InkMode.FULL else f"-{self.value}"


class _Face(msgspec.Struct, frozen=True):
    """A face being recoloured: its size, if any, and what has been painted so far, as composed and as recoloured."""

    size: Size | None
    before: Beneath
    after: Beneath

    def fills(self, item: Use) -> bool:
        """Say whether a drawing covers all of a face, as the pattern of a back does; tokens are too small for one."""
        size = self.size
        if size is None or size.width * size.height < _PATTERN:
            return False
        return item.width >= size.width and item.height >= size.height


class _Sparing(msgspec.Struct, frozen=True):
    """How much of a picture is left: areas up to a share of it stay solid in an ink that is kept.

    Lines keep a share of their width, and tints have a contrast with paper.
    """

    solid: float
    line: float
    tint: float


_SPARINGS = (
    _Sparing(0.25, 0.75, TINT),
    _Sparing(0.02, 0.75, 1.14),
    _Sparing(0.006, 0.6, 1.08),
    _Sparing(0.002, 0.5, 1.04),
)
"""From much to little: a picture is left as the first of them leaves it that does not cover too much."""


class Toner:
    """What recolours faces in one mode. Each face, drawing and ink is recoloured once, however often it is used."""

    def __init__(self, mode: InkMode, palette: Mapping[str, Ink], width: Width, *, pictures: bool = True) -> None:
        """Take the inks of a game and what measures its texts; without `pictures` these are left for `picture`."""
        self.mode, self.palette, self.width, self.pictures = mode, palette, width, pictures
        dark = min((ink.colour for ink in palette.values()), key=lambda ink: luminance(ink.rgb), default=None)
        self.dark = next((palette[name].colour for name in ("ink", "black") if name in palette), dark)
        self.scenes: dict[int, tuple[Scene, Scene]] = {}  # by identity, which holds while the first is kept
        self.drawings: dict[tuple[int, str], tuple[Drawing, Drawing]] = {}  # by identity and the ink or part they take
        self.inks: dict[Colour, Colour] = {}
        self.tints: dict[tuple[Colour, float], Colour] = {}
        self.shapes: Known = {}
        self.toned_shapes: Known = {}
        self.bitmaps: dict[str, bytes] = {}

    def scene(self, scene: Scene) -> Scene:
        """Return a face in the mode."""
        if self.mode is InkMode.FULL:
            return scene
        known = self.scenes.get(id(scene))
        if known is None:
            known = self.scenes[id(scene)] = (
                scene,
                Scene(scene.size, scene.bleed, self.items(scene.items, scene.size)),
            )
        return known[1]

    def items(self, items: Iterable[Item], size: Size | None = None) -> tuple[Item, ...]:
        """Return the items of a face of some size, or the marks of a page, in the mode."""
        if self.mode is InkMode.FULL:
            return tuple(items)
        if self.mode is InkMode.GREY:
            return tuple(self._greyed(item) for item in items)
        tone = None if self.pictures else self.picture
        face = _Face(size, Beneath(self.shapes), Beneath(self.toned_shapes, tone))
        return tuple(self._spared_items(items, IDENTITY, face))

    def bitmap(self, name: str, content: bytes) -> bytes:
        """Return a bitmap as a PNG of greys; where ink is saved it is made so light that its mean coverage is low."""
        from io import BytesIO

        from PIL import Image, ImageStat

        known = self.bitmaps.get(name)
        if known is None:
            image = Image.open(BytesIO(content))
            grey = image.convert("LA" if image.has_transparency_data else "L")
            if self.mode is InkMode.LOW:
                light, *masks = grey.split()
                dark = 1 - ImageStat.Stat(light).mean[0] / 255
                share = min(1.0, MOST_COVERAGE / dark) if dark else 1.0
                light = light.point([round(255 - (255 - part) * share) for part in range(256)])
                grey = Image.merge(grey.mode, (light, *masks))
            file = BytesIO()
            grey.save(file, "PNG")
            known = self.bitmaps[name] = file.getvalue()
        return known

    def grey(self, colour: Colour) -> Colour:
        """Return the grey that stands for an ink; one that the palette does not have is as dark as it looks."""
        known = self.inks.get(colour)
        if known is None:
            ink = self.palette.get(colour.name)
            percent = ink.grey if ink else round(100 * (1 - luminance(colour.rgb) ** (1 / 2.2)), 1)
            known = self.inks[colour] = Colour(colour.name, (0.0, 0.0, 0.0, percent), grey_of(percent))
        return known

    def _greyed(self, item: Item) -> Item:
        if isinstance(item, Run):
            return msgspec.structs.replace(item, colour=self.grey(item.colour))
        if isinstance(item, Path):
            return self._grey_path(item)
        if isinstance(item, Use):
            return msgspec.structs.replace(item, drawing=self._drawing(item.drawing))
        if isinstance(item, Inset):
            return msgspec.structs.replace(item, scene=self.scene(item.scene))
        if isinstance(item, Group):
            return msgspec.structs.replace(item, items=tuple(self._greyed(inner) for inner in item.items))
        return item

    def _grey_path(self, path: Path) -> Path:
        stroke = path.stroke
        if stroke is not None:
            stroke = msgspec.structs.replace(stroke, colour=self.grey(stroke.colour))
        return Path(path.segments, self.grey(path.fill) if path.fill else None, stroke, path.even_odd)

    def picture(self, drawing: Drawing) -> Drawing:
        """Return a picture in the mode; what is an icon has got its ink already."""
        return drawing if drawing.name.startswith(ICON_FILES) else self._drawing(drawing)

    def _drawing(self, drawing: Drawing, ink: Colour | None = None, *, pattern: bool = False) -> Drawing:
        """Return a drawing in the mode; an icon may be given another ink, and a pattern is faint."""
        key = (id(drawing), ink.name if ink else "*" if pattern else "")
        known = self.drawings.get(key)
        if known is None:
            if self.mode is InkMode.LOW and ink is None:
                toned = self._spared_drawing(drawing, pattern)
            else:
                items = [self._recoloured(item, ink) for item in drawing.items]
                toned = msgspec.structs.replace(drawing, items=tuple(items))
            toned = msgspec.structs.replace(toned, name=f"{drawing.name}#{self.mode.value}{key[1]}")
            known = self.drawings[key] = (drawing, toned)
        return known[1]

    def _recoloured(self, item: Path | Raster, ink: Colour | None) -> Path | Raster:
        """Return a part of a drawing in an ink, or in its grey."""
        if isinstance(item, Raster):
            return item
        return self._grey_path(item) if ink is None else inked(item, ink)

    def _spared_drawing(self, drawing: Drawing, pattern: bool) -> Drawing:
        """Return a picture that covers little: with fewer solid areas and finer lines, and if need be lighter."""
        for sparing in _SPARINGS:
            face = _Face(None, Beneath(), Beneath())
            items: list[Path | Raster] = []
            for item in drawing.items:
                if isinstance(item, Raster):
                    items.append(item)
                else:
                    items.extend(self._spared_part(item, drawing, face, sparing, pattern))
            spared = msgspec.structs.replace(drawing, items=tuple(items))
            covered = coverage(spared, bitmap=MOST_COVERAGE)
            if covered <= MOST_COVERAGE:
                return spared
        share = MOST_COVERAGE / covered
        light = [item if isinstance(item, Raster) else lighter(item, share) for item in items]
        return msgspec.structs.replace(spared, items=tuple(light))

    def _spared_part(self, path: Path, drawing: Drawing, face: _Face, sparing: _Sparing, pattern: bool) -> list[Path]:
        """Return what is left of a part of a drawing, and note it as painted."""
        box, whole = box_of(path), drawing.width * drawing.height
        longer = max(drawing.width, drawing.height)
        ground = self._ground_gone(path, face)
        if ground is None:
            large = size_of(box) > sparing.solid * whole
            wide, line = longer * _WIDE_SHARE, longer * _LINE_SHARE
            left = self._spared(path, wide, line, large=large, tint=sparing.tint)
        elif path.fill is None or size_of(box) < _DOT * whole:
            left = [inked(path, ground)]
        else:
            edge = Stroke(self._contour(ground), longer * _LINE_SHARE)
            left = [Path(path.segments, self._area(path.fill, sparing.tint), edge, path.even_odd)]
        left = [self._faint(part) if pattern else thinned(part, sparing.line) for part in left]
        face.before.add_part(path, box)
        for part in left:
            face.after.add_part(part, box)
        return left

    def _ground_gone(self, path: Path, face: _Face) -> Colour | None:
        """Return the ink of the dropped area without which a light line or area of a drawing is not seen any more."""
        own = path.fill or (path.stroke.colour if path.stroke else None)
        if own is None or not is_light(own) or (path.fill is not None and path.stroke is not None):
            return None
        spot = vertex_of(path)
        ground = face.before.at(spot)
        if ground is None or contrast(own.rgb, ground.rgb) < _SEEN:
            return None
        left = face.after.at(spot)
        return ground if contrast(own.rgb, left.rgb if left else WHITE) < _SEEN else None

    def _spared_items(self, items: Iterable[Item], matrix: Matrix, face: _Face) -> list[Item]:
        """Return items with lines and text alone."""
        found: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                inner = self._spared_items(item.items, multiply(matrix, turning(item)), face)
                found.append(msgspec.structs.replace(item, items=tuple(inner)))
            elif isinstance(item, Inset):
                spared = msgspec.structs.replace(item, scene=self.scene(item.scene))
                found.append(spared)
                face.before.cover([item], matrix)
                face.after.cover([spared], matrix)
            elif isinstance(item, Run):
                need = ICON_CONTRAST if is_icon(item) else TEXT_CONTRAST
                ink = self._legible(item.colour, item, matrix, face, need)
                found.append(item if ink is item.colour else msgspec.structs.replace(item, colour=ink))
            elif isinstance(item, Raster):
                found.append(item)
            else:
                for part in self._spared_shape(item, matrix, face):
                    found.append(part)
                    face.after.add(part, matrix)
                face.before.add(item, matrix)
        return found

    def _spared_shape(self, item: Path | Use, matrix: Matrix, face: _Face) -> list[Path | Use]:
        if isinstance(item, Use):
            if not is_icon(item):
                if not self.pictures:
                    return [item]
                return [msgspec.structs.replace(item, drawing=self._drawing(item.drawing, pattern=face.fills(item)))]
            own = next((path.fill for path in item.drawing.items if isinstance(path, Path) and path.fill), None)
            ink = self._legible(own, item, matrix, face, ICON_CONTRAST) if own else None
            return [item if ink is own or ink is None else self._reinked(item, ink)]
        if item.fill is not None and area_of(item) > _SMALL:
            parts = self._spared(item, _WIDE, _LINE, large=True)
            if self._low(item.fill) is not Low.TINT or area_of(item) > _CARRIES or item.stroke is not None:
                return list(parts)
            return [Path(item.segments, parts[0].fill, Stroke(item.fill, _LINE), item.even_odd)]
        if item.stroke is not None and item.stroke.width > _WIDE:
            return list(self._spared(item, _WIDE, _LINE, large=True))
        own = item.fill or (item.stroke.colour if item.stroke else None)
        if own is None or not is_light(own):
            return [item]
        # A light line or dot needs something dark beneath it, which may be gone.
        grounds = [face.before.at(spot) for spot in spots_of(item, matrix, self.width)]
        if all(ground is None or contrast(own.rgb, ground.rgb) < _SEEN for ground in grounds):
            return [item]
        return [inked(item, self._legible(own, item, matrix, face, _SEEN))]

    def _reinked(self, item: Use, ink: Colour) -> Use:
        return msgspec.structs.replace(item, drawing=self._drawing(item.drawing, ink))

    def _legible(self, own: Colour, item: Run | Use | Path, matrix: Matrix, face: _Face, need: float) -> Colour:
        """Return an ink that can be read on what is left beneath: its own, or that of the area which is gone."""
        spots = spots_of(item, matrix, self.width)
        grounds = {colour.rgb if (colour := face.after.at(spot)) else WHITE for spot in spots}
        gone = {ground for spot in spots if (ground := face.before.at(spot)) is not None}
        inks = sorted(gone, key=lambda ink: ink.name)
        darker = [dark for ink in inks if (dark := darkened(ink, grounds, need)) is not None]
        choices = [own, *inks, *darker, *([self.dark] if self.dark else [])]
        worst = [min(contrast(ink.rgb, ground) for ground in grounds) for ink in choices]
        enough = (ink for ink, least in zip(choices, worst, strict=True) if least >= need)
        return next(enough, choices[worst.index(max(worst))])

    def _spared(self, path: Path, wide: float, line: float, *, large: bool, tint: float = TINT) -> list[Path]:
        """Return what is left of an area or a wide line: paper, a tint or a contour, so that what it hid stays hidden.

        Of a `large` area even in an ink that is kept only the tint stays.
        """
        stroke = path.stroke
        if path.fill is not None:
            low = self._low(path.fill)
            fill = self._tinted(path.fill, tint) if large and low is Low.KEEP else self._area(path.fill, tint)
            if stroke is None and low is Low.LINE:
                stroke = Stroke(self._contour(path.fill), line)
            elif stroke is not None and stroke.width > wide and not stroke.dash:
                stroke = msgspec.structs.replace(stroke, colour=self._area(stroke.colour, tint))  # it widens the area
            return [Path(path.segments, fill, stroke, path.even_odd)]
        if stroke is None or stroke.width <= wide or stroke.dash or self._low(stroke.colour) is Low.KEEP:
            return [path]
        edge = msgspec.structs.replace(stroke, colour=self._contour(stroke.colour))
        inside = msgspec.structs.replace(stroke, colour=self._area(stroke.colour, tint), width=stroke.width - 2 * line)
        if contrast(stroke.colour.rgb, WHITE) < 1.1:
            return [path]
        return [Path(path.segments, None, edge, path.even_odd), Path(path.segments, None, inside, path.even_odd)]

    def _faint(self, path: Path) -> Path:
        """Return a part of a pattern, its line faint."""
        if path.stroke is None:
            return path
        stroke = msgspec.structs.replace(path.stroke, colour=self._tinted(path.stroke.colour, _FAINT))
        return Path(path.segments, path.fill, stroke, path.even_odd)

    def _tinted(self, colour: Colour, target: float = TINT) -> Colour:
        """Return an ink made so light that it has a contrast with paper; one that is lighter stays as it is."""
        known = self.tints.get((colour, target))
        if known is None:
            known = self.tints[colour, target] = lightened(colour, target)
        return known

    def _low(self, colour: Colour) -> Low:
        ink = self.palette.get(colour.name)
        return ink.low if ink else Low.KEEP

    def _area(self, colour: Colour, tint: float = TINT) -> Colour:
        """Return what an area in an ink is painted in."""
        match self._low(colour):
            case Low.KEEP:
                return colour
            case Low.TINT:
                return self._tinted(colour, tint)
            case Low.PAPER | Low.LINE:
                return Colour("white", (0.0, 0.0, 0.0, 0.0), WHITE)

    def _contour(self, colour: Colour) -> Colour:
        """Return the ink of the line round a dropped area: its own where that shows on paper."""
        return colour if self.dark is None or contrast(colour.rgb, WHITE) >= ICON_CONTRAST else self.dark
