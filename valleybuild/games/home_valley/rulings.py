"""`rules/home-valley/rulings.yaml` to a book of rulings: questions, answers, and the switches the engine plays by."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.convert import convert
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.markup import MarkupError, parse_markup
from valleybuild.model import Game, Record, Text
from valleybuild.problem import Place, Problem, Related
from valleybuild.project import Project
from valleybuild.scalars import Reading, closest
from valleybuild.schema import Declared, ListOf, record_type
from valleybuild.templates import Renderer, RenderError

SWITCHES = Rulings.__struct_fields__
"""The points on which the engine can play both ways."""


class Ruling(msgspec.Struct, frozen=True):
    """One question that the rules leave open, with its answer and the reason. `place` is that of its number.

    `switch` names the point on which the engine can play both ways, `value` and `other` are its two values; all three
    are None where there is nothing to choose.
    """

    number: str
    switch: str | None
    value: bool | None
    other: bool | None
    question: Text
    answer: Text
    why: Text
    place: Place


class RulingBook(msgspec.Struct, frozen=True):
    """All rulings in file order, and the chosen value of every switch."""

    rulings: tuple[Ruling, ...]
    switches: dict[str, bool]


def read_rulings(project: Project, game: Game) -> tuple[RulingBook | None, list[Problem]]:
    """Read a game's rulings. The book is None where the file cannot be read; a faulty ruling is left out of it."""
    node, problems = project.read_yaml(f"rules/{game.id}/rulings.yaml")
    if node is None:
        return None, problems
    declared = record_type(
        "ruling",
        {
            "number": "string",
            "switch": "string?",
            "value": "boolean?",
            "other": "boolean?",
            "question": "text",
            "answer": "text",
            "why": "text",
        },
    )
    reading = Reading(game.languages, game.forms, {"ruling": declared}, problems)
    listed = convert(node, ListOf(Declared("ruling"), least=1), reading, "rulings")
    records = [record for record in listed if isinstance(record, Record)] if isinstance(listed, tuple) else []
    for field in ("number", "switch"):
        problems.extend(_find_repeated(records, field))
    for record in records:
        problems.extend(_find_switch_faults(record))
    if not problems:  # a switch that seems to be missing may be one that is misspelt
        problems.extend(_find_missing(records, node.place))
    rulings = tuple(ruling for record in records if (ruling := _ruling(record)) is not None)
    switches = {
        ruling.switch: ruling.value for ruling in rulings if ruling.switch in SWITCHES and ruling.value is not None
    }
    return RulingBook(rulings, switches), problems


def _ruling(record: Record) -> Ruling | None:
    fields = record.fields
    number, switch, value, other = (fields[name] for name in ("number", "switch", "value", "other"))
    question, answer, why = fields["question"], fields["answer"], fields["why"]
    if not (isinstance(question, Text) and isinstance(answer, Text) and isinstance(why, Text)):
        return None
    if not isinstance(number, str):
        return None
    return Ruling(
        number=number,
        switch=switch if isinstance(switch, str) else None,
        value=value if isinstance(value, bool) else None,
        other=other if isinstance(other, bool) else None,
        question=question,
        answer=answer,
        why=why,
        place=record.places["number"],
    )


def _path(record: Record, field: str) -> str:
    return f"rulings.{record.fields['number'] or '?'}.{field}"


def _find_repeated(records: list[Record], field: str) -> Iterator[Problem]:
    """Find numbers, or switches, that several rulings have."""
    first: dict[object, Place] = {}
    for record in records:
        written = record.fields[field]
        if not isinstance(written, str):
            continue
        place = record.places[field]
        if written in first:
            message = f'the {field} "{written}" is used twice'
            related = (Related(first[written], "used here first"),)
            hint = f"give one of them another {field}, or delete it"
            yield Problem("ruling-twice", place, message, hint, path=_path(record, field), related=related)
        first.setdefault(written, place)


def _find_switch_faults(record: Record) -> Iterator[Problem]:
    """Find a switch that the engine does not have, and values that are missing, alike or without a switch."""
    switch, value, other = (record.fields[name] for name in ("switch", "value", "other"))
    if isinstance(switch, str):
        place = record.places["switch"]
        if switch not in SWITCHES:
            message = f'the engine has no switch "{switch}"'
            yield Problem("unknown-switch", place, message, closest(switch, SWITCHES), path=_path(record, "switch"))
        for name in ("value", "other"):
            if name not in record.places:
                message = f'the switch "{switch}" has no {name}'
                yield Problem("switch-values", place, message, f"add {name}: true or false", path=_path(record, name))
        if value is not None and value == other:
            message = f'value and other of "{switch}" are the same'
            hint = "write the value that is not chosen"
            yield Problem("switch-values", record.places["other"], message, hint, path=_path(record, "other"))
        return
    for name in ("value", "other"):
        if name in record.places and "switch" not in record.places:
            hint = "name the switch, or delete the value"
            message = f"{name} stands here without a switch"
            yield Problem("switch-values", record.places[name], message, hint, path=_path(record, name))


def _find_missing(records: list[Record], place: Place) -> Iterator[Problem]:
    decided = {record.fields["switch"] for record in records}
    start = Place(place.file, place.line, place.column, place.line, place.column + 1)
    for switch in SWITCHES:
        if switch not in decided:
            message = f'no ruling decides the switch "{switch}"'
            hint = f"write a ruling with switch: {switch}, value and other"
            yield Problem("missing-switch", start, message, hint, path=f"rulings.{switch}")


def ruling_texts(project: Project, game: Game) -> tuple[tuple[str, Text], ...]:
    """List the texts of all rulings with their paths, such as `rulings.A-01.answer`."""
    book, _ = read_rulings(project, game)
    return tuple(
        (f"rulings.{ruling.number}.{name}", text)
        for ruling in (book.rulings if book else ())
        for name, text in (("question", ruling.question), ("answer", ruling.answer), ("why", ruling.why))
    )


def check_rulings(subject: Subject) -> Iterator[Problem]:
    """Check that the rulings can be read, are numbered once, and decide every switch of the engine."""
    yield from read_rulings(subject.project, subject.game)[1]


def check_ruling_templates(subject: Subject) -> Iterator[Problem]:
    """Check that every text of a ruling renders in each language, and that its markup and icons are known."""
    game = subject.game
    renderer = Renderer(game)
    symbols = {spec.character: name for name, spec in game.icons.items()}
    for path, text in ruling_texts(subject.project, game):
        for language, scalar in text.scalars.items():
            try:
                rendered = renderer.render(scalar.text, scalar.place, {}, language)
                parse_markup(rendered, symbols, frozenset(game.icons))
            except RenderError as error:
                if error.problem is not None:
                    yield msgspec.structs.replace(error.problem, path=error.problem.path or path)
            except MarkupError as error:
                message = f"{error.message} in {path}"
                yield Problem("bad-markup", scalar.place, message, error.hint, path=path, lang=language)
