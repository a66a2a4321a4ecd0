"""Pebbles' own knowledge: how it is set up and played, and by whom."""

from pebbles_rules.opening import open_rules
from pebbles_rules.players import Dabbler, Wader, measure_game, note_cards
from valleybuild.games import Rules

RULES = Rules(
    open=open_rules,
    unshown=("bag",),
    players={"wader": Wader, "dabbler": Dabbler},
    note=note_cards,
    measure=measure_game,
)
