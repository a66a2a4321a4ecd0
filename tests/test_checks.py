"""Every check of a composed game: break one thing, and exactly that is found, at its place."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from valleybuild.check.languages import numbers_in, placeholders_in, symbols_in
from valleybuild.problem import Severity

GAME = "cards/pebbles/game.yaml"
KINDS = "cards/pebbles/kinds.yaml"
CARDS = "cards/pebbles/cards.yaml"
STONES = "cards/pebbles/pebbles.yaml"
FACES = "layouts/pebbles/faces.yaml"
TYPE = "layouts/pebbles/type.yaml"
FONTS = "fonts/fonts.yaml"
RIVER = "outline: river, front: river, back: river-back, board: stream, cell: cell}"
STONE = "outline: pebble, front: pebble, back: pebble-back, count: quantity}"
LAST = "  cell: [0, 3]\n  needs: [slate, jasper, amber]"

IN_PEBBLES = {
    "an outline that is not there": (
        *("unknown-outline", KINDS, "{" + STONE, "‸{" + STONE.replace("outline: pebble", "outline: peble"), ()),
    ),
    "a face that is not there": (
        *(
            "unknown-face",
            KINDS,
            "{" + RIVER,
            "‸{" + RIVER.replace("front: river,", "front: rivers,"),
            ("unused-face",),
        ),
    ),
    "a count from no field": ("unknown-field", KINDS, "{" + STONE, "‸{" + STONE.replace("quantity", "quantities"), ()),
    "a count from a name": ("unknown-field", KINDS, "{" + STONE, "‸{" + STONE.replace("quantity", "name"), ()),
    "no copy of a card": ("out-of-range", KINDS, "{" + RIVER, "‸{" + RIVER[:-1] + ", count: 0}", ()),
    "a board from no reference": (
        *("unknown-field", KINDS, "{" + RIVER, "‸{" + RIVER.replace("board: stream", "board: worth"), ()),
    ),
    "a cell from no list": ("unknown-field", KINDS, "{" + RIVER, "‸{" + RIVER.replace("cell: cell", "cell: deed"), ()),
    "a face that nothing uses": (
        *("unused-face", FACES, "pebble-back:\n", "pebble-side:\n  ‸elements: []\npebble-back:\n", ()),
    ),
    "two cards in a cell": ("cell-taken", CARDS, LAST, LAST.replace("[0, 3]", "‸[0, 2]"), ()),
    "a pebble that is not there": ("unknown-id", CARDS, LAST, LAST.replace("jasper", "‸jaspis"), ()),
    "a pebble that is a stream": ("wrong-kind", CARDS, LAST, LAST.replace("jasper", "‸mill-race"), ()),
    "a stream without cards": (
        *(
            "unused-id",
            "cards/pebbles/streams.yaml",
            "mill-race:",
            "‸dry-ditch:\n  name: {en: Dry Ditch}\nmill-race:",
            (),
        ),
    ),
    "a word that nothing prints": (
        *("unused-id", "cards/pebbles/words.yaml", "river:", "‸bank:\n  forms: {en: Bank}\nriver:", ()),
    ),
    "an ink that is not there, in an entry": ("unknown-ink", STONES, "ink: amber", "ink: ‸ambre", ()),
    "an ink that is not there, in a face": (
        "unknown-ink",
        FACES,
        "tint: water}\n\nriver:",
        "tint: ‸wine}\n\nriver:",
        (),
    ),
    "an ink that is not there, in a style": (
        *(
            "unknown-ink",
            TYPE,
            "needs: {font: text, size: 13pt, least: 10pt, leading: 1.1, ink: ink}",
            "needs: ‸{font: text, size: 13pt, least: 10pt, leading: 1.1, ink: inc}",
            (),
        ),
    ),
    "an ink that is not there, in a text": (*("unknown-ink", CARDS, '"Slide first', '‸"<c gold>Slide</c> first', ()),),
    "an icon that is not there, in a face": ("unknown-icon", FACES, "icon: ripple", "icon: ‸riple", ()),
    "an icon that is not there, in a text": ("bad-markup", CARDS, '"Slide first', '‸"[otter] first', ()),
    "a text style that is not there": ("unknown-style", FACES, "style: saying", "style: ‸whisper", ()),
    "a font that is not there": (
        *("unknown-font", TYPE, "needs: {font: text,", "needs: ‸{font: txt, bold: text, italic: text,", ()),
    ),
    "a font of a package that is not there": (
        *(
            "font-missing",
            FONTS,
            "  text:\n    package: fontpkg_alegreya_sans",
            "  text:\n    ‸package: no_such_font",
            (),
        ),
    ),
    "a font that has changed": ("font-changed", FONTS, "  text-bold:\n    package", "  text-bold:\n    ‸package", ()),
    "an icon for two signs": ("bad-icon", FONTS, 'pebble: {character: "●"}', 'pebble: ‸{character: "●●"}', ()),
    "an icon for a letter": ("bad-icon", FONTS, 'pebble: {character: "●"}', 'pebble: ‸{character: "o"}', ()),
    "two icons for one sign": ("bad-icon", FONTS, 'ripple: {character: "♒"', 'ripple: ‸{character: "●"', ()),
    "a picture that is not there": (
        *("picture-missing", STONES, "ink: jasper\n  art: pebble.svg", "ink: jasper\n  art: ‸peble.svg", ()),
    ),
    "rules that are not there": ("unknown-rules", GAME, "layout: pebbles", "rules: chess\nlayout: pebbles", ()),
    "a provisional number of no kind": (
        *("unknown-path", GAME, "{path: river-card.*.worth", "‸{path: river.*.worth", ()),
    ),
    "a provisional number of no entry": (
        *("unknown-path", GAME, "{path: river-card.*.worth", "‸{path: river-card.slate.worth", ()),
    ),
    "a provisional number of no field": (
        *("unknown-path", GAME, "{path: river-card.*.worth", "‸{path: river-card.*.price", ()),
    ),
    "a sentence for no variant": (
        *("unknown-variant", "cards/pebbles/sentences.yaml", "  drift:\n", "  ‸drown: {en: Glug.}\n  drift:\n", ()),
    ),
}


@pytest.mark.parametrize("breakage", IN_PEBBLES)
def test_pebbles(pebbles: GameCopy, breakage: str) -> None:
    name, file, old, new, also = IN_PEBBLES[breakage]
    where = pebbles.edit(file, old, new)
    if name == "font-changed":
        pebbles.edit(FONTS, "a3055a18", "a3055a19")
    if name == "unknown-rules":
        where = (GAME, 2, 1)
    problem = pebbles.expect(name, where, also=also)
    assert (problem.severity is Severity.WARNING) == name.startswith("unused")


BOATS = "cards/ferry/boats.yaml"
WORDS = "cards/ferry/words.yaml"
SENTENCES = "cards/ferry/sentences.yaml"

IN_DUO = {
    "a text in one language": ("missing-language", BOATS, "{en: Skiff, cs: Loďka}", "‸{en: Skiff}", ()),
    "a form that no word has": (
        "missing-form",
        WORDS,
        "cs: {nom: Pytel, one: pytel, few: pytle,",
        "cs: ‸{nom: Pytel, one: pytel,",
        (),
    ),
    "a case that a name lacks": ("missing-form", "cards/ferry/animals.yaml", "{nom: Koza, acc: kozu}", "‸Koza", ()),
    "another number": ("numbers-differ", BOATS, "Převeze 2 ", "‸Převeze 3 ", ()),
    "a number in words": ("numbers-differ", BOATS, "Převeze 2 ", "‸Převeze tři ", ()),
    "another symbol": ("symbols-differ", BOATS, "Převeze 2 [star]", "‸Převeze 2", ()),
    "another placeholder": ("placeholders-differ", BOATS, "{{ entry.seats }} místa", "{{ entry.name }} místa", ()),
    "another name than the term": ("term-differs", BOATS, "cs: Vor}", "cs: ‸Prám}", ()),
    "a paraphrase of a term": ("term-missing", BOATS, '"Přívoz má', '‸"Loď má', ()),
    "a term for no entry": ("unknown-id", "cards/ferry/terms.yaml", "  entry: raft", "  ‸entry: rafts", ()),
    "a variant without a sentence": (
        *(
            "missing-sentence",
            SENTENCES,
            '  nothing-at-all:\n    en: "Takes nothing."\n    cs: "Neuveze nic."\n',
            "",
            (),
        ),
    ),
    "a sentence in one language": ("missing-language", SENTENCES, '    cs: "Neuveze nic."\n', "", ()),
}
PLACES = {
    "another number": (BOATS, 7, 9),
    "a number in words": (BOATS, 7, 9),
    "another symbol": (BOATS, 7, 9),
    "another placeholder": (BOATS, 15, 9),
    "a variant without a sentence": (SENTENCES, 3, 5),
    "a sentence in one language": (SENTENCES, 9, 5),
}


@pytest.mark.parametrize("breakage", IN_DUO)
def test_two_languages(duo: GameCopy, breakage: str) -> None:
    name, file, old, new, also = IN_DUO[breakage]
    where = duo.edit(file, old, new)
    duo.expect(name, PLACES.get(breakage, where), also=also)


def test_both_good_games_are_clean(pebbles: GameCopy, duo: GameCopy) -> None:
    assert pebbles.check() == ()
    assert duo.check() == ()


def test_a_choice_printed_without_any_sentence_is_a_finding(pebbles: GameCopy) -> None:
    pebbles.remove("cards/pebbles/sentences.yaml")
    problems = pebbles.check()
    assert {problem.name for problem in problems} == {"missing-sentence"}
    places = [problem.place.line for problem in problems]
    assert places[0] == 10 and len(places) == len(set(places)) == 12


def test_a_picture_that_nothing_uses(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/old/otter.svg", "not even read")
    problem = pebbles.expect("unused-picture", ("cards/pebbles/art/old/otter.svg", 0, 0))
    assert problem.severity is Severity.WARNING


def test_a_product_that_is_not_there(duo: GameCopy) -> None:
    where = duo.edit("cards/ferry/kinds.yaml", "component: {outline: leaf,", "component: ‸{outline: leaf,")
    duo.edit("cards/ferry/kinds.yaml", "product: overview", "product: overvew")
    problem = duo.expect("unknown-product", where)
    assert "overview" in problem.hint


def test_a_title_too_long_for_the_label_of_a_sheet(duo: GameCopy) -> None:
    duo.edit("cards/ferry/game.yaml", "{en: Ferry,", "{en: " + "The Long Ferry " * 20 + ",")
    assert {problem.name for problem in duo.check()} == {"title-too-long"}


def test_what_seems_unused_is_not_reported_beside_an_error(pebbles: GameCopy) -> None:
    pebbles.write("cards/pebbles/art/otter.svg", "not even read")
    pebbles.expect("out-of-range", pebbles.edit(CARDS, LAST, LAST + "\n  worth: ‸9"), also=("duplicate-key",))


def test_a_missing_entry_is_not_reported_where_its_file_could_not_be_read(pebbles: GameCopy) -> None:
    pebbles.remove("cards/pebbles/streams.yaml")
    pebbles.expect("file-missing", ("cards/pebbles/streams.yaml", 0, 0))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Take 3.", "Vezmi 3."),
        ("Take three.", "Vezmi tři."),
        ("Take one.", "Vezmi jeden."),
        ("Pay 1.5 of 2,500.", "Zaplať 1,5 z 2\u00a0500."),
        ("{{ n(3, 'sack') }} <c ink2>[die-6]</c>", ""),
        ("the five of us", "nás pěti"),
    ],
)
def test_numbers_are_counted_in_one_notation(first: str, second: str) -> None:
    assert numbers_in(first, "en") == numbers_in(second, "cs")


@pytest.mark.parametrize(("first", "second"), [("Take 3.", "Vezmi."), ("2 and 2", "2"), ("twelve", "jedenáct")])
def test_other_numbers_are_told_apart(first: str, second: str) -> None:
    assert numbers_in(first, "en") != numbers_in(second, "cs")


def test_placeholders_are_compared_without_their_forms() -> None:
    forms = frozenset({"name", "acc", "nom"})
    assert placeholders_in("{{ value.name }}", forms) == placeholders_in("{{value.name.acc}}", forms)
    assert placeholders_in("{{ a('x').name }}", forms) == placeholders_in('{{ a("x").name.acc }}', forms)
    assert placeholders_in("{{ value.name }}", forms) != placeholders_in("{{ value.seats }}", forms)


def test_symbols_count_as_name_or_as_sign() -> None:
    assert symbols_in("[star] ★ {{ '★' }}", {"★": "star"}) == {"star": 2}


@pytest.mark.parametrize(
    "file", [FACES, TYPE, FONTS, "layouts/pebbles/palette.yaml", "cards/pebbles/sentences.yaml", CARDS, STONES]
)
def test_a_file_that_cannot_be_read_is_the_only_finding(pebbles: GameCopy, file: str) -> None:
    pebbles.write(file, "a: [b\n")
    assert {(problem.name, problem.place.file) for problem in pebbles.check()} == {("not-yaml", file)}


def test_a_length_without_a_unit_hides_nothing_behind_it(pebbles: GameCopy) -> None:
    length = pebbles.edit(GAME, "width: 41mm", "width: ‸41")
    saying = '"Here the small water meets the large."}'
    picture = pebbles.edit(CARDS, f"{saying}\n  art: spring.svg", f"{saying}\n  art: ‸sprig.svg")
    pebbles.expect("length-without-unit", length, also=("picture-missing",))
    pebbles.expect("picture-missing", picture, also=("length-without-unit",))


def test_a_tab_leaves_the_rest_of_its_file_to_be_read(pebbles: GameCopy) -> None:
    pebbles.write(
        STONES, pebbles.read(STONES) + "opal:\n\tname: {en: Opal}\n\tquantity: 50\n\tink: slate\n\tart: pebble.svg\n"
    )
    found = {problem.name for problem in pebbles.check()}
    assert found == {"tab-indentation", "out-of-range"}
