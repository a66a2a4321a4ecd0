"""Rendered text in, the same text with its language's no-break spaces, quotes, dashes and signs out.

Tags take no room, an icon counts as one symbol and a template as one word; none of the three is ever altered. A
language is one function that returns a `Language`, and one entry in `BUILDERS`. Every rule looks at contexts in which
a space and a no-break space are the same, so typesetting twice changes nothing more.
"""

from __future__ import annotations

from functools import cache

from valleybuild.typography.apart import MARKS, Plain, move_tags, put_together, take_apart
from valleybuild.typography.languages import BUILDERS
from valleybuild.typography.model import NO_BREAK_SPACE, Language
from valleybuild.typography.quotes import set_quotes

__all__ = ["LANGUAGES", "NO_BREAK_SPACE", "typeset"]

LANGUAGES = tuple(BUILDERS)


def typeset(text: str, language: str) -> str:
    """Apply a language's typography to a rendered text.

    Newlines, tags (`<b>`, `<i>`, `<c name>`), icons (`[far-3]`) and templates are kept as they stand. The text of a
    language that is not in `LANGUAGES` is returned unchanged.
    """
    if language not in BUILDERS or not text:
        return text
    chosen = _language(language)
    if MARKS.isdisjoint(text):
        return _set(text, chosen, tags=())[0]
    plain = take_apart(text)
    done, tags = _set(plain.text, chosen, tags=plain.tags)
    return put_together(Plain(done, tags, plain.atoms))


def _set(
    text: str, language: Language, *, tags: tuple[tuple[int, str], ...]
) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Run a language's quotes and rules over a plain text; return it with the tags' new offsets."""
    text = text.replace("\u202f", NO_BREAK_SPACE)
    present = set(text)
    if '"' in present or "'" in present:
        text = set_quotes(text, language.quotes)
        present = set(text)
    for rule in language.rules:
        if rule.triggers.isdisjoint(present):
            continue
        changed = rule.pattern.sub(rule.replacement, text)
        if changed != text:
            if tags:
                tags = move_tags(tags, text, rule=rule)
            text = changed
            present = set(text)
    return text, tags


@cache
def _language(name: str) -> Language:
    """Build a language's typography once."""
    return BUILDERS[name]()
