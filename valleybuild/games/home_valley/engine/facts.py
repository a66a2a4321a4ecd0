"""Cards and characters of the loaded game to what the engine executes: rows, effects, events and advantages."""

from __future__ import annotations

import msgspec

from valleybuild.games.home_valley.content import (
    RALLYING,
    Card,
    Valley,
    integer,
    reference,
    references,
)
from valleybuild.games.home_valley.engine.table import CardFacts, CardKind, Effect, Event, Row
from valleybuild.model import Choice, Entry, Record, Value


class Abilities(msgspec.Struct, frozen=True):
    """The abilities as bits; rallying has none."""

    bits: dict[str, int]

    def mask(self, ids: frozenset[str]) -> int:
        """Return some abilities as bits."""
        return sum(self.bits[id] for id in ids)


def read_abilities(valley: Valley) -> Abilities:
    """Give each ability but rallying a bit, in the order of the content."""
    ids = [entry.id for entry in valley.game.of_kind("ability") if entry.id != RALLYING]
    return Abilities({id: 1 << index for index, id in enumerate(ids)})


def choice_of(entry: Entry, field: str) -> Choice:
    """Return what a field of an entry chooses. Raises ValueError where it could not be loaded."""
    value = entry.record.fields.get(field)
    if not isinstance(value, Choice):
        raise ValueError(f"{entry.id} has no {field} that could be read")
    return value


def card_facts(card: Card, abilities: Abilities) -> CardFacts:
    """Read a situation card. Raises ValueError for what the engine cannot execute."""
    record = card.entry.record
    kind = CardKind(card.entry.kind)
    facts = CardFacts(
        kind=kind,
        sides=tuple(tuple(Row(abilities.mask(row.asked), row.effort) for row in side) for side in card.sides),
        stamps=card.stamps,
        lasting=record.fields.get("lasting") is True,
        leaves=leaves.id if (leaves := reference(record, "leaves")) else "",
        fund=_fund(record),
        task_side=_task_side(record),
    )
    if kind is CardKind.OPPORTUNITY:
        return _with_effect(facts, card.entry)
    return _with_event(facts, card.entry) if kind is CardKind.INSTANT else facts


def item_facts(entry: Entry) -> CardFacts:
    """Read an item that a hazard leaves. Raises ValueError for an effect that the engine cannot execute."""
    return _with_effect(CardFacts(kind=CardKind.GAINED_ITEM, sides=((),)), entry)


def _fund(record: Record) -> tuple[int, int] | None:
    fund = record.fields.get("fund")
    if not isinstance(fund, Record):
        return None
    return (integer(fund, "effort") or 1, integer(fund, "circles") or 1)


def _task_side(record: Record) -> str:
    side = record.fields.get("task")
    name = side.fields.get("id") if isinstance(side, Record) else ""
    return name if isinstance(name, str) else ""


def _with_effect(facts: CardFacts, entry: Entry) -> CardFacts:
    choice = choice_of(entry, "effect")
    try:
        effect = Effect(choice.tag)
    except ValueError:
        raise ValueError(f"the engine does not know the effect {choice.tag!r} of {entry.id}") from None
    match effect:
        case Effect.ABILITY:
            return facts._replace(effect=effect, ability=_reference(choice.value, entry))
        case Effect.PROTECTS:
            hazards = tuple(hazard.id for hazard in references(choice.value))
            return facts._replace(effect=effect, protects=hazards)
        case Effect.REFRESH:
            return facts._replace(effect=effect, refreshes=_refreshes(choice.value))
        case Effect.STEPS:
            return facts._replace(effect=effect, steps=_number(choice.value, entry))
        case Effect.MOVE_HAZARD | Effect.FOLLOW | Effect.HEAL:
            return facts._replace(effect=effect)


def _with_event(facts: CardFacts, entry: Entry) -> CardFacts:
    choice = choice_of(entry, "event")
    try:
        event = Event(choice.tag)
    except ValueError:
        raise ValueError(f"the engine does not know the event {choice.tag!r} of {entry.id}") from None
    match event:
        case Event.DISCOUNT | Event.MORE_EFFORT:
            return facts._replace(event=event, event_value=_number(choice.value, entry))
        case Event.MEETING | Event.HEAL_ALL:
            return facts._replace(event=event)


def _reference(value: Value, entry: Entry) -> str:
    (found,) = references((value,)) or (None,)
    if found is None:
        raise ValueError(f"{entry.id} names nothing that could be read")
    return found.id


def _number(value: Value, entry: Entry) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{entry.id} holds no number that could be read")
    return value


def _refreshes(value: Value) -> frozenset[CardKind]:
    kinds = value.fields.get("of") if isinstance(value, Record) else ()
    return frozenset(CardKind(kind) for kind in (kinds if isinstance(kinds, tuple) else ()) if isinstance(kind, str))


class Advantages(msgspec.Struct, frozen=True):
    """What a character's advanced side adds."""

    longer_ride: int = 0
    far_effort: int = 0
    free_mend: bool = False
    free_heal: bool = False
    far_turn: bool = False
    far_item: bool = False


def advantages_of(entry: Entry) -> Advantages:
    """Read a character's advanced side. Raises ValueError for an advantage that the engine does not know."""
    found: dict[str, int | bool] = {}
    value = entry.record.fields.get("advantages")
    for choice in value if isinstance(value, tuple) else ():
        if not isinstance(choice, Choice):
            continue
        match choice.tag:
            case "longer-ride" | "far-effort":
                found[choice.tag] = _number(choice.value, entry)
            case "free-mend" | "free-heal" | "far-turn" | "far-item":
                found[choice.tag] = True
            case _:
                raise ValueError(f"the engine does not know the advantage {choice.tag!r} of {entry.id}")
    return Advantages(
        longer_ride=int(found.get("longer-ride", 0)),
        far_effort=int(found.get("far-effort", 0)),
        free_mend="free-mend" in found,
        free_heal="free-heal" in found,
        far_turn="far-turn" in found,
        far_item="far-item" in found,
    )
