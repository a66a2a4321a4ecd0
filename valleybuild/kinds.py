"""A game's kinds.yaml to its declared types and its kinds, each with its component, and what is wrong in them."""

from __future__ import annotations

from collections.abc import Iterable

from valleybuild.convert import convert_record
from valleybuild.formats import kinds_format
from valleybuild.model import ComponentSpec, Kind, Record, Value
from valleybuild.problem import Place
from valleybuild.project import Project
from valleybuild.scalars import IDENTIFIER, Reading, closest
from valleybuild.schema import (
    UNKNOWN,
    ChoiceType,
    Declared,
    DeclaredTypes,
    Field,
    ListOf,
    MapOf,
    RecordType,
    RefTo,
    Type,
    TypeNotationError,
    parse_field,
    parse_type,
)


def optional_string(value: object) -> str | None:
    """Return a value that is a string, or None."""
    return value if isinstance(value, str) else None


def fields_of(value: object) -> dict[str, object]:
    """Return the fields of a record; of anything else, none."""
    return dict(value.fields) if isinstance(value, Record) else {}


def read_kinds(project: Project, folder: str, reading: Reading) -> tuple[DeclaredTypes, dict[str, Kind]]:
    """Read kinds.yaml: the declared records and choices, each kind's fields (as a record type) and its component."""
    node, problems = project.read_yaml(f"{folder}/kinds.yaml")
    reading.problems.extend(problems)
    if node is None:
        return {}, {}
    record = convert_record(node, kinds_format(), reading, "kinds")
    if record is None:
        return {}, {}
    schema: DeclaredTypes = {}
    kinds: dict[str, Kind] = {}
    places: dict[tuple[str, str], Place] = {}
    for section in ("records", "choices"):
        listed = record.fields[section]
        for name, value in fields_of(listed).items():
            _check_name(name, listed, schema, reading)
            places.update(_declare(name, value, section == "choices", schema, reading))
    listed = record.fields["kinds"]
    if isinstance(listed, Record) and not listed.fields:
        reading.report("wrong-length", listed.place, "no kind is declared here", "declare at least one", path="kinds")
    for name, value in fields_of(listed).items():
        _check_name(name, listed, {}, reading)
        if not isinstance(value, Record):
            continue
        places.update(_declare(f"kind {name}", value.fields["fields"], False, schema, reading))
        component = value.fields["component"]
        spec = _component(component) if isinstance(component, Record) else None
        kinds[name] = Kind(name, str(value.fields["file"]), spec, value.place)
    _check_types(schema, places, list(fields_of(listed)), reading)
    return schema, kinds


def _check_name(name: str, listed: Value, taken: Iterable[str], reading: Reading) -> None:
    """Check the name of a declared record, choice or kind."""
    place = listed.places[name] if isinstance(listed, Record) else Place("")
    if not IDENTIFIER.fullmatch(name):
        hint = "names are lower-case words joined by hyphens"
        reading.report("bad-identifier", place, f'"{name}" cannot be a name here', hint, path=name)
    if name in taken:
        reading.report("id-used-twice", place, f'"{name}" is a record already', "rename one of them", path=name)


def _declare(
    name: str, value: object, choice: bool, schema: DeclaredTypes, reading: Reading
) -> dict[tuple[str, str], Place]:
    """Declare a record or a choice from its notations; return the place of each of its parts."""
    parts: dict[str, Field] = {}
    record = value if isinstance(value, Record) else Record("map", {}, {}, Place(""))
    for part, notation in record.fields.items():
        parts[part] = Field(UNKNOWN, optional=True)
        if not isinstance(notation, str):
            continue
        try:
            parts[part] = Field(parse_type(notation)) if choice else parse_field(notation)
        except TypeNotationError as error:
            hint = "write for example integer 1..6, list of ref card, one of a|b, text, words, picture"
            message = f'"{error}" is not a type'
            reading.report("unknown-type", record.places[part], message, hint, path=f"{name}.{part}")
    if choice:
        schema[name] = ChoiceType(name, {part: field.type for part, field in parts.items()})
    else:
        schema[name] = RecordType(name, parts)
    return {(name, part): place for part, place in record.places.items()}


def _component(record: Record) -> ComponentSpec:
    fields = {name: optional_string(value) for name, value in record.fields.items()}
    count = fields["count"] or "1"
    return ComponentSpec(
        outline=str(fields["outline"]),
        front=str(fields["front"]),
        back=fields["back"],
        count=int(count) if count.isascii() and count.isdigit() else count,
        board=fields["board"],
        cell=fields["cell"],
        product=fields["product"] or "sheets",
        place=record.place,
    )


def _check_types(
    schema: DeclaredTypes, places: dict[tuple[str, str], Place], kinds: list[str], reading: Reading
) -> None:
    """Check that every declared name and kind that a type mentions exists; a type that does not becomes UNKNOWN."""
    for declared in list(schema.values()):
        parts = declared.fields if isinstance(declared, RecordType) else declared.variants
        for field in list(parts):
            part = parts[field]
            wanted = part.type if isinstance(part, Field) else part
            for name, known in _mentioned(wanted):
                if name in (kinds if known == "kind" else schema):
                    continue
                hint = closest(name, kinds if known == "kind" else [key for key in schema if " " not in key])
                message = f'{declared.name}.{field} names the {known} "{name}", which is not declared'
                place = places[declared.name, field]
                reading.report("unknown-type", place, message, hint, path=f"{declared.name}.{field}")
                if isinstance(declared, RecordType):
                    declared.fields[field] = Field(UNKNOWN, optional=True)
                else:
                    declared.variants[field] = UNKNOWN


def _mentioned(wanted: Type) -> Iterable[tuple[str, str]]:
    match wanted:
        case Declared(name):
            yield name, "type"
        case RefTo(names):
            yield from ((name, "kind") for name in names)
        case ListOf(item) | MapOf(item):
            yield from _mentioned(item)
