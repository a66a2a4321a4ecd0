"""The codes of findings in what cards print: marks, rows, hazards, tokens and facts."""

from valleybuild.codes.model import Code

_MARKS = (
    Code(
        "HV01",
        "card-not-listed",
        "A card is marked with an expedition that does not list it.",
        "Players sort cards by the marks on them, and the expedition card says which ones to look for. Where the two "
        "differ, nobody knows what to shuffle in.",
        "Add the card to `cards` of the expedition, or take the expedition out of the card's `expeditions`.",
    ),
    Code(
        "HV02",
        "card-not-marked",
        "An expedition lists a card that is not marked with it.",
        "A card without the mark is left in the box, or, where it has no mark at all, is used in every expedition and "
        "need not be listed.",
        "Add the expedition to the card's `expeditions`, or take the card off the expedition's list.",
    ),
    Code(
        "HV03",
        "card-listed-twice",
        "An expedition lists a card more than once.",
        "There is only one of each card, so the second line sends players looking for a card that is not there.",
        "Delete one of the two lines.",
    ),
    Code(
        "HV04",
        "special-card",
        "The special cards differ from those of the rules: one is missing, there is one too many, or its marks differ.",
        "There are exactly five: Footbridge Fund for expedition 1, Village Meeting for 2 and 4, Sandbags for 2, Rope "
        "for 3 and 5, Last Can of Petrol for 5. The rulebook explains each of them.",
        "Give the five cards `special: true` and the expeditions named here, and no other card `special`.",
    ),
    Code(
        "HV05",
        "card-in-wrong-box",
        "A card of the base box is used by expeditions of Snow and Fog only, or a card of Snow and Fog by others.",
        "Whoever has the base box alone must be able to play with all of it and must lack nothing.",
        "Change the card's `box`, or the `expeditions` it is marked with.",
    ),
    Code(
        "HV06",
        "expedition-in-wrong-box",
        "An expedition stands in another box than the rules have it.",
        "Expeditions 1, 2 and 4 are the base game, 3 and 5 the expansion Snow and Fog; the texts of both boxes say so.",
        "Write `box: base` for 1, 2 and 4, and `box: snow-and-fog` for 3 and 5.",
    ),
)

_ROWS = (
    Code(
        "HV11",
        "rows-alike",
        "Both rows of a card ask for the same abilities.",
        "Two rows are a choice. With the same abilities nobody would ever take the dearer one.",
        "Let the second row ask for another pair of abilities, or leave it out.",
    ),
    Code(
        "HV12",
        "row-dominated",
        "A row asks for all that the other row asks for and more, and costs no less.",
        "Whoever can complete it can complete the other, so it would never be taken.",
        "Make the row cheaper than the other, or let it ask for other abilities.",
    ),
    Code(
        "HV13",
        "ability-repeated",
        "A row asks for the same ability twice.",
        "A row is a set of abilities: one helper with it covers both, so the second icon means nothing.",
        "Ask for another ability in its place, or delete it.",
    ),
    Code(
        "HV14",
        "one-ability-row",
        "A task, lead or hazard has a row that a single ability completes.",
        "Helping each other is what the game is about: only items may be had by one character alone.",
        "Let the row ask for two abilities.",
    ),
    Code(
        "HV15",
        "rows-or-fund",
        "A task has neither rows nor a fund, or has both.",
        "Without either it cannot be solved; with both, the card does not say which of them counts.",
        "Give it `rows`, or a `fund`.",
    ),
    Code(
        "HV16",
        "item-never-earned",
        "An item has no rows, and an expedition that uses it does not start with it in play.",
        "Lying on the map without rows it could never be earned.",
        "Give it rows, or name it in `starts` of every expedition that it is marked with.",
    ),
    Code(
        "HV17",
        "bad-start",
        "A card in play from the start is not of that expedition, or does not lie at one place or with one character.",
        "Setup has to say where the card is, and it has to be among the cards that are taken out of the box.",
        "Write either `with:` and a character or `at:` and a place of the map, and mark the card with the expedition.",
    ),
    Code(
        "HV18",
        "rallying-on-row",
        "A row asks for rallying.",
        "Rallying stands in for whatever ability a row lacks. Only Percy has it, and no card may need him.",
        "Ask for one of the abilities of the four neighbours.",
    ),
    Code(
        "HV19",
        "row-beyond-neighbours",
        "The four neighbours can complete no row of a card by their own abilities.",
        "A team without a single item has to be able to solve every card; items only make it easier.",
        "Let at least one row ask for driving, repairs, searching or first aid only.",
    ),
    Code(
        "HV20",
        "row-too-dear",
        "A row costs more effort than its helpers can ever have on one day.",
        "Effort is paid at once and does not carry over. Where everyone has tokens of their own, each of the others "
        "keeps at least one.",
        "Lower the row's cost to what the message names.",
    ),
    Code(
        "HV21",
        "row-beyond-team",
        "A team that may play an expedition can complete no row of a card there, whatever items it earns.",
        "Any three of the neighbours may play, where the vehicle has a driver. Abilities that they lack they borrow "
        "from items, two to each, and a row of several abilities takes two helpers.",
        "Let a row ask for other abilities, or add an item that this team can earn in that expedition.",
    ),
)

_OTHERS = (
    Code(
        "HV61",
        "hazard-without-protection",
        "A lasting hazard has no protection that can be had without solving it, in an expedition that uses it.",
        "Somebody has to be able to walk in unharmed; what the hazard itself leaves comes too late for that.",
        "Let an opportunity, or what another hazard leaves, protect from it in the same expeditions.",
    ),
    Code(
        "HV62",
        "protection-never-needed",
        "An item protects from a hazard that is never in play together with it.",
        "Nobody could ever use it.",
        "Name a hazard that is used in an expedition of the item.",
    ),
    Code(
        "HV63",
        "leaves-disagree",
        "A hazard and the item it leaves do not name each other.",
        "The hazard says which item to take, and the item's back says which hazard leaves it.",
        "Let `leaves` and `left-by` name each other.",
    ),
    Code(
        "HV64",
        "protection-beyond-team",
        "A team that may play an expedition can earn nothing there that protects from one of its lasting hazards.",
        "There is a protection, but this team can complete no row of it, or must solve the hazard first.",
        "Let the protection ask for abilities that every team has, or add another one.",
    ),
    Code(
        "HV71",
        "too-few-tokens",
        "Fewer tokens of some use are printed than a game can need.",
        "The tokens come on the sheets, and there is nothing else to take. Needed are the effort of the richest day, a "
        "day marker, a pawn for everybody and every vehicle, the circles of the fund, and Betty's reminder.",
        "Raise `count` of the token, or add the one that is missing.",
    ),
    Code(
        "HV81",
        "given-fact",
        "A value differs from what the publisher's rules give.",
        "The rules and their worked examples name some cards, people, routes and numbers; with other values the "
        "examples in the rulebook could not be played. The sign in brackets is the number of the rule or constraint.",
        "Change the value back. Where it is the rule that has changed, change the check's table with it.",
    ),
)

CODES: tuple[Code, ...] = (*_MARKS, *_ROWS, *_OTHERS)
