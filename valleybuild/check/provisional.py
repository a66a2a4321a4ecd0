"""Provisional numbers: every path that game.yaml marks as a first value leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.problem import Problem
from valleybuild.scalars import closest
from valleybuild.schema import RecordType


def check_provisional(subject: Subject) -> Iterator[Problem]:
    """Check that a provisional path, such as `expedition.*.days`, names a kind, an entry of it (or *) and a field."""
    game = subject.game
    for number in game.provisional:
        kind, id, field = [*number.path.split("."), "", ""][:3]
        declared = game.types.get(f"kind {kind}")
        if not isinstance(declared, RecordType):
            yield Problem("unknown-path", number.place, f'"{number.path}": no kind "{kind}"', closest(kind, game.kinds))
        elif id != "*" and (id not in game.entries or game.entries[id].kind != kind):
            ids = [entry.id for entry in game.of_kind(kind)]
            yield Problem("unknown-path", number.place, f'"{number.path}": no {kind} "{id}"', closest(id, ids))
        elif field not in declared.fields:
            hint = closest(field, declared.fields)
            yield Problem("unknown-path", number.place, f'"{number.path}": no field "{field}"', hint)
