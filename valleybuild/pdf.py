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
from typing import Any, Protocol

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from valleybuild.impose import Page, Placement
from valleybuild.operators import (
    POINTS,
    TURNS,
    circle,
    ink_operator,
    number,
    path_operators,
    rectangle,
    rounded,
    show_operators,
    turn_operators,
)
from valleybuild.scene import Bookmark, Drawing, Inset, Item, Link, Path, Raster, Run, Scene, Use

PDF_VERSION = (1, 7)  # the first with the duplex hint
# Dates would differ between two builds of the same content; PDF wants one, so every file has this.
FIXED_DATE = "D:20000101000000+00'00'"
SIZE = "@"  # stands for a run's size where its letters are kept for every size


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
    bookmarks: Sequence[Bookmark] = (),
) -> bytes:
    """Return a PDF of the pages, which asks to be printed unscaled and, with `duplex`, flipped on the long edge.

    Links and bookmarks lead to the anchors of the pages; one that leads to none raises ValueError.

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
    painter.add_outline(bookmarks)
    painter.digest.update(title.encode() + b"\0" + language.encode())
    name = painter.digest.hexdigest()[:32].encode()
    document._ID = b"[<" + name + b"> <" + name + b">]"
    pdf: bytes = document.GetPDFData(None)
    return pdf


class _Finished:
    """Stands for an outline that is in the document already, for reportlab to leave it alone."""

    ready = 1

    def prepare(self, document: object, canvas: object) -> None:
        """Leave the document as it is."""


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
        self.anchors: dict[str, Any] = {}
        self.awaited: list[tuple[Any, str]] = []
        self.encoded: dict[tuple[str, str, tuple[int, ...]], str] = {}

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
        name = self.document.thisPageName()
        for anchor in page.anchors:
            to = [pdfdoc.PDFObjectReference(name), pdfdoc.PDFName("XYZ"), 0, round(height - anchor.y * POINTS, 2), 0]
            self.anchors[anchor.name] = pdfdoc.PDFArray(to)
        if page.links:
            sheet.Annots = pdfdoc.PDFArray([self._link(link, height) for link in page.links])
        self.digest.update(f"{number(sheet.pagewidth)} {number(height)}\n".encode())
        self.digest.update("\n".join(operators).encode())
        self.document.addPage(sheet)

    def add_outline(self, bookmarks: Sequence[Bookmark]) -> None:
        """Give every link its target, and the document its outline. Raises ValueError for a missing target."""
        for holder, to in self.awaited:
            holder.dict["Dest"] = self._target(to)
        if not bookmarks:
            return
        root = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Outlines")})
        above: list[Any] = [root]
        last: list[Any] = [None]
        self.document.Reference(root, "Outline")
        names = {id(root): "Outline"}
        for index, bookmark in enumerate(bookmarks):
            del above[bookmark.level + 1 :], last[bookmark.level + 1 :]
            item = pdfdoc.PDFDictionary({"Title": pdfdoc.PDFString(bookmark.title), "Dest": self._target(bookmark.to)})
            names[id(item)] = f"Outline{index}"
            itself = self.document.Reference(item, names[id(item)])
            parent, sibling = above[-1], last[-1]
            item.dict["Parent"] = pdfdoc.PDFObjectReference(names[id(parent)])
            if sibling is None:
                parent.dict["First"] = itself
            else:
                sibling.dict["Next"] = itself
                item.dict["Prev"] = pdfdoc.PDFObjectReference(names[id(sibling)])
            parent.dict["Last"] = itself
            parent.dict["Count"] = parent.dict.get("Count", 0) + 1 if parent is root else -1
            last[-1] = item
            above.append(item)
            last.append(None)
        self.document.Catalog.Outlines = pdfdoc.PDFObjectReference("Outline")
        self.document.Outlines = _Finished()  # reportlab would put its own, empty one in the place of this

    def _target(self, to: str) -> Any:
        if to not in self.anchors:
            raise ValueError(f'a link leads to "{to}", which is on no page')
        return self.anchors[to]

    def _link(self, link: Link, height: float) -> Any:
        """Return an annotation that leads to an anchor; its target is filled in when all pages are known."""
        edges = (link.x, link.y + link.height, link.x + link.width, link.y)
        corners = [edges[0], height / POINTS - edges[1], edges[2], height / POINTS - edges[3]]
        holder = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Annot"),
                "Subtype": pdfdoc.PDFName("Link"),
                "Rect": pdfdoc.PDFArray([round(edge * POINTS, 2) for edge in corners]),
                "Border": pdfdoc.PDFArray([0, 0, 0]),
            }
        )
        self.awaited.append((holder, link.to))
        return holder

    def _placement(self, placed: Placement, height: float, used: set[str]) -> list[str]:
        """Return the operators that show one face, clipped to its trim and the bleed it is allowed."""
        name = self._face(placed.scene)
        used.add(name)
        size = placed.outline.size
        wide, high = (size.height, size.width) if placed.angle in (90, 270) else (size.width, size.height)
        left, top, right, bottom = placed.bleed
        if placed.outline.shape == "circle":
            radius = min(wide, high) / 2 + min(placed.bleed)
            clip = circle(placed.x + wide / 2, placed.y + high / 2, radius, height)
        else:
            clip = rectangle((placed.x - left, placed.y - top, wide + left + right, high + top + bottom), height)
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
                operators.append(path_operators(item, unit, height))
            elif isinstance(item, Use):
                name = self._drawing(item.drawing)
                scale = (item.width * unit / item.drawing.width, item.height * unit / item.drawing.height)
                operators.append(show_operators(name, item, scale, unit, height))
                used.add(name)
            elif isinstance(item, Raster):
                name = self._image(item.file)
                operators.append(show_operators(name, item, (item.width * unit, item.height * unit), unit, height))
                used.add(name)
            elif isinstance(item, Inset):
                operators += self._inset(item, height, used)
            else:
                operators += ["q", *turn_operators(item, height), *self._items(item.items, unit, height, used), "Q"]
        return operators

    def _inset(self, item: Inset, height: float, used: set[str]) -> list[str]:
        """Return the operators that show a face within another, cut to its trim."""
        name = self._face(item.scene)
        used.add(name)
        wide, high = item.scene.size.width * item.scale, item.scene.size.height * item.scale
        clip = rounded((item.x, item.y, wide, high), item.radius * item.scale, height)
        corner = f"{number(item.x * POINTS)} {number(height - (item.y + high) * POINTS)}"
        return ["q", f"{clip} W n", f"{item.scale:.6f} 0 0 {item.scale:.6f} {corner} cm /{name} Do", "Q"]

    def _run(self, run: Run, unit: float, height: float) -> str:
        """Return the operators of a run of text."""
        key = (run.font, run.text, run.spread)
        shown = self.encoded.get(key)
        if shown is None:
            shown = self.encoded[key] = self._encode(run)
        start = f"{number(run.x * unit)} {number(height - run.y * unit)} Td"
        return f"BT {ink_operator(run.colour)} {start} {shown.replace(SIZE, number(run.size))} ET"

    def _encode(self, run: Run) -> str:
        """Return the operators that show a run's letters, with `SIZE` for the size."""
        font = self.fonts[run.font]
        missing = {char for char in run.text if ord(char) not in font.face.charToGlyph} - {"\u00a0"}
        if missing:
            raise ValueError(f"{font.face.name} lacks {' '.join(f'U+{ord(char):04X}' for char in sorted(missing))}")
        shown, done = [], 0
        for subset, codes in font.splitString(run.text, self.document):
            name = font.getSubsetInternalName(subset, self.document)
            spread = run.spread[done : done + len(codes)]
            done += len(codes)
            shown.append(f"{name} {SIZE} Tf {_letters(codes, spread)}")
        return " ".join(shown)

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


def _letters(codes: bytes, spread: tuple[int, ...]) -> str:
    """Return the operator that shows letters, moved apart where they have a spread (in thousandths of an em)."""
    if not any(spread):
        return f"<{codes.hex().upper()}> Tj"
    parts: list[str] = []
    start = 0
    for index, more in enumerate(spread):
        if more:
            parts.append(f"<{codes[start : index + 1].hex().upper()}>{-more}")
            start = index + 1
    if start < len(codes):
        parts.append(f"<{codes[start:].hex().upper()}>")
    return f"[{''.join(parts)}] TJ"


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
