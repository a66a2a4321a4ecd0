"""The languages: how Czech and English are set, each a function that returns its quotes and rules.

Czech follows the Internetová jazyková příručka of ÚJČ AV ČR.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from valleybuild.typography.model import APOSTROPHE, GAP, NO_BREAK_SPACE, Language, Quotes
from valleybuild.typography.shared import (
    SYMBOLS,
    YEAR,
    after_words,
    common_contexts,
    common_rules,
    hold,
    icon_contexts,
    rule,
)


def czech() -> Language:
    """Return the typography of Czech."""
    lower, upper = "[a-záčďéěíňóřšťúůýž]", "[A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ]"
    # Words that a number does not count, and an icon does not stand for, when another word follows them.
    linking = (
        "[aikosuvz]|ke|se|ve|ze|na|do|od|po|za|až|či|je|by|si|že|pro|při|bez|nad|pod|ale|ani|než|pak|"
        "nebo|jsou|před|mezi|když|pokud"
    )
    uncounted = rf"(?!(?:{linking})\s)"
    labels = (
        "č. čp. čís. str. s. kap. obr. tab. odst. sv. roč. max. min. cca strana strany straně stranu stranou stran "
        "číslo čísla číslu čísle kapitola kapitoly kapitole kapitolu tabulka tabulky tabulce tabulku obrázek obrázku "
        "krok kroku část části díl dílu odstavec odstavce odstavci příloha přílohy příloze"
    )
    prepositions = "na do od po za ke ve se ze ku pro při bez nad pod před přes mezi kolem podle kromě"
    held = (
        r"(?<=\b[ksvzouaiKSVZOUAI].)(?<![’-]..)(?=\S)",
        *common_contexts(),
        r"(?<=[0-9].)(?<![0-9]{4}.)(?=[0-9]{3}(?![0-9]))",
        rf"(?<=[0-9].)(?=[^\W\d_]){uncounted}(?<![^\W\d_][0-9].)(?<![^\W\d_][0-9]{{2}}.)",
        rf"(?<=[0-9]\..)(?={lower}){uncounted}",
        r"(?=[0-9]{1,2}\.(?![0-9]))(?:(?<=\b[0-9]\..)|(?<=\b[0-9]{2}\..))",
        rf"(?<=\b{lower}\..)(?={lower}\.)",
        rf"(?<=\b{upper}\..)(?={upper}\.)",
        rf"(?=[0-9]){after_words(labels)}",
        rf"(?={SYMBOLS}){after_words(prepositions)}",
        *icon_contexts(linking),
        # One initial before a name reads like the end of a sentence ("kartu A. Pak"), unless it opens the line.
        rf"(?={upper}{lower})(?:(?<=\b{upper}\.{GAP}{upper}\..)|(?<=^{upper}\..))",
    )
    numeral = rf"\b([^\W\d_]+){GAP}([IVX]+\.)({GAP}(?={lower}){uncounted})?"
    return Language(
        Quotes(("„", "“"), ("‚", "‘"), re.compile(YEAR)),
        (
            *common_rules(rule("-–—", rf"{GAP}(?<=\S.)[-–—](?=[\s“‘])", f"{NO_BREAK_SPACE}–")),
            rule("IVX", numeral, _hold_numeral),
            hold(held),
        ),
    )


def _hold_numeral(match: re.Match[str]) -> str:
    """Hold a Roman numeral to the name before it ("Karel I."), or else to the noun after it ("ve II. kole")."""
    word, numeral, gap = match[1], match[2], match[3]
    if word[0].isupper() and len(word) > 2:
        return f"{word}{NO_BREAK_SPACE}{numeral}{gap or ''}"
    return match[0] if gap is None else f"{match[0][:-1]}{NO_BREAK_SPACE}"


def english() -> Language:
    """Return the typography of British English, in the house style."""
    units = (
        r"(?:mm|cm|dm|km|m|mg|kg|g|ml|cl|l|pt|px|dpi|gsm|kB|MB|min|sec|s|h|hrs?|ft|am|pm|a\.m\.|p\.m\.|"
        r"mm²|cm²|m²|MHz|GHz|Hz|W|V|K)(?!\w)"
    )
    linking = (
        "and|or|but|nor|than|as|if|when|while|until|because|so|then|that|which|who|is|are|was|were|has|have|may|must|"
        "can|cannot|a|an|the|to|for|from|of|in|into|on|onto|at|by|with|without|before|after|per|not|only|too"
    )
    held = (
        *common_contexts(),
        rf"(?<=[0-9].)(?={units})",
        rf"(?=[0-9]){after_words('p. pp. no. nos. fig. vol. ch.')}",
        *icon_contexts(linking),
    )
    elision = rf"(?i:tis|twas|twere|twill|twould|em|til|bout|cos|neath)(?![\w'])|[0-9]0s\b|{YEAR}"
    return Language(
        Quotes(("“", "”"), ("‘", APOSTROPHE), re.compile(elision)),
        (*common_rules(rule("-—", rf"[-—](?<=\S{GAP}.)(?=[\s”’])", "–")), hold(held)),
    )


BUILDERS: Mapping[str, Callable[[], Language]] = {"cs": czech, "en": english}
