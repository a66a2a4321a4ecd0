"""Which plural form a number takes in a language, by the rules of CLDR (one, few, many, other)."""

from __future__ import annotations

from functools import cache


@cache
def plural_form(number: int, language: str) -> str:
    """Return the CLDR category of a whole number in a language, such as "few" for 3 in Czech.

    Source: CLDR through babel. An unknown language has the one form "other".
    """
    from babel import Locale, UnknownLocaleError

    try:
        return str(Locale.parse(language).plural_form(number))
    except (UnknownLocaleError, ValueError):
        return "other"
