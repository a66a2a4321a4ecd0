"""A paragraph and the width of its lines to the lines that look best together, after Knuth and Plass.

A paragraph is a list of atoms: pieces of words, the spaces between them, and the places where a word may be divided.
All breaks of a paragraph are weighed at once: a loose line now is taken where it spares a worse one later. Widths are
in mm. A last line of fewer than three letters is not left, a divided word does not end two lines on end if it can be
helped.
"""

from __future__ import annotations

from enum import Enum

import msgspec

HYPHEN, SECOND_HYPHEN, RUNT = 60.0, 4000.0, 20000.0
"""What a divided word costs, a second one on end, and a last line of fewer than three letters (in demerits)."""
LINE = 10.0
"""What each line costs, so that fewer are better."""
LOOSEST = 2.2
"""How many times its stretch a line is made looser before all else has been tried."""
ANY = 1e9
"""How loose a line may be where nothing else is left."""
TOO_LONG = 1e7
"""What a line costs that is too long."""
RAG = 0.22
"""The part of a ragged line that may well stay empty."""
FEWEST_LETTERS = 3
STRETCH, SHRINK = 0.55, 0.28
"""How far a space gives, as a part of its width."""


class Kind(Enum):
    """What an atom is."""

    LETTERS = "letters"
    SPACE = "space"
    DIVIDE = "divide"


class Letterset(msgspec.Struct, frozen=True):
    """Letters of one look: the advances are in em."""

    text: str
    role: str
    ink: str
    link: str
    advances: tuple[float, ...]


class Atom(msgspec.Struct, frozen=True):
    """A part of a paragraph: letters, a space, or a place to divide a word, which is as wide as the hyphen."""

    kind: Kind
    width: float
    letters: Letterset | None = None


class Line(msgspec.Struct, frozen=True):
    """A line: its atoms from `start` to `end`, whether a hyphen ends it, and by what part its spaces give.

    `give` is 0 where the spaces keep their width, 1 where they take all their stretch, -1 all their shrink.
    """

    start: int
    end: int
    hyphen: bool
    give: float
    width: float


class _Node(msgspec.Struct):
    """A way to break the paragraph up to here."""

    atom: int
    hyphen: bool
    demerits: float
    before: _Node | None
    give: float
    width: float


def break_paragraph(atoms: list[Atom], width: float, *, justified: bool, loosest: float = LOOSEST) -> list[Line]:
    """Break a paragraph into lines of a width.

    A word wider than a line stands alone on a line that is too long; the caller says so.
    """
    sums = _sums(atoms)
    for most in (loosest, 3 * loosest, ANY):
        last = _best(atoms, sums, width, most, justified=justified)
        if last is not None:
            return _lines(last, justified=justified)
    return [Line(0, len(atoms), False, 0.0, sums[0][-1])]


def _sums(atoms: list[Atom]) -> tuple[list[float], list[float], list[int]]:
    """Return, before each atom, the widths, the widths of spaces, and the letters so far."""
    widths, spaces, letters = [0.0], [0.0], [0]
    for atom in atoms:
        divide = atom.kind is Kind.DIVIDE
        widths.append(widths[-1] + (0.0 if divide else atom.width))
        spaces.append(spaces[-1] + (atom.width if atom.kind is Kind.SPACE else 0.0))
        letters.append(letters[-1] + (len(atom.letters.text) if atom.letters else 0))
    return widths, spaces, letters


def _best(
    atoms: list[Atom],
    sums: tuple[list[float], list[float], list[int]],
    width: float,
    most: float,
    *,
    justified: bool,
) -> _Node | None:
    widths, spaces, letters = sums
    active = [_Node(0, False, 0.0, None, 0.0, 0.0)]
    count = len(atoms)
    found: _Node | None = None
    for position in range(1, count + 1):
        at_end = position == count
        if not at_end and atoms[position].kind is Kind.LETTERS:
            continue
        hyphen = not at_end and atoms[position].kind is Kind.DIVIDE
        more = atoms[position].width if hyphen else 0.0
        best: _Node | None = None
        kept: list[_Node] = []
        for node in active:
            start = node.atom
            natural = widths[position] - widths[start] + more
            gives = spaces[position] - spaces[start]
            slack = width - natural
            if slack < -gives * SHRINK - 1e-9 if justified else slack < -1e-9:
                continue  # too long from here, and from here on
            kept.append(node)
            give = _give(slack, gives, width, at_end=at_end, justified=justified)
            if give > most:
                continue
            demerits = node.demerits + (LINE + 100.0 * abs(give) ** 3) ** 2 / 100.0
            if hyphen:
                demerits += HYPHEN**2 / 10.0 + (SECOND_HYPHEN if node.hyphen else 0.0)
            if at_end and letters[position] - letters[start] < FEWEST_LETTERS and node.before is not None:
                demerits += RUNT
            if at_end and node.hyphen:
                demerits += SECOND_HYPHEN / 2
            if best is None or demerits < best.demerits:
                best = _Node(_after(atoms, position), hyphen, demerits, node, give, natural)
        if not kept and best is None and most == ANY:  # a word that no line can hold stands out of its line
            node = max(active, key=lambda node: node.atom)
            natural = widths[position] - widths[node.atom] + more
            best = _Node(_after(atoms, position), hyphen, node.demerits + TOO_LONG, node, 0.0, natural)
        active = kept
        if best is not None:
            if at_end:
                found = best
            else:
                active.append(best)
        if not active:
            return None
    return found


def _give(slack: float, spaces: float, room: float, *, at_end: bool, justified: bool) -> float:
    """Return how hard a line has to give to fill its room."""
    if not justified:
        return 0.0 if at_end else slack / (RAG * room)
    if slack < 0:
        return slack / (spaces * SHRINK) if spaces else 0.0
    if at_end:
        return 0.0
    return slack / (spaces * STRETCH) if spaces else (1e6 if slack > 1e-6 else 0.0)


def _after(atoms: list[Atom], position: int) -> int:
    """Return where the next line starts: behind the space or the place of the hyphen."""
    return position + 1 if position < len(atoms) else position


def _lines(last: _Node, *, justified: bool) -> list[Line]:
    found: list[Line] = []
    node: _Node | None = last
    end_of: int | None = None
    while node is not None and node.before is not None:
        end = node.atom - 1 if end_of is not None else node.atom
        found.append(Line(node.before.atom, end, node.hyphen, node.give if justified else 0.0, node.width))
        end_of = node.before.atom
        node = node.before
    return found[::-1]
