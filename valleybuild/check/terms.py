"""The fixed terms: names that differ from the list, and texts where a term stands in one language only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from valleybuild.check.subject import Subject, texts
from valleybuild.model import Game, Term, Words
from valleybuild.problem import Problem, Related

_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<[^<>]*>|\[[a-z0-9-]+\]", re.DOTALL)


def check_term_names(subject: Subject) -> Iterator[Problem]:
    """Check that an entry bears the very name that the term list gives it, in every language."""
    game = subject.game
    for term in game.terms:
        if term.entry is None:
            continue
        entry = game.entries.get(term.entry)
        if entry is None:
            if not game.unread:
                message = f'the term list names the entry "{term.entry}", which is not there'
                yield Problem("unknown-id", term.place, message, path=f"terms.{term.entry}")
            continue
        for language in game.languages if entry.name else ():
            yield from _compare_name(game, term, entry.name, language)


def _compare_name(game: Game, term: Term, name: Words | None, language: str) -> Iterator[Problem]:
    fixed = term.forms.get(language, ())
    written = name.forms.get(language, {}).get(game.base_forms[language]) if name else None
    if name is None or not fixed or written is None or written == fixed[0]:
        return
    yield Problem(
        "term-differs",
        name.places[language],
        f'{term.entry} is called "{written}" here, and "{fixed[0]}" in the term list',
        f'write "{fixed[0]}", or change the term list',
        path=f"{term.entry}.{language}",
        lang=language,
        related=(Related(term.place, "the term"),),
    )


def check_terms_in_texts(subject: Subject) -> Iterator[Problem]:
    """Check that a term that stands in a text in one language stands in the other too, in any of its forms."""
    game = subject.game
    terms = [term for term in game.terms if term.in_texts]
    if not terms:
        return
    finders = {language: _finder(terms, language) for language in game.languages}
    for path, text in texts(subject):
        found = {language: _terms_of(string, *finders[language]) for language, string in text.strings.items()}
        for first, here in found.items():
            for second, there in found.items():
                for index in sorted(here - there) if first != second else ():
                    term = terms[index]
                    wanted = term.forms.get(second, ())
                    if not wanted:
                        continue
                    message = f'{first} says "{term.forms[first][0]}", but {second} has no form of "{wanted[0]}"'
                    yield Problem(
                        "term-missing",
                        text.scalars[second].place,
                        message,
                        "use the term: " + ", ".join(wanted[:6]),
                        path=path,
                        lang=second,
                        related=(Related(text.scalars[first].place, f"the text in {first}"),),
                    )


def _finder(terms: list[Term], language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """Compile one pattern of all forms in a language, longest first, and the term that each form belongs to."""
    owners: dict[str, int] = {}
    for index, term in enumerate(terms):
        for form in term.forms.get(language, ()):
            owners.setdefault(form.casefold(), index)
    listed = sorted(owners, key=lambda form: (-len(form), form))
    pattern = "|".join(re.escape(form) for form in listed) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), owners


def _terms_of(text: str, pattern: re.Pattern[str], owners: dict[str, int]) -> set[int]:
    prose = _CODE.sub("\u0001", text).casefold()
    return {owners[match] for match in pattern.findall(prose)}
