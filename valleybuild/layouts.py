"""A game's look from `layouts/<game>/`: inks, text styles and face layouts."""

from __future__ import annotations

import msgspec

from valleybuild.convert import convert, convert_record
from valleybuild.formats import core_types, grid_format
from valleybuild.grid import SORTS, UNREAD, Grid
from valleybuild.model import Choice, Layouts, Meaning, Named, Record, Style, Value
from valleybuild.palette import read_meanings, read_palette
from valleybuild.project import Project
from valleybuild.scalars import IDENTIFIER, Reading, closest
from valleybuild.scene import Colour
from valleybuild.schema import Declared, Field, ListOf, MapOf, RecordType
from valleybuild.units import MM_PER_POINT


def read_layouts(project: Project, folder: str, reading: Reading) -> Layouts:
    """Read palette, type, grid, parts, meaning (these three may be absent) and every faces*.yaml of a layout folder."""
    look = Reading(reading.languages, reading.forms, core_types(), reading.problems)
    palette = read_palette(_read_map(project, f"{folder}/palette.yaml", "ink-recipe", look), look)
    styles = _read_styles(project, f"{folder}/type.yaml", look)
    look.grid = _read_grid(project, f"{folder}/grid.yaml", look)
    faces: dict[str, Record] = {}
    files = [file for file in project.list_files(folder, ".yaml") if file.rsplit("/", 1)[1].startswith("faces")]
    for file in files:
        for name, value in _read_map(project, file, "face", look).items():
            if name in faces:
                look.report("id-used-twice", value.place, f'there are two faces "{name}"', "rename one", path=name)
            faces[name] = value
    parts = _read_shared_parts(project, f"{folder}/parts.yaml", look)
    inks = {name: ink.colour for name, ink in palette.items()}
    meanings = _read_meanings(project, f"{folder}/meaning.yaml", inks, look)
    layouts = Layouts(inks, palette, styles, faces, parts, folder, meanings, look.grid)
    _check_names(layouts, look)
    faces = {name: _whole_part(face, look) for name, face in faces.items()}
    parts = {name: _whole_part(part, look) for name, part in parts.items()}
    return msgspec.structs.replace(layouts, faces=faces, parts=parts)


def _whole_part(record: Record, reading: Reading) -> Record:
    """Leave out the elements that cannot be drawn because a field is missing or wrong, which is reported already."""
    elements: list[Value] = []
    listed = record.fields["elements"]
    for element in listed if isinstance(listed, tuple) else ():
        held = element.value if isinstance(element, Choice) else None
        if not isinstance(element, Choice) or not isinstance(held, Record) or not _is_whole(held, reading):
            continue
        inner = _whole_part(held, reading) if "elements" in held.fields else held
        elements.append(Choice(element.type, element.tag, inner, element.place))
    return Record(record.type, {**record.fields, "elements": tuple(elements)}, record.places, record.place)


def _is_whole(record: Record, reading: Reading) -> bool:
    declared = reading.types[record.type]
    assert isinstance(declared, RecordType)
    for name, field in declared.fields.items():
        value = record.fields[name]
        if name not in record.places:
            if not field.optional:
                return False
        elif value is None or (isinstance(field.type, ListOf) and isinstance(value, tuple) and _is_short(value, field)):
            return False
    return True


def _is_short(value: tuple[Value, ...], field: Field) -> bool:
    return isinstance(field.type, ListOf) and not field.type.least <= len(value) <= (field.type.most or len(value))


def _read_grid(project: Project, file: str, reading: Reading) -> Grid | None:
    """Read grid.yaml, which a layout need not have; what is not understood in it is only reported there."""
    if not project.has_file(file):
        return None
    node, problems = project.read_yaml(file)
    reading.problems.extend(problems)
    before = len(reading.problems)
    record = convert_record(node, grid_format(), reading, "grid") if node is not None else None
    named: dict[str, dict[str, float]] = {}
    for sort, section in SORTS.items():
        listed = record.fields[section] if record is not None else None
        fields = listed.fields if isinstance(listed, Record) else {}
        for name in fields:
            if isinstance(listed, Record) and not IDENTIFIER.fullmatch(name):
                hint = "names are lower-case words joined by hyphens"
                path = f"grid.{section}"
                reading.report("bad-identifier", listed.places[name], f'"{name}" is not a name', hint, path=path)
        named[sort] = {name: value for name, value in fields.items() if isinstance(value, float)}
    step = record.fields["step"] if record is not None else None
    whole = record is not None and not problems and len(reading.problems) == before
    return Grid(step if isinstance(step, float) else UNREAD, named, whole)


def _read_shared_parts(project: Project, file: str, reading: Reading) -> dict[str, Record]:
    """Read parts.yaml, which a layout need not have."""
    if not project.has_file(file):
        return {}
    node, problems = project.read_yaml(file)
    reading.problems.extend(problems)
    record = convert(node, MapOf(Declared("shared part")), reading, "part") if node is not None else None
    fields = record.fields if isinstance(record, Record) else {}
    return {name: value for name, value in fields.items() if isinstance(value, Record)}


def _read_meanings(project: Project, file: str, inks: dict[str, Colour], reading: Reading) -> tuple[Meaning, ...]:
    """Read meaning.yaml, which a layout need not have."""
    if not project.has_file(file):
        return ()
    return read_meanings(_read_map(project, file, "meaning", reading), inks, reading)


def _read_map(project: Project, file: str, type: str, reading: Reading) -> dict[str, Record]:
    node, problems = project.read_yaml(file)
    reading.problems.extend(problems)
    record = convert(node, MapOf(Declared(type)), reading, type) if node is not None else None
    fields = record.fields if isinstance(record, Record) else {}
    return {name: value for name, value in fields.items() if isinstance(value, Record)}


def _read_styles(project: Project, file: str, reading: Reading) -> dict[str, Style]:
    styles: dict[str, Style] = {}
    for name, record in _read_map(project, file, "style", reading).items():
        size, least, leading, ink = (record.fields[field] for field in ("size", "least", "leading", "ink"))
        font, gap, hang = (record.fields[field] for field in ("font", "gap", "hang"))
        if not (isinstance(size, float) and isinstance(least, float) and isinstance(leading, float)):
            continue
        if not isinstance(ink, Named) or not isinstance(font, str):
            continue
        if least > size:
            message = f"{name} may shrink to {least / MM_PER_POINT:g} pt, which is more than its size"
            reading.report(
                "out-of-range", record.places["least"], message, "least is at most size", path=f"{name}.least"
            )
        bold, italic = (str(record.fields[field] or font) for field in ("bold", "italic"))
        styles[name] = Style(
            name,
            font,
            bold,
            italic,
            round(size / MM_PER_POINT, 4),
            round(least / MM_PER_POINT, 4),
            leading,
            gap if isinstance(gap, float) else 0.0,
            hang if isinstance(hang, float) else 0.0,
            ink.name,
            record.place,
        )
    return styles


def _check_names(layouts: Layouts, reading: Reading) -> None:
    """Check the inks and styles that styles and faces name, wherever they stand without a template."""
    for style in layouts.styles.values():
        if style.colour not in layouts.inks:
            hint = closest(style.colour, layouts.inks)
            reading.report("unknown-ink", style.place, f'there is no ink "{style.colour}"', hint, path=style.name)
    for name, face in (*layouts.faces.items(), *layouts.parts.items()):
        _check_elements(face.fields["elements"], layouts, reading, name)


def _check_elements(elements: object, layouts: Layouts, reading: Reading, path: str) -> None:
    for element in elements if isinstance(elements, tuple) else ():
        record = element.value if isinstance(element, Choice) else None
        if not isinstance(record, Record):
            continue
        for field in ("ink", "tint"):
            value = record.fields.get(field)
            name = value.name if isinstance(value, Named) else value
            if isinstance(name, str) and "{" not in name and name not in layouts.inks:
                hint = closest(name, layouts.inks)
                reading.report("unknown-ink", record.places[field], f'there is no ink "{name}"', hint, path=path)
        box = record.fields.get("box")
        if isinstance(box, tuple) and len(box) == 4 and not all(isinstance(x, float) and x > 0 for x in box[2:]):
            hint = "a box is [left, top, width, height]"
            reading.report("out-of-range", record.places["box"], "a box is not wide or not high", hint, path=path)
        style = record.fields.get("style")
        if isinstance(style, str) and style not in layouts.styles:
            hint = closest(style, layouts.styles)
            reading.report(
                "unknown-style", record.places["style"], f'there is no text style "{style}"', hint, path=path
            )
        part = record.fields.get("name")
        if isinstance(part, str) and part not in layouts.parts:
            hint = closest(part, layouts.parts)
            reading.report("unknown-part", record.places["name"], f'there is no part "{part}"', hint, path=path)
        _check_elements(record.fields.get("elements"), layouts, reading, path)
