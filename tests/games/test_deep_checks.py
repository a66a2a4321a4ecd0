"""What teams can do, and what only a search or many games show: sound on the shipped game, found where it is broken."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from click.testing import Result

from tests.commands import run
from tests.conftest import TESTS, GameCopy
from tests.games.test_engine_kit import ROOT, home_valley, rules
from tests.games.test_home_valley_checks import (
    CARDS,
    E1,
    E2,
    E3,
    EXPEDITIONS_FILE,
    FAR,
    HAZARDS,
    ITEMS,
    MAPS,
    PEOPLE,
    PLAYED_CODES,
    TASKS,
    VEHICLES,
    Case,
    Check,
    Edit,
    Shelf,
    apply,
    block,
    broken_by,
    find,
    relaid,
    rows_of,
    shelf,
    start_of,
)  # fmt: skip
from valleybuild import check as core_checks
from valleybuild.book.whole import concerns_book
from valleybuild.check.deep import DeepCheck, name_check, run_deep_checks
from valleybuild.check.subject import Subject
from valleybuild.games import Rules, find_rules
from valleybuild.games.home_valley.certificates import Win
from valleybuild.games.home_valley.check import CHECKS, LAST_CHECKS, teams
from valleybuild.games.home_valley.check.deep import DEEP_CHECKS, dead_states, other_answers, winning
from valleybuild.games.home_valley.check.deep.effort import check_effort, least_effort, way_home
from valleybuild.games.home_valley.check.deep.travels import bare_start, check_travels, explore
from valleybuild.games.home_valley.content import read_valley
from valleybuild.games.home_valley.engine.rules import rules_for
from valleybuild.games.home_valley.engine.table import Config
from valleybuild.games.home_valley.rulings import SWITCHES, read_rulings
from valleybuild.problem import Place, Problem, Severity, has_errors
from valleybuild.project import Project

__all__ = ["shelf"]

PROOFS = {
    "P-01": ["check_reach_of_characters", "check_reach_of_vehicles", "check_travels"],
    "P-02": ["check_die_numbers"],
    "P-03": ["check_reach_of_characters", "check_travels"],
    "P-04": ["check_neighbours", "check_team_cards"],
    "P-05": ["check_teams", "check_travels"],
    "P-06": ["check_stamps", "check_effort"],
    "P-07": ["check_certificates", "check_winning_lines"],
    "P-08": ["check_dead_states"],
    "P-09": ["check_decks"],
    "P-10": ["check_protections", "check_team_cards"],
    "P-11": ["check_row_pairs"],
    "P-12": ["check_references", "check_terms_in_texts"],
    "P-13": ["check_marked_cards", "check_listed_cards", "check_special_cards"],
    "P-14": ["check_examples"],
    "P-15": ["check_row_costs", "check_splits"],
    "P-16": ["check_tokens"],
    "P-17": ["check_special_rules"],
    "P-18": ["check_other_answers"],
}
"""What has to be proved of the content, and the checks that do it."""


def function_of(check: Any) -> Any:
    return check.func if isinstance(check, partial) else check


def test_every_proof_has_its_checks() -> None:
    game = find_rules("home_valley")
    assert game is not None
    assert set(CHECKS) <= set(game.checks) and set(LAST_CHECKS) <= set(game.last_checks)
    assert set(DEEP_CHECKS) <= set(game.deep_checks)
    every = (*core_checks.CHECKS, *game.checks, *game.last_checks, *map(function_of, game.deep_checks))
    known = {check.__name__: check for check in every}
    assert list(PROOFS) == [f"P-{number:02}" for number in range(1, 19)]
    for number, names in PROOFS.items():
        assert names and known.keys() >= set(names)
        said = any(number in (known[name].__doc__ or "") for name in names)
        assert said or number in ("P-12", "P-13", "P-14", "P-16"), number  # their checks had no number to name


def test_no_proof_is_claimed_beside_the_table() -> None:
    for check in (*CHECKS, *LAST_CHECKS, *map(function_of, DEEP_CHECKS)):
        claimed = {number for number in PROOFS if number in (check.__doc__ or "")}
        assert claimed <= {number for number, names in PROOFS.items() if check.__name__ in names}, check


@pytest.fixture(scope="module")
def good() -> Subject:
    """Return the shipped game with its own project, certificates and all."""
    return Subject(home_valley(), Project(ROOT), frozenset(), frozenset())


def changed(subject: Subject, id: str, **fields: Any) -> Subject:
    """Return a game with some fields of an entry changed."""
    entry = subject.game.entries[id]
    record = msgspec.structs.replace(entry.record, fields={**entry.record.fields, **fields})
    entries = {**subject.game.entries, id: msgspec.structs.replace(entry, record=record)}
    return msgspec.structs.replace(subject, game=msgspec.structs.replace(subject.game, entries=entries))


def field_place(subject: Subject, id: str, field: str = "") -> Place:
    entry = subject.game.entries[id]
    return entry.record.places[field] if field else entry.place


# Teams.

TEAM_CHECKS: tuple[Check, ...] = (teams.check_teams, teams.check_splits, teams.check_team_cards)
NO_DRIVER = "with matt, maggie and agnes"


def item(id: str, effect: str, new: str) -> Edit:
    return Edit(ITEMS, id, f"effect: {{{effect}}}", f"effect: {{{new}}}")


# fmt: off
TEAM_CASES = (
    # Nobody but Betty can earn what lets others drive: that is what is said, not each card that they could solve then.
    broken_by(teams.check_team_cards, "row-beyond-team",
              rows_of(ITEMS, "spare-keys", "‸1 driving first-aid", "2 driving"),
              rows_of(ITEMS, "driving-gloves", "1 driving searching", "2 driving"),
              also="row-beyond-team", says=f"{NO_DRIVER} no row of spare-keys can be completed in {E3}"),
    # Nothing lets them drive at all: the card is at fault.
    broken_by(teams.check_team_cards, "row-beyond-team",
              item("spare-keys", "ability: driving", "ability: repairs"),
              item("driving-gloves", "ability: driving", "ability: repairs"),
              rows_of(TASKS, "supplies-for-the-pass", "‸3 driving first-aid", "3 driving searching"),
              also="row-beyond-team", says=f"{NO_DRIVER} no row of supplies-for-the-pass can be completed in {E3};"),
    # The honey needs driving, and for three of them only the tea that the Flu leaves gives that.
    broken_by(teams.check_team_cards, "protection-beyond-team",
              item("spare-keys", "ability: driving", "ability: repairs"),
              item("driving-gloves", "ability: driving", "ability: repairs"),
              Edit("gained-items.yaml", "linden-tea", "{protects: [the-flu]}", "{ability: driving}"),
              rows_of(ITEMS, "jar-of-honey", "1 driving first-aid", "1 driving searching"),
              at=(HAZARDS, "the-flu", "lasting: ‸true"), says=f"{NO_DRIVER} nothing that protects from the-flu"),
    broken_by(teams.check_teams, "no-team", Edit(PEOPLE, "betty", "ability: driving", "ability: repairs"),
              at=(EXPEDITIONS_FILE, E2, f"‸{E2}:"), also="no-team row-beyond-team",
              says=f"no team of 3 may play {E2}: nobody in the team has driving"),
)
# fmt: on


def shown(problems: list[Problem]) -> list[tuple[str, Place, str]]:
    return [(problem.name, problem.place, problem.message) for problem in problems]


def test_every_team_can_do_what_it_has_to(good: Subject) -> None:
    assert shown([problem for _, problem in find(good, TEAM_CHECKS)]) == []


@pytest.mark.parametrize("broken", TEAM_CASES, ids=lambda broken: broken.says)
def test_what_is_beyond_a_team_is_found_at_its_place(shelf: Shelf, broken: Case) -> None:
    subject, place = shelf.broken(broken)
    found = [problem for _, problem in find(subject, TEAM_CHECKS)]
    hits = [problem for problem in found if problem.name == broken.code and start_of(problem.place) == place]
    assert len(hits) == 1 and broken.says in hits[0].message, (place, shown(found))
    assert hits[0].hint and hits[0].path
    assert {problem.name for problem in found if problem is not hits[0]} <= set(broken.also), shown(found)


def test_items_that_nobody_can_earn_stand_for_all_that_they_would_help_to_solve(shelf: Shelf) -> None:
    subject, _ = shelf.broken(TEAM_CASES[0])
    found = [problem for _, problem in find(subject, TEAM_CHECKS)]
    assert {problem.path.partition(".")[0] for problem in found} == {"spare-keys", "driving-gloves"}, shown(found)


def test_tokens_have_to_be_enough_for_everybody(good: Subject) -> None:
    (problem,) = teams.check_splits(changed(good, E2, effort=4))
    assert (problem.name, problem.place) == ("split-impossible", field_place(good, E2, "effort"))
    assert list(teams.check_splits(changed(good, E2, effort=5))) == []


# Travels and effort.


def test_everybody_gets_everywhere_and_has_the_effort_for_it(good: Subject) -> None:
    for number in range(1, 6):
        assert shown([*check_travels(good, number=number), *check_effort(good, number=number)]) == []


# fmt: off
ONE_SEAT = broken_by(check_travels, "journey-impossible", Edit(VEHICLES, "badger", "seats: 2", "seats: 1"),
                     at=(MAPS, "e2-river-meadows", "‸e2-river-meadows:"))
SHUT_ORCHARD = broken_by(dead_states.check_dead_states, "dead-state",
                         *relaid(2, "river-meadows", "south", "apple-orchard", "footpath", "ford"),
                         at=(EXPEDITIONS_FILE, E2, f"‸{E2}:"))
# fmt: on


def test_with_one_seat_the_ford_keeps_people_apart(shelf: Shelf) -> None:
    subject, _ = shelf.broken(ONE_SEAT)
    found = list(check_travels(subject, number=2))
    assert {problem.name for problem in found} == {"journey-impossible"}
    beyond = ("e2-river-meadows", "e2-apple-orchard", "e2-railway-halt")
    assert {problem.place for problem in found} == {field_place(subject, id) for id in beyond}
    assert all("bring matt from village-green" in problem.message for problem in found)


def test_a_vehicle_that_cannot_get_to_the_meeting_point_is_found(shelf: Shelf) -> None:
    cut = broken_by(
        check_travels, "journey-impossible", *relaid(4, "mill", "north", "foresters-lodge", "road", "footpath"),
        at=(EXPEDITIONS_FILE, "summer-storm", "vehicle: ‸{"),
    )  # fmt: skip
    subject, place = shelf.broken(cut)
    (problem,) = check_travels(subject, number=4)
    assert (problem.name, start_of(problem.place)) == ("journey-impossible", place)
    assert "bring badger from village-green to foresters-lodge" in problem.message


def test_a_search_stops_once_all_is_found_and_else_goes_through_every_position(shelf: Shelf) -> None:
    found = explore(rules(2, characters=3))
    subject, _ = shelf.broken(ONE_SEAT)
    alone = explore(rules_for(subject.game, Config(2, characters=3)))
    assert not found.missed and alone.missed < found.made
    # Two stay in the village, alike; Betty and the Badger are both there or both beyond the river, in it or not.
    village, beyond, drivable = 5, 3, 4
    stands = village * drivable + drivable + beyond * 2 + 2
    assert village + beyond == len(rules(2).table.places)
    assert alone.positions >= stands * village * (village + 1) // 2


def test_the_least_effort_is_counted() -> None:
    game = rules(1)
    table = game.table
    prices = sorted(min(row.effort for row in table.rows[card][0]) for card in map(table.card_numbers.get, table.tasks)
                    if card != table.fund)  # fmt: skip
    one = msgspec.structs.replace(table, needed=1)
    assert least_effort(one) == prices[0]
    assert least_effort(msgspec.structs.replace(table, needed=1000)) > 1000
    assert way_home(game) == 5  # one rides ahead with another, comes back, and so on: C-21 for two routes
    assert bare_start(game).cards == ()


def test_too_little_effort_is_found_at_the_stamps(good: Subject) -> None:
    (problem,) = check_effort(changed(good, E1, effort=3), number=1)
    assert (problem.name, problem.place) == ("effort-too-short", field_place(good, E1, "stamps"))
    assert f"{E1} gives 20 effort in all" in problem.message  # six days of three, and what one instant adds


# Dead states.


def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dead_states, "RANDOM_GAMES", 1)
    monkeypatch.setattr(dead_states, "FAMILY_GAMES", 1)
    monkeypatch.setattr(dead_states, "PLANNER_GAMES", 0)


def test_no_morning_is_dead(good: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    few_games(monkeypatch)
    for number in range(1, 6):
        assert shown(list(dead_states.check_dead_states(good, number=number))) == []


def test_a_place_that_only_the_badger_leaves_is_a_trap_for_the_weakened(shelf: Shelf) -> None:
    subject, _ = shelf.broken(SHUT_ORCHARD)
    (problem,) = dead_states.check_dead_states(subject, number=2)
    assert (problem.name, problem.place) == ("dead-state", field_place(subject, E2))
    assert "betty at apple-orchard (weakened)" in problem.message


def test_mornings_of_played_games_are_looked_at(good: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    few_games(monkeypatch)
    monkeypatch.setattr(dead_states, "find_dead_end", lambda game: None)
    monkeypatch.setattr(dead_states, "can_act", lambda game, state: state.day < 3)
    (problem,) = dead_states.check_dead_states(good, number=1)
    assert problem.name == "dead-state" and "with seed 1 in introduction" in problem.message


def test_who_sits_in_the_vehicle_may_leave_it_to_act(shelf: Shelf) -> None:
    game = rules(2, characters=3)
    orchard = game.table.place_numbers["apple-orchard"]
    together = {"places": (orchard,) * 3, "vehicle": orchard, "weakened": 0b111}
    seated = msgspec.structs.replace(bare_start(game), aboard=0b11, **together)
    assert dead_states.can_act(game, seated)
    subject, _ = shelf.broken(SHUT_ORCHARD)
    shut = rules_for(subject.game, Config(2, characters=3))
    seated = msgspec.structs.replace(bare_start(shut), aboard=0b11, **together)
    assert not dead_states.can_act(shut, seated)
    assert dead_states.can_act(shut, msgspec.structs.replace(seated, weakened=0b110))  # Betty can drive
    assert dead_states.find_dead_end(game) is None and dead_states.find_dead_end(shut) is not None


# Winning lines and other answers.


class Idle:
    """A player that only waits for the last day to end."""

    def choose(self, game: Any, state: Any) -> Any:
        return game.legal(state)[-1]


@pytest.fixture
def bare(good: Subject, tmp_path: Path) -> Subject:
    """Return the shipped game without a single certificate."""
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    return msgspec.structs.replace(good, project=Project(tmp_path))


def test_what_the_planner_cannot_win_is_found_at_the_expedition(bare: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winning, "seat_planner", Idle)
    monkeypatch.setattr(winning, "SEEDS", 2)
    (problem,) = winning.check_winning_lines(bare, number=3)
    assert (problem.name, problem.place) == ("no-winning-line", field_place(bare, E3))
    assert "introduction with 3 characters" in problem.message and "seeds 1 to 2" in problem.message


def test_what_is_won_but_not_kept_is_a_warning_that_says_what_to_run(
    bare: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winning, "find_win", lambda *_: Win(9, ()))
    (problem,) = winning.check_winning_lines(bare, number=2)
    assert (problem.name, problem.severity) == ("certificate-missing", Severity.WARNING)
    listed = ", ".join(
        f"{name} {n} (seed 9)" for name in ("split-team", "hidden-cards", "team-trial") for n in (3, 4, 5)
    )
    assert problem.message.endswith(f": {listed}")
    assert "python -m tests.games.certificates" in problem.hint


def test_an_answer_that_cannot_win_is_found_at_its_ruling(bare: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, bool]] = []

    def lose_one(game: Any, config: Any, *more: Any) -> Win | None:
        played.append((config.expedition, config.rulings.self_recovery))
        return None if config.expedition == 4 else Win(1, ())

    monkeypatch.setattr(other_answers, "find_win", lose_one)
    (problem,) = other_answers.check_other_answers(bare, switch="self_recovery")
    assert played == [(number, True) for number in range(1, 6)]
    book, _ = read_rulings(bare.project, bare.game)
    assert book is not None
    (ruling,) = [ruling for ruling in book.rulings if ruling.switch == "self_recovery"]
    assert (problem.name, problem.place) == ("other-answer-unwon", ruling.place)
    assert f"{ruling.number} (self_recovery: yes)" in problem.message and "summer-storm" in problem.message


def test_every_switch_and_every_expedition_has_its_deep_checks(good: Subject) -> None:
    given = [(check.func, *check.keywords.values()) for check in DEEP_CHECKS if isinstance(check, partial)]
    numbers = [expedition.number for expedition in read_valley(good.game).expeditions]
    for function, values in (
        (check_travels, numbers),
        (check_effort, numbers),
        (other_answers.check_other_answers, list(SWITCHES)),
        (winning.check_winning_lines, numbers),
        (dead_states.check_dead_states, numbers),
    ):
        assert [value for found, value in given if found is function] == values


# Running them.


def find_places(subject: Subject, *, count: int) -> list[Problem]:
    return [Problem("some-finding", Place("a.yaml", line), f"{count}") for line in range(count)]


def test_any_number_of_processes_finds_the_same(good: Subject) -> None:
    checks: list[DeepCheck] = [
        partial(find_places, count=2),
        partial(check_travels, number=3),
        partial(find_places, count=1),
    ]
    one = list(run_deep_checks(good, checks))
    assert [(name, problem and problem.place.line) for name, problem in one] == [
        ("find places 2", 0), ("find places 2", 1), ("find places 2", None), ("travels 3", None),
        ("find places 1", 0), ("find places 1", None),
    ]  # fmt: skip
    several = list(run_deep_checks(good, checks, workers=2))
    assert several == one  # as many shares as checks
    more: list[DeepCheck] = [
        *checks,
        *(partial(find_places, count=count) for count in range(3, 12)),
    ]  # several checks in a share
    assert sorted(map(str, run_deep_checks(good, more, workers=2))) == sorted(map(str, run_deep_checks(good, more)))
    assert [name_check(check) for check in DEEP_CHECKS][4:6] == ["travels 5", "effort 1"]


def checked_deeply(root: Path, *more: str) -> Result:
    return run("check", "--deep", "--format", "concise", *more, project=root)


def with_deep_checks(monkeypatch: pytest.MonkeyPatch, *checks: DeepCheck) -> None:
    monkeypatch.setattr("valleybuild.workshop.find_rules", lambda *_: Rules(deep_checks=checks))


def interrupt(subject: Subject) -> list[Problem]:
    raise KeyboardInterrupt


def test_the_command_prints_what_deep_checks_find(pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    with_deep_checks(monkeypatch)
    assert checked_deeply(pebbles.root).exit_code == 0
    with_deep_checks(monkeypatch, partial(find_places, count=2))
    result = checked_deeply(pebbles.root)
    assert (result.exit_code, result.stdout.count("a.yaml:")) == (1, 2)
    assert checked_deeply(pebbles.root, "--workers", "0").exit_code == 2


def test_ctrl_c_ends_deep_checks_with_what_was_found(pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    with_deep_checks(monkeypatch, partial(find_places, count=1), interrupt, partial(find_places, count=2))
    result = checked_deeply(pebbles.root)
    assert (result.exit_code, result.stdout.count("a.yaml:")) == (2, 1)
    assert "interrupted after 1 of 3 deep checks" in result.stderr


def test_last_checks_wait_for_errors_and_deep_ones_do_not_wait_for_them(
    pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Rules(last_checks=(partial(find_places, count=1),), deep_checks=(partial(find_places, count=3),))
    monkeypatch.setattr("valleybuild.workshop.find_rules", lambda *_: both)
    assert checked_deeply(pebbles.root).stdout.count("a.yaml:") == 1 + 3
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 40")
    assert "a.yaml:" not in checked_deeply(pebbles.root).stdout


def test_deep_checks_wait_until_there_is_no_error(pebbles: GameCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    with_deep_checks(monkeypatch, interrupt)
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 4", "quantity: 40")
    result = checked_deeply(pebbles.root)
    assert result.exit_code == 1 and "out-of-range" in result.stdout
    assert "the deep checks wait" in result.stderr


# Mistakes, each of them found at its line with no flood of others by all checks that need no faces: by then the deep
# ones wait. One of them goes the whole way, by the command, with all faces composed.


class Mistake(NamedTuple):
    """Edits, the finding that is due, and where: in an entry of a file, at a text."""

    name: str
    file: str
    entry: str
    text: str
    edits: tuple[Edit, ...]


STAMPS = re.compile(r"^  stamps: \d+", re.MULTILINE)
# fmt: off
MISTAKES = {
    "a place is cut off": Mistake("place-out-of-reach", MAPS, "e1-school", "e1-school:", (
        Edit(MAPS, "e1-school", "{south: footpath}", "{}"), Edit(MAPS, "e1-farm", "north: footpath, "))),
    "a row nobody can complete": Mistake("row-beyond-neighbours", TASKS, "burst-pipe", "{abilities: [rallying, d", (
        rows_of(TASKS, "burst-pipe", "2 rallying driving", "2 rallying repairs"),)),
    "a meeting point without a road": Mistake("vehicle-out-of-reach", EXPEDITIONS_FILE, "summer-storm", "{vehicle: b",
        relaid(4, "mill", "north", "foresters-lodge", "road", "footpath")),
    "forty stamps": Mistake("out-of-range", EXPEDITIONS_FILE, E2, "40", (
        Edit(EXPEDITIONS_FILE, E2, STAMPS, "  stamps: 40"),)),
    "more stamps than there are": Mistake("stamps-out-of-reach", EXPEDITIONS_FILE, E2, "15", (
        Edit(EXPEDITIONS_FILE, E2, STAMPS, "  stamps: 15"),)),
    "a die number twice": Mistake("die-number-twice", MAPS, "e3-foresters-lodge", "[2]", (
        Edit(MAPS, "e3-school", FAR, "  far: [2]\n"), Edit(MAPS, "e3-foresters-lodge", FAR, "  far: [2]\n"))),
}
# fmt: on
MOST_FINDINGS = 4


def made(mistake: Mistake, read: Callable[[str], str]) -> tuple[dict[str, str], Place]:
    """Return the files that a mistake changes, as they are with it, and the line where it is due."""
    texts = {edit.file: read(edit.file) for edit in mistake.edits}
    for edit in mistake.edits:
        texts[edit.file] = apply(texts[edit.file], edit)
    looked = texts.get(mistake.file) or read(mistake.file)
    start, _ = block(looked, mistake.entry)
    line = looked.count("\n", 0, looked.index(mistake.text, start)) + 1
    return texts, Place(f"{CARDS}/{mistake.file}", line)


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_found_at_its_line_without_a_flood(shelf: Shelf, mistake: Mistake) -> None:
    texts, place = made(mistake, shelf.read)
    subject, problems = shelf.spoilt_by(texts)
    game = find_rules("home_valley")
    assert game is not None
    subject = msgspec.structs.replace(subject, complete=False, more_texts=game.texts(subject.project, subject.game))
    found = [*problems, *core_checks.run_checks(subject, game.checks)]
    assert has_errors([problem for problem in found if not concerns_book(problem, subject.game)])  # deep checks wait
    hits = [(problem.name, problem.place.file, problem.place.line) for problem in found]
    assert (mistake.name, place.file, place.line) in hits, shown(found)
    assert len(set(found)) <= MOST_FINDINGS, shown(found)


def test_the_command_finds_a_mistake_without_a_flood_and_lets_the_deep_checks_wait(tmp_path: Path) -> None:
    mistake = MISTAKES["a row nobody can complete"]
    for folder in ("cards", "rules", "layouts", "fonts", "tests/certificates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    texts, place = made(mistake, lambda file: (tmp_path / CARDS / file).read_text("utf-8"))
    for file, text in texts.items():
        (tmp_path / CARDS / file).write_text(text, "utf-8")
    result = checked_deeply(tmp_path)
    found = result.stdout.splitlines()
    assert result.exit_code == 1 and "the deep checks wait" in result.stderr
    at = f"{place.file}:{place.line}:"
    assert sum(each.startswith(at) and mistake.name in each for each in found) >= 1, found
    assert len(found) <= MOST_FINDINGS, found


def test_every_code_of_play_is_raised_here_or_with_the_certificates() -> None:
    tests = "\n".join((TESTS / "games" / name).read_text() for name in ("test_deep_checks.py", "test_certificates.py"))
    assert [code for code in PLAYED_CODES if f'"{code}"' not in tests] == []
