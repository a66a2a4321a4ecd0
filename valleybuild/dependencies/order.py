"""Columns of blocks and their links to the same columns in an order in which few links cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from valleybuild.dependencies.model import Column, Link, ids_of

ROUNDS = 12  # every round takes away crossings or is the last, so that few are ever needed

Spot = tuple[int, float]  # a column, and how far down in it


def ordered(columns: Sequence[Column], links: Sequence[Link]) -> tuple[Column, ...]:
    """Put the blocks of the free columns in order: moved one by one for as long as links cross less."""
    found = list(columns)
    for _ in range(ROUNDS):
        before = crossings(found, links)
        for index, column in enumerate(found):
            if column.free:
                found[index] = _better(found, index, links)
        if crossings(found, links) == before:
            break
    return tuple(found)


def _better(columns: list[Column], index: int, links: Sequence[Link]) -> Column:
    """Move each block of a column to where the fewest links cross; of equal places the first one found stays."""
    best = columns[index]
    least = crossings(columns, links)
    for block in best.blocks:
        for place in range(len(best.blocks)):
            rest = [other for other in best.blocks if other.id != block.id]
            tried = replace(best, blocks=(*rest[:place], block, *rest[place:]))
            count = crossings([*columns[:index], tried, *columns[index + 1 :]], links)
            if count < least:
                best, least = tried, count
    return best


def crossings(columns: Sequence[Column], links: Sequence[Link]) -> int:
    """Count the pairs of links that cross, as if blocks and lines stood one below the other at equal distances."""
    spots = _spots(columns)
    drawn = [_ends(link, spots) for link in links if link.start in spots and link.end in spots]
    count = 0
    for (a, b), (c, d) in combinations(drawn, 2):
        same = a[0] == c[0] and b[0] == d[0] and a[0] != b[0]
        count += same and (a[1] - c[1]) * (b[1] - d[1]) < 0
    return count


def _ends(link: Link, spots: Mapping[str, Spot]) -> tuple[Spot, Spot]:
    first, second = sorted((spots[link.start], spots[link.end]))
    return first, second


def _spots(columns: Sequence[Column]) -> dict[str, Spot]:
    found: dict[str, Spot] = {}
    for number, column in enumerate(columns):
        every = [id for block in column.blocks for id in ids_of(block)]
        found |= {id: (number, down / len(every)) for down, id in enumerate(every)}
    return found
