"""`rules/<game>/targets.yaml` to targets: the setups to measure, by whom, how often, and the win rate that is due."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.games import Rules
from valleybuild.model import Game, Record
from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem, Related
from valleybuild.project import Project
from valleybuild.scalars import closest
from valleybuild.schema import record_type
from valleybuild.tuning.reading import listed, read_records, shaped
from valleybuild.tuning.setups import Key, Setup, changed, expand, key_of, tell

FORMATS = (
    record_type(
        "targets file",
        {
            "seed": "integer 0..",
            "fresh-seed": "integer 0..",
            "groups": "list 1.. of group",
            "other-answers": "list of comparison?",
        },
    ),
    record_type(
        "group",
        {
            "id": "identifier",
            "player": "identifier",
            "setups": "map of list 1.. of identifier",
            "games": "integer 1..1000000",
            "fresh": "integer 0..1000000?",
            "things": "boolean?",
            "wanted": "wanted?",
            "because": "string?",
        },
    ),
    record_type(
        "wanted",
        {"least": "number 0..100?", "most": "number 0..100?", "within": "number 0..100?", "of": "map of identifier?"},
    ),
    record_type(
        "comparison",
        {"player": "identifier", "setups": "map of list 1.. of identifier", "games": "integer 1..1000000"},
    ),
)


class Wanted(msgspec.Struct, frozen=True):
    """The win rate that is wanted, in percent: between two bounds, or `within` so many points of another setup's.

    That setup is the same but for the keys of `of`.
    """

    least: float | None = None
    most: float | None = None
    within: float | None = None
    of: dict[str, str] = {}


class Group(msgspec.Struct, frozen=True):
    """Setups that a player plays alike: how many games are kept, and how many of a fresh sample.

    `things` says whether it is kept what became of each thing. `because` is the reason for which a target that is
    missed is accepted.
    """

    id: str
    player: str
    setups: tuple[Setup, ...]
    games: int
    fresh: int
    things: bool
    wanted: Wanted | None
    because: str
    place: Place


class Comparison(msgspec.Struct, frozen=True):
    """Setups that a player plays with the answer that is chosen and with the other one, as often each."""

    player: str
    setups: tuple[Setup, ...]
    games: int
    place: Place


class Targets(msgspec.Struct, frozen=True):
    """All that is wanted. `seed` is the first of the games that are kept, `fresh_seed` that of the fresh sample."""

    seed: int
    fresh_seed: int
    groups: tuple[Group, ...]
    comparisons: tuple[Comparison, ...]
    place: Place


class Row(msgspec.Struct, frozen=True):
    """What is to be measured: a setup and a player, or with `other_answer` the difference that this makes.

    `fresh` is the number of games of a fresh sample, and `place` that of what asks for the row first.
    """

    setup: Setup
    player: str
    games: int
    place: Place
    fresh: int = 0
    things: bool = False
    other_answer: str = ""

    @property
    def key(self) -> Key:
        """Return what a kept figure has in common with this."""
        return key_of(self.setup, self.player, self.other_answer)


def targets_file(game: Game) -> str:
    """Return the path of a game's targets."""
    return f"rules/{game.id}/targets.yaml"


def read_targets(project: Project, game: Game, rules: Rules) -> tuple[Targets | None, list[Problem]]:
    """Read a game's targets. They are None where anything in the file does not fit."""
    node, problems = project.read_yaml(targets_file(game))
    if node is None:
        return None, problems
    targets, found = targets_from(node, game, rules)
    return (None if problems else targets), [*problems, *found]


def targets_from(node: Node, game: Game, rules: Rules) -> tuple[Targets | None, list[Problem]]:
    """Read targets from a file's root."""
    problems: list[Problem] = []
    record, whole = read_records(node, game, FORMATS, problems=problems)
    if record is None or not whole:
        return None, problems
    spec = shaped(record, _Spec)
    grouped, compared = listed(record, "groups"), listed(record, "other-answers")
    groups, comparisons = tuple(map(_group, grouped)), tuple(map(_comparison, compared))
    for field, records in (("groups", grouped), ("other-answers", compared)):
        for index, asked in enumerate(records):
            problems.extend(_unknown_player(asked, rules, f"{field}[{index}]"))
    problems.extend(_repeated(grouped))
    for written, group in zip(grouped, groups, strict=True):
        problems.extend(_faults(written, group))
    targets = Targets(spec.seed, spec.fresh_seed, groups, comparisons, record.place)
    problems.extend(_overlap(record, targets))
    return (None if problems else targets), problems


class _Spec(msgspec.Struct, rename="kebab"):
    seed: int
    fresh_seed: int


class _ComparisonSpec(msgspec.Struct):
    player: str
    setups: dict[str, list[str]]
    games: int


class _GroupSpec(_ComparisonSpec, kw_only=True):
    id: str
    fresh: int = 0
    things: bool = False
    wanted: Wanted | None = None
    because: str = ""


def _group(record: Record) -> Group:
    spec = shaped(record, _GroupSpec)
    return Group(
        id=spec.id,
        player=spec.player,
        setups=expand(spec.setups),
        games=spec.games,
        fresh=spec.fresh,
        things=spec.things,
        wanted=spec.wanted,
        because=spec.because,
        place=record.places["id"],
    )


def _comparison(record: Record) -> Comparison:
    spec = shaped(record, _ComparisonSpec)
    return Comparison(spec.player, expand(spec.setups), spec.games, record.places["setups"])


def _unknown_player(record: Record, rules: Rules, path: str) -> Iterator[Problem]:
    player = record.fields["player"]
    if isinstance(player, str) and player not in rules.players:
        message = f'there is no player "{player}"'
        hint = closest(player, rules.players)
        yield Problem("unknown-player", record.places["player"], message, hint, path=f"{path}.player")


def _repeated(records: tuple[Record, ...]) -> Iterator[Problem]:
    first: dict[object, Place] = {}
    for record in records:
        id, place = record.fields["id"], record.places["id"]
        if id in first:
            related = (Related(first[id], "used here first"),)
            yield Problem("bad-target", place, f'the id "{id}" is used twice', "give one another id", related=related)
        first.setdefault(id, place)


def _faults(record: Record, group: Group) -> Iterator[Problem]:
    """Find a wish that nothing could fulfil, or that says nothing."""
    if group.wanted is None:
        if group.because:
            message = f"{group.id} has a reason, but nothing is wanted that could be missed"
            yield Problem("bad-target", record.places["because"], message, "say what is wanted, or delete the reason")
        return
    message, hint = _fault(group, group.wanted)
    if message:
        yield Problem("bad-target", record.places["wanted"], message, hint)


def _fault(group: Group, wanted: Wanted) -> tuple[str, str]:
    """Return what is wrong with a wish, and how it is mended; nothing where all is well."""
    shapes = "write {least: 45, most: 60}, or {within: 12, of: {key: value}}"
    if (wanted.within is None) == (wanted.least is wanted.most is None):
        return f"{group.id} has to want either bounds, or so many points within another setup's win rate", shapes
    if (wanted.within is None) != (not wanted.of):
        return f"{group.id} has to say both `within` how many points and `of` which setup", shapes
    if wanted.least is not None and wanted.most is not None and wanted.least > wanted.most:
        message = f"the bounds of {group.id} are upside down: {wanted.least:g} is more than {wanted.most:g}"
        return message, f"write {{least: {wanted.most:g}, most: {wanted.least:g}}}"
    for setup in group.setups if wanted.of else ():
        if changed(setup, wanted.of) == setup:
            return f"{group.id} compares a setup with itself: {tell(setup)}", "let `of` give a key another value"
    return "", ""


def _overlap(record: Record, targets: Targets) -> Iterator[Problem]:
    """Find seeds of the fresh sample that are among those whose games are kept."""
    kept = [group.games for group in targets.groups] + [group.games for group in targets.comparisons]
    last = targets.seed + max(kept) - 1
    most = max(group.fresh for group in targets.groups)
    if targets.fresh_seed <= last and targets.fresh_seed + most > targets.seed:
        message = f"the fresh sample begins with seed {targets.fresh_seed}, but the games that are kept go up to {last}"
        yield Problem("bad-target", record.places["fresh-seed"], message, f"write {last + 1} or more")


def rows(targets: Targets, other_answers: tuple[str, ...] = ()) -> tuple[Row, ...]:
    """List all that is to be measured, each once: as often, and with as much besides, as any group asks."""
    found: dict[Key, Row] = {}
    for group in targets.groups:
        for setup in group.setups:
            row = Row(setup, group.player, group.games, group.place, group.fresh, group.things)
            _add(found, row)
            if group.wanted is not None and group.wanted.of:
                _add(found, Row(changed(setup, group.wanted.of), group.player, group.games, group.place))
    for comparison in targets.comparisons:
        for name in other_answers:
            for setup in comparison.setups:
                _add(found, Row(setup, comparison.player, comparison.games, comparison.place, other_answer=name))
    return tuple(found.values())


def _add(found: dict[Key, Row], row: Row) -> None:
    known = found.get(row.key)
    if known is not None:
        row = msgspec.structs.replace(
            known,
            games=max(known.games, row.games),
            fresh=max(known.fresh, row.fresh),
            things=known.things or row.things,
        )
    found[row.key] = row
