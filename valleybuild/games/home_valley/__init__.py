"""Home Valley's own knowledge: what its cards, maps and expeditions must satisfy."""

from valleybuild.games import Rules
from valleybuild.games.home_valley.book import BOOK_CHECKS, book_numbers, book_questions
from valleybuild.games.home_valley.check import CHECKS, LAST_CHECKS
from valleybuild.games.home_valley.check.deep import DEEP_CHECKS
from valleybuild.games.home_valley.codes import CODES
from valleybuild.games.home_valley.dependencies import tell_dependencies
from valleybuild.games.home_valley.described import describe_setup
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.games.home_valley.players.family import Family
from valleybuild.games.home_valley.players.notes import measure_game, note_cards
from valleybuild.games.home_valley.rulings import ruling_texts
from valleybuild.games.home_valley.tuning import TUNED
from valleybuild.games.players import Player
from valleybuild.tuning.check import DEEP_CHECKS as TUNING_DEEP_CHECKS
from valleybuild.tuning.check import check_target_setups, check_targets


def seat_planner() -> Player:
    """Return a planner. What it thinks with is loaded only where it plays."""
    from valleybuild.games.home_valley.planning.player import Planner

    return Planner()


RULES = Rules(
    checks=(*CHECKS, check_targets),
    last_checks=(*LAST_CHECKS, check_target_setups),
    deep_checks=(*DEEP_CHECKS, *TUNING_DEEP_CHECKS),
    codes=CODES,
    texts=ruling_texts,
    open=open_rules,
    headings=("day",),
    unshown=("seed", "tasks", "others", "leads", "gained", "discard"),
    players={"family": Family, "planner": seat_planner},
    note=note_cards,
    measure=measure_game,
    describe_setup=describe_setup,
    dependencies=tell_dependencies,
    tuned=TUNED,
    numbers=book_numbers,
    questions=book_questions,
    other_keys={"tokens": "effort"},
    book_checks=BOOK_CHECKS,
)
