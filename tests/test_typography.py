"""Typography: the table of Czech and English inputs, cases of our own, and what must hold for every text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from valleybuild.typography import LANGUAGES, typeset

HOLD = "⎵"  # stands for a no-break space, so that a test shows it

# The numbered rows of the reference table, in order; None means unchanged.
TABLE = [
    (1, "cs", "jdi a s někým", "jdi a⎵s⎵někým"),
    (2, "cs", "V lese", "V⎵lese"),
    (3, "cs", "(v lese) „u mlýna“", "(v⎵lese) „u⎵mlýna“"),
    (4, "cs", "<b>k</b> potoku", "<b>k</b>⎵potoku"),
    (5, "cs", "Hraj kartu A. Pak", None),
    (6, "cs", "roku 2022. Tato", None),
    (7, "cs", "Karel I. vládl", "Karel⎵I. vládl"),
    (8, "cs", "verze 3.0.0", None),
    (9, "cs", "24. 12. 2026", "24.⎵12. 2026"),
    (10, "cs", "10% sleva, 10 %", "10% sleva, 10⎵%"),
    (11, "cs", "-5 bodů", "−5⎵bodů"),
    (12, "cs", "3-2=1", "3⎵−⎵2⎵=⎵1"),
    (13, "cs", "2-4 hráči", "2–4⎵hráči"),
    (13, "cs", "strana 3 - 5", "strana⎵3–5"),
    (14, "cs", "Mlýn - Náves", "Mlýn⎵– Náves"),
    (14, "cs", "2- až 4členný", None),
    (15, "cs", "63x88 mm", "63⎵×⎵88⎵mm"),
    (16, "cs", "1 000 000 Kč", "1⎵000⎵000⎵Kč"),
    (17, "cs", "a s. r. o. i T. G. M.", "a⎵s.⎵r.⎵o. i⎵T.⎵G.⎵M."),
    (18, "cs", "Petr: \"Bety řekla: 'Jdi.'\"", "Petr: „Bety řekla: ‚Jdi.‘“"),
    (19, "cs", "{{ n }} razítek", None),
    (19, "cs", "5 razítek", "5⎵razítek"),
    (
        20,
        "en",
        "\"Hello,\" she said. 'It's'; '90s; 'n'; <b>Bety</b>'s",
        "“Hello,” she said. ‘It’s’; ’90s; ’n’; <b>Bety</b>’s",
    ),
]

CZECH = [
    # one-letter words
    ("a i v o s k u z", "a⎵i⎵v⎵o⎵s⎵k⎵u⎵z"),
    ("K potoku. V lese. I Bety.", "K⎵potoku. V⎵lese. I⎵Bety."),
    ("Jdi domů A pak spi", "Jdi domů A⎵pak spi"),
    ("Má stupeň A. Pak jde.", None),
    ("<i>V lese</i> k\nmlýnu", "<i>V⎵lese</i> k\nmlýnu"),
    ("<c green>u</c> <b>mlýna</b>", "<c green>u</c>⎵<b>mlýna</b>"),
    ("k<b> potoku</b>", "k<b>⎵potoku</b>"),
    ("v 14:30 a v 8:05", "v⎵14:30 a⎵v⎵8:05"),
    ("Bety’s a", "Bety’s a"),
    ("nejneobhospodařovávatelnějšími slovy", None),
    # icons, symbols and templates
    ("s [searching] na [far-3]", "s⎵[searching] na⎵[far-3]"),
    ("2 [effort] a 2 ★, 3 ⇄", "2⎵[effort] a⎵2⎵★, 3⎵⇄"),
    ("<b>2</b> [effort]", "<b>2</b>⎵[effort]"),
    ("[searching] 2 [a-b]", "[searching] 2⎵[a-b]"),
    ("2x [card]", "2×⎵[card]"),
    ("musí dát [driving] <b>řízení</b>. Pak", "musí dát [driving]⎵<b>řízení</b>. Pak"),
    ("jeďte podle [road] nebo [footpath], potom", "jeďte podle⎵[road] nebo⎵[footpath], potom"),
    ("všechny [weakened] oslabí a [damaged] poškodí", "všechny [weakened]⎵oslabí a⎵[damaged]⎵poškodí"),
    ("kdo přijde: [weakened]", "kdo přijde:⎵[weakened]"),
    ("hrozba [lasting] je zde", "hrozba⎵[lasting] je zde"),
    ("k {{ place | form('dat - x') }} \"{{ n }}\"", "k⎵{{ place | form('dat - x') }} „{{ n }}“"),
    ("{% if n > 1 - 2 %}x - y{% endif %}", "{% if n > 1 - 2 %}x⎵– y{% endif %}"),
    # ordinals, dates, numerals, abbreviations, initials
    ("1. díl, 12. kolo", "1.⎵díl, 12.⎵kolo"),
    ("1. a 2. kolo", "1. a⎵2.⎵kolo"),
    ("č. 5, str. 3, § 7, Strana 8", "č.⎵5, str.⎵3, §⎵7, Strana⎵8"),
    ("3. ledna 2026", "3.⎵ledna 2026"),
    ("od 24. 12. do 31. 12. 2026", "od 24.⎵12. do 31.⎵12. 2026"),
    ("ve II. kole", "ve II.⎵kole"),
    ("Petr IV. a Jan II. šli", "Petr⎵IV. a⎵Jan⎵II. šli"),
    ("psal T. G. Masaryk", "psal T.⎵G.⎵Masaryk"),
    ("K. Čapek psal", "K.⎵Čapek psal"),
    ("let př. n. l.", "let př. n.⎵l."),
    # numbers
    ("10000 Kč, 1,5 l, 20 °C", "10000⎵Kč, 1,5⎵l, 20⎵°C"),
    ("5 hráčů a 3 až 4 body", "5⎵hráčů a⎵3 až 4⎵body"),
    ("papír A4 leží", None),
    ("+420 603 123 456", "+420⎵603⎵123⎵456"),
    ("v roce 2026 100 hráčů", "v⎵roce 2026 100⎵hráčů"),
    ("poměr 1:2, mapa 1 : 2", "poměr 1:2, mapa 1⎵:⎵2"),
    ("v 14:30-15:45", "v⎵14:30–15:45"),
    ("2 + 3 = 5, 1,5x2=3", "2⎵+⎵3⎵=⎵5, 1,5⎵×⎵2⎵=⎵3"),
    ("2-3=-1", "2⎵−⎵3⎵=⎵−1"),
    ("<b>3</b>-<i>2</i>=1", "<b>3</b>⎵−⎵<i>2</i>⎵=⎵1"),
    ("(-2) +1/-1 „-3“", "(−2) +1/−1 „−3“"),
    ("63 x 88 x 2 mm, 3x denně", "63⎵×⎵88⎵×⎵2⎵mm, 3× denně"),
    ("63<b>x</b>88", "63⎵<b>×</b>⎵88"),
    # ranges and dashes
    ("1.-3. kolo, 1. - 3. kolo", "1.–3.⎵kolo, 1.–3.⎵kolo"),
    ("1 000 - 2 000 Kč", "1⎵000–2⎵000⎵Kč"),
    ("3 <b>-</b> 5", "3<b>–</b>5"),
    ("2 — 4 hráči, 1. - 3.000. kolo", "2–4⎵hráči, 1.–3.000.⎵kolo"),
    ("5 - 3 body", "5⎵– 3⎵body"),
    ("2026-12-24, 123-456-789", None),
    ("Mlýn -- Náves -\nles", "Mlýn⎵– Náves⎵–\nles"),
    ("Mlýn – Náves — les", "Mlýn⎵– Náves⎵– les"),
    ("- odrážka\n- druhá", None),
    ("česko-slovenský, modro-bílý", None),
    ("kola 1 - 2 - 3", "kola 1⎵– 2⎵– 3"),
    # quotes and apostrophes
    ('<b>"Jdi,"</b> řekla.', "<b>„Jdi,“</b> řekla."),
    ('"<b>Jdi</b>" ("mlýn")', "„<b>Jdi</b>“ („mlýn“)"),
    ('Mlýn - "u lípy" - les', "Mlýn⎵– „u⎵lípy“⎵– les"),
    ('Mlýn–"Náves", "já –" řekla', "Mlýn–„Náves“, „já⎵–“ řekla"),
    ('"[searching]" a "...tak"', "„[searching]“ a⎵„…tak“"),
    ('řekla:"Jdi." A šla', "řekla:„Jdi.“ A⎵šla"),
    ("rock 'n' roll, rock ’n’ roll, d'Artagnan", "rock ’n’ roll, rock ’n’ roll, d’Artagnan"),
    ("'rock 'n' roll' z '68", "‚rock ’n’ roll‘ z⎵’68"),
    # spaces and ellipsis
    ("Čekej...  a jdi", "Čekej… a⎵jdi"),
    ("a <b> b</b>", "a⎵<b>b</b>"),
    ("2\u202f500 bodů", "2⎵500⎵bodů"),
    ("", None),
    (" \n  ", None),
]

ENGLISH = [
    ("Take a stamp - or two -- now", "Take a stamp – or two – now"),
    ("2-4 players, pages 3 - 5, a 2-4-player game", "2–4 players, pages 3–5, a 2–4-player game"),
    ("900 - 1,000 stamps", "900–1,000 stamps"),
    ("a two-player game for 2026-12-24", None),
    ("63 mm, 63x88 mm, 5 stamps, 10 %, 2 in a row", "63⎵mm, 63⎵×⎵88⎵mm, 5 stamps, 10⎵%, 2 in a row"),
    ("2 [effort] with [searching], 2 ★", "2⎵[effort] with⎵[searching], 2⎵★"),
    # an icon is held to the word that it belongs to
    ("must bring [driving] <b>driving</b>. All", "must bring [driving]⎵<b>driving</b>. All"),
    ("One route, by [road] or [footpath].", "One route, by⎵[road] or⎵[footpath]."),
    ("Along ↔ and ⇶, as far", "Along⎵↔ and⎵⇶, as far"),
    ("it [weakened] weakens and [damaged] damages", "it [weakened]⎵weakens and [damaged]⎵damages"),
    ("[weakened] [damaged] stays; on entering: [weakened]", "[weakened] [damaged]⎵stays; on entering:⎵[weakened]"),
    ("needs [far] [far] [far]", "needs [far] [far] [far]"),
    ("marked [one]<b>:</b> Rope", "marked⎵[one]<b>:</b> Rope"),
    ("the ★★ are won. ★ is", "the⎵★★ are won. ★ is"),
    ("at [far]\nand the [day]ly", "at⎵[far]\nand the [day]ly"),
    ("[effort] 1, damaged 2", "[effort]⎵1, damaged 2"),
    ("[hand] “Rope” – [hand] (then) – [hand] 2 ★", "[hand]⎵“Rope” – [hand] (then) – [hand] 2⎵★"),
    ("2 x [card], 2 x stamp", "2⎵×⎵[card], 2⎵×⎵stamp"),
    ("see p. 3 and Fig. 2", "see p.⎵3 and Fig.⎵2"),
    ("Lose -2 at 14:30, ratio 1:2", "Lose −2 at 14:30, ratio 1:2"),
    ("One.  Two...  <b>Three</b>", "One. Two… <b>Three</b>"),
    ("the dogs' green; rock 'n' roll; 'Tis; [betty]'s", "the dogs’ green; rock ’n’ roll; ’Tis; [betty]’s"),
    ("'\"Go,\" she said.'", "‘“Go,” she said.’"),
    ("\"'Go,' she said.\"", "“‘Go,’ she said.”"),
    ("in '68, '12 stamps'", "in ’68, ‘12 stamps’"),
    ('("<b>Go</b>") - "go"', "(“<b>Go</b>”) – “go”"),
    ("a s k", None),
    ("", None),
    ("   ", None),
]


def shown(text: str, language: str) -> str:
    """Typeset a text and show its no-break spaces."""
    return typeset(text, language).replace("\u00a0", HOLD)


@pytest.mark.parametrize(("row", "language", "text", "expected"), TABLE)
def test_reference_table(row: int, language: str, text: str, expected: str | None) -> None:
    assert shown(text, language) == (text if expected is None else expected), row


def test_the_whole_reference_table_is_here() -> None:
    assert sorted({row for row, *_ in TABLE}) == list(range(1, 21))


@pytest.mark.parametrize(("text", "expected"), CZECH)
def test_czech(text: str, expected: str | None) -> None:
    assert shown(text, "cs") == (text if expected is None else expected)


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english(text: str, expected: str | None) -> None:
    assert shown(text, "en") == (text if expected is None else expected)


@pytest.mark.parametrize("symbol", "★⇄⛨⚡↔⇢⇶①②③④⑤")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_symbol_is_held_to_the_number_before_it(symbol: str, language: str) -> None:
    assert shown(f"(2 {symbol})", language) == f"(2⎵{symbol})"


def test_unknown_languages_are_left_alone() -> None:
    assert typeset("a - \"b\" 'c' ...  k", "xx") == "a - \"b\" 'c' ...  k"
    assert typeset("k lesu", "") == "k lesu"


def test_the_languages() -> None:
    assert LANGUAGES == ("cs", "en")


PLAIN = (
    *" \u00a0\n0123459xXaksvzVIATn\"'‘’“”„‚-–—−=+×:;.,!?/()%§★s",
    *(" ", " - ", " -- ", "...", "100", " 000", " mm", "str. ", "razítek", "Karel", "na ", "'n'", "tis", "\u202f", "č"),
)
TAGS = ("<b>", "</b>", "<i>", "</i>", "<c red>", "</c>")
ATOMS = ("[far-3]", "[effort]", "{{ a - 'b' }}", "{% if 1 - 2 %}")
LOOSE = (*"<>[]{}%bc", "<c  red>", "\ue000", "\ue001", "\t")

plain_texts = st.lists(st.sampled_from(PLAIN), max_size=14).map("".join)
marked_texts = st.lists(st.sampled_from(PLAIN + TAGS + ATOMS), max_size=14).map("".join)
wild_texts = st.lists(st.sampled_from(PLAIN + TAGS + ATOMS + LOOSE), max_size=14).map("".join) | st.text(max_size=20)
languages = st.sampled_from(LANGUAGES)


@settings(max_examples=400, deadline=None)
@given(plain_texts | wild_texts, languages)
def test_typesetting_twice_changes_nothing_more(text: str, language: str) -> None:
    once = typeset(text, language)
    assert typeset(once, language) == once


@settings(max_examples=200, deadline=None)
@given(wild_texts, languages)
def test_letters_digits_and_newlines_stay(text: str, language: str) -> None:
    def kept(value: str) -> str:
        return re.sub(r"[^\w\n]|[xX_]", "", value)

    done = typeset(text, language)
    assert kept(done) == kept(text)
    assert "\u202f" not in done or "\u202f" in "".join(re.findall(r"\{[{%#].*?[}%#]\}", text, re.DOTALL))


@settings(max_examples=200, deadline=None)
@given(marked_texts, languages)
def test_markup_stays_and_tags_change_nothing(text: str, language: str) -> None:
    tag = re.compile(r"</?(?:[bi]|c red|c)>")
    done = typeset(text, language)
    assert tag.findall(done) == tag.findall(text)
    assert [done.count(atom) for atom in ATOMS] == [text.count(atom) for atom in ATOMS]
    assert tag.sub("", done) == typeset(tag.sub("", text), language)
