"""Findings in; text for people, for editors, for programs and for GitHub out, each sorted and without repeats."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable

import msgspec

from valleybuild.codes.model import Code
from valleybuild.problem import Place, Problem, Severity, sort_key

EXCERPT_CELLS = 110

Codes = Callable[[str], Code | None]
Lines = Callable[[str], list[str]]

# What a terminal would act on, swallow or reorder, and what UTF-8 cannot carry.
_UNSEEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f"
    "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\U000e0000-\\U000e0fff]"
)


class _Paint(msgspec.Struct, frozen=True):
    """The escapes of a terminal, all empty where there is no colour."""

    error: str = ""
    warning: str = ""
    frame: str = ""
    strong: str = ""
    end: str = ""


_COLOURS = _Paint("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m")


def render_full(problems: Iterable[Problem], lines: Lines, codes: Codes, *, colour: bool = False) -> str:
    """Write each finding with an excerpt, its hint and its related places, then a line that counts them.

    `lines` gives the lines of a file, or none, and `codes` the code of a name.
    """
    paint = _COLOURS if colour else _Paint()
    unique = _unique(problems)
    blocks = [_full(problem, lines, codes, paint=paint) for problem in unique]
    return "\n".join([*blocks, _count(unique) + "\n"])


def render_concise(problems: Iterable[Problem], codes: Codes) -> str:
    """Write one line per finding, in the form that editors know: `file:line:column: severity: id name: message`."""
    rows = []
    for problem in _unique(problems):
        parts = [_where(problem.place), problem.severity.value, _label(problem, codes), _flat(problem.message)]
        rows.append(": ".join(part for part in parts if part) + "\n")
    return "".join(rows)


def render_json(problems: Iterable[Problem], codes: Codes) -> str:
    """Write a JSON list with one object per finding; every key is always there, and `code` is "" if unknown."""
    found = []
    for problem in _unique(problems):
        code = codes(problem.name)
        entry: dict[str, object] = {
            "code": code.id if code else "",
            "name": problem.name,
            "severity": problem.severity.value,
            **_place_keys(problem.place),
            "path": problem.path,
            "lang": problem.lang,
            "message": problem.message,
            "hint": problem.hint,
            "related": [{**_place_keys(other.place), "message": other.message} for other in problem.related],
        }
        found.append(entry)
    text = json.dumps(found, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def render_github(problems: Iterable[Problem], codes: Codes) -> str:
    """Write one workflow command per finding, which GitHub shows next to the line it is about."""
    rows = []
    for problem in _unique(problems):
        place = problem.place
        properties = {"title": _label(problem, codes)}
        if place.file:
            properties["file"] = place.file
        if place.line:
            properties["line"] = str(place.line)
            properties["endLine"] = str(max(place.end_line, place.line))
            if place.column and place.end_line <= place.line:  # GitHub takes columns within one line only
                properties["col"] = str(place.column)
                properties["endColumn"] = str(max(place.end_column, place.column))
        written = ",".join(f"{key}={_escape(value, property_=True)}" for key, value in properties.items())
        message = problem.message + (f"\nhint: {problem.hint}" if problem.hint else "")
        rows.append(f"::{problem.severity.value} {written}::{_escape(message)}\n")
    return "".join(rows)


def _unique(problems: Iterable[Problem]) -> list[Problem]:
    return list(dict.fromkeys(sorted(problems, key=lambda problem: (*sort_key(problem), problem.hint))))


def _label(problem: Problem, codes: Codes) -> str:
    code = codes(problem.name)
    return f"{code.id} {problem.name}" if code else problem.name


def _where(place: Place) -> str:
    """Write a place as file:line:column, with as much of it as there is."""
    parts = [_flat(place.file), str(place.line or ""), str(place.column or "") if place.line else ""]
    return ":".join(part for part in parts if part)


def _place_keys(place: Place) -> dict[str, object]:
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def _escape(text: str, *, property_: bool = False) -> str:
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


def _count(problems: list[Problem]) -> str:
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    kinds = [(errors, "error"), (len(problems) - errors, "warning")]
    counts = [f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in kinds if count]
    files = len({problem.place.file for problem in problems if problem.place.file})
    where = f" in {files} file{'' if files == 1 else 's'}" if files else ""
    return ", ".join(counts) + where if counts else "no errors, no warnings"


def _full(problem: Problem, lines: Lines, codes: Codes, *, paint: _Paint) -> str:
    severity = problem.severity.value
    tint = paint.error if problem.severity is Severity.ERROR else paint.warning
    code = codes(problem.name)
    places = [problem.place, *(other.place for other in problem.related)]
    gutter = max(len(str(place.line)) for place in places)
    margin = " " * (gutter + 1)
    message = _wrapped(problem.message, margin)
    label = f"{severity}[{code.id}]" if code else severity
    rows = [f"{tint}{label}{paint.end}{paint.strong} {problem.name}: {message}{paint.end}"]
    if problem.place.file:
        rows.append(f"{' ' * gutter}{paint.frame}-->{paint.end} {_where(problem.place)}")
    bar = f"{margin}{paint.frame}|{paint.end}"
    excerpt = _excerpt(problem.place, lines)
    if excerpt:
        rows += [bar, _numbered(problem.place, excerpt[0], gutter=gutter, paint=paint)]
        rows += [f"{bar} {tint}{excerpt[1]}{paint.end}"] if excerpt[1] else []
    if problem.path or problem.lang:
        language = f"({problem.lang})" if problem.lang else ""
        rows.append(f"{margin}{paint.frame}={paint.end} at: {_flat(f'{problem.path} {language}'.strip())}")
    if problem.hint:
        rows.append(f"{margin}{paint.frame}={paint.end} hint: {_wrapped(problem.hint, margin + ' ' * 8)}")
    for other in problem.related:
        rows.append(f"{margin}{paint.frame}:::{paint.end} {_where(other.place)}: {_wrapped(other.message, margin)}")
        shown = _excerpt(other.place, lines)
        rows += [_numbered(other.place, shown[0], gutter=gutter, paint=paint)] if shown else []
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _numbered(place: Place, text: str, *, gutter: int, paint: _Paint) -> str:
    return f"{paint.frame}{place.line:>{gutter}} |{paint.end} {text}"


def _excerpt(place: Place, lines: Lines) -> tuple[str, str] | None:
    """Return the first line of a place as it can be shown, and the carets below it; None where there is no line."""
    source = lines(place.file) if place.line else []
    if not 0 < place.line <= len(source):
        return None
    shown = [_visible(character) for character in source[place.line - 1]]
    widths = [_cells(text) for text in shown]
    if not place.column:
        return _window(shown, widths, (0, 0))[0], ""
    start = min(place.column - 1, len(shown))
    one_line = place.end_line <= place.line
    end = min(place.end_column - 1, len(shown)) if one_line else len(shown)
    return _window(shown, widths, (start, max(end, start)))


def _window(shown: list[str], widths: list[int], span: tuple[int, int]) -> tuple[str, str]:
    """Cut a long line around the start of a span to `EXCERPT_CELLS`, and draw the carets below what is left."""
    start, end = span
    first, last = 0, len(shown)
    if sum(widths) > EXCERPT_CELLS:
        room = EXCERPT_CELLS - 2  # a sign of omission at either end
        first, before = start, 0
        while first > 0 and before + widths[first - 1] <= room // 3:
            first -= 1
            before += widths[first]
        last, used = start, before
        while last < len(shown) and used + widths[last] <= room:
            used += widths[last]
            last += 1
        while first > 0 and used + widths[first - 1] <= room:
            first -= 1
            used += widths[first]
    head, tail = "…" if first > 0 else "", "…" if last < len(shown) else ""
    text = head + "".join(shown[first:last]) + tail
    indent = len(head) + sum(widths[first:start])
    carets = max(sum(widths[start : min(end, last)]), 1)
    return text, " " * indent + "^" * carets


def _visible(character: str) -> str:
    """Show what cannot be seen: a tab as an arrow, a control as its picture, the rest by number."""
    if not _UNSEEN.match(character):
        return character
    number = ord(character)
    if character == "\t":
        return "→"
    if number < 0x20:
        return chr(0x2400 + number)
    return "␡" if number == 0x7F else f"<U+{number:04X}>"


def _cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: two for a wide sign, none for a mark on the letter before."""
    cells = 0
    for character in text:
        if unicodedata.category(character) not in ("Mn", "Me"):
            cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return cells


def _flat(text: str) -> str:
    return "".join(_visible(character) for character in text)


def _wrapped(text: str, margin: str) -> str:
    """Keep the lines of a message that has several, each below the first."""
    return f"\n{margin}".join(_flat(line) for line in text.split("\n"))
