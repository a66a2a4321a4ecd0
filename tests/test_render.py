"""The renderers: small findings against the text they give."""

from __future__ import annotations

import json

import pytest

from valleybuild.codes import Code, find_code
from valleybuild.problem import Place, Problem, Related, Severity
from valleybuild.render import EXCERPT_CELLS, render_concise, render_full, render_github, render_json

FILE = "cards/pebbles/cards.yaml"
SOURCE = {
    FILE: [
        "stone:",
        "  effort: 2",
        "  name: ká\u200bmen",
        "  effort: 3",
        "\twide: 日本 ok\x1b[31m",
        "  note: e\u0301te\u0301 here",
        "x: " + "lorem " * 40 + "TARGET" + " ipsum" * 40,
    ]
}
TWICE = Problem(
    "duplicate-key",
    Place(FILE, 4, 3, 4, 9),
    'the key "effort" stands twice in this mapping',
    "keep one of the two",
    related=(Related(Place(FILE, 2, 3, 2, 9), "first written here"),),
)
MISSING = Problem("file-missing", Place("rules/x.yaml"), '"rules/x.yaml" is missing', "add the file")
WARNING = Problem(
    "invisible-character",
    Place(FILE, 3, 11, 3, 12),
    "U+200B is invisible",
    path="stone.name",
    lang="cs",
    severity=Severity.WARNING,
)


def lines(file: str) -> list[str]:
    """Give the lines of the example's files."""
    return SOURCE.get(file, [])


def codes(name: str) -> Code | None:
    """Look a code up among the core's."""
    return find_code(name)


def at(line: int, column: int, end_column: int) -> Problem:
    """Make a finding at a stretch of the example."""
    return Problem("not-yaml", Place(FILE, line, column, line, end_column), "wrong")


def excerpt(problem: Problem) -> list[str]:
    """Return the line shown and the carets below it, without the margin."""
    rows = render_full([problem], lines, codes).splitlines()
    return [row[row.index("|") + 2 :] for row in rows[3:5]]


def test_the_full_form_shows_excerpt_hint_and_related_places() -> None:
    assert render_full([MISSING, WARNING, TWICE, TWICE], lines, codes) == (
        """\
warning[VB118] invisible-character: U+200B is invisible
 --> cards/pebbles/cards.yaml:3:11
  |
3 |   name: ká<U+200B>men
  |           ^^^^^^^^
  = at: stone.name (cs)

error[VB131] duplicate-key: the key "effort" stands twice in this mapping
 --> cards/pebbles/cards.yaml:4:3
  |
4 |   effort: 3
  |   ^^^^^^
  = hint: keep one of the two
  ::: cards/pebbles/cards.yaml:2:3: first written here
2 |   effort: 2

error[VB101] file-missing: "rules/x.yaml" is missing
 --> rules/x.yaml
  = hint: add the file

2 errors, 1 warning in 2 files
"""
    )


def test_the_gutter_is_as_wide_as_the_longest_number() -> None:
    many = [""] * 9 + ["    effort: 2", "", "    effort: 3"]
    related = (Related(Place(FILE, 9, 1, 9, 1), "first"),)
    problem = Problem("duplicate-key", Place(FILE, 12, 5, 12, 11), "twice", related=related)
    assert render_full([problem], lambda file: many, codes) == (
        """\
error[VB131] duplicate-key: twice
  --> cards/pebbles/cards.yaml:12:5
   |
12 |     effort: 3
   |     ^^^^^^
   ::: cards/pebbles/cards.yaml:9:1: first
 9 |

1 error in 1 file
"""
    )


@pytest.mark.parametrize(
    ("problem", "shown", "carets"),
    [
        (at(1, 1, 6), "stone:", "^^^^^"),
        (at(1, 7, 7), "stone:", "      ^"),
        (at(1, 90, 95), "stone:", "      ^"),
        (at(1, 1, 0), "stone:", "^"),
        (at(5, 1, 2), "→wide: 日本 ok␛[31m", "^"),
        (at(5, 8, 10), "→wide: 日本 ok␛[31m", "       ^^^^"),
        (at(5, 11, 13), "→wide: 日本 ok␛[31m", "            ^^"),
        (at(6, 9, 14), "  note: e\u0301te\u0301 here", "        ^^^"),
        (at(6, 15, 19), "  note: e\u0301te\u0301 here", "            ^^^^"),
    ],
)
def test_carets_count_cells(problem: Problem, shown: str, carets: str) -> None:
    assert excerpt(problem) == [shown, carets]


def test_a_span_of_several_lines_shows_the_first() -> None:
    problem = Problem("not-yaml", Place(FILE, 1, 3, 4, 2), "wrong")
    assert excerpt(problem) == ["stone:", "  ^^^^"]


def test_a_long_line_is_cut_around_the_carets() -> None:
    start = SOURCE[FILE][6].index("TARGET") + 1
    shown, carets = excerpt(at(7, start, start + 6))
    assert len(shown) == EXCERPT_CELLS
    assert shown.startswith("…") and shown.endswith("…")
    assert shown[carets.index("^") : len(carets)] == "TARGET"
    assert excerpt(at(7, 1, 2))[0].startswith("x: lorem")
    assert excerpt(at(7, 1, 2))[0].endswith("…")
    end = len(SOURCE[FILE][6]) + 1
    shown, carets = excerpt(at(7, end, end))
    assert shown.endswith("ipsum")
    assert len(carets) == len(shown) + 1
    assert len(excerpt(at(7, 1, end))[1]) <= EXCERPT_CELLS


@pytest.mark.parametrize("place", [Place(FILE), Place("gone.yaml", 3, 1, 3, 2), Place(FILE, 99, 1, 99, 2)])
def test_without_a_line_there_is_no_excerpt(place: Place) -> None:
    assert "|" not in render_full([Problem("not-yaml", place, "wrong")], lines, codes)


def test_nothing_wrong_is_said_so() -> None:
    assert render_full([], lines, codes) == "no errors, no warnings\n"
    assert render_concise([], codes) == render_github([], codes) == ""
    assert render_json([], codes) == "[]\n"


def test_a_finding_without_file_or_known_code_is_shown_as_it_is() -> None:
    problem = Problem("of-a-game", Place(""), "first\nsecond\x1b[0m")
    assert render_full([problem], lines, codes) == "error of-a-game: first\n  second␛[0m\n\n1 error\n"
    assert render_concise([problem], codes) == "error: of-a-game: first␊second␛[0m\n"


def test_colour_is_only_there_when_asked_for() -> None:
    plain = render_full([TWICE, WARNING], lines, codes)
    coloured = render_full([TWICE, WARNING], lines, codes, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror[VB131]\x1b[0m" in coloured
    assert "\x1b[1;33mwarning[VB118]\x1b[0m" in coloured


def test_the_concise_form_is_a_line_each() -> None:
    assert render_concise([MISSING, TWICE, WARNING, MISSING], codes) == (
        "cards/pebbles/cards.yaml:3:11: warning: VB118 invisible-character: U+200B is invisible\n"
        'cards/pebbles/cards.yaml:4:3: error: VB131 duplicate-key: the key "effort" stands twice in this mapping\n'
        'rules/x.yaml: error: VB101 file-missing: "rules/x.yaml" is missing\n'
    )


def test_json_holds_every_key_in_order() -> None:
    found = json.loads(render_json([TWICE, WARNING, TWICE], codes))
    place = {"file": FILE, "line": 4, "column": 3, "end_line": 4, "end_column": 9}
    first = {**place, "line": 2, "end_line": 2, "message": "first written here"}
    assert found[1] == {
        "code": "VB131",
        "name": "duplicate-key",
        "severity": "error",
        **place,
        "path": "",
        "lang": "",
        "message": TWICE.message,
        "hint": TWICE.hint,
        "related": [first],
    }
    keys = ["code", "name", "severity", *place, "path", "lang", "message", "hint", "related"]
    assert [list(entry) for entry in found] == [keys, keys]
    assert (found[0]["severity"], found[0]["lang"], found[0]["path"]) == ("warning", "cs", "stone.name")


def test_json_carries_letters_and_survives_lone_surrogates() -> None:
    written = render_json([Problem("not-yaml", Place("a\udcff"), "kůň")], codes)
    assert "kůň" in written
    written.encode()
    json.loads(written)


def test_github_gets_escaped_annotations() -> None:
    odd = Problem("not-yaml", Place("a,b:c%.yaml", 2, 1, 5, 3), "100 %: first\r\nsecond, third", "mend: it")
    assert render_github([odd, TWICE, WARNING, MISSING], codes) == (
        "::error title=VB130 not-yaml,file=a%2Cb%3Ac%25.yaml,line=2,endLine=5"
        "::100 %25: first%0D%0Asecond, third%0Ahint: mend: it\n"
        f"::warning title=VB118 invisible-character,file={FILE},line=3,endLine=3,col=11,endColumn=12"
        "::U+200B is invisible\n"
        f"::error title=VB131 duplicate-key,file={FILE},line=4,endLine=4,col=3,endColumn=9"
        '::the key "effort" stands twice in this mapping%0Ahint: keep one of the two\n'
        '::error title=VB101 file-missing,file=rules/x.yaml::"rules/x.yaml" is missing%0Ahint: add the file\n'
    )


def test_the_order_does_not_depend_on_the_order_of_finding() -> None:
    found = [MISSING, TWICE, WARNING, at(1, 1, 2), at(1, 1, 3)]
    assert render_full(found, lines, codes) == render_full(found[::-1], lines, codes)
    assert render_json(found, codes) == render_json(found[::-1], codes)
