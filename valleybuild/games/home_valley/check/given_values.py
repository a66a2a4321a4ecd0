"""The values that the publisher's rules fix, as tables; the source of each is the number of the rule or constraint."""

from __future__ import annotations

import msgspec


class Given(msgspec.Struct, frozen=True):
    """One fixed value: the entry's id (or an expedition's number), its kind, a dotted field ("": the kind alone)."""

    source: str
    id: str
    kind: str
    field: str
    value: object
    says: str


def _row(effort: int, *abilities: str) -> dict[str, object]:
    return {"abilities": frozenset(abilities), "effort": effort}


def _ids(*ids: str | int) -> frozenset[str | int]:
    return frozenset(ids)


_CARDS = (
    Given("C-04", "tractor-in-the-ditch", "hazard", "", None, "the Tractor in the Ditch is a hazard"),
    Given(
        *("C-08", "runaway-dog", "task", "rows"),
        (_row(2, "searching", "repairs"), _row(3, "searching", "first-aid")),
        "the Runaway Dog asks for searching and repairs for 2, or searching and first aid for 3",
    ),
    Given("C-08", "runaway-dog", "task", "stamps", 1, "the Runaway Dog is worth 1 stamp"),
    Given(
        *("C-09", "tree-across-the-road", "task", "rows.0", _row(2, "driving", "repairs")),
        "the first row of the Tree across the Road asks for driving and repairs for 2",
    ),
    Given("C-09", "tree-across-the-road", "task", "stamps", 1, "the Tree across the Road is worth 1 stamp"),
    Given(
        *("R-134", "footbridge-fund", "task", "fund", {"effort": 1, "circles": 4}),
        "a contribution to the Footbridge Fund costs 1, and four circles complete it",
    ),
    Given("R-135", "footbridge-fund", "task", "stamps", 1, "the Footbridge Fund is worth 1 stamp"),
    Given("C-19", "the-flu", "hazard", "lasting", True, "the Flu stays after expiring"),
    Given("R-117", "birthday", "instant", "expeditions", _ids(), "the Birthday is used in every expedition"),
    Given("R-118", "birthday", "instant", "event", ("discount", 1), "the Birthday makes solving cost 1 less"),
    Given("R-139", "village-meeting", "instant", "event", ("meeting", None), "the Village Meeting holds a meeting"),
)

_ITEMS = (
    Given("C-07", "pliers-and-wire", "opportunity", "effect", ("ability", "repairs"), "Pliers and Wire give repairs"),
    Given("W-14", "torch", "opportunity", "", None, "the Torch is an item"),
    Given(
        *("R-086", "old-alarm-clock", "opportunity", "effect", ("refresh", {"of": _ids("task", "lead")})),
        "the Old Alarm Clock makes an urgent task or lead fresh",
    ),
    Given("R-142", "sandbags", "opportunity", "effect", ("move-hazard", None), "the Sandbags move a hazard"),
    Given("R-145", "rope", "opportunity", "effect", ("follow", None), "the Rope pulls its carrier along"),
    Given(
        *("R-147", "last-can-of-petrol", "opportunity", "effect", ("steps", 2)),
        "the Last Can of Petrol moves its carrier 2 places",
    ),
    Given(
        *("C-18", "jar-of-honey", "opportunity", "effect", ("protects", _ids("the-flu"))),
        "the Jar of Honey protects from the Flu",
    ),
    Given(
        *("C-18", "linden-tea", "gained-item", "effect", ("protects", _ids("the-flu"))),
        "the Linden Tea protects from the Flu",
    ),
    Given(
        *("C-18", "beekeepers-gloves", "gained-item", "effect", ("protects", _ids("hornets-in-the-shed"))),
        "the Beekeeper's Gloves protect from the Hornets in the Shed",
    ),
    Given(
        *("C-18", "beekeepers-veil", "gained-item", "effect", ("protects", _ids("hornets-in-the-shed"))),
        "the Beekeeper's Veil protects from the Hornets in the Shed",
    ),
    Given("R-114", "the-flu", "hazard", "leaves", "linden-tea", "the Flu leaves the Linden Tea"),
    Given(
        *("R-114", "hornets-in-the-shed", "hazard", "leaves", "beekeepers-gloves"),
        "the Hornets in the Shed leave the Beekeeper's Gloves",
    ),
    Given(
        *("R-114", "beehives-on-the-road", "hazard", "leaves", "beekeepers-veil"),
        "the Beehives on the Road leave the Beekeeper's Veil",
    ),
)

_PEOPLE = (
    Given("F-01", "betty", "character", "ability", "driving", "Betty drives"),
    Given("F-02", "matt", "character", "ability", "repairs", "Matt repairs"),
    Given("F-03", "maggie", "character", "ability", "searching", "Maggie searches"),
    Given("F-04", "agnes", "character", "ability", "first-aid", "Agnes gives first aid"),
    Given(
        *("R-173", "betty", "character", "advantages", (("longer-ride", 1), ("far-effort", 1))),
        "advanced Betty rides 1 route further, or gives 1 effort to a neighbouring place",
    ),
    Given("R-175", "matt", "character", "advantages", (("free-mend", None),), "advanced Matt mends for free"),
    Given("R-176", "maggie", "character", "advantages", (("far-turn", None),), "advanced Maggie turns cards from afar"),
    Given("R-177", "agnes", "character", "advantages", (("free-heal", None),), "advanced Agnes heals for free"),
    Given("R-178", "percy", "character", "advantages", (("far-item", None),), "advanced Percy gives items from afar"),
)

_WAYS = (
    Given("R-090", "badger", "vehicle", "seats", 2, "the Badger seats 2"),
    Given("R-091", "badger", "vehicle", "cost", 1, "a ride costs 1"),
    Given("R-091", "badger", "vehicle", "driver", "driving", "the Badger needs somebody who can drive"),
    Given("R-094", "badger", "vehicle", "damaged-cost", 2, "a ride in the damaged Badger costs 2"),
    Given("R-090", "cable-car", "vehicle", "seats", 2, "the cabin of the cable car seats 2"),
    Given("R-100", "cable-car", "vehicle", "cost", 1, "a ride in the cable car costs 1"),
    Given("R-100", "cable-car", "vehicle", "driver", None, "anyone inside may work the cable car"),
    Given("R-064", "road", "route", "walk", True, "people may walk along a road"),
    Given("R-064", "road", "route", "drive", True, "the Badger may drive along a road"),
    Given("R-065", "footpath", "route", "walk", True, "people may walk along a footpath"),
    Given("R-065", "footpath", "route", "drive", False, "nothing drives along a footpath"),
    Given("R-066", "ford", "route", "walk", False, "nobody walks across a ford or along the cable"),
    Given("R-066", "ford", "route", "drive", True, "vehicles cross a ford or run along the cable"),
)

_SCENARIOS = (
    Given("R-182", "introduction", "scenario", "stamps", -1, "the Introduction asks for 1 stamp less"),
    Given("R-182", "split-team", "scenario", "stamps", 0, "Split team is what the expedition cards count for"),
    Given("R-182", "hidden-cards", "scenario", "stamps", 0, "Hidden cards asks for no other number of stamps"),
    Given("R-182", "team-trial", "scenario", "stamps", 1, "the Team trial asks for 1 stamp more"),
    Given(
        *("R-184", "introduction", "scenario", "not-with", _ids(2, 4)),
        "the Introduction is not played with expeditions 2 and 4",
    ),
    Given("R-183", "introduction", "scenario", "extras.0.expedition", 1, "the Introduction changes expedition 1"),
    Given("C-10", "introduction", "scenario", "extras.0.days", 7, "in the Introduction expedition 1 lasts 7 days"),
    Given("R-183", "introduction", "scenario", "extras.0.seats", 4, "in the Introduction the Badger seats 4"),
    Given("A-41", "hidden-cards", "scenario", "discovery", True, "Hidden cards are laid face down"),
    Given("A-41", "team-trial", "scenario", "sides", "advanced", "the Team trial is played with the advanced sides"),
)

GIVEN: tuple[Given, ...] = (*_CARDS, *_ITEMS, *_PEOPLE, *_WAYS, *_SCENARIOS)


def _expedition(source: str, number: int, field: str, value: object, says: str) -> Given:
    return Given(source, str(number), "expedition", field, value, f"{says} in expedition {number}")


def _start(number: int, *starts: dict[str, str]) -> Given:
    says = "the cards in play from the start are those the rules name,"
    return _expedition("R-032", number, "starts", starts or _ids(), says)


_MEETING_POINTS = ((1, "timber-yard"), (2, "railway-halt"), (3, "mountain-pass"), (4, "foresters-lodge"), (5, "chapel"))

EXPEDITIONS: tuple[Given, ...] = (
    *(
        _expedition("chapter 9", number, "meeting-point", place, f"the meeting point is {place}")
        for number, place in _MEETING_POINTS
    ),
    _expedition("C-10", 1, "days", 6, "there are 6 days"),
    _expedition("C-10", 1, "stamps", 9, "9 stamps are asked for"),
    *(_expedition("R-040", number, "effort", 8, "the day's effort is 8") for number in (1, 3, 5)),
    *(_expedition("R-040", number, "effort-mode", "shared", "effort is shared") for number in (1, 3, 5)),
    *(_expedition("R-046", number, "effort", 10, "the day's effort is 10") for number in (2, 4)),
    *(_expedition("R-046", number, "effort-mode", "own", "everyone has effort of their own") for number in (2, 4)),
    _expedition("R-061", 2, "shared-effort", 8, "a shared pool has 8 effort"),
    *(_expedition("R-026", number, "vehicle.vehicle", "badger", "the vehicle is the Badger") for number in (1, 2, 4)),
    *(
        _expedition("R-026", number, "vehicle.start", "village-green", "the Badger starts at the Village Green")
        for number in (1, 2, 4)
    ),
    _expedition("R-027", 3, "vehicle.vehicle", "cable-car", "the vehicle is the cable car"),
    _expedition("R-027", 3, "vehicle.start", "bottom-station", "the cabin starts at Bottom Station"),
    _expedition("R-028", 5, "vehicle", None, "there is no vehicle"),
    _start(1),
    _start(2, {"card": "sandbags", "with": "betty"}),
    _start(3),
    _start(4),
    _start(5, {"card": "last-can-of-petrol", "at": "village-green"}),
)

RANGES = {1: 2, 2: 3, 3: 1, 4: 2}
"""How many routes a ride may be long in each expedition with a vehicle (R-092, R-102)."""
