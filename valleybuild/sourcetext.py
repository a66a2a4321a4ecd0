"""A text file as bytes to its text, with every finding about its encoding, line ends, indentation and characters."""

from __future__ import annotations

import re
import unicodedata

import msgspec

from valleybuild.problem import Place, Problem

SIZE_LIMIT = 8_000_000

_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")
# libyaml rejects the first kind and breaks lines at the second; both become spaces before it sees the text.
_CONTROL = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufffe\\uffff"
_BREAK = "\\x85\\u2028\\u2029"
_INDENT = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
_UNREADABLE = re.compile(f"[{_CONTROL}{_BREAK}]")
_BIDI = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069"
_INVISIBLE = (
    "\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f"
    "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\U000e0000-\\U000e0fff"
)
ODD = re.compile(f"([{_CONTROL}]+)|([{_BREAK}]+)|([{_BIDI}]+)|([{_INVISIBLE}]+)|(\ufffd+)")
_ODD_KINDS = (  # one entry per group of ODD: code name, what the character is, how to mend it
    ("control-character", "a control character", "delete it"),
    ("unusual-line-break", "a line break that most editors do not show", "delete it, or press Enter in its place"),
    ("bidi-control", "an invisible mark that turns the direction of writing", "delete it"),
    ("invisible-character", "an invisible character", "delete it; the compiler hyphenates and joins by itself"),
    ("replacement-character", "the sign of a letter lost in a conversion", "write the letter that was meant"),
)


class Source(msgspec.Struct, frozen=True):
    """A file's path and its lines."""

    file: str
    lines: list[str]


def split_lines(text: str) -> list[str]:
    """Split a text at LF, CR LF and CR, as the places of all findings count; the last item may be empty."""
    return _LINE_END.split(text)


def decode_text(source: bytes, file: str) -> tuple[str | None, list[Problem]]:
    """Decode UTF-8 without its byte order mark; report a file that is too large, binary or not UTF-8."""
    if len(source) > SIZE_LIMIT:
        return None, [too_large(Place(file), size=len(source), limit=SIZE_LIMIT)]
    if b"\0" in source:
        offset = source.index(b"\0")
        wide = source.startswith((b"\xff\xfe", b"\xfe\xff"))
        message = f"the file is not text: it holds a NUL byte at offset {offset}"
        hint = "it looks like UTF-16: save it as UTF-8" if wide else "name a text file here, saved as UTF-8"
        return None, [Problem("binary-file", _byte_place(source, file, (offset, offset + 1)), message, hint)]
    try:
        return source.removeprefix(_BOM).decode("utf-8"), []
    except UnicodeDecodeError as error:  # its offsets count from behind the mark
        shift = len(source) - len(error.object)
        return None, [_not_utf8(source, file, (error.start + shift, error.end + shift))]


def too_large(place: Place, *, size: int, limit: int) -> Problem:
    """Make the finding for a file of `size` bytes where `limit` are allowed."""
    message = f"the file has {size / 1e6:.1f} MB; at most {limit / 1e6:.0f} MB are read"
    return Problem("file-too-large", place, message, "split it, or make sure it is the file that was meant")


def scan_text(source: bytes, text: str, lines: Source) -> list[Problem]:
    """List what is wrong with a decoded text before anything is parsed. `source` is the file as it stands."""
    problems = []
    if source.startswith(_BOM):
        message = "the file starts with a byte order mark (U+FEFF)"
        hint = "save it as UTF-8 without a signature (BOM)"
        problems.append(Problem("byte-order-mark", Place(lines.file, 1, 1, 1, 1), message, hint))
    return [
        *problems,
        *_line_ends(text, lines),
        *_indentation(lines),
        *_odd_characters(text, lines),
        *_decomposed(text, lines),
    ]


def readable(text: str) -> str:
    """Put spaces for the tabs and other characters that libyaml rejects or takes for line breaks; places stay the same.

    A tab in the indentation counts as one space: mostly the rest of the file can then be read.
    """
    return _INDENT.sub(lambda found: found[0].replace("\t", " "), _UNREADABLE.sub(" ", text))


def _byte_place(source: bytes, file: str, span: tuple[int, int]) -> Place:
    before = split_lines(source[: span[0]].removeprefix(_BOM).decode("utf-8", "replace"))
    line, column = len(before), len(before[-1]) + 1
    return Place(file, line, column, line, column + 1)


def _not_utf8(source: bytes, file: str, span: tuple[int, int]) -> Problem:
    byte = source[span[0]]
    legacy = bytes([byte]).decode("cp1250", "replace")
    guess = f" (the letter {legacy} in Windows-1250)" if legacy.isalpha() else ""
    message = f"the file is not UTF-8: byte 0x{byte:02X} at offset {span[0]}{guess} starts no valid character"
    return Problem("not-utf8", _byte_place(source, file, span), message, "save the file again with the encoding UTF-8")


def _line_ends(text: str, source: Source) -> list[Problem]:
    if "\r" not in text:
        return []
    ends = _LINE_END.findall(text)
    index = next(index for index, end in enumerate(ends) if end != "\n")
    column = len(source.lines[index]) + 1
    place = Place(source.file, index + 1, column, index + 1, column)
    hint = "convert the file to LF line ends: in the editor's status bar, or with `dos2unix`"
    names = {"\n": "LF", "\r\n": "CR LF", "\r": "CR"}
    counts = [f"{ends.count(end)} {name}" for end, name in names.items() if end in ends]
    if len(counts) > 1:
        message = f"the line ends are mixed: {', '.join(counts)}"
        return [Problem("mixed-line-ends", place, message, hint)]
    return [Problem("crlf-line-ends", place, f"the lines end with {names[ends[0]]} instead of LF ({counts[0]})", hint)]


def _indentation(source: Source) -> list[Problem]:
    problems = []
    for number, line in enumerate(source.lines, 1):
        if line[:1].isspace():
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            rest = line[len(indent) :]
            if "\t" in indent:
                first, last = indent.index("\t"), indent.rindex("\t")
                place = Place(source.file, number, first + 1, number, last + 2)
                message = "a tab stands in the indentation, where YAML allows spaces only"
                problems.append(Problem("tab-indentation", place, message, "indent with two spaces per level"))
            if rest and unicodedata.category(rest[0]) == "Zs":
                column = len(indent) + 1
                place = Place(source.file, number, column, number, column + 1)
                message = f"the indentation holds {name_of(rest[0])}, which is no indentation to YAML"
                problems.append(Problem("odd-indentation", place, message, "replace it by plain spaces"))
    return problems


def _odd_characters(text: str, source: Source) -> list[Problem]:
    if not ODD.search(text):
        return []
    problems = []
    for number, line in enumerate(source.lines, 1):
        spots: dict[int, list[re.Match[str]]] = {}
        for match in ODD.finditer(line):
            spots.setdefault(match.lastindex or 0, []).append(match)
        for group, matches in spots.items():
            place = Place(source.file, number, matches[0].start() + 1, number, matches[0].end() + 1)
            problems.append(odd_character(group, place, matches[0][0], more=len(matches) - 1))
    return problems


def odd_character(group: int, place: Place, found: str, *, more: int = 0) -> Problem:
    name, what, hint = _ODD_KINDS[group - 1]
    again = f", and {more} more in this line" if more else ""
    return Problem(name, place, f"{name_of(found[0])} is {what}{again}", hint)


def _decomposed(text: str, source: Source) -> list[Problem]:
    if unicodedata.is_normalized("NFC", text):
        return []
    problems = []
    for number, line in enumerate(source.lines, 1):
        if not unicodedata.is_normalized("NFC", line):
            problems.append(decomposed_letter(line, Place(source.file, number, 1, number, len(line) + 1)))
    return problems


def decomposed_letter(line: str, place: Place) -> Problem:
    """Name the first letter of a line that NFC writes otherwise; `place` is the line's."""
    hint = "type it again, or convert the file to Unicode form NFC"
    starts = [index for index, character in enumerate(line) if index == 0 or not unicodedata.combining(character)]
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        letter = line[start:end]
        composed = unicodedata.normalize("NFC", letter)
        if composed != letter:
            signs = " + ".join(f"U+{ord(sign):04X}" for sign in letter)
            place = Place(place.file, place.line, start + 1, place.line, end + 1)
            return Problem("decomposed-letter", place, f"the letter {composed} is written as {signs}", hint)
    return Problem("decomposed-letter", place, "the line is not in Unicode form NFC", hint)


def name_of(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".rstrip()
