"""The codes of findings by rule: in the rulebook, in play and in the rulings."""

from valleybuild.codes.model import Code

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

CODES: tuple[Code, ...] = (*_BOOK, *_PLAYED, *_RULINGS)
