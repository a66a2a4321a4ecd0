"""One text in two languages: the same numbers, the same symbols, the same placeholders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from valleybuild.check.subject import Subject, texts
from valleybuild.model import Text
from valleybuild.problem import Problem, Related

_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^<>]*>|\[[a-z0-9-]+\]", re.DOTALL)
_ICON = re.compile(r"\[([a-z0-9-]+)\]")
# Digits grouped by a no-break space or, in English, by commas; a decimal point or comma; an ordinal's ending is apart.
_NUMBER = re.compile(r"\d{1,3}(?:[,\u00a0]\d{3})+(?!\d)|\d+(?:[.,]\d+)?")
NUMBER_WORDS: dict[str, dict[str, int]] = {
    "en": {
        word: value
        for value, word in enumerate(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], start=2
        )
    },
    "cs": {
        word: value
        for value, words in {
            2: "dva dvě dvou dvěma",
            3: "tři tří třem třemi",
            4: "čtyři čtyř čtyřem čtyřmi",
            5: "pět pěti",
            6: "šest šesti",
            7: "sedm sedmi",
            8: "osm osmi",
            9: "devět devíti",
            10: "deset deseti",
            11: "jedenáct jedenácti",
            12: "dvanáct dvanácti",
        }.items()
        for word in words.split()
    },
}


def numbers_in(text: str, language: str) -> Counter[str]:
    """Count the numbers of a text's own words, in digits or in words from two up, in one notation.

    1,5 in Czech is 1.5; 2,500 in English is 2500. What stands in templates, tags and icons does not count.
    """
    prose = _CODE.sub(" ", text)
    found: Counter[str] = Counter()
    for match in _NUMBER.finditer(prose):
        found[_fold(match[0])] += 1
    words = NUMBER_WORDS.get(language, {})
    for word in re.findall(r"[^\W\d_]+", prose.lower()):
        if word in words:
            found[str(words[word])] += 1
    return found


def _fold(number: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:[,\u00a0]\d{3})+", number):
        return re.sub(r"[,\u00a0]", "", number)
    return number.replace(",", ".")


def placeholders_in(text: str, forms: frozenset[str]) -> Counter[str]:
    """Count what a text's placeholders print, whatever form of the word each language asks for."""
    found: Counter[str] = Counter()
    for match in _PLACEHOLDER.finditer(text):
        expression = re.sub(r"\s+", "", match[1]).replace('"', "'")
        parts = expression.split(".")
        while len(parts) > 1 and parts[-1].split("|")[0] in forms:
            parts.pop()
        found[".".join(parts)] += 1
    return found


def symbols_in(text: str, characters: dict[str, str]) -> Counter[str]:
    """Count a text's icons, by name, whether written as [name] or as the character that stands for it."""
    found = Counter(_ICON.findall(text))
    for character in re.sub(r"\{\{.*?\}\}", "", text, flags=re.DOTALL):
        if character in characters:
            found[characters[character]] += 1
    return found


def check_numbers(subject: Subject) -> Iterator[Problem]:
    """Check that a text names the same numbers in every language."""
    yield from _compare(subject, numbers_in, "numbers-differ", "number")


def check_symbols(subject: Subject) -> Iterator[Problem]:
    """Check that a text has the same icons in every language."""
    characters = {spec.character: name for name, spec in subject.game.icons.items()}
    yield from _compare(subject, lambda text, _: symbols_in(text, characters), "symbols-differ", "icon")


def check_placeholders(subject: Subject) -> Iterator[Problem]:
    """Check that a text prints the same values in every language; the forms of words may differ."""
    forms = subject.game.form_names
    yield from _compare(subject, lambda text, _: placeholders_in(text, forms), "placeholders-differ", "placeholder")


def _compare(subject: Subject, count: Callable[[str, str], Counter[str]], name: str, what: str) -> Iterator[Problem]:
    for path, text in texts(subject):
        languages = [language for language in subject.game.languages if language in text.strings]
        for other in languages[1:]:
            yield from _compare_pair(text, languages[0], other, count, name, what, path)


def _compare_pair(
    text: Text, first: str, second: str, count: Callable[[str, str], Counter[str]], name: str, what: str, path: str
) -> Iterator[Problem]:
    here, there = count(text.strings[first], first), count(text.strings[second], second)
    if here == there:
        return
    parts = []
    if here - there:
        parts.append(f"{first} has the {what} " + ", ".join(sorted((here - there).elements())))
    if there - here:
        parts.append(f"{second} has the {what} " + ", ".join(sorted((there - here).elements())))
    yield Problem(
        name,
        text.scalars[second].place,
        f"{path} differs between its languages: " + "; ".join(parts),
        f"make both say the same {what}s",
        path=path,
        lang=second,
        related=(Related(text.scalars[first].place, f"the text in {first}"),),
    )
