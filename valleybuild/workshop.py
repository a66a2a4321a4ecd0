"""A project and a game's name to a checked game with its faces: load, compose and check in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from valleybuild.book.edition import Binder
from valleybuild.book.figure_easel import Easel
from valleybuild.book.figures import draw_figure, draw_nothing
from valleybuild.book.groundwork import Groundwork
from valleybuild.book.look import read_looks
from valleybuild.book.model import Book
from valleybuild.book.read import book_texts, read_book
from valleybuild.book.rewriting import Rewriting
from valleybuild.book.whole import concerns_book, play_examples, render_first
from valleybuild.check import run_checks
from valleybuild.check.colours import Face, check_colours
from valleybuild.check.subject import Subject
from valleybuild.compose.game import Component, compose_game
from valleybuild.compose.materials import Materials, gather_materials
from valleybuild.craft.checking import check_craft
from valleybuild.dependencies.model import Chart
from valleybuild.games import Rules, find_rules
from valleybuild.impose import Paper
from valleybuild.load import load_game
from valleybuild.model import Game, Text
from valleybuild.papers import read_papers
from valleybuild.problem import Problem, has_errors, sort_key
from valleybuild.products.check import check_products
from valleybuild.products.rulebook import PRODUCT as RULEBOOK
from valleybuild.project import Project


class Checked(msgspec.Struct, frozen=True):
    """A game that has been through all checks. Without a usable game.yaml, `game` and `materials` are None.

    `sound` is what deep checks look at, None where the checks, but for the last ones, have found an error in the game.
    `book` is the rulebook, None where there is none, and `groundwork` what it is rendered with.
    `charts` tell, by language, what depends on what.
    """

    game: Game | None
    materials: Materials | None
    rules: Rules
    components: tuple[Component, ...]
    papers: dict[str, Paper]
    problems: tuple[Problem, ...]
    digest: str
    sound: Subject | None = None
    book: Book | None = None
    groundwork: Groundwork | None = None
    binder: Binder | None = None
    charts: dict[str, tuple[Chart, ...]] = {}


def check_game(project: Project, name: str, advance: Callable[[str], None] = lambda id: None) -> Checked:
    """Load a game, compose all its faces in all its languages, and run every check."""
    game, problems = load_game(project, name)
    if game is None:
        return Checked(None, None, Rules(), (), {}, _sorted(problems), "")
    rules, found = _find_rules(game)
    problems += found
    materials = gather_materials(project, game)
    components = compose_game(materials, advance)
    problems += check_craft(materials, components)
    papers, found = read_papers(project)
    problems += found
    rewriting, found = _open_book(project, materials, rules)
    book = rewriting.book if rewriting is not None else None
    problems += [*found, *materials.problems]
    charts = _tell_charts(rules, materials) if not has_errors(problems) else {}
    texts = (*rules.texts(project, game), *book_texts(book))
    subject = _subject(project, materials, texts=texts, complete=not has_errors(problems))
    problems += [*check_products(game, materials.measure.fonts), *run_checks(subject, rules.checks)]
    if subject.complete and not has_errors(problems):
        problems += check_colours(game, _faces(game, components), materials.measure.width)
    if book is not None:
        problems += [problem for check in rules.book_checks for problem in check(subject, book)]
    sound = None if has_errors([problem for problem in problems if not concerns_book(problem, game)]) else subject
    if sound is not None:
        problems += [problem for check in rules.last_checks for problem in check(sound)]
        if rewriting is not None:
            before = len(materials.problems)
            rewriting, found = play_examples(rewriting, rules)
            problems += [*found, *materials.problems[before:]]
    binder, found = _bind(project, game, rewriting, components)
    problems += found
    explained = _explained(game, project)
    problems = [problem for problem in problems if problem.name not in explained]
    return Checked(
        game=game,
        materials=materials,
        rules=rules,
        components=tuple(components),
        papers=papers,
        problems=_sorted(problems),
        digest=project.digest(),
        sound=sound,
        book=book,
        groundwork=binder.groundwork if binder is not None else rewriting.groundwork if rewriting is not None else None,
        binder=binder,
        charts=charts,
    )


def _find_rules(game: Game) -> tuple[Rules, list[Problem]]:
    """Find the rules that a game names; where there are none such, rules that know nothing."""
    rules = find_rules(game.rules, game.id)
    if rules is not None:
        return rules, []
    message = f'there are no rules "{game.rules}"'
    hint = "name a package of valleybuild/games, or install the one that brings them"
    return Rules(), [Problem("unknown-rules", game.place, message, hint, path="rules")]


def _open_book(project: Project, materials: Materials, rules: Rules) -> tuple[Rewriting | None, list[Problem]]:
    """Read the rulebook and render it a first time; None where there is none."""
    book, problems = read_book(project, materials.game)
    if book is None:
        return None, problems
    rewriting, found = render_first(book, materials, rules, draw_nothing)
    return rewriting, [*problems, *found]


def _subject(project: Project, materials: Materials, *, texts: tuple[tuple[str, Text], ...], complete: bool) -> Subject:
    """Return what checks look at; `texts` stand elsewhere than on components."""
    return Subject(
        game=materials.game,
        project=project,
        used_ids=frozenset(materials.renderer.recorder.ids),
        used_pictures=frozenset(materials.used_pictures),
        framed=tuple(materials.framed.values()),
        complete=complete,
        more_texts=texts,
    )


def _faces(game: Game, components: list[Component]) -> Iterator[Face]:
    """Yield every face of every component, in every language."""
    for component in components:
        spec = game.kinds[component.kind].component
        assert spec is not None
        for side, layout in ((component.front, spec.front), (component.back or {}, spec.back or "")):
            for language, scene in side.items():
                yield Face(component.id, language, scene, component.place, game.layouts.faces[layout].place)


def _tell_charts(rules: Rules, materials: Materials) -> dict[str, tuple[Chart, ...]]:
    """Tell what depends on what, in each language; empty where the game's rules tell no such thing."""
    if rules.dependencies is None:
        return {}
    told = {name: rules.dependencies(materials.game, lens) for name, lens in materials.renderer.lenses.items()}
    return {language: charts for language, charts in told.items() if charts}


def _bind(
    project: Project, game: Game, rewriting: Rewriting | None, components: list[Component]
) -> tuple[Binder | None, list[Problem]]:
    """Read how the rulebook looks, and return what sets it; None where there is no rulebook or no look."""
    if rewriting is None:
        return None, []
    looks, problems = read_looks(project, game)
    if looks is None:
        return None, problems
    easel = Easel(rewriting.groundwork.materials, components, looks.single)
    groundwork = msgspec.structs.replace(rewriting.groundwork, draw=partial(draw_figure, easel=easel))
    rewriting = rewriting.with_groundwork(groundwork)
    covered = any(component.product == RULEBOOK.name for component in components)
    binder = Binder(rewriting.book, groundwork, looks, covered=covered, rewriting=rewriting, setters=easel.setters)
    return binder, problems


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
