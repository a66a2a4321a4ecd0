"""Some characters and a place to the cheapest way to bring them there, and to the moves on that way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from valleybuild.games.home_valley.engine.moves import Move, MoveKind
from valleybuild.games.home_valley.engine.moving import WALK_COST, can_drive, ride_cost
from valleybuild.games.home_valley.engine.state import State, Turn
from valleybuild.games.home_valley.engine.table import Table
from valleybuild.games.home_valley.players.distances import FAR, Distances, measure
from valleybuild.games.protocol import IllegalMoveError, Rules


class Errand(NamedTuple):
    """How a group gets to a place. `driver` is -1 where all walk; the riders are picked up and set down together."""

    cost: int
    group: tuple[int, ...]
    target: int
    driver: int = -1
    riders: tuple[int, ...] = ()
    pick_up: int = -1
    set_down: int = -1
    with_vehicle: bool = False


class Atlas:
    """The distances of one setup, measured once for each set of dangers."""

    __slots__ = ("_known", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._known: dict[tuple[frozenset[int], int, int], Distances] = {}

    def distances(self, state: State, driver: int = -1, *, wary: bool = True) -> Distances:
        """Return what the ways cost now, for the rides of a driver; the wary count a lasting hazard as a detour."""
        dangers = frozenset(lying.place for lying in state.cards if wary and lying.turn == Turn.LASTING)
        reach = self.table.longest_ride(driver) if driver >= 0 else self.table.reach
        key = (dangers, ride_cost(self.table, state), reach)
        if key not in self._known:
            self._known[key] = measure(self.table, *key)
        return self._known[key]


def bring(
    atlas: Atlas,
    state: State,
    group: tuple[int, ...],
    target: int,
    *,
    with_vehicle: bool = False,
    all_stops: bool = False,
    wary: bool = True,
) -> Errand:
    """Find the cheapest way to bring a group to a place, the vehicle too if it is needed there.

    Somebody outside the group may drive. The vehicle picks up where it or one of the group stands or, with
    `all_stops`, anywhere. A cost of FAR or more means that there is no way.
    """
    table = atlas.table
    walks = atlas.distances(state, wary=wary).walks
    on_foot = {member: walks[state.places[member]][target] for member in group}
    best = Errand(FAR if with_vehicle else sum(on_foot.values()), group, target)
    if not table.vehicle:
        return best
    stops = range(len(table.places)) if all_stops else {state.vehicle, *(state.places[member] for member in group)}
    for driver in range(len(state.places)):
        if can_drive(table, state, driver) and walks[state.places[driver]][state.vehicle] < FAR:
            known = atlas.distances(state, driver, wary=wary)
            for pick_up in stops:
                if known.rides[state.vehicle][pick_up] < FAR:
                    found = _by_vehicle(table, state, known, on_foot, driver, pick_up, target, with_vehicle)
                    best = min(best, found, key=lambda errand: errand.cost)
    return best


def _by_vehicle(
    table: Table,
    state: State,
    known: Distances,
    on_foot: dict[int, int],
    driver: int,
    pick_up: int,
    target: int,
    with_vehicle: bool,
) -> Errand:
    """Find the cheapest errand with this driver who picks up riders at this place, over where they get off."""
    group = tuple(on_foot)
    approach = known.walks[state.places[driver]][state.vehicle] + known.rides[state.vehicle][pick_up]
    others = [member for member in group if member != driver]
    best = Errand(FAR, group, target)
    for set_down in range(len(table.places)):
        ride = known.rides[pick_up][set_down]
        afoot = known.walks[set_down][target]
        last = afoot if driver in on_foot else 0
        if with_vehicle:
            last = known.rides[set_down][target]
        if ride + afoot + last >= FAR:
            continue
        saved = sorted(
            (known.walks[state.places[member]][pick_up] + afoot - on_foot[member], member) for member in others
        )
        cost = approach + last + sum(on_foot[member] for member in others)
        for count in range(len(saved) + 1):
            trips = max(-(-count // max(table.seats - 1, 1)), int(driver in on_foot or with_vehicle))
            cost += saved[count - 1][0] if count else 0
            total = cost + max(2 * trips - 1, 0) * ride
            if total < best.cost and (trips or count):
                riders = tuple(member for _, member in saved[:count])
                best = Errand(total, group, target, driver, riders, pick_up, set_down, with_vehicle)
    return best


class Trial:
    """Moves tried out from a state on: what has been done so far, and where it leads."""

    __slots__ = ("moves", "rules", "state", "table")

    def __init__(self, rules: Rules[State, Move, Any], table: Table, state: State) -> None:
        self.rules, self.table, self.state = rules, table, state
        self.moves: list[Move] = []

    def do(self, move: Move) -> bool:
        """Make a move if it is legal."""
        try:
            self.state = self.rules.apply(self.state, move)
        except IllegalMoveError:
            return False
        self.moves.append(move)
        return True

    def paid_by(self, payer: int, cost: int, move: Move) -> bool:
        """Make a move; where its payer has too little, whoever stands beside it helps out with a token."""
        if self.do(move):
            return True
        while self.table.own and self.state.effort[payer] < cost:
            near = [other for other, place in enumerate(self.state.places) if place == self.state.places[payer]]
            near.sort(key=lambda other: (-self.state.effort[other], other))
            gifts = (Move(MoveKind.GIFT, other, target=payer) for other in near if self.state.effort[other] > 1)
            if not any(self.do(gift) for gift in gifts):
                return False
        return self.do(move)

    def walk(self, atlas: Atlas, walker: int, target: int) -> bool:
        """Walk as far as the effort goes; say whether the target was reached."""
        while (here := self.state.places[walker]) != target:
            known = atlas.distances(self.state)
            if known.walks[here][target] >= FAR:
                return False
            if self.state.aboard >> walker & 1:
                self.do(Move(MoveKind.LEAVE, walker))
            if not self.paid_by(walker, WALK_COST, Move(MoveKind.WALK, walker, place=known.next_steps[here][target])):
                return False
        return True

    def ride(self, atlas: Atlas, driver: int, target: int) -> bool:
        """Drive as far as the effort goes, with those inside; say whether the target was reached."""
        while (here := self.state.vehicle) != target:
            known = atlas.distances(self.state, driver)
            leg = known.ride_legs.get((here, known.next_stops[here][target]))
            cost = ride_cost(self.table, self.state)
            if leg is None or not self.paid_by(driver, cost, Move(MoveKind.RIDE, driver, path=leg)):
                return False
        return True

    def seat(self, wanted: Iterable[int]) -> bool:
        """Let these sit in the vehicle and nobody else."""
        passengers = tuple(wanted)
        for character in range(len(self.state.places)):
            if self.state.aboard >> character & 1 and character not in passengers:
                self.do(Move(MoveKind.LEAVE, character))
        return all(
            self.state.aboard >> character & 1 or self.do(Move(MoveKind.BOARD, character)) for character in passengers
        )


def run(trial: Trial, atlas: Atlas, errand: Errand) -> bool:
    """Run an errand as far as the effort goes; say whether everybody has arrived."""
    driven = errand.driver < 0 or _drive(trial, atlas, errand)
    arrived = driven
    for member in errand.group:
        if member == errand.driver and errand.with_vehicle:
            continue
        if driven or member not in (errand.driver, *errand.riders):
            arrived = trial.walk(atlas, member, errand.target) and arrived
    return arrived


def _drive(trial: Trial, atlas: Atlas, errand: Errand) -> bool:
    """Let the driver fetch the riders, trip by trip, and take the vehicle where it is needed."""
    driver, waiting = errand.driver, list(errand.riders)
    ready = True
    for rider in errand.riders:  # each goes as far as it can, whether or not the others get there
        ready = trial.walk(atlas, rider, errand.pick_up) and ready
    if not trial.state.aboard >> driver & 1 and not trial.walk(atlas, driver, trial.state.vehicle):
        return False
    seats = max(trial.table.seats - 1, 1)
    while True:
        away = trial.state.vehicle != errand.pick_up
        if away and not (trial.seat((driver,)) and trial.ride(atlas, driver, errand.pick_up)):
            return False
        if waiting and not ready:
            return False
        inside, waiting = waiting[:seats], waiting[seats:]
        if not trial.seat((driver, *inside)) or not trial.ride(atlas, driver, errand.set_down):
            return False
        for rider in inside:
            trial.do(Move(MoveKind.LEAVE, rider))
        if not waiting:
            break
    return not errand.with_vehicle or trial.ride(atlas, driver, errand.target)
