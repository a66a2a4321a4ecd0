"""The bytes of an SVG file and offsets in them in, places in lines and columns out."""

from __future__ import annotations

import re

import msgspec

from valleybuild.problem import Place, Problem

SVG_LIMIT = 512 * 1024  # bytes

_BROKEN_BYTES = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_TAG = re.compile(rb"<[^\s/>]*")
_ATTRIBUTE = re.compile(rb"\s+([^\s=<>/\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_RAW = re.compile(r"\r\n|&[^;]*;|.", re.DOTALL)


class Source(msgspec.Struct, frozen=True):
    """The bytes of one file."""

    content: bytes
    file: str

    def fault(self) -> Problem | None:
        """Say why the bytes are not fit to be parsed at all, if they are not."""
        whole = Place(self.file)
        if len(self.content) > SVG_LIMIT:
            message = f"the file has {len(self.content) / 1024:.0f} KB, 512 KB is the most"
            return Problem("svg-too-large", whole, message, "simplify its paths")
        found = _BROKEN_BYTES.search(self.content)
        if found is not None:
            place = self.span(found.start(), found.end())
            message = f"control byte 0x{found.group()[0]:02X} in the file"
            return Problem("svg-characters", place, message, "save the picture again as Plain SVG")
        try:
            self.content.decode("utf-8")
        except UnicodeDecodeError as error:
            place = self.span(error.start, error.start + 1)
            message = f"byte 0x{self.content[error.start]:02X} is not UTF-8"
            return Problem("svg-characters", place, message, "save the picture again in UTF-8")
        return None

    def span(self, start: int, end: int) -> Place:
        """Return the place of a stretch of bytes."""
        ends = []
        for at in (start, end):
            line_start = self.content.rfind(b"\n", 0, at) + 1
            column = len(self.content[line_start:at].decode("utf-8", "replace")) + 1
            ends += [self.content.count(b"\n", 0, at) + 1, column]
        return Place(self.file, *ends)

    def element(self, tag: int) -> Place:
        """Return the place of the name of the tag that starts at a byte."""
        found = _TAG.match(self.content, tag)
        return self.span(tag, found.end() if found else tag + 1)

    def attribute(self, tag: int, index: int, *, value: bool = True, offset: int | None = None) -> Place:
        """Return the place of an attribute of the tag at a byte: its name or value (from `offset` characters on)."""
        found = _TAG.match(self.content, tag)
        while found and (found := _ATTRIBUTE.match(self.content, found.end())):
            if found.group(1).split(b":")[0] == b"xmlns":  # the parser keeps these to itself
                continue
            if index == 0:
                break
            index -= 1
        if not found:
            return self.element(tag)
        if not value:
            return self.span(*found.span(1))
        start, end = found.span(2) if found.group(2) is not None else found.span(3)
        if offset is None:
            return self.span(start, max(end, start + 1))
        # the parser gives a line break or an entity as one character, the file may hold several
        marks = list(_RAW.finditer(self.content[start:end].decode("utf-8")))
        text = "".join(mark.group() for mark in marks[:offset])
        at = start + len(text.encode("utf-8"))
        return self.span(at, at + 1)
