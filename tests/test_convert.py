"""Values that do not fit their declared types: each mistake is one finding, at the value or key that is wrong."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy

CARDS = "cards/pebbles/cards.yaml"
PEBBLES = "cards/pebbles/pebbles.yaml"
FACES = "layouts/pebbles/faces.yaml"

ONE_CARD = "  cell: [0, 3]\n  needs: [slate, jasper, amber]\n  worth: 3\n"
FIRST = "  cell: [0, 0]\n  needs: [slate]\n  worth: 1\n  deed: {skim: 1}\n"

BREAKAGES = {
    "a field misspelt": ("unknown-key", CARDS, ONE_CARD, ONE_CARD.replace("needs", "‸neds"), ("missing-key",)),
    "a number in words": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸three"), ()),
    "a number in quotes": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", 'worth: ‸"3"'), ()),
    "a number with a leading zero": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸03"), ()),
    "a fraction": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸2.5"), ()),
    "a number too large": ("out-of-range", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸4"), ()),
    "a number too small": ("out-of-range", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸0"), ()),
    "a list too long": ("wrong-length", CARDS, ONE_CARD, ONE_CARD.replace("[0, 3]", "‸[0, 3, 1]"), ()),
    "an empty list": ("wrong-length", CARDS, ONE_CARD, ONE_CARD.replace("[slate, jasper, amber]", "‸[]"), ()),
    "no list": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("[slate, jasper, amber]", "‸slate"), ()),
    "a list for a number": ("wrong-type", CARDS, ONE_CARD, ONE_CARD.replace("worth: 3", "worth: ‸[3]"), ()),
    "no choice of the kind": ("unknown-variant", CARDS, FIRST, FIRST.replace("{skim: 1}", "{‸skip: 1}"), ()),
    "no bare choice": ("unknown-variant", CARDS, FIRST, FIRST.replace("{skim: 1}", "‸sleep"), ()),
    "a choice without its value": ("wrong-type", CARDS, FIRST, FIRST.replace("{skim: 1}", "‸skim"), ()),
    "two choices at once": ("wrong-type", CARDS, FIRST, FIRST.replace("{skim: 1}", "‸{skim: 1, drift: 1}"), ()),
    "a value where none is due": ("wrong-type", CARDS, FIRST, FIRST.replace("{skim: 1}", "{drift: ‸1}"), ()),
    "an id with capitals": ("bad-identifier", CARDS, FIRST, FIRST.replace("[slate]", "[‸Slate]"), ()),
    "an entry that is a list": ("wrong-type", "cards/pebbles/streams.yaml", "  name: {en: Mill Race}", "  ‸- x", ()),
    "a picture that is none": (
        "bad-picture-name",
        PEBBLES,
        "ink: amber\n  art: pebble.svg",
        "ink: amber\n  art: ‸a.gif",
        (),
    ),
    "a picture from elsewhere": (
        *("bad-picture-name", PEBBLES, "ink: amber\n  art: pebble.svg", "ink: amber\n  art: ‸../a.svg", ()),
    ),
    "a text without its language": ("wrong-type", PEBBLES, "{en: {name: Amber, one: piece of amber}}", "‸Amber", ()),
    "a language the game lacks": (
        *("unknown-language", CARDS, 'saying: {en: "Slide', 'saying: {‸de: Gleite, en: "Slide', ()),
    ),
    "an empty text": ("empty-text", CARDS, '"Slide first, look afterwards."', '‸""', ()),
    "no text at all": ("unquoted-text", CARDS, '"Slide first, look afterwards."', "‸~", ()),
    "a text that YAML takes for false": ("unquoted-text", CARDS, "{en: Otter Bank}", "{en: ‸no}", ()),
    "a text that YAML takes for a number": ("unquoted-text", CARDS, "{en: Otter Bank}", "{en: ‸1.10}", ()),
    "a text that YAML takes for a date": ("unquoted-text", CARDS, "{en: Otter Bank}", "{en: ‸2024-05-01}", ()),
    "words without a form": ("empty-text", PEBBLES, "{name: Amber, one: piece of amber}", "‸{}", ()),
    "a form no language has": ("unknown-form", PEBBLES, "{name: Amber, one:", "{name: Amber, ‸two: ambers, one:", ()),
    "a length without a unit": ("length-without-unit", FACES, "[3.5mm, 1.5mm, 18mm", "[3.5mm, ‸1.5, 18mm", ()),
    "a length that is none": ("wrong-type", FACES, "[3.5mm, 1.5mm, 18mm", "[3.5mm, ‸wide, 18mm", ()),
    "a closed word that is unknown": ("unknown-variant", FACES, "valign: bottom", "valign: ‸below", ()),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_one_mistake_is_one_finding_at_its_place(pebbles: GameCopy, breakage: str) -> None:
    name, file, old, new, also = BREAKAGES[breakage]
    where = pebbles.edit(file, old, new)
    pebbles.expect(name, where, also=also)
