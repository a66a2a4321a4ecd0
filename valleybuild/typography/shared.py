"""The rules that languages share, for spaces, dashes, signs and numbers, and where every language holds a space."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from valleybuild.typography.model import GAP, ICON, NO_BREAK_SPACE, Rule

NUMBER = r"[0-9]++(?:[.,:][0-9]++)?+"
GROUPED = rf"[0-9]++(?:{GAP}[0-9]{{3}}(?![0-9]))*+(?:[.,:][0-9]++)?+"
SIGNS = f"★⇄⛨⚡↔⇢⇶①-⑤{ICON}"
SYMBOLS = f"[{SIGNS}%‰°€£$]"
# The rest of a year without its century ('68), unless the next straight quote closes what opened here ('12 stamps').
YEAR = r"[0-9]{2}(?!\w)(?![^']*[^\s']'(?!\w))"


def rule(triggers: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rule:
    """Compile a rule."""
    return Rule(frozenset(triggers), re.compile(pattern, re.MULTILINE), replacement)


def common_rules(dash: Rule) -> tuple[Rule, ...]:
    """Return the rules for spaces, ellipsis, signs and ranges, and the language's spaced dash among them.

    Their order matters: a product before a sum, a sum before a range, a range before a minus and a dash.
    """
    not_within = r"(?<![\w.,:/=–−-])"
    return (
        rule(" \u00a0", rf"{GAP}(?<=\S.){GAP}++(?=\S)", _narrow),
        rule(".", r"\.{3}(?<!\.{4})(?!\.)", "…"),
        rule("-", rf"--(?:(?<=\S{GAP}--)(?=[\s“‘”’])|(?<=[0-9]--)(?=[0-9]))", "–"),
        rule("x×", rf"(?<=[0-9])(?:[x×](?=[0-9])|{GAP}[x×]{GAP}(?=\S))", f"{NO_BREAK_SPACE}×{NO_BREAK_SPACE}"),
        rule("x", r"(?<=[0-9])x(?!\w)", "×"),
        rule("=", rf"(?<![\w.,])[-−]?{NUMBER}(?:{GAP}?[-+−–×=]{GAP}?[-−]?{NUMBER})++", _set_sum),
        rule(
            "-",
            rf"{not_within}({NUMBER}\.?)-(?={NUMBER}(?![.,:/]?[0-9]|[-–−][0-9]))",
            lambda match: f"{match[1]}–",
        ),
        rule(
            "-–—",
            rf"{not_within}(?<![-–—−]{GAP})({GROUPED})(\.)?+{GAP}[-–—]{GAP}({GROUPED}(?(2)\.))"
            rf"(?![.,:/]?[0-9]|{GAP}?[-–—−]{GAP}?[0-9])",
            _close_range,
        ),
        rule("-", r"-(?<![^\s(\[{„‚“‘/±=×+]-)(?=[0-9])", "−"),
        dash,
    )


def _narrow(match: re.Match[str]) -> str:
    """Make one space of several, a no-break one if any of them was."""
    return NO_BREAK_SPACE if NO_BREAK_SPACE in match[0] else " "


def _set_sum(match: re.Match[str]) -> str:
    """Space the operators of a sum with its result; leave anything else that is joined by signs."""
    if "=" not in match[0]:
        return match[0]
    signs = rf"(?<=[0-9]){GAP}?([-+−–×=]){GAP}?"
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


def hold(contexts: Iterable[str]) -> Rule:
    """Return the rule that makes a space a no-break space in any of the contexts.

    A context is a pattern tested right after the space, so that its lookbehinds end in a dot for the space itself.
    """
    return rule(" ", f" (?:{'|'.join(contexts)})", NO_BREAK_SPACE)


def common_contexts() -> tuple[str, ...]:
    """Return where every language holds a space: number and sign or icon, number and operator."""
    operand = f"[0-9{ICON}]"
    return (
        rf"(?<=[0-9×].)(?={SYMBOLS})",
        rf"(?<=[0-9].)(?=[-+−×=:÷]{GAP}{operand})",
        rf"(?<={operand}{GAP}[+−×=:÷].)(?={operand})",
        r"(?<=§.)(?=[0-9])",
    )


def icon_contexts(linking: str) -> tuple[str, ...]:
    """Return where a space beside an icon is held, so that none begins or ends a line without its word.

    An icon belongs to what follows it (a word, or a number of its own), as in "bring ☸ driving", unless that is one of
    the `linking` words, a pattern of alternatives: in "by ↔ or ⇢, for free" icons belong to what is before them. Icons
    in a row may be parted from each other, as many as they are.
    """
    number = rf"[0-9]++(?!{GAP}?{SYMBOLS})"
    belongs = rf"(?:(?!(?:{linking})\b)[^\W\d_]|{number}|[“‘„‚])"
    return (
        rf"(?<=[{SIGNS}].)(?={belongs})",
        rf"(?<=[^\s.!?…–—•{SIGNS}].)(?=[{SIGNS}]++(?!{GAP}?(?:{belongs}|[{SIGNS}])|’\w))",
    )


def after_words(words: str) -> str:
    """Return a context: after one of the words, in any case. Lookbehinds are of one width, hence the groups."""
    by_length = groupby(sorted(words.split(), key=len), key=len)
    choices = ("|".join(map(re.escape, group)) for _, group in by_length)
    return "(?:" + "|".join(rf"(?<=\b(?i:{choice}).)" for choice in choices) + ")"
