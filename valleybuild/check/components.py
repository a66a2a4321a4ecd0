"""Components: the layouts, outlines and fields that `kinds.yaml` names for them, and where boards put them."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.model import Entry, Game, Kind, Ref
from valleybuild.problem import Place, Problem, Related, Severity
from valleybuild.scalars import closest
from valleybuild.schema import ListOf, Numeric, RecordType, RefTo, Type


def check_components(subject: Subject) -> Iterator[Problem]:
    """Check that every component's outline and face layouts exist, and that its fields have the types it needs."""
    game = subject.game
    for kind in game.kinds.values():
        spec = kind.component
        if spec is None:
            continue
        if spec.outline not in game.outline_names:
            message = f'{kind.name} is cut to "{spec.outline}", which game.yaml does not list'
            yield Problem(
                "unknown-outline", spec.place, message, closest(spec.outline, game.outline_names), path=kind.name
            )
        for face in (spec.front, spec.back):
            if face is not None and face not in game.layouts.faces:
                message = f'{kind.name} needs the face layout "{face}", which is not there'
                yield Problem("unknown-face", spec.place, message, closest(face, game.layouts.faces), path=kind.name)
        yield from _check_fields(game, kind)


def check_unused_faces(subject: Subject) -> Iterator[Problem]:
    """Check that some component uses every face layout."""
    game = subject.game
    specs = [kind.component for kind in game.kinds.values() if kind.component is not None]
    used = {face for spec in specs for face in (spec.front, spec.back)}
    for name, face in game.layouts.faces.items():
        if name not in used:
            message = f'no component uses the face layout "{name}"'
            hint = "delete it, or name it in kinds.yaml"
            yield Problem("unused-face", face.place, message, hint, path=name, severity=Severity.WARNING)


def _check_fields(game: Game, kind: Kind) -> Iterator[Problem]:
    spec, declared = kind.component, game.types.get(f"kind {kind.name}")
    if spec is None or not isinstance(declared, RecordType):
        return
    wanted: list[tuple[str | None, str, type[Numeric] | type[RefTo] | type[ListOf]]] = [
        (spec.count if isinstance(spec.count, str) else None, "a whole number", Numeric),
        (spec.board, "a reference", RefTo),
        (spec.cell, "a list of two whole numbers", ListOf),
    ]
    for name, what, kind_of_type in wanted:
        if name is None:
            continue
        field_type: Type | None = declared.fields[name].type if name in declared.fields else None
        if not isinstance(field_type, kind_of_type):
            message = f'{kind.name} has no field "{name}" that is {what}'
            yield Problem("unknown-field", spec.place, message, closest(name, declared.fields), path=kind.name)


MOST_OF_ONE = 999  # copies of one component


def check_counts(subject: Subject) -> Iterator[Problem]:
    """Check that there is at least one of every component, and no more than anybody would print."""
    for kind in subject.game.kinds.values():
        spec = kind.component
        if spec is not None and isinstance(spec.count, int):
            yield from _check_count(spec.count, kind.name, spec.place)
        elif spec is not None and isinstance(spec.count, str):
            for entry in subject.game.of_kind(kind.name):
                count = entry.record.fields.get(spec.count)
                if isinstance(count, int):
                    yield from _check_count(count, entry.id, entry.record.places[spec.count])


def _check_count(count: int, path: str, place: Place) -> Iterator[Problem]:
    if not 1 <= count <= MOST_OF_ONE:
        message = f"{count} copies of {path} are asked for"
        yield Problem("out-of-range", place, message, f"1 to {MOST_OF_ONE} are allowed", path=path)


def check_boards(subject: Subject) -> Iterator[Problem]:
    """Check that no two cards of a board lie in the same cell."""
    for kind in subject.game.kinds.values():
        spec = kind.component
        if spec is None or spec.board is None or spec.cell is None:
            continue
        taken: dict[tuple[str, object], Entry] = {}
        for entry in subject.game.of_kind(kind.name):
            board = entry.record.fields.get(spec.board)
            cell = entry.record.fields.get(spec.cell)
            if not isinstance(board, Ref) or not cell:
                continue
            other = taken.setdefault((board.id, cell), entry)
            if other is not entry:
                message = f"{entry.id} lies where {other.id} lies on {board.id}"
                place = entry.record.places[spec.cell]
                related = (Related(other.record.places[spec.cell], f"{other.id} lies here"),)
                yield Problem("cell-taken", place, message, "give it a cell of its own", path=entry.id, related=related)
