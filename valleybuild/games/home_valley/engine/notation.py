"""States to text and back: a line for each thing, with ids, so that a person can read and change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from valleybuild.games.home_valley.engine.state import Lying, Phase, State, Turn
from valleybuild.games.home_valley.engine.table import Table
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
from valleybuild.games.protocol import NotationError

PHASES = {phase.name.lower(): phase for phase in Phase}
TURNS = {turn.name.lower(): turn for turn in Turn}
PILES = ("tasks", "others", "leads", "gained", "discard", "solved")
SORTED_PILES = ("gained", "discard", "solved")
NUMBERS = ("seed", "day", "stamps", "unshared")
FLAGS = {"weakened": "weakened", "aboard": "aboard", "gave": "gifts", "helped": "hands", "contributed": "circles"}
"""What is written after a character's place, and the set of characters that it means."""
CARRIES, POINTS_AT = "carries ", "points at "
ITEM, TASK_SIDE, FACE_DOWN, DAMAGED = "item", "task side", "face down", "damaged"


def to_text(table: Table, state: State) -> str:
    """Write a state. What is empty is left out."""
    return "".join(f"{key}: {value}\n" for key, value in _lines(table, state))


def _lines(table: Table, state: State) -> Iterator[tuple[str, str]]:
    yield "seed", str(state.seed)
    yield "day", str(state.day)
    yield "phase", Phase(state.phase).name.lower()
    yield "stamps", str(state.stamps)
    yield "effort", _effort_text(table, state)
    if state.unshared:
        yield "unshared", str(state.unshared)
    if state.discount:
        yield "birthday", f"{table.characters[state.guest]}, {state.discount}"
    if state.slot >= 0:
        yield "meeting", f"{table.slots_of(state.day)[state.slot].name}, {table.characters[state.vote]}"
    if state.used:
        yield "walked-in", ", ".join(table.places[place] for place in state.used)
    for number, character in enumerate(table.characters):
        yield character, _character_text(table, state, number)
    if table.vehicle:
        yield table.vehicle, table.places[state.vehicle] + (f", {DAMAGED}" if state.damaged else "")
    for lying in state.cards:
        yield table.cards[lying.card], _card_text(table, lying)
    for card, place in state.lying:
        yield table.cards[card], f"{table.places[place]}, {ITEM}"
    for pile in PILES:
        cards: tuple[int, ...] = getattr(state, pile)
        if cards:
            yield pile, ", ".join(table.cards[card] for card in cards)


def _effort_text(table: Table, state: State) -> str:
    if not table.own:
        return str(state.effort[0])
    return ", ".join(f"{id} {own}" for id, own in zip(table.characters, state.effort, strict=True))


def _character_text(table: Table, state: State, number: int) -> str:
    words = [table.places[state.places[number]]]
    words += [word for word, field in FLAGS.items() if getattr(state, field) >> number & 1]
    words += [CARRIES + table.cards[item] for item in state.items[number]]
    if number < len(state.pointed):
        words.append(POINTS_AT + table.places[state.pointed[number]])
    return ", ".join(words)


def _card_text(table: Table, lying: Lying) -> str:
    words = [table.places[lying.place], Turn(lying.turn).name.lower()]
    words += [TASK_SIDE] * lying.side + [FACE_DOWN] * lying.hidden
    return ", ".join(words)


class _Draft(msgspec.Struct):
    """A state that is being read. The lists go by the numbers of the characters."""

    numbers: dict[str, int]
    sets: dict[str, int]
    places: list[int]
    items: list[list[int]]
    effort: list[int]
    pointed: dict[int, int]
    cards: list[Lying]
    lying: list[tuple[int, int]]
    piles: dict[str, tuple[int, ...]]
    seen: set[int]
    meeting: list[Token]
    used: tuple[int, ...] = ()


def from_text(table: Table, text: str) -> State:
    """Read a state. Raises NotationError.

    Characters and the vehicle stand at their start, the effort is that of a new day and all else is empty, where the
    text says nothing of it. Cards that it does not name are out of the game.
    """
    count = len(table.characters)
    draft = _Draft(
        numbers={"seed": 0, "day": 1, "phase": Phase.DAY, "stamps": 0, "unshared": 0, "vehicle": table.vehicle_start},
        sets={},
        places=[table.start] * count,
        items=[[] for _ in range(count)],
        effort=[0] * count if table.own else [table.effort],
        pointed={},
        cards=[],
        lying=[],
        piles={},
        seen=set(),
        meeting=[],
    )
    keys: set[str] = set()
    for key, value in _keyed(text):
        if key.text in keys:
            fail(key, f"there are two lines for {key.text!r}")
        keys.add(key.text)
        _reader(table, key)(table, draft, key, value)
    return _finished(table, draft)


def _keyed(text: str) -> Iterator[tuple[Token, Token]]:
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0]
        if not content.strip():
            continue
        key, colon, _ = content.partition(":")
        if not colon:
            raise NotationError("a line reads `name: what is said of it`", number, 1)
        yield trimmed(key, number, 1), Token(content[len(key) + 1 :], number, len(key) + 2)


Reader = Callable[[Table, _Draft, Token, Token], None]


def _reader(table: Table, key: Token) -> Reader:
    """Return what reads the lines of a key."""
    fixed: dict[str, Reader] = {
        **dict.fromkeys(NUMBERS, _read_number),
        **dict.fromkeys(PILES, _read_pile),
        "phase": _read_phase,
        "effort": _read_effort,
        "birthday": _read_birthday,
        "meeting": _read_meeting,
        "walked-in": _read_used,
    }
    if key.text in fixed:
        return fixed[key.text]
    if key.text in table.character_numbers:
        return _read_character
    if key.text == table.vehicle:
        return _read_vehicle
    card_of(table, key)
    return _read_card


def _some(value: Token, least: int, most: int, form: str) -> list[Token]:
    found = parts(value)
    if not least <= len(found) <= most:
        fail(value, f"this line reads `{form}`")
    return found


def _read_number(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    (token,) = _some(value, 1, 1, f"{key.text}: number")
    draft.numbers[key.text] = number_of(token)


def _read_phase(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    (token,) = _some(value, 1, 1, "phase: day")
    if token.text not in PHASES:
        fail(token, f"{token.text!r} is none of {', '.join(PHASES)}")
    draft.numbers["phase"] = PHASES[token.text]


def _read_effort(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    if not table.own:
        (token,) = _some(value, 1, 1, "effort: number")
        draft.effort = [number_of(token)]
        return
    for token in parts(value):
        name, _, number = token.text.partition(" ")
        character = character_of(table, Token(name, token.line, token.column))
        draft.effort[character] = number_of(Token(number, token.line, token.column + len(name) + 1))


def _read_birthday(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    guest, discount = _some(value, 2, 2, "birthday: character, discount")
    draft.numbers["guest"] = character_of(table, guest)
    draft.numbers["discount"] = number_of(discount)


def _read_meeting(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    draft.meeting = _some(value, 2, 2, "meeting: other-1, character")
    draft.numbers["vote"] = character_of(table, draft.meeting[1])


def _read_used(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    draft.used = tuple(sorted(place_of(table, token) for token in parts(value)))


def _read_pile(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    cards = tuple(_new_card(table, draft, token) for token in parts(value))
    draft.piles[key.text] = tuple(sorted(cards)) if key.text in SORTED_PILES else cards


def _read_vehicle(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    found = _some(value, 1, 2, f"{key.text}: place, {DAMAGED}")
    draft.numbers["vehicle"] = place_of(table, found[0])
    for token in found[1:]:
        if token.text != DAMAGED:
            fail(token, f"{token.text!r} is not {DAMAGED!r}")
        draft.numbers["damaged"] = 1


def _read_character(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    character = character_of(table, key)
    found = _some(value, 1, 99, f"{key.text}: place, {CARRIES}item")
    draft.places[character] = place_of(table, found[0])
    for token in found[1:]:
        text = token.text
        if text in FLAGS:
            field = FLAGS[text]
            draft.sets[field] = draft.sets.get(field, 0) | 1 << character
        elif text.startswith(CARRIES):
            item = Token(text[len(CARRIES) :], token.line, token.column + len(CARRIES))
            draft.items[character].append(_new_item(table, draft, item))
        elif text.startswith(POINTS_AT):
            place = Token(text[len(POINTS_AT) :], token.line, token.column + len(POINTS_AT))
            draft.pointed[character] = place_of(table, place)
        else:
            fail(token, f"{text!r} cannot be said of a character")


def _read_card(table: Table, draft: _Draft, key: Token, value: Token) -> None:
    found = _some(value, 1, 4, f"{key.text}: place, fresh")
    place, words = place_of(table, found[0]), found[1:]
    if [word.text for word in words] == [ITEM]:
        draft.lying.append((_new_item(table, draft, key), place))
        return
    card = _new_card(table, draft, key)
    lying = Lying(card, place)
    for word in words:
        if word.text in TURNS:
            lying = lying._replace(turn=TURNS[word.text])
        elif word.text == TASK_SIDE and table.task_sides[card]:
            lying = lying._replace(side=1)
        elif word.text == FACE_DOWN:
            lying = lying._replace(hidden=1)
        else:
            fail(word, f"{word.text!r} cannot be said of {key.text}")
    draft.cards.append(lying)


def _new_card(table: Table, draft: _Draft, token: Token) -> int:
    card = card_of(table, token)
    if card in draft.seen:
        fail(token, f"{token.text} is at two places")
    draft.seen.add(card)
    return card


def _new_item(table: Table, draft: _Draft, token: Token) -> int:
    card = _new_card(table, draft, token)
    if table.effect[card] is None:
        fail(token, f"{token.text} is no item")
    return card


def _require_sense(table: Table, draft: _Draft) -> None:
    """Refuse what no game can come to, and what the engine could not go on from. Raises NotationError."""
    numbers = draft.numbers
    if sorted(draft.pointed) != list(range(len(draft.pointed))):
        raise NotationError("those who point come first in seating order")
    for character, place in enumerate(draft.places):
        if draft.sets.get("aboard", 0) >> character & 1 and place != numbers["vehicle"]:
            raise NotationError(f"{table.characters[character]} is aboard, but at another place than the vehicle")
        if len(draft.items[character]) > table.slots:
            raise NotationError(f"{table.characters[character]} carries more than {table.slots} items (R-080)")
    if not 1 <= numbers["day"] <= table.days:
        raise NotationError(f"day {numbers['day']} is none of the {table.days} days")
    if min(*draft.effort, numbers["unshared"], numbers["stamps"], 0) < 0:
        raise NotationError("effort and stamps cannot be less than 0")
    if (numbers["phase"] == Phase.MEETING) != bool(draft.meeting):
        raise NotationError("the phase meeting and the line `meeting: other-1, character` belong together")
    if numbers["phase"] == Phase.DUTY and not (table.own and numbers["unshared"] >= len(draft.places)):
        raise NotationError("in the phase duty there have to be tokens to share out: `unshared: number`")
    if numbers["phase"] == Phase.POINTING and not (table.point_together and len(draft.pointed) < len(draft.places)):
        raise NotationError("in the phase pointing there has to be somebody who has not pointed yet")


def _finished(table: Table, draft: _Draft) -> State:
    _require_sense(table, draft)
    numbers = dict(draft.numbers)
    if draft.meeting:
        names = [slot.name for slot in table.slots_of(numbers["day"])]
        if draft.meeting[0].text not in names:
            fail(draft.meeting[0], f"{draft.meeting[0].text!r} is none of {', '.join(names)}")
        numbers["slot"] = names.index(draft.meeting[0].text)
    return msgspec.convert(
        {
            **numbers,
            **draft.sets,
            **draft.piles,
            "places": tuple(draft.places),
            "items": tuple(tuple(sorted(items)) for items in draft.items),
            "effort": tuple(draft.effort),
            "pointed": tuple(draft.pointed[character] for character in range(len(draft.pointed))),
            "used": draft.used,
            "cards": tuple(sorted(draft.cards)),
            "lying": tuple(sorted(draft.lying)),
        },
        State,
    )
