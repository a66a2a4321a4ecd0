"""What Home Valley is tuned to and measured by, and the deep checks that find figures which no longer hold."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from tests.conftest import GameCopy, copy_to_play
from tests.games.test_engine_kit import ROOT, home_valley, rules
from valleybuild.check.subject import Subject
from valleybuild.games import find_rules
from valleybuild.games.home_valley import RULES
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.state import Lying, State, Turn
from valleybuild.games.home_valley.engine.table import Config, Table
from valleybuild.games.home_valley.players.family import Family
from valleybuild.games.home_valley.players.notes import note_cards
from valleybuild.games.home_valley.tuning import WORKED_OUT, list_cards, list_facts
from valleybuild.games.protocol import Outcome
from valleybuild.problem import Problem, Severity
from valleybuild.project import Project
from valleybuild.simulation import play_game
from valleybuild.tuning.check import DEEP_CHECKS, check_sample, check_target_setups, check_targets, check_tuning
from valleybuild.tuning.figures import Figure, Measured, write_kept
from valleybuild.tuning.measuring import Bench, Measuring, digest, prepare
from valleybuild.tuning.setups import Setup
from valleybuild.tuning.targets import Targets, Wanted, read_targets, rows, targets_from
from valleybuild.yamlnodes import parse_yaml

FILE = "rules/home-valley/tuning.yaml"
TARGETS_FILE = "rules/home-valley/targets.yaml"
EXPEDITIONS = "cards/home-valley/expeditions.yaml"
TARGETS = """\
seed: 1
fresh-seed: 1001
groups:
  - id: fog
    player: family
    setups: {expedition: [5], scenario: [split-team], characters: [4]}
    games: 6
    fresh: 6
    things: true
    wanted: {least: 0, most: 100}
  - id: snow
    player: family
    setups: {expedition: [3], scenario: [split-team], characters: [4]}
    games: 2
    wanted: {within: 100, of: {expedition: 5}}
other-answers:
  - player: family
    setups: {expedition: [5], scenario: [split-team], characters: [4]}
    games: 1
"""


# What the game gives


def bench() -> Bench:
    found = prepare(Project(ROOT), home_valley(), RULES)
    assert found is not None
    return found


def shipped() -> Targets:
    targets, problems = read_targets(Project(ROOT), home_valley(), RULES)
    assert targets is not None and problems == []
    return targets


def wishes(setup: Setup, player: str) -> list[Wanted]:
    """List what the shipped targets want of a setup."""
    return [
        group.wanted
        for group in shipped().groups
        if group.player == player and setup in group.setups and group.wanted is not None
    ]


@pytest.mark.parametrize(("number", "low", "high"), [(1, 60, 75), (2, 45, 60), (3, 45, 60), (4, 30, 45), (5, 30, 45)])
def test_the_dots_say_how_hard_an_expedition_is(number: int, low: float, high: float) -> None:
    (entry,) = (each for each in home_valley().of_kind("expedition") if each["number"] == number)
    assert (low, high) == {1: (60, 75), 2: (45, 60), 3: (30, 45)}[entry["difficulty"]]  # type: ignore[index]
    four = {"expedition": str(number), "scenario": "split-team", "characters": "4"}
    assert wishes(four, "family") == [Wanted(least=low, most=high)]
    assert wishes(four, "planner") == [Wanted(least=95)]
    for characters in ("3", "5"):
        assert wishes(four | {"characters": characters}, "family") == [Wanted(within=12, of={"characters": "4"})]
    if number in (1, 3, 5):
        assert wishes(four | {"scenario": "introduction"}, "family") == [Wanted(least=80, most=90)]
    if number == 2:
        for player in ("family", "planner"):
            wanted = wishes(four | {"shared-pool": "true"}, player)
            assert wanted == [Wanted(within=5, of={"shared-pool": "none"})]


def test_every_permitted_setup_is_measured_with_both_players() -> None:
    asked = {(frozenset(row.setup.items()), row.player) for row in rows(shipped())}
    for expedition in range(1, 6):
        for scenario in ("introduction", "split-team", "hidden-cards", "team-trial"):
            if scenario == "introduction" and expedition in (2, 4):
                continue
            for characters in (3, 4, 5):
                told = {"expedition": str(expedition), "scenario": scenario, "characters": str(characters)}
                for player in ("family", "planner"):
                    assert (frozenset(told.items()), player) in asked, (told, player)
    # The planner needs a second or two for a game: targets.yaml says what a thousand of them would take.
    least = {"family": 1000, "planner": 60}
    assert all(row.games >= least[row.player] for row in rows(shipped()) if row.things)


def test_every_switch_is_another_answer_that_can_be_played() -> None:
    answers = bench().other_answers.values()
    assert sorted(key for answer in answers for key in answer.setup) == sorted(Rulings.__struct_fields__)
    compared = {(row.other_answer, row.setup["expedition"]) for row in rows(shipped(), tuple(bench().other_answers))}
    for answer in answers:
        assert {(answer.name, str(number)) for number in range(1, 6)} <= compared
        (key,) = answer.setup
        _, config = bench().open({"expedition": "1"} | answer.setup)
        assert isinstance(config, Config)
        assert getattr(config.rulings, key) is not getattr(Rulings(), key)


def test_facts_are_the_table_without_what_is_worked_out() -> None:
    assert set(Table.__struct_fields__) >= WORKED_OUT
    facts = list_facts(rules(2))
    assert facts.keys() | WORKED_OUT == set(Table.__struct_fields__)
    assert len({digest(list_facts(rules(number))) for number in range(1, 6)}) == 5
    assert digest(facts) != digest(list_facts(rules(2, rulings=Rulings(lone_solver=True))))


@pytest.fixture
def valley(tmp_path: Path) -> GameCopy:
    """Copy the shipped game with few targets and nothing kept."""
    copy = copy_to_play(tmp_path)
    copy.write(TARGETS_FILE, TARGETS)
    return copy


def facts_in(copy: GameCopy) -> list[str]:
    """Return the digests of the facts of expeditions 3 and 5."""
    game, problems = copy.load()
    assert game is not None and not problems
    found = prepare(Project(copy.root), game, RULES)
    assert found is not None
    return [found.facts({"expedition": number}) for number in ("3", "5")]


@pytest.mark.parametrize(
    ("file", "old", "new", "other"),
    [
        (EXPEDITIONS, "follow the bell to the Chapel", "follow the sound of the bell to the Chapel", [False, False]),
        ("cards/home-valley/maps.yaml", "# ", "# And ", [False, False]),
        (EXPEDITIONS, r"^snow-on-the-pass:\n(?:  .*\n)+?  days: [2-9]$", None, [True, False]),
        ("rules/home-valley/rulings.yaml", r"rope_is_automatic\n  value: true\n  other: false", None, [True, True]),
    ],
    ids=["a story", "a comment", "the days of one expedition", "a ruling"],
)
def test_facts_change_with_what_is_played_by(
    valley: GameCopy, file: str, old: str, new: str | None, other: list[bool]
) -> None:
    before, text = facts_in(valley), valley.read(file)
    if new is None:
        found = re.search(old, text, re.MULTILINE)
        assert found is not None
        old = found[0]
        new = re.sub(r"days: (\d)", lambda days: f"days: {int(days[1]) + 1}", old).replace(
            "value: true\n  other: false", "value: false\n  other: true"
        )
    assert old in text
    valley.write(file, text.replace(old, new, 1))
    assert [here != there for here, there in zip(before, facts_in(valley), strict=True)] == other


@pytest.mark.parametrize("number", range(1, 6))
def test_each_time_a_card_is_laid_ends_with_one_of_its_verbs(number: int) -> None:
    """Cards that are laid, counted on the map, are those that are solved or go unsolved; Village Meeting turns some."""
    game = rules(number)
    table, listed = game.table, list_cards(game)
    laid, ended = dict.fromkeys(listed, 0), dict.fromkeys(listed, 0)

    def on_map(state: State) -> dict[str, Lying]:
        return {table.task_sides[each.card] if each.side else table.cards[each.card]: each for each in state.cards}

    for seed in range(1, 9):
        player, state = Family(), game.setup(seed, table.config)
        for name in on_map(state):
            laid[name] += 1
        while game.outcome(state) is None:
            move = player.choose(game, state)
            after = game.apply(state, move)
            for note in note_cards(game, state, move, after):
                verb, _, name = note.partition(" ")
                ended[name] += verb in ("solved", *listed[name])
            before = on_map(state)
            if move.kind == MoveKind.MEETING_B:
                ended[table.cards[move.card]] += 1
            for name, lying in on_map(after).items():
                again = name in before and before[name].turn == Turn.URGENT and lying.turn == Turn.FRESH
                laid[name] += name not in before or (again and move.kind == MoveKind.DAY_ENDS)
            state = after
    assert laid == ended
    assert sum(laid.values()) > 100


def test_cards_are_those_of_the_expedition_that_can_be_solved() -> None:
    cards = list_cards(rules(1))
    assert {"lost-key", "footbridge-fund", "tracks-by-the-brook", "calf-in-the-reeds"} <= cards.keys()
    assert not {"birthday", "village-meeting", "rope", "linden-tea"} & cards.keys()
    assert (cards["the-flu"], cards["mud-on-the-road"]) == (("left",), ("expired", "left"))


# The checks


@cache
def small_figures() -> tuple[Measured, ...]:
    """Measure what the small targets ask for, once."""
    found = bench()
    asked = rows(small_targets(), tuple(found.other_answers))
    measuring = Measuring(found, seed=1, workers=1, advance=lambda id: None)
    return tuple(measuring.measure(row) for row in asked)


def small_targets() -> Targets:
    node, problems = parse_yaml(TARGETS.encode(), TARGETS_FILE)
    assert node is not None and problems == []
    targets, problems = targets_from(node, home_valley(), RULES)
    assert targets is not None and problems == []
    return targets


def kept(copy: GameCopy, *, dropped: int = 0, **changes: object) -> None:
    """Keep the small figures in a copy: the first one changed, without so many of the last ones."""
    first, *others = small_figures()
    listed = [msgspec.structs.replace(first, **changes), *others]
    copy.write(FILE, write_kept(listed[: len(listed) - dropped]))


def subject_of(copy: GameCopy) -> Subject:
    game, problems = copy.load()
    assert game is not None and not problems
    return Subject(game, Project(copy.root), frozenset(), frozenset())


def find(copy: GameCopy, *, sample: bool = False) -> list[Problem]:
    """Find what the checks find, in a fresh sample too where that is asked."""
    subject = subject_of(copy)
    found = [*check_targets(subject), *check_target_setups(subject), *check_tuning(subject)]
    return [*found, *check_sample(subject)] if sample else found


def line_of(copy: GameCopy, file: str, text: str) -> int:
    """Return the number of the first line that holds a text."""
    return next(number for number, line in enumerate(copy.read(file).splitlines(), 1) if text in line)


def only(problems: list[Problem], name: str) -> Problem:
    found = [problem for problem in problems if problem.name == name]
    assert len(found) == 1 and {problem.name for problem in problems} <= {name, "thing-never-done"}, problems
    return found[0]


def test_the_checks_are_among_those_of_the_game() -> None:
    found = find_rules("home_valley")
    assert found is not None
    assert check_targets in found.checks and check_target_setups in found.last_checks
    assert set(DEEP_CHECKS) <= set(found.deep_checks)


def test_figures_as_they_are_measured_are_in_order(valley: GameCopy) -> None:
    kept(valley)
    found = find(valley, sample=True)
    assert {problem.name for problem in found} == {"thing-never-done"}
    assert {problem.severity for problem in found} == {Severity.WARNING}


def test_nothing_kept_is_one_finding(valley: GameCopy) -> None:
    problem = only(find(valley), "figure-missing")
    assert (problem.place.file, problem.place.line) == (TARGETS_FILE, 1) and FILE in problem.message


def test_no_targets_are_no_finding(valley: GameCopy) -> None:
    valley.remove(TARGETS_FILE)
    assert find(valley, sample=True) == []


def test_missing_figures_are_found_where_they_are_asked_for(valley: GameCopy) -> None:
    kept(valley, dropped=9)
    problem = only(find(valley), "figure-missing")
    asked = len(valley.read(TARGETS_FILE).splitlines()) - 1
    assert (problem.place.file, problem.place.line) == (TARGETS_FILE, asked)
    assert "other answer to A-01" in problem.message and "8 more" in problem.message


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"facts": "0ld"}, "other content"),
        ({"seed": 2}, "its first seed is 2, not 1"),
        ({"games": 5, "won": 1}, "5 games, not 6"),
        ({"counts": {}}, "what became of the things is not kept"),
        ({"setup": {"expedition": "1"}}, "no target asks for it"),
    ],
    ids=["other content", "other seeds", "fewer games", "no things", "another setup"],
)
def test_a_figure_that_no_longer_counts_is_found_at_its_line(
    valley: GameCopy, changes: dict[str, object], says: str
) -> None:
    kept(valley, **changes)
    stale = [problem for problem in find(valley) if problem.name == "figure-stale"]
    assert [(problem.place.file, problem.place.line) for problem in stale] == [
        (FILE, line_of(valley, FILE, "- {setup"))
    ]
    assert says in stale[0].message


def test_other_content_is_found_in_every_figure_of_its_expedition(valley: GameCopy) -> None:
    kept(valley)
    text = valley.read(EXPEDITIONS)
    days = text.index("days: ", text.index("fog-on-the-meadows:"))
    valley.write(EXPEDITIONS, text[: days + 6] + "9" + text[days + 7 :])
    stale = [problem for problem in find(valley) if problem.name == "figure-stale"]
    assert len(stale) == 10 and all("other content" in problem.message for problem in stale)


def test_a_missed_target_is_a_warning_that_a_reason_accepts(valley: GameCopy) -> None:
    kept(valley, won=3)
    where = valley.edit(TARGETS_FILE, "wanted: {least: 0, most: 100}", "wanted: {least: 60, most: 75}")
    problem = only(find(valley), "target-missed")
    assert (problem.place.file, problem.place.line) == (FILE, line_of(valley, FILE, "- {setup"))
    assert problem.severity is Severity.WARNING and "50.0 % of 6 games, 10.0 too low" in problem.message
    assert problem.related[0].place.file == where[0] and problem.related[0].place.line == line_of(
        valley, TARGETS_FILE, "id: fog"
    )
    valley.edit(TARGETS_FILE, "most: 75}\n", 'most: 75}\n    because: "fog is hard to see through"\n')
    assert {problem.name for problem in find(valley)} <= {"thing-never-done"}


def test_a_card_that_nobody_solves_is_found_at_its_line(valley: GameCopy) -> None:
    figure = small_figures()[0]
    assert isinstance(figure, Figure)
    counts = {card: verbs | {"solved": 1} for card, verbs in figure.counts.items()}
    kept(valley, counts=counts | {"torch": {"solved": 0, "expired": 3, "left": 1}})
    problem = only(find(valley), "thing-never-done")
    assert (problem.place.file, problem.place.line) == (FILE, line_of(valley, FILE, "torch:"))
    assert problem.severity is Severity.WARNING and "torch is never solved" in problem.message


def test_a_fresh_sample_that_differs_is_found(valley: GameCopy) -> None:
    kept(valley, games=1000, won=1000)
    problem = only(find(valley, sample=True), "figure-differs")
    assert (problem.place.file, problem.place.line) == (FILE, line_of(valley, FILE, "- {setup"))
    sitting = bench().sit_down({"expedition": "5", "scenario": "split-team", "characters": "4"}, "family")
    won = sum(play_game(sitting, seed).outcome is Outcome.WON for seed in range(1001, 1007))
    assert f"wins {won} of 6 fresh games" in problem.message and "1000 of 1000 are kept" in problem.message


def test_a_sample_can_be_shared_out(valley: GameCopy) -> None:
    kept(valley, games=1000, won=1000)
    subject = subject_of(valley)
    whole = list(check_sample(subject))
    parts = [problem for part in (1, 2, 3) for problem in check_sample(subject, part=part, parts=3)]
    assert parts == whole != []


def test_an_old_figure_is_not_compared_with_a_sample(valley: GameCopy) -> None:
    kept(valley, games=1000, won=1000, facts="0ld")
    assert list(check_sample(subject_of(valley))) == []


def test_a_setup_that_cannot_be_played_is_found_once(valley: GameCopy) -> None:
    kept(valley)
    _, line, _ = valley.edit(TARGETS_FILE, "- id: snow", "- id: ‸snow")
    valley.edit(TARGETS_FILE, "expedition: [3], scenario: [split-team]", "expedition: [2, 4], scenario: [introduction]")
    found = find(valley, sample=True)
    assert [(problem.name, problem.place.line) for problem in found] == [("setup-refused", line)] * 2
    assert "introduction is not played with expedition 2" in found[0].message


def test_a_broken_file_is_found_by_the_quick_check_and_no_other(valley: GameCopy) -> None:
    valley.write(FILE, "figures: []\nother-answers: []\n")
    assert only(find(valley), "missing-key").place.file == FILE
    kept(valley)
    valley.edit(
        TARGETS_FILE, "player: family\n    setups: {expedition: [3]", "player: famly\n    setups: {expedition: [3]"
    )
    problem = only(find(valley, sample=True), "unknown-player")
    assert problem.place.file == TARGETS_FILE and problem.hint == "did you mean family?"


def test_only_check_tuning_says_what_is_missing(valley: GameCopy) -> None:
    subject = subject_of(valley)
    assert [problem.name for problem in check_tuning(subject)] == ["figure-missing"]
    assert list(check_sample(subject)) == list(check_targets(subject)) == []
