"""The player *family*: does what is nearest and useful, one thing after another, and leaves for the meeting in time.

The policy, as a family plays that does not plan ahead:

1. With all stamps collected everybody goes to the meeting point, with the vehicle where it is needed, and signs.
2. Otherwise it does, of all that can be finished today, what is worth most for its way and its cost: stamps before
   items, what is gone tomorrow before what can wait; but nothing that leaves too little effort for the way.
3. Effort that finishes nothing today takes somebody nearer to what can be finished tomorrow.
4. In the last two days, or when time runs short, the rest of the effort is spent on the way to the meeting.
5. Before a day ends a bell or the like is rung for a stamp, and whoever stands by a threatening hazard steps aside.

Tokens are split evenly until only the way to the meeting is left. Decks and dice to come are never looked at: where
things are alike, a draw of the seed that no die and no deck uses decides.
"""

from __future__ import annotations

from typing import Any

from valleybuild.games.home_valley.engine.days import goal_fault
from valleybuild.games.home_valley.engine.legal import legal_moves
from valleybuild.games.home_valley.engine.luck import draw
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.state import Phase, State, Turn, abilities, find_card, protected
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Table
from valleybuild.games.home_valley.players.errands import Atlas, Errand, Trial, bring, run
from valleybuild.games.home_valley.players.wishes import STAMP, Wish, wishes, worth
from valleybuild.games.protocol import Rules

CONSIDERED = 8
"""How many of the best wishes are thought through."""
SPARE, SPARE_OWN = 2, 4
"""How much effort, of a pool and of one's own tokens, is kept for the way to the meeting beyond what it takes."""
HOMEWARD_DAYS = 2
"""In how many last days spare effort goes into the way to the meeting."""


class Family:
    """A family at the table. It remembers the moves it has agreed on, and drops them when the state is another."""

    __slots__ = ("_agreed", "_atlas", "_expected")

    def __init__(self) -> None:
        self._atlas: Atlas | None = None
        self._agreed: list[Move] = []
        self._expected: State | None = None

    def choose(self, rules: Rules[Any, Any, Any], state: State) -> Move:
        """Return the next move."""
        if not isinstance(rules, HomeValleyRules):
            raise TypeError("the family plays Home Valley only")
        if self._atlas is None or self._atlas.table is not rules.table:
            self._atlas = Atlas(rules.table)
        if not self._agreed or state != self._expected:
            self._agreed = _decide(rules, self._atlas, state)
        move = self._agreed.pop(0)
        self._expected = rules.apply(state, move) if self._agreed else None
        return move


def _decide(rules: HomeValleyRules, atlas: Atlas, state: State) -> list[Move]:
    """Agree on the next moves: at least one."""
    table = rules.table
    match state.phase:
        case Phase.DUTY:
            return [_split(rules, atlas, state)]
        case Phase.MEETING:
            return [_meeting_choice(table, state, rules.legal(state))]
        case Phase.POINTING:
            return [Move(MoveKind.POINT, len(state.pointed), place=_place_to_point_at(atlas, state))]
        case _:
            return _day(rules, atlas, state)


def _split(rules: HomeValleyRules, atlas: Atlas, state: State) -> Move:
    """Share out the tokens evenly; the seed decides who gets the odd ones.

    When only the way to the meeting is left, they are shared out as the way needs them.
    """
    homeward = state.stamps >= rules.table.needed

    def unfairness(split: Move) -> tuple[int, int, int]:
        way = _way_home(atlas, _after_home(rules, atlas, rules.apply(state, split)).state).cost if homeward else 0
        odd = draw(state.seed, state.day, f"a player's split {split.payment}", 0)
        return (way, max(split.payment) - min(split.payment), odd)

    return min(rules.legal(state), key=unfairness)


def _meeting_choice(table: Table, state: State, choices: tuple[Move, ...]) -> Move:
    """Keep the urgent card with most stamps, else turn a lead over."""

    def value(choice: Move) -> tuple[bool, int, int]:
        lying = find_card(state, choice.card)
        assert lying is not None
        return (choice.kind == MoveKind.MEETING_A, worth(table, state, lying), -choice.card)

    return max(choices, key=value)


def _place_to_point_at(atlas: Atlas, state: State) -> int:
    """Let everybody point at the place of the best wish, or at the meeting point."""
    if state.pointed:
        return state.pointed[0]
    table = atlas.table
    if state.stamps < table.needed:
        for wish in wishes(atlas, state):
            if wish.errand.cost:
                return wish.errand.target
    return table.meeting_point


def _day(rules: HomeValleyRules, atlas: Atlas, state: State) -> list[Move]:
    """Agree on what to do next today."""
    table = rules.table
    if not goal_fault(table, state):
        return [Move(MoveKind.SIGN)]
    if at_once := _free_help(table, state):
        return [at_once]
    leaving = state.stamps >= table.needed or table.days - state.day < HOMEWARD_DAYS
    if state.stamps < table.needed and any(state.effort):
        listed = wishes(atlas, state)[:CONSIDERED]
        for undertake in (_done_today, _begun_today):
            for wish in listed:
                trial = undertake(rules, atlas, state, wish)
                if trial is None:
                    continue
                if _leaves_time(rules, atlas, trial.state, 0 if undertake is _done_today else wish.row_cost):
                    return trial.moves
                leaving = True
    if leaving and (moves := _homewards(rules, atlas, state)):
        return moves
    return _evening(rules, atlas, state)


def _free_help(table: Table, state: State) -> Move | None:
    """Find something that costs nothing and helps: a look at a card, an item that lies about, a flask for a patient."""
    for move in legal_moves(table, state):
        match move.kind:
            case MoveKind.TURN:
                return move
            case MoveKind.TAKE if not table.gives[move.card] & abilities(table, state, move.actor):
                return move
            case MoveKind.DISCARD if table.effect[move.card] is Effect.HEAL and move.target >= 0:
                return move
    return None


def _homewards(rules: HomeValleyRules, atlas: Atlas, state: State) -> list[Move]:
    """Return the moves that bring everybody nearer to the meeting point; where someone is stuck, that help out."""
    trial = _after_home(rules, atlas, state)
    if sum(trial.state.effort) < sum(state.effort):
        return trial.moves
    for wish in wishes(atlas, state):
        if wish.ends.kind in (MoveKind.HEAL, MoveKind.MEND):
            trial = Trial(rules, rules.table, state)
            run(trial, atlas, wish.errand)
            _finish(trial, wish)
            if sum(trial.state.effort) < sum(state.effort):
                return trial.moves
    return []


def _after_home(rules: HomeValleyRules, atlas: Atlas, state: State) -> Trial:
    """Try out how far the way to the meeting point can be gone today."""
    trial = Trial(rules, rules.table, state)
    if state.phase == Phase.DAY:
        run(trial, atlas, _way_home(atlas, state))
    return trial


def _way_home(atlas: Atlas, state: State, *, wary: bool = True) -> Errand:
    everyone = tuple(range(len(state.places)))
    meeting_point, needed = atlas.table.meeting_point, bool(atlas.table.driver)
    return bring(atlas, state, everyone, meeting_point, with_vehicle=needed, all_stops=True, wary=wary)


def _leaves_time(rules: HomeValleyRules, atlas: Atlas, state: State, owed: int = 0) -> bool:
    """Say whether the effort of the days to come, less what is owed, is enough for the way to the meeting.

    On the last day it is tried out.
    """
    table = rules.table
    days_left = table.days - state.day
    if not days_left and state.stamps >= table.needed:
        return not goal_fault(table, _after_home(rules, atlas, state).state)
    left = sum(state.effort) + days_left * table.effort - owed
    spare = SPARE_OWN if table.own else SPARE
    return left >= _way_home(atlas, state, wary=False).cost + spare


def _done_today(rules: HomeValleyRules, atlas: Atlas, state: State, wish: Wish) -> Trial | None:
    """Try to fulfil a wish today."""
    table = rules.table
    if wish.errand.cost + wish.row_cost > sum(state.effort):
        return None
    trial = Trial(rules, table, state)
    done = run(trial, atlas, wish.errand) and _finish(trial, wish)
    return trial if done and trial.moves else None


def _finish(trial: Trial, wish: Wish) -> bool:
    """Make the last move of a wish."""
    ends = wish.ends
    match ends.kind:
        case MoveKind.DAY_ENDS:  # a look is done once somebody has arrived
            return True
        case MoveKind.CONTRIBUTE:
            return _contribute(trial, wish.card)
        case MoveKind.SOLVE:
            alike = (
                move
                for move in trial.rules.legal(trial.state)
                if move.kind == MoveKind.SOLVE
                and (move.card, move.row, move.helpers) == (ends.card, ends.row, ends.helpers)
                and (ends.actor < 0 or move.actor == ends.actor)
            )
            return any(trial.do(move) for move in alike)
        case _:
            return trial.do(ends)


def _contribute(trial: Trial, fund: int) -> bool:
    """Let everybody who has not yet done so contribute, who has most first, until the fund is full."""
    everyone = sorted(
        range(len(trial.state.places)), key=lambda one: (-trial.state.effort[one if trial.table.own else 0], one)
    )
    for one in everyone:
        if find_card(trial.state, fund) is not None:
            trial.do(Move(MoveKind.CONTRIBUTE, one))
    return find_card(trial.state, fund) is None


def _begun_today(rules: HomeValleyRules, atlas: Atlas, state: State, wish: Wish) -> Trial | None:
    """Try to come nearer to a wish that can wait until tomorrow."""
    table = rules.table
    if wish.today or not wish.errand.cost or state.day >= table.days:
        return None
    if wish.errand.cost + wish.row_cost > sum(state.effort) + table.effort:
        return None
    trial = Trial(rules, table, state)
    run(trial, atlas, wish.errand)
    return trial if sum(trial.state.effort) < sum(state.effort) else None


def _evening(rules: HomeValleyRules, atlas: Atlas, state: State) -> list[Move]:
    """End the day, after what is worth doing before."""
    table = rules.table
    best: tuple[int, Move] | None = None
    for move in legal_moves(table, state):
        gain = _gain_in_the_evening(table, state, move)
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, move)
    return [best[1]] if best else [Move(MoveKind.DAY_ENDS)]


def _gain_in_the_evening(table: Table, state: State, move: Move) -> int:
    """Weigh a move before the day ends: a card kept for a day, a hazard sent away, a step aside."""
    if move.kind == MoveKind.DISCARD and move.target >= 0:
        lying = find_card(state, move.target)
        if lying is None or lying.turn != Turn.URGENT or state.day >= table.days:
            return 0
        if table.effect[move.card] is Effect.REFRESH:
            return worth(table, state, lying) - STAMP // 2
        if table.effect[move.card] is Effect.MOVE_HAZARD and move.place != table.meeting_point:
            return 2 * _threatened(table, state, lying.place).bit_count()
    if move.kind == MoveKind.WALK and state.day < table.days:
        here, there = state.places[move.actor], move.place
        safer = _threatened(table, state, here) >> move.actor & 1 and not _is_dangerous(table, state, there)
        return int(safer)
    return 0


def _threatened(table: Table, state: State, place: int) -> int:
    """Return whom the urgent hazards at a place would strike tonight, as bits."""
    found = 0
    for lying in state.cards:
        if lying.place == place and lying.turn == Turn.URGENT and table.kind[lying.card] is CardKind.HAZARD:
            for character, here in enumerate(state.places):
                if here == place and not protected(table, state, character, lying.card):
                    found |= 1 << character
    return found


def _is_dangerous(table: Table, state: State, place: int) -> bool:
    return any(
        lying.place == place and lying.turn >= Turn.URGENT and table.kind[lying.card] is CardKind.HAZARD
        for lying in state.cards
    )
