"""Other answers: whichever way a switch of the rulings stands, each expedition can still be won."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.certificates import Combination, find_win, kept_playthroughs, wins
from valleybuild.games.home_valley.check.deep.winning import seat_planner
from valleybuild.games.home_valley.content import Expedition, read_valley
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.games.home_valley.permitted import scenarios_of
from valleybuild.games.home_valley.rulings import Ruling, read_rulings
from valleybuild.games.playthrough import OpenRules
from valleybuild.problem import Problem, Related

SCENARIO, CHARACTERS = "split-team", 4
"""What the planner plays where no certificate wins under the other answer too."""
SEEDS = 20


def check_other_answers(subject: Subject, *, switch: str) -> Iterator[Problem]:
    """Check that each expedition can be won with the other answer of a switch (P-18).

    A certificate that wins under the other answer is proof enough; else the planner looks for another game.
    """
    book, _ = read_rulings(subject.project, subject.game)
    ruling = next((ruling for ruling in (book.rulings if book else ()) if ruling.switch == switch), None)
    if ruling is None or ruling.other is None:
        return
    valley, opener = read_valley(subject.game), open_rules(subject.project, subject.game)
    answer = {switch: "yes" if ruling.other else "no"}
    for expedition in valley.expeditions:
        if _kept_win(subject, expedition, opener, answer):
            continue
        scenarios = scenarios_of(valley, expedition)
        scenario = SCENARIO if SCENARIO in scenarios else scenarios[0]
        combination = Combination(expedition.number, scenario, CHARACTERS)
        rules, config = opener(combination.setup | answer)
        if find_win(rules, config, seat_planner, range(1, SEEDS + 1)) is None:
            yield _unwon(ruling, expedition, combination, answer[switch])


def _kept_win(subject: Subject, expedition: Expedition, opener: OpenRules, answer: dict[str, str]) -> bool:
    """Say whether a certificate of an expedition wins with this answer too."""
    for playthrough in kept_playthroughs(subject.project, subject.game.id):
        setup = {key: line.value for key, line in playthrough.setup.items()}
        if setup["expedition"] == str(expedition.number) and wins(playthrough, setup | answer, opener):
            return True
    return False


def _unwon(ruling: Ruling, expedition: Expedition, combination: Combination, answer: str) -> Problem:
    return Problem(
        "other-answer-unwon",
        ruling.place,
        f"with the other answer of {ruling.number} ({ruling.switch}: {answer}) no certificate of {expedition.id} wins,"
        f" and the planner won {combination.scenario} with {combination.characters} characters with none of the seeds"
        f" 1 to {SEEDS}",
        "a table that answers like this could not win: make the expedition easier, or say in `why` that it must not",
        path=f"rulings.{ruling.number}.other",
        related=(Related(expedition.entry.place, f"{expedition.id}"),),
    )
