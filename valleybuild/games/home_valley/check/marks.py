"""Marks and boxes: cards and expeditions agree about which cards are used where, and each lies in the right box."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import CARD_KINDS, Card, Expedition, Valley, place_of, read_valley
from valleybuild.problem import Problem, Related

SPECIAL = {
    "footbridge-fund": (1,),
    "village-meeting": (2, 4),
    "sandbags": (2,),
    "rope": (3, 5),
    "last-can-of-petrol": (5,),
}
"""The five special cards with the expeditions they are marked with (R-132)."""

EXPANSION = (3, 5)
"""The expeditions of Snow and Fog; the others are in the base box (R-186)."""


def check_marked_cards(subject: Subject) -> Iterator[Problem]:
    """Check that an expedition lists every card that is marked with it (P-13)."""
    valley = read_valley(subject.game)
    expeditions = {expedition.id: expedition for expedition in valley.expeditions}
    for card in valley.cards if valley.knows("expedition") else ():
        for index, mark in enumerate(card.marks):
            expedition = expeditions.get(mark.id)
            if expedition is None or card.id in {listed.id for listed in expedition.listed}:
                continue
            yield Problem(
                "card-not-listed",
                mark.place,
                f"{card.id} is marked with {mark.id}, which does not list it",
                f"add {card.id} to the cards of {mark.id}, or take the mark away",
                path=f"{card.id}.expeditions[{index}]",
                related=(Related(place_of(expedition.entry, "cards"), f"the cards of {mark.id}"),),
            )


def check_listed_cards(subject: Subject) -> Iterator[Problem]:
    """Check that a card is marked with every expedition that lists it, and stands in a list once (P-13)."""
    valley = read_valley(subject.game)
    cards = {card.id: card for card in valley.cards if valley.knows(card.entry.kind)}
    for expedition in valley.expeditions:
        seen: set[str] = set()
        for index, listed in enumerate(expedition.listed):
            path = f"{expedition.id}.cards[{index}]"
            card = cards.get(listed.id)
            if listed.id in seen:
                message = f"{expedition.id} lists {listed.id} twice"
                yield Problem("card-listed-twice", listed.place, message, "delete one of the two", path=path)
            elif card is not None and expedition.id not in {mark.id for mark in card.marks}:
                yield Problem(
                    "card-not-marked",
                    listed.place,
                    f"{expedition.id} lists {listed.id}, which is not marked with it",
                    f"add {expedition.id} to the expeditions of {listed.id}, or take it off the list",
                    path=path,
                    related=(Related(card.marks_place, f"the marks of {listed.id}"),),
                )
            seen.add(listed.id)


def check_special_cards(subject: Subject) -> Iterator[Problem]:
    """Check that the special cards are the five of the rules, each marked as the rules say (R-132)."""
    valley = read_valley(subject.game)
    if not valley.knows("expedition", *CARD_KINDS):
        return
    numbers = {expedition.id: expedition.number for expedition in valley.expeditions}
    found = {card.id: card for card in valley.cards if card.special or card.id in SPECIAL}
    for id in SPECIAL:
        if id not in found:
            yield Problem("special-card", subject.game.place, f"there is no special card {id}", f"add {id}", path=id)
    for card in found.values():
        wanted = SPECIAL.get(card.id, ())
        marked = tuple(sorted(numbers.get(mark.id, 0) for mark in card.marks))
        if not wanted:
            message = f"{card.id} is not one of the special cards: {', '.join(SPECIAL)}"
            where = place_of(card.entry, "special")
            yield Problem("special-card", where, message, "take special away", path=f"{card.id}.special")
        elif not card.special:
            message = f"{card.id} does not say that it is a special card"
            where = place_of(card.entry, "special")
            yield Problem("special-card", where, message, "add special: true", path=f"{card.id}.special")
        elif marked != wanted:
            message = f"{card.id} is marked with {_numbers(marked)}, where the rules have {_numbers(wanted)}"
            hint = "mark it with those expeditions and no others"
            yield Problem("special-card", card.marks_place, message, hint, path=f"{card.id}.expeditions")


def _numbers(numbers: tuple[int, ...]) -> str:
    return "expedition " + " and ".join(map(str, numbers)) if numbers else "no expedition"


def check_boxes(subject: Subject) -> Iterator[Problem]:
    """Check that expeditions and cards are in the right box: base cards serve the base box, others never do (R-186)."""
    valley = read_valley(subject.game)
    for expedition in valley.expeditions:
        wanted = _box(expedition)
        if expedition.box and expedition.box != wanted:
            message = f"expedition {expedition.number} is in the box {expedition.box}, where the rules have {wanted}"
            where = place_of(expedition.entry, "box")
            path = f"{expedition.id}.box"
            yield Problem("expedition-in-wrong-box", where, message, f"write box: {wanted}", path=path)
    for card in valley.cards if valley.knows("expedition") else ():
        if valley.knows(card.entry.kind):
            yield from _card_box(valley, card)


def _box(expedition: Expedition) -> str:
    return "snow-and-fog" if expedition.number in EXPANSION else "base"


def _card_box(valley: Valley, card: Card) -> Iterator[Problem]:
    boxes = {_box(expedition) for expedition in valley.expeditions if expedition.id in {m.id for m in card.marks}}
    if card.box == "base" and boxes == {"snow-and-fog"}:
        message = f"{card.id} is in the base box, and only expeditions of Snow and Fog use it"
    elif card.box == "snow-and-fog" and boxes != {"snow-and-fog"}:
        users = "every expedition" if not boxes else "an expedition of the base box"
        message = f"{card.id} is in the box Snow and Fog, and {users} uses it"
    else:
        return
    related = (Related(card.marks_place, "the marks"),) if card.marks else ()
    hint = "change its box or its expeditions"
    where = place_of(card.entry, "box")
    yield Problem("card-in-wrong-box", where, message, hint, path=f"{card.id}.box", related=related)
