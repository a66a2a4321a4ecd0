"""Nodes and their declared types to typed values; whatever does not fit comes back as problems, all of them at once."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable

import msgspec

from valleybuild import units
from valleybuild.model import Choice, Named, Picture, Record, Ref, Text, Value, Words
from valleybuild.nodes import Mapping, Node, Pair, Scalar, Sequence
from valleybuild.problem import Place, Problem, Related
from valleybuild.schema import (
    UNKNOWN,
    ChoiceType,
    Declared,
    DeclaredTypes,
    Length,
    ListOf,
    MapOf,
    Numeric,
    OneOf,
    RecordType,
    RefTo,
    Simple,
    Type,
)

IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]*")
# YAML 1.1 and its readers disagree on these: without quotes they may be a truth value, a number, a date or nothing.
_AMBIGUOUS = re.compile(
    r"(?i:y|n|yes|no|on|off|true|false|null|~)|[-+]?(\d[\d_]*)?\.?\d+(e[-+]?\d+)?|0x[0-9a-f]+|\d+(:\d\d)+"
    r"|\d{4}-\d\d?-\d\d?.*"
)


class Reading(msgspec.Struct):
    """What one conversion needs and collects: the languages, their forms, declared types and the findings so far."""

    languages: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    types: DeclaredTypes
    problems: list[Problem]

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


def convert(node: Node, wanted: Type, reading: Reading, path: str) -> Value:
    """Turn a node into a value of a type.

    Where it does not fit, a finding is noted in `reading` and None is returned (a list drops the items that fail).
    """
    match wanted:
        case Simple(name):
            return _SIMPLE[name](node, reading, path)
        case Numeric():
            return _number(node, wanted, reading, path)
        case Length():
            return _bounded_length(node, wanted, reading, path)
        case ListOf():
            return _list(node, wanted, reading, path)
        case MapOf(item):
            return _map(node, item, reading, path)
        case RefTo(kinds):
            text = _identifier(node, reading, path)
            return Ref(text, kinds, node.place) if isinstance(text, str) else None
        case OneOf(words):
            return _one_of(node, words, reading, path)
        case Declared(name):
            declared = reading.types[name]
            if isinstance(declared, RecordType):
                return convert_record(node, declared, reading, path)
            return _choice(node, declared, reading, path)


def convert_record(node: Node, declared: RecordType, reading: Reading, path: str) -> Record | None:
    """Turn a mapping into a record, noting unknown and missing keys."""
    if not isinstance(node, Mapping):
        reading.report(
            "wrong-type", node, f"{describe(node)} is not a mapping of fields", _fields_hint(declared), path=path
        )
        return None
    fields: dict[str, Value] = {
        name: () if isinstance(field.type, ListOf) else None for name, field in declared.fields.items()
    }
    places: dict[str, Place] = {}
    for pair in node.pairs:
        field = declared.fields.get(pair.key.text)
        if field is None:
            _unknown_key(pair, declared, reading, path)
            continue
        fields[pair.key.text] = convert(pair.value, field.type, reading, f"{path}.{pair.key.text}")
        places[pair.key.text] = pair.value.place
    _missing_keys(node, declared, places, reading, path)
    return Record(declared.name, fields, places, node.place)


def _fields_hint(declared: RecordType) -> str:
    return "write its fields: " + ", ".join(declared.fields)


def _unknown_key(pair: Pair, declared: RecordType, reading: Reading, path: str) -> None:
    hint = closest(pair.key.text, declared.fields)
    message = f'"{pair.key.text}" is not a field of {declared.name}'
    reading.report("unknown-key", pair.key, message, hint, path=f"{path}.{pair.key.text}")


def _missing_keys(node: Mapping, declared: RecordType, places: dict[str, Place], reading: Reading, path: str) -> None:
    missing = [name for name, field in declared.fields.items() if not field.optional and name not in places]
    if not missing:
        return
    start = node.place
    where = Place(start.file, start.line, start.column, start.line, start.column + 1)
    for name in missing:
        message = f"{path or declared.name} lacks the field {name}"
        reading.report("missing-key", where, message, f"add {name}: …", path=f"{path}.{name}")


def _choice(node: Node, declared: ChoiceType, reading: Reading, path: str) -> Choice | None:
    hint = "one of " + ", ".join(declared.variants)
    if isinstance(node, Scalar):
        wanted = declared.variants.get(node.text)
        if wanted in (Simple("nothing"), UNKNOWN):
            return Choice(declared.name, node.text, None, node.place)
        if wanted is not None:
            reading.report("wrong-type", node, f'"{node.text}" needs a value', f"write {{{node.text}: …}}", path=path)
            return None
        reading.report("unknown-variant", node, f"{describe(node)} is no {declared.name}", hint, path=path)
        return None
    if not isinstance(node, Mapping) or len(node.pairs) != 1:
        reading.report("wrong-type", node, f"{describe(node)} is not exactly one {declared.name}", hint, path=path)
        return None
    pair = node.pairs[0]
    wanted = declared.variants.get(pair.key.text)
    if wanted is None:
        message = f'"{pair.key.text}" is no {declared.name}'
        reading.report("unknown-variant", pair.key, message, closest(pair.key.text, declared.variants), path=path)
        return None
    value = convert(pair.value, wanted, reading, f"{path}.{pair.key.text}")
    return Choice(declared.name, pair.key.text, value, node.place)


def _list(node: Node, wanted: ListOf, reading: Reading, path: str) -> Value:
    if not isinstance(node, Sequence):
        reading.report(
            "wrong-type", node, f"{describe(node)} is not a list", "write it as [ … ] or with dashes", path=path
        )
        return ()
    count = len(node.items)
    if count < wanted.least or (wanted.most is not None and count > wanted.most):
        bounds = _bounds_text(wanted.least, wanted.most)
        reading.report("wrong-length", node, f"{count} items stand here", f"{bounds} are wanted", path=path)
    values = [convert(item, wanted.item, reading, f"{path}[{index}]") for index, item in enumerate(node.items)]
    return tuple(value for value in values if value is not None)


def _map(node: Node, item: Type, reading: Reading, path: str) -> Record | None:
    if not isinstance(node, Mapping):
        reading.report("wrong-type", node, f"{describe(node)} is not a mapping", path=path)
        return None
    fields: dict[str, Value] = {}
    places: dict[str, Place] = {}
    for pair in node.pairs:
        fields[pair.key.text] = convert(pair.value, item, reading, f"{path}.{pair.key.text}")
        places[pair.key.text] = pair.key.place
    return Record("map", fields, places, node.place)


def _bounds_text(least: float | None, most: float | None) -> str:
    low = "" if least is None else f"{least:g}"
    high = "" if most is None else f"{most:g}"
    if low == high:
        return low
    if not high:
        return f"{low} or more"
    return f"{low} to {high}" if low else f"at most {high}"


def _scalar(node: Node, reading: Reading, path: str, wanted: str) -> Scalar | None:
    if isinstance(node, Scalar):
        return node
    reading.report("wrong-type", node, f"{describe(node)} stands where {wanted} is due", path=path)
    return None


def _string(node: Node, reading: Reading, path: str) -> str | None:
    scalar = _text_scalar(node, reading, path, "a text")
    return None if scalar is None else scalar.text


def _text_scalar(node: Node, reading: Reading, path: str, wanted: str, lang: str = "") -> Scalar | None:
    scalar = _scalar(node, reading, path, wanted)
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


def _identifier(node: Node, reading: Reading, path: str) -> str | None:
    scalar = _scalar(node, reading, path, "an id")
    if scalar is None:
        return None
    if not IDENTIFIER.fullmatch(scalar.text):
        hint = "ids are lower-case words joined by hyphens"
        reading.report("bad-identifier", scalar, f"{describe(scalar)} is not an id", hint, path=path)
        return None
    return scalar.text


def _boolean(node: Node, reading: Reading, path: str) -> bool | None:
    scalar = _scalar(node, reading, path, "true or false")
    if scalar is None:
        return None
    if scalar.plain and scalar.text in ("true", "false"):
        return scalar.text == "true"
    reading.report(
        "wrong-type", scalar, f"{describe(scalar)} is neither true nor false", "write true or false", path=path
    )
    return None


def _number(node: Node, wanted: Numeric, reading: Reading, path: str) -> int | float | None:
    kind = "a whole number" if wanted.whole else "a number"
    scalar = _scalar(node, reading, path, kind)
    if scalar is None:
        return None
    pattern = r"-?(0|[1-9]\d{0,8})" if wanted.whole else r"-?\d{1,9}(\.\d{1,9})?"
    if not scalar.plain or not re.fullmatch(pattern, scalar.text):
        hint = "write it in digits, without quotes" if not scalar.plain else ""
        reading.report("wrong-type", scalar, f"{describe(scalar)} is not {kind}", hint, path=path)
        return None
    value = int(scalar.text) if wanted.whole else float(scalar.text)
    if (wanted.least is not None and value < wanted.least) or (wanted.most is not None and value > wanted.most):
        bounds = _bounds_text(wanted.least, wanted.most)
        reading.report("out-of-range", scalar, f"{scalar.text} is out of range", f"{bounds} is allowed", path=path)
        return None
    return value


def _length(node: Node, reading: Reading, path: str) -> float | None:
    scalar = _scalar(node, reading, path, "a length")
    if scalar is None:
        return None
    value = units.parse_length(scalar.text)
    if value is None:
        if units.is_bare_number(scalar.text):
            hint = f"write {scalar.text}mm (mm, cm, in or pt)"
            reading.report("length-without-unit", scalar, f"{scalar.text} is a length without a unit", hint, path=path)
            value = float(scalar.text)  # taken for mm, so that whatever needs it is looked at all the same
        else:
            reading.report(
                "wrong-type", scalar, f"{describe(scalar)} is not a length", "write for example 63mm", path=path
            )
    return value


def _bounded_length(node: Node, wanted: Length, reading: Reading, path: str) -> float | None:
    value = _length(node, reading, path)
    low, high = (
        (-math.inf if wanted.least is None else wanted.least),
        (math.inf if wanted.most is None else wanted.most),
    )
    if value is None or low <= value <= high:
        return value
    hint = f"{_bounds_text(wanted.least, wanted.most)} mm is allowed"
    reading.report("out-of-range", node, f"{describe(node)} is out of range", hint, path=path)
    return None


def _one_of(node: Node, words: tuple[str, ...], reading: Reading, path: str) -> str | None:
    scalar = _scalar(node, reading, path, "one of " + ", ".join(words))
    if scalar is None:
        return None
    if scalar.text not in words:
        hint = closest(scalar.text, words)
        reading.report("unknown-variant", scalar, f"{describe(scalar)} is none of {', '.join(words)}", hint, path=path)
        return None
    return scalar.text


def _picture(node: Node, reading: Reading, path: str) -> Picture | None:
    scalar = _scalar(node, reading, path, "a picture's file name")
    if scalar is None:
        return None
    if ".." in scalar.text or scalar.text.startswith("/") or not scalar.text.lower().endswith((".svg", ".png")):
        hint = "name an .svg or .png file in the game's art folder"
        reading.report("bad-picture-name", scalar, f"{describe(scalar)} is not a picture's name", hint, path=path)
        return None
    return Picture(scalar.text, scalar.place)


def _named(sort: str) -> Callable[[Node, Reading, str], Value]:
    def read(node: Node, reading: Reading, path: str) -> Named | None:
        text = _identifier(node, reading, path)
        return None if text is None else Named(sort, text, node.place)

    return read


def _by_language(node: Node, reading: Reading, path: str) -> dict[str, Node] | None:
    if not isinstance(node, Mapping):
        shape = "{" + ", ".join(f"{lang}: …" for lang in reading.languages) + "}"
        hint = f"write it in each language: {shape}"
        reading.report("wrong-type", node, f"{describe(node)} is a text without its language", hint, path=path)
        return None
    found: dict[str, Node] = {}
    for pair in node.pairs:
        if pair.key.text in reading.languages:
            found[pair.key.text] = pair.value
        else:
            hint = f"the game's languages are {', '.join(reading.languages)}"
            reading.report(
                "unknown-language", pair.key, f'"{pair.key.text}" is no language of this game', hint, path=path
            )
    for language in reading.languages:
        if language not in found:
            related = tuple(Related(value.place, f"written here in {lang}") for lang, value in found.items())
            reading.report(
                "missing-language",
                node,
                f"{path} is not written in {language}",
                f"add {language}: …",
                path=path,
                lang=language,
                related=related,
            )
    return found


def _text(node: Node, reading: Reading, path: str) -> Text | None:
    found = _by_language(node, reading, path)
    if found is None:
        return None
    scalars: dict[str, Scalar] = {}
    for language, value in found.items():
        scalar = _text_scalar(value, reading, f"{path}.{language}", "a text", language)
        if scalar is not None:
            scalars[language] = scalar
    return Text({language: scalar.text for language, scalar in scalars.items()}, scalars, node.place)


def _words(node: Node, reading: Reading, path: str) -> Words | None:
    found = _by_language(node, reading, path)
    if found is None:
        return None
    scalars = {language: _forms(value, language, reading, f"{path}.{language}") for language, value in found.items()}
    forms = {language: {form: scalar.text for form, scalar in known.items()} for language, known in scalars.items()}
    places = {language: value.place for language, value in found.items()}
    return Words(forms, scalars, places, node.place)


def _forms(node: Node, language: str, reading: Reading, path: str) -> dict[str, Scalar]:
    allowed = reading.forms.get(language, ("name",))
    if not isinstance(node, Mapping):
        scalar = _text_scalar(node, reading, path, "a name", language)
        return {} if scalar is None else {allowed[0]: scalar}
    if not node.pairs:
        hint = "write at least " + allowed[0]
        reading.report("empty-text", node, "no form of the word stands here", hint, path=path, lang=language)
    forms: dict[str, Scalar] = {}
    for pair in node.pairs:
        if pair.key.text not in allowed:
            message = f'"{pair.key.text}" is no form of a word in {language}'
            reading.report("unknown-form", pair.key, message, closest(pair.key.text, allowed), path=path, lang=language)
            continue
        scalar = _text_scalar(pair.value, reading, f"{path}.{pair.key.text}", "a form", language)
        if scalar is not None:
            forms[pair.key.text] = scalar
    return forms


def _nothing(node: Node, reading: Reading, path: str) -> None:
    reading.report(
        "wrong-type", node, f"{describe(node)} stands where nothing is due", "write the bare name", path=path
    )


_SIMPLE: dict[str, Callable[[Node, Reading, str], Value]] = {
    "text": _text,
    "words": _words,
    "string": _string,
    "template": _string,
    "expression": _string,
    "type": _string,
    "identifier": _identifier,
    "boolean": _boolean,
    "length": _length,
    "picture": _picture,
    "icon": _named("icon"),
    "ink": _named("ink"),
    "nothing": _nothing,
    UNKNOWN.name: lambda node, reading, path: None,
}
