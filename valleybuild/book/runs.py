"""The states of a game that was played to what an example's sentences may say of it: its start, its end, its moves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from valleybuild.scalars import closest
from valleybuild.views import TemplateFault

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_OWNED = re.compile(r"([a-z][a-z0-9-]*) (-?[0-9]{1,9})")


class Said(str):
    """What a line of a state says behind its key. Of "betty 1, matt 2" each name is an attribute with its number."""

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        owned = {found[1]: int(found[2]) for part in self.split(", ") if (found := _OWNED.fullmatch(part))}
        for id in (name, name.replace("_", "-")):
            if id in owned:
                return owned[id]
        raise TemplateFault("unknown-line", f'"{self}" says nothing of {name}', closest(name, owned))


class Situation:
    """A state by its lines: each is an attribute, a number where it says one. Hyphens may be written as underscores."""

    def __init__(self, lines: Mapping[str, str], other_keys: Mapping[str, str]) -> None:
        self._lines, self._other_keys = lines, other_keys

    def __getattr__(self, name: str) -> int | Said:
        if name.startswith("_"):
            raise AttributeError(name)
        for key in (name, name.replace("_", "-")):
            said = self._lines.get(self._other_keys.get(key, key))
            if said is not None:
                return int(said) if _WHOLE.fullmatch(said) else Said(said)
        raise TemplateFault("unknown-line", f'the state has no line "{name}"', closest(name, self._lines))


class Run:
    """A playthrough that was played. Where it has several situations, moves are counted through all of them."""

    def __init__(self, name: str, states: list[list[dict[str, str]]], other_keys: Mapping[str, str]) -> None:
        self._name, self._states, self._other_keys = name, states, other_keys

    @property
    def start(self) -> Situation:
        """The first state."""
        return Situation(self._states[0][0], self._other_keys)

    @property
    def end(self) -> Situation:
        """The last state."""
        return Situation(self._states[-1][-1], self._other_keys)

    def after(self, moves: int) -> Situation:
        """Return the state after so many moves; those that are refused do not count. Raises TemplateFault."""
        made = [state for states in self._states for state in states[1:]]
        if not isinstance(moves, int) or not 1 <= moves <= len(made):
            message = f"{self._name} has no state after {moves} moves: {len(made)} are made in it"
            raise TemplateFault("no-such-move", message, "count the moves that are made, from 1")
        return Situation(made[moves - 1], self._other_keys)

    def situation(self, number: int) -> Run:
        """Return the part of the playthrough that begins with its n-th situation, counted from 1."""
        if not isinstance(number, int) or not 1 <= number <= len(self._states):
            message = f"{self._name} has no situation {number}: there are {len(self._states)}"
            raise TemplateFault("no-such-move", message, "count the seeds and given states, from 1")
        return Run(self._name, [self._states[number - 1]], self._other_keys)
