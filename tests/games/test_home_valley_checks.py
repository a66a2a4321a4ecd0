"""Home Valley's own checks: the shipped game passes; break one thing in it, and exactly that is found, at its place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from valleybuild.check.subject import Subject
from valleybuild.codes import all_codes
from valleybuild.games import find_rules
from valleybuild.games.home_valley.check import CHECKS, given, given_maps, hazards, maps, marks, rows, tokens
from valleybuild.games.home_valley.check import expeditions as expedition_checks
from valleybuild.games.home_valley.check.given_values import EXPEDITIONS, GIVEN, Given
from valleybuild.games.home_valley.check.teams import check_splits, check_team_cards, check_teams
from valleybuild.games.home_valley.content import SIDES, read_valley
from valleybuild.games.home_valley.rulings import check_ruling_templates, check_rulings
from valleybuild.games.home_valley.sentences import count_sentences
from valleybuild.load import load_game
from valleybuild.model import Entry, Game, Record, Ref, Value
from valleybuild.nodes import Node
from valleybuild.problem import Place, Problem
from valleybuild.project import Project

ROOT = Path(__file__).parents[2]
CARDS = "cards/home-valley"
MARK = "‸"  # stands just before what a finding should point at

Check = Callable[[Subject], Iterator[Problem]]


class Edit(msgspec.Struct, frozen=True):
    """A replacement within one entry of a file ("" for the file as a whole). Without `old` the entry is deleted."""

    file: str
    entry: str
    old: str | re.Pattern[str] = ""
    new: str = ""


class Case(msgspec.Struct, frozen=True):
    """One thing broken: the check and code that find it, the edits, and where (file, entry, text) unless they mark it.

    `also` are the codes that other checks, or this one elsewhere, may find besides; "*" stands for any.
    """

    check: Check
    code: str
    edits: tuple[Edit, ...]
    at: tuple[str, str, str] | None = None
    also: tuple[str, ...] = ()
    says: str = ""


def broken_by(
    check: Check, code: str, *edits: Edit, at: tuple[str, str, str] | None = None, also: str = "", says: str = ""
) -> Case:
    return Case(check, code, edits, at, tuple(also.split()), says)


def given_fact(check: Check, *edits: Edit, at: tuple[str, str, str] | None = None, says: str = "") -> Case:
    return Case(check, "given-fact", edits, at, ("*",) if says else (), says)


def block(text: str, entry: str) -> tuple[int, int]:
    """Return where an entry's lines begin and end."""
    if not entry:
        return 0, len(text)
    begin = re.search(rf"^{re.escape(MARK)}?{re.escape(entry)}:", text, re.MULTILINE)
    assert begin, f"there is no entry {entry}"
    end = re.compile(r"^(?=[^\s#])", re.MULTILINE).search(text, begin.end())
    return begin.start(), end.start() if end else len(text)


def apply(text: str, edit: Edit) -> str:
    """Make an edit; what it replaces has to be there, once."""
    begin, end = block(text, edit.entry)
    inside = text[begin:end]
    if not edit.old:
        return text[:begin] + text[end:]
    if isinstance(edit.old, re.Pattern):
        assert len(edit.old.findall(inside)) == 1, f"{edit.entry} has not one {edit.old.pattern!r}"
        return text[:begin] + edit.old.sub(lambda _: edit.new, inside) + text[end:]
    assert inside.count(edit.old) == 1, f"{edit.entry} has {inside.count(edit.old)} times {edit.old!r}"
    return text[:begin] + inside.replace(edit.old, edit.new) + text[end:]


def position(file: str, text: str) -> Place:
    """Return the place of the mark in a text."""
    assert text.count(MARK) == 1
    before = text[: text.index(MARK)]
    return Place(f"{CARDS}/{file}", before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


class Reread(Project):
    """A project that reads some files itself and has the others from one that has read them: loading is then quick."""

    def __init__(self, root: Path, known: Project, changed: Iterable[str]) -> None:
        super().__init__(root)
        self.known, self.changed = known, {f"{CARDS}/{file}" for file in changed}

    def read_yaml(self, path: str, *, at: Place | None = None) -> tuple[Node | None, list[Problem]]:
        if path in self.changed:
            return super().read_yaml(path, at=at)
        return self.known.read_yaml(path, at=at)


class Shelf:
    """A copy of the game's files, to be changed and put back."""

    def __init__(self, root: Path) -> None:
        self.root, self.known = root, Project(root)

    def load(self, *changed: str) -> tuple[Subject, list[Problem]]:
        """Load the game as it stands now, with these files changed."""
        project = Reread(self.root, self.known, changed)
        game, problems = load_game(project, "home-valley")
        assert game is not None
        return Subject(game, project, frozenset(), frozenset()), problems

    def load_clean(self, *changed: str) -> Subject:
        """Load the game as it stands now; the core has to find nothing wrong with it."""
        subject, problems = self.load(*changed)
        assert not problems, problems
        return subject

    def spoilt(self, file: str, text: str, *, clean: bool) -> Subject:
        """Load the game with a file written anew, and put the file back."""
        return self._with({file: text}, clean=clean)[0]

    def spoilt_by(self, texts: dict[str, str]) -> tuple[Subject, list[Problem]]:
        """Load the game with files written anew, and put them back; return it with what loading finds."""
        return self._with(texts, clean=False)

    def broken(self, broken: Case) -> tuple[Subject, Place]:
        """Load the game with a case's edits made; return it with the place where the finding is due."""
        texts = {edit.file: self.read(edit.file) for edit in broken.edits}
        for edit in broken.edits:
            texts[edit.file] = apply(texts[edit.file], edit)
        (place,) = [position(file, text) for file, text in texts.items() if MARK in text] or [self._at(broken, texts)]
        return self._with({file: text.replace(MARK, "") for file, text in texts.items()}, clean=True)[0], place

    def _with(self, texts: dict[str, str], *, clean: bool) -> tuple[Subject, list[Problem]]:
        whole = {file: self.read(file) for file in texts}
        try:
            for file, text in texts.items():
                self._write(file, text)
            return (self.load_clean(*texts), []) if clean else self.load(*texts)
        finally:
            for file, text in whole.items():
                self._write(file, text)

    def _at(self, broken: Case, texts: dict[str, str]) -> Place:
        assert broken.at is not None
        file, entry, anchor = broken.at
        text = texts.get(file) or self.read(file)
        return position(file, apply(text, Edit(file, entry, anchor.replace(MARK, ""), anchor)))

    def read(self, file: str) -> str:
        return (self.root / CARDS / file).read_text(encoding="utf-8")

    def _write(self, file: str, text: str) -> None:
        (self.root / CARDS / file).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    root = tmp_path_factory.mktemp("valley")
    for folder in (CARDS, "fonts", "layouts", "rules/home-valley"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("art"))
    return Shelf(root)


@pytest.fixture(scope="module")
def good(shelf: Shelf) -> Subject:
    return shelf.load_clean()


def find(subject: Subject, checks: tuple[Check, ...] = CHECKS) -> list[tuple[Check, Problem]]:
    return [(check, problem) for check in checks for problem in check(subject)]


def start_of(place: Place) -> Place:
    return Place(place.file, place.line, place.column)


# What may change in tuning is found by its shape.
ROWS = re.compile(r"^ +rows:\n(?: +- .*\n){2}", re.MULTILINE)
TASK_ROWS = re.compile(r"^    rows:\n(?: +- .*\n){2}", re.MULTILINE)
FAR = re.compile(r"^  far: .*\n", re.MULTILINE)
ANYWHERE = re.compile(r"^  anywhere: .*\n", re.MULTILINE)
TRACK = re.compile(r"track: \d")
E4_FAR = ("school", "chapel", "timber-yard", "pastures", "hill-cottages", "foresters-lodge")
E5_PLACES = (
    "village-green",
    "farm",
    "mill",
    "school",
    "pastures",
    "timber-yard",
    "river-meadows",
    "old-mine",
    "chapel",
)

TASKS, ITEMS, HAZARDS, LEADS = "tasks.yaml", "opportunities.yaml", "hazards.yaml", "leads.yaml"
EXPEDITIONS_FILE, MAPS, TOKENS = "expeditions.yaml", "maps.yaml", "tokens.yaml"
PEOPLE, VEHICLES, GAME = "characters.yaml", "vehicles.yaml", "game.yaml"
E1, E2, E3, E4, E5 = "new-footbridge", "high-water", "snow-on-the-pass", "summer-storm", "fog-on-the-meadows"
CAN, BAGS = "{card: last-can-of-petrol, at: village-green}", "    - {card: sandbags, with: betty}\n"


def of_expedition(id: str, old: str, new: str = "") -> Edit:
    return Edit(EXPEDITIONS_FILE, id, old, new)


def rows_of(file: str, id: str, *written: str, side: re.Pattern[str] = ROWS) -> Edit:
    """Write an entry's rows anew, each as its cost and abilities; MARK before the cost marks the row."""
    lines = []
    for line in written:
        cost, *abilities = line.split()
        mark = MARK if cost.startswith(MARK) else ""
        lines.append(f"      - {mark}{{abilities: [{', '.join(abilities)}], effort: {cost.removeprefix(MARK)}}}\n")
    return Edit(file, id, side, "    rows:\n" + "".join(lines) if side is TASK_ROWS else "  rows:\n" + "".join(lines))


def relaid(number: int, here: str, side: str, there: str, old: str, new: str) -> tuple[Edit, Edit]:
    """Make the route between two places another."""
    return (
        Edit(MAPS, f"e{number}-{here}", f"{side}: {old}", f"{side}: {new}"),
        Edit(MAPS, f"e{number}-{there}", f"{SIDES[side][2]}: {old}", f"{SIDES[side][2]}: {new}"),
    )


def joined(number: int, here: str, side: str, there: str, route: str) -> tuple[Edit, Edit]:
    """Lay a route between two places that had none."""
    return (
        Edit(MAPS, f"e{number}-{here}", "exits: {", f"exits: {{{side}: {route}, "),
        Edit(MAPS, f"e{number}-{there}", "exits: {", f"exits: {{{SIDES[side][2]}: {route}, "),
    )


def fact(says: str, card: str, *edits: Edit) -> Case:
    return given_fact(given_maps.check_given_maps, *edits, at=(MAPS, card, "exits: ‸{"), says=says)


def numberless(says: str, field: re.Pattern[str], *cards: str) -> Case:
    edits = (Edit(MAPS, card, field) for card in cards)
    return given_fact(given_maps.check_given_maps, *edits, at=(MAPS, cards[0], f"‸{cards[0]}:"), says=says)


# fmt: off
MARK_CASES = (
    broken_by(marks.check_marked_cards, "card-not-listed", of_expedition(E3, "    - frozen-pump\n"),
              at=(TASKS, "frozen-pump", f"expeditions: [‸{E3}]")),
    broken_by(marks.check_listed_cards, "card-not-marked",
              of_expedition(E1, "cards: [footbridge-fund]", "cards: [footbridge-fund, ‸runaway-dog]")),
    broken_by(marks.check_listed_cards, "card-listed-twice",
              of_expedition(E3, "    - frozen-pump\n", "    - frozen-pump\n    - ‸frozen-pump\n")),
    broken_by(marks.check_special_cards, "special-card", Edit(ITEMS, "rope", f"[{E3}, {E5}]", f"‸[{E3}]"),
              also="card-not-marked"),
    broken_by(marks.check_special_cards, "special-card", Edit(ITEMS, "sandbags", "  special: true\n"),
              at=(ITEMS, "sandbags", "‸sandbags:")),
    broken_by(marks.check_special_cards, "special-card",
              Edit(TASKS, "runaway-dog", "  box: base\n", "  box: base\n  special: ‸true\n")),
    broken_by(marks.check_special_cards, "special-card", Edit(ITEMS, "rope"), at=(GAME, "", "‸title:"),
              also="given-fact"),
    broken_by(marks.check_boxes, "expedition-in-wrong-box", of_expedition(E4, "box: base", "box: ‸snow-and-fog")),
    broken_by(marks.check_boxes, "card-in-wrong-box",
              Edit(LEADS, "lights-on-the-ridge", "box: snow-and-fog", "box: ‸base")),
    broken_by(marks.check_boxes, "card-in-wrong-box", Edit(HAZARDS, "the-flu", "box: base", "box: ‸snow-and-fog")),
    broken_by(marks.check_boxes, "card-in-wrong-box", Edit(ITEMS, "sandbags", "box: base", "box: ‸snow-and-fog")),
)

ROW_CASES = (
    broken_by(rows.check_row_pairs, "rows-alike",
              rows_of(TASKS, "burst-pipe", "2 repairs driving", "‸3 driving repairs")),
    broken_by(rows.check_row_pairs, "row-dominated",
              rows_of(ITEMS, "toolbox", "‸2 driving searching", "2 driving")),
    broken_by(rows.check_row_pairs, "row-dominated",
              rows_of(LEADS, "letter-without-a-name", "3 driving repairs", "‸3 driving repairs searching",
                      side=TASK_ROWS)),
    broken_by(rows.check_row_abilities, "ability-repeated",
              rows_of(ITEMS, "toolbox", "1 driving searching", "‸2 first-aid first-aid")),
    broken_by(rows.check_row_abilities, "one-ability-row",
              rows_of(HAZARDS, "runaway-bull", "2 driving searching", "‸3 repairs")),
    broken_by(rows.check_row_abilities, "one-ability-row",
              rows_of(LEADS, "tracks-by-the-brook", "‸3 driving", "4 repairs first-aid", side=TASK_ROWS)),
    broken_by(rows.check_row_abilities, "rallying-on-row",
              Edit(TASKS, "burst-pipe", ROWS,
                   "  rows:\n    - {abilities: [driving, repairs], effort: 2}\n"
                   "    - {abilities: [repairs, ‸rallying], effort: 3}\n")),
    broken_by(rows.check_tasks, "rows-or-fund", Edit(TASKS, "burst-pipe", ROWS),
              at=(TASKS, "burst-pipe", "‸burst-pipe:")),
    broken_by(rows.check_tasks, "rows-or-fund",
              Edit(TASKS, "footbridge-fund", "  fund: {",
                   "  rows: [{abilities: [driving, repairs], effort: 2}]\n  fund: ‸{")),
    broken_by(rows.check_neighbours, "row-beyond-neighbours",
              rows_of(TASKS, "burst-pipe", "‸2 repairs rallying", "2 driving rallying"), also="rallying-on-row"),
    broken_by(rows.check_row_costs, "row-too-dear",
              rows_of(TASKS, "burst-pipe", "2 driving repairs", "‸8 repairs searching")),
    broken_by(rows.check_unearned_items, "item-never-earned",
              Edit(ITEMS, "torch", ROWS), at=(ITEMS, "torch", "‸torch:")),
    broken_by(rows.check_unearned_items, "item-never-earned", of_expedition(E2, f"  starts:\n{BAGS}"),
              at=(ITEMS, "sandbags", "‸sandbags:"), also="given-fact"),
    broken_by(rows.check_starts, "bad-start", of_expedition(E5, CAN, "‸{card: last-can-of-petrol}"), also="given-fact"),
    broken_by(rows.check_starts, "bad-start", of_expedition(E5, CAN, "‸{card: last-can-of-petrol, at: top-station}"),
              also="given-fact"),
    broken_by(rows.check_starts, "bad-start", of_expedition(E2, BAGS, f"{BAGS}    - ‸{{card: rope, with: betty}}\n"),
              also="given-fact"),
)

MAP_CASES = (
    broken_by(maps.check_die_numbers, "die-number-twice", Edit(MAPS, "e1-farm", "anywhere: [2]", "anywhere: ‸[1]")),
    broken_by(maps.check_die_numbers, "die-number-twice", Edit(MAPS, "e1-farm", "anywhere: [2]", "anywhere: ‸[2, 2]")),
    broken_by(maps.check_die_numbers, "no-die-numbers", *(Edit(MAPS, f"e4-{place}", FAR) for place in E4_FAR),
              at=(EXPEDITIONS_FILE, E4, f"‸{E4}:")),
    broken_by(maps.check_exits, "exit-into-nothing", Edit(MAPS, "e1-school", "{south:", "{north: ‸road, south:")),
    broken_by(maps.check_exits, "exit-unmet", Edit(MAPS, "e1-farm", "north: footpath, "),
              at=(MAPS, "e1-school", "{south: ‸footpath}")),
    broken_by(maps.check_exits, "exit-kinds-differ", Edit(MAPS, "e1-farm", "south: road", "south: ‸footpath")),
    broken_by(maps.check_map_ends, "map-ends",
              Edit(MAPS, "", "e1-village-green:",
                   f"e1-first:\n  expedition: {E1}\n  place: ‸old-mine\n  at: [7, 7]\n  exits: {{}}\n"
                   "e1-village-green:")),
    broken_by(maps.check_map_ends, "map-ends", of_expedition(E1, "meeting-point: timber-yard", "meeting-point: chapel"),
              at=(MAPS, "e1-timber-yard", "place: ‸timber-yard"), also="given-fact"),
    broken_by(maps.check_map_ends, "map-missing", *(Edit(MAPS, f"e5-{place}") for place in E5_PLACES),
              at=(EXPEDITIONS_FILE, E5, f"‸{E5}:"), also="bad-start"),
    broken_by(maps.check_map_places, "place-twice-on-map",
              Edit(MAPS, "e1-pastures", "place: pastures", "place: ‸mill")),
    broken_by(maps.check_reach_of_characters, "place-out-of-reach",
              Edit(MAPS, "e2-apple-orchard", "{north: footpath}", "{}"),
              Edit(MAPS, "e2-river-meadows", "south: footpath, "),
              at=(MAPS, "e2-apple-orchard", "‸e2-apple-orchard:")),
    # The cabin waits at the top, where nobody can call it down.
    broken_by(maps.check_reach_of_characters, "place-out-of-reach",
              of_expedition(E3, "start: bottom-station", "start: top-station"),
              at=(MAPS, "e3-mountain-pass", "‸e3-mountain-pass:"), also="given-fact place-out-of-reach",
              says="mountain-pass"),
    broken_by(maps.check_reach_of_vehicles, "vehicle-out-of-reach",
              of_expedition(E1, "start: village-green", "start: ‸old-mine"), also="given-fact"),
    broken_by(maps.check_reach_of_vehicles, "vehicle-out-of-reach",
              of_expedition(E4, "meeting-point: foresters-lodge", "meeting-point: hill-cottages"),
              at=(EXPEDITIONS_FILE, E4, "vehicle: ‸{"), also="given-fact map-ends"),
)

EXPEDITION_CASES = (
    broken_by(expedition_checks.check_decks, "too-few-leads", Edit(LEADS, "tracks-by-the-brook"),
              at=(EXPEDITIONS_FILE, E4, f"‸{E4}:"), also="too-few-leads stamps-out-of-reach", says=E4),
    broken_by(expedition_checks.check_stamps, "stamps-out-of-reach", of_expedition(E1, "stamps: 9", "stamps: ‸12"),
              also="stamps-out-of-reach given-fact", says="split-team"),
    broken_by(expedition_checks.check_tracks, "track-too-short",
              Edit("scenarios.yaml", "split-team", TRACK, "track: ‸5")),
    broken_by(expedition_checks.check_special_rules, "rule-too-long",
              of_expedition(E4, 'en: "We recommend the advanced sides."',
                            'en: ‸"We recommend the advanced sides. Turn them up."'),
              says="2 sentences in en"),
    broken_by(expedition_checks.check_special_rules, "rule-too-long",
              of_expedition(E4, 'cs: "Doporučujeme pokročilé strany."',
                            'cs: ‸"Doporučujeme pokročilé strany. Otočte je."'),
              says="2 sentences in cs"),
)

HAZARD_CASES = (
    broken_by(hazards.check_protections, "hazard-without-protection",
              Edit(ITEMS, "hobnailed-boots", "effect: {protects: [washed-out-path]}", "effect: heal"),
              at=(HAZARDS, "washed-out-path", "lasting: ‸true")),
    # What the Flu itself leaves comes too late.
    broken_by(hazards.check_protections, "hazard-without-protection",
              Edit(ITEMS, "jar-of-honey", "effect: {protects: [the-flu]}", "effect: heal"),
              at=(HAZARDS, "the-flu", "lasting: ‸true"), also="given-fact"),
    # There is no snow in the fog.
    broken_by(hazards.check_protected_hazards, "protection-never-needed",
              Edit(ITEMS, "handbell", "protects: [lost-in-the-fog]", "protects: [lost-in-the-fog, ‸snowdrift]")),
    broken_by(hazards.check_left_items, "leaves-disagree",
              Edit(HAZARDS, "tractor-in-the-ditch", "lasting: false\n", "lasting: false\n  leaves: ‸linden-tea\n")),
    broken_by(hazards.check_left_items, "leaves-disagree",
              Edit(HAZARDS, "beehives-on-the-road", "  leaves: beekeepers-veil\n"),
              at=("gained-items.yaml", "beekeepers-veil", "left-by: ‸beehives-on-the-road"),
              also="given-fact protection-never-needed"),
)

TOKEN_CASES = (
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "token-effort", "count: 12", "count: ‸11")),
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "token-day", "use: day", "use: reminder"),
              at=(GAME, "", "‸title:")),
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "pawn-percy"), at=(PEOPLE, "percy", "‸percy:")),
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "pawn-cable-car"),
              at=(VEHICLES, "cable-car", "‸cable-car:")),
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "circle-agnes"), at=(PEOPLE, "agnes", "‸agnes:")),
    # Circles that are nobody's own have to be four.
    broken_by(tokens.check_tokens, "too-few-tokens",
              *(Edit(TOKENS, f"circle-{name}") for name in ("matt", "maggie", "agnes", "percy")),
              Edit(TOKENS, "circle-betty", "  who: betty\n"), at=(TOKENS, "circle-betty", "count: ‸1")),
    broken_by(tokens.check_tokens, "too-few-tokens", Edit(TOKENS, "reminder-helping-hand"),
              at=(PEOPLE, "betty", "- ‸far-effort: 1")),
)

GIVEN_CASES = (
    given_fact(given.check_given_values, Edit(TASKS, "runaway-dog", "stamps: 1", "stamps: ‸2")),
    given_fact(given.check_given_values,
               rows_of(TASKS, "tree-across-the-road", "‸3 driving repairs", "4 driving searching")),
    given_fact(given.check_given_values, Edit(ITEMS, "old-alarm-clock"), at=(GAME, "", "‸title:")),
    given_fact(given.check_given_expeditions, of_expedition(E1, "days: 6", "days: ‸7")),
    given_fact(given.check_given_expeditions, of_expedition(E4, "number: 4", "number: ‸3"),
               says="the number 3 stands on 2 of them"),
    given_fact(given.check_given_ranges, of_expedition(E2, ", range: 3"),
               at=(EXPEDITIONS_FILE, E2, "vehicle: ‸{")),
    given_fact(given.check_lead_stamps, Edit(LEADS, "letter-without-a-name", "stamps: 2", "stamps: ‸3")),
    given_fact(given.check_pliers_and_wire,
               Edit(ITEMS, "pliers-and-wire", "- {abilities: [searching], effort: 1}",
                    "‸- {abilities: [searching], effort: 2}")),
    given_fact(given_maps.check_fog, Edit(MAPS, "e5-old-mine", "  fog: true\n"),
               at=(MAPS, "e5-old-mine", "‸e5-old-mine:")),
    given_fact(given_maps.check_fog, Edit(MAPS, "e4-chapel", "  exits: {", "  fog: ‸true\n  exits: {")),
)

MAP_FACTS = (
    fact("people walk straight from the Village Green to the Farm", "e1-farm",
         *relaid(1, "village-green", "west", "farm", "road", "ford")),
    fact("the Badger drives from the Village Green to the Mill in one ride", "e1-mill",
         *relaid(1, "village-green", "east", "mill", "road", "footpath")),
    fact("people walk straight from the Farm to the Mill", "e3-farm",
         *relaid(3, "farm", "north", "mill", "road", "ford")),
    fact("a route joins the Village Green and the Farm", "e2-farm",
         Edit(MAPS, "e2-village-green", ", west: road"), Edit(MAPS, "e2-farm", "{east: road}", "{}"),
         Edit(MAPS, "e4-village-green", ", west: road"), Edit(MAPS, "e4-farm", "east: road, ")),
    numberless("mill has a far number", FAR, "e1-mill"),
    numberless("school has a far number", FAR, "e1-school"),
    numberless("farm has an anywhere number in expedition 1 (", ANYWHERE, "e1-farm"),
    numberless("village-green has an anywhere number", ANYWHERE, "e1-village-green"),
    numberless("farm has a far number", FAR, "e2-farm"),
    numberless("farm has an anywhere number in expedition 1 or", ANYWHERE,
               *(f"e{number}-farm" for number in range(1, 6))),
    numberless("river-meadows has an anywhere number", ANYWHERE, "e5-river-meadows"),
    fact("the footbridge is gone", "e1-village-green", *joined(1, "village-green", "south", "chapel", "footpath")),
    fact("the Chapel and the Timber Yard are reached by the bridge", "e1-mill",
         *joined(1, "pastures", "east", "chapel", "road")),
    fact("the School is reached through the shallows", "e1-school",
         *relaid(1, "farm", "north", "school", "footpath", "ford")),
    *(fact(f"nobody walks across the river to {place}", f"e2-{place}",
           *relaid(2, "mill", "east", "river-meadows", "ford", "footpath"))
      for place in ("river-meadows", "apple-orchard", "railway-halt")),
    fact("the Badger gets through the ford", "e2-railway-halt",
         *relaid(2, "river-meadows", "east", "railway-halt", "road", "footpath")),
    fact("only the cable joins", "e3-top-station",
         *relaid(3, "bottom-station", "north", "top-station", "ford", "footpath")),
    fact("footpaths lead from Top Station", "e3-radio-mast",
         *relaid(3, "top-station", "east", "radio-mast", "footpath", "ford")),
    fact("no way leads to the Mountain Pass but", "e3-mountain-pass",
         *joined(3, "foresters-lodge", "north", "radio-mast", "footpath")),
    fact("only footpaths lead to the Hill Cottages", "e4-hill-cottages",
         *relaid(4, "school", "west", "hill-cottages", "footpath", "road")),
    fact("the Badger can drive everywhere", "e4-village-green",
         *relaid(4, "farm", "west", "pastures", "road", "footpath")),
    fact("every walk to the Chapel", "e5-chapel", *joined(5, "village-green", "east", "chapel", "footpath")),
    fact("one way to the Chapel leads by river-meadows", "e5-river-meadows",
         *relaid(5, "river-meadows", "south", "chapel", "footpath", "ford")),
    fact("one way to the Chapel leads by old-mine", "e5-old-mine",
         *relaid(5, "old-mine", "north", "chapel", "footpath", "ford")),
)
# fmt: on

CASES = (
    *MARK_CASES,
    *ROW_CASES,
    *MAP_CASES,
    *EXPEDITION_CASES,
    *HAZARD_CASES,
    *TOKEN_CASES,
    *GIVEN_CASES,
    *MAP_FACTS,
)


# The rulings are broken in test_rulings.py, with the codes HV91 and above; they miss every card that is deleted here.
# What the worked examples rely on is broken in test_examples.py; their codes are those of all playthroughs.
# What teams can do and what only play shows is broken in test_deep_checks.py and test_certificates.py.
OTHER_CHECKS = {check_rulings, check_ruling_templates, check_teams, check_splits, check_team_cards}
PLAYED_CODES = {
    "row-beyond-team",
    "journey-impossible",
    "effort-too-short",
    "no-team",
    "split-impossible",
    "protection-beyond-team",
    "certificate-fails",
    "certificate-missing",
    "no-winning-line",
    "dead-state",
}
BOOK_CODES = {"unknown-rule", "rule-unsaid", "example-untold"}  # broken in test_home_valley_book.py
CARD_CHECKS = tuple(check for check in CHECKS if check not in OTHER_CHECKS)


def test_the_shipped_game_passes_every_check(good: Subject) -> None:
    assert [(problem.name, problem.place, problem.message) for _, problem in find(good)] == []


@pytest.mark.parametrize("broken", CASES, ids=lambda broken: f"{broken.code} {broken.says or broken.edits[0].entry}")
def test_one_thing_broken_is_found_at_its_place(shelf: Shelf, broken: Case) -> None:
    subject, place = shelf.broken(broken)
    found = find(subject, CARD_CHECKS)
    shown = [(check.__name__, problem.name, problem.place, problem.message) for check, problem in found]
    hits = [
        problem
        for check, problem in found
        if check is broken.check and problem.name == broken.code and start_of(problem.place) == place
    ]
    hits = [problem for problem in hits if broken.says in problem.message]
    assert len(hits) == 1, (place, shown)
    assert hits[0].hint and hits[0].path
    rest = {problem.name for _, problem in found if problem is not hits[0]}
    assert "*" in broken.also or rest <= set(broken.also), shown


def test_every_check_and_every_code_has_a_case() -> None:
    rules = find_rules("home_valley")
    assert rules is not None and rules.checks[: len(CHECKS)] == CHECKS
    assert {broken.check for broken in CASES} == set(CARD_CHECKS)
    codes = {code.name for code in rules.codes if not code.id.startswith("HV9")}
    assert {broken.code for broken in CASES} | {"deck-runs-out"} | PLAYED_CODES | BOOK_CODES == codes


def test_codes_are_unique_and_explained() -> None:
    rules = find_rules("home_valley")
    assert rules is not None
    codes = all_codes(rules.codes)
    assert len({code.id for code in codes}) == len({code.name for code in codes}) == len(codes)
    for code in rules.codes:
        assert re.fullmatch(r"HV\d\d", code.id) and re.fullmatch(r"[a-z]+(-[a-z]+)+", code.name)
        assert all(text.endswith(".") for text in (code.what, code.why, code.fix))


# Decks: dozens of cards have to go before one runs out.


def without(subject: Subject, drop: Callable[[Entry], bool]) -> Subject:
    """Return the game without some of its entries."""
    entries = {id: entry for id, entry in subject.game.entries.items() if not drop(entry)}
    return replaced(subject, msgspec.structs.replace(subject.game, entries=entries))


def replaced(subject: Subject, game: Game) -> Subject:
    return msgspec.structs.replace(subject, game=game)


@pytest.mark.parametrize(
    ("kinds", "what"), [(("task",), "tasks"), (("opportunity", "hazard"), "other cards besides instants")]
)
def test_a_deck_lasts_through_the_longest_setup_and_not_a_card_less(
    good: Subject, kinds: tuple[str, ...], what: str
) -> None:
    valley = read_valley(good.game)
    expedition = valley.expedition(1)
    assert expedition is not None and valley.longest(expedition) == 7
    starts = {start.card.id for each in valley.expeditions for start in each.starts}
    deck = [card.id for card in valley.used_in(expedition) if card.entry.kind in kinds and card.id not in starts]
    for kept, findings in ((8, 0), (7, 1)):
        spare = set(deck[kept:])
        checked = find(without(good, lambda entry, spare=spare: entry.id in spare), (expedition_checks.check_decks,))  # type: ignore[misc]
        found = [problem for _, problem in checked if problem.path == "new-footbridge.days"]
        assert len(found) == findings
        for problem in found:
            assert problem.name == "deck-runs-out"
            assert problem.place == expedition.entry.record.places["days"]
            assert problem.message == f"new-footbridge may last 7 days, which take 8 {what}; it has 7"


# Given values: each line of the tables is broken in memory, and is what is found.


def spoiled(entry: Entry, field: str, value: object) -> Entry:
    """Return an entry with a top-level field left out, or filled where it has to be left out."""
    name = field.split(".")[0]
    other: Value = None
    if value is None:
        other = Ref("percy", ("character",), entry.place)
    elif value == frozenset():
        other = (Ref("percy", ("character",), entry.place),)
    elif isinstance(entry.record.fields[name], tuple):
        other = ()
    record: Record = msgspec.structs.replace(entry.record, fields={**entry.record.fields, name: other})
    return msgspec.structs.replace(entry, record=record)


def spoil(subject: Subject, line: Given, id: str) -> Subject:
    entry = subject.game.entries[id]
    other = spoiled(entry, line.field, line.value) if line.field else msgspec.structs.replace(entry, kind="word")
    return replaced(subject, msgspec.structs.replace(subject.game, entries={**subject.game.entries, id: other}))


def test_every_given_value_is_looked_at(good: Subject) -> None:
    for line in GIVEN:
        found = find(spoil(good, line, line.id), (given.check_given_values,))
        messages = [problem.message for _, problem in found if problem.message.startswith(line.says)]
        assert len(messages) == 1, line
        assert line.source in messages[0]


def test_every_given_value_of_an_expedition_is_looked_at(good: Subject) -> None:
    ids = {str(expedition.number): expedition.id for expedition in read_valley(good.game).expeditions}
    for line in EXPEDITIONS:
        if line.field in ("meeting-point", "effort", "days", "stamps"):  # without these it would be no expedition
            entry = good.game.entries[ids[line.id]]
            other: Value = Ref("percy", ("place",), entry.place) if line.field == "meeting-point" else 99
            record = msgspec.structs.replace(entry.record, fields={**entry.record.fields, line.field: other})
            entries = {**good.game.entries, entry.id: msgspec.structs.replace(entry, record=record)}
            subject = replaced(good, msgspec.structs.replace(good.game, entries=entries))
        else:
            subject = spoil(good, line, ids[line.id])
        found = find(subject, (given.check_given_expeditions,))
        assert sum(problem.message.startswith(line.says) for _, problem in found) == 1, line


def test_every_given_fact_of_the_maps_is_broken_by_some_case() -> None:
    for known in given_maps.FACTS:
        said = f"{known.says} in expedition {' or '.join(map(str, known.numbers))} ("
        assert sum(said.startswith(broken.says) for broken in MAP_FACTS) == 1, said
    assert len(given_maps.FACTS) == len(MAP_FACTS)


# What could not be read is left alone: loading has reported it.


def test_a_file_that_cannot_be_read_brings_no_findings_of_the_game(shelf: Shelf) -> None:
    for path in sorted((shelf.root / CARDS).glob("*.yaml")):
        if path.name in ("game.yaml", "kinds.yaml"):
            continue
        subject = shelf.spoilt(path.name, "- not\n- a mapping\n", clean=False)
        assert [(path.name, problem.message) for _, problem in find(subject)] == []


class Watched(dict[str, Value]):
    """An entry's fields, which note the names of those that are looked at."""

    def __init__(self, fields: dict[str, Value], seen: set[str]) -> None:
        super().__init__(fields)
        self.seen = seen

    def __getitem__(self, name: str) -> Value:
        self.seen.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.seen.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.seen.add(str(name))
        return super().__contains__(name)

    def _all(self, name: str) -> Any:
        self.seen.update(super().keys())
        return getattr(super(), name)

    def __iter__(self) -> Iterator[str]:
        return self._all("__iter__")()  # type: ignore[no-any-return]

    def keys(self) -> Any:
        return self._all("keys")()

    def values(self) -> Any:
        return self._all("values")()

    def items(self) -> Any:
        return self._all("items")()

    def __eq__(self, other: object) -> bool:
        return bool(self._all("__eq__")(other))


def unread(subject: Subject, kind: str, change: Callable[[Entry], Entry]) -> Subject:
    """Return the game with the entries of a kind changed, as one where something of that kind could not be read."""
    entries = {id: change(entry) if entry.kind == kind else entry for id, entry in subject.game.entries.items()}
    return replaced(subject, msgspec.structs.replace(subject.game, entries=entries, incomplete=frozenset((kind,))))


def watched(entry: Entry, seen: set[str]) -> Entry:
    record: Record = msgspec.structs.replace(entry.record, fields=Watched(entry.record.fields, seen))
    return msgspec.structs.replace(entry, record=record)


def test_a_field_that_cannot_be_read_brings_no_findings_of_the_game(good: Subject) -> None:
    """A check that never looks at a field of a kind goes the same way without it: only the others are run again."""
    runs = 0
    for kind in good.game.kinds:
        seen: set[str] = set()
        whole = unread(good, kind, partial(watched, seen=seen))
        looks: dict[Check, set[str]] = {}
        for check in CHECKS:
            seen.clear()
            assert list(check(whole)) == []
            looks[check] = set(seen)
        for name in good.game.of_kind(kind)[0].record.fields:
            checks = tuple(check for check in CHECKS if name in looks[check])
            broken = unread(good, kind, partial(spoiled, field=name, value="anything"))
            assert [(kind, name, problem.message) for _, problem in find(broken, checks)] == []
            runs += len(checks)
    assert runs > 1000


# Sentences.


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "The Badger stays in its garage.", 1),
        ("en", "The Badger stays. Nobody rides.", 2),
        ("en", "Is it fog? It is! Wait…  Then go.", 4),
        ("en", "<b>Fog</b> [fog]: an item at the {{ place('mill').name }} lies face down.", 1),
        ("en", "Lay it at the {{ place('old.Mine').name }}. {{ word('day').name }} two begins.", 2),
        ("en", "{% if x %}Take one. {% endif %}Take two.", 2),
        ("en", "Use tools, e.g. Matt's, or tea, etc. Betty drives.", 1),
        ("en", "See chapter no. 5 for it.", 1),
        ("en", "It costs 2. Then walk.", 2),
        ("en", "1. Roll the die.", 1),
        ("en", "1. Roll the die. 2. Lay the card.", 2),
        ("en", 'Call "Fog!" and wait.', 1),
        ("en", "Call “Fog!” Then wait.", 2),
        ("en", "He asks (why?) and goes.", 1),
        ("en", "J. Novák drives.", 1),
        ("en", "[fog] Wait. [road] Go.", 2),
        ("en", "", 0),
        ("cs", "Jezevec zůstává v garáži.", 1),
        ("cs", "Brod nelze přejít. Jízda smí mít 3 spoje.", 2),
        ("cs", "Sejdete se 5. listopadu na návsi.", 1),
        ("cs", "Vezměte např. Lano nebo tzv. Dýmák.", 1),
        ("cs", "Zvolejte „Mlha!“ a počkejte.", 1),
        ("cs", "Zvolejte „Mlha!“ „Kde?“ odpoví druhý.", 2),
        ("cs", "Stojí to 2. Pak jděte.", 2),
        ("cs", "Řekněte: „Jdeme.“ Ostatní jdou.", 2),
    ],
)
def test_sentences_are_counted(language: str, text: str, count: int) -> None:
    assert count_sentences(text, language) == count
