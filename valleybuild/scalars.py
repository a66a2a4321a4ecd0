"""Scalar nodes to plain values: texts, ids, numbers, names of pictures, icons and inks."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable

import msgspec

from valleybuild.grid import Grid
from valleybuild.model import Named, Picture, Value
from valleybuild.nodes import Mapping, Node, Scalar, Sequence
from valleybuild.problem import Place, Problem
from valleybuild.schema import DeclaredTypes, Numeric

IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]*")
# YAML 1.1 and its readers disagree on these: without quotes they may be a truth value, a number, a date or nothing.
_AMBIGUOUS = re.compile(
    r"(?i:y|n|yes|no|on|off|true|false|null|~)|[-+]?(\d[\d_]*)?\.?\d+(e[-+]?\d+)?|0x[0-9a-f]+|\d+(:\d\d)+"
    r"|\d{4}-\d\d?-\d\d?.*"
)


class Reading(msgspec.Struct):
    """What one conversion needs and collects: the languages, their forms, declared types and the findings so far.

    `grid` names lengths and holds them to its step, where there is one.
    """

    languages: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    types: DeclaredTypes
    problems: list[Problem]
    grid: Grid | None = None

    def report(self, name: str, node_or_place: Node | Place, message: str, hint: str = "", **more: object) -> None:
        """Note one finding at a node."""
        place = node_or_place if isinstance(node_or_place, Place) else node_or_place.place
        self.problems.append(Problem(name, place, message, hint, **more))  # type: ignore[arg-type]


def describe(node: Node) -> str:
    """Say in words what a node is, with its value where it is short."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    return f'"{node.text}"' if len(node.text) <= 40 else f'"{node.text[:37]}…"'


def closest(word: str, words: Iterable[str]) -> str:
    """Return a hint that names the nearest of some words, or lists them where none is near."""
    known = list(words)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return "known here: " + ", ".join(known[:12]) + (", …" if len(known) > 12 else "") if known else ""


def bounds_text(least: float | None, most: float | None) -> str:
    """Say in words which numbers are allowed."""
    low = "" if least is None else f"{least:g}"
    high = "" if most is None else f"{most:g}"
    if low == high:
        return low
    if not high:
        return f"{low} or more"
    return f"{low} to {high}" if low else f"at most {high}"


def read_scalar(node: Node, reading: Reading, path: str, wanted: str) -> Scalar | None:
    """Return a scalar node; anything else is noted as standing where `wanted` is due."""
    if isinstance(node, Scalar):
        return node
    reading.report("wrong-type", node, f"{describe(node)} stands where {wanted} is due", path=path)
    return None


def read_string(node: Node, reading: Reading, path: str) -> str | None:
    """Read a text of any kind."""
    scalar = read_text(node, reading, path, "a text")
    return None if scalar is None else scalar.text


def read_text(node: Node, reading: Reading, path: str, wanted: str, lang: str = "") -> Scalar | None:
    """Read a text that is not empty and that every reader of YAML takes for a text."""
    scalar = read_scalar(node, reading, path, wanted)
    if scalar is None:
        return None
    if not scalar.text.strip():
        reading.report(
            "empty-text", scalar, "this text is empty", "write it, or leave the field out", path=path, lang=lang
        )
        return None
    if scalar.plain and _AMBIGUOUS.fullmatch(scalar.text):
        message = f"{scalar.text} without quotes is not a text for every reader of YAML"
        reading.report("unquoted-text", scalar, message, f'write "{scalar.text}"', path=path, lang=lang)
    return scalar


def read_identifier(node: Node, reading: Reading, path: str) -> str | None:
    """Read an id."""
    scalar = read_scalar(node, reading, path, "an id")
    if scalar is None:
        return None
    if not IDENTIFIER.fullmatch(scalar.text):
        hint = "ids are lower-case words joined by hyphens"
        reading.report("bad-identifier", scalar, f"{describe(scalar)} is not an id", hint, path=path)
        return None
    return scalar.text


def read_boolean(node: Node, reading: Reading, path: str) -> bool | None:
    """Read true or false."""
    scalar = read_scalar(node, reading, path, "true or false")
    if scalar is None:
        return None
    if scalar.plain and scalar.text in ("true", "false"):
        return scalar.text == "true"
    reading.report(
        "wrong-type", scalar, f"{describe(scalar)} is neither true nor false", "write true or false", path=path
    )
    return None


def read_number(node: Node, wanted: Numeric, reading: Reading, path: str) -> int | float | None:
    """Read a number within its bounds."""
    kind = "a whole number" if wanted.whole else "a number"
    scalar = read_scalar(node, reading, path, kind)
    if scalar is None:
        return None
    pattern = r"-?(0|[1-9]\d{0,8})" if wanted.whole else r"-?\d{1,9}(\.\d{1,9})?"
    if not scalar.plain or not re.fullmatch(pattern, scalar.text):
        hint = "write it in digits, without quotes" if not scalar.plain else ""
        reading.report("wrong-type", scalar, f"{describe(scalar)} is not {kind}", hint, path=path)
        return None
    value = int(scalar.text) if wanted.whole else float(scalar.text)
    if (wanted.least is not None and value < wanted.least) or (wanted.most is not None and value > wanted.most):
        bounds = bounds_text(wanted.least, wanted.most)
        reading.report("out-of-range", scalar, f"{scalar.text} is out of range", f"{bounds} is allowed", path=path)
        return None
    return value


def read_one_of(node: Node, words: tuple[str, ...], reading: Reading, path: str) -> str | None:
    """Read one of a closed set of words."""
    scalar = read_scalar(node, reading, path, "one of " + ", ".join(words))
    if scalar is None:
        return None
    if scalar.text not in words:
        hint = closest(scalar.text, words)
        reading.report("unknown-variant", scalar, f"{describe(scalar)} is none of {', '.join(words)}", hint, path=path)
        return None
    return scalar.text


def read_picture(node: Node, reading: Reading, path: str) -> Picture | None:
    """Read the name of a picture file."""
    scalar = read_scalar(node, reading, path, "a picture's file name")
    if scalar is None:
        return None
    if ".." in scalar.text or scalar.text.startswith("/") or not scalar.text.lower().endswith((".svg", ".png")):
        hint = "name an .svg or .png file in the game's art folder"
        reading.report("bad-picture-name", scalar, f"{describe(scalar)} is not a picture's name", hint, path=path)
        return None
    return Picture(scalar.text, scalar.place)


def named_reader(sort: str) -> Callable[[Node, Reading, str], Value]:
    """Return the reader of names of one sort, "icon" or "ink"."""

    def read(node: Node, reading: Reading, path: str) -> Named | None:
        text = read_identifier(node, reading, path)
        return None if text is None else Named(sort, text, node.place)

    return read


def read_nothing(node: Node, reading: Reading, path: str) -> None:
    """Note that a value stands where none is due."""
    reading.report(
        "wrong-type", node, f"{describe(node)} stands where nothing is due", "write the bare name", path=path
    )
