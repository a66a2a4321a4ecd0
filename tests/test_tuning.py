"""Targets, kept figures and verdicts of any game: read with places, measured the same again, judged by known values."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from enum import Enum
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.conftest import MARK, TESTS, GameCopy
from valleybuild.games import Rules
from valleybuild.games.playthrough import SetupError
from valleybuild.games.protocol import Outcome
from valleybuild.games.tuned import OtherAnswer, Tuned
from valleybuild.model import Game
from valleybuild.problem import Place, Problem
from valleybuild.project import Project
from valleybuild.tuning.choosing import choose
from valleybuild.tuning.figures import Difference, Figure, Kept, Measured, kept_file, read_kept, renewed, write_kept
from valleybuild.tuning.judging import chance, current_keys, describe, judge, never_done, staleness
from valleybuild.tuning.measuring import Bench, Measuring, digest, games_of, prepare
from valleybuild.tuning.setups import changed, expand, in_order, key_of
from valleybuild.tuning.targets import Group, Row, Targets, Wanted, read_targets, rows, targets_file
from valleybuild.tuning.telling import list_report, survey, tell_report


class Race(msgspec.Struct, frozen=True):
    """What a race is played by."""

    length: int
    handicap: bool = False


class Running:
    """Rules of a race that takes one move: seeds that a length divides are won; with a handicap, the odd ones."""

    def __init__(self, race: Race) -> None:
        self.race = race

    def setup(self, seed: int, config: Race) -> tuple[int, bool]:
        return (seed, False)

    def legal(self, state: tuple[int, bool]) -> tuple[int, ...]:
        return (1,)

    def apply(self, state: tuple[int, bool], move: int) -> tuple[int, bool]:
        return (state[0], True)

    def outcome(self, state: tuple[int, bool]) -> Outcome | None:
        seed, run = state
        won = seed % 2 == 1 if self.race.handicap else seed % self.race.length == 0
        return (Outcome.WON if won else Outcome.LOST) if run else None

    def to_text(self, state: tuple[int, bool]) -> str:
        return repr(state)

    def from_text(self, text: str) -> tuple[int, bool]:
        raise NotImplementedError

    def move_to_text(self, state: tuple[int, bool], move: int) -> str:
        return str(move)

    def move_from_text(self, state: tuple[int, bool], text: str) -> int:
        return int(text)


class Runner:
    """A player who makes the only move."""

    def choose(self, rules: Any, state: Any) -> int:
        return 1


def note(rules: Any, before: tuple[int, bool], move: int, after: tuple[int, bool]) -> Iterable[str]:
    return ["done hurdle" if after[0] % 4 == 0 else "missed hurdle"]


def measure(rules: Any, state: tuple[int, bool]) -> dict[str, int]:
    return {"seed": state[0]}


def open_race(setup: dict[str, str]) -> tuple[Running, Race]:
    if setup.get("length") == "0":
        raise SetupError("a race of no length is no race", key="length")
    race = Race(int(setup.get("length", "2")), setup.get("handicap") == "yes")
    return Running(race), race


def race_of(rules: Any) -> Race:
    return rules.race  # type: ignore[no-any-return]


def answers(project: Project, game: Game) -> tuple[OtherAnswer, ...]:
    return (OtherAnswer("Q-1", "handicap yes", {"handicap": "yes"}),)


def things(rules: Any) -> dict[str, tuple[str, ...]]:
    return {"hurdle": ("missed",), "ditch": ("missed",)}


RULES = Rules(
    open=lambda project, game: open_race,
    players={"runner": Runner, "walker": Runner},
    note=note,
    measure=measure,
    tuned=Tuned(race_of, answers, things, "done"),
)
TARGETS = """\
seed: 1
fresh-seed: 1001
groups:
  - id: even
    player: runner
    setups: {length: [2, 4], weather: [dry]}
    games: 20
    fresh: 8
    things: true
    wanted: {least: 40, most: 60}
  - id: longer
    player: runner
    setups: {length: [5], weather: [dry]}
    games: 10
    wanted: {within: 12, of: {length: 2}}
  - id: rest
    player: walker
    setups: {length: [2]}
    games: 5
other-answers:
  - player: runner
    setups: {length: [2], weather: [dry]}
    games: 12
"""
DRY2 = {"length": "2", "weather": "dry"}


@pytest.fixture
def race(pebbles: GameCopy) -> GameCopy:
    """Copy a project with targets of a race."""
    pebbles.write("rules/pebbles/targets.yaml", TARGETS)
    return pebbles


def loaded(copy: GameCopy) -> Game:
    game, problems = copy.load()
    assert game is not None and not problems
    return game


def read(copy: GameCopy) -> tuple[Targets | None, list[Problem]]:
    return read_targets(Project(copy.root), loaded(copy), RULES)


def good(copy: GameCopy) -> Targets:
    targets, problems = read(copy)
    assert targets is not None and problems == []
    return targets


def bench_of(copy: GameCopy) -> Bench:
    bench = prepare(Project(copy.root), loaded(copy), RULES)
    assert bench is not None
    return bench


def measured(copy: GameCopy, *, workers: int = 1) -> list[Measured]:
    measuring = Measuring(bench_of(copy), seed=1, workers=workers, advance=lambda id: None)
    return [measuring.measure(row) for row in rows(good(copy), ("Q-1",))]


# Setups


def test_choices_are_multiplied_out_and_changed() -> None:
    assert expand({"a": ["1", "2"], "b": ["x"]}) == ({"a": "1", "b": "x"}, {"a": "2", "b": "x"})
    assert changed({"a": "1", "b": "x"}, {"a": "none", "b": "y"}) == {"b": "y"}


def test_setups_are_sorted_by_numbers_and_by_first_appearance() -> None:
    setups = [{"n": "10", "w": "wet"}, {"n": "9", "w": "dry"}, {"n": "9", "w": "wet"}, {"n": "9"}]
    assert in_order(setups) == [setups[3], setups[2], setups[1], setups[0]]


# Targets


def test_targets_ask_for_each_row_once(race: GameCopy) -> None:
    found = rows(good(race), ("Q-1",))
    listed = [(row.setup, row.player, row.games, row.fresh, row.things, row.other_answer) for row in found]
    assert listed == [
        (DRY2, "runner", 20, 8, True, ""),
        ({"length": "4", "weather": "dry"}, "runner", 20, 8, True, ""),
        ({"length": "5", "weather": "dry"}, "runner", 10, 0, False, ""),
        ({"length": "2"}, "walker", 5, 0, False, ""),
        (DRY2, "runner", 12, 0, False, "Q-1"),
    ]
    assert games_of(found) == 20 + 20 + 10 + 5 + 2 * 12


def test_a_setup_that_is_compared_with_is_measured_too(race: GameCopy) -> None:
    race.edit("rules/pebbles/targets.yaml", "of: {length: 2}", "of: {length: 3, weather: none}")
    assert Row({"length": "3"}, "runner", 10, good(race).groups[1].place) in rows(good(race))


# fmt: off
BROKEN_TARGETS = {
    "an unknown field": ("games: 5", "‸gamse: 5\n    games: 5", "unknown-key"),
    "a field that is missing": ("id: rest\n    ", "", "missing-key"),
    "an unknown player": ("player: walker", "player: ‸wlaker", "unknown-player"),
    "an unknown player of other answers": ("- player: runner\n    setups", "- player: ‸ruuner\n    setups",
                                           "unknown-player"),
    "bounds upside down": ("{least: 40, most: 60}", "‸{least: 60, most: 40}", "bad-target"),
    "a bound beyond a hundred": ("most: 60", "most: ‸160", "out-of-range"),
    "no wish at all": ("{least: 40, most: 60}", "‸{}", "bad-target"),
    "two wishes": ("{within: 12,", "‸{least: 1, within: 12,", "bad-target"),
    "a distance from nothing": ("{within: 12, of: {length: 2}}", "‸{within: 12}", "bad-target"),
    "bounds of another setup": ("{within: 12, of: {length: 2}}", "‸{least: 12, of: {length: 2}}", "bad-target"),
    "a setup compared with itself": ("{within: 12, of: {length: 2}}", "‸{within: 12, of: {length: 5}}", "bad-target"),
    "an id used twice": ("id: longer", "id: ‸even", "bad-target"),
    "a reason for nothing": ("games: 5", "games: 5\n    because: ‸rain", "bad-target"),
    "fresh seeds that are kept": ("fresh-seed: 1001", "fresh-seed: ‸15", "bad-target"),
    "a setup without values": ("setups: {length: [2]}", "setups: {length: ‸[]}", "wrong-length"),
    "one value that is no list": ("setups: {length: [2]}", "setups: {length: ‸2}", "wrong-type"),
    "no games": ("games: 5", "games: ‸0", "out-of-range"),
}
# fmt: on


@pytest.mark.parametrize(("old", "new", "code"), BROKEN_TARGETS.values(), ids=BROKEN_TARGETS)
def test_one_thing_broken_in_the_targets_is_found(race: GameCopy, old: str, new: str, code: str) -> None:
    where = race.edit("rules/pebbles/targets.yaml", old, new)
    targets, (problem,) = read(race)
    assert targets is None
    assert (problem.name, problem.place.file) == (code, targets_file(loaded(race)))
    assert MARK not in new or (problem.place.line, problem.place.column) == where[1:]


# Kept figures


FIGURE = Figure(DRY2, "runner", 1, 20, 10, {"seed": 10.5}, "12ab", "0.1.0", {"hurdle": {"done": 5, "missed": 15}})
OTHER = Figure({"length": "5", "team": "true"}, "runner", 1, 10, 2, {}, "ab12", "0.1.0")
CHANGE = Difference(DRY2, "runner", "Q-1", 1, 12, 3, 4, "12ab", "0.1.0")


def kept_in(copy: GameCopy, text: str) -> tuple[Kept | None, list[Problem]]:
    copy.write("rules/pebbles/tuning.yaml", text)
    return read_kept(Project(copy.root), loaded(copy))


def without_places(found: Measured) -> Measured:
    if isinstance(found, Figure):
        return msgspec.structs.replace(found, place=Place(""), lines={})
    return msgspec.structs.replace(found, place=Place(""))


@pytest.mark.parametrize("listed", [[FIGURE, OTHER, CHANGE], [OTHER], []], ids=["all", "one", "none"])
def test_what_is_written_is_read_again(pebbles: GameCopy, listed: list[Measured]) -> None:
    text = write_kept(listed)
    kept, problems = kept_in(pebbles, text)
    assert kept is not None and problems == []
    assert [without_places(found) for found in kept.measured.values()] == listed
    assert write_kept(kept.measured.values()) == text


def test_a_figure_takes_one_line() -> None:
    lines = write_kept([FIGURE, CHANGE]).splitlines()
    assert (
        "  - {setup: {length: 2, weather: dry}, player: runner, seed: 1, games: 20, won: 10, means: {seed: 10.50}, "
        'facts: "12ab", version: "0.1.0"}'
    ) in lines
    assert "      hurdle: {done: 5, missed: 15}" in lines
    assert any("gained: 3, lost: 4" in line for line in lines)


# fmt: off
BROKEN_FIGURES = {
    "more won than played": ("games: 20, won: 10", "games: 20, won: ‸21", "bad-figure"),
    "more changes than games": ("gained: 3, lost: 4", "gained: ‸3, lost: 10", "bad-figure"),
    "an unknown field": ("won: 10", "‸wno: 10, won: 10", "unknown-key"),
    "no number": ("won: 10", "won: ‸ten", "wrong-type"),
    "things of nobody": ("    player: runner\n    counts", "    player: walker\n    counts", "bad-figure"),
    "the same figure twice": ("{length: 5, team: true}", "{weather: dry, length: 2}", "bad-figure"),
    "no games": ("games: 12", "games: ‸0", "out-of-range"),
}
# fmt: on


@pytest.mark.parametrize(("old", "new", "code"), BROKEN_FIGURES.values(), ids=BROKEN_FIGURES)
def test_one_thing_broken_in_the_figures_is_found(pebbles: GameCopy, old: str, new: str, code: str) -> None:
    file = "rules/pebbles/tuning.yaml"
    pebbles.write(file, write_kept([FIGURE, OTHER, CHANGE]))
    where = pebbles.edit(file, old, new)
    kept, (problem,) = read_kept(Project(pebbles.root), loaded(pebbles))
    assert kept is None
    assert (problem.name, problem.place.file) == (code, kept_file(loaded(pebbles)))
    assert MARK not in new or (problem.place.line, problem.place.column) == where[1:]


def test_things_counted_twice_are_found(pebbles: GameCopy) -> None:
    text = write_kept([FIGURE])
    block = text.partition("things:\n")[2]
    _, (problem,) = kept_in(pebbles, text + block)
    assert problem.name == "bad-figure" and "twice" in problem.message


def test_renewing_keeps_other_rows_in_order(pebbles: GameCopy) -> None:
    game = loaded(pebbles)
    new = msgspec.structs.replace(OTHER, won=9)
    order = [OTHER.key, CHANGE.key, FIGURE.key]
    old = write_kept([FIGURE, OTHER, CHANGE]).encode()
    assert renewed(old, [new], game=game, order=order).decode() == write_kept([new, CHANGE, FIGURE])
    assert renewed(old, [new], game=game, order=[OTHER.key]).decode() == write_kept([new])
    assert renewed(None, [new], game=game, order=order).decode() == write_kept([new])
    with pytest.raises(ValueError, match="cannot be read"):
        renewed(b"figures: [", [new], game=game, order=order)


# Measuring


def test_figures_are_what_was_played(race: GameCopy) -> None:
    two, four, five, walker, answer = measured(race)
    assert isinstance(two, Figure) and isinstance(four, Figure) and isinstance(answer, Difference)
    assert (two.games, two.won, two.means) == (20, 10, {"seed": 10.5})
    assert (four.won, four.counts) == (5, {"hurdle": {"done": 5, "missed": 15}, "ditch": {"done": 0, "missed": 0}})
    assert isinstance(five, Figure) and (five.games, five.won, five.counts) == (10, 2, {})
    assert isinstance(walker, Figure) and (walker.player, walker.games) == ("walker", 5)
    assert (answer.games, answer.gained, answer.lost, answer.points) == (12, 6, 6, 0)
    assert two.facts == answer.facts == walker.facts != four.facts


def test_workers_measure_the_same(race: GameCopy) -> None:
    assert measured(race, workers=2) == measured(race)


def test_games_with_the_chosen_answer_are_played_once(race: GameCopy) -> None:
    played: list[str] = []
    measuring = Measuring(bench_of(race), seed=1, workers=1, advance=played.append)
    two, *_, answer = rows(good(race), ("Q-1",))
    measuring.measure(two)
    assert len(played) == two.games
    measuring.measure(answer)
    assert len(played) == two.games + answer.games
    alone = Measuring(bench_of(race), seed=1, workers=1, advance=played.append)
    assert alone.measure(answer) == measuring.measure(answer)


def test_games_without_an_end_are_counted(race: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Running, "outcome", lambda self, state: None)
    bench = bench_of(race)
    measuring = Measuring(bench, seed=1, workers=1, advance=lambda id: None)
    figure = measuring.measure(Row(DRY2, "runner", 2, Place("")))
    assert isinstance(figure, Figure) and figure.won == 0 and measuring.cut == 2


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Pair(NamedTuple):
    left: int
    right: str


VALUES = (
    Race(3),
    Race(4),
    Pair(1, "a"),
    [1, "b"],
    frozenset({Colour.RED, Colour.BLUE}),
    frozenset({Colour.RED}),
    {1: Colour.RED},
    {2: Colour.RED},
    {"1": Colour.RED},
    None,
    True,
    1,
    1.5,
    "1",
)


def test_a_digest_tells_values_apart_and_is_no_accident_of_the_process() -> None:
    digests = [digest(value) for value in VALUES]
    assert len(set(digests)) == len(VALUES)
    script = "from tests.test_tuning import VALUES, digest\nprint([digest(value) for value in VALUES])"
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"}
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, cwd=TESTS.parent, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == repr(digests)
    with pytest.raises(TypeError, match="object has no digest"):
        digest(object())


# Judging


def group(wanted: Wanted | None, **more: Any) -> Group:
    fields: dict[str, Any] = {"id": "g", "player": "runner", "setups": (DRY2,), "games": 20, "fresh": 0}
    fields |= {"things": False, "because": "", "place": Place("")}
    return Group(wanted=wanted, **(fields | more))


def targets_of(*groups: Group) -> Targets:
    return Targets(1, 1001, groups, (), Place(""))


def kept_of(*listed: Measured) -> Kept:
    return Kept({found.key: found for found in listed})


@pytest.mark.parametrize(
    ("wanted", "off", "said"),
    [
        (Wanted(least=40, most=60), 0.0, "met"),
        (Wanted(least=50, most=50), 0.0, "met"),
        (Wanted(least=52.5), -2.5, "2.5 too low"),
        (Wanted(most=49), 1.0, "1.0 too high"),
        (Wanted(within=30, of={"length": "5", "weather": "none", "team": "true"}), 0.0, "met"),
        (Wanted(within=12, of={"length": "5", "weather": "none", "team": "true"}), 18.0, "18.0 too high"),
        (Wanted(within=12, of={"length": "9"}), None, "not measured"),
    ],
)
def test_verdicts(wanted: Wanted, off: float | None, said: str) -> None:
    (verdict,) = judge(targets_of(group(wanted)), kept_of(FIGURE, OTHER))
    assert verdict.off == (None if off is None else pytest.approx(off))
    assert verdict.said == said and verdict.met == (said == "met")


def test_nothing_wanted_gets_no_verdict_and_nothing_kept_is_not_met() -> None:
    assert list(judge(targets_of(group(None)), kept_of(FIGURE))) == []
    (verdict,) = judge(targets_of(group(Wanted(least=0))), kept_of())
    assert verdict.off is None and not verdict.met


def test_wishes_in_words() -> None:
    wishes = [Wanted(least=40, most=60), Wanted(least=95), Wanted(most=5), Wanted(within=5, of={"a": "1", "b": "none"})]
    assert [describe(wish) for wish in wishes] == ["40 to 60", "at least 95", "at most 5", "within 5 of a 1, no b"]


def test_why_a_figure_no_longer_counts() -> None:
    row = Row(DRY2, "runner", 20, Place(""), things=True)
    assert staleness(FIGURE, row, seed=1, facts="12ab") == ""
    assert "other content" in staleness(FIGURE, row, seed=1, facts="12ac")
    assert "first seed" in staleness(FIGURE, row, seed=2, facts="12ab")
    assert "20 games, not 21" in staleness(FIGURE, msgspec.structs.replace(row, games=21), seed=1, facts="12ab")
    assert "things" in staleness(msgspec.structs.replace(FIGURE, counts={}), row, seed=1, facts="12ab")
    assert staleness(CHANGE, msgspec.structs.replace(row, games=12), seed=1, facts="12ab") == ""


@pytest.mark.parametrize(
    ("won", "games", "won_there", "games_there", "expected"),
    [
        (3, 4, 1, 4, 0.485714),  # Fisher's lady tasting tea
        (1, 10, 11, 14, 0.002759),  # the worked example of many textbooks
        (10, 10, 0, 10, 2 / 184756),
        (5, 10, 50, 100, 1.0),
        (0, 5, 0, 50, 1.0),
        (7, 7, 40, 40, 1.0),
    ],
)
def test_fishers_exact_test(won: int, games: int, won_there: int, games_there: int, expected: float) -> None:
    found = chance(won, games, won_there=won_there, games_there=games_there)
    assert found == pytest.approx(expected, rel=2e-4)
    assert chance(won_there, games_there, won_there=won, games_there=games) == pytest.approx(found)


def test_a_thing_is_never_done_only_if_nobody_does_it() -> None:
    lazy = msgspec.structs.replace(FIGURE, counts={"hurdle": {"done": 0}, "ditch": {"done": 0, "missed": 3}})
    keen = msgspec.structs.replace(FIGURE, player="walker", counts={"hurdle": {"done": 1}, "ditch": {"missed": 1}})
    assert never_done(kept_of(lazy), "done") == {frozenset(DRY2.items()): {"hurdle", "ditch"}}
    assert never_done(kept_of(lazy, keen), "done") == {frozenset(DRY2.items()): {"ditch"}}


# Choosing


@pytest.mark.parametrize(
    ("wishes", "chosen"),
    [
        (["player=walker"], [3]),
        (["player=runner,length=2"], [0, 4]),
        (["player=runner,length=2,figures"], [0]),
        (["other-answers"], [4]),
        (["other-answer=Q-1", "length=5"], [2, 4]),
        (["stale"], [1, 2, 3, 4]),
        (["stale,player=walker"], [3]),
        (["length=9"], []),
    ],
)
def test_rows_are_chosen(race: GameCopy, wishes: list[str], chosen: list[int]) -> None:
    listed = rows(good(race), ("Q-1",))
    assert list(choose(listed, wishes, current={key_of(DRY2, "runner")})) == [listed[index] for index in chosen]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("lenght=2", "did you mean length=?"),
        ("old", "known here: player=, other-answer=, length="),
        ("player", 'nothing to choose by "player"'),
        (" , ", "a choice is empty"),
    ],
)
def test_a_choice_that_says_nothing_is_refused(race: GameCopy, wish: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        choose(rows(good(race), ("Q-1",)), [wish], current=())


def test_current_rows_are_those_that_count(race: GameCopy) -> None:
    bench, listed = bench_of(race), rows(good(race), ("Q-1",))
    kept = kept_of(*measured(race))
    everything = {row.key for row in listed}
    assert current_keys(bench, listed, kept, seed=1) == everything
    assert current_keys(bench, listed, kept, seed=2) == frozenset()
    more = [msgspec.structs.replace(row, games=12) for row in listed]
    assert current_keys(bench, more, kept, seed=1) == everything - {listed[2].key, listed[3].key}


# Telling


def test_a_report_is_told(race: GameCopy) -> None:
    race.edit("rules/pebbles/targets.yaml", "of: {length: 2}}", 'of: {length: 2}}\n    because: "five is odd"')
    targets = good(race)
    overview = survey(loaded(race), bench_of(race), targets=targets, kept=kept_of(*measured(race)[:3]))
    text = "\n".join(tell_report(overview))
    assert (
        """\
length  weather  player  games   won  95 % interval  seed  wanted
2                walker                                                           not measured
2       dry      runner     20  50.0   29.9 to 70.1  10.5  40 to 60               met
4       dry      runner     20  25.0   11.2 to 46.9  10.5  40 to 60               15.0 too low
5       dry      runner     10  20.0    5.7 to 51.0   5.5  within 12 of length 2  18.0 too low, accepted
"""
        in text + "\n"
    ), text
    assert "longer is accepted: five is odd" in text
    assert (
        """\
How often in 100 games: length 2, weather dry
        runner: laid  done  missed  ignored
ditch            0.0   0.0     0.0      0.0  never done
hurdle         100.0  25.0    75.0     75.0
"""
        in text
    ), text
    assert text.endswith("1 of 3 targets are met; 1 missed and accepted; 2 of 5 rows are not measured")
    assert not overview.sound


def test_what_other_answers_change_is_told(race: GameCopy) -> None:
    race.edit("rules/pebbles/targets.yaml", "setups: {length: [2], weather: [dry]}", "setups: {length: [2, 3]}")
    overview = survey(loaded(race), bench_of(race), targets=good(race), kept=kept_of(*measured(race)))
    text = "\n".join(tell_report(overview))
    assert (
        """\
question  other answer      length 2       length 3
Q-1       handicap yes  +0.0 (+6 -6)  +16.7 (+4 -2)
"""
        in text
    ), text


def test_old_figures_are_marked(race: GameCopy) -> None:
    old = [msgspec.structs.replace(found, facts="0ld") for found in measured(race)]
    overview = survey(loaded(race), bench_of(race), targets=good(race), kept=kept_of(*old))
    text = "\n".join(tell_report(overview))
    assert text.count("no longer counts: it was measured with other content") == 4
    assert (
        "*+0.0 (+6 -6)" in text and "* marks what no longer counts" in text and text.endswith("5 rows no longer count")
    )


def test_a_report_as_values(race: GameCopy) -> None:
    kept = kept_of(*measured(race)[:2])
    values = list_report(survey(loaded(race), bench_of(race), targets=good(race), kept=kept))
    plain: Any = msgspec.json.decode(msgspec.json.encode(values))
    assert plain["game"] == "pebbles" and plain["sound"] is False
    assert [(each["won"], each["win_rate"], each["stale"]) for each in plain["figures"]] == [
        (10, 0.5, None),
        (5, 0.25, None),
    ]
    (target,) = plain["figures"][1]["targets"]
    assert target == {"id": "even", "low": 40, "high": 60, "off": -15, "met": False, "because": None}
    assert [each["other_answer"] for each in plain["not_measured"]] == [None, None, "Q-1"]
    assert plain["things"][0]["counts"]["hurdle"] == {"laid": 20, "done": 5, "missed": 15, "ignored": 15}
    assert [each["things"] for each in plain["never_done"]] == [["ditch"], ["ditch"]]
