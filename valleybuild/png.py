"""The bytes of a PNG in; its size in pixels, and every finding about it, out."""

from __future__ import annotations

import io
import struct

from valleybuild.problem import Place, Problem

PNG_LIMIT = 10_000  # pixels a side


def measure_png(source: bytes, file: str) -> tuple[tuple[int, int] | None, list[Problem]]:
    """Return a PNG's width and height in pixels after decoding all of it, or what is wrong with it."""
    if not source.startswith(b"\x89PNG\r\n\x1a\n"):
        hint = "export the picture as PNG; renaming a file does not convert it"
        return None, [Problem("png-not-png", Place(file), "the file is not a PNG", hint)]
    if len(source) < 33 or source[12:16] != b"IHDR":
        return None, [_broken_png(file, "its header is missing or cut off")]
    width, height = struct.unpack(">II", source[16:24])
    if width > PNG_LIMIT or height > PNG_LIMIT:
        message = f"the picture has {width} × {height} pixels, {PNG_LIMIT} a side is the most"
        return None, [Problem("png-too-large", Place(file), message, "scale the picture down")]
    if not _ends_whole(source):
        return None, [_broken_png(file, "it is cut off before its end")]
    from PIL.PngImagePlugin import PngImageFile

    try:
        # the class itself, since Image.open would warn of large pictures, and other formats are ruled out above
        PngImageFile(io.BytesIO(source)).load()
    except Exception as error:  # Pillow raises OSError, SyntaxError, ValueError, struct.error… on damaged files
        return None, [_broken_png(file, str(error) or type(error).__name__)]
    return (width, height), []


def _broken_png(file: str, why: str) -> Problem:
    return Problem("png-broken", Place(file), f"the PNG cannot be read: {why}", "export or copy the file again")


def _ends_whole(source: bytes) -> bool:
    """Say whether a PNG's chunks lead to its end chunk."""
    at = 8
    while at + 12 <= len(source):
        length, kind = struct.unpack(">I4s", source[at : at + 8])
        at += 12 + length
        if kind == b"IEND":
            return bool(at <= len(source))
    return False
