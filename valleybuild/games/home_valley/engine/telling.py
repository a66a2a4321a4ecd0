"""Moves to text and back, as they are told at the table: `betty rides to mill with maggie`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.helping import gift_of
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.moving import distinct_ways, rope_carrier, weakened_on
from valleybuild.games.home_valley.engine.solving import cost_of, item_of, payments
from valleybuild.games.home_valley.engine.state import State, find_card
from valleybuild.games.home_valley.engine.table import Effect, Table, Ways
from valleybuild.games.home_valley.engine.tokens import (
    Token,
    card_of,
    character_of,
    fail,
    number_of,
    parts,
    place_of,
    trimmed,
)

_NAME = r"(?P<actor>[a-z0-9-]+)"
_VIA = r"(?P<via>(?:[a-z0-9-]+(?:, *| ))*?)to (?P<place>[a-z0-9-]+)"
FORMS: dict[MoveKind, str] = {
    MoveKind.SIGN: r"sign",
    MoveKind.DAY_ENDS: r"day ends",
    MoveKind.MEETING_A: r"meeting: a (?P<card>[a-z0-9-]+)",
    MoveKind.MEETING_B: r"meeting: b (?P<card>[a-z0-9-]+)",
    MoveKind.SPLIT: r"split (?P<shares>.+)",
    MoveKind.SOLVE: r"(?P<helpers>[a-z0-9-]+(?:, *[a-z0-9-]+)*) solves? (?P<card>[a-z0-9-]+) row (?P<row>[0-9]+)"
    r"(?P<rest>(?:, *[a-z0-9-]+ (?:pays [0-9]+|takes [a-z0-9-]+))*)",
    MoveKind.CONTRIBUTE: _NAME + r" contributes",
    MoveKind.WALK: _NAME + r" walks to (?P<place>[a-z0-9-]+)(?: with (?P<target>[a-z0-9-]+))?",
    MoveKind.RIDE: _NAME + r" rides " + _VIA + r"(?: with (?P<passengers>[a-z0-9-]+(?:, *[a-z0-9-]+)*))?",
    MoveKind.BOARD: _NAME + r" boards (?P<vehicle>[a-z0-9-]+)",
    MoveKind.LEAVE: _NAME + r" leaves (?P<vehicle>[a-z0-9-]+)",
    MoveKind.TAKE: _NAME + r" takes (?P<card>[a-z0-9-]+)",
    MoveKind.DROP: _NAME + r" drops (?P<card>[a-z0-9-]+)",
    MoveKind.GIFT: _NAME + r" gives (?P<amount>[0-9]+) effort to (?P<target>[a-z0-9-]+)",
    MoveKind.GIVE: _NAME + r" gives (?P<card>[a-z0-9-]+) to (?P<target>[a-z0-9-]+)",
    MoveKind.DISCARD: _NAME + r" discards (?P<card>[a-z0-9-]+)(?: (?P<use>.+))?",
    MoveKind.HEAL: _NAME + r" heals (?P<target>[a-z0-9-]+)",
    MoveKind.MEND: _NAME + r" mends (?P<vehicle>[a-z0-9-]+)",
    MoveKind.TURN: _NAME + r" turns up (?P<card>[a-z0-9-]+)",
    MoveKind.POINT: _NAME + r" points at (?P<place>[a-z0-9-]+)",
}
"""How each kind of move is told."""
_FOR_CARD = re.compile(r"for (?P<card>[a-z0-9-]+)")
_FOR_MOVE = re.compile(r"to move (?P<card>[a-z0-9-]+) to (?P<place>[a-z0-9-]+)")
_FOR_WAY = re.compile(r"to go " + _VIA)


def move_to_text(table: Table, state: State, move: Move) -> str:
    """Write a move as it is told in a state."""
    actor = table.characters[move.actor] if move.actor >= 0 else ""
    match MoveKind(move.kind):
        case MoveKind.SIGN:
            return "sign"
        case MoveKind.DAY_ENDS:
            return "day ends"
        case MoveKind.MEETING_A:
            return f"meeting: a {_side_name(table, state, move.card)}"
        case MoveKind.MEETING_B:
            return f"meeting: b {table.cards[move.card]}"
        case MoveKind.SPLIT:
            return "split " + ", ".join(f"{id} {n}" for id, n in zip(table.characters, move.payment, strict=False))
        case MoveKind.SOLVE:
            return _solve_text(table, state, move)
        case MoveKind.WALK:
            pulled = f" with {table.characters[move.target]}" if move.target >= 0 else ""
            return f"{actor} walks to {table.places[move.place]}{pulled}"
        case MoveKind.RIDE:
            others = [id for n, id in enumerate(table.characters) if state.aboard >> n & 1 and n != move.actor]
            passengers = f" with {', '.join(others)}" if others else ""
            return f"{actor} rides {_way_text(table, state, move)}{passengers}"
        case MoveKind.DISCARD:
            return f"{actor} discards {table.cards[move.card]}{_use_text(table, state, move)}"
        case MoveKind.GIFT:
            amount = gift_of(table, state, move.actor, move.target)
            return f"{actor} gives {amount} effort to {table.characters[move.target]}"
        case kind:
            return f"{actor} {_plain_text(table, kind, move)}"


def _plain_text(table: Table, kind: MoveKind, move: Move) -> str:
    card = table.cards[move.card] if move.card >= 0 else ""
    vehicle = table.vehicle or "vehicle"
    match kind:
        case MoveKind.GIVE:
            return f"gives {card} to {table.characters[move.target]}"
        case MoveKind.HEAL:
            return f"heals {table.characters[move.target]}"
        case MoveKind.POINT:
            return f"points at {table.places[move.place]}"
        case MoveKind.TURN:
            return f"turns up {card}"
        case MoveKind.CONTRIBUTE:
            return "contributes"
        case MoveKind.TAKE | MoveKind.DROP:
            return f"{'takes' if kind is MoveKind.TAKE else 'drops'} {card}"
        case _:
            verbs = {MoveKind.BOARD: "boards", MoveKind.LEAVE: "leaves", MoveKind.MEND: "mends"}
            return f"{verbs[kind]} {vehicle}"


def _side_name(table: Table, state: State, card: int) -> str:
    """Name a card by the side that lies up."""
    lying = find_card(state, card)
    return table.task_sides[card] if lying is not None and lying.side else table.cards[card]


def _solve_text(table: Table, state: State, move: Move) -> str:
    names = [table.characters[helper] for helper in move.helpers]
    verb = "solves" if len(names) == 1 else "solve"
    text = f"{', '.join(names)} {verb} {_side_name(table, state, move.card)} row {move.row + 1}"
    if move.payment and move.payment != _only_payment(table, state, move):
        text += "".join(f", {id} pays {paid}" for id, paid in zip(names, move.payment, strict=False) if paid)
    lying = find_card(state, move.card)
    if move.actor >= 0:
        item = item_of(table, state, lying) if lying is not None else move.card
        text += f", {table.characters[move.actor]} takes {table.cards[item if item >= 0 else move.card]}"
    return text


def _only_payment(table: Table, state: State, move: Move) -> tuple[int, ...]:
    """Return what the helpers have to pay where there is no choice, else ()."""
    lying = find_card(state, move.card)
    if lying is None or not table.own or move.row >= len(table.rows[lying.card][lying.side]):
        return ()
    cost = cost_of(state, table.rows[lying.card][lying.side][move.row], move.helpers)
    found = tuple(payments(tuple(state.effort[helper] for helper in move.helpers), cost))
    return found[0] if len(found) == 1 else ()


def _ways_of(table: Table, state: State, move: Move) -> tuple[Ways, int, int]:
    """Return the ways that a ride or a can of petrol may take, who takes them, and how long they may be."""
    if move.kind == MoveKind.RIDE:
        return table.drives[max(state.vehicle, 0)], state.aboard, table.longest_ride(move.actor)
    return table.walks[state.places[move.actor]], 1 << move.actor, table.steps[move.card]


def _usual_way(table: Table, state: State, move: Move, end: int) -> tuple[int, ...]:
    """Return the way to a place where none is told: the one that weakens fewest, then the shortest."""
    ways, movers, longest = _ways_of(table, state, move)
    found = [way for way in distinct_ways(table, state, movers, ways, longest) if way[-1] == end]
    harm = {way: _harm(table, state, movers, way) for way in found}
    return min(found, key=lambda way: (harm[way], len(way), way)) if found else (end,)


def _harm(table: Table, state: State, movers: int, way: tuple[int, ...]) -> int:
    return (weakened_on(table, state, movers, way) & ~state.weakened).bit_count()


def _way_text(table: Table, state: State, move: Move) -> str:
    *via, end = move.path
    told = "" if move.path == _usual_way(table, state, move, end) else ", ".join(table.places[place] for place in via)
    return f"{told} to {table.places[end]}".lstrip()


def _use_text(table: Table, state: State, move: Move) -> str:
    match table.effect[move.card]:
        case Effect.REFRESH if move.target >= 0:
            return f" for {_side_name(table, state, move.target)}"
        case Effect.HEAL if move.target >= 0:
            return f" for {table.characters[move.target]}"
        case Effect.MOVE_HAZARD if move.target >= 0:
            return f" to move {table.cards[move.target]} to {table.places[move.place]}"
        case Effect.STEPS if move.path:
            return f" to go {_way_text(table, state, move)}"
        case _:
            return ""


def move_from_text(table: Table, state: State, text: str) -> Move:
    """Read a move told in a state. Raises NotationError; whether it is legal is for `apply` to say."""
    told = trimmed(text, 1, 1)
    for kind, form in FORMS.items():
        found = re.fullmatch(form, told.text)
        if found is not None:
            return _read(table, state, kind, found, told)
    fail(told, f"{told.text!r} is not how a move is told")


def _group(found: re.Match[str], name: str, told: Token) -> Token:
    text = found[name] or ""
    return trimmed(text, told.line, told.column + max(found.start(name), 0))


def _read(table: Table, state: State, kind: MoveKind, found: re.Match[str], told: Token) -> Move:
    groups = {name for name, value in found.groupdict().items() if value is not None}
    move = Move(kind)
    if "actor" in groups:
        move = replace(move, actor=character_of(table, _group(found, "actor", told)))
    if "card" in groups:
        move = replace(move, card=card_of(table, _group(found, "card", told)))
    if "target" in groups:
        move = replace(move, target=character_of(table, _group(found, "target", told)))
    if "place" in groups and kind is not MoveKind.RIDE:
        move = replace(move, place=place_of(table, _group(found, "place", told)))
    if "vehicle" in groups and found["vehicle"] != (table.vehicle or "vehicle"):
        fail(_group(found, "vehicle", told), f"{found['vehicle']!r} is not the vehicle of this game")
    match kind:
        case MoveKind.SPLIT:
            return replace(move, payment=_shares(table, _group(found, "shares", told)))
        case MoveKind.SOLVE:
            return _read_solve(table, state, move, found, told)
        case MoveKind.WALK if table.rulings.rope_is_automatic and move.target >= 0:
            return replace(move, target=-1) if move.target == rope_carrier(table, state, move.actor) else move
        case MoveKind.RIDE:
            return _read_ride(table, state, move, found, told)
        case MoveKind.DISCARD if "use" in groups:
            return _read_use(table, state, move, _group(found, "use", told))
        case MoveKind.GIFT if number_of(_group(found, "amount", told)) != gift_of(
            table, state, move.actor, move.target
        ):
            fail(_group(found, "amount", told), f"{gift_of(table, state, move.actor, move.target)} effort can be given")
        case _:
            return move


def _shares(table: Table, token: Token) -> tuple[int, ...]:
    shares = [0] * len(table.characters)
    for part in parts(token):
        name, _, number = part.text.partition(" ")
        character = character_of(table, Token(name, part.line, part.column))
        shares[character] = number_of(Token(number, part.line, part.column + len(name) + 1))
    return tuple(shares)


def _read_way(table: Table, state: State, move: Move, found: re.Match[str], told: Token) -> tuple[int, ...]:
    end = place_of(table, _group(found, "place", told))
    via = parts(_group(found, "via", told))
    if not via:
        return _usual_way(table, state, move, end)
    return (*(place_of(table, token) for token in via), end)


def _read_ride(table: Table, state: State, move: Move, found: re.Match[str], told: Token) -> Move:
    if found["passengers"] is not None:
        inside = {n for n in range(len(table.characters)) if state.aboard >> n & 1 and n != move.actor}
        named = parts(_group(found, "passengers", told))
        if {character_of(table, token) for token in named} != inside:
            others = ", ".join(table.characters[n] for n in sorted(inside)) or "nobody"
            fail(named[0], f"{others} is in the {table.vehicle or 'vehicle'} with {table.characters[move.actor]}")
    return replace(move, path=_read_way(table, state, move, found, told))


def _read_use(table: Table, state: State, move: Move, use: Token) -> Move:
    effect = table.effect[move.card]
    if effect is Effect.MOVE_HAZARD and (found := _FOR_MOVE.fullmatch(use.text)):
        hazard, place = _group(found, "card", use), _group(found, "place", use)
        return replace(move, target=card_of(table, hazard), place=place_of(table, place))
    if effect is Effect.STEPS and (found := _FOR_WAY.fullmatch(use.text)):
        return replace(move, path=_read_way(table, state, move, found, use))
    if found := _FOR_CARD.fullmatch(use.text):
        token = _group(found, "card", use)
        return replace(move, target=(character_of if effect is Effect.HEAL else card_of)(table, token))
    fail(use, f"{use.text!r} is not how {table.cards[move.card]} is discarded")


def _read_solve(table: Table, state: State, move: Move, found: re.Match[str], told: Token) -> Move:
    named = [character_of(table, token) for token in parts(_group(found, "helpers", told))]
    helpers = tuple(sorted(set(named)))
    move = replace(move, helpers=helpers, row=number_of(_group(found, "row", told)) - 1)
    paid = dict.fromkeys(helpers, 0)
    rest = parts(_group(found, "rest", told))
    for token in rest:
        name, verb, what = token.text.split(" ")
        character = character_of(table, Token(name, token.line, token.column))
        if verb == "takes":
            card_of(table, Token(what, token.line, token.column + len(name) + 7))
            move = replace(move, actor=character)
        elif character not in paid:
            fail(token, f"{name} does not help, so does not pay")
        else:
            paid[character] = int(what)
    if any(paid.values()):
        return _with_taker(table, state, replace(move, payment=tuple(paid.values())))
    return _with_taker(table, state, replace(move, payment=_only_payment(table, state, move)))


def _with_taker(table: Table, state: State, move: Move) -> Move:
    """Let the only helper take the item, where nobody is said to."""
    lying = find_card(state, move.card)
    if move.actor < 0 and len(move.helpers) == 1 and lying is not None and item_of(table, state, lying) >= 0:
        return replace(move, actor=move.helpers[0])
    return move
