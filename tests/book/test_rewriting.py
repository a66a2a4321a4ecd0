"""A book rendered again and again with other pages: always as if it were rendered whole."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from tests.conftest import GameCopy
from valleybuild.book.figures import draw_nothing
from valleybuild.book.groundwork import Groundwork
from valleybuild.book.model import Example
from valleybuild.book.prose import Box, Content, Figure
from valleybuild.book.rendering import render_book
from valleybuild.book.rewriting import Asked, Rewriting
from valleybuild.workshop import Checked

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


def test_what_was_rendered_to_be_checked_is_not_rendered_again(duo: GameCopy) -> None:
    binder = duo.checked().binder
    assert binder is not None
    seen = count_renders(binder.rewriting, binder.groundwork)
    binder.prose("en", room=60.0)
    assert not seen
    binder.rewriting.render("en", PAGES[1], room=60.0)
    assert 0 < len(seen) < 10 and sum("see(" in text for text in seen) == 2, seen  # and what these two print


def test_with_another_groundwork_only_what_is_told_of_runs_is_rendered_again(checked: Checked) -> None:
    old = checked.binder
    assert old is not None
    still = msgspec.structs.replace(old.groundwork, draw=draw_nothing)
    unplayed = msgspec.structs.replace(still, runs={})
    first = Rewriting(old.book, still)
    told = first.render("en", {}, room=60.0)
    found = first.with_groundwork(unplayed).render("en", {}, room=60.0)
    assert found == render_book(old.book, unplayed, "en") != told
    parts = [source.part for _, source in old.book.sources()]
    played = [part for part in parts if isinstance(part, Example) and part.playthrough is not None]
    pairs = [pair for pair in zip(found.blocks, told.blocks, strict=True) if not is_drawn(pair[0].content)]
    renewed = [block.content for block, before in pairs if block is not before]
    assert len(renewed) == sum(part.picture is None for part in played) > 0
    assert all(isinstance(content, Box) for content in renewed)


def is_drawn(content: Content) -> bool:
    return isinstance(content, Figure) or (isinstance(content, Box) and content.figure is not None)


def test_nothing_may_depend_on_all_pages_at_once() -> None:
    asked = Asked({"here": 3})
    assert asked.get("here") == 3 and asked.get("there") is None
    assert asked.noted == {"here": 3, "there": None}
    for look in (len, list):
        with pytest.raises(TypeError):
            look(asked)
