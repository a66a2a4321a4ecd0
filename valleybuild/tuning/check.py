"""A game with its targets and its kept figures to findings: in their files, in what they say, and by a fresh sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from valleybuild.check.subject import Subject
from valleybuild.games import find_rules
from valleybuild.games.playthrough import SetupError
from valleybuild.games.protocol import Outcome
from valleybuild.problem import Place, Problem, Related, Severity
from valleybuild.simulation import play_games
from valleybuild.tuning.figures import Figure, Kept, kept_file, read_kept
from valleybuild.tuning.judging import chance, current_facts, describe, judge, never_done, staleness
from valleybuild.tuning.measuring import Bench, prepare
from valleybuild.tuning.setups import Same, tell
from valleybuild.tuning.targets import Row, Targets, read_targets, rows, targets_file

FALSE_ALARM = 0.001
"""How likely it is that a whole fresh sample, of the same win rates, gives any finding."""
PARTS = 4
"""Into how many parts the fresh sample is cut, so that processes can share it."""
AGAIN = "measure it again with `valleybuild report --measure --only stale`"


def check_targets(subject: Subject) -> Iterator[Problem]:
    """Check that the targets and the kept figures, where there are any, can be read."""
    rules = find_rules(subject.game.rules, subject.game.id)
    if rules is None or rules.tuned is None:
        return
    if subject.project.has_file(targets_file(subject.game)):
        yield from read_targets(subject.project, subject.game, rules)[1]
    if subject.project.has_file(kept_file(subject.game)):
        yield from read_kept(subject.project, subject.game)[1]


def check_target_setups(subject: Subject) -> Iterator[Problem]:
    """Check that every setup that the targets name can be played. The content has to be sound."""
    found = _read_targets(subject)
    if found is not None:
        yield from refused_setups(*found)


def refused_setups(bench: Bench, targets: Targets) -> Iterator[Problem]:
    """Find setups that cannot be opened; the same reason at the same place is said once."""
    said: set[tuple[Place, str]] = set()
    opened: set[Same] = set()
    for row in rows(targets, tuple(bench.other_answers)):
        answer = bench.other_answers.get(row.other_answer)
        setup = row.setup | (answer.setup if answer else {})
        if frozenset(setup.items()) in opened:
            continue
        opened.add(frozenset(setup.items()))
        try:
            bench.open(setup)
        except SetupError as error:
            if (row.place, error.message) not in said:
                said.add((row.place, error.message))
                hint = error.hint or "change or leave out the setup"
                yield Problem("setup-refused", row.place, f"{error.message}: {tell(setup)}", hint, path=error.key)


def _read_targets(subject: Subject) -> tuple[Bench, Targets] | None:
    """Return the targets with what measures them; None where there are none, or none that could be read."""
    rules = find_rules(subject.game.rules, subject.game.id)
    if rules is None or not subject.project.has_file(targets_file(subject.game)):
        return None
    bench = prepare(subject.project, subject.game, rules)
    targets, _ = read_targets(subject.project, subject.game, rules)
    return None if bench is None or targets is None else (bench, targets)


def _read_all(subject: Subject) -> tuple[Bench, Targets, Kept] | None:
    """Return targets whose setups can all be played, with the kept figures; None where `check` says what is wrong."""
    found = _read_targets(subject)
    if found is None or any(refused_setups(*found)):
        return None
    kept, _ = read_kept(subject.project, subject.game)
    return None if kept is None else (*found, kept)


def check_tuning(subject: Subject) -> Iterator[Problem]:
    """Check that every figure that the targets ask for is kept and current, and that it is as it is wanted."""
    found = _read_targets(subject)
    if found is not None and not subject.project.has_file(kept_file(subject.game)):
        message = f"nothing of what the targets ask for is measured: there is no {kept_file(subject.game)}"
        hint = "measure it with `valleybuild report --measure`"
        place = found[1].place
        start = Place(place.file, place.line, place.column, place.line, place.column + 1)
        yield Problem("figure-missing", start, message, hint)
        return
    everything = _read_all(subject)
    if everything is None:
        return
    bench, targets, kept = everything
    asked = rows(targets, tuple(bench.other_answers))
    yield from _missing(asked, kept)
    stale = dict(_stale(bench, targets, asked, kept))
    for place, why in stale.items():
        yield Problem("figure-stale", place, f"this figure no longer counts: {why}", AGAIN)
    yield from _missed(targets, Kept({key: found for key, found in kept.measured.items() if found.place not in stale}))
    yield from _never_done(bench, kept, frozenset(stale))


def _missing(asked: tuple[Row, ...], kept: Kept) -> Iterator[Problem]:
    """Find rows without a figure: one finding for each place that asks for them."""
    missing: dict[Place, list[Row]] = {}
    for row in asked:
        if row.key not in kept.measured:
            missing.setdefault(row.place, []).append(row)
    for place, lacking in missing.items():
        first = lacking[0]
        other = f" with the other answer to {first.other_answer}" if first.other_answer else ""
        more = f", and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        message = f"there is no figure of {first.player}{other} for {tell(first.setup)}{more}"
        yield Problem("figure-missing", place, message, AGAIN)


def _stale(bench: Bench, targets: Targets, asked: tuple[Row, ...], kept: Kept) -> Iterator[tuple[Place, str]]:
    """Yield the places of figures that do not stand for what is asked for today, each with the reason."""
    wanted = {row.key: row for row in asked}
    known: dict[Same, str] = {}
    for key, found in kept.measured.items():
        row = wanted.get(key)
        if row is None:
            yield found.place, "no target asks for it"
        elif why := staleness(found, row, seed=targets.seed, facts=current_facts(bench, row.setup, known)):
            yield found.place, why


def _missed(targets: Targets, kept: Kept) -> Iterator[Problem]:
    """Find win rates that are not as they are wanted, where no reason accepts them."""
    for verdict in judge(targets, kept):
        group = verdict.group
        if verdict.met or verdict.off is None or group.because:
            continue
        figure = next(found for found in kept.figures if (found.setup, found.player) == (verdict.setup, group.player))
        assert group.wanted is not None
        message = (
            f"{group.player} wins {figure.rate:.1f} % of {figure.games} games, {verdict.said}: "
            f"{group.id} wants {describe(group.wanted)}"
        )
        hint = f"tune the cards, or accept it with `because: reason` at {group.id}"
        related = (Related(group.place, "wanted here"),)
        yield Problem("target-missed", figure.place, message, hint, severity=Severity.WARNING, related=related)


def _never_done(bench: Bench, kept: Kept, stale: frozenset[Place]) -> Iterator[Problem]:
    """Find things that nobody has ever done in all games of a setup."""
    current = Kept({key: found for key, found in kept.measured.items() if found.place not in stale})
    undone = never_done(current, bench.tuned.done)
    for figure in current.figures:
        for thing in sorted(undone.pop(frozenset(figure.setup.items()), ())):
            message = f"{thing} is never {bench.tuned.done} in {tell(figure.setup)}"
            hint = "make it cheaper, nearer or worth more, or take it out"
            place = figure.lines.get(thing, figure.place)
            yield Problem("thing-never-done", place, message, hint, severity=Severity.WARNING)


def check_sample(subject: Subject, *, part: int = 1, parts: int = 1) -> Iterator[Problem]:
    """Check current figures by games with other seeds: a difference that is not by chance is a finding."""
    everything = _read_all(subject)
    if everything is None:
        return
    bench, targets, kept = everything
    sampled = [row for row in rows(targets) if row.fresh]
    known: dict[Same, str] = {}
    for row in sampled[part - 1 :: parts]:
        figure = kept.measured.get(row.key)
        if not isinstance(figure, Figure):
            continue
        if staleness(figure, row, seed=targets.seed, facts=current_facts(bench, row.setup, known)):
            continue
        seeds = range(targets.fresh_seed, targets.fresh_seed + row.fresh)
        played = play_games(bench.sit_down(row.setup, row.player), seeds)
        won = sum(game.outcome is Outcome.WON for game in played)
        if chance(won, row.fresh, won_there=figure.won, games_there=figure.games) < FALSE_ALARM / len(sampled):
            yield _differs(figure, won, seeds)


def _differs(figure: Figure, won: int, seeds: range) -> Problem:
    games = len(seeds)
    message = (
        f"{figure.player} wins {won} of {games} fresh games ({100 * won / games:.1f} %), "
        f"but {figure.won} of {figure.games} are kept ({figure.rate:.1f} %): {tell(figure.setup)}"
    )
    hint = f"the player or the engine has changed: measure it again; the fresh seeds are {seeds[0]} to {seeds[-1]}"
    return Problem("figure-differs", figure.place, message, hint)


DEEP_CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    check_tuning,
    *(partial(check_sample, part=part, parts=PARTS) for part in range(1, PARTS + 1)),
)
"""What a game with targets adds to its deep checks."""
