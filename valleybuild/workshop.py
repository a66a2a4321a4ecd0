"""A project and a game's name to a checked game with its faces: load, compose and check in one go."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from valleybuild.check import run_checks
from valleybuild.check.subject import Subject
from valleybuild.compose.game import Component, compose_game
from valleybuild.compose.materials import Materials, gather_materials
from valleybuild.games import Rules, find_rules
from valleybuild.impose import Paper
from valleybuild.load import load_game
from valleybuild.model import Game
from valleybuild.papers import read_papers
from valleybuild.problem import Problem, has_errors, sort_key
from valleybuild.products.check import check_products
from valleybuild.project import Project


class Checked(msgspec.Struct, frozen=True):
    """A game that has been through all checks. Without a usable game.yaml, `game` and `materials` are None."""

    game: Game | None
    materials: Materials | None
    rules: Rules
    components: tuple[Component, ...]
    papers: dict[str, Paper]
    problems: tuple[Problem, ...]
    digest: str


def check_game(project: Project, name: str, advance: Callable[[str], None] = lambda id: None) -> Checked:
    """Load a game, compose all its faces in all its languages, and run every check."""
    game, problems = load_game(project, name)
    if game is None:
        return Checked(None, None, Rules(), (), {}, _sorted(problems), "")
    rules = find_rules(game.rules)
    if rules is None:
        message = f'there are no rules "{game.rules}"'
        problems.append(
            Problem("unknown-rules", game.place, message, "name a package of valleybuild/games", path="rules")
        )
        rules = Rules()
    materials = gather_materials(project, game)
    components = compose_game(materials, advance)
    papers, found = read_papers(project)
    problems = [*problems, *found, *materials.problems]
    subject = Subject(
        game=game,
        project=project,
        used_ids=frozenset(materials.renderer.recorder.ids),
        used_pictures=frozenset(materials.used_pictures),
        complete=not has_errors(problems),
        more_texts=rules.texts(project, game),
    )
    problems = [*problems, *check_products(game, materials.measure.fonts), *run_checks(subject, rules.checks)]
    explained = _explained(game, project)
    problems = [problem for problem in problems if problem.name not in explained]
    return Checked(game, materials, rules, tuple(components), papers, _sorted(problems), project.digest())


def _explained(game: Game, project: Project) -> frozenset[str]:
    """Name the findings that only follow from a file that could not be read at all, which is reported for itself."""
    if not project.unreadable:
        return frozenset()
    look = game.layouts.folder
    sources = {
        "unknown-ink": (f"{look}/palette.yaml",),
        "svg-ink": (f"{look}/palette.yaml",),
        "unknown-style": (f"{look}/type.yaml",),
        "unknown-part": (f"{look}/parts.yaml",),
        "unknown-face": tuple(file for file in project.list_files(look, ".yaml") if "/faces" in file),
        "unknown-font": ("fonts/fonts.yaml",),
        "unknown-icon": ("fonts/fonts.yaml",),
        "bad-markup": ("fonts/fonts.yaml",),
        "missing-sentence": (f"{game.folder}/sentences.yaml",),
    }
    return frozenset(name for name, files in sources.items() if not project.unreadable.isdisjoint(files))


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(set(problems), key=sort_key))
