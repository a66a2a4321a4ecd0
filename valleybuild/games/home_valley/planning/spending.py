"""A spot of a day to those where an item has been discarded for its effect (R-085)."""

from __future__ import annotations

from itertools import combinations

from valleybuild.games.home_valley.engine.moves import MoveKind
from valleybuild.games.home_valley.engine.table import CardKind, Effect
from valleybuild.games.home_valley.planning.carrying import ways_to_carry
from valleybuild.games.home_valley.planning.day import CARD, CARD_PLACE, PLACE, SPENT, Day, Spot

Step = tuple[int, int, int, int, tuple[int, ...]]


def add_discards(day: Day, spot: Spot, found: list[tuple[Spot, Step]]) -> None:
    """List what items are discarded for, by the first of those who are where they are, if it is all the same."""
    at, table = day.people_at(spot[1]).at, day.table
    for place, pool in enumerate(day.pools(spot[4])):
        if not pool or not at[place]:
            continue
        bearer = (at[place] & -at[place]).bit_length() - 1
        for slot in pool:
            match table.effect[day.items[slot]]:
                case Effect.REFRESH:
                    _refresh(day, spot, slot, bearer, found)
                case Effect.MOVE_HAZARD:
                    _move_hazard(day, spot, slot, bearer, found)
                case Effect.HEAL:
                    _heal(day, spot, slot, bearer, found)
                case Effect.STEPS:
                    _go(day, spot, slot, place, found)


def _spent(items: int, slot: int) -> int:
    return items | SPENT << PLACE * slot


def _refresh(day: Day, spot: Spot, slot: int, bearer: int, found: list[tuple[Spot, Step]]) -> None:
    """Make an urgent task or lead fresh (R-086, R-087)."""
    effort, packed, health, cards, items, marks = spot
    table = day.table
    for card in day.cards_on(cards).every:
        kind = CardKind.TASK if card.side else table.kind[card.card]
        if card.turn == 1 and kind in table.refreshes[day.items[slot]]:
            new = cards - (1 << CARD * card.slot)
            step = (MoveKind.DISCARD, bearer, slot, card.card, ())
            found.append(((effort, packed, health, new, _spent(items, slot), marks), step))


def _move_hazard(day: Day, spot: Spot, slot: int, bearer: int, found: list[tuple[Spot, Step]]) -> None:
    """Move a hazard to a neighbouring place with nobody there, but never to the meeting point (R-142, R-143)."""
    effort, packed, health, cards, items, marks = spot
    table, at = day.table, day.people_at(packed).at
    for card in day.cards_on(cards).every:
        if table.kind[card.card] is CardKind.HAZARD:
            for place in table.near[card.place]:
                if place != table.meeting_point and not at[place]:
                    new = cards + (place - card.place << CARD * card.slot + CARD_PLACE)
                    step = (MoveKind.DISCARD, bearer, slot, card.card, (place,))
                    found.append(((effort, packed, health, new, _spent(items, slot), marks), step))


def _heal(day: Day, spot: Spot, slot: int, bearer: int, found: list[tuple[Spot, Step]]) -> None:
    effort, packed, health, cards, items, marks = spot
    places = day.people_at(packed).places
    for patient, place in enumerate(places):
        if place == places[bearer] and health >> patient & 1:
            step = (MoveKind.DISCARD, bearer, slot, patient, ())
            new = health & ~(1 << patient)
            found.append(((effort, packed, new, cards, _spent(items, slot), marks), step))


def _go(day: Day, spot: Spot, slot: int, here: int, found: list[tuple[Spot, Step]]) -> None:
    """Move the carrier alone, with what the other slots hold (R-147, A-08, A-24)."""
    effort, packed, health, cards, items, marks = spot
    table, people, view = day.table, day.people_at(packed), day.cards_on(cards)
    spent = _spent(items, slot)
    others = [other for other in day.pools(items)[here] if other != slot]
    longest = table.steps[day.items[slot]]
    cargoes = [cargo for size in range(table.slots) for cargo in combinations(others, size)]
    ways = table.walks[here].every if view.lasting else table.walks[here].shortest
    for bearer, place in enumerate(people.places):
        if place != here:
            continue
        for way in ways:
            if len(way) > longest:
                break
            end = way[-1]
            entered = way if table.rulings.passing_is_entering else way[-1:]
            hazards = tuple(card for where, card in view.lasting if where in entered)
            shown = day.turned_up(cards, packed, 1 << bearer, end)
            for cargo in cargoes:
                for harm in ways_to_carry(day, (bearer,), cargo, hazards, healthy=~health & 1 << bearer):
                    new = spent + sum(end - here << PLACE * other for other in cargo)
                    whither = packed + (end - here << PLACE * bearer)
                    step = (MoveKind.DISCARD, bearer, slot, end, way)
                    found.append(((effort, whither, health | harm, shown, new, marks), step))
