"""The YAML reader: a good text gives nodes with places; each test below breaks one thing in it."""

from __future__ import annotations

import pytest

from valleybuild.codes import find_code
from valleybuild.codes.reading import CODES
from valleybuild.nodes import Mapping, Pair, Scalar, Sequence, inside
from valleybuild.problem import Place, Problem
from valleybuild.sourcetext import SIZE_LIMIT, decode_text, split_lines
from valleybuild.yamlnodes import DEPTH_LIMIT, parse_yaml

GOOD = """\
# a small file
stone:
  name: Říční kámen
  effort: 2
  colours: [grey, 'white']
"""


def spans(problems: list[Problem]) -> list[tuple[str, int, int, int, int]]:
    """List each finding's name and place, and make sure that its code is known."""
    assert all(find_code(problem.name) for problem in problems)
    found = [(problem.name, problem.place) for problem in problems]
    return [(name, place.line, place.column, place.end_line, place.end_column) for name, place in found]


def broken(old: str, new: str) -> bytes:
    """Return the good text with one thing replaced."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1).encode()


def test_a_good_text_gives_nodes_with_their_places() -> None:
    def at(line: int, column: int, end_line: int, end_column: int) -> Place:
        return Place("a.yaml", line, column, end_line, end_column)

    node, problems = parse_yaml(GOOD.encode(), "a.yaml")
    assert problems == []
    assert node == Mapping(
        (
            Pair(
                Scalar("stone", True, at(2, 1, 2, 6)),
                Mapping(
                    (
                        Pair(Scalar("name", True, at(3, 3, 3, 7)), Scalar("Říční kámen", True, at(3, 9, 3, 20))),
                        Pair(Scalar("effort", True, at(4, 3, 4, 9)), Scalar("2", True, at(4, 11, 4, 12))),
                        Pair(
                            Scalar("colours", True, at(5, 3, 5, 10)),
                            Sequence(
                                (Scalar("grey", True, at(5, 13, 5, 17)), Scalar("white", False, at(5, 19, 5, 26))),
                                at(5, 12, 5, 27),
                            ),
                        ),
                    ),
                    at(3, 3, 5, 27),
                ),
            ),
        ),
        at(2, 1, 5, 27),
    )


@pytest.mark.parametrize("text", ["no", "1.10", "2024-05-01", "~", "0x1F", "1_000", "null", "Yes", "12:30:00", ".5"])
def test_scalars_keep_their_text_as_written(text: str) -> None:
    node, problems = parse_yaml(f"key: {text}\n".encode(), "a.yaml")
    assert problems == []
    assert isinstance(node, Mapping)
    value = node.get("key")
    assert isinstance(value, Scalar)
    assert (value.text, value.plain) == (text, True)


@pytest.mark.parametrize(
    ("written", "text", "plain", "end"),
    [
        ("", "", True, (1, 3)),
        ("''", "", False, (1, 6)),
        ('"a\\tb"', "a\tb", False, (1, 10)),
        ("|\n  one\n  two\n\n# after\n", "one\ntwo\n", False, (3, 6)),
        (">-\n  one\n  two\n", "one two", False, (3, 6)),
        ("one\n  two", "one two", True, (2, 6)),
        ("𝄞 clef", "𝄞 clef", True, (1, 10)),
    ],
)
def test_every_style_of_scalar_ends_where_its_text_ends(
    written: str, text: str, plain: bool, end: tuple[int, int]
) -> None:
    node, problems = parse_yaml(f"a: {written}\nb: 1\n".encode(), "a.yaml")
    assert problems == []
    assert isinstance(node, Mapping)
    value = node.get("a")
    assert isinstance(value, Scalar)
    assert (value.text, value.plain) == (text, plain)
    assert (value.place.end_line, value.place.end_column) == end


def test_a_stretch_inside_a_scalar_is_found_by_characters() -> None:
    node, _ = parse_yaml("a: žluťoučký kůň\nb: 'žluť'\nc: \"a\\tb\"\n".encode(), "a.yaml")
    assert isinstance(node, Mapping)
    values = [pair.value for pair in node.pairs]
    plain, quoted, escaped = (value for value in values if isinstance(value, Scalar))
    assert inside(plain, 10, 3) == Place("a.yaml", 1, 14, 1, 17)
    assert inside(quoted, 1) == Place("a.yaml", 2, 6, 2, 7)
    assert inside(escaped, 1) == escaped.place


def test_a_list_at_the_root_and_an_explicit_start_are_allowed() -> None:
    node, problems = parse_yaml(b"---\n- 1\n- {a: 2}\n", "a.yaml")
    assert problems == []
    assert isinstance(node, Sequence)
    assert len(node.items) == 2


# The tree is still there: what else is wrong in the file is found in the same run.
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"\xef\xbb\xbf" + GOOD.encode(), ("byte-order-mark", 1, 1, 1, 1)),
        (GOOD.replace("\n", "\r\n").encode(), ("crlf-line-ends", 1, 15, 1, 15)),
        (GOOD.replace("\n", "\r").encode(), ("crlf-line-ends", 1, 15, 1, 15)),
        (broken("stone:\n", "stone:\r\n"), ("mixed-line-ends", 2, 7, 2, 7)),
        (broken("  colours", "\u00a0 colours"), ("odd-indentation", 5, 1, 5, 2)),
        (broken("kámen", "k\x07\x1bámen"), ("control-character", 3, 16, 3, 18)),
        (broken("kámen", "k\uffffámen"), ("control-character", 3, 16, 3, 17)),
        (broken("small", "small\u2028"), ("unusual-line-break", 1, 10, 1, 11)),
        (broken("small", "small\u0085"), ("unusual-line-break", 1, 10, 1, 11)),
        (broken("small", "sm\u202eall"), ("bidi-control", 1, 7, 1, 8)),
        (broken("kámen", "ká\u00admen"), ("invisible-character", 3, 17, 3, 18)),
        (broken("kámen", "ká\u200bmen"), ("invisible-character", 3, 17, 3, 18)),
        (broken("kámen", "ká\ufeffmen"), ("invisible-character", 3, 17, 3, 18)),
        (broken("kámen", "k\ufffdmen"), ("replacement-character", 3, 16, 3, 17)),
        (broken("kámen", "ka\u0301men"), ("decomposed-letter", 3, 16, 3, 18)),
        (broken("kámen", "\u212bmen"), ("decomposed-letter", 3, 15, 3, 16)),
        (broken("'white'", '"wh\\u200bite"'), ("invisible-character", 5, 19, 5, 32)),
        (broken("'white'", '"wh\\aite"'), ("control-character", 5, 19, 5, 28)),
        (broken("'white'", '"whi\\u0301te"'), ("decomposed-letter", 5, 19, 5, 32)),
        (broken("effort", "name"), ("duplicate-key", 4, 3, 4, 7)),
        (broken("effort", '"name"'), ("duplicate-key", 4, 3, 4, 9)),
        (broken("2", "&two 2"), ("anchor-not-supported", 4, 11, 4, 15)),
        (broken("2", "*two"), ("alias-not-supported", 4, 11, 4, 15)),
        (broken("effort", "<<"), ("merge-key-not-supported", 4, 3, 4, 5)),
        (broken("2", "!!str 2"), ("tag-not-supported", 4, 11, 4, 16)),
        (broken("2", "! 2"), ("tag-not-supported", 4, 11, 4, 12)),
        (broken("# a small file", "%YAML 1.1\n---"), ("directive-not-supported", 1, 1, 2, 4)),
        (GOOD.encode() + b"---\nb: 1\n---\nc: 1\n", ("several-documents", 6, 1, 6, 4)),
        (GOOD.encode() + b"...\n---\nb: 1\n", ("several-documents", 7, 1, 7, 4)),
        (broken("effort", "[effort]"), ("key-not-text", 4, 3, 4, 11)),
        (broken("effort", "{effort: 1}"), ("key-not-text", 4, 3, 4, 14)),
    ],
)
def test_a_mistake_of_form_leaves_the_rest_readable(source: bytes, expected: tuple[str, int, int, int, int]) -> None:
    node, problems = parse_yaml(source, "a.yaml")
    assert spans(problems) == [expected]
    assert isinstance(node, Mapping)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"", ("file-empty", 0, 0, 0, 0)),
        (b"# only a comment\n", ("file-empty", 0, 0, 0, 0)),
        (b"---\n", ("file-empty", 0, 0, 0, 0)),
        (broken("2", "\0"), ("binary-file", 4, 11, 4, 12)),
        (GOOD.encode("utf-16"), ("binary-file", 1, 4, 1, 5)),
        ("a: 1\nb: kůň\n".encode("cp1250"), ("not-utf8", 2, 5, 2, 6)),
        (b"\xef\xbb\xbfa: 1\nb: \xff\n", ("not-utf8", 2, 4, 2, 5)),
        (b"a: 1\n" * (SIZE_LIMIT // 5 + 1), ("file-too-large", 0, 0, 0, 0)),
        (broken("  effort", "\teffort"), ("tab-indentation", 4, 1, 4, 2)),
        (broken("  effort", " \t \teffort"), ("tab-indentation", 4, 2, 4, 5)),
        (b"[" * 10_000, ("nested-too-deep", 1, DEPTH_LIMIT + 1, 1, DEPTH_LIMIT + 2)),
        (b"{a: " * 10_000, ("nested-too-deep", 1, 4 * DEPTH_LIMIT + 1, 1, 4 * DEPTH_LIMIT + 2)),
        (b"- " * 10_000, ("nested-too-deep", 1, 2 * DEPTH_LIMIT + 1, 1, 2 * DEPTH_LIMIT + 1)),
    ],
)
def test_a_file_without_a_usable_tree_gives_none(source: bytes, expected: tuple[str, int, int, int, int]) -> None:
    node, problems = parse_yaml(source, "a.yaml")
    assert spans(problems) == [expected]
    assert node is None


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("Říční kámen", "Řeka: kámen", (3, 13, 3, 14), '": " stands inside a text without quotes'),
        ("'white'", "'white", (5, 19, 5, 26), "the quote that opens here is never closed"),
        ("Říční kámen", "'Říční kámen", (5, 20, 5, 21), '"w" stands where a key is expected'),
        ("Říční kámen", '"Říční" kámen', (3, 17, 3, 18), '"k" stands where a key is expected'),
        ("Říční kámen", "@kámen", (3, 9, 3, 10), 'no text can start with "@" unless it is in quotes'),
        ("Říční kámen", "- kámen", (3, 9, 3, 10), "a list cannot start in the line of its key"),
        ("Říční kámen", '"\\q"', (3, 10, 3, 11), "a backslash stands here before a letter that is no escape"),
        ("Říční kámen", "* kámen", (3, 10, 3, 11), "a text cannot start with & or * without quotes"),
        ("  effort: 2", "  effort", (4, 3, 4, 9), "this line is no key: it has no colon behind it"),
        ("  effort", " effort", (4, 2, 4, 3), '"e" stands where a key is expected'),
        ("white']", "white'", (5, 26, 5, 26), "the end stands where , or ] is expected"),
        ("[grey", "]grey", (5, 12, 5, 13), '"]" stands where a value is expected'),
    ],
)
def test_a_syntax_error_is_told_in_plain_words_at_its_place(
    old: str, new: str, place: tuple[int, int, int, int], said: str
) -> None:
    node, problems = parse_yaml(broken(old, new), "a.yaml")
    assert spans(problems) == [("not-yaml", *place)]
    assert problems[0].message == said
    assert problems[0].hint
    assert node is None


def test_a_syntax_error_names_where_the_collection_began() -> None:
    _, problems = parse_yaml(b"a: [1,\n  2\nb: 3\n", "a.yaml")
    assert [(other.place.line, other.place.column, other.message) for other in problems[0].related] == [
        (1, 4, "the list starts here")
    ]


def test_a_syntax_error_behind_a_long_quoted_text_names_its_start() -> None:
    _, problems = parse_yaml(broken("Říční", "'Říční"), "a.yaml")
    assert [(other.place.line, other.place.column, other.message) for other in problems[0].related] == [
        (3, 9, "the text in quotes that starts here runs on to line 5")
    ]


def test_a_duplicate_key_points_at_the_first_and_keeps_its_value() -> None:
    node, problems = parse_yaml("klíč: 1\nkli\u0301č: 2\n".encode(), "a.yaml")
    assert [problem.name for problem in problems] == ["decomposed-letter", "duplicate-key"]
    assert problems[1].related[0].place == Place("a.yaml", 1, 1, 1, 5)
    assert "decomposed" in problems[1].message
    assert isinstance(node, Mapping)
    assert [(pair.key.text, pair.value) for pair in node.pairs] == [
        ("klíč", Scalar("1", True, Place("a.yaml", 1, 7, 1, 8)))
    ]


def test_many_mistakes_are_found_in_one_run() -> None:
    text = "\ufeffa: 1\r\na: &x x\u200by\r\nb: *x\r\nc: e\u0301\r\nd: 'open\r\n"
    _, problems = parse_yaml(text.encode(), "a.yaml")
    assert sorted(problem.name for problem in problems) == [
        "alias-not-supported",
        "anchor-not-supported",
        "byte-order-mark",
        "crlf-line-ends",
        "decomposed-letter",
        "duplicate-key",
        "invisible-character",
        "not-yaml",
    ]


def test_repeats_in_a_line_are_one_finding_with_their_number() -> None:
    _, problems = parse_yaml("a: x\u200by\u200bz\u200b\nb: \u200bq\n".encode(), "a.yaml")
    assert spans(problems) == [("invisible-character", 1, 5, 1, 6), ("invisible-character", 2, 4, 2, 5)]
    assert problems[0].message == "U+200B ZERO WIDTH SPACE is an invisible character, and 2 more in this line"


def test_messages_name_the_letter_the_byte_and_the_counts() -> None:
    assert parse_yaml("a: c\u030c\n".encode(), "f")[1][0].message == "the letter č is written as U+0063 + U+030C"
    message = parse_yaml("a: č\n".encode("cp1250"), "f")[1][0].message
    assert "byte 0xE8 at offset 3 (the letter č in Windows-1250)" in message
    assert parse_yaml(b"a: 1\r\nb: 2\n", "f")[1][0].message == "the line ends are mixed: 1 LF, 1 CR LF"


def test_content_starts_behind_anchors_and_tags() -> None:
    node, _ = parse_yaml(b"a: &x !t 'text'\nb: &y\n  - 1\n", "a.yaml")
    assert isinstance(node, Mapping)
    text, items = (pair.value for pair in node.pairs)
    assert text.place == Place("a.yaml", 1, 10, 1, 16)
    assert items.place == Place("a.yaml", 2, 6, 3, 6)


def test_an_alias_bomb_stays_small() -> None:
    rows = ["a0: &a0 x"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    node, problems = parse_yaml("\n".join(rows).encode(), "a.yaml")
    assert isinstance(node, Mapping)
    assert len(problems) == 10 + 9 * 9


def test_forty_levels_are_allowed() -> None:
    node, problems = parse_yaml(b"[" * DEPTH_LIMIT + b"]" * DEPTH_LIMIT, "a.yaml")
    assert problems == []
    assert node is not None


def test_lines_split_as_places_count() -> None:
    assert split_lines("a\nb\r\nc\rd\u2028e\x0bf\n") == ["a", "b", "c", "d\u2028e\x0bf", ""]


def test_plain_text_is_decoded_without_its_mark() -> None:
    assert decode_text("\ufeffkůň".encode(), "a.txt") == ("kůň", [])


def test_the_codes_of_reading_are_unique_and_written_in_sentences() -> None:
    assert len({code.name for code in CODES}) == len({code.id for code in CODES}) == len(CODES)
    for code in CODES:
        assert "VB101" <= code.id <= "VB149"
        assert all(text.endswith(".") and "  " not in text for text in (code.what, code.why, code.fix))
