"""What nobody knows yet, imagined: decks shuffled anew, other dice, hidden cards exchanged; then the next morning."""

from __future__ import annotations

from msgspec.structs import replace

from valleybuild.games.home_valley.engine.apply import apply_move
from valleybuild.games.home_valley.engine.legal import legal_moves
from valleybuild.games.home_valley.engine.luck import draw, shuffled
from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.state import Phase, State
from valleybuild.games.home_valley.engine.table import CardKind, Table


def imagined(table: Table, state: State, key: int, sample: int) -> State:
    """Return a state with the decks and the dice of one sample. The key is the planner's own, not the game's seed."""
    seed = draw(key, state.day, "imagined", sample)
    return replace(
        state,
        seed=seed,
        tasks=_shuffled(table, seed, "tasks", state.tasks),
        others=_shuffled(table, seed, "others", state.others),
    )


def _shuffled(table: Table, seed: int, deck: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(table.card_numbers[id] for id in shuffled(seed, deck, (table.cards[card] for card in cards)))


def _drawn(table: Table, seed: int, names: list[str]) -> list[int]:
    return [table.card_numbers[id] for id in shuffled(seed, "hidden", names)]


def without_knowing(table: Table, state: State, key: int) -> State:
    """Exchange the cards that lie face down for some that they could be; which they are has no say in it."""
    hidden = sorted((lying.place, lying) for lying in state.cards if lying.hidden)
    if not hidden:
        return state
    possible = {lying.card for _, lying in hidden}
    possible |= {card for card in state.others if table.kind[card] is CardKind.OPPORTUNITY}
    names = sorted(table.cards[card] for card in possible)
    drawn = _drawn(table, draw(key, state.day, "hidden", 0), names)
    known = tuple(lying for lying in state.cards if not lying.hidden)
    guessed = [lying._replace(card=card) for (_, lying), card in zip(hidden, drawn, strict=False)]
    left = sorted(drawn[len(hidden) :])
    rest = sorted(card for card in state.others if card not in possible)
    return replace(state, cards=tuple(sorted((*known, *guessed))), others=(*left, *rest))


def next_morning(table: Table, state: State) -> State:
    """End a day and go on to the next, with plain choices where something is asked, or to the end of the game."""
    return chosen_plainly(table, apply_move(table, state, Move(MoveKind.DAY_ENDS)))


def chosen_plainly(table: Table, state: State) -> State:
    """Go on to the day with plain choices where something is asked before it."""
    while state.phase in (Phase.MEETING, Phase.DUTY, Phase.POINTING):
        state = apply_move(table, state, plain_choice(table, state))
    return state


def plain_choice(table: Table, state: State) -> Move:
    """Choose in the morning without a search: refresh before turning, share out evenly, point where one stands."""
    moves = legal_moves(table, state)
    match state.phase:
        case Phase.DUTY:
            return min(moves, key=lambda move: (max(move.payment) - min(move.payment), move))
        case Phase.POINTING:
            character = len(state.pointed)
            return next(move for move in moves if move.place == state.places[character])
        case _:
            return moves[0]
