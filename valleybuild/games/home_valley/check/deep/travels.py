"""Travels: by the engine's own moves, everybody gets wherever a card may lie, and all of them to the meeting point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import Expedition, Valley, place_of, read_valley
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.home_valley.permitted import chosen_rulings, listed, teams_of
from valleybuild.problem import Problem, Related

TRAVELS = frozenset({MoveKind.WALK, MoveKind.RIDE, MoveKind.BOARD, MoveKind.LEAVE})
EFFORT = 9
"""What a journey has for every step: how much it costs does not matter here."""
VEHICLE = -1

Journey = tuple[int, int]
"""Who goes (a character who stands for all who travel alike, or the vehicle), and whither."""


class Explored(NamedTuple):
    """Which journeys were found to be possible, which not, and how many positions were looked at for that."""

    made: set[Journey]
    missed: set[Journey]
    positions: int


def check_travels(subject: Subject, *, number: int) -> Iterator[Problem]:
    """Check that every permitted team, and its vehicle, gets wherever it has to by legal moves (P-01, P-03, P-05).

    The first team that does not stands for the others: the larger ones would only say the same again.
    """
    valley = read_valley(subject.game)
    expedition = valley.expedition(number)
    if expedition is None:
        return
    for rules in _unlike_teams(subject, valley, expedition):
        explored = explore(rules)
        if explored.missed:
            for journey in sorted(explored.missed):
                yield _missed(valley, expedition, rules, journey, explored.positions)
            return


def _unlike_teams(subject: Subject, valley: Valley, expedition: Expedition) -> Iterator[HomeValleyRules]:
    """Yield the rules of the permitted teams, of those who travel alike only the first."""
    rulings, known = chosen_rulings(subject), set()
    for _, admitted, _ in teams_of(valley, expedition):
        for config in admitted:
            rules = rules_for(subject.game, replace(config, rulings=rulings))
            kind = tuple(sorted(map(_way_of_travelling(rules.table), range(len(rules.table.characters)))))
            if kind not in known:
                known.add(kind)
                yield rules


def _missed(
    valley: Valley, expedition: Expedition, rules: HomeValleyRules, journey: Journey, positions: int
) -> Problem:
    table = rules.table
    traveller, place = journey
    id = table.places[place]
    card = next(card for card in valley.maps[expedition.id] if card.place.id == id)
    start = table.places[table.start if traveller != VEHICLE else table.vehicle_start]
    who = table.vehicle if traveller == VEHICLE else table.characters[traveller]
    message = f"in {expedition.id} no walks and rides of {listed(rules)} bring {who} from {start} to {id}"
    goal = expedition.meeting_point
    ride = expedition.ride
    where = place_of(expedition.entry, "vehicle") if traveller == VEHICLE and ride else card.entry.place
    return Problem(
        "journey-impossible",
        where,
        f"{message} ({positions} positions were tried)",
        "see the routes, the seats and who can drive",
        path=f"{expedition.id}.vehicle" if traveller == VEHICLE else card.entry.id,
        related=(Related(goal.place, "the meeting point"),) if id == goal.id else (),
    )


def explore(rules: HomeValleyRules) -> Explored:
    """Make journeys from the start in all directions, until all that have to be possible are found.

    Cards, items and effort have no part in it. Of characters who travel alike it does not matter who is where.
    """
    table = rules.table
    missed = set(_journeys(table))
    groups = _alike(table)
    start = _sorted(bare_start(rules), groups)
    known, wave, made = {start}, [start], set()
    while wave and missed:
        onward = []
        for state in wave:
            here = _arrived(state, groups) & missed
            made |= here
            missed -= here
            for after in _steps(rules, state):
                after = _sorted(after, groups)
                if after not in known:
                    known.add(after)
                    onward.append(after)
        wave = onward
    return Explored(made, missed, len(known))


def _journeys(table: Table) -> Iterator[Journey]:
    """Yield all that has to be possible: to the die numbers and the meeting point, and for a driven vehicle there."""
    goals = {*table.far.values(), *table.anywhere.values(), table.meeting_point}
    for first, *_ in _alike(table):
        yield from ((first, place) for place in goals)
    if table.driver:
        yield (VEHICLE, table.meeting_point)


def _way_of_travelling(table: Table) -> Callable[[int], tuple[bool, int]]:
    """Return what tells how a character travels: whether it drives, and how much further than others."""
    return lambda number: (bool(table.driver & table.ability[number]), table.longer_ride[number])


def _alike(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the characters in groups of those who travel alike."""
    groups: dict[tuple[bool, int], list[int]] = {}
    kind = _way_of_travelling(table)
    for number in range(len(table.characters)):
        groups.setdefault(kind(number), []).append(number)
    return tuple(map(tuple, groups.values()))


def bare_start(rules: HomeValleyRules) -> State:
    """Return the start of a game without cards."""
    table = rules.table
    count = len(table.characters)
    state = rules.setup(1, table.config)
    effort = (EFFORT,) * (count if table.own else 1)
    nothing = ((),) * count
    return replace(state, phase=Phase.DAY, items=nothing, cards=(), lying=(), effort=effort, unshared=0, slot=-1)


def _steps(rules: HomeValleyRules, state: State) -> Iterator[State]:
    for move in rules.legal(state):
        if move.kind in TRAVELS:
            yield replace(rules.apply(state, move), effort=state.effort)


def _sorted(state: State, groups: tuple[tuple[int, ...], ...]) -> State:
    """Return the state with those who travel alike in the order of their places."""
    places, aboard = list(state.places), 0
    for group in groups:
        stands = sorted((state.places[number], state.aboard >> number & 1) for number in group)
        for number, (place, seated) in zip(group, stands, strict=True):
            places[number] = place
            aboard |= seated << number
    return replace(state, places=tuple(places), aboard=aboard)


def _arrived(state: State, groups: tuple[tuple[int, ...], ...]) -> set[Journey]:
    found = {(group[0], state.places[number]) for group in groups for number in group}
    return found | {(VEHICLE, state.vehicle)}
