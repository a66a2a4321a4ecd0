"""The elements and attributes of SVG that a picture may hold, and what to do about those that it may not."""

from __future__ import annotations

from collections.abc import Mapping

from valleybuild.svgpath import SHAPES

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

GEOMETRY: Mapping[str, tuple[str, ...]] = {
    "svg": ("viewBox",),
    "g": (),
    "defs": (),
    "use": ("x", "y", "width", "height", "href", "color"),
    **SHAPES,
}
NOT_NEGATIVE = ("stroke-width", "width", "height", "rx", "ry", "r")
WORDS: Mapping[str, Mapping[str, bool]] = {
    "stroke-linecap": {"butt": False, "round": True},
    "stroke-linejoin": {"miter": False, "round": True},
    "fill-rule": {"nonzero": False, "evenodd": True},
}
LOOK = ("fill", "stroke", "stroke-width", "stroke-dasharray", "transform", *WORDS)
HARMLESS = (
    *("id", "version", "baseProfile", "preserveAspectRatio", "role", "lang", "focusable", "clip-rule"),
    *("shape-rendering", "color-rendering", "text-rendering", "enable-background"),
)
ROOT_HARMLESS = ("x", "y", "width", "height")
NEUTRAL: Mapping[str, str] = {  # values that leave the picture as it is
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), "1"),
    "stroke-dashoffset": "0",
    "stroke-miterlimit": "4",
    "display": "inline",
    "visibility": "visible",
    **dict.fromkeys(("filter", "mask", "clip-path", "vector-effect"), "none"),
    "paint-order": "normal",
}
SUPPORTED = "svg, g, path, rect, circle, ellipse, line, polyline and polygon are understood"
ELEMENT_HINTS: Mapping[str, str] = {
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
ATTRIBUTE_HINTS: Mapping[str, str] = {
    "style": "write each property as an attribute of its own, such as fill=… (in Inkscape: save as Plain SVG)",
    "class": "write the class's rules as attributes of the shape (fill=…, stroke=…)",
    **dict.fromkeys(("display", "visibility"), "delete hidden shapes"),
    "color": "remove it: currentColor is set by where the picture is used",
}
USE_HINT = 'delete it; color="#…" gives an ink to those of its shapes that are painted in currentColor'
