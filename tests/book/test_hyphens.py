"""Where words may be divided: by the patterns of their language, and never so that a stub of a letter is left."""

from __future__ import annotations

import pyphen
import pytest

from tests.book.setting import CZECH, ENGLISH
from valleybuild.book.hyphens import AFTER, BEFORE, PATTERNS, Hyphens, Patterns, read_patterns


def shown(text: str, language: str) -> str:
    parts, start = [], 0
    for cut in (*Hyphens(language).breaks(text), len(text)):
        parts.append(text[start:cut])
        start = cut
    return "|".join(parts)


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "neighbour", "neigh|bour"),
        ("en", "opportunity", "op|por|tun|ity"),
        ("cs", "příležitost", "pří|le|ži|tost"),
        ("cs", "nejneobvyklejší", "nej|ne|ob|vyk|lejší"),
        ("cs", "(výprava),", "(vý|prava),"),
    ],
)
def test_a_word_is_divided_as_its_language_divides_it(language: str, text: str, parts: str) -> None:
    assert shown(text, language) == parts


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", CZECH)])
def test_no_stub_is_left(language: str, text: str) -> None:
    hyphens = Hyphens(language)
    divided = 0
    for word in text.split():
        bare = word.strip(".,;")
        for cut in hyphens.breaks(word):
            divided += 1
            assert cut >= BEFORE > 1, word
            assert len(bare) - cut >= AFTER > 1, word
    assert divided > 10


@pytest.mark.parametrize("text", ["HOME", "OPPORTUNITY", "PŘÍLEŽITOST", "two-sided", "day", "1", "don’t", "", "12–14"])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_capitals_divided_words_and_short_ones_stay_whole(language: str, text: str) -> None:
    assert Hyphens(language).breaks(text) == ()


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("cs", CZECH)])
def test_words_are_divided_as_pyphen_divides_them(language: str, text: str) -> None:
    reference = pyphen.Pyphen(lang=PATTERNS[language], left=BEFORE, right=AFTER)
    patterns = Patterns(read_patterns(PATTERNS[language]))
    words = [word.strip(".,;").lower() for word in (*text.split(), "opportunity", "nejneobvyklejší", "a", "")]
    assert [patterns.positions(word) for word in words] == [reference.positions(word) for word in words]


def test_a_language_without_patterns_divides_nothing() -> None:
    assert Hyphens("tlh").breaks("opportunity") == ()
