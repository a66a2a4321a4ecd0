"""The rulebooks of Home Valley and of Ferry as pages, made once."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from tests.conftest import TESTS
from tests.html.tree import Page
from valleybuild.book.look import Look, read_looks
from valleybuild.book.prose import Prose
from valleybuild.book.rendering import render_book
from valleybuild.compose.materials import Materials
from valleybuild.html.page import NARROW_ROOM, html_book
from valleybuild.project import Project
from valleybuild.workshop import check_game

ROOT = Path(__file__).parents[2]


class Setting(msgspec.Struct, frozen=True):
    """What a page is made from, and the page."""

    prose: Prose
    materials: Materials
    look: Look
    content: bytes
    page: Page


def settings(root: Path, name: str) -> dict[str, Setting]:
    """Make the pages of a game in all its languages."""
    project = Project(root)
    checked = check_game(project, name)
    assert checked.book is not None and checked.groundwork is not None
    assert checked.game is not None and checked.materials is not None
    looks, problems = read_looks(project, checked.game)
    assert looks is not None, problems
    found = {}
    for language in checked.game.languages:
        prose = render_book(checked.book, checked.groundwork, language)
        smaller = msgspec.structs.replace(checked.groundwork, draw=partial(checked.groundwork.draw, room=NARROW_ROOM))
        narrow = render_book(checked.book, smaller, language)
        content = html_book(prose, checked.materials, looks.single, narrow=narrow)
        found[language] = Setting(prose, checked.materials, looks.single, content, Page(content.decode()))
    return found


@pytest.fixture(scope="session")
def valley() -> dict[str, Setting]:
    """Make the pages of Home Valley."""
    return settings(ROOT, "home-valley")


@pytest.fixture(scope="session")
def ferry() -> dict[str, Setting]:
    """Make the pages of Ferry."""
    return settings(TESTS / "duo", "ferry")
