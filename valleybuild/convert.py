"""Nodes and their declared types to typed values; whatever does not fit comes back as problems, all of them at once."""

from __future__ import annotations

from collections.abc import Callable

from valleybuild.lengths import read_bounded_length, read_length
from valleybuild.model import Choice, Record, Ref, Text, Value, Words
from valleybuild.nodes import Mapping, Node, Pair, Scalar, Sequence
from valleybuild.problem import Place, Related
from valleybuild.scalars import (
    Reading,
    bounds_text,
    closest,
    describe,
    named_reader,
    read_boolean,
    read_identifier,
    read_nothing,
    read_number,
    read_one_of,
    read_picture,
    read_string,
    read_text,
)
from valleybuild.schema import (
    UNKNOWN,
    ChoiceType,
    Declared,
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


def convert(node: Node, wanted: Type, reading: Reading, path: str) -> Value:
    """Turn a node into a value of a type.

    Where it does not fit, a finding is noted in `reading` and None is returned (a list drops the items that fail).
    """
    match wanted:
        case Simple(name):
            return _SIMPLE[name](node, reading, path)
        case Numeric():
            return read_number(node, wanted, reading, path)
        case Length():
            return read_bounded_length(node, wanted, reading, path)
        case ListOf():
            return _list(node, wanted, reading, path)
        case MapOf(item):
            return _map(node, item, reading, path)
        case RefTo(kinds):
            text = read_identifier(node, reading, path)
            return Ref(text, kinds, node.place) if isinstance(text, str) else None
        case OneOf(words):
            return read_one_of(node, words, reading, path)
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
        bounds = bounds_text(wanted.least, wanted.most)
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
        scalar = read_text(value, reading, f"{path}.{language}", "a text", language)
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
        scalar = read_text(node, reading, path, "a name", language)
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
        scalar = read_text(pair.value, reading, f"{path}.{pair.key.text}", "a form", language)
        if scalar is not None:
            forms[pair.key.text] = scalar
    return forms


_SIMPLE: dict[str, Callable[[Node, Reading, str], Value]] = {
    "text": _text,
    "words": _words,
    "string": read_string,
    "template": read_string,
    "expression": read_string,
    "type": read_string,
    "identifier": read_identifier,
    "boolean": read_boolean,
    "length": read_length,
    "picture": read_picture,
    "icon": named_reader("icon"),
    "ink": named_reader("ink"),
    "nothing": read_nothing,
    UNKNOWN.name: lambda node, reading, path: None,
}
