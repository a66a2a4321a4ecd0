"""A book rendered again and again with other pages: always as if it were rendered whole."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from tests.conftest import GameCopy
from valleybuild.book.groundwork import Groundwork
from valleybuild.book.rendering import render_book
from valleybuild.book.rewriting import Asked, Rewriting

PAGES: list[dict[str, int]] = [{}, {"leaks": 3, "words": 7}, {"leaks": 3, "words": 8}, {"leaks": 4}, {}]


def count_renders(rewriting: Rewriting, groundwork: Groundwork) -> list[str]:
    """Note every template that is rendered from now on."""
    seen: list[str] = []
    renderer = groundwork.materials.renderer
    render = renderer.render

    def noting(source: str, *others: object) -> str:
        seen.append(source)
        return render(source, *others)  # type: ignore[arg-type]

    renderer.render = noting  # type: ignore[method-assign]
    return seen


def test_blocks_that_are_kept_are_what_would_be_rendered(duo: GameCopy) -> None:
    binder = duo.checked().binder
    assert binder is not None
    rewriting = Rewriting(binder.book, binder.groundwork)
    for room in (60.0, 30.0, 60.0):
        drawn = msgspec.structs.replace(binder.groundwork, draw=partial(binder.groundwork.draw, room=room))
        for pages in PAGES:
            for language in ("en", "cs"):
                wanted = render_book(binder.book, drawn, language, pages=pages)
                assert rewriting.render(language, pages, room=room) == wanted


def test_only_what_names_a_page_that_moved_is_rendered_again(duo: GameCopy) -> None:
    binder = duo.checked().binder
    assert binder is not None
    rewriting = Rewriting(binder.book, binder.groundwork)
    seen = count_renders(rewriting, binder.groundwork)
    rewriting.render("en", PAGES[1], room=60.0)
    assert len(seen) > 20
    seen.clear()
    rewriting.render("en", PAGES[1], room=60.0)
    assert not seen
    rewriting.render("en", PAGES[2], room=60.0)
    assert any("see('words')" in text for text in seen) and not any("see('leaks')" in text for text in seen)


def test_nothing_may_depend_on_all_pages_at_once() -> None:
    asked = Asked({"here": 3})
    assert asked.get("here") == 3 and asked.get("there") is None
    assert asked.noted == {"here": 3, "there": None}
    for look in (len, list):
        with pytest.raises(TypeError):
            look(asked)
