"""Wishes such as `player=family,expedition=2` or `stale` to the rows that fit them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from valleybuild.scalars import closest
from valleybuild.tuning.setups import Key
from valleybuild.tuning.targets import Row

WORDS = ("stale", "figures", "other-answers")
"""What a wish says without a value."""


def choose(rows: Sequence[Row], wishes: Sequence[str], *, current: Collection[Key]) -> tuple[Row, ...]:
    """Return the rows that fit all parts of any of the wishes. Raises ValueError for a part that says nothing."""
    read = [_read(wish, rows) for wish in wishes]
    return tuple(row for row in rows if any(all(_fits(row, *part, current) for part in wish) for wish in read))


def _read(wish: str, rows: Sequence[Row]) -> list[tuple[str, str]]:
    keys = ("player", "other-answer", *dict.fromkeys(key for row in rows for key in row.setup))
    parts = []
    for part in filter(None, (part.strip() for part in wish.split(","))):
        key, sign, value = part.partition("=")
        if key not in (keys if sign else WORDS):
            known = (*(f"{key}=" for key in keys), *WORDS)
            raise ValueError(f'there is nothing to choose by "{part}"; {closest(part, known)}')
        parts.append((key, value))
    if not parts:
        raise ValueError("a choice is empty; write player=family, say")
    return parts


def _fits(row: Row, key: str, value: str, current: Collection[Key]) -> bool:
    match key:
        case "stale":
            return row.key not in current
        case "figures":
            return not row.other_answer
        case "other-answers":
            return bool(row.other_answer)
        case "player":
            return row.player == value
        case "other-answer":
            return row.other_answer == value
        case _:
            return row.setup.get(key) == value
