"""`rules/<game>/tuning.yaml` to kept figures and back: each measured row in one line, with its seeds and its facts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from valleybuild.model import Game, Record
from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem, Related
from valleybuild.project import Project
from valleybuild.schema import record_type
from valleybuild.tuning.reading import listed, read_records, shaped
from valleybuild.tuning.setups import Key, Setup, key_of, tell
from valleybuild.yamlnodes import parse_yaml

FILE = record_type(
    "tuning file", {"figures": "list of figure", "other-answers": "list of difference", "things": "list of counted"}
)
FIGURE = record_type(
    "figure",
    {
        "setup": "map of identifier",
        "player": "identifier",
        "seed": "integer 0..",
        "games": "integer 1..",
        "won": "integer 0..",
        "means": "map of number",
        "facts": "identifier",
        "version": "string",
    },
)
DIFFERENCE = record_type(
    "difference",
    {
        "setup": "map of identifier",
        "player": "identifier",
        "other-answer": "string",
        "seed": "integer 0..",
        "games": "integer 1..",
        "gained": "integer 0..",
        "lost": "integer 0..",
        "facts": "identifier",
        "version": "string",
    },
)
COUNTED = record_type(
    "counted", {"setup": "map of identifier", "player": "identifier", "counts": "map of map of integer 0.."}
)
HEAD = """\
# What was measured, written by `valleybuild report --measure` and printed by `valleybuild report`: how often a player
# wins a setup, how many of the same games come out otherwise with another answer, and what became of each thing.
# targets.yaml says what is measured and wanted. `facts` stands for all that the games were played by.
"""
PLAIN = re.compile(r"[a-z][a-z0-9-]*|0|[1-9][0-9]*")


class Figure(msgspec.Struct, frozen=True):
    """How often a player wins a setup. `facts` are the digest of what was played by, `version` the program's.

    `counts` says of each thing how often each verb was noted, where that is kept; `lines` are the places of its lines.
    """

    setup: Setup
    player: str
    seed: int
    games: int
    won: int
    means: dict[str, float]
    facts: str
    version: str
    counts: dict[str, dict[str, int]] = {}
    place: Place = Place("")
    lines: dict[str, Place] = {}

    @property
    def key(self) -> Key:
        """Return what the row that asks for this has in common with it."""
        return key_of(self.setup, self.player)

    @property
    def rate(self) -> float:
        """Return the win rate in percent."""
        return 100 * self.won / self.games


class Difference(msgspec.Struct, frozen=True, rename="kebab"):
    """How many of the same games are won only with another answer (`gained`), and only with the chosen one (`lost`)."""

    setup: Setup
    player: str
    other_answer: str
    seed: int
    games: int
    gained: int
    lost: int
    facts: str
    version: str
    place: Place = Place("")

    @property
    def key(self) -> Key:
        """Return what the row that asks for this has in common with it."""
        return key_of(self.setup, self.player, self.other_answer)

    @property
    def points(self) -> float:
        """Return by how many points of a hundred the other answer raises the win rate."""
        return 100 * (self.gained - self.lost) / self.games


Measured = Figure | Difference


class Kept(msgspec.Struct, frozen=True):
    """All that is kept, by what was measured."""

    measured: dict[Key, Measured] = {}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """List the win rates."""
        return tuple(found for found in self.measured.values() if isinstance(found, Figure))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """List what other answers change."""
        return tuple(found for found in self.measured.values() if isinstance(found, Difference))


def kept_file(game: Game) -> str:
    """Return the path of a game's kept figures."""
    return f"rules/{game.id}/tuning.yaml"


def read_kept(project: Project, game: Game) -> tuple[Kept | None, list[Problem]]:
    """Read a game's kept figures. They are None where anything in the file does not fit."""
    node, problems = project.read_yaml(kept_file(game))
    if node is None:
        return None, problems
    kept, found = kept_from(node, game)
    return (kept if not problems else None), [*problems, *found]


def kept_from(node: Node, game: Game) -> tuple[Kept | None, list[Problem]]:
    """Read kept figures from a file's root."""
    problems: list[Problem] = []
    record, whole = read_records(node, game, (FILE, FIGURE, DIFFERENCE, COUNTED), problems=problems)
    if record is None or not whole:
        return None, problems
    measured: dict[Key, Measured] = {}
    for item in listed(record, "figures"):
        figure = msgspec.structs.replace(shaped(item, Figure), place=item.place)
        problems.extend(_twice(measured, figure))
        if figure.won > figure.games:
            problems.append(_bad(item.places["won"], f"{figure.won} of {figure.games} games cannot be won"))
        measured[figure.key] = figure
    for item in listed(record, "other-answers"):
        difference = msgspec.structs.replace(shaped(item, Difference), place=item.place)
        problems.extend(_twice(measured, difference))
        if difference.gained + difference.lost > difference.games:
            message = f"{difference.games} games cannot differ {difference.gained + difference.lost} times"
            problems.append(_bad(item.places["gained"], message))
        measured[difference.key] = difference
    for item in listed(record, "things"):
        problems.extend(_count(measured, item))
    return (None if problems else Kept(measured)), problems


class _Counted(msgspec.Struct):
    setup: Setup
    player: str
    counts: dict[str, dict[str, int]]


def _count(measured: dict[Key, Measured], item: Record) -> Iterator[Problem]:
    """Give a figure what became of its things."""
    counted = shaped(item, _Counted)
    key = key_of(counted.setup, counted.player)
    figure = measured.get(key)
    if not isinstance(figure, Figure):
        yield _bad(item.place, f"things are counted here, but there is no figure of {counted.player}: {_said(counted)}")
        return
    if figure.counts:
        yield _bad(item.place, f"the things of {counted.player} are counted twice: {_said(counted)}")
    counts = item.fields["counts"]
    lines = counts.places if isinstance(counts, Record) else {}
    measured[key] = msgspec.structs.replace(figure, counts=counted.counts, lines=lines)


def _said(counted: _Counted) -> str:
    return tell(counted.setup)


def _bad(place: Place, message: str, related: tuple[Related, ...] = ()) -> Problem:
    hint = "measure it again with `valleybuild report --measure`"
    return Problem("bad-figure", place, message, hint, related=related)


def _twice(measured: Mapping[Key, Measured], new: Measured) -> Iterator[Problem]:
    if new.key in measured:
        related = (Related(measured[new.key].place, "first written here"),)
        yield _bad(new.place, f"this is kept twice: {new.player}, {tell(new.setup)}", related)


def write_kept(measured: Iterable[Measured]) -> str:
    """Write figures as a file's text, in the order given; reading it gives them back."""
    kept = Kept({found.key: found for found in measured})
    return HEAD + "".join(f"{line}\n" for line in _lines(kept))


def renewed(old: bytes | None, measured: Iterable[Measured], *, game: Game, order: Iterable[Key]) -> bytes:
    """Return a file's new content: what is measured, and what the old content has besides, as far as it is in order.

    Raises ValueError for an old content that cannot be read.
    """
    known: dict[Key, Measured] = {}
    if old is not None:
        node, problems = parse_yaml(old, kept_file(game))
        kept, more = kept_from(node, game) if node is not None else (None, [])
        if kept is None or problems or more:
            raise ValueError(f"{kept_file(game)} cannot be read any more")
        known |= kept.measured
    known |= {found.key: found for found in measured}
    return write_kept(known[key] for key in order if key in known).encode()


def _lines(kept: Kept) -> Iterator[str]:
    yield "figures:" if kept.figures else "figures: []"
    for figure in kept.figures:
        fields = {name: getattr(figure, name) for name in FIGURE.fields}
        yield f"  - {_flow(fields)}"
    yield "other-answers:" if kept.differences else "other-answers: []"
    for difference in kept.differences:
        fields = {name: getattr(difference, name.replace("-", "_")) for name in DIFFERENCE.fields}
        yield f"  - {_flow(fields)}"
    counted = [figure for figure in kept.figures if figure.counts]
    yield "things:" if counted else "things: []"
    for figure in counted:
        yield f"  - setup: {_flow(figure.setup)}"
        yield f"    player: {_flow(figure.player)}"
        yield "    counts:"
        for thing, verbs in figure.counts.items():
            yield f"      {_flow(thing)}: {_flow(verbs)}"


def _flow(value: object) -> str:
    """Write a value in one line, texts in quotes wherever a reader of YAML could take them for something else."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, float):
        return f"{value:.2f}"
    text = str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
