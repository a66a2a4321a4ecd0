"""Home Valley's setups to what their win rates are measured by: the engine's table, the rulings, and the cards."""

from __future__ import annotations

from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.table import CardKind, Table
from valleybuild.games.home_valley.rulings import read_rulings
from valleybuild.games.playthrough import AnyRules
from valleybuild.games.tuned import OtherAnswer, Tuned
from valleybuild.model import Game
from valleybuild.project import Project

SOLVED, EXPIRED, LEFT = "solved", "expired", "left"
"""The verbs of `note_cards`."""
WORKED_OUT = frozenset({"splits", "usual", "walks", "drives"})
"""What the engine's table holds only so that it need not be worked out at every move."""


def _table(rules: AnyRules) -> Table:
    if not isinstance(rules, HomeValleyRules):
        raise TypeError("only Home Valley has these cards")
    return rules.table


def list_facts(rules: AnyRules) -> dict[str, object]:
    """Return the facts of a setup by their names, without those that are worked out from the others."""
    table = _table(rules)
    return {name: getattr(table, name) for name in table.__struct_fields__ if name not in WORKED_OUT}


def list_other_answers(project: Project, game: Game) -> tuple[OtherAnswer, ...]:
    """List the switches of the rulings (P-18), each with the answer that was not chosen, in the book's order."""
    book, _ = read_rulings(project, game)
    return tuple(
        OtherAnswer(ruling.number, f"{ruling.switch} {_said(ruling.other)}", {ruling.switch: _said(ruling.other)})
        for ruling in (book.rulings if book else ())
        if ruling.switch is not None and ruling.other is not None
    )


def _said(value: bool) -> str:
    return "yes" if value else "no"


def list_cards(rules: AnyRules) -> dict[str, tuple[str, ...]]:
    """List the cards that can be laid on the map and solved, each with the verbs for its going unsolved.

    A lead counts twice, under the name of either side. A lasting hazard stays where it is when it expires.
    """
    table = _table(rules)
    found: dict[str, tuple[str, ...]] = {}
    for id in (*table.tasks, *table.others, *table.leads):
        card = table.card_numbers[id]
        if table.kind[card] is CardKind.INSTANT:
            continue
        undone = (LEFT,) if table.lasting[card] else (EXPIRED, LEFT)
        for name in (id, table.task_sides[card]):
            if name:
                found[name] = undone
    return found


TUNED = Tuned(facts=list_facts, other_answers=list_other_answers, things=list_cards, done=SOLVED)
