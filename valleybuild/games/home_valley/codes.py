"""The codes of Home Valley's own findings: marks, rows, maps, expeditions, hazards, tokens, facts, play, rulings."""

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

_MAPS = (
    Code(
        "HV31",
        "die-number-twice",
        "A die number of one colour stands at two places of a map, or twice at one.",
        "A roll has to lead to a single place.",
        "Give one of the places another number, or none.",
    ),
    Code(
        "HV32",
        "no-die-numbers",
        "A map has no number of one colour at all.",
        "Cards of that colour could never be laid, and players would roll for ever.",
        "Spread the numbers 1 to 6 of that colour over the places.",
    ),
    Code(
        "HV33",
        "exit-into-nothing",
        "A route leaves a place card on a side where no card lies.",
        "A printed route must lead somewhere, or people will look for the missing card.",
        "Take the route away, or lay a card there.",
    ),
    Code(
        "HV34",
        "exit-unmet",
        "A route leaves a place card, and the card beside it shows none on that edge.",
        "Routes are travelled in both directions, so both cards have to show them.",
        "Add the route to the other card, or take it away.",
    ),
    Code(
        "HV35",
        "exit-kinds-differ",
        "Two place cards show different kinds of route on the edge between them.",
        "Nobody could tell whether the Badger may drive there.",
        "Write the same kind of route on both cards.",
    ),
    Code(
        "HV36",
        "map-ends",
        "A map does not begin with the Village Green, or does not end with the meeting point.",
        "Setup lays the cards in this order, and everybody starts at the first.",
        "Put the two cards in their places in `maps.yaml`.",
    ),
    Code(
        "HV37",
        "map-missing",
        "An expedition has no place cards.",
        "Without a map it cannot be played.",
        "Add its place cards to `maps.yaml`.",
    ),
    Code(
        "HV38",
        "place-twice-on-map",
        "A place lies twice on the map of one expedition.",
        "Texts speak of the place by its name, and then there would be two of them.",
        "Name another place on one of the cards, or delete it.",
    ),
    Code(
        "HV39",
        "place-out-of-reach",
        "A place with a die number, or the meeting point, cannot be reached by people from the Village Green.",
        "Cards laid there could not be solved, or the expedition could not be won. Rides count, as soon as people can "
        "walk to where the vehicle starts.",
        "Let a road or footpath lead there, or a ford or cable that the vehicle can use.",
    ),
    Code(
        "HV40",
        "vehicle-out-of-reach",
        "The vehicle does not start on the map, or cannot drive to the meeting point although it has to be there.",
        "The goal asks for everyone at the meeting point, the Badger included.",
        "Change where it starts, or let roads or fords lead to the meeting point.",
    ),
    Code(
        "HV41",
        "journey-impossible",
        "No legal walks and rides bring a member of some team, or the vehicle, to where it has to get.",
        "The routes may join and yet be of no use: with too few seats, or nobody to drive, people stay behind.",
        "Change the routes, the vehicle's seats or who can drive.",
    ),
)

_EXPEDITIONS = (
    Code(
        "HV51",
        "deck-runs-out",
        "A deck holds fewer cards than the longest setup of an expedition lays out.",
        "Two cards are laid at setup and one on every later day; instants are replaced by the next card and do not "
        "count. The rules have no reshuffling.",
        "Add cards to the deck, or shorten the expedition.",
    ),
    Code(
        "HV52",
        "too-few-leads",
        "An expedition has fewer than three leads.",
        "Setup lays three.",
        "Add leads without a mark, or leads marked with the expedition.",
    ),
    Code(
        "HV53",
        "stamps-out-of-reach",
        "An expedition asks for more stamps than its tasks and leads can give in some scenario, with two left over.",
        "It is an upper bound: every task laid and three leads solved in time. Without anything to spare only a game "
        "without a single miss could be won.",
        "Ask for fewer stamps, or let the expedition last longer.",
    ),
    Code(
        "HV54",
        "track-too-short",
        "The day track of a scenario card has fewer spaces than an expedition has days.",
        "The day marker would have nowhere to go.",
        "Lengthen `track` of the scenario, or shorten the expedition.",
    ),
    Code(
        "HV55",
        "rule-too-long",
        "A special rule on an expedition card has more than one sentence.",
        "The rules promise that each fits into one sentence, and the card has no room for more.",
        "Tighten it into one sentence, or split it into two rules.",
    ),
    Code(
        "HV56",
        "effort-too-short",
        "All the effort of an expedition's days is less than its stamps and the way to the meeting point must cost.",
        "It is a lower bound, in which every card is solved by its cheapest row and nobody takes a step for it.",
        "Ask for fewer stamps, or give the expedition more days or more effort.",
    ),
    Code(
        "HV57",
        "no-team",
        "No team of some size may play an expedition.",
        "Three, four or five characters play. Where a vehicle needs a driver the team has to have one, and who starts "
        "with a card has to be in it.",
        "Change the abilities of the characters, or what the expedition asks of them.",
    ),
    Code(
        "HV58",
        "split-impossible",
        "A morning's tokens are fewer than the characters.",
        "Morning duty gives everybody at least one token, so that nobody has to sit a day out.",
        "Raise the effort of the expedition.",
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

_PLAYED = (
    Code(
        "HV85",
        "certificate-fails",
        "A kept game that shows an expedition to be winnable no longer plays, no longer wins, or is no such game.",
        "There is a won game for each expedition, scenario and size of team. When a card, a map or a rule changes, "
        "these games tell at once whether the expeditions can still be won as they were.",
        "Take the change back, or make the games anew with the command of the hint, and look at the difference.",
    ),
    Code(
        "HV86",
        "certificate-missing",
        "An expedition can be won in some scenario with some size of team, but no won game of it is kept.",
        "A game that is kept is proof within a moment; without it the planner has to find one again every time.",
        "Make the games that are missing with the command of the hint.",
    ),
    Code(
        "HV87",
        "no-winning-line",
        "The planner wins an expedition in some scenario with some size of team not once.",
        "A game that cannot be won must not be printed. Thirty games do not prove that it cannot, but a family will "
        "not do better.",
        "Ask for fewer stamps, or give the expedition more days or more effort.",
    ),
    Code(
        "HV88",
        "dead-state",
        "A morning may come in an expedition on which nobody in the team can do anything.",
        "The days that are left would go by without a move.",
        "Let a road or a footpath lead away from the place, or give the vehicle another way.",
    ),
)

_RULINGS = (
    Code(
        "HV91",
        "unknown-switch",
        "A ruling names a switch that the rules engine does not have.",
        "The engine plays by the switches of the rulings. One that it does not know would change nothing, in silence.",
        "Write the switch as the engine has it, or leave `switch`, `value` and `other` out.",
    ),
    Code(
        "HV92",
        "missing-switch",
        "No ruling decides one of the switches of the rules engine.",
        "The engine would have to guess, and the rulebook would not tell the table how the game was tuned.",
        "Write a ruling with this `switch`, its `value` and the `other` one.",
    ),
    Code(
        "HV93",
        "ruling-twice",
        "Two rulings have the same number, or decide the same switch.",
        "The rulebook refers to a ruling by its number, and a switch can have only one value.",
        "Give one of the two another number or switch, or delete it.",
    ),
    Code(
        "HV94",
        "switch-values",
        "A ruling with a switch lacks one of its two values or has them alike, or one without a switch has values.",
        "The chosen value is what the engine plays by; the other is simulated beside it, to see what it changes.",
        "Write `value` and `other`, one of them true and one false, exactly where there is a `switch`.",
    ),
    Code(
        "HV95",
        "other-answer-unwon",
        "With the other answer of a ruling no game of some expedition is won.",
        "A table that has not read the rulings may well play by the other answer. It will find the game harder or "
        "easier, but it has to be able to win.",
        "Make the expedition easier, or settle the question on the card itself.",
    ),
)

_BOOK = (
    Code(
        "HV75",
        "unknown-rule",
        "A block of the rulebook says a rule, ruling or example with a number that there is not.",
        "The rule that was meant would count as unsaid, or be looked for in vain.",
        "Correct the number under `says`.",
    ),
    Code(
        "HV76",
        "rule-unsaid",
        "No block of the rulebook says a numbered rule.",
        "The engine plays by it, and nobody at the table could know it.",
        "Say the rule in the chapter it belongs to, and list its number under `says` of that block.",
    ),
    Code(
        "HV77",
        "example-untold",
        "The rulebook does not tell one of the worked examples.",
        "An example that is only played shows nobody how the rule works.",
        "Write an example with the playthrough, or list the number under `says` of the block that tells it.",
    ),
)

CODES: tuple[Code, ...] = (*_MARKS, *_ROWS, *_MAPS, *_EXPEDITIONS, *_OTHERS, *_BOOK, *_PLAYED, *_RULINGS)
