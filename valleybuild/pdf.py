"""Paint pages as a PDF: pages, fonts and bitmaps in, the bytes of a file out. The only importer of reportlab.

Reportlab supplies the file's structure and the subsets of the fonts; the drawing operators are written here. Each
distinct face and drawing becomes one Form XObject, placed wherever it is used. Millimetres with y down become points
with y up in this module and nowhere else. The same pages give the same bytes, whatever the day, the folder, the
process or the environment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from math import cos, radians, sin
from typing import Any, Protocol

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from valleybuild.impose import Page, Placement
from valleybuild.scene import Colour, Drawing, Group, Item, Path, Raster, Run, Scene, Stroke, Use

POINTS = 72 / 25.4  # in a millimetre
PDF_VERSION = (1, 7)  # the first with the duplex hint
# Dates would differ between two builds of the same content; PDF wants one, so every file has this.
FIXED_DATE = "D:20000101000000+00'00'"
CURVE = 0.5522847498  # the handle of a quarter circle's curve, as a part of the radius
TURNS = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}  # clockwise


class FontFile(Protocol):
    """What paint needs of a font: the PostScript name of its face and the TrueType file."""

    @property
    def face_name(self) -> str:
        """Return the name of the face."""

    @property
    def data(self) -> bytes:
        """Return the file's bytes."""


def paint(
    pages: Iterable[Page],
    *,
    fonts: Mapping[str, FontFile],
    rasters: Mapping[str, bytes],
    title: str,
    language: str,
    duplex: bool = True,
) -> bytes:
    """Return a PDF of the pages, which asks to be printed unscaled and, with `duplex`, flipped on the long edge.

    `fonts` are by role, `rasters` by the file their items name. Text can be selected and reads as written, save that
    a no-break space (U+00A0) reads back as a space. A character the font lacks raises ValueError.
    """
    painter = Painter(fonts, rasters)
    document = painter.document
    document.Catalog.Lang = pdfdoc.PDFString(language)
    preferences = {"PrintScaling": pdfdoc.PDFName("None"), "DisplayDocTitle": "true"}
    if duplex:
        preferences["Duplex"] = pdfdoc.PDFName("DuplexFlipLongEdge")
    document.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(preferences)
    document.info.title = title
    document.info.author = document.info.subject = ""
    document.info.creator = "valleybuild"
    document.setDateFormatter(lambda *_: FIXED_DATE)
    for page in pages:
        painter.add_page(page)
    painter.digest.update(title.encode() + b"\0" + language.encode())
    name = painter.digest.hexdigest()[:32].encode()
    document._ID = b"[<" + name + b"> <" + name + b">]"
    pdf: bytes = document.GetPDFData(None)
    return pdf


class Painter:
    """One PDF in the making, and the names of what it already holds."""

    def __init__(self, fonts: Mapping[str, FontFile], rasters: Mapping[str, bytes]) -> None:
        """Open an empty document."""
        self.document: Any = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=PDF_VERSION)
        self.fonts = _register(fonts)
        self.rasters = rasters
        self.digest = hashlib.sha256()
        self.by_identity: dict[int, tuple[Scene | Drawing, str]] = {}
        self.by_stream: dict[str, str] = {}
        self.images: dict[str, str] = {}
        self.encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def add_page(self, page: Page) -> None:
        """Paint a page's placements, then its marks."""
        height = page.size.height * POINTS
        used: set[str] = set()
        operators: list[str] = []
        for placement in page.placements:
            operators.extend(self._placement(placement, height, used))
        operators.extend(self._items(page.marks, POINTS, height, used))
        sheet = pdfdoc.PDFPage()
        sheet.pagewidth, sheet.pageheight = round(page.size.width * POINTS, 4), round(height, 4)
        sheet.Contents = _stream("\n".join(operators) or " ")
        sheet.Resources = _resources(used)
        self.digest.update(f"{number(sheet.pagewidth)} {number(height)}\n".encode())
        self.digest.update("\n".join(operators).encode())
        self.document.addPage(sheet)

    def _placement(self, placed: Placement, height: float, used: set[str]) -> list[str]:
        """Return the operators that show one face, clipped to its trim and the bleed it is allowed."""
        name = self._face(placed.scene)
        used.add(name)
        size = placed.outline.size
        wide, high = (size.height, size.width) if placed.angle in (90, 270) else (size.width, size.height)
        left, top, right, bottom = placed.bleed
        if placed.outline.shape == "circle":
            radius = min(wide, high) / 2 + min(placed.bleed)
            clip = _circle(placed.x + wide / 2, placed.y + high / 2, radius, height)
        else:
            clip = _rectangle((placed.x - left, placed.y - top, wide + left + right, high + top + bottom), height)
        # The corner of the page where the face's own lower left corner comes to lie.
        x = placed.x + (wide if placed.angle in (180, 270) else 0.0)
        y = placed.y + (high if placed.angle in (0, 270) else 0.0)
        turn = f"{TURNS[placed.angle]} {number(x * POINTS)} {number(height - y * POINTS)} cm"
        return ["q", f"{clip} W n", turn, f"/{name} Do", "Q"]

    def _face(self, scene: Scene) -> str:
        """Return the name of a scene's Form XObject; its origin is the lower left corner of the trim."""
        known = self.by_identity.get(id(scene))
        if known:
            return known[1]
        width, height, bleed = (length * POINTS for length in (scene.size.width, scene.size.height, scene.bleed))
        used: set[str] = set()
        operators = self._items(scene.items, POINTS, height, used)
        name = self._form((-bleed, -bleed, width + bleed, height + bleed), operators, used)
        self.by_identity[id(scene)] = (scene, name)
        return name

    def _drawing(self, drawing: Drawing) -> str:
        """Return the name of a drawing's Form XObject, in the drawing's own units with y up."""
        known = self.by_identity.get(id(drawing))
        if known:
            return known[1]
        used: set[str] = set()
        operators = self._items(drawing.items, 1.0, drawing.height, used)
        name = self._form((0.0, 0.0, drawing.width, drawing.height), operators, used)
        self.by_identity[id(drawing)] = (drawing, name)
        return name

    def _form(self, box: Sequence[float], operators: list[str], used: set[str]) -> str:
        """Add a Form XObject, or find the one that draws the same: equal faces are painted once."""
        # The stream tells faces apart: cheaper than hashing a deep value, and it names the forms and fonts in it.
        stream = "\n".join(["% " + " ".join(number(edge) for edge in box), *operators])
        name = self.by_stream.get(stream)
        if name is None:
            name = self.by_stream[stream] = f"X{len(self.by_stream) + 1}"
            form = _stream(stream)
            form.dictionary["Type"] = pdfdoc.PDFName("XObject")
            form.dictionary["Subtype"] = pdfdoc.PDFName("Form")
            form.dictionary["BBox"] = pdfdoc.PDFArray([round(edge, 4) for edge in box])
            form.dictionary["Resources"] = _resources(used)
            self.digest.update(stream.encode())
            self.document.Reference(form, name)
        return name

    def _items(self, items: Iterable[Item], unit: float, height: float, used: set[str]) -> list[str]:
        """Return the operators of items whose lengths are in `unit` points, in a box `height` points high."""
        operators: list[str] = []
        for item in items:
            if isinstance(item, Run):
                operators.append(self._run(item, unit, height))
            elif isinstance(item, Path):
                operators.append(_path(item, unit, height))
            elif isinstance(item, Use):
                name = self._drawing(item.drawing)
                scale = (item.width * unit / item.drawing.width, item.height * unit / item.drawing.height)
                operators.append(_show(name, item, scale, unit, height))
                used.add(name)
            elif isinstance(item, Raster):
                name = self._image(item.file)
                operators.append(_show(name, item, (item.width * unit, item.height * unit), unit, height))
                used.add(name)
            else:
                operators += ["q", *_turn(item, height), *self._items(item.items, unit, height, used), "Q"]
        return operators

    def _run(self, run: Run, unit: float, height: float) -> str:
        """Return the operators of a run of text."""
        parts = self.encoded.get((run.font, run.text))
        if parts is None:
            parts = self.encoded[run.font, run.text] = self._encode(run)
        size = number(run.size)
        shown = " ".join(f"{font} {size} Tf <{codes}> Tj" for font, codes in parts)
        return f"BT {_ink(run.colour)} {number(run.x * unit)} {number(height - run.y * unit)} Td {shown} ET"

    def _encode(self, run: Run) -> list[tuple[str, str]]:
        """Return a run's text as (name of a font's subset, codes in hexadecimal)."""
        font = self.fonts[run.font]
        missing = {char for char in run.text if ord(char) not in font.face.charToGlyph} - {"\u00a0"}
        if missing:
            raise ValueError(f"{font.face.name} lacks {' '.join(f'U+{ord(char):04X}' for char in sorted(missing))}")
        return [
            (font.getSubsetInternalName(subset, self.document), codes.hex().upper())
            for subset, codes in font.splitString(run.text, self.document)
        ]

    def _image(self, file: str) -> str:
        """Return the name of a bitmap's image XObject; a JPEG goes in as it is."""
        if file not in self.images:
            self.images[file] = _add_image(self.document, self.rasters[file], f"I{len(self.images) + 1}")
            self.digest.update(self.rasters[file])
        return self.images[file]


def _register(fonts: Mapping[str, FontFile]) -> dict[str, Any]:
    """Return reportlab's font of each role, parsed once in a process.

    Reportlab keeps the first file registered under a name in silence, so the name carries the file's hash.
    """
    registered: dict[str, Any] = {}
    faces: dict[str, str] = {}
    for role, font in fonts.items():
        name = f"{font.face_name}-{hashlib.sha256(font.data).hexdigest()[:16]}"
        if faces.setdefault(font.face_name, name) != name:
            raise ValueError(f"two different files call themselves {font.face_name}")
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, BytesIO(font.data), asciiReadable=False, shapable=False))
        registered[role] = pdfmetrics.getFont(name)
    return registered


def number(value: float) -> str:
    """Write a number as short as PDF allows, to a ten-thousandth of a point (36 nanometres)."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _ink(colour: Colour, stroke: bool = False) -> str:
    """Return the operator that chooses a colour: black and white as grey, so that they print with black toner only."""
    if colour.name == "black" or colour.cmyk == (0, 0, 0, 100):
        return "0 G" if stroke else "0 g"
    if colour.name == "white" or colour.cmyk == (0, 0, 0, 0):
        return "1 G" if stroke else "1 g"
    red, green, blue = (number(part / 255) for part in colour.rgb)
    return f"{red} {green} {blue} {'RG' if stroke else 'rg'}"


def _path(path: Path, unit: float, height: float) -> str:
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
        return f"{_ink(path.fill)} {shape} f{rule}" if path.fill else ""
    pen = _pen(path.stroke, unit)
    if path.fill is None:
        return f"q {pen} {shape} S Q"
    return f"q {_ink(path.fill)} {pen} {shape} B{rule} Q"


def _pen(stroke: Stroke, unit: float) -> str:
    """Return the operators that set a line's colour, width, ends and dashes."""
    pen = f"{_ink(stroke.colour, stroke=True)} {number(stroke.width * unit)} w"
    if stroke.round:
        pen += " 1 J 1 j"
    if stroke.dash:
        pen += f" [{' '.join(number(length * unit) for length in stroke.dash)}] 0 d"
    return pen


def _show(name: str, item: Use | Raster, scale: tuple[float, float], unit: float, height: float) -> str:
    """Return the operators that place an XObject in an item's box."""
    corner = f"{number(item.x * unit)} {number(height - (item.y + item.height) * unit)}"
    # Six decimals: a scale is multiplied by the coordinates of what it scales.
    return f"q {scale[0]:.6f} 0 0 {scale[1]:.6f} {corner} cm /{name} Do Q"


def _turn(group: Group, height: float) -> list[str]:
    """Return the operators that turn a group's space and clip it; the clip turns with the items."""
    operators: list[str] = []
    if group.angle:
        angle = radians(group.angle)
        a, b, c, d = cos(angle), -sin(angle), sin(angle), cos(angle)
        x, y = group.x * POINTS, height - group.y * POINTS
        matrix = " ".join(f"{part:.6f}" for part in (a, b, c, d))
        operators.append(f"{matrix} {number(x - a * x - c * y)} {number(y - b * x - d * y)} cm")
    if group.clip:
        operators.append(f"{_rectangle(group.clip, height)} W n")
    return operators


def _rectangle(box: tuple[float, float, float, float], height: float) -> str:
    """Return the path of a rectangle given in mm."""
    x, y, wide, high = box
    edges = (x * POINTS, height - (y + high) * POINTS, wide * POINTS, high * POINTS)
    return " ".join(number(edge) for edge in edges) + " re"


def _circle(x: float, y: float, radius: float, height: float) -> str:
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


def _stream(content: str) -> Any:
    """Return a compressed stream. Never empty: reportlab fills an empty one with a picture of its own."""
    return pdfdoc.PDFStream(content=content, filters=[pdfdoc.PDFZCompress])


def _resources(used: set[str]) -> Any:
    """Return a resource dictionary: the document's fonts and the XObjects used."""
    resources = pdfdoc.PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    if used:
        resources.XObject = pdfdoc.PDFDictionary({name: pdfdoc.PDFObjectReference(name) for name in used})
    return resources


def _add_image(document: Any, content: bytes, name: str) -> str:
    """Add a bitmap to the document: a JPEG as it is, anything else as grey or RGB, with its transparency as a mask."""
    from PIL import Image

    image = Image.open(BytesIO(content))
    if image.format == "JPEG" and image.mode in ("L", "RGB"):
        document.Reference(_image_stream(image.size, image.mode, content, jpeg=True), name)
        return name
    mask = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    flat = image.convert("L" if image.mode in ("1", "L", "LA") else "RGB")
    stream = _image_stream(flat.size, flat.mode, flat.tobytes())
    if mask is not None:
        stream.dictionary["SMask"] = document.Reference(_image_stream(mask.size, "L", mask.tobytes()), f"{name}m")
    document.Reference(stream, name)
    return name


def _image_stream(size: tuple[int, int], mode: str, content: bytes, jpeg: bool = False) -> Any:
    """Return an image XObject's stream."""
    stream = pdfdoc.PDFStream(content=content, filters=[] if jpeg else [pdfdoc.PDFZCompress])
    entries = {"Type": "XObject", "Subtype": "Image", "ColorSpace": "DeviceGray" if mode == "L" else "DeviceRGB"}
    for key, value in entries.items():
        stream.dictionary[key] = pdfdoc.PDFName(value)
    stream.dictionary["Width"], stream.dictionary["Height"] = size
    stream.dictionary["BitsPerComponent"] = 8
    if jpeg:
        stream.dictionary["Filter"] = pdfdoc.PDFArray([pdfdoc.PDFName("DCTDecode")])
    return stream
