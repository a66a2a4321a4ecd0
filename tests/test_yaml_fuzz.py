"""Damaged YAML: whatever the bytes, the reader returns findings with known codes and places inside the file."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from valleybuild.codes import all_codes
from valleybuild.nodes import Mapping, Node, Scalar, Sequence
from valleybuild.problem import Place, has_errors
from valleybuild.sourcetext import split_lines
from valleybuild.yamlnodes import parse_yaml

GOOD = """\
# stones of the river
title: "Kameny \\u017eula"
stones:
  - name: Říční kámen
    effort: 2
    colours: [grey, 'white', {dark: 1}]
    text: |
      První řádek,
      druhý řádek.

  - name: Oblázek
    effort: 1.10
    text: >-
      Lehký
      kámen.
count: ~
""".encode()
NAMES = frozenset(code.name for code in all_codes())
SIGNS = [b"\t", b"\r", b"\r\n", b"\0", b"\x07", b"\xff", b"\xc3", b"\xe2\x80\x8b", b"\xe2\x80\xa8", b"\xc2\x85"]
SIGNS += [b"\xcc\x81", b"\xef\xbb\xbf", b"\xc2\xa0", b"&a ", b"*a", b"!t ", b"! ", b"!<x>", b"%", b"@", b"`", b"---\n"]
SIGNS += [b"...\n", b"<<: ", b"? ", b": ", b"- ", b"[", b"]", b"{", b"}", b"'", b'"', b"|", b">", b"#", b"\\", b"\n"]
SIGNS += [b"%YAML 1.1\n---\n", b"%TAG ! x:\n---\n", b"[" * 60, b'"\\x07\\u200b\\ud800"', b"  ", b"*a : 1\n"]

Change = tuple[str, int, int, bytes]
changes = st.lists(
    st.tuples(
        st.sampled_from(["insert", "delete", "replace", "drop line", "double line", "move line", "cut"]),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.one_of(st.sampled_from(SIGNS), st.binary(min_size=1, max_size=4)),
    ),
    min_size=1,
    max_size=6,
)


def damaged(source: bytes, change: Change) -> bytes:
    """Apply one change; the numbers choose a place, whatever the length."""
    kind, first, second, sign = change
    at = first % (len(source) + 1)
    lines = source.splitlines(keepends=True) or [b""]
    row, other = first % len(lines), second % len(lines)
    if kind == "insert":
        return source[:at] + sign + source[at:]
    if kind == "delete":
        return source[:at] + source[at + 1 + second % 8 :]
    if kind == "replace":
        return source[:at] + sign + source[at + len(sign) :]
    if kind == "drop line":
        return b"".join(lines[:row] + lines[row + 1 :])
    if kind == "double line":
        return b"".join([*lines[:row], lines[row], *lines[row:]])
    if kind == "move line":
        rest = lines[:row] + lines[row + 1 :]
        return b"".join([*rest[:other], lines[row], *rest[other:]])
    return source[:at]


def nodes(node: Node) -> list[Node]:
    """List a node with all that it holds."""
    if isinstance(node, Scalar):
        return [node]
    children = (
        node.items if isinstance(node, Sequence) else [part for pair in node.pairs for part in (pair.key, pair.value)]
    )
    return [node, *(below for child in children for below in nodes(child))]


def assert_inside(place: Place, lines: list[str]) -> None:
    """Make sure that a place runs forwards and stays within the lines."""
    if place.line == 0:
        assert place == Place(place.file)
        return
    assert 1 <= place.line <= place.end_line <= len(lines)
    assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    assert 1 <= place.end_column <= len(lines[place.end_line - 1]) + 1
    assert (place.line, place.column) <= (place.end_line, place.end_column)


def assert_sound(source: bytes) -> None:
    """Parse, and check what holds for every file."""
    node, problems = parse_yaml(source, "a.yaml")
    lines = split_lines(source.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"))
    assert node is not None or has_errors(problems)
    for problem in problems:
        assert problem.name in NAMES
        assert problem.message and problem.hint
        for place in (problem.place, *(other.place for other in problem.related)):
            assert_inside(place, lines)
    for part in nodes(node) if node is not None else []:
        assert_inside(part.place, lines)
        if isinstance(part, Mapping):
            keys = [pair.key.text for pair in part.pairs]
            assert len(keys) == len(set(keys))


@settings(max_examples=1500, deadline=None)
@given(changes)
@example([("insert", 0, 0, b"a: !t\n")])
def test_damaged_yaml_gives_findings_and_never_raises(made: list[Change]) -> None:
    source = GOOD
    for change in made:
        source = damaged(source, change)
    assert_sound(source)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from([*SIGNS, b"a", b"b: 1\n", b"- c\n", b" ", b"\n  "]), max_size=24))
def test_a_heap_of_signs_gives_findings_and_never_raises(signs: list[bytes]) -> None:
    assert_sound(b"".join(signs))


def test_the_good_text_is_good() -> None:
    assert parse_yaml(GOOD, "a.yaml")[1] == []
