"""What a check looks at."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.art.framed import Framed
from valleybuild.model import Entry, Game, Text, Value, walk
from valleybuild.project import Project


class Subject(msgspec.Struct, frozen=True):
    """A game with its project, and what composing it has used: ids named by templates, picture files and their boxes.

    `complete` is false where reading or composing found errors. `more_texts` are those, with their paths, that the
    game's own package reads from files beside its cards.
    """

    game: Game
    project: Project
    used_ids: frozenset[str]
    used_pictures: frozenset[str]
    framed: tuple[Framed, ...] = ()
    complete: bool = True
    more_texts: tuple[tuple[str, Text], ...] = ()


def values(game: Game) -> Iterator[tuple[Entry, str, Value]]:
    """Yield every value of every entry with its path."""
    for entry in game.entries.values():
        for path, value in walk(entry.record, entry.id):
            yield entry, path, value


def texts(subject: Subject) -> Iterator[tuple[str, Text]]:
    """Yield every text of a game with its path: those of its entries, its sentence templates, and its own others."""
    for _, path, value in values(subject.game):
        if isinstance(value, Text):
            yield path, value
    for sentence in subject.game.sentences.values():
        yield f"{sentence.type}.{sentence.tag}", sentence.text
    yield from subject.more_texts
