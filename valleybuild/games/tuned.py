"""What a game's own package gives so that its win rates can be measured and kept: facts, other answers and things."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from valleybuild.games.playthrough import AnyRules
from valleybuild.model import Game
from valleybuild.project import Project


class OtherAnswer(msgspec.Struct, frozen=True):
    """A point on which the game can be played another way: its short name, what that way is, and the setup's keys."""

    name: str
    says: str
    setup: dict[str, str]


class Tuned(msgspec.Struct, frozen=True):
    """How a game is measured.

    `facts` gives all that a setup is played by, as frozen values: as long as they are the same, so are the games.
    `things` lists the things of a setup that a simulation notes, each with the verbs that say that it went undone; each
    time a thing comes into play ends with one of these verbs or with `done`.
    """

    facts: Callable[[AnyRules], object]
    other_answers: Callable[[Project, Game], tuple[OtherAnswer, ...]]
    things: Callable[[AnyRules], dict[str, tuple[str, ...]]]
    done: str
