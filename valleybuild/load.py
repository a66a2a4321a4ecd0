"""A game's files to a `Game`: every file is read and converted, and every finding of all of them comes back at once."""

from __future__ import annotations

from valleybuild.convert import convert, convert_record
from valleybuild.formats import core_types, fonts_format, game_format
from valleybuild.kinds import fields_of, optional_string, read_kinds
from valleybuild.layouts import read_layouts
from valleybuild.model import (
    Entry,
    FontFile,
    Game,
    IconSpec,
    Kind,
    Provisional,
    Record,
    Sentence,
    Term,
    Text,
    Words,
)
from valleybuild.nodes import Mapping, Node
from valleybuild.problem import Problem, Related
from valleybuild.project import Project
from valleybuild.scalars import IDENTIFIER, Reading, closest
from valleybuild.scene import Outline, Size
from valleybuild.schema import ChoiceType, Declared, DeclaredTypes, ListOf, MapOf, RecordType, parse_field


def list_games(project: Project) -> list[str]:
    """List the games of a project: the folders of `cards/` that hold a game.yaml."""
    files = project.list_files("cards", "game.yaml", recursive=True)
    return sorted(file.split("/")[1] for file in files if file.count("/") == 2)


def load_game(project: Project, game: str) -> tuple[Game | None, list[Problem]]:
    """Load a game of a project. The game is None where game.yaml or kinds.yaml cannot be used at all."""
    folder = f"cards/{game}"
    node, problems = project.read_yaml(f"{folder}/game.yaml")
    reading = Reading(("en",), {}, core_types(), problems)
    if not isinstance(node, Mapping):
        if node is not None:
            reading.report("wrong-type", node, "this file is not a mapping", "write title, version, languages, …")
        return None, problems
    reading.languages, reading.forms = _languages(node, reading)
    head = convert_record(node, game_format(), reading, "game")
    schema, kinds = read_kinds(project, folder, reading)
    if head is None or not kinds or not reading.languages or not isinstance(head.fields["layout"], str):
        return None, problems
    entries, incomplete, unread = _load_entries(project, folder, kinds, schema, reading)
    fonts, icons = _load_fonts(project, reading)
    title = head.fields["title"]
    if not isinstance(title, Words) or not _titled(title, reading):
        return None, problems
    return (
        Game(
            id=game,
            title=title,
            version=str(head.fields["version"]),
            languages=reading.languages,
            forms=reading.forms,
            rules=optional_string(head.fields["rules"]),
            kinds=kinds,
            types=dict(schema),
            entries=entries,
            outlines=_outlines(head),
            outline_names=frozenset(fields_of(head.fields["outlines"])),
            layouts=read_layouts(project, f"layouts/{head.fields['layout']}", reading),
            sentences=_load_sentences(project, folder, schema, reading),
            terms=_load_terms(project, folder, reading),
            fonts=fonts,
            icons=icons,
            provisional=_provisional(head),
            incomplete=incomplete,
            unread=unread,
            folder=folder,
            place=node.place,
        ),
        problems,
    )


def _titled(title: Words, reading: Reading) -> bool:
    """Say whether the title has its base form in every language: sheets and files are headed with it."""
    whole = True
    for language in reading.languages:
        forms, base = title.forms.get(language), reading.forms[language][0]
        if forms and base not in forms:
            message = f'the title has no form "{base}" in {language}'
            place = title.places[language]
            reading.report("missing-form", place, message, f"add {base}: …", path=f"title.{language}", lang=language)
        whole = whole and bool(forms) and base in (forms or {})
    return whole


def _languages(node: Mapping, reading: Reading) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Read the languages and their forms first: everything else is checked against them."""
    quiet = Reading((), {}, {}, [])
    listed = node.get("languages")
    languages = convert(listed, ListOf(_IDENTIFIER), quiet, "languages") if listed is not None else ()
    forms: dict[str, tuple[str, ...]] = {}
    formed = node.get("forms")
    if formed is not None:
        record = convert(formed, MapOf(ListOf(_IDENTIFIER)), quiet, "forms")
        if isinstance(record, Record):
            forms = {name: _strings(value) for name, value in record.fields.items()}
    found = _strings(languages)
    for pair in formed.pairs if isinstance(formed, Mapping) and found else ():
        if pair.key.text not in found:
            message, hint = f'"{pair.key.text}" is no language of this game', "add it to languages, or delete its forms"
            reading.report("unknown-language", pair.key, message, hint, path=f"game.forms.{pair.key.text}")
            forms.pop(pair.key.text, None)
    for language in found:
        if not forms.get(language):
            message = f"forms says nothing of the language {language}"
            reading.report(
                "missing-key", formed or node, message, f"add {language}: [name]", path=f"game.forms.{language}"
            )
            forms[language] = ("name",)
    return found, forms


_IDENTIFIER = parse_field("identifier").type


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()


def _outlines(head: Record) -> dict[str, Outline]:
    found: dict[str, Outline] = {}
    listed = head.fields["outlines"]
    for name, value in (listed.fields if isinstance(listed, Record) else {}).items():
        if not isinstance(value, Record):
            continue
        width, height, radius = (value.fields[field] for field in ("width", "height", "radius"))
        if isinstance(width, float) and isinstance(height, float):
            shape = str(value.fields["shape"])
            found[name] = Outline(name, Size(width, height), shape, radius if isinstance(radius, float) else 0.0)
    return found


def _provisional(head: Record) -> tuple[Provisional, ...]:
    listed = head.fields["provisional"]
    records = [item for item in listed if isinstance(item, Record)] if isinstance(listed, tuple) else []
    return tuple(Provisional(str(item.fields["path"]), str(item.fields["why"]), item.place) for item in records)


def _load_entries(
    project: Project, folder: str, kinds: dict[str, Kind], schema: DeclaredTypes, reading: Reading
) -> tuple[dict[str, Entry], frozenset[str], frozenset[str]]:
    """Read every kind's file; return also the kinds with something wrong, and those whose ids may not be complete."""
    entries: dict[str, Entry] = {}
    incomplete: set[str] = set()
    unread: set[str] = set()
    content = Reading(reading.languages, reading.forms, schema, reading.problems)
    for kind in kinds.values():
        before = len(reading.problems)
        node, problems = project.read_yaml(f"{folder}/{kind.file}")
        reading.problems.extend(problems)
        if not isinstance(node, Mapping) or not _read_entries(node, kind, entries, content) or problems:
            unread.add(kind.name)
        if node is not None and not isinstance(node, Mapping):
            reading.report(
                "wrong-type", node, "this file is not a mapping of ids", "write id: {fields…}", path=kind.name
            )
        if node is None or len(reading.problems) > before:
            incomplete.add(kind.name)
    return entries, frozenset(incomplete), frozenset(unread)


def _read_entries(node: Mapping, kind: Kind, entries: dict[str, Entry], reading: Reading) -> bool:
    """Read a file's entries; say whether all of its ids are known now."""
    declared = reading.types[f"kind {kind.name}"]
    assert isinstance(declared, RecordType)
    for pair in node.pairs:
        id = pair.key.text
        if not IDENTIFIER.fullmatch(id):
            hint = "ids are lower-case words joined by hyphens"
            reading.report("bad-identifier", pair.key, f'"{id}" is not an id', hint, path=id)
        if id in entries:
            other = entries[id]
            related = (Related(other.place, f"the {other.kind} of that id"),)
            message = f'the id "{id}" is used twice'
            reading.report("id-used-twice", pair.key, message, "give one of them another id", path=id, related=related)
            continue
        record = convert_record(pair.value, declared, reading, id)
        if record is not None:
            entries[id] = Entry(kind.name, id, record, pair.key.place)
    return all(pair.key.text in entries for pair in node.pairs)


def _load_sentences(
    project: Project, folder: str, schema: DeclaredTypes, reading: Reading
) -> dict[tuple[str, str], Sentence]:
    """Read sentences.yaml: a template for each variant of each choice that cards print."""
    found: dict[tuple[str, str], Sentence] = {}
    node = _optional_file(project, f"{folder}/sentences.yaml", reading)
    for pair in node.pairs if node else ():
        declared = schema.get(pair.key.text)
        choices = [name for name, known in schema.items() if isinstance(known, ChoiceType)]
        if not isinstance(declared, ChoiceType):
            message = f'"{pair.key.text}" is no choice of kinds.yaml'
            reading.report("unknown-variant", pair.key, message, closest(pair.key.text, choices), path=pair.key.text)
            continue
        if not isinstance(pair.value, Mapping):
            reading.report("wrong-type", pair.value, "this is not a mapping of variants", path=pair.key.text)
            continue
        for variant in pair.value.pairs:
            tag = variant.key.text
            if tag not in declared.variants:
                message = f'"{tag}" is no {declared.name}'
                reading.report("unknown-variant", variant.key, message, closest(tag, declared.variants), path=tag)
                continue
            text = convert(variant.value, _TEXT, reading, f"{declared.name}.{tag}")
            if not isinstance(text, Text):  # reported; an empty one keeps the checks from reporting it again
                text = Text({}, {}, variant.value.place)
            found[declared.name, tag] = Sentence(declared.name, tag, text)
    return found


_TEXT = parse_field("text").type


def _optional_file(project: Project, path: str, reading: Reading) -> Mapping | None:
    if not project.has_file(path):
        return None
    node, problems = project.read_yaml(path)
    reading.problems.extend(problems)
    if node is not None and not isinstance(node, Mapping):
        reading.report("wrong-type", node, "this file is not a mapping", path=path)
        return None
    return node


def _load_terms(project: Project, folder: str, reading: Reading) -> tuple[Term, ...]:
    node: Node | None = _optional_file(project, f"{folder}/terms.yaml", reading)
    record = convert(node, MapOf(Declared("term")), reading, "terms") if node is not None else None
    terms: list[Term] = []
    for id, value in (record.fields if isinstance(record, Record) else {}).items():
        if not isinstance(value, Record):
            continue
        listed = value.fields["forms"]
        forms = {language: _strings(known) for language, known in fields_of(listed).items()}
        entry = optional_string(value.fields["entry"])
        terms.append(Term(id, entry, forms, value.fields["in-texts"] is True, value.place))
    return tuple(terms)


def _load_fonts(project: Project, reading: Reading) -> tuple[dict[str, FontFile], dict[str, IconSpec]]:
    node, problems = project.read_yaml("fonts/fonts.yaml")
    reading.problems.extend(problems)
    record = convert_record(node, fonts_format(), reading, "fonts") if node is not None else None
    fonts: dict[str, FontFile] = {}
    icons: dict[str, IconSpec] = {}
    if record is None:
        return fonts, icons
    for role, value in fields_of(record.fields["fonts"]).items():
        if isinstance(value, Record):
            package, file, digest, licence = (str(value.fields[f]) for f in ("package", "file", "sha256", "licence"))
            fonts[role] = FontFile(role, package, file, digest, licence, value.place)
    for name, value in fields_of(record.fields["icons"]).items():
        if isinstance(value, Record):
            ink = value.fields["ink"]
            icons[name] = IconSpec(name, str(value.fields["character"]), getattr(ink, "name", ""), value.place)
    return fonts, icons
