"""A reference state to a day as six small numbers, and back; what never changes within the day is kept beside them.

Boarding, leaving, giving, dropping and taking are free and can be taken back, so a spot of the planner does not say
who sits in the vehicle or who carries what: it says where each character and where each item is.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.state import Lying, Phase, State, put
from valleybuild.games.home_valley.engine.table import CardKind, Effect, Table

Spot = tuple[int, int, int, int, int, int]
"""Effort, people, health, cards, items and marks, each packed into one number; `Day` says how."""

PLACE, NIBBLE, SPENT = 4, 15, 15
"""A place takes four bits. `people` has each character's place and then the vehicle's; `items` has place + 1 for what
is in play, 0 for what cannot be had yet, and `SPENT` for what is discarded."""
CARD, BYTE = 8, 255
"""A card takes eight bits: its turn + 1, its side, whether it is hidden, its place; 0 once it is gone."""
SIDE, HIDDEN, CARD_PLACE = 4, 8, 4
PURSE, TOKENS = 5, 31
"""Tokens of one's own take five bits each; a shared pool is just its number."""
STAMPS, CIRCLES, GIFTS, HANDS, USED = 0, 6, 12, 18, 24
"""Where the parts of `marks` begin. With a shared pool the circles are counted, as it matters little whose they are."""
SIX = 63


class Card(NamedTuple):
    """A situation card on the map, by its slot in the day."""

    slot: int
    card: int
    place: int
    turn: int
    side: int
    hidden: bool


class Cards(NamedTuple):
    """All situation cards on the map, and what of them is asked most often."""

    every: tuple[Card, ...]
    lasting: tuple[tuple[int, int], ...]
    """Lasting hazards: (place, card)."""
    hidden: tuple[Card, ...]
    watched: int
    """Places as bits where an arrival does harm or turns something up."""
    fund: bool


class People(NamedTuple):
    """Where the characters are: by character, and for each place as bits."""

    places: tuple[int, ...]
    at: tuple[int, ...]
    vehicle: int


Footstep = tuple[int, int, int, int, tuple[int, int, int, int, tuple[int, ...]]]
"""A step on foot: who, from where, to where, what it adds to the people, and the step as the search lists it."""
Journey = tuple[int, int, tuple[int, int, int, int, tuple[int, ...]]]
"""A ride with a sound vehicle and a healthy driver: who drives, what it adds to the people, and the step."""


class Known:
    """What has been worked out of a setup, whatever the day: where people are, go and can solve."""

    def __init__(self) -> None:
        self.people: dict[int, People] = {}
        self.footsteps: dict[int, tuple[Footstep, ...]] = {}
        self.journeys: dict[int, tuple[Journey, ...]] = {}
        self.solves: dict[tuple[object, ...], tuple[tuple[int, tuple[int, ...], int], ...]] = {}


class Day:
    """A day of play: the table, the state it began in, and what has been worked out about it so far."""

    def __init__(self, table: Table, state: State, known: Known) -> None:
        if len(table.places) >= SPENT:
            raise ValueError(f"the planner knows maps of fewer than {SPENT} places, not {len(table.places)}")
        self.table, self.state = table, state
        self.count = len(table.characters)
        self.cards = tuple(lying.card for lying in state.cards)
        carried = [item for items in state.items for item in items]
        opportunities = [card for card in self.cards if table.kind[card] is CardKind.OPPORTUNITY]
        in_play = [*carried, *(card for card, _ in state.lying)]
        self.items = tuple(sorted({*in_play, *opportunities, *state.gained}))
        self.slot_of_item = {item: slot for slot, item in enumerate(self.items)}
        self.gives = tuple(table.gives[item] for item in self.items)
        self.protects = tuple(table.protects[item] for item in self.items)
        self.ropes = tuple(slot for slot, item in enumerate(self.items) if table.effect[item] is Effect.FOLLOW)
        self.drivers = tuple(slot for slot, gives in enumerate(self.gives) if gives & table.driver)
        self.near = tuple(sum(1 << place for place in near) for near in table.near)
        self.turners = sum(1 << number for number, turns in enumerate(table.far_turn) if turns)
        self.vehicle_shift = PLACE * self.count
        self.known_sums: dict[int, int] = {}
        self.known, self.known_people = known, known.people
        self.known_cards: dict[int, Cards] = {}
        self.known_pools: dict[int, tuple[tuple[int, ...], ...]] = {}
        self.known_loads: dict[tuple[tuple[int, ...], int], tuple[tuple[int, tuple[int, ...]], ...]] = {}
        self.known_full_loads: dict[tuple[tuple[int, ...], int], tuple[tuple[int, tuple[int, ...]], ...]] = {}
        self.known_harms: dict[tuple[object, ...], dict[int, tuple[tuple[int, int], ...]]] = {}
        self.known_solves: dict[tuple[object, ...], tuple[tuple[int, tuple[int, ...], int], ...]] = {}
        self.known_ways: dict[tuple[object, ...], tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]] = {}

    def people_at(self, people: int) -> People:
        """Unpack where the characters are."""
        found = self.known_people.get(people)
        if found is None:
            places = tuple(people >> PLACE * number & NIBBLE for number in range(self.count))
            at = [0] * len(self.table.places)
            for number, place in enumerate(places):
                at[place] |= 1 << number
            found = self.known_people[people] = People(places, tuple(at), people >> self.vehicle_shift)
        return found

    def cards_on(self, cards: int) -> Cards:
        """Unpack the cards on the map."""
        found = self.known_cards.get(cards)
        if found is None:
            every = []
            for slot, card in enumerate(self.cards):
                code = cards >> CARD * slot & BYTE
                if code:
                    turn, place = (code & 3) - 1, code >> CARD_PLACE
                    every.append(Card(slot, card, place, turn, code >> 2 & 1, bool(code & HIDDEN)))
            found = self.known_cards[cards] = Cards(
                tuple(every),
                tuple([(card.place, card.card) for card in every if card.turn == 2]),
                tuple([card for card in every if card.hidden]),
                self._watched(every),
                any(card.card == self.table.fund for card in every),
            )
        return found

    def _watched(self, every: list[Card]) -> int:
        found = 0
        for card in every:
            if card.turn == 2 or card.hidden:
                found |= 1 << card.place
            if card.hidden and self.turners:
                found |= self.near[card.place]
        return found

    def pools(self, items: int) -> tuple[tuple[int, ...], ...]:
        """Return the items at each place, carried or lying, by their slots."""
        found = self.known_pools.get(items)
        if found is None:
            at: list[list[int]] = [[] for _ in self.table.places]
            for slot in range(len(self.items)):
                place = items >> PLACE * slot & NIBBLE
                if 0 < place < SPENT:
                    at[place - 1].append(slot)
            found = self.known_pools[items] = tuple(map(tuple, at))
        return found

    def turned_up(self, cards: int, people: int, movers: int, place: int) -> int:
        """Turn up what lies hidden where characters arrive, or next to one who can turn it from afar (R-171, R-176)."""
        far = self.near[place] if movers & self.turners else 0
        for card in self.cards_on(cards).hidden:
            if card.place == place or far >> card.place & 1:
                cards &= ~(HIDDEN << CARD * card.slot)
        return cards

    def is_goal(self, spot: Spot) -> bool:
        """Say whether the Village Book can be signed (R-004, R-005)."""
        table = self.table
        if spot[5] & SIX < table.needed:
            return False
        people = self.people_at(spot[1])
        home = table.meeting_point
        return all(place == home for place in people.places) and (not table.driver or people.vehicle == home)


def open_day(table: Table, state: State, known: Known | None = None) -> tuple[Day, Spot]:
    """Return the day that a state is in, and where it stands. The state's phase is the day.

    `known` is what other days of the same setup have found out.
    """
    day = Day(table, state, known or Known())
    people = sum(place << PLACE * number for number, place in enumerate(state.places))
    people |= max(state.vehicle, 0) << day.vehicle_shift
    items = 0
    for number, carried in enumerate(state.items):
        for item in carried:
            items |= state.places[number] + 1 << PLACE * day.slot_of_item[item]
    for item, place in state.lying:
        items |= place + 1 << PLACE * day.slot_of_item[item]
    cards = sum(packed_card(lying) << CARD * slot for slot, lying in enumerate(state.cards))
    for number, place in enumerate(state.places):
        cards = day.turned_up(cards, people, 1 << number, place)
    circles = state.circles if table.own else state.circles.bit_count()
    used = sum(1 << place for place in state.used)
    marks = state.stamps | circles << CIRCLES | state.gifts << GIFTS | state.hands << HANDS | used << USED
    health = state.weakened | state.damaged << day.count
    return day, (packed_effort(table, state.effort), people, health, cards, items, marks)


def packed_card(lying: Lying) -> int:
    """Pack how a card lies."""
    return lying.turn + 1 | lying.side * SIDE | lying.hidden * HIDDEN | lying.place << CARD_PLACE


def packed_effort(table: Table, effort: tuple[int, ...]) -> int:
    """Pack the effort that is left."""
    return sum(own << PURSE * number for number, own in enumerate(effort)) if table.own else effort[0]


def unpacked_effort(day: Day, effort: int) -> tuple[int, ...]:
    """Return the effort that is left as a reference state has it."""
    return tuple(effort >> PURSE * n & TOKENS for n in range(day.count)) if day.table.own else (effort,)


def effort_left(day: Day, effort: int) -> int:
    """Add up the effort that is left."""
    if not day.table.own:
        return effort
    found = day.known_sums.get(effort)
    if found is None:
        found = day.known_sums[effort] = sum(unpacked_effort(day, effort))
    return found


def close_day(day: Day, spot: Spot, carry: tuple[tuple[int, int], ...] = ()) -> State:
    """Return a reference state of a spot. `carry` says who carries which item; the others lie at their places."""
    table, before = day.table, day.state
    effort, packed, health, cards, items, marks = spot
    people = day.people_at(packed)
    left = day.cards_on(cards).every
    gone = set(day.cards) - {card.card for card in left}
    solved = [card for card in gone if table.kind[card] in (CardKind.TASK, CardKind.LEAD)]
    discard = [card for card in gone if table.kind[card] is CardKind.HAZARD]
    gained = set(before.gained)
    carried: list[list[int]] = [[] for _ in range(day.count)]
    bearers = {slot: bearer for bearer, slot in carry}
    lying = []
    for slot, item in enumerate(day.items):
        place = items >> PLACE * slot & NIBBLE
        if place == SPENT:
            discard.append(item)
        elif place and slot in bearers:
            carried[bearers[slot]].append(item)
        elif place:
            lying.append((item, place - 1))
        if place:
            gained.discard(item)
    circles = marks >> CIRCLES & SIX
    return replace(
        before,
        phase=Phase.DAY,
        places=people.places,
        items=tuple(tuple(sorted(own)) for own in carried),
        effort=unpacked_effort(day, effort),
        cards=tuple(sorted(Lying(c.card, c.place, c.turn, c.side, int(c.hidden)) for c in left)),
        lying=tuple(sorted(lying)),
        gained=tuple(item for item in before.gained if item in gained),
        discard=put(before.discard, *discard),
        solved=put(before.solved, *solved),
        stamps=marks & SIX,
        aboard=0,
        weakened=health & (1 << day.count) - 1,
        vehicle=people.vehicle if table.vehicle else -1,
        damaged=health >> day.count,
        gifts=marks >> GIFTS & SIX,
        hands=marks >> HANDS & SIX,
        circles=circles if table.own else _some_circles(before.circles, circles, day.count),
        used=tuple(place for place in range(len(table.places)) if marks >> USED >> place & 1),
    )


def _some_circles(before: int, count: int, characters: int) -> int:
    """Return circles of that number: those from before, then the first characters'."""
    found = before if before.bit_count() <= count else 0
    for number in range(characters):
        if found.bit_count() < count:
            found |= 1 << number
    return found
