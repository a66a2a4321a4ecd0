"""A spot of a day to the spots one step further: each step takes in all that it needs and that is free.

Left out is what only throws something away: an item discarded for nothing, a weakening that could be avoided, with a
shared pool a dearer way to solve the same card.
"""

from __future__ import annotations

from itertools import combinations

from valleybuild.games.home_valley.engine.helping import GIFT, heal_cost, mend_cost
from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.moving import WALK_COST
from valleybuild.games.home_valley.engine.solving import payments
from valleybuild.games.home_valley.engine.table import CardKind
from valleybuild.games.home_valley.planning.carrying import full_loads, loads, ways_to_carry
from valleybuild.games.home_valley.planning.day import (
    CARD,
    CARD_PLACE,
    CIRCLES,
    GIFTS,
    HANDS,
    NIBBLE,
    PLACE,
    PURSE,
    SIDE,
    SIX,
    TOKENS,
    USED,
    Card,
    Day,
    Footstep,
    Journey,
    Spot,
)
from valleybuild.games.home_valley.planning.spending import add_discards
from valleybuild.games.home_valley.planning.teams import ways_to_solve

Step = tuple[int, int, int, int, tuple[int, ...]]
"""The kind of move, who makes it, what it is about, what else, and the places or characters it names."""
Onward = list[tuple[Spot, Step]]


def onward(day: Day, spot: Spot, *, thrifty: bool = False) -> Onward:
    """List the steps from a spot, with the spots they lead to; two may lead to the same.

    A thrifty search leaves no item that could be taken along where nobody stays behind.
    """
    found: Onward = []
    add_solves(day, spot, found)
    add_walks(day, spot, found, thrifty=thrifty)
    if day.table.vehicle:
        add_rides(day, spot, found, thrifty=thrifty)
    if spot[2]:
        add_recoveries(day, spot, found)
    if day.cards_on(spot[3]).fund:
        add_contributions(day, spot, found)
    if day.table.own:
        add_gifts(day, spot, found)
    if spot[4]:
        add_discards(day, spot, found)
        add_passes(day, spot, found)
    return found


def can_pay(day: Day, effort: int, payer: int, cost: int) -> bool:
    """Say whether there is effort enough: the payer's own, or in the pool."""
    return (effort >> PURSE * payer & TOKENS if day.table.own else effort) >= cost


def paid(day: Day, effort: int, payer: int, cost: int) -> int:
    """Return the effort left once somebody has paid."""
    return effort - (cost << PURSE * payer if day.table.own else cost)


def add_solves(day: Day, spot: Spot, found: Onward) -> None:
    """List what can be solved where somebody stands."""
    effort, packed, health, cards, items, marks = spot
    table, at, pools = day.table, day.people_at(packed).at, day.pools(items)
    for card in day.cards_on(cards).every:
        here = at[card.place]
        if not here or card.hidden or card.card == table.fund:
            continue
        item = item_of(day, card, items)
        pool = pools[card.place]
        for row, helpers, cost in ways_to_solve(day, card.card, card.side, here, health, pool, takes=item >= 0):
            if not table.own and effort < cost:
                continue
            after = _solved(day, card, item, (cards, items, marks))
            step = (MoveKind.SOLVE, -1, card.slot, row, helpers)
            if not table.own:
                found.append(((effort - cost, packed, health, *after), step))
                continue
            tokens = tuple(effort >> PURSE * helper & TOKENS for helper in helpers)
            for shares in payments(tokens, cost):
                left = effort - sum(share << PURSE * helper for helper, share in zip(helpers, shares, strict=True))
                found.append(((left, packed, health, *after), step))


def item_of(day: Day, card: Card, items: int) -> int:
    """Return the slot of the item that solving a card gives (R-110, R-114, A-18), or -1."""
    table = day.table
    if table.kind[card.card] is CardKind.OPPORTUNITY:
        return day.slot_of_item[card.card]
    item = day.slot_of_item.get(table.leaves[card.card], -1)
    if table.kind[card.card] is not CardKind.HAZARD or item < 0 or items >> PLACE * item & NIBBLE:
        return -1
    return -1 if card.turn == 2 and not table.rulings.lasting_leaves_item else item


def _solved(day: Day, card: Card, item: int, before: tuple[int, int, int]) -> tuple[int, int, int]:
    cards, items, marks = before
    shift = CARD * card.slot
    without = cards & ~(255 << shift)
    kind = day.table.kind[card.card]
    if kind is CardKind.LEAD and not card.side:
        return without | (1 | SIDE | card.place << CARD_PLACE) << shift, items, marks
    if item >= 0:
        items |= card.place + 1 << PLACE * item
    return without, items, marks + (day.table.stamps[card.card] if kind in (CardKind.TASK, CardKind.LEAD) else 0)


def add_walks(day: Day, spot: Spot, found: Onward, *, thrifty: bool) -> None:
    """List the steps on foot, alone and with the carrier of the Rope (R-063, R-145)."""
    effort, packed, health, cards, items, marks = spot
    own, pointed = day.table.own, bool(day.state.pointed)
    if not effort and not pointed:
        return
    view, pools = day.cards_on(cards), day.pools(items)
    watched = -1 if pointed else view.watched
    footsteps = day.known.footsteps.get(packed)
    if footsteps is None:
        footsteps = day.known.footsteps[packed] = _footsteps(day, packed)
    for walker, here, place, away, step in footsteps:
        pool = pools[here]
        if watched >> place & 1 or (pool and day.ropes):
            _add_walk(day, spot, found, walker=walker, here=here, place=place, thrifty=thrifty)
            continue
        if not own:
            left = effort - WALK_COST
        elif effort >> PURSE * walker & TOKENS:
            left = effort - (WALK_COST << PURSE * walker)
        else:
            continue
        if not pool:
            found.append(((left, packed + away, health, cards, items, marks), step))
            continue
        alone = thrifty and day.people_at(packed).at[here] == 1 << walker
        for unit, _ in full_loads(day, pool, 1) if alone else loads(day, pool, 1):
            found.append(((left, packed + away, health, cards, items + (place - here) * unit, marks), step))


def _footsteps(day: Day, packed: int) -> tuple[Footstep, ...]:
    return tuple(
        (walker, here, place, place - here << PLACE * walker, (MoveKind.WALK, walker, place, -1, ()))
        for walker, here in enumerate(day.people_at(packed).places)
        for place in day.table.walk[here]
    )


def _add_walk(day: Day, spot: Spot, found: Onward, *, walker: int, here: int, place: int, thrifty: bool) -> None:
    """List one step on foot with all that may be taken along, be turned up, or do harm."""
    effort, packed, health, cards, items, marks = spot
    people, pool, view = day.people_at(packed), day.pools(items)[here], day.cards_on(cards)
    if day.state.pointed and pointed_free(day, marks, walker, place):
        marks |= 1 << USED + place
    elif can_pay(day, effort, walker, WALK_COST):
        effort = paid(day, effort, walker, WALK_COST)
    else:
        return
    pulled = [-1]
    if any(rope in pool for rope in day.ropes):
        pulled += [other for other, where in enumerate(people.places) if where == here and other != walker]
    hazards = tuple(card for where, card in view.lasting if where == place) if view.lasting else ()
    for other in pulled:
        movers = (walker,) if other < 0 else (walker, other)
        whither = packed + sum(place - here << PLACE * mover for mover in movers)
        bits = sum(1 << mover for mover in movers)
        shown = day.turned_up(cards, packed, bits, place) if view.hidden else cards
        step = (MoveKind.WALK, walker, place, other, ())
        must = (other, day.ropes) if other >= 0 else (-1, ())
        loaded = full_loads if thrifty and people.at[here] == bits else loads
        for unit, cargo in loaded(day, pool, len(movers)):
            new = items + (place - here) * unit
            if not hazards and other < 0:
                found.append(((effort, whither, health, shown, new, marks), step))
                continue
            healthy = ~health & bits
            for harm in ways_to_carry(day, movers, cargo, hazards, healthy=healthy, must=must):
                found.append(((effort, whither, health | harm, shown, new, marks), step))


def pointed_free(day: Day, marks: int, walker: int, place: int) -> bool:
    """Say whether a step is free by Point together (R-181)."""
    pointed = day.state.pointed
    return pointed[walker] == place and not marks >> USED + place & 1 and pointed.count(place) >= 2


def add_rides(day: Day, spot: Spot, found: Onward, *, thrifty: bool) -> None:
    """List the rides, with everyone who may come along (R-089 to R-103)."""
    effort, packed, health, cards, items, marks = spot
    table, people, view = day.table, day.people_at(packed), day.cards_on(cards)
    start = people.vehicle
    crew = tuple(n for n in range(day.count) if people.at[start] >> n & 1)
    damaged = health >> day.count & 1
    if not crew or (damaged and not table.driver and table.rulings.damaged_cabin_stops):
        return
    cost = table.damaged_cost if damaged else table.ride_cost
    pool = day.pools(items)[start]
    if not (pool or health or view.lasting or view.hidden):
        journeys = day.known.journeys.get(packed)
        if journeys is None:
            journeys = day.known.journeys[packed] = _journeys(day, crew, start)
        for driver, away, step in journeys:
            if can_pay(day, effort, driver, cost):
                found.append(((paid(day, effort, driver, cost), packed + away, health, cards, items, marks), step))
        return
    for size in range(1, min(len(crew), table.seats) + 1):
        for riders in combinations(crew, size):
            away = sum(1 << PLACE * rider for rider in riders) + (1 << day.vehicle_shift)
            bits = sum(1 << rider for rider in riders)
            loaded = full_loads if thrifty and len(crew) == size else loads
            for driver, must in _drivers(day, riders, health, pool):
                if not can_pay(day, effort, driver, cost):
                    continue
                left = paid(day, effort, driver, cost)
                for place, way, hazards in _ways_to_ride(day, start, table.longest_ride(driver), view.lasting):
                    shown = day.turned_up(cards, packed, bits, place) if view.hidden else cards
                    whither = packed + (place - start) * away
                    step = (MoveKind.RIDE, driver, place, bits, way)
                    for unit, cargo in loaded(day, pool, size):
                        new = items + (place - start) * unit
                        if not hazards and must[0] < 0:
                            found.append(((left, whither, health, shown, new, marks), step))
                            continue
                        healthy = ~health & bits
                        for harm in ways_to_carry(day, riders, cargo, hazards, healthy=healthy, must=must):
                            found.append(((left, whither, health | harm, shown, new, marks), step))


def _journeys(day: Day, crew: tuple[int, ...], start: int) -> tuple[Journey, ...]:
    """List the rides from a place when all are healthy and nothing is carried, lies hidden or lasts."""
    found: list[Journey] = []
    for size in range(1, min(len(crew), day.table.seats) + 1):
        for riders in combinations(crew, size):
            away = sum(1 << PLACE * rider for rider in riders) + (1 << day.vehicle_shift)
            bits = sum(1 << rider for rider in riders)
            for driver, _ in _drivers(day, riders, 0, ()):
                for place, way, _ in _ways_to_ride(day, start, day.table.longest_ride(driver), ()):
                    found.append((driver, (place - start) * away, (MoveKind.RIDE, driver, place, bits, way)))
    return tuple(found)


def _drivers(
    day: Day, riders: tuple[int, ...], health: int, pool: tuple[int, ...]
) -> list[tuple[int, tuple[int, tuple[int, ...]]]]:
    """List who of the riders may drive, and what they have to carry for that; one is enough where all are alike."""
    table = day.table
    able = [r for r in riders if not table.driver or (table.ability[r] & table.driver and not health >> r & 1)]
    found: list[tuple[int, tuple[int, tuple[int, ...]]]] = [(rider, (-1, ())) for rider in able]
    if not table.own and not any(table.longer_ride) and found:
        return found[:1]
    keys = tuple(slot for slot in pool if slot in day.drivers)
    return found + [(rider, (rider, keys)) for rider in riders if keys and rider not in able]


def _ways_to_ride(
    day: Day, start: int, longest: int, lasting: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """List the ways of a ride with the lasting hazards they enter; of each kind the shortest, none that is worse."""
    key = (start, longest, lasting)
    found = day.known_ways.get(key)
    if found is None:
        ways = day.table.drives[start]
        kinds: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        for way in ways.every if lasting else ways.shortest:
            if len(way) <= longest:
                entered = way if day.table.rulings.passing_is_entering else way[-1:]
                hazards = tuple(sorted({card for place, card in lasting if place in entered}))
                kinds.setdefault((way[-1], hazards), way)
        found = day.known_ways[key] = tuple(
            (place, way, hazards)
            for (place, hazards), way in kinds.items()
            if not any(place == end and set(other) < set(hazards) for end, other in kinds)
        )
    return found


def add_recoveries(day: Day, spot: Spot, found: Onward) -> None:
    """List who heals whom and who mends the vehicle (R-105, R-106, A-07); with a pool only the cheapest of each."""
    effort, packed, health, cards, items, marks = spot
    table, people, pools = day.table, day.people_at(packed), day.pools(items)
    mender: list[tuple[int, int, int, int]] = []
    for able, here in enumerate(people.places):
        abilities = 0 if health >> able & 1 else table.ability[able]
        for slot in pools[here]:
            abilities |= day.gives[slot]
        if abilities & table.first_aid:
            for patient, place in enumerate(people.places):
                allowed = patient != able or table.rulings.self_recovery
                if place == here and health >> patient & 1 and allowed:
                    mender.append((MoveKind.HEAL, able, patient, heal_cost(table, able)))
        if abilities & table.repairs and health >> day.count & 1 and here == people.vehicle:
            mender.append((MoveKind.MEND, able, day.count, mend_cost(table, able)))
    mender.sort(key=lambda way: way[3])
    done: set[int] = set()
    for kind, able, target, cost in mender:
        if can_pay(day, effort, able, cost) and (table.own or target not in done):
            done.add(target)
            left = paid(day, effort, able, cost)
            step = (kind, able, target, -1, ())
            found.append(((left, packed, health & ~(1 << target), cards, items, marks), step))


def add_contributions(day: Day, spot: Spot, found: Onward) -> None:
    """List who contributes to the fund (R-133 to R-138); with a pool it makes no difference who does."""
    effort, packed, health, cards, items, marks = spot
    table = day.table
    circles = marks >> CIRCLES & SIX
    givers = [n for n in range(day.count) if not circles >> n & 1] if table.own else [-1] * (circles < day.count)
    for giver in givers:
        if not can_pay(day, effort, giver, table.fund_effort):
            continue
        covered = circles | 1 << giver if table.own else circles + 1
        count = covered.bit_count() if table.own else covered
        new_cards, new_marks = cards, marks & ~(SIX << CIRCLES) | covered << CIRCLES
        if count >= table.fund_circles:
            slot = day.cards.index(table.fund)
            new_cards = cards & ~(255 << CARD * slot)
            new_marks = (marks & ~(SIX << CIRCLES)) + table.stamps[table.fund]
        left = paid(day, effort, giver, table.fund_effort)
        found.append(((left, packed, health, new_cards, items, new_marks), (MoveKind.CONTRIBUTE, giver, -1, -1, ())))


def add_gifts(day: Day, spot: Spot, found: Onward) -> None:
    """List who gives effort to whom (R-053 to R-055, R-174)."""
    effort, packed, health, cards, items, marks = spot
    table, places = day.table, day.people_at(packed).places
    for giver, here in enumerate(places):
        own = effort >> PURSE * giver & TOKENS
        for receiver, there in enumerate(places):
            if receiver == giver or not own:
                continue
            amount, given = GIFT, 1 << GIFTS + giver
            if here != there:
                amount, given = table.far_effort[giver], 1 << HANDS + giver
                if not amount or not day.near[here] >> there & 1:
                    continue
            if own >= amount and not marks & given:
                moved = (amount << PURSE * receiver) - (amount << PURSE * giver)
                step = (MoveKind.GIFT, giver, receiver, -1, ())
                found.append(((effort + moved, packed, health, cards, items, marks | given), step))


def add_passes(day: Day, spot: Spot, found: Onward) -> None:
    """List which items the mayor gives to a neighbouring place (R-178)."""
    effort, packed, health, cards, items, marks = spot
    places, pools = day.people_at(packed).places, day.pools(items)
    for giver, here in enumerate(places):
        if day.table.far_item[giver]:
            for receiver, there in enumerate(places):
                if day.near[here] >> there & 1:
                    for slot in pools[here]:
                        new = items + (there - here << PLACE * slot)
                        step = (MoveKind.GIVE, giver, slot, receiver, ())
                        found.append(((effort, packed, health, cards, new, marks), step))
