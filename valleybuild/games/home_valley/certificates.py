"""Certificates: won games kept as playthroughs, one for each expedition, scenario and number of characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from valleybuild.games.home_valley.content import Valley
from valleybuild.games.home_valley.engine.entrance import FEWEST, MOST
from valleybuild.games.players import Player
from valleybuild.games.playthrough import AnyRules, OpenRules, Playthrough, SetupError, StepKind, read_playthrough
from valleybuild.games.protocol import IllegalMoveError, NotationError, Outcome
from valleybuild.games.replay import run_playthrough
from valleybuild.problem import Place, Problem
from valleybuild.project import Project

MAKE_ANEW = "python -m tests.games.certificates"
"""What makes certificates of the shipped game."""
MOST_MOVES = 2000
"""After how many moves a search gives a game up."""
KEYS = ("expedition", "scenario", "characters")
"""What the setup of a certificate says, and all it says."""


class Combination(NamedTuple):
    """What there has to be a certificate for."""

    expedition: int
    scenario: str
    characters: int

    @property
    def setup(self) -> dict[str, str]:
        """Return the setup as a playthrough says it."""
        return dict(zip(KEYS, map(str, self), strict=True))

    @property
    def file(self) -> str:
        """Name the certificate's file, such as e2-split-team-4.txt."""
        return f"e{self.expedition}-{self.scenario}-{self.characters}.txt"


class Certificate(NamedTuple):
    """A certificate as it was played: what it shows to be winnable, or else the first thing that is at fault."""

    combination: Combination | None
    fault: Problem | None


def folder_of(game: str) -> str:
    """Return where a game's certificates are kept."""
    return f"tests/certificates/{game}"


def combinations_of(valley: Valley) -> Iterator[Combination]:
    """Yield all that can be played: each expedition in each scenario not refused with it, with every size of team."""
    for expedition in valley.expeditions:
        for scenario in valley.scenarios:
            if expedition.id not in {refused.id for refused in scenario.not_with}:
                for characters in range(FEWEST, MOST + 1):
                    yield Combination(expedition.number, scenario.entry.id, characters)


def read_certificates(
    project: Project, game: str, open_rules: OpenRules, *, expedition: int | None = None
) -> Iterator[Certificate]:
    """Read and play all certificates that are kept, or those of one expedition."""
    for playthrough, fault in _read(project, game):
        if fault is None and expedition not in (None, _combination(playthrough).expedition):
            continue
        fault = fault or find_fault(playthrough, open_rules)
        yield Certificate(None, fault) if fault else Certificate(_combination(playthrough), None)


def kept_playthroughs(project: Project, game: str) -> Iterator[Playthrough]:
    """Read the certificates that are kept, without playing them; what is none is left out."""
    for playthrough, fault in _read(project, game):
        if fault is None:
            yield playthrough


def _read(project: Project, game: str) -> Iterator[tuple[Playthrough, Problem | None]]:
    """Yield each file's playthrough, with what keeps it from being a certificate at first sight."""
    for file in project.list_files(folder_of(game), ".txt"):
        text, problems = project.read_text(file)
        playthrough = None
        if text is not None:
            playthrough, problems = read_playthrough(text, file)
        if playthrough is None:
            yield Playthrough(file, file, {}, ()), problems[0]
        else:
            yield playthrough, _find_disorder(playthrough)


def _combination(playthrough: Playthrough) -> Combination:
    said = {key: line.value for key, line in playthrough.setup.items()}
    return Combination(int(said["expedition"]), said["scenario"], int(said["characters"]))


def _find_disorder(playthrough: Playthrough) -> Problem | None:
    """Return what a playthrough has that a certificate has not, or lacks."""
    place, message = _disorder(playthrough)
    hint = "it says its setup and its seed, then moves, one a line, and `expect: won`"
    return Problem("certificate-fails", place, message, hint) if message else None


def _disorder(playthrough: Playthrough) -> tuple[Place, str]:
    lines, steps = playthrough.setup, playthrough.steps
    for key, line in lines.items():
        if key not in KEYS:
            return line.place, f"its setup says {key}"
        if key != "scenario" and not (line.value.isdecimal() and line.value.isascii() and len(line.value) < 10):
            return line.place, f"{key} is a number, not {line.value}"
    for key in KEYS:
        if key not in lines:
            return steps[0].place, f"its setup does not say {key}"
    kinds = (StepKind.SEED, *(StepKind.MOVE for _ in steps[2:]), StepKind.EXPECT)
    for step, kind in zip(steps, kinds, strict=False):
        if step.kind is not kind:
            return step.place, f"here should be the {kind.value}"
    if steps[-1].text != Outcome.WON.value:
        return steps[-1].place, f"it does not end with `expect: {Outcome.WON.value}`"
    return Place(playthrough.file), ""


def find_fault(playthrough: Playthrough, open_rules: OpenRules) -> Problem | None:
    """Return where and why a certificate is not won, None where it is."""
    setup = {key: line.value for key, line in playthrough.setup.items()}
    if wins(playthrough, setup, open_rules):
        return None
    return run_playthrough(playthrough, open_rules)[1][0]  # slower, but it tells what happens


def wins(playthrough: Playthrough, setup: dict[str, str], open_rules: OpenRules) -> bool:
    """Say whether the moves of a certificate are legal in a setup, and win."""
    try:
        rules, config = open_rules(setup)
        state = rules.setup(int(playthrough.steps[0].text), config)
        for step in playthrough.steps[1:-1]:
            state = rules.apply(state, rules.move_from_text(state, step.text))
    except (SetupError, NotationError, IllegalMoveError):
        return False
    return rules.outcome(state) is Outcome.WON


class Win(NamedTuple):
    """A won game: its seed and its moves, as they are told."""

    seed: int
    moves: tuple[str, ...]


def find_win(rules: AnyRules, config: Any, seat: Callable[[], Player], seeds: Iterable[int]) -> Win | None:
    """Let a player play one seed after another until it wins; None where it wins none of them."""
    for seed in seeds:
        state, player = rules.setup(seed, config), seat()
        moves: list[str] = []
        while rules.outcome(state) is None and len(moves) < MOST_MOVES:
            move = player.choose(rules, state)
            moves.append(rules.move_to_text(state, move))
            state = rules.apply(state, move)
        if rules.outcome(state) is Outcome.WON:
            return Win(seed, tuple(moves))
    return None


def tell_win(combination: Combination, win: Win) -> str:
    """Write a won game as a certificate."""
    expedition, scenario, characters = combination
    lines = [
        f"title: Expedition {expedition}, {scenario}, {characters} characters: won",
        *(f"setup: {key} {value}" for key, value in combination.setup.items()),
        f"seed: {win.seed}",
        *win.moves,
        f"expect: {Outcome.WON.value}",
    ]
    return "\n".join(lines) + "\n"
