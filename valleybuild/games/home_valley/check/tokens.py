"""Tokens: as many are printed as any game needs (P-16)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.content import Valley, integer, place_of, read_valley, reference, variant
from valleybuild.model import Choice, Entry, Game, Record
from valleybuild.problem import Place, Problem

_KINDS = ("token", "character", "vehicle", "expedition", "task", "instant")


class Need(msgspec.Struct, frozen=True):
    """So many tokens of a use, with `who` for that character or vehicle; `place` is what asks for them."""

    what: str
    use: str
    who: str
    count: int
    place: Place


def check_tokens(subject: Subject) -> Iterator[Problem]:
    """Check that enough tokens of every use are printed."""
    valley = read_valley(subject.game)
    if not valley.knows(*_KINDS):
        return
    tokens = subject.game.of_kind("token")
    for need in _needs(valley):
        matching = [token for token in tokens if _serves(token, need)]
        printed = sum(integer(token.record, "count") or 0 for token in matching)
        if printed < need.count:
            message = f"{need.count} {need.what} needed, {printed} printed"
            where = place_of(matching[-1], "count") if matching else need.place
            yield Problem("too-few-tokens", where, message, "print more of them", path=f"token.{need.use}")


def _serves(token: Entry, need: Need) -> bool:
    who = reference(token.record, "who")
    return token.record.fields.get("use") == need.use and (not need.who or (who is not None and who.id == need.who))


def _needs(valley: Valley) -> Iterator[Need]:
    game = valley.game
    yield from _effort(valley)
    yield Need("day tokens are", "day", "", 1, game.place)
    for entry in (*game.of_kind("character"), *game.of_kind("vehicle")):
        yield Need(f"pawns of {entry.id} are", "pawn", entry.id, 1, entry.place)
    yield from _circles(game)
    for entry in game.of_kind("character"):
        advantages = entry.record.fields.get("advantages")
        for advantage in advantages if isinstance(advantages, tuple) else ():
            if isinstance(advantage, Choice) and advantage.tag == "far-effort":
                yield Need(f"reminders of {entry.id}'s Helping hand are", "reminder", "", 1, advantage.place)


def _effort(valley: Valley) -> Iterator[Need]:
    """Count the effort of the richest day: the most that an expedition gives, and what one instant adds."""
    if not valley.expeditions:
        return
    richest = max(valley.expeditions, key=lambda expedition: max(expedition.effort, expedition.shared_effort or 0))
    gifts = [variant(entry, "event", "more-effort") for entry in valley.game.of_kind("instant")]
    more = max((gift for gift in gifts if isinstance(gift, int)), default=0)
    count = max(richest.effort, richest.shared_effort or 0) + more
    yield Need("effort tokens are", "effort", "", count, place_of(richest.entry, "effort"))


def _circles(game: Game) -> Iterator[Need]:
    """Ask for a circle of each character, or where circles are nobody's own for as many as a fund takes (R-134)."""
    for task in game.of_kind("task"):
        fund = task.record.fields.get("fund")
        circles = integer(fund, "circles") if isinstance(fund, Record) else None
        if circles is None:
            continue
        yield Need("circles of the fund are", "circle", "", circles, place_of(task, "fund"))
        owned = any(_is_circle(token) and reference(token.record, "who") for token in game.of_kind("token"))
        for character in game.of_kind("character") if owned else ():
            yield Need(f"circles of {character.id} are", "circle", character.id, 1, character.place)


def _is_circle(token: Entry) -> bool:
    return token.record.fields.get("use") == "circle"
