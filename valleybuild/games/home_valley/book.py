"""What Home Valley's rulebook needs of the game: numbers that only the engine knows, its rulings, all rules said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from valleybuild.book.model import Book, Example, Noted, OpenQuestion
from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.engine.compile import MORNING_SLOTS, SETUP_SLOTS, SLOTS
from valleybuild.games.home_valley.engine.entrance import FEWEST, MOST
from valleybuild.games.home_valley.engine.helping import GIFT, RECOVER_COST
from valleybuild.games.home_valley.engine.luck import FACES
from valleybuild.games.home_valley.engine.moving import WALK_COST
from valleybuild.games.home_valley.engine.solving import CHEAPEST
from valleybuild.games.home_valley.engine.state import Turn
from valleybuild.games.home_valley.rulings import read_rulings
from valleybuild.model import Game
from valleybuild.problem import Problem
from valleybuild.project import Project

SERIES = {"R": 188, "A": 63, "C": 21, "D": 21, "W": 17}
"""How many rules, rulings, facts of the content, settled differences and worked examples there are."""
_NUMBER = re.compile(r"([A-Z])-([0-9]+)")
_WORKED = re.compile(r"w-([0-9]+)(?:-.*)?")


def book_numbers(game: Game) -> dict[str, int]:
    """Name the numbers that the engine plays by and no card says."""
    setup, morning = [slot.deck for slot in SETUP_SLOTS], [slot.deck for slot in MORNING_SLOTS]
    return {
        "item-slots": SLOTS,
        "walk-cost": WALK_COST,
        "recover-cost": RECOVER_COST,
        "sign-cost": 0,
        "fewest-characters": FEWEST,
        "most-characters": MOST,
        "leads-at-setup": setup.count("lead"),
        "tasks-at-setup": setup.count("task"),
        "others-at-setup": setup.count("other"),
        "tasks-a-day": morning.count("task"),
        "others-a-day": morning.count("other"),
        "leads-a-day": morning.count("lead"),
        "passport-spaces": len(game.of_kind("expedition")),
        "die-faces": FACES,
        "gifts-a-day": GIFT,
        "least-cost": CHEAPEST,
        "least-share": 1,
        "days-of-a-card": len((Turn.FRESH, Turn.URGENT)),
    }


def book_questions(project: Project, game: Game) -> tuple[OpenQuestion, ...]:
    """List the rulings as questions with their answers."""
    found, _ = read_rulings(project, game)
    rulings = found.rulings if found else ()
    return tuple(OpenQuestion(one.number, one.question, one.answer, one.why, one.place) for one in rulings)


def check_said_rules(subject: Subject, book: Book) -> Iterator[Problem]:
    """Check that some block says each rule of the game, and that no block says one that there is not."""
    said = [noted for _, source in book.sources() for noted in source.says]
    for noted in said:
        found = _NUMBER.fullmatch(noted.text)
        if found is not None and not 1 <= int(found[2]) <= SERIES.get(found[1], 0):
            message = f"there is no {noted.text}"
            hint = f"{found[1]}-01 to {found[1]}-{SERIES[found[1]]} are known" if found[1] in SERIES else _SERIES_HINT
            yield Problem("unknown-rule", noted.place, message, hint)
    if not book.whole:
        return  # a rule may be said in what could not be read
    known = {int(found[2]) for noted in said if (found := _NUMBER.fullmatch(noted.text)) and found[1] == "R"}
    for first, last in _stretches(sorted(set(range(1, SERIES["R"] + 1)) - known)):
        rules = f"R-{first:03}" if first == last else f"R-{first:03} to R-{last:03}"
        message = f"no block of the rulebook says {rules}"
        yield Problem("rule-unsaid", book.place, message, "say it, and list it under `says`", path="book")


_SERIES_HINT = "the rules are R-001 and on; blocks may name A-, C-, D- and W-numbers too"


def _stretches(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Join numbers that follow each other."""
    first = last = None
    for number in numbers:
        if first is None or last is None:
            first = last = number
        elif number == last + 1:
            last = number
        else:
            yield first, last
            first = last = number
    if first is not None and last is not None:
        yield first, last


def check_worked_examples(subject: Subject, book: Book) -> Iterator[Problem]:
    """Check that the rulebook tells each of the worked examples: as an example's playthrough, or under `says`."""
    if not book.whole:
        return
    told: set[int] = set()
    for _, source in book.sources():
        told |= {int(noted.text[2:]) for noted in source.says if re.fullmatch(r"W-[0-9]+", noted.text)}
        match source.part:
            case Example(playthrough=Noted(text=name)) if found := _WORKED.fullmatch(name):
                told.add(int(found[1]))
            case _:
                continue
    for number in range(1, SERIES["W"] + 1):
        if number not in told:
            message = f"the rulebook tells nothing of the worked example W-{number:02}"
            hint = f"write an example with playthrough: w-{number:02}"
            yield Problem("example-untold", book.place, message, hint, path="book")


BOOK_CHECKS = (check_said_rules, check_worked_examples)
