"""References: every id that is named exists and is of the right kind, and every entry is used by something."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject, values
from valleybuild.model import Named, Ref
from valleybuild.problem import Problem, Related, Severity
from valleybuild.scalars import closest


def check_references(subject: Subject) -> Iterator[Problem]:
    """Check that references, icons and inks name things that exist. Kinds that could not be read are left alone."""
    game = subject.game
    for _, path, value in values(game):
        if isinstance(value, Named):
            known = game.icons if value.sort == "icon" else game.layouts.inks
            if value.name not in known:
                message = f'there is no {value.sort} "{value.name}"'
                yield Problem(f"unknown-{value.sort}", value.place, message, closest(value.name, known), path=path)
        if not isinstance(value, Ref):
            continue
        entry = game.entries.get(value.id)
        wanted = " or ".join(value.kinds)
        if entry is not None and entry.kind not in value.kinds:
            message = f'"{value.id}" is no {wanted} but a {entry.kind}'
            related = (Related(entry.place, f"this {entry.kind}"),)
            yield Problem("wrong-kind", value.place, message, f"name a {wanted}", path=path, related=related)
        elif entry is None and not game.unread.intersection(value.kinds):
            known_ids = [known.id for kind in value.kinds for known in game.of_kind(kind)]
            message = f'there is no {wanted} "{value.id}"'
            yield Problem("unknown-id", value.place, message, closest(value.id, known_ids), path=path)


def check_unused(subject: Subject) -> Iterator[Problem]:
    """Check that every entry that is not printed by itself is named by another entry or by a template."""
    game = subject.game
    named = {value.id for _, _, value in values(game) if isinstance(value, Ref)} | subject.used_ids
    for entry in game.entries.values():
        if game.kinds[entry.kind].component is None and entry.id not in named:
            message = f'nothing names the {entry.kind} "{entry.id}"'
            hint = "delete it, or use it"
            yield Problem("unused-id", entry.place, message, hint, path=entry.id, severity=Severity.WARNING)
