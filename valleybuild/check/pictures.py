"""Pictures: all are used, and each suits the boxes it hangs in. What is missing or broken shows when faces are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL.Image import Image

from valleybuild.art import FOLDER as MOTIFS
from valleybuild.art import find_shapes, list_motifs
from valleybuild.art.framed import Framed
from valleybuild.art.raster import draw_small
from valleybuild.check.subject import Subject
from valleybuild.problem import Place, Problem, Severity
from valleybuild.scene import Drawing, Path, Raster
from valleybuild.units import MM_PER_POINT

HAIRLINE = 0.25  # points: a thinner line breaks up in print
STRETCH = 0.02  # how far a picture's proportions may be from its box's: no more than a hair's width on a card
PIXELS = 120  # how wide a picture is drawn to see what it covers
EDGE = 0.02  # how much of an edge may be bare: a rounded corner
LEAST_COVER = 0.15  # the airiest back of a card, a pattern on paper, covers a little more; scenes cover twice that
NAMED = 8  # how many motifs that nothing uses a finding names
EDGES = ("top", "right", "bottom", "left")
PALE = 12.0  # an ink of less, in percent of all four together, counts as plain paper


def check_pictures(subject: Subject) -> Iterator[Problem]:
    """Check that some face uses every picture of the game's art folder, and some picture every motif.

    Motifs are drawn ahead of the pictures that will use them, so that those left over make one finding together.
    """
    folder = f"{subject.game.folder}/art"
    hint = "delete it, or use it"
    motifs = []
    for file in subject.project.list_files(folder, "", recursive=True):
        name = file.removeprefix(f"{folder}/")
        if name in subject.used_pictures:
            continue
        if name.startswith(f"{MOTIFS}/"):
            motifs.append(name)
        else:
            yield Problem("unused-picture", Place(file), f"no face uses {name}", hint, severity=Severity.WARNING)
    if motifs:
        listed = ", ".join(motifs[:NAMED]) + (f" and {len(motifs) - NAMED} more" if len(motifs) > NAMED else "")
        place = Place(f"{folder}/{motifs[0]}")
        yield Problem("unused-picture", place, f"no picture uses {listed}", hint, severity=Severity.WARNING)


def check_lines(subject: Subject) -> Iterator[Problem]:
    """Check that no line of a picture gets thinner than a printer can hold in the smallest of its boxes."""
    smallest: dict[str, Framed] = {}
    for framed in subject.framed:
        known = smallest.setdefault(framed.file, framed)
        smallest[framed.file] = min(known, framed, key=lambda one: one.scale)
    for framed in smallest.values():
        if not isinstance(framed.picture, Drawing):
            continue
        widths = [
            item.stroke.width * framed.scale / MM_PER_POINT if isinstance(item, Path) and item.stroke else HAIRLINE
            for item in framed.picture.items
        ]
        thinnest = min(widths)
        if thinnest < HAIRLINE - 1e-6:
            yield _hairline(subject, framed, widths.index(thinnest), thinnest)


def _hairline(subject: Subject, framed: Framed, index: int, points: float) -> Problem:
    assert isinstance(framed.picture, Drawing)
    item = framed.picture.items[index]
    assert isinstance(item, Path) and item.stroke is not None
    message = (
        f"a line is {points:.2f} pt wide in a box of {framed.width:g} × {framed.height:g} mm, "
        f"{HAIRLINE:g} pt is the least"
    )
    hint = f"make its stroke at least {_rounded_up(item.stroke.width * HAIRLINE / points):g} wide, or the motif larger"
    return Problem("picture-hairline", _place(subject, framed.file, index), message, hint, severity=Severity.WARNING)


def _rounded_up(width: float) -> float:
    """Round a stroke's width up to hundredths of a unit."""
    return -(-round(width * 10_000) // 100) / 100


def _place(subject: Subject, file: str, index: int | None = None) -> Place:
    """Find where an item of a picture is drawn, or the picture's root, by reading it again."""
    content, _ = subject.project.read_bytes(file)
    if content is None:
        return Place(file)
    folder = f"{subject.game.folder}/art"
    files = subject.project.list_files(f"{folder}/{MOTIFS}", ".svg", recursive=True)
    motifs = list_motifs(folder, files, subject.project.read_bytes) if file.startswith(f"{folder}/") else None
    root, shapes = find_shapes(content, file, inks=subject.game.layouts.inks, motifs=motifs)
    return root if index is None else shapes[index]


def check_proportions(subject: Subject) -> Iterator[Problem]:
    """Check that each picture has the proportions of the boxes it hangs in, save for a sign that touches no edge."""
    for framed in _once(subject.framed):
        picture, ratio = framed.picture, framed.width / framed.height
        if abs(picture.width / picture.height / ratio - 1) <= STRETCH:
            continue
        if isinstance(picture, Drawing) and len(_bare_edges(draw_small(picture, PIXELS))) == len(EDGES):
            continue
        place = _place(subject, framed.file) if isinstance(picture, Drawing) else Place(framed.file)
        message = (
            f"{picture.width:g} × {picture.height:g} does not fill a box of {framed.width:g} × {framed.height:g} mm"
        )
        hint = f"draw it {picture.width:g} wide and {round(picture.width / ratio, 2):g} high, or give the box its shape"
        yield Problem("picture-proportions", place, message, hint, severity=Severity.WARNING)


def _once(framed: Iterable[Framed]) -> Iterator[Framed]:
    """Yield what hangs in boxes, once for each file and size."""
    seen: set[tuple[str, float, float]] = set()
    for one in framed:
        if (one.file, one.width, one.height) not in seen:
            seen.add((one.file, one.width, one.height))
            yield one


def check_cover(subject: Subject) -> Iterator[Problem]:
    """Check that each picture of the game is painted up to its edges, and is not left to the paper.

    A sign that touches no edge stands on its face's own ground; but where other pictures fill a box of the same size,
    it is a scene whose background is missing.
    """
    pale = frozenset(ink.rgb for ink in subject.game.layouts.inks.values() if sum(ink.cmyk) < PALE)
    small = {file: draw_small(drawing, PIXELS) for file, drawing in game_drawings(subject)}
    bare = {file: _bare_edges(picture) for file, picture in small.items()}
    sizes = {(one.width, one.height) for one in subject.framed if len(bare.get(one.file, EDGES)) < len(EDGES)}
    scenes = {one.file for one in subject.framed if (one.width, one.height) in sizes}
    for file, edges in bare.items():
        if file not in scenes:
            continue
        cover = _cover(small[file], pale)
        if edges:
            message = f"nothing is painted along the picture's {_listed(edges)}"
            hint = "let its background reach the viewBox on all sides"
        elif cover < LEAST_COVER:
            message = f"ink covers {cover:.0%} of the picture, the rest is plain paper"
            hint = f"give it a ground; at least {LEAST_COVER:.0%} are covered"
        else:
            continue
        yield Problem("picture-bare", _place(subject, file), message, hint, severity=Severity.WARNING)


def _listed(edges: list[str]) -> str:
    return f"{' and '.join(edges)} edge{'s' if len(edges) > 1 else ''}"


def game_drawings(subject: Subject) -> list[tuple[str, Drawing]]:
    """List the drawings of the game's art folder that hang somewhere, each once, with their files, in order."""
    folder = f"{subject.game.folder}/art/"
    found: dict[str, Drawing | Raster] = {}
    for framed in subject.framed:
        if framed.file.startswith(folder):
            found.setdefault(framed.file, framed.picture)
    return [(file, drawing) for file, drawing in sorted(found.items()) if isinstance(drawing, Drawing)]


def _bare_edges(small: Image) -> list[str]:
    """Name the edges of a small picture along which more than a corner is not painted: the barest and those like it."""
    width, height = small.size
    painted = small.getchannel("A")
    boxes = ((0, 0, width, 1), (width - 1, 0, width, height), (0, height - 1, width, height), (0, 0, 1, height))
    shares = [_share(painted.crop(box)) for box in boxes]
    return [name for name, share in zip(EDGES, shares, strict=True) if share > max(EDGE, max(shares) / 2)]


def _share(painted: Image) -> float:
    """Return how much of a mask is 0."""
    return painted.histogram()[0] / (painted.width * painted.height)


def _cover(small: Image, pale: frozenset[tuple[int, ...]]) -> float:
    """Return how much of a small picture is painted in inks that are not pale."""
    colours = small.getcolors(small.width * small.height) or []
    covered = sum(
        count for count, colour in colours if isinstance(colour, tuple) and colour[3] and tuple(colour[:3]) not in pale
    )
    return covered / (small.width * small.height)
