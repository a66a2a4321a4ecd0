"""Files to a game: what a good game becomes, and what is found in one that is not."""

from __future__ import annotations

import pytest

from tests.conftest import GameCopy
from valleybuild.load import list_games
from valleybuild.model import Choice, Named, Picture, Ref, Text, Words
from valleybuild.project import Project
from valleybuild.scene import Outline, Size

GAME = "cards/pebbles/game.yaml"
KINDS = "cards/pebbles/kinds.yaml"


def test_a_good_game_becomes_typed_values(pebbles: GameCopy) -> None:
    game, problems = pebbles.load()
    assert game is not None and problems == []
    assert (game.version, game.languages, game.rules) == ("1.2", ("en",), None)
    assert game.outlines["pebble"] == Outline("pebble", Size(25.0, 25.0), "circle")
    assert game.outlines["river"] == Outline("river", Size(41.0, 63.0), "rectangle", 2.5)
    assert [len(game.of_kind(kind)) for kind in ("word", "stream", "pebble", "river-card")] == [2, 3, 4, 12]
    assert game.of_kind("dragon") == ()
    card = game.entries["hidden-pool"]
    name, saying, stream, art, deed = (card[field] for field in ("name", "saying", "stream", "art", "deed"))
    assert isinstance(name, Words) and name.forms == {"en": {"name": "Hidden Pool"}}
    assert isinstance(saying, Text) and saying.strings == {"en": "Still enough to count the clouds in."}
    assert isinstance(stream, Ref) and (stream.id, stream.kinds) == ("moor-beck", ("stream",))
    assert isinstance(art, Picture) and art.file == "pool.svg"
    assert isinstance(deed, Choice) and deed.tag == "trade" and isinstance(deed.value, Ref)
    assert (card["worth"], card["cell"]) == (2, (0, 2))
    assert game.entries["sheep-leap"]["saying"] is None
    ink = game.entries["amber"]["ink"]
    assert isinstance(ink, Named) and (ink.sort, ink.name) == ("ink", "amber")
    with pytest.raises(KeyError):
        card["price"]


def test_games_are_the_folders_with_a_game_file(pebbles: GameCopy) -> None:
    pebbles.write("cards/second/game.yaml", "")
    pebbles.write("cards/notes/read.md", "")
    pebbles.write("cards/second/old/game.yaml", "")
    assert list_games(Project(pebbles.root)) == ["pebbles", "second"]


@pytest.mark.parametrize("file", [GAME, KINDS])
@pytest.mark.parametrize(
    ("content", "name"),
    [
        (None, "file-missing"),
        ("", "file-empty"),
        ("# only a remark\n", "file-empty"),
        ("- a\n- b\n", "wrong-type"),
        ("a word\n", "wrong-type"),
    ],
)
def test_without_a_usable_head_there_is_no_game(pebbles: GameCopy, file: str, content: str | None, name: str) -> None:
    if content is None:
        pebbles.remove(file)
    else:
        pebbles.write(file, content)
    game, problems = pebbles.load()
    assert game is None
    assert [(problem.name, problem.place.file) for problem in problems] == [(name, file)]


@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("missing-key", GAME, "forms:\n  en: [name, one, other]\n", ""),
        ("unknown-language", GAME, "  en: [name, one, other]\n", "  en: [name, one, other]\n  ‸cs: []\n"),
        ("unknown-type", KINDS, "skim: integer 1..3", "‸skim: integer 1-3"),
        ("unknown-type", KINDS, "trade: ref pebble", "‸trade: ref peble"),
        ("unknown-type", KINDS, "deed: deed\n", "‸deed: ded\n"),
        ("unknown-type", KINDS, "needs: list 1..3 of ref pebble", "‸needs: list 1..3 of ref stone"),
        ("unknown-key", KINDS, "    file: streams.yaml", "    ‸colour: blue\n    file: streams.yaml"),
        ("length-without-unit", GAME, "width: 25mm", "width: ‸25"),
        ("out-of-range", GAME, "width: 25mm", "width: ‸-25mm"),
        ("missing-form", GAME, "title: {en: Pebbles}", "title: {en: ‸{one: Pebble}}"),
        ("out-of-range", "layouts/pebbles/faces.yaml", "[5.5mm, 54mm, 32mm, 7mm]", "‸[5.5mm, 54mm, 32mm, 0mm]"),
        ("out-of-range", "layouts/pebbles/type.yaml", "size: 6.5pt, least: 6pt", "size: 6.5pt, least: ‸0pt"),
        ("unknown-variant", GAME, "shape: circle", "shape: ‸oval"),
        ("unquoted-text", GAME, 'version: "1.2"', "version: ‸1.2"),
        ("bad-identifier", GAME, "languages: [en]", "languages: [‸English]"),
        ("bad-identifier", "cards/pebbles/streams.yaml", "mill-race:", "‸Mill_Race:"),
        ("id-used-twice", "cards/pebbles/pebbles.yaml", "slate:\n  name", "‸mill-race:\n  name"),
        ("bad-identifier", KINDS, "  stream:\n", "  ‸Stream Bed:\n"),
        ("id-used-twice", KINDS, "records: {}", "records: {deed: {a: text}}"),
        ("unknown-type", KINDS, "skim: integer 1..3", "‸skim: integer 1..3?"),
        ("wrong-length", KINDS, "records: {}", "records: {}\nkinds: ‸{}\nold:"),
        ("unknown-variant", "cards/pebbles/sentences.yaml", "deed:\n", "‸deeds:\n"),
        ("wrong-type", "cards/pebbles/sentences.yaml", '    en: "<b>Skim.', '    ‸- "<b>Skim.'),
        ("out-of-range", "layouts/pebbles/type.yaml", "size: 15pt, least: 10pt", "size: 15pt, least: ‸16pt"),
        ("wrong-type", "layouts/pebbles/palette.yaml", '"#B5770F"', '‸"amber"'),
        ("out-of-range", "layouts/pebbles/palette.yaml", "[19, 53, 99, 16]", "[19, 53, ‸199, 16]"),
        ("wrong-length", "layouts/pebbles/palette.yaml", "[19, 53, 99, 16]", "‸[19, 53, 99]"),
        ("missing-key", "fonts/fonts.yaml", "    licence: OFL-1.1\n  text-bold:", "  text-bold:"),
    ],
)
def test_findings_of_reading(pebbles: GameCopy, name: str, file: str, old: str, new: str) -> None:
    where = pebbles.edit(file, old, new)
    _, problems = pebbles.load()
    found = [problem.place for problem in problems if problem.name == name]
    assert found, problems
    assert any((place.file, place.line, place.column) == where for place in found) or not where[1], problems


def test_every_finding_of_every_file_comes_at_once(pebbles: GameCopy) -> None:
    pebbles.edit("cards/pebbles/cards.yaml", "  worth: 1\n  deed: {trade: slate}", "  worth: 7\n  deed: {trade: slate}")
    pebbles.edit("cards/pebbles/pebbles.yaml", "quantity: 5", "quantity: many")
    pebbles.edit("layouts/pebbles/faces.yaml", "radius: 2mm, line", "radius: 2, line")
    pebbles.remove("cards/pebbles/words.yaml")
    _, problems = pebbles.load()
    assert {problem.name for problem in problems} == {
        *("out-of-range", "wrong-type", "length-without-unit", "file-missing"),
    }


def test_two_faces_of_one_name_in_two_files(pebbles: GameCopy) -> None:
    pebbles.write("layouts/pebbles/faces-more.yaml", "river:\n  elements: []\n")
    _, problems = pebbles.load()
    assert [problem.name for problem in problems] == ["id-used-twice"]


def test_an_unknown_list_of_terms_entry_is_reported_at_the_term(duo: GameCopy) -> None:
    duo.edit("cards/ferry/terms.yaml", "in-texts: true", "in-texts: yes")
    _, problems = duo.load()
    assert [(problem.name, problem.place.line) for problem in problems] == [("wrong-type", 10)]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("missing-key", "        over: range(entry.worth)\n", ""),
        ("length-without-unit", "step: [0mm, 4.6mm]", "step: [0mm, ‸4.6]"),
        ("wrong-length", "step: [0mm, 4.6mm]", "step: ‸[4.6mm]"),
        ("missing-key", "        as: point\n", ""),
        ("missing-key", ", ink: deep}\n    # The", "}\n    # The"),
        ("wrong-length", "from: [-3mm, 28mm]", "from: ‸[-3mm]"),
        ("empty-text", "text: \"{{ word('river').forms }}\"", 'text: ‸""'),
        ("unquoted-text", "when: entry.saying", "when: ‸yes"),
    ],
)
def test_an_element_that_is_not_whole_is_one_finding_and_is_not_drawn(
    pebbles: GameCopy, name: str, old: str, new: str
) -> None:
    file = "layouts/pebbles/faces.yaml"
    where = pebbles.edit(file, old, new)
    problems = pebbles.check()
    assert [problem.name for problem in problems if problem.name != "unknown-name"] == [name], problems
    place = problems[0].place
    assert where[1] == 0 or (place.file, place.line, place.column) == where
