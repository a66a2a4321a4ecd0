"""The codes of findings in maps and expeditions."""

from valleybuild.codes.model import Code

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

CODES: tuple[Code, ...] = (*_MAPS, *_EXPEDITIONS)
