"""Home Valley's own knowledge: what its cards, maps and expeditions must satisfy."""

from valleybuild.games import Rules
from valleybuild.games.home_valley.check import CHECKS
from valleybuild.games.home_valley.codes import CODES
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.games.home_valley.players.family import Family
from valleybuild.games.home_valley.players.notes import measure_game, note_cards
from valleybuild.games.home_valley.rulings import ruling_texts
from valleybuild.games.players import Player


def seat_planner() -> Player:
    """Return a planner. What it thinks with is loaded only where it plays."""
    from valleybuild.games.home_valley.planning.player import Planner

    return Planner()


RULES = Rules(
    checks=CHECKS,
    codes=CODES,
    texts=ruling_texts,
    open=open_rules,
    headings=("day",),
    unshown=("seed", "tasks", "others", "leads", "gained", "discard"),
    players={"family": Family, "planner": seat_planner},
    note=note_cards,
    measure=measure_game,
)
