"""Bytes of a YAML file in; nodes that know their places, or every finding about the file's form, out."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import msgspec

from valleybuild.nodes import Mapping, Node, Pair, Scalar, Sequence
from valleybuild.problem import Place, Problem, Related
from valleybuild.sourcetext import (
    ODD,
    Source,
    decode_text,
    decomposed_letter,
    odd_character,
    readable,
    scan_text,
    split_lines,
)

DEPTH_LIMIT = 40

_PROPERTY = re.compile(r"(!<[^>\n]*>|[&!][^\s,\[\]{}]*)[ \t]*")
_QUOTE = "put the text in quotes"
_ALIGN = "start each key of a mapping, and each - of a list, in the same column as the first one"
_ESCAPES = r"write \\ for a backslash, or use single quotes"
_SYNTAX = {  # what libyaml says: what it means, how to mend it ({} is the character at the place)
    "found unexpected end of stream": ("the quote that opens here is never closed", "close it with the same quote"),
    "found unexpected document indicator": ("the quote that opens here is not closed before --- or ...", "close it"),
    "could not find expected ':'": (
        "this line is no key: it has no colon behind it",
        "write `key: value`, or `- item` with a space",
    ),
    "mapping values are not allowed in this context": (
        '": " stands inside a text without quotes',
        "put the text in quotes; if this is a key, start it in the column of its mapping's first key",
    ),
    "mapping keys are not allowed in this context": ("a ? stands where no key can be", _QUOTE),
    "block sequence entries are not allowed in this context": (
        "a list cannot start in the line of its key",
        "put each - in a line of its own; a text that starts with - in quotes",
    ),
    "did not find expected key": ("{} stands where a key is expected", f"{_ALIGN}; let nothing follow a closing quote"),
    "did not find expected '-' indicator": ("{} stands where the next - of a list is expected", _ALIGN),
    "did not find expected ',' or ']'": (
        "{} stands where , or ] is expected",
        "separate items by commas; close with ]",
    ),
    "did not find expected ',' or '}'": (
        "{} stands where , or } is expected",
        "separate pairs by commas; close with }",
    ),
    "did not find expected node content": ("{} stands where a value is expected", _QUOTE),
    "did not find expected <document start>": ("{} stands behind the end of the content", _ALIGN),
    "found character that cannot start any token": ("no text can start with {} unless it is in quotes", _QUOTE),
    "found unknown escape character": ("a backslash stands here before a letter that is no escape", _ESCAPES),
    "did not find expected hexdecimal number": ("the escape is not followed by enough hexadecimal digits", _ESCAPES),
    "found invalid Unicode character escape code": ("the escape names no character", _ESCAPES),
    "did not find expected alphabetic or numeric character": ("a text cannot start with & or * without quotes", _QUOTE),
    "did not find expected comment or line break": ("{} stands behind | or >", "start the text in the next line"),
    "found undefined tag handle": ("a text cannot start with ! without quotes", _QUOTE),
    "found unexpected ':'": ("a colon stands inside a text without quotes", _QUOTE),
}
# Where these are said, the mistake is at the start of what was being read, not where libyaml gave up.
_BLAME_START = ("found unexpected end of stream", "found unexpected document indicator", "could not find expected ':'")
_BEGUN = {"collection": "list", "sequence": "list", "mapping": "mapping"}  # the last word of libyaml's context


def parse_yaml(source: bytes, file: str) -> tuple[Node | None, list[Problem]]:
    """Parse one YAML document into nodes and list all that is wrong with the file's form.

    The node is None only where there is no tree: the file is empty, unreadable, not YAML or nested too deeply.
    Scalars keep their text as written; what `no` or `1.10` mean is for the schema to say. Nothing is raised.
    """
    text, problems = decode_text(source, file)
    if text is None:
        return None, problems
    lines = Source(file, split_lines(text))
    problems += scan_text(source, text, lines)
    node, found = _build(readable(text), lines)
    indents = {p.place.line for p in problems if p.name in ("tab-indentation", "odd-indentation")}
    for problem in found:
        # Wrong indentation already explains a syntax error on its own line or the next.
        explained = problem.name == "not-yaml" and indents & {problem.place.line, problem.place.line - 1}
        if not explained:
            problems.append(problem)
    return node, problems


def _place(source: Source, start: tuple[int, int], end: tuple[int, int]) -> Place:
    """Make a place of libyaml's 0-based marks, kept inside the text and off the void behind its last line end."""
    last = len(source.lines) - 1
    line, column = min(start[0], last), start[1] if start[0] <= last else 0
    while line > 0 and line == last and not source.lines[line].strip():
        last = line = line - 1
        column = len(source.lines[line])
    column = min(column, len(source.lines[line]))
    end_line = min(end[0], last)
    end_column = min(end[1], len(source.lines[end_line])) if end[0] <= last else len(source.lines[end_line])
    if (end_line, end_column) < (line, column):
        end_line, end_column = line, column
    return Place(source.file, line + 1, column + 1, end_line + 1, end_column + 1)


def _at(mark: Any) -> tuple[int, int]:
    return (mark.line, mark.column)


class _Frame(msgspec.Struct):
    """A collection that is still open: `last` is where its latest child ended, `keep` whether the pair counts."""

    mapping: bool
    flow: bool
    start: tuple[int, int]
    items: list[Node] = []
    pairs: list[Pair] = []
    keys: dict[str, Scalar] = {}
    key: Node | None = None
    keep: bool = True
    last: Place | None = None


class _Tree:
    """Nodes and findings gathered event by event, with a stack of open collections instead of recursion."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.documents = 0
        self.quoted: Place | None = None  # the latest text in quotes, if it runs over several lines

    def report(self, name: str, place: Place, message: str, hint: str, first: Related | None = None) -> None:
        self.problems.append(Problem(name, place, message, hint, related=(first,) if first else ()))

    def document(self, event: Any) -> None:
        self.documents += 1
        place = _place(self.source, _at(event.start_mark), _at(event.end_mark))
        if event.version or event.tags:
            message = "a % directive stands before the document"
            self.report("directive-not-supported", place, message, "delete the line that starts with %")
        if self.documents == 2:
            message = "a second document starts here; a file holds one"
            self.report("several-documents", place, message, "delete this line, or move what follows to its own file")

    def start(self, event: Any) -> tuple[int, int]:
        """Report an event's anchor and tag, and return where its content starts."""
        start = _at(event.start_mark)
        if event.anchor is None and event.tag is None:
            return start
        line, column = self.source.lines[start[0]], start[1]
        while match := _PROPERTY.match(line, column):
            name, mark = match[1], (start[0], column + len(match[1]))
            place = _place(self.source, (start[0], column), mark)
            if name.startswith("&"):
                self.report("anchor-not-supported", place, f"{name} is an anchor", "delete it; write values where used")
            else:
                self.report("tag-not-supported", place, f"{name} is a tag", "delete it, or put the text in quotes")
            column = match.end()
        return (start[0], column)

    def open(self, event: Any, *, mapping: bool) -> None:
        start = self.start(event)
        self.stack.append(_Frame(mapping, bool(event.flow_style), start))
        if len(self.stack) == DEPTH_LIMIT + 1:
            message = f"this stands more than {DEPTH_LIMIT} levels deep"
            place = _place(self.source, start, _at(event.end_mark))
            self.report("nested-too-deep", place, message, "close a bracket above, or indent less")

    def close(self, event: Any) -> None:
        frame = self.stack.pop()
        end = _at(event.end_mark)
        if not frame.flow and frame.last:  # libyaml ends a block collection at the next token, lines below
            end = (frame.last.end_line - 1, frame.last.end_column - 1)
        place = _place(self.source, frame.start, end)
        self.add(Mapping(tuple(frame.pairs), place) if frame.mapping else Sequence(tuple(frame.items), place))

    def scalar(self, event: Any) -> None:
        start, end = self.start(event), _at(event.end_mark)
        lines = self.source.lines
        if event.style in ("|", ">"):  # libyaml ends a block scalar behind its last line, or later
            row = min(end[0], len(lines) - 1) - (end[1] == 0)
            while row > start[0] and not lines[row].strip():
                row -= 1
            end = (row, len(lines[row]))
        place = _place(self.source, start, end)
        self.quoted = place if event.style in ("'", '"') and place.line != place.end_line else None
        if event.style == '"':
            self.escapes(event.value, place)
        self.add(Scalar(event.value, not event.style, place))

    def escapes(self, value: str, place: Place) -> None:
        """Report what an escape of a double-quoted text brings in and the text of the file does not show."""
        written = "\n".join(self.source.lines[place.line - 1 : place.end_line])
        if "\\" not in written:
            return
        seen = set()
        for match in ODD.finditer(value):
            if match[0] not in written and match.lastindex not in seen:
                seen.add(match.lastindex)
                self.problems.append(odd_character(match.lastindex or 0, place, match[0]))
        if not unicodedata.is_normalized("NFC", value) and unicodedata.is_normalized("NFC", written):
            found = decomposed_letter(value, place)
            self.report("decomposed-letter", place, found.message, found.hint)

    def alias(self, event: Any) -> None:
        place = _place(self.source, _at(event.start_mark), _at(event.end_mark))
        message = f"*{event.anchor} is an alias"
        self.report(
            "alias-not-supported", place, message, "write the value out; put a text that starts with * in quotes"
        )
        self.add(Scalar(f"*{event.anchor}", True, place))

    def add(self, node: Node) -> None:
        if not self.stack:
            self.root = node if self.documents == 1 else self.root
            return
        frame = self.stack[-1]
        frame.last = node.place
        if not frame.mapping:
            frame.items.append(node)
        elif frame.key is None:
            frame.key, frame.keep = node, self.check_key(frame, node)
        else:
            if frame.keep and isinstance(frame.key, Scalar):
                frame.pairs.append(Pair(frame.key, node))
            frame.key = None

    def check_key(self, frame: _Frame, key: Node) -> bool:
        """Report a key that cannot stand in its mapping; such a pair is left out of the tree."""
        if not isinstance(key, Scalar):
            what = "a list" if isinstance(key, Sequence) else "a mapping"
            self.report("key-not-text", key.place, f"{what} stands where a key is expected", "write a word as the key")
            return False
        if key.plain and key.text == "<<":
            self.report("merge-key-not-supported", key.place, "<< is a merge key", "write the keys out")
            return False
        first = frame.keys.setdefault(unicodedata.normalize("NFC", key.text), key)
        if first is key:
            return True
        message = f'the key "{key.text}" stands twice in this mapping'
        if first.text != key.text:
            message += ", once in composed and once in decomposed letters"
        self.report(
            "duplicate-key", key.place, message, "keep one of the two", Related(first.place, "first written here")
        )
        return False


def _build(text: str, source: Source) -> tuple[Node | None, list[Problem]]:
    """Run libyaml's events through a tree; stop at the first syntax error or where the nesting is too deep."""
    from ruamel.yaml import events
    from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
    from ruamel.yaml.error import YAMLError

    tree = _Tree(source)
    parser = CParser(text)
    try:
        while (event := parser.get_event()) is not None:
            match event:
                case events.ScalarEvent():
                    tree.scalar(event)
                case events.AliasEvent():
                    tree.alias(event)
                case events.MappingStartEvent() | events.SequenceStartEvent():
                    tree.open(event, mapping=isinstance(event, events.MappingStartEvent))
                case events.MappingEndEvent() | events.SequenceEndEvent():
                    tree.close(event)
                case events.DocumentStartEvent():
                    tree.document(event)
            if len(tree.stack) > DEPTH_LIMIT:
                return None, tree.problems
    except YAMLError as error:
        return None, [*tree.problems, _syntax_problem(error, tree)]
    root = tree.root
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        message = "the file holds no content"
        return None, [*tree.problems, Problem("file-empty", Place(source.file), message, "fill it in or delete it")]
    return root, tree.problems


def _syntax_problem(error: Any, tree: _Tree) -> Problem:
    """Turn libyaml's error into plain words at the place a reader would mend."""
    source = tree.source
    said = getattr(error, "problem", None) or str(error)
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    if mark is None:
        return Problem("not-yaml", Place(source.file), f"the file is not YAML: {said}", _QUOTE)
    at = _at(mark)
    words, hint = _SYNTAX.get(said, (f"this is not YAML: {said}", _QUOTE))
    began = _place(source, _at(context), _at(context)) if context else None
    if began and said in _BLAME_START:
        line = source.lines[began.line - 1]
        place = Place(began.file, began.line, began.column, began.line, max(began.column, len(line.rstrip()) + 1))
        return Problem("not-yaml", place, words, hint)
    place = _place(source, at, (at[0], at[1] + 1))
    found = source.lines[place.line - 1][place.column - 1 : place.column]
    related: tuple[Related, ...] = ()
    if tree.quoted and tree.quoted.end_line == place.line:  # a quote left open closes at the next one, lines below
        related = (Related(tree.quoted, f"the text in quotes that starts here runs on to line {place.line}"),)
    elif began and began.line != place.line and (kind := _BEGUN.get(error.context.split()[-1])):
        related = (Related(began, f"the {kind} starts here"),)
    return Problem("not-yaml", place, words.replace("{}", f'"{found}"' if found else "the end"), hint, related=related)
