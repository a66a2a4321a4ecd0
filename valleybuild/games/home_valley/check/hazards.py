"""Hazards: each that stays has a protection, each protection is of use, hazards and what they leave name each other."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import (
    Card,
    Expedition,
    Valley,
    place_of,
    protections,
    read_valley,
    reference,
)
from valleybuild.model import Entry, Game
from valleybuild.problem import Problem, Related

_KINDS = ("expedition", "hazard", "opportunity", "gained-item")


def check_protections(subject: Subject) -> Iterator[Problem]:
    """Check that wherever a lasting hazard is used, a protection can be had without solving it (P-10)."""
    valley = read_valley(subject.game)
    if not valley.knows(*_KINDS):
        return
    for card in valley.cards:
        if card.entry.kind != "hazard" or card.entry.record.fields.get("lasting") is not True:
            continue
        users = [expedition for expedition in valley.expeditions if card in valley.used_in(expedition)]
        bare = [e.id for e in users if not _protected(valley, e, card)]
        if bare:
            message = f"{card.id} stays after expiring, and nothing protects from it in {', '.join(bare)}"
            hint = "let an item protect from it that can be had without solving it"
            yield Problem(
                "hazard-without-protection", place_of(card.entry, "lasting"), message, hint, path=f"{card.id}.lasting"
            )


def _protected(valley: Valley, expedition: Expedition, hazard: Card) -> bool:
    items = _items(valley, expedition, without=hazard.id)
    return any(hazard.id in {named.id for named in protections(item)} for item in items)


def _items(valley: Valley, expedition: Expedition, *, without: str = "") -> Iterator[Entry]:
    """Yield the items that can be had in an expedition, but for what one hazard leaves."""
    starts = {start.card.id for start in expedition.starts}
    for card in valley.used_in(expedition):
        if card.entry.kind == "opportunity" and (card.rows or card.id in starts):
            yield card.entry
        left = reference(card.entry.record, "leaves") if card.id != without else None
        if left is not None and left.id in valley.game.entries:
            yield valley.game.entries[left.id]


def _leaves_nowhere(game: Game) -> bool:
    """Say whether a hazard leaves an item that is not there: then nothing can be said of the items that are."""
    left = (reference(hazard.record, "leaves") for hazard in game.of_kind("hazard"))
    return any(item is not None and item.id not in game.entries for item in left)


def check_protected_hazards(subject: Subject) -> Iterator[Problem]:
    """Check that an item protects from hazards that it can meet in some expedition; every hazard does harm."""
    valley = read_valley(subject.game)
    if not valley.knows(*_KINDS) or _leaves_nowhere(subject.game):
        return
    met: set[tuple[str, str]] = set()
    for expedition in valley.expeditions:
        used = {card.id for card in valley.used_in(expedition)}
        met |= {(item.id, id) for item in _items(valley, expedition) for id in used}
    items = (*subject.game.of_kind("opportunity"), *subject.game.of_kind("gained-item"))
    for item in items:
        for index, hazard in enumerate(protections(item)):
            if hazard.id in subject.game.entries and (item.id, hazard.id) not in met:
                message = f"{item.id} protects from {hazard.id}, and no expedition has both"
                hint = "name a hazard of the same expeditions"
                path = f"{item.id}.effect.protects[{index}]"
                yield Problem("protection-never-needed", hazard.place, message, hint, path=path)


def check_left_items(subject: Subject) -> Iterator[Problem]:
    """Check that a hazard leaves the item that says so, and the other way round."""
    valley = read_valley(subject.game)
    if not valley.knows("hazard", "gained-item"):
        return
    for kind, field, answer in (("hazard", "leaves", "left-by"), ("gained-item", "left-by", "leaves")):
        for entry in subject.game.of_kind(kind):
            named = reference(entry.record, field)
            other = subject.game.entries.get(named.id) if named else None
            if named is None or other is None or other.kind not in named.kinds:
                continue
            back = reference(other.record, answer)
            if back is None or back.id != entry.id:
                said = f"{answer}: {back.id}" if back else f"no {answer}"
                yield Problem(
                    "leaves-disagree",
                    named.place,
                    f"{entry.id} says {field}: {other.id}, and {other.id} says {said}",
                    "let both name each other",
                    path=f"{entry.id}.{field}",
                    related=(Related(place_of(other, answer), f"the {other.kind}"),),
                )
