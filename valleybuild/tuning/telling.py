"""Kept figures beside what is wanted of them, to the lines and the values that a report prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from valleybuild.model import Game
from valleybuild.simulation import wilson
from valleybuild.tuning.figures import Difference, Figure, Kept
from valleybuild.tuning.judging import Verdict, current_facts, describe, judge, never_done, staleness
from valleybuild.tuning.measuring import Bench
from valleybuild.tuning.setups import Same, Setup, columns, in_order, key_of, tell
from valleybuild.tuning.targets import Row, Targets, rows

GAP = "  "


class Standing(msgspec.Struct, frozen=True):
    """A row that is asked for, with its figure, why that no longer counts, or "", and the verdicts on it."""

    row: Row
    found: Figure | Difference | None
    stale: str
    verdicts: tuple[Verdict, ...]

    @property
    def sound(self) -> bool:
        """Say whether the figure is there, counts, and is as it is wanted or accepted with a reason."""
        held = all(verdict.met or verdict.group.because for verdict in self.verdicts)
        return self.found is not None and not self.stale and held


class Fate(msgspec.Struct, frozen=True):
    """What became of a thing in the games of a figure: how often it came into play, was done, and went undone."""

    laid: int
    done: int
    undone: int
    verbs: dict[str, int]


class Overview(msgspec.Struct, frozen=True):
    """All that a report says. `fates` has the things of each figure; `never` those that nobody has done in a setup."""

    game: Game
    targets: Targets
    standings: tuple[Standing, ...]
    fates: tuple[tuple[Figure, dict[str, Fate]], ...]
    never: dict[Same, frozenset[str]]
    bench: Bench

    @property
    def sound(self) -> bool:
        """Say whether there is nothing to do."""
        return all(standing.sound for standing in self.standings)


def survey(game: Game, bench: Bench, *, targets: Targets, kept: Kept) -> Overview:
    """Put each figure beside what is wanted of it. All setups have to be playable."""
    known: dict[Same, str] = {}
    verdicts: dict[object, list[Verdict]] = {}
    for verdict in judge(targets, kept):
        verdicts.setdefault(key_of(verdict.setup, verdict.group.player), []).append(verdict)
    standings = []
    for row in rows(targets, tuple(bench.other_answers)):
        found = kept.measured.get(row.key)
        facts = current_facts(bench, row.setup, known)
        stale = "" if found is None else staleness(found, row, seed=targets.seed, facts=facts)
        standings.append(Standing(row, found, stale, tuple(verdicts.get(row.key, ()))))
    asked = {standing.row.key for standing in standings}
    counted = [figure for figure in kept.figures if figure.counts and figure.key in asked]
    fates = tuple((figure, _fates(figure, bench)) for figure in counted)
    return Overview(game, targets, tuple(standings), fates, never_done(kept, bench.tuned.done), bench)


def _fates(figure: Figure, bench: Bench) -> dict[str, Fate]:
    things, found = bench.things(figure.setup), {}
    for thing, verbs in figure.counts.items():
        done = verbs.get(bench.tuned.done, 0)
        undone = sum(verbs.get(verb, 0) for verb in things.get(thing, tuple(verbs)) if verb != bench.tuned.done)
        found[thing] = Fate(done + undone, done, undone, verbs)
    return found


def tell_report(overview: Overview) -> Iterator[str]:
    """Yield the lines of a report: win rates, what other answers change, and what became of each thing."""
    yield from _head(overview)
    yield ""
    yield from _rates(overview)
    yield from _reasons(overview)
    yield from _answers(overview)
    for setup in _counted_setups(overview):
        yield ""
        yield from _things(overview, setup)
    yield ""
    yield _count(overview)


def _counted_setups(overview: Overview) -> list[Setup]:
    return in_order({tell(figure.setup): figure.setup for figure, _ in overview.fates}.values())


def _head(overview: Overview) -> Iterator[str]:
    found = [standing.found for standing in overview.standings if standing.found is not None]
    versions = ", ".join(sorted({figure.version for figure in found})) or "nothing yet"
    yield f"{overview.game.id} {overview.game.version}, measured with valleybuild {versions}"
    seeds = ", ".join(map(str, sorted({figure.seed for figure in found})))
    if seeds:
        yield f"the first game of each row has seed {seeds}; what is won is given in percent"


def _grid(header: Sequence[str], lines: Iterable[Sequence[str]], *, right: Iterable[str]) -> Iterator[str]:
    """Yield a table's lines: columns as wide as they need, some of them flush right."""
    whole = [tuple(header), *map(tuple, lines)]
    flush = [name in set(right) for name in header]
    widths = [max(len(line[index]) for line in whole) for index in range(len(header))]
    for line in whole:
        cells = (
            cell.rjust(width) if to_the_right else cell.ljust(width)
            for cell, width, to_the_right in zip(line, widths, flush, strict=True)
        )
        yield GAP.join(cells).rstrip()


def _sorted(standings: Iterable[Standing]) -> list[Standing]:
    listed = list(standings)
    order = [frozenset(setup.items()) for setup in in_order([standing.row.setup for standing in listed])]
    players = list(dict.fromkeys(standing.row.player for standing in listed))
    return sorted(
        listed,
        key=lambda each: (order.index(frozenset(each.row.setup.items())), players.index(each.row.player)),
    )


def _rates(overview: Overview) -> Iterator[str]:
    listed = _sorted(standing for standing in overview.standings if not standing.row.other_answer)
    keys = columns(standing.row.setup for standing in listed)
    figures = [standing.found for standing in listed if isinstance(standing.found, Figure)]
    means = tuple(dict.fromkeys(name for figure in figures for name in figure.means))
    header = (*keys, "player", "games", "won", "95 % interval", *means, "wanted", "")
    lines = []
    for standing in listed:
        row, found = standing.row, standing.found
        line = [*(row.setup.get(key, "") for key in keys), row.player]
        if isinstance(found, Figure):
            low, high = wilson(found.won, found.games)
            interval = f"{100 * low:.1f} to {100 * high:.1f}"
            numbers = [f"{found.means[name]:.1f}" if name in found.means else "" for name in means]
            line += [str(found.games), f"{found.rate:.1f}", interval, *numbers]
        else:
            line += ["", "", "", *("" for _ in means)]
        wishes = [describe(verdict.group.wanted) for verdict in standing.verdicts if verdict.group.wanted]
        lines.append([*line, "; ".join(wishes), _remark(standing)])
    yield from _grid(header, lines, right=("games", "won", "95 % interval", *means))


def _remark(standing: Standing) -> str:
    if standing.found is None:
        return "not measured"
    said = [_said(verdict) for verdict in standing.verdicts]
    if standing.stale:
        said.append(f"no longer counts: {standing.stale}")
    return "; ".join(said)


def _said(verdict: Verdict) -> str:
    accepted = ", accepted" if verdict.off and verdict.group.because else ""
    return verdict.said + accepted


def _reasons(overview: Overview) -> Iterator[str]:
    """Yield the reasons for which targets that are missed are accepted."""
    missed = [verdict for standing in overview.standings for verdict in standing.verdicts if verdict.off]
    groups = {verdict.group.id: verdict.group for verdict in missed if verdict.group.because}
    if groups:
        yield ""
    for group in groups.values():
        yield f"{group.id} is accepted: {group.because}"


def _answers(overview: Overview) -> Iterator[str]:
    """Yield, for each player, the table of what other answers change."""
    listed = [standing for standing in overview.standings if standing.row.other_answer]
    for player in dict.fromkeys(standing.row.player for standing in listed):
        mine = [standing for standing in listed if standing.row.player == player]
        setups = in_order({tell(each.row.setup): each.row.setup for each in mine}.values())
        keys = columns(setups)
        shared = [key for key in keys if len({setup.get(key) for setup in setups}) == 1]
        games = sorted({each.found.games for each in mine if each.found is not None})
        yield ""
        common = ", ".join(f"{key} {setups[0][key]}" for key in shared)
        played = f", {' or '.join(map(str, games))} games" if games else ""
        yield f"By how many points another answer changes how often {player} wins ({common}{played});"
        old = "; * marks what no longer counts" if any(each.stale for each in mine) else ""
        yield f"in brackets, the games that are won only so and those that are lost only so{old}"
        differing = [{key: value for key, value in setup.items() if key not in shared} for setup in setups]
        header = ("question", "other answer", *(tell(setup) or "all" for setup in differing))
        cells = {(each.row.other_answer, frozenset(each.row.setup.items())): _cell(each) for each in mine}
        lines = [
            [name, answer.says, *(cells.get((name, frozenset(setup.items())), "") for setup in setups)]
            for name, answer in overview.bench.other_answers.items()
        ]
        yield from _grid(header, lines, right=header[2:])


def _cell(standing: Standing) -> str:
    found = standing.found
    if not isinstance(found, Difference):
        return "not measured"
    mark = "*" if standing.stale else ""
    return f"{mark}{found.points:+.1f} (+{found.gained} -{found.lost})"


def _things(overview: Overview, setup: Setup) -> Iterator[str]:
    """Yield what became of the things of a setup, a column for each player and verb."""
    fates = [(figure, found) for figure, found in overview.fates if figure.setup == setup]
    done = overview.bench.tuned.done
    names = dict.fromkeys(thing for _, found in fates for thing in found)
    verbs = dict.fromkeys(verb for _, found in fates for fate in found.values() for verb in fate.verbs)
    each = ("laid", *verbs, "ignored")
    titles = [f"{figure.player}: {name}" if name == "laid" else name for figure, _ in fates for name in each]
    never = overview.never.get(frozenset(setup.items()), frozenset())
    lines = []
    for thing in sorted(names):
        line = [thing]
        for figure, found in fates:
            line += _per_hundred(found.get(thing), figure.games, tuple(verbs))
        lines.append([*line, f"never {done}" if thing in never else ""])
    yield f"How often in 100 games: {tell(setup)}"
    yield from _grid(["", *titles, ""], lines, right=titles)


def _per_hundred(fate: Fate | None, games: int, verbs: tuple[str, ...]) -> list[str]:
    if fate is None:
        return [""] * (len(verbs) + 2)
    counts = (fate.laid, *(fate.verbs.get(verb, 0) for verb in verbs), fate.undone)
    return [f"{100 * count / games:.1f}" for count in counts]


def _count(overview: Overview) -> str:
    standings = overview.standings
    wishes = [verdict for standing in standings for verdict in standing.verdicts]
    met = sum(verdict.met for verdict in wishes)
    accepted = sum(bool(verdict.off and verdict.group.because) for verdict in wishes)
    missing = sum(standing.found is None for standing in standings)
    stale = sum(bool(standing.stale) for standing in standings)
    parts = [f"{met} of {len(wishes)} targets are met"]
    if accepted:
        parts.append(f"{accepted} missed and accepted")
    if missing:
        parts.append(f"{missing} of {len(standings)} rows are not measured")
    if stale:
        parts.append(f"{stale} rows no longer count")
    return "; ".join(parts)


def list_report(overview: Overview) -> dict[str, object]:
    """Return all that a report says as plain values."""
    standings = [(standing, standing.found) for standing in overview.standings]
    return {
        "game": overview.game.id,
        "game_version": overview.game.version,
        "first_seed": overview.targets.seed,
        "figures": [_figure(each, found) for each, found in standings if isinstance(found, Figure)],
        "other_answers": [_difference(each, found) for each, found in standings if isinstance(found, Difference)],
        "not_measured": [
            {"setup": each.row.setup, "player": each.row.player, "other_answer": each.row.other_answer or None}
            for each, found in standings
            if found is None
        ],
        "things": [
            {
                "setup": figure.setup,
                "player": figure.player,
                "games": figure.games,
                "counts": {
                    thing: {"laid": fate.laid, **fate.verbs, "ignored": fate.undone} for thing, fate in fates.items()
                },
            }
            for figure, fates in overview.fates
        ],
        "never_done": [
            {"setup": setup, "things": sorted(overview.never.get(frozenset(setup.items()), ()))}
            for setup in _counted_setups(overview)
        ],
        "sound": overview.sound,
    }


def _figure(standing: Standing, figure: Figure) -> dict[str, object]:
    return {
        "setup": figure.setup,
        "player": figure.player,
        "first_seed": figure.seed,
        "games": figure.games,
        "won": figure.won,
        "win_rate": figure.won / figure.games,
        "interval": wilson(figure.won, figure.games),
        "means": figure.means,
        "facts": figure.facts,
        "program_version": figure.version,
        "stale": standing.stale or None,
        "targets": [
            {
                "id": verdict.group.id,
                "low": verdict.low,
                "high": verdict.high,
                "off": verdict.off,
                "met": verdict.met,
                "because": verdict.group.because or None,
            }
            for verdict in standing.verdicts
        ],
    }


def _difference(standing: Standing, difference: Difference) -> dict[str, object]:
    return {
        "setup": difference.setup,
        "player": difference.player,
        "question": difference.other_answer,
        "first_seed": difference.seed,
        "games": difference.games,
        "gained": difference.gained,
        "lost": difference.lost,
        "points": difference.points,
        "program_version": difference.version,
        "stale": standing.stale or None,
    }
