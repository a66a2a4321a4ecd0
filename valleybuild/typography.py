"""Rendered text in, the same text with its language's no-break spaces, quotes, dashes and signs out.

Tags take no room, an icon counts as one symbol and a template as one word; none of the three is ever altered. A
language is one function that returns a `Language`, and one entry in `_BUILDERS`. Czech follows the Internetová
jazyková příručka of ÚJČ AV ČR. Every rule looks at contexts in which a space and a no-break space are the same, so
typesetting twice changes nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby

import msgspec

NO_BREAK_SPACE = "\u00a0"
APOSTROPHE = "\u2019"

# Stand-ins while the rules run; the same characters in a text are stored and put back like any icon or template.
_ICON = "\ue000"
_TEMPLATE = "\ue001"
_MARKS = frozenset(f"<[{{{_ICON}{_TEMPLATE}")  # a text without any of them has no markup

_GAP = "[ \u00a0]"
_NUMBER = r"[0-9]++(?:[.,:][0-9]++)?+"
_GROUPED = rf"[0-9]++(?:{_GAP}[0-9]{{3}}(?![0-9]))*+(?:[.,:][0-9]++)?+"
_SYMBOLS = rf"[★⇄⛨⚡↔⇢⇶①-⑤%‰°€£${_ICON}]"
# The rest of a year without its century ('68), unless the next straight quote closes what opened here ('12 stamps').
_YEAR = r"[0-9]{2}(?!\w)(?![^']*[^\s']'(?!\w))"
_CLOSERS = ")]},;:!?"
_JOINERS = "-–—−/=+"
_STOPS = ".,;:!?…"


class Rule(msgspec.Struct, frozen=True):
    """Replace what `pattern` finds. A text with none of the `triggers` characters is left alone at once."""

    triggers: frozenset[str]
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]

    def render(self, match: re.Match[str]) -> str:
        """Return what stands in place of a match."""
        return self.replacement if isinstance(self.replacement, str) else self.replacement(match)


class Quotes(msgspec.Struct, frozen=True):
    """A language's opening and closing marks, and the words or years before which `'` is an apostrophe."""

    double: tuple[str, str]
    single: tuple[str, str]
    elision: re.Pattern[str]

    def openers(self) -> str:
        """Return the characters after which a quote opens."""
        return f"([{{{self.double[0]}{self.single[0]}"


class Language(msgspec.Struct, frozen=True):
    """How one language is typeset: its quotes, then its rules in order."""

    quotes: Quotes
    rules: tuple[Rule, ...]


class _Plain(msgspec.Struct, frozen=True):
    """A text without its tags (each with its offset), and with a stand-in for every atom (icon or template)."""

    text: str
    tags: tuple[tuple[int, str], ...]
    atoms: tuple[str, ...]


def typeset(text: str, language: str) -> str:
    """Apply a language's typography to a rendered text.

    Newlines, tags (`<b>`, `<i>`, `<c name>`), icons (`[far-3]`) and templates are kept as they stand. The text of a
    language that is not in `LANGUAGES` is returned unchanged.
    """
    if language not in _BUILDERS or not text:
        return text
    chosen = _language(language)
    if _MARKS.isdisjoint(text):
        return _set(text, chosen, tags=())[0]
    plain = _take_apart(text)
    done, tags = _set(plain.text, chosen, tags=plain.tags)
    return _put_together(_Plain(done, tags, plain.atoms))


def _set(
    text: str, language: Language, *, tags: tuple[tuple[int, str], ...]
) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Run a language's quotes and rules over a plain text; return it with the tags' new offsets."""
    text = text.replace("\u202f", NO_BREAK_SPACE)
    present = set(text)
    if '"' in present or "'" in present:
        text = _set_quotes(text, language.quotes)
        present = set(text)
    for rule in language.rules:
        if rule.triggers.isdisjoint(present):
            continue
        changed = rule.pattern.sub(rule.replacement, text)
        if changed != text:
            if tags:
                tags = _move(tags, text, rule=rule)
            text = changed
            present = set(text)
    return text, tags


# --- tags, icons and templates ----------------------------------------------------------------------------------------


@cache
def _markup() -> re.Pattern[str]:
    """Compile the pattern of a tag, an icon or a template."""
    return re.compile(
        rf"(?P<tag></?[bi]>|</[ac]>|<[ac]{_GAP}+[\w-]+>)"
        r"|(?P<template>\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|" + _TEMPLATE + r")"
        r"|(?P<icon>\[[A-Za-z][\w-]*\]|" + _ICON + ")",
        re.DOTALL,
    )


def _take_apart(text: str) -> _Plain:
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
            piece += _ICON if match.lastgroup == "icon" else _TEMPLATE
            atoms.append(match[0])
        pieces.append(piece)
        length += len(piece)
        done = match.end()
    pieces.append(text[done:])
    return _Plain("".join(pieces), tuple(tags), tuple(atoms))


def _put_together(plain: _Plain) -> str:
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
    if _ICON not in text and _TEMPLATE not in text:
        return text
    return "".join(next(atoms) if character in (_ICON, _TEMPLATE) else character for character in text)


def _move(tags: tuple[tuple[int, str], ...], text: str, *, rule: Rule) -> tuple[tuple[int, str], ...]:
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


# --- quotes and apostrophes -------------------------------------------------------------------------------------------


@cache
def _straight() -> re.Pattern[str]:
    """Compile the pattern of a straight quote, or of 'n' with both of its apostrophes."""
    return re.compile(r"(?<!\w)'[nN]'(?!\w)|[\"']")


def _set_quotes(text: str, quotes: Quotes) -> str:
    """Turn every straight quote of a text into an opening or closing mark or an apostrophe."""
    characters = list(text)
    for match in _straight().finditer(text):
        at = match.start()
        if len(match[0]) == 3:
            characters[at] = characters[at + 2] = APOSTROPHE
        else:
            characters[at] = _choose_mark(characters, at, quotes=quotes)
    return "".join(characters)


def _choose_mark(characters: list[str], at: int, *, quotes: Quotes) -> str:
    """Return the mark for the straight quote at `at`; those before it have been set."""
    is_double = characters[at] == '"'
    opening, closing = quotes.double if is_double else quotes.single
    before = characters[at - 1] if at else ""
    following = "".join(characters[at + 1 :])
    after = following.lstrip("\"'")[:1]
    if not is_double and not _is_wordy(before) and quotes.elision.match(following):
        return APOSTROPHE
    if not is_double and _is_wordy(before) and _is_wordy(following[:1]):
        return APOSTROPHE
    is_open = characters[:at].count(opening) > characters[:at].count(closing)
    if _opens(before, after, openers=quotes.openers(), is_open=is_open):
        return opening
    return closing if is_double or is_open else APOSTROPHE


def _opens(before: str, after: str, *, openers: str, is_open: bool) -> bool:
    """Say whether a quote between two characters ("" at an end of the text) is an opening one."""
    if not after or after.isspace() or after in _CLOSERS:
        return False
    if not before or before.isspace() or before in openers:
        return True
    if before in _JOINERS:
        return after not in _STOPS
    return before in _STOPS and not is_open and (_is_wordy(after) or after in openers)


def _is_wordy(character: str) -> bool:
    """Say whether a character is a letter, a digit, an icon or a template."""
    return character.isalnum() or character in (_ICON, _TEMPLATE)


# --- rules that languages share ---------------------------------------------------------------------------------------


def _rule(triggers: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rule:
    """Compile a rule."""
    return Rule(frozenset(triggers), re.compile(pattern, re.MULTILINE), replacement)


def _common_rules(dash: Rule) -> tuple[Rule, ...]:
    """Return the rules for spaces, ellipsis, signs and ranges, and the language's spaced dash among them.

    Their order matters: a product before a sum, a sum before a range, a range before a minus and a dash.
    """
    not_within = r"(?<![\w.,:/=–−-])"
    return (
        _rule(" \u00a0", rf"{_GAP}(?<=\S.){_GAP}++(?=\S)", _narrow),
        _rule(".", r"\.{3}(?<!\.{4})(?!\.)", "…"),
        _rule("-", rf"--(?:(?<=\S{_GAP}--)(?=[\s“‘”’])|(?<=[0-9]--)(?=[0-9]))", "–"),
        _rule("x×", rf"(?<=[0-9])(?:[x×](?=[0-9])|{_GAP}[x×]{_GAP}(?=\S))", f"{NO_BREAK_SPACE}×{NO_BREAK_SPACE}"),
        _rule("x", r"(?<=[0-9])x(?!\w)", "×"),
        _rule("=", rf"(?<![\w.,])[-−]?{_NUMBER}(?:{_GAP}?[-+−–×=]{_GAP}?[-−]?{_NUMBER})++", _set_sum),
        _rule(
            "-",
            rf"{not_within}({_NUMBER}\.?)-(?={_NUMBER}(?![.,:/]?[0-9]|[-–−][0-9]))",
            lambda match: f"{match[1]}–",
        ),
        _rule(
            "-–—",
            rf"{not_within}(?<![-–—−]{_GAP})({_GROUPED})(\.)?+{_GAP}[-–—]{_GAP}({_GROUPED}(?(2)\.))"
            rf"(?![.,:/]?[0-9]|{_GAP}?[-–—−]{_GAP}?[0-9])",
            _close_range,
        ),
        _rule("-", r"-(?<![^\s(\[{„‚“‘/±=×+]-)(?=[0-9])", "−"),
        dash,
    )


def _narrow(match: re.Match[str]) -> str:
    """Make one space of several, a no-break one if any of them was."""
    return NO_BREAK_SPACE if NO_BREAK_SPACE in match[0] else " "


def _set_sum(match: re.Match[str]) -> str:
    """Space the operators of a sum with its result; leave anything else that is joined by signs."""
    if "=" not in match[0]:
        return match[0]
    signs = rf"(?<=[0-9]){_GAP}?([-+−–×=]){_GAP}?"
    spaced = re.sub(signs, rf"{NO_BREAK_SPACE}\1{NO_BREAK_SPACE}", match[0])
    return spaced.replace("-", "−").replace("–", "−")


def _close_range(match: re.Match[str]) -> str:
    """Close up a range between spaces, if it goes up; otherwise it is two numbers and a dash."""
    if _value(match[1]) >= _value(match[3]):
        return match[0]
    return f"{match[1]}{match[2] or ''}–{match[3]}"


def _value(number: str) -> float:
    """Return the value of a number with any separators; a time counts as hours and hundredths."""
    digits = number.rstrip(".").replace(" ", "").replace(NO_BREAK_SPACE, "")
    if re.fullmatch(r"[0-9]{1,3},[0-9]{3}", digits):
        digits = digits.replace(",", "")
    return float(digits.replace(",", ".").replace(":", "."))


def _hold(contexts: Iterable[str]) -> Rule:
    """Return the rule that makes a space a no-break space in any of the contexts.

    A context is a pattern tested right after the space, so that its lookbehinds end in a dot for the space itself.
    """
    return _rule(" ", f" (?:{'|'.join(contexts)})", NO_BREAK_SPACE)


def _common_contexts() -> tuple[str, ...]:
    """Return where every language holds a space: number and sign or icon, number and operator."""
    operand = f"[0-9{_ICON}]"
    return (
        rf"(?<=[0-9×].)(?={_SYMBOLS})",
        rf"(?<=[0-9].)(?=[-+−×=:÷]{_GAP}{operand})",
        rf"(?<={operand}{_GAP}[+−×=:÷].)(?={operand})",
        r"(?<=§.)(?=[0-9])",
    )


def _after(words: str) -> str:
    """Return a context: after one of the words, in any case. Lookbehinds are of one width, hence the groups."""
    by_length = groupby(sorted(words.split(), key=len), key=len)
    choices = ("|".join(map(re.escape, group)) for _, group in by_length)
    return "(?:" + "|".join(rf"(?<=\b(?i:{choice}).)" for choice in choices) + ")"


# --- the languages ----------------------------------------------------------------------------------------------------


def _czech() -> Language:
    """Return the typography of Czech."""
    lower, upper = "[a-záčďéěíňóřšťúůýž]", "[A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ]"
    # Words that a number does not count, when another word follows them.
    uncounted = (
        r"(?!(?:[aikosuvz]|ke|se|ve|ze|na|do|od|po|za|až|či|je|by|si|že|pro|při|bez|nad|pod|ale|ani|než|pak|"
        r"nebo|jsou|před|mezi|když|pokud)\s)"
    )
    labels = (
        "č. čp. čís. str. s. kap. obr. tab. odst. sv. roč. max. min. cca strana strany straně stranu stranou stran "
        "číslo čísla číslu čísle kapitola kapitoly kapitole kapitolu tabulka tabulky tabulce tabulku obrázek obrázku "
        "krok kroku část části díl dílu odstavec odstavce odstavci příloha přílohy příloze"
    )
    prepositions = "na do od po za ke ve se ze ku pro při bez nad pod před přes mezi kolem podle kromě"
    held = (
        r"(?<=\b[ksvzouaiKSVZOUAI].)(?<![’-]..)(?=\S)",
        *_common_contexts(),
        r"(?<=[0-9].)(?<![0-9]{4}.)(?=[0-9]{3}(?![0-9]))",
        rf"(?<=[0-9].)(?=[^\W\d_]){uncounted}(?<![^\W\d_][0-9].)(?<![^\W\d_][0-9]{{2}}.)",
        rf"(?<=[0-9]\..)(?={lower}){uncounted}",
        r"(?=[0-9]{1,2}\.(?![0-9]))(?:(?<=\b[0-9]\..)|(?<=\b[0-9]{2}\..))",
        rf"(?<=\b{lower}\..)(?={lower}\.)",
        rf"(?<=\b{upper}\..)(?={upper}\.)",
        rf"(?=[0-9]){_after(labels)}",
        rf"(?={_SYMBOLS}){_after(prepositions)}",
        # One initial before a name reads like the end of a sentence ("kartu A. Pak"), unless it opens the line.
        rf"(?={upper}{lower})(?:(?<=\b{upper}\.{_GAP}{upper}\..)|(?<=^{upper}\..))",
    )
    numeral = rf"\b([^\W\d_]+){_GAP}([IVX]+\.)({_GAP}(?={lower}){uncounted})?"
    return Language(
        Quotes(("„", "“"), ("‚", "‘"), re.compile(_YEAR)),
        (
            *_common_rules(_rule("-–—", rf"{_GAP}(?<=\S.)[-–—](?=[\s“‘])", f"{NO_BREAK_SPACE}–")),
            _rule("IVX", numeral, _hold_numeral),
            _hold(held),
        ),
    )


def _hold_numeral(match: re.Match[str]) -> str:
    """Hold a Roman numeral to the name before it ("Karel I."), or else to the noun after it ("ve II. kole")."""
    word, numeral, gap = match[1], match[2], match[3]
    if word[0].isupper() and len(word) > 2:
        return f"{word}{NO_BREAK_SPACE}{numeral}{gap or ''}"
    return match[0] if gap is None else f"{match[0][:-1]}{NO_BREAK_SPACE}"


def _english() -> Language:
    """Return the typography of British English, in the house style."""
    units = (
        r"(?:mm|cm|dm|km|m|mg|kg|g|ml|cl|l|pt|px|dpi|gsm|kB|MB|min|sec|s|h|hrs?|ft|am|pm|a\.m\.|p\.m\.|"
        r"mm²|cm²|m²|MHz|GHz|Hz|W|V|K)(?!\w)"
    )
    held = (
        *_common_contexts(),
        rf"(?<=[0-9].)(?={units})",
        rf"(?=[0-9]){_after('p. pp. no. nos. fig. vol. ch.')}",
    )
    elision = rf"(?i:tis|twas|twere|twill|twould|em|til|bout|cos|neath)(?![\w'])|[0-9]0s\b|{_YEAR}"
    return Language(
        Quotes(("“", "”"), ("‘", APOSTROPHE), re.compile(elision)),
        (*_common_rules(_rule("-—", rf"[-—](?<=\S{_GAP}.)(?=[\s”’])", "–")), _hold(held)),
    )


_BUILDERS: dict[str, Callable[[], Language]] = {"cs": _czech, "en": _english}

LANGUAGES = tuple(_BUILDERS)


@cache
def _language(name: str) -> Language:
    """Build a language's typography once."""
    return _BUILDERS[name]()
