"""A text in one language to the number of its sentences, in spite of abbreviations, numbers, quotes and templates."""

from __future__ import annotations

import re

_TEMPLATE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_CODE = re.compile(r"\{%.*?%\}|\{#.*?#\}|<[^<>]*>", re.DOTALL)
_ICON = re.compile(r"\[[a-z0-9-]+\]")
_PRINTED = "\u0001"
"""Stands for what a template or an icon prints: it may begin a sentence, and is no full stop."""

# A mark that may end a sentence, with the quotes and brackets that close after it; then a gap, then the next word.
_STOP = re.compile(r"(?P<mark>[.!?…]+)(?P<closing>[”“’'\"»)\]]*)(?P<gap>\s+)(?=(?P<opening>[„“‘'\"«(\[]*)(?P<next>\S))")
_WORD_BEFORE = re.compile(r"[^\W\d_](?:[^\W\d_]|\.)*$")
_NUMBER_BEFORE = re.compile(r"\d+$")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_ABBREVIATIONS = {
    "en": _words("e.g i.e etc vs no mr mrs ms dr st cf approx fig p pp"),
    "cs": _words("např tj tzn tzv atd apod aj mj popř resp příp č čl str sv p pí dr ing mgr kap obr odst"),
}


def count_sentences(text: str, language: str) -> int:
    """Count the sentences of a text, written as a template with inline markup. A heading with a colon is part of one.

    A number with a full stop does not end a sentence where it begins one (`1. Roll`) or where the next word has no
    capital (`5. listopadu`). A mark inside quotes ends one only where the next word has a capital.
    """
    prose = _ICON.sub(_PRINTED, _CODE.sub("", _TEMPLATE.sub(_PRINTED, text))).strip()
    if not prose:
        return 0
    count, begin = 1, 0
    for stop in _STOP.finditer(prose):
        if _ends(prose[begin : stop.start()].strip(), stop, language):
            count, begin = count + 1, stop.end()
    return count


def _ends(sentence: str, stop: re.Match[str], language: str) -> bool:
    following = stop["next"]
    if not (following.isupper() or following.isdigit() or following == _PRINTED):
        return False
    if stop["mark"] != "." or stop["closing"]:
        return True
    if _NUMBER_BEFORE.fullmatch(sentence):
        return False
    word = _WORD_BEFORE.search(sentence)
    if word is None:
        return True
    initial = len(word[0]) == 1 and word[0].isupper()
    return not initial and word[0].lower() not in _ABBREVIATIONS.get(language, frozenset())
