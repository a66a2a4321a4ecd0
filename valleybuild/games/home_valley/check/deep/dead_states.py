"""Dead states: on the morning of every day somebody can do something that costs effort, or the book can be signed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.certificates import MOST_MOVES, combinations_of
from valleybuild.games.home_valley.check.deep.travels import bare_start
from valleybuild.games.home_valley.check.deep.winning import seat_planner
from valleybuild.games.home_valley.content import Expedition, read_valley
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules, rules_for
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import Config, Table
from valleybuild.games.home_valley.permitted import chosen_rulings, listed, rules_of_teams
from valleybuild.games.home_valley.players.family import Family
from valleybuild.games.players import Player
from valleybuild.games.protocol import Rules
from valleybuild.problem import Problem

RANDOM_GAMES, FAMILY_GAMES, PLANNER_GAMES = 30, 15, 2
"""How many games of each combination are looked at; the planner plays one scenario and four characters only."""
PLANNED = ("split-team", 4)
COSTLY = frozenset(
    {MoveKind.SOLVE, MoveKind.CONTRIBUTE, MoveKind.WALK, MoveKind.RIDE, MoveKind.HEAL, MoveKind.MEND, MoveKind.SIGN}
)
"""The actions, and signing: what a day is for."""
WEARY = 0.1
"""How often one who plays by chance ends the day where there is something else to do."""


class Chance:
    """A player that does anything that is legal, by luck of its own that is always the same."""

    def __init__(self) -> None:
        self.luck = random.Random(7)

    def choose(self, rules: Rules[Any, Any, Any], state: Any) -> Any:
        """Return one of the legal moves."""
        moves = rules.legal(state)
        others = [move for move in moves if move.kind != MoveKind.DAY_ENDS]
        weary = not others or self.luck.random() < WEARY
        return moves[-1] if weary and moves[-1].kind == MoveKind.DAY_ENDS else self.luck.choice(others)


def check_dead_states(subject: Subject, *, number: int) -> Iterator[Problem]:
    """Check that no morning of an expedition leaves its team with nothing to do (P-08).

    Where everybody can walk, somebody can do something; the places where nobody can are gone through one and all. That
    the engine agrees is looked for in games played by chance and by the players.
    """
    valley = read_valley(subject.game)
    expedition = valley.expedition(number)
    if expedition is None:
        return
    for rules in rules_of_teams(subject, valley, expedition):
        state = find_dead_end(rules)
        if state is not None:
            yield _dead(expedition, rules, state, "all may come to be")
            return
    rulings = chosen_rulings(subject)
    for combination in combinations_of(valley):
        if combination.expedition == number:
            engine = rules_for(subject.game, Config(*combination, rulings=rulings))
            planned = (combination.scenario, combination.characters) == PLANNED
            found = _play(engine, planned=planned)
            if found is not None:
                seed, state = found
                yield _dead(expedition, engine, state, f"with seed {seed} in {combination.scenario} all are")
                return


def _dead(expedition: Expedition, rules: HomeValleyRules, state: State, how: str) -> Problem:
    table = rules.table
    stands = [
        f"{name} at {table.places[place]}{' (weakened)' if state.weakened >> index & 1 else ''}"
        for index, (name, place) in enumerate(zip(table.characters, state.places, strict=True))
    ]
    if table.vehicle:
        stands.append(f"the {table.vehicle} at {table.places[state.vehicle]}{' (damaged)' if state.damaged else ''}")
    return Problem(
        "dead-state",
        expedition.entry.place,
        f"in {expedition.id}, with {listed(rules)}, {how} where nobody can do anything: {', '.join(stands)}",
        "let a road or a footpath lead from there",
        path=expedition.id,
    )


def can_act(rules: HomeValleyRules, state: State) -> bool:
    """Say whether on a morning there is an action, or the book to sign, once everybody sits or stands as they like."""
    others = [state, replace(state, aboard=0)] if state.aboard else [state]
    if rules.table.vehicle:
        drivers = (number for number, place in enumerate(state.places) if place == state.vehicle)
        others += [replace(state, aboard=1 << driver) for driver in drivers]
    return any(move.kind in COSTLY for other in others for move in rules.legal(other))


def find_dead_end(rules: HomeValleyRules) -> State | None:
    """Return a state of a team without items in which nobody can act, looked for wherever everybody may be.

    Weakened or not, everybody can walk (R-149), so it has to be where no route for walkers leads away. Wherever that is
    but at the start, the vehicle is with somebody who came in it. Larger teams can do more: the smallest are enough.
    """
    table, start = rules.table, bare_start(rules)
    everybody = (1 << len(table.characters)) - 1
    shut = [place for place in range(len(table.places)) if not table.walk[place]]
    for place in range(len(table.places)):
        together = replace(start, places=(place,) * len(table.characters), weakened=everybody)
        if place not in shut and not can_act(rules, together):
            return together
    for places in product(shut, repeat=len(table.characters)):
        for vehicle in _vehicle_places(table, places):
            for weakened in range(everybody + 1):
                for damaged in (0, 1) if table.vehicle else (0,):
                    state = replace(start, places=places, vehicle=vehicle, weakened=weakened, damaged=damaged)
                    if not can_act(rules, state):
                        return state
    return None


def _vehicle_places(table: Table, places: tuple[int, ...]) -> set[int]:
    if not table.vehicle:
        return {-1}
    return {*places, table.vehicle_start} if set(places) == {table.start} else set(places)


def _play(rules: HomeValleyRules, *, planned: bool) -> tuple[int, State] | None:
    """Play games until a morning comes on which nobody can act; return its seed and its state."""
    chance = Chance()
    seats: list[Player] = [chance] * RANDOM_GAMES
    seats += [Family() for _ in range(FAMILY_GAMES)]
    seats += [seat_planner() for _ in range(PLANNER_GAMES * planned)]
    for seed, player in enumerate(seats, start=1):
        for state in mornings(rules, player, seed):
            if not can_act(rules, state):
                return seed, state
    return None


def mornings(rules: HomeValleyRules, player: Player, seed: int) -> Iterator[State]:
    """Yield the state of a game on each morning, once all that comes before the day is done."""
    state, day = rules.setup(seed, rules.table.config), 0
    for _ in range(MOST_MOVES):
        if state.phase in (Phase.WON, Phase.LOST):
            return
        if state.phase == Phase.DAY and state.day > day:
            day = state.day
            yield state
        move: Move = player.choose(rules, state)
        state = rules.apply(state, move)
