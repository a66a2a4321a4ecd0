"""States and moves of Pebbles to text, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pebbles_rules.river import River, State
from valleybuild.games.protocol import NotationError
from valleybuild.scalars import closest

NONE = "none"
SCOOP, WALK, GIVE = "scoop", "walk", "give"


def write_state(river: River, state: State, points: int) -> str:
    """Write a state, line by line."""
    lines = {"points": str(points), **dict(zip(river.streams, map(str, state.walked), strict=True))}
    lines |= {"hand": _list(state.hand), "scoops": str(state.scoops), "bag": _list(state.bag)}
    return "\n".join(f"{key}: {value}" for key, value in lines.items())


def _list(pebbles: tuple[str, ...]) -> str:
    return ", ".join(pebbles) or NONE


class _Line:
    """A line of a state, with its number."""

    def __init__(self, text: str, number: int) -> None:
        self.key, _, value = text.partition(":")
        self.value, self.number = value.strip(), number
        self.column = len(text) - len(value.lstrip()) + 1

    def wrong(self, message: str) -> NotationError:
        """Return the error of this line."""
        return NotationError(message, self.number, self.column)

    def number_up_to(self, most: int) -> int:
        """Read a number."""
        if not (self.value.isdecimal() and self.value.isascii() and len(self.value) < 4 and int(self.value) <= most):
            raise self.wrong(f'{self.key} is a number from 0 to {most}, not "{self.value}"')
        return int(self.value)

    def pebbles(self, river: River) -> tuple[str, ...]:
        """Read pebbles."""
        found = [] if self.value == NONE else [name.strip() for name in self.value.split(",")]
        for name in found:
            if name not in river.pebbles:
                raise self.wrong(f'there is no pebble "{name}"; {closest(name, river.pebbles)}')
        return tuple(found)


def read_state(river: River, text: str, count: Callable[[River, State], int]) -> State:
    """Read a state. Raises NotationError.

    Where nothing is said, no card is walked, all scoops are left, and the bag holds what is not in hand.
    """
    lines: dict[str, _Line] = {}
    known = ("points", *river.streams, "hand", "scoops", "bag")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        found = _Line(line.strip(), number)
        if found.key not in known or found.key in lines:
            what = "is said twice" if found.key in lines else f"is nothing here; {closest(found.key, known)}"
            raise NotationError(f'"{found.key}" {what}', number)
        lines[found.key] = found
    walked = tuple(
        lines[stream].number_up_to(len(cards)) if stream in lines else 0 for stream, cards in river.streams.items()
    )
    hand = tuple(sorted(lines["hand"].pebbles(river))) if "hand" in lines else ()
    scoops = lines["scoops"].number_up_to(river.config.scoops) if "scoops" in lines else river.config.scoops
    state = State(walked, hand, _read_bag(river, lines, hand), scoops)
    if "points" in lines and lines["points"].value != str(count(river, state)):
        raise lines["points"].wrong(f"the cards that are walked have {count(river, state)} points")
    return state


def _read_bag(river: River, lines: dict[str, _Line], hand: tuple[str, ...]) -> tuple[str, ...]:
    """Read the bag, and see that each pebble is in one place."""
    rest = Counter(river.pebbles)
    rest.subtract(hand)
    line = lines.get("bag") or lines.get("hand")
    if "bag" not in lines:
        bag = tuple(rest.elements())
    else:
        bag = lines["bag"].pebbles(river)
        rest.subtract(bag)
    wrong = [name for name, left in rest.items() if left < 0 or ("bag" in lines and left)]
    if wrong and line is not None:
        raise line.wrong(f"there are {river.pebbles[wrong[0]]} {wrong[0]} in all")
    return bag


def write_move(stream: str, given: str) -> str:
    """Write a move."""
    if not stream:
        return SCOOP
    return f"{WALK} {stream}" + (f", {GIVE} {given}" if given else "")


def read_move(river: River, text: str) -> tuple[str, str]:
    """Read the stream and the pebble that is given; "" for none. Raises NotationError."""
    if text == SCOOP:
        return "", ""
    first, comma, second = text.partition(", ")
    verb, _, stream = first.partition(" ")
    if verb != WALK:
        raise NotationError(f'one can {SCOOP} or {WALK}, not "{verb}"')
    if stream not in river.streams:
        raise NotationError(f'there is no stream "{stream}"', column=len(WALK) + 2)
    verb, _, given = second.partition(" ")
    if comma and (verb != GIVE or given not in river.pebbles):
        raise NotationError(f'a pebble is given, not "{second}"', column=len(first) + 3)
    return stream, given
