"""The loaded game to charts of what depends on what: for each expedition its abilities, cards, gains and goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from valleybuild.dependencies.model import Block, Chart, Column, Line, Link
from valleybuild.games.home_valley.content import (
    RALLYING,
    Card,
    Expedition,
    Row,
    Valley,
    protections,
    read_valley,
    reference,
    variant,
)
from valleybuild.model import Entry, Game, Record, Ref
from valleybuild.views import Lens

WORDS = "dependency-map"
STAMPS, GOAL, OTHERS, FUND = "stamps", "goal", "others", "fund"
NEUTRAL, GAIN, TURN, SAFE = "slate", "ochre", "bark", "moss"
SHARES = ((35.0, 11.0), (68.0, 15.0), (38.0, 6.0), (21.0, 0.0))
"""How wide the columns and the gaps behind them are."""


class Side(msgspec.Struct, frozen=True):
    """A side of a card that is solved for itself: its id, its name, its rows, and whether it is a lead's task side."""

    id: str
    name: str
    card: Card
    rows: tuple[Row, ...]
    task_side: bool = False

    @property
    def pair(self) -> tuple[str, ...]:
        """The abilities it is listed by: those of the first row that asks for two."""
        row = next((row for row in self.rows if len(row.abilities) > 1), self.rows[0])
        return tuple(sorted(row.asked))


class Teller:
    """What tells an expedition's dependencies in one language."""

    def __init__(self, valley: Valley, expedition: Expedition, lens: Lens) -> None:
        self.valley, self.expedition, self.lens = valley, expedition, lens
        self.words: Any = lens.entry(WORDS)
        self.abilities = [entry for entry in valley.game.of_kind("ability") if entry.id != RALLYING]
        # Rallying too: that it stands on a row is a mistake, but one for the checks to report.
        self.order = {entry.id: number for number, entry in enumerate([*self.abilities, *self.rallying()])}
        self.cards = valley.used_in(expedition)
        self.hazards = [card for card in self.cards if card.entry.kind == "hazard"]
        self.items = [card.entry for card in self.cards if card.entry.kind == "opportunity"]
        left = {leaves.id for card in self.hazards if (leaves := reference(card.entry.record, "leaves"))}
        self.gained = [entry for entry in valley.game.of_kind("gained-item") if entry.id in left]
        self.links: list[Link] = []

    def name(self, id: str) -> str:
        """Return an entry's name."""
        return str(self.lens.entry(id))

    def icon(self, ability: str) -> str:
        """Return the icon of an ability, as markup."""
        return f"[{self.lens.entry(ability).icon}]"

    def ink(self, ability: str) -> str:
        """Return the ink of an ability."""
        return str(self.lens.entry(ability).ink)

    def icons(self, abilities: tuple[str, ...]) -> str:
        """Return the icons of abilities, in the order of the content."""
        return "".join(self.icon(id) for id in sorted(abilities, key=self.order.__getitem__))

    def chart(self) -> Chart:
        """Return the chart."""
        sides = list(self.sides())
        view = self.lens.entry(self.expedition.id)
        columns = (
            Column(str(self.words.abilities), *SHARES[0], tuple(self.ability_blocks())),
            Column(str(self.words.cards), *SHARES[1], tuple(self.card_blocks(sides)), free=True),
            Column(str(self.words.gives), *SHARES[2], tuple(self.gain_blocks(sides)), free=True),
            Column(str(self.words.goal), *SHARES[3], tuple(self.goal_blocks())),
        )
        return Chart(
            id=self.expedition.id,
            title=str(self.words.title),
            subtitle=str(view.name),
            icon=str(view.symbol),
            ink=str(view.ink),
            columns=columns,
            links=tuple(self.links),
            legend=tuple(str(text) for text in self.words.legend),
            place=self.expedition.entry.place,
        )

    def sides(self) -> Iterator[Side]:
        """Yield what can be solved by rows: tasks, leads and their task sides, opportunities and hazards."""
        listed = sorted(self.cards, key=lambda card: KINDS.index(card.entry.kind))
        for card in listed:
            if card.rows:
                yield Side(card.id, self.name(card.id), card, card.rows)
            if len(card.sides) > 1:
                view: Any = self.lens.entry(card.id).task
                yield Side(str(view.id), str(view.name), card, card.sides[1], task_side=True)
                self.links.append(Link(card.id, str(view.id), TURN))

    # Who and what brings an ability

    def ability_blocks(self) -> Iterator[Block]:
        """Yield a block for each ability: the characters who have it and the items that give it."""
        for ability in [*self.abilities, *self.rallying()]:
            people = [entry for entry in self.valley.game.of_kind("character") if is_of(entry, ability.id)]
            giving = [item for item in self.items if gives(item) == ability.id]
            lines = [Line(f"who-{entry.id}", f"<b>{self.name(entry.id)}</b>") for entry in people]
            if ability.id == RALLYING:
                lines.append(Line("any", str(self.words.any_ability)))
            lines += [Line(f"by-{item.id}", f"[hand] {self.name(item.id)}") for item in giving]
            title = f"{self.icon(ability.id)} {self.name(ability.id)}"
            yield Block(f"ability-{ability.id}", title, (self.ink(ability.id),), tuple(lines))

    def rallying(self) -> Iterator[Entry]:
        """Yield the ability that stands on no row."""
        for entry in self.valley.game.of_kind("ability"):
            if entry.id == RALLYING:
                yield entry

    # The cards to solve

    def card_blocks(self, sides: list[Side]) -> Iterator[Block]:
        """Yield a block for each pair of abilities, with the cards that ask for it, and one for a fund."""
        pairs = sorted({side.pair for side in sides}, key=lambda pair: sorted(self.order[id] for id in pair))
        for pair in pairs:
            mine = [side for side in sides if side.pair == pair]
            names = " + ".join(f"{self.icon(id)} {self.name(id)}" for id in sorted(pair, key=self.order.__getitem__))
            id = "-".join(("pair", *pair))
            inks = tuple(self.ink(ability) for ability in sorted(pair, key=self.order.__getitem__))
            yield Block(id, names, inks, tuple(self.line(side) for side in mine))
            self.links += [Link(f"ability-{ability}", id, self.ink(ability)) for ability in pair]
            if any(is_task(side) for side in mine):
                self.links.append(Link(id, STAMPS, GAIN))
        for card in self.cards:
            fund = card.entry.record.fields.get("fund")
            if isinstance(fund, Record):
                effort, circles = fund.fields["effort"], fund.fields["circles"]
                line = Line(card.id, f"[stamp] {self.name(card.id)}", f"{circles} × {effort}[effort]")
                yield Block(FUND, str(self.words.everyone), (NEUTRAL,), (line,))
                self.links.append(Link(FUND, STAMPS, GAIN))

    def line(self, side: Side) -> Line:
        """Write a card: its sign, its name, what it gives, and its effort by this pair and by the other row."""
        mine = next(row for row in side.rows if tuple(sorted(row.asked)) == side.pair)
        others = [row for row in side.rows if row is not mine]
        tail = f"<b>{mine.effort}</b>[effort]"
        tail += "".join(f" | {self.icons(tuple(row.asked))} {row.effort}" for row in others)
        given = gives(side.card.entry)
        return Line(side.id, f"{sign(side)} {side.name}{' ' + self.icon(given) if given else ''}", tail)

    # What comes of them

    def gain_blocks(self, sides: list[Side]) -> Iterator[Block]:
        """Yield what solving gives: stamps, what protects from each hazard, other items, and what happens at once."""
        yield self.stamp_block(sides)
        for hazard in self.hazards:
            lines = tuple(self.protection_lines(hazard))
            if lines:
                lasting = "[stays]" if hazard.entry.record.fields.get("lasting") is True else "[weakened]"
                yield Block(f"safe-{hazard.id}", f"{lasting} {self.name(hazard.id)}", (SAFE,), lines)
        yield from self.other_items()
        instants = [card for card in self.cards if card.entry.kind == "instant"]
        if instants:
            lines = tuple(Line(card.id, f"[instant] {self.name(card.id)}") for card in instants)
            yield Block("instants", str(self.words.instants), (NEUTRAL,), lines)

    def stamp_block(self, sides: list[Side]) -> Block:
        """Count the stamps that tasks, leads and a fund are worth."""
        tasks = [card for card in self.cards if card.entry.kind == "task"]
        leads = [card for card in self.cards if card.entry.kind == "lead"]
        lines = [
            Line(f"{STAMPS}-{kind}", self.lens.count(len(cards), kind), f"{sum(card.stamps for card in cards)} [stamp]")
            for kind, cards in (("task", tasks), ("lead", leads))
            if cards
        ]
        self.links.append(Link(STAMPS, GOAL, GAIN))
        stamp: Any = self.lens.entry("stamp")
        return Block(STAMPS, f"[stamp] {stamp.forms.plural}", (GAIN,), tuple(lines))

    def protection_lines(self, hazard: Card) -> Iterator[Line]:
        """Yield the items that protect from a hazard, with links from where each of them comes."""
        for item in [*self.items, *self.gained]:
            if hazard.id not in {safe.id for safe in protections(item)}:
                continue
            yield Line(f"safe-{hazard.id}-{item.id}", f"[protection] {self.name(item.id)}")
            left_by = reference(item.record, "left-by")
            self.links.append(Link(left_by.id if left_by else item.id, f"safe-{hazard.id}-{item.id}", SAFE))

    def other_items(self) -> Iterator[Block]:
        """Yield the items that give no ability and protect from nothing; some are in play from the start."""
        lines: list[Line] = []
        starts = {start.card.id: start.bearer or start.at for start in self.expedition.starts}
        for item in self.items:
            if gives(item) or protections(item):
                continue
            where = starts.get(item.id)
            shown = f"[hand] {self.name(item.id)}" + (f" ({self.name(where.id)})" if where else "")
            lines.append(Line(f"other-{item.id}", shown, rows=2 if where else 1))
            if where is None:
                self.links.append(Link(item.id, f"other-{item.id}", NEUTRAL))
        if lines:
            yield Block(OTHERS, str(self.words.other_items), (NEUTRAL,), tuple(lines))

    # The goal

    def goal_blocks(self) -> Iterator[Block]:
        """Yield the goal: stamps, the meeting point, and who has to be there; and the vehicle with its driver."""
        expedition = self.expedition
        ride = expedition.ride
        vehicle = self.valley.vehicles.get(ride.vehicle.id) if ride else None
        lines = [
            Line("goal-place", f"[meeting] {self.name(expedition.meeting_point.id)}", rows=2),
            Line("goal-people", str(self.words.everybody)),
        ]
        if vehicle is not None and vehicle.driver is not None:
            lines.append(Line("goal-vehicle", f"[vehicle] {self.name(vehicle.entry.id)}"))
        lines.append(Line("goal-sign", str(self.words.sign)))
        yield Block(GOAL, f"{expedition.stamps} [stamp]", (GAIN,), tuple(lines))
        if vehicle is not None:
            sign = "[vehicle]" if vehicle.driver else "[cable-car]"
            by = f"{self.icon(vehicle.driver.id)} {self.name(vehicle.driver.id)}" if vehicle.driver else ""
            line = Line("vehicle-driver", by or str(self.words.no_driver), rows=1 if by else 2)
            yield Block("vehicle", f"{sign} {self.name(vehicle.entry.id)}", (NEUTRAL,), (line,))
            if vehicle.driver is not None:
                self.links.append(Link("vehicle", GOAL, NEUTRAL))


KINDS = ("task", "lead", "opportunity", "hazard", "instant")


def tell_dependencies(game: Game, lens: Lens) -> tuple[Chart, ...]:
    """Return a chart for each expedition; none where the game lacks the words for them."""
    if WORDS not in game.entries:
        return ()
    valley = read_valley(game)
    return tuple(Teller(valley, expedition, lens).chart() for expedition in valley.expeditions)


def is_of(character: Entry, ability: str) -> bool:
    """Say whether a character has an ability."""
    own = reference(character.record, "ability")
    return own is not None and own.id == ability


def gives(item: Entry) -> str:
    """Name the ability that an item gives, or ""."""
    given = variant(item, "effect", "ability")
    return given.id if isinstance(given, Ref) else ""


def is_task(side: Side) -> bool:
    """Say whether solving a side is worth stamps."""
    return side.task_side or side.card.entry.kind == "task"


def sign(side: Side) -> str:
    """Return what stands before a card's name: what kind of card it is."""
    match side.card.entry.kind:
        case "lead" if not side.task_side:
            return "[lead]"
        case "task" | "lead":
            return "[stamp]" * side.card.stamps
        case "opportunity":
            return "[hand]"
        case _:
            lasting = side.card.entry.record.fields.get("lasting") is True
            return "[stays]" if lasting else "[weakened]"
