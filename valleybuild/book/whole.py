"""A checked game to its rulebook: read, checked, its examples played, and all of it rendered in every language."""

from __future__ import annotations

import math

import msgspec

from valleybuild.book.check import check_book, examples_folder
from valleybuild.book.groundwork import DrawFigure, Groundwork
from valleybuild.book.model import Book, Example
from valleybuild.book.playing import play_example
from valleybuild.book.read import book_folder
from valleybuild.book.rewriting import Rewriting
from valleybuild.book.runs import Run
from valleybuild.compose.materials import Materials
from valleybuild.games import Rules
from valleybuild.model import Game
from valleybuild.problem import Problem


def render_first(book: Book, materials: Materials, rules: Rules, draw: DrawFigure) -> tuple[Rewriting, list[Problem]]:
    """Check a book and render it in every language, but for what its examples say of their runs.

    With the findings comes what was rendered, and with what. What rendering finds is in the materials too.
    """
    game, project = materials.game, materials.project
    groundwork = Groundwork(
        materials=materials,
        draw=draw,
        numbers=None if game.incomplete else rules.numbers(game),
        questions=rules.questions(project, game),
    )
    rewriting = Rewriting(book, groundwork)
    for language in game.languages:
        rewriting.render(language, {}, room=math.inf)
    return rewriting, list(check_book(project, game, book, rules))


def play_examples(rewriting: Rewriting, rules: Rules) -> tuple[Rewriting, list[Problem]]:
    """Play the examples of a book, for content that is sound, and render what is said of them.

    What does not hold in a playthrough is a finding; where several are refused for the same reason, one stands for all.
    """
    book, groundwork = rewriting.book, rewriting.groundwork
    materials = groundwork.materials
    game, project = materials.game, materials.project
    problems: list[Problem] = []
    runs: dict[str, Run] = {}
    if rules.open is not None:
        open_rules = rules.open(project, game)
        known = set(project.list_files(examples_folder(game), ".txt"))
        said: set[str] = set()
        for name in _played(book):
            file = f"{examples_folder(game)}/{name}.txt"
            if file not in known:
                continue  # which is a finding already
            run, found = play_example(project, file, open_rules, rules.other_keys)
            problems.extend(one for one in found if one.name != "setup-refused" or one.message not in said)
            said.update(one.message for one in found)
            if run is not None:
                runs[name] = run
    groundwork = msgspec.structs.replace(groundwork, runs=runs)
    rewriting = rewriting.with_groundwork(groundwork)
    for language in game.languages:
        rewriting.render(language, {}, room=math.inf)
    return rewriting, problems


def _played(book: Book) -> list[str]:
    named = [source.part.playthrough for _, source in book.sources() if isinstance(source.part, Example)]
    return list(dict.fromkeys(noted.text for noted in named if noted is not None))


def concerns_book(problem: Problem, game: Game) -> bool:
    """Say whether a finding is about the rulebook alone: the game can be played all the same."""
    folder = book_folder(game)
    return problem.place.file == f"{folder}/book.yaml" or problem.place.file.startswith(f"{folder}/chapters/")
