"""What the tests of the planner share: states to compare from, and what counts of a state beside free actions."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.rules import HomeValleyRules
from valleybuild.games.home_valley.engine.rulings import Rulings
from valleybuild.games.home_valley.engine.state import Lying, Phase, State, Turn
from valleybuild.games.home_valley.engine.table import CardKind, Effect

OTHER_RULINGS = Rulings(True, True, True, False, True, True, False, False, True)
LIVELY = {MoveKind.SOLVE, MoveKind.DISCARD, MoveKind.HEAL, MoveKind.TAKE, MoveKind.GIVE}


class Folded(NamedTuple):
    """A state without who carries what and who sits in the vehicle: what is the same or another, and what is better."""

    fixed: tuple[Any, ...]
    effort: tuple[int, ...]
    items: frozenset[tuple[int, int]]
    harm: frozenset[Any]


def folded(game: HomeValleyRules, state: State) -> Folded:
    """Return what counts of a state."""
    table = game.table
    items = {(item, place) for item, place in state.lying}
    for person, carried in enumerate(state.items):
        items |= {(item, state.places[person]) for item in carried}
    kinds = {card for card in range(len(table.cards)) if table.effect[card] is not None}
    circles = state.circles if table.own else state.circles.bit_count()
    cards = tuple(lying._replace(hidden=0) for lying in state.cards)
    fixed = (
        state.places, state.vehicle, cards, state.gained, state.solved, state.stamps, circles, state.leads,
        tuple(card for card in state.discard if card not in kinds), state.day, state.phase,
    )  # fmt: skip
    harm = {("weakened", n) for n in range(len(state.places)) if state.weakened >> n & 1}
    harm |= {("gift", n) for n in range(len(state.places)) if state.gifts >> n & 1}
    harm |= {("hand", n) for n in range(len(state.places)) if state.hands >> n & 1}
    harm |= {("used", place) for place in state.used} | {("hidden", c.card) for c in state.cards if c.hidden}
    return Folded(fixed, state.effort, frozenset(items), frozenset(harm | ({"damaged"} if state.damaged else set())))


def as_good(one: Folded, other: Folded) -> bool:
    """Say whether one state is no worse than another: no less effort, no item less, no harm that the other has not."""
    return (
        one.fixed == other.fixed
        and all(mine >= yours for mine, yours in zip(one.effort, other.effort, strict=True))
        and one.items >= other.items
        and one.harm <= other.harm
    )


def lively_state(game: HomeValleyRules, seed: int, moves: int) -> State:
    """Play at random, eager to solve and to handle items, until a day of that game is under way."""
    luck = random.Random(f"{seed} {moves}")
    state = game.setup(seed, game.table.config)
    made = 0
    while made < moves or state.phase != Phase.DAY:
        legal = game.legal(state)
        if not legal:
            return game.setup(seed, game.table.config)
        lively = [move for move in legal if move.kind in LIVELY]
        calm = [move for move in legal if move.kind != MoveKind.DAY_ENDS or luck.random() < 0.2] or list(legal)
        state = game.apply(state, luck.choice(lively if lively and luck.random() < 0.6 else calm))
        made += 1
    return state


def with_effort(game: HomeValleyRules, state: State, effort: int) -> State:
    """Return a state with little effort left, of everyone's own as near to even as it comes."""
    count = len(state.places)
    if not game.table.own:
        return replace(state, effort=(effort,))
    return replace(state, effort=tuple(effort // count + (n < effort % count) for n in range(count)))


def told(game: HomeValleyRules, state: State, moves: list[Move]) -> str:
    """Tell some moves, for a failure's message."""
    lines = []
    for move in moves:
        lines.append(game.move_to_text(state, move))
        state = game.apply(state, move)
    return "\n".join(lines)


def stirred_state(game: HomeValleyRules, seed: int, items: int) -> State:
    """Make up a state in which much can happen: few places, all kinds of cards there, items, harm."""
    table, luck = game.table, random.Random(f"stirred {seed}")
    state = lively_state(game, seed, 1)
    count = len(state.places)
    centre = luck.randrange(len(table.places))
    around = [centre, centre, *table.near[centre]]
    places = tuple(luck.choice(around) for _ in range(count))
    every = sorted({lying.card for lying in state.cards} | {*state.tasks, *state.others, *state.leads} | {
        item for item, _ in state.lying} | {item for carried in state.items for item in carried})  # fmt: skip
    things = [card for card in every if table.effect[card] is not None]
    special = [card for card in things if table.effect[card] not in (Effect.ABILITY, Effect.PROTECTS)]
    chosen = luck.sample(things, items)
    if special and luck.random() < 0.7 and not set(special) & set(chosen):
        chosen[0] = luck.choice(special)
    cards = []
    rest = [card for card in every if card not in chosen and table.kind[card] is not CardKind.INSTANT]
    for card in luck.sample([card for card in rest if card != table.fund], 6) + [table.fund] * (table.fund >= 0):
        turn = luck.choice((Turn.FRESH, Turn.URGENT, Turn.LASTING if table.lasting[card] else Turn.URGENT))
        side = int(table.kind[card] is CardKind.LEAD and luck.random() < 0.5)
        place = luck.choice(around)
        hidden = table.kind[card] is CardKind.OPPORTUNITY and place not in places and luck.random() < 0.5
        cards.append(Lying(card, place, turn, side, int(hidden)))
    guest = luck.randrange(count) if luck.random() < 0.4 else -1
    on_map = {lying.card for lying in cards}
    gone = {*chosen, *on_map}
    return replace(
        state,
        places=places,
        items=((),) * count,
        lying=tuple(sorted((item, luck.choice(places)) for item in chosen)),
        cards=tuple(sorted(cards)),
        tasks=tuple(card for card in every if table.kind[card] is CardKind.TASK and card not in gone),
        others=tuple(
            card
            for card in every
            if table.kind[card] in (CardKind.OPPORTUNITY, CardKind.HAZARD, CardKind.INSTANT) and card not in gone
        ),
        leads=tuple(card for card in every if table.kind[card] is CardKind.LEAD and card not in gone),
        weakened=sum(1 << n for n in range(count) if luck.random() < 0.4),
        vehicle=luck.choice(around) if table.driver else state.vehicle,
        aboard=0,
        damaged=int(bool(table.vehicle) and luck.random() < 0.4),
        guest=guest,
        discount=int(guest >= 0),
        phase=Phase.DAY,
        slot=-1,
        vote=-1,
        unshared=0,
        pointed=tuple(luck.choice(around) for _ in range(count)) if table.point_together else (),
    )
