"""The game Ferry with rules of its own, and an example in its book that is played."""

from __future__ import annotations

import pytest

from tests.book.ferrying import EXAMPLE, RULES
from tests.conftest import GameCopy

CARGO = "rules/ferry/chapters/cargo.yaml"
PLAYED = """blocks:
  - example:
      playthrough: over
      text:
        en: "At first {{ run.start.purse.ann }}, in the end {{ run.end.purse.ann }} and {{ run.end.coins.ben_jay }}."
        cs: "Nejdřív {{ run.start.purse.ann }}, nakonec {{ run.end.purse.ann }} a {{ run.end.coins.ben_jay }}."
"""


@pytest.fixture
def ferry(duo: GameCopy, monkeypatch: pytest.MonkeyPatch) -> GameCopy:
    """Copy the game Ferry, give it rules, and let the first example of its second chapter be played."""
    monkeypatch.setattr("valleybuild.workshop.find_rules", lambda *names: RULES)
    duo.write("rules/ferry/examples/over.txt", EXAMPLE)
    duo.edit(CARGO, "blocks:\n", PLAYED)
    return duo
