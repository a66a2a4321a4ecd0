"""Every finding's code by name and by id: what `explain` prints and what the renderers look up."""

from __future__ import annotations

from collections.abc import Iterable

from valleybuild.codes import art, book, content, layout, output, playing, reading, words
from valleybuild.codes.model import Code

__all__ = ["Code", "all_codes", "find_code"]


def all_codes(more: Iterable[Code] = ()) -> tuple[Code, ...]:
    """List the core's codes and those a game adds, sorted by id."""
    core = (reading, content, words, art, layout, output, playing, book)
    groups = (*(module.CODES for module in core), tuple(more))
    return tuple(sorted((code for group in groups for code in group), key=lambda code: code.id))


def find_code(wanted: str, more: Iterable[Code] = ()) -> Code | None:
    """Find a code by its id (any case) or its name; None where there is none."""
    for code in all_codes(more):
        if wanted.upper() == code.id or wanted.lower() == code.name:
            return code
    return None
