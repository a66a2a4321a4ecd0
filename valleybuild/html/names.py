"""A game's words to the names of its icons in a language, for those who listen instead of looking."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from valleybuild.model import Entry, Game, Named, Words


class IconName(msgspec.Struct, frozen=True):
    """What an icon is called, and every form of it that a text may use."""

    name: str
    forms: tuple[str, ...]

    def is_said(self, before: str, after: str) -> bool:
        """Say whether the text on either side of the icon says its name already."""
        before, after = before.casefold().rstrip(), after.casefold().lstrip()
        return any(after.startswith(form) or before.endswith(form) for form in self.forms)


def icon_names(game: Game, language: str) -> dict[str, IconName]:
    """Name the icons that the game has a word for.

    It is the word of the entry that has the icon, else that of the entry or the term with the icon's own name, else
    the number that its character is.
    """
    found: dict[str, list[str]] = {}
    for entry in game.entries.values():
        for name in _icons_of(entry):
            found.setdefault(name, []).extend(_forms(entry, language))
    for entry in game.entries.values():
        if entry.id in game.icons:
            found.setdefault(entry.id, []).extend(_forms(entry, language))
    for term in game.terms:
        if term.id in game.icons:
            found.setdefault(term.id, []).extend(term.forms.get(language, ()))
    for name, spec in game.icons.items():
        plain = unicodedata.normalize("NFKC", spec.character)
        if plain != spec.character and plain.isdigit():
            found.setdefault(name, []).append(plain)
    return {
        name: IconName(forms[0], tuple(form.casefold() for form in forms)) for name, forms in found.items() if forms
    }


def _icons_of(entry: Entry) -> Iterator[str]:
    """Yield the icon of an entry that is there to show what the entry is: the only one that it has."""
    icons = [value.name for value in entry.record.fields.values() if isinstance(value, Named) and value.sort == "icon"]
    if len(icons) == 1 and _is_plain(entry):
        yield icons[0]


def _is_plain(entry: Entry) -> bool:
    """Say whether the first thing an entry says of itself is its name."""
    return isinstance(next(iter(entry.record.fields.values()), None), Words)


def _forms(entry: Entry, language: str) -> tuple[str, ...]:
    """Return the forms of the first word of an entry, the base one first."""
    return tuple(entry.name.forms.get(language, {}).values()) if entry.name else ()
