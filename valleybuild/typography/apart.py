"""A text with tags, icons and templates to a plain one and back: what a language's rules see, and where tags go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from valleybuild.typography.model import GAP, ICON, TEMPLATE, Rule

MARKS = frozenset(f"<[{{{ICON}{TEMPLATE}")  # a text without any of them has no markup


class Plain(msgspec.Struct, frozen=True):
    """A text without its tags (each with its offset), and with a stand-in for every atom (icon or template)."""

    text: str
    tags: tuple[tuple[int, str], ...]
    atoms: tuple[str, ...]


@cache
def _markup() -> re.Pattern[str]:
    """Compile the pattern of a tag, an icon or a template."""
    return re.compile(
        rf"(?P<tag></?[bi]>|</[ac]>|<[ac]{GAP}+[\w-]+>)"
        r"|(?P<template>\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|" + TEMPLATE + r")"
        r"|(?P<icon>\[[A-Za-z][\w-]*\]|" + ICON + ")",
        re.DOTALL,
    )


def take_apart(text: str) -> Plain:
    """Take the tags out of a text and set a stand-in for each icon and template."""
    pieces: list[str] = []
    tags: list[tuple[int, str]] = []
    atoms: list[str] = []
    length = done = 0
    for match in _markup().finditer(text):
        piece = text[done : match.start()]
        if match.lastgroup == "tag":
            tags.append((length + len(piece), match[0]))
        else:
            piece += ICON if match.lastgroup == "icon" else TEMPLATE
            atoms.append(match[0])
        pieces.append(piece)
        length += len(piece)
        done = match.end()
    pieces.append(text[done:])
    return Plain("".join(pieces), tuple(tags), tuple(atoms))


def put_together(plain: Plain) -> str:
    """Put the tags, icons and templates back."""
    atoms = iter(plain.atoms)
    pieces: list[str] = []
    done = 0
    for offset, tag in plain.tags:
        pieces += (_fill(plain.text[done:offset], atoms), tag)
        done = offset
    pieces.append(_fill(plain.text[done:], atoms))
    return "".join(pieces)


def _fill(text: str, atoms: Iterator[str]) -> str:
    """Replace each stand-in by the next icon or template."""
    if ICON not in text and TEMPLATE not in text:
        return text
    return "".join(next(atoms) if character in (ICON, TEMPLATE) else character for character in text)


def move_tags(tags: tuple[tuple[int, str], ...], text: str, *, rule: Rule) -> tuple[tuple[int, str], ...]:
    """Return the tags with their offsets after a rule has changed the text."""
    edits = [(match.start(), match.end(), rule.render(match)) for match in rule.pattern.finditer(text)]
    edits = [(start, end, new) for start, end, new in edits if len(new) != end - start]
    moved: list[tuple[int, str]] = []
    least = 0
    for offset, tag in tags:
        shift = 0
        place = offset
        for start, end, new in edits:
            if start > offset:
                break
            if offset <= end:
                place = start + _seat(text[start:end], new, ink=_ink(text[start:offset]), opens=tag[1] != "/")
                break
            shift += len(new) - (end - start)
        least = max(least, place + shift)
        moved.append((least, tag))
    return tuple(moved)


def _ink(text: str) -> int:
    """Count the characters that are not white space."""
    return sum(not character.isspace() for character in text)


def _seat(old: str, new: str, *, ink: int, opens: bool) -> int:
    """Return the offset in `new` of a tag that had `ink` visible characters of `old` before it.

    An opening tag goes right before the next visible character, a closing one right after the last.
    """
    places = [at for at, character in enumerate(new) if not character.isspace()]
    if opens:
        return places[ink] if ink < len(places) else len(new)
    ink = min(ink, len(places))
    return places[ink - 1] + 1 if ink else 0
