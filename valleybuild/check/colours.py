"""The faces of a game, in every ink mode, to texts and icons that do not stand out, and inks that look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from valleybuild.beneath import Beneath, Known, Width, is_icon, spots_of, spread
from valleybuild.inkmodes import ICON_CONTRAST, TEXT_CONTRAST, InkMode, Toner
from valleybuild.inks import WHITE, Rgb, Sight, contrast, difference, seen
from valleybuild.model import Game, Meaning, Named
from valleybuild.problem import Place, Problem, Related, Severity
from valleybuild.scene import Colour, Drawing, Path, Run, Scene, Use

LEAST_DIFFERENCE = 20.0
"""ΔE2000 by which inks that tell things apart differ, however one sees."""
_LEADERS = " \u00a0."  # dots that lead the eye to a page's number are no text
_PAPER = Colour("bare paper", (0.0, 0.0, 0.0, 0.0), WHITE)


class Face(msgspec.Struct, frozen=True):
    """A composed face: what it is of, in which language, and where that and its layout are written."""

    id: str
    language: str
    scene: Scene
    place: Place
    layout: Place


class Standing(msgspec.Struct, frozen=True):
    """A text or an icon in an ink on another, as somebody finds it on a face."""

    what: str
    icon: bool
    ink: Colour
    ground: Colour

    @property
    def contrast(self) -> float:
        """How much it stands out, 1 to 21."""
        return contrast(self.ink.rgb, self.ground.rgb)

    @property
    def need(self) -> float:
        """How much it should."""
        return ICON_CONTRAST if self.icon else TEXT_CONTRAST


def find_standings(
    scene: Scene, width: Width, shapes: Known | None = None, tone: Callable[[Drawing], Drawing] | None = None
) -> list[Standing]:
    """List what stands on a face, once for each pair of inks.

    `shapes` are those known from other faces, and `tone` makes drawings look as they do in an ink mode.
    """
    beneath = Beneath(shapes, tone)
    found: dict[tuple[bool, Rgb, Rgb], Standing] = {}
    for item, matrix, cut in spread(scene.items):
        ink = _ink_of(item)
        if ink is not None and isinstance(item, (Run, Use)):
            icon = is_icon(item)
            for spot in spots_of(item, matrix, width):
                ground = beneath.at(spot) or _PAPER
                key = (icon, ink.rgb, ground.rgb)
                if key not in found:
                    what = item.text.strip() if isinstance(item, Run) else item.drawing.name
                    found[key] = Standing(what, icon, ink, ground)
        if isinstance(item, (Path, Use)):
            beneath.add(item, matrix, cut)
    return list(found.values())


def check_colours(game: Game, faces: Iterable[Face], width: Width) -> Iterator[Problem]:
    """Check that what stands on faces can be read in every ink mode, and that inks with a meaning can be told apart."""
    yield from _check_contrast(game, list(faces), width)
    for meaning in game.layouts.meanings:
        yield from _check_meaning(game, meaning)


def measure_faces(game: Game, faces: Iterable[Face], width: Width) -> Iterator[tuple[InkMode, Face, Standing]]:
    """Yield what stands on faces in every ink mode."""
    shapes: Known = {}
    palette = game.layouts.palette
    low, grey = Toner(InkMode.LOW, palette, width, pictures=False), Toner(InkMode.GREY, palette, width)
    low.shapes = shapes
    for face in faces:
        for standing in find_standings(face.scene, width, shapes):
            yield InkMode.FULL, face, standing
            greyed = msgspec.structs.replace(standing, ink=grey.grey(standing.ink), ground=grey.grey(standing.ground))
            yield InkMode.GREY, face, greyed
        for standing in find_standings(low.scene(face.scene), width, low.toned_shapes, low.picture):
            yield InkMode.LOW, face, standing


def _check_contrast(game: Game, faces: list[Face], width: Width) -> Iterator[Problem]:
    """Report each pair of inks that does not stand out, at the first face where it stands."""
    first: dict[tuple[InkMode, bool, str, str], tuple[Face, Standing]] = {}
    others: dict[tuple[InkMode, bool, str, str], set[str]] = {}
    for mode, face, standing in measure_faces(game, faces, width):
        if standing.contrast < standing.need:
            key = (mode, standing.icon, standing.ink.name, standing.ground.name)
            first.setdefault(key, (face, standing))
            others.setdefault(key, set()).add(face.id)
    for key, (face, standing) in first.items():
        count = len(others[key]) - 1
        more = f", as on {count} other faces" if count > 1 else ", as on another face" if count else ""
        kind = "an icon" if standing.icon else "a text"
        message = (
            f"{kind} in {standing.ink.name} on {standing.ground.name} has a contrast of {standing.contrast:.2f} "
            f"with {key[0].value} ink (“{standing.what[:30]}”{more})"
        )
        hint = f"{standing.need:g} is needed: take another ink for it, or another one beneath it"
        related = (Related(face.layout, "the face's layout"),)
        yield Problem(
            "low-contrast",
            face.place,
            message,
            hint,
            path=face.id,
            lang=face.language,
            severity=Severity.WARNING,
            related=related,
        )


def _check_meaning(game: Game, meaning: Meaning) -> Iterator[Problem]:
    """Check that the inks of a meaning differ, or that a shape is named which does."""
    names = inks_of(game, meaning)
    if names is None:
        hint = "write a kind and one of its fields that holds an ink, such as ability.ink"
        yield Problem("unknown-path", meaning.place, f'"{meaning.of}" is no field with an ink', hint, path=meaning.name)
        return
    if meaning.shape:
        return
    for first, second, sight, far in measure_meaning(game, names):
        if far < LEAST_DIFFERENCE:
            message = f"{first} and {second} differ by ΔE {far:.1f} {sight}, and {meaning.name} are told apart by them"
            hint = f"ΔE {LEAST_DIFFERENCE:g} is needed: take other inks, or let a shape differ and name it in `shape`"
            places = (game.layouts.palette[name].place for name in (first, second))
            related = tuple(Related(place, "an ink of these") for place in places)
            yield Problem(
                "inks-alike",
                meaning.place,
                message,
                hint,
                path=meaning.name,
                severity=Severity.WARNING,
                related=related,
            )


def inks_of(game: Game, meaning: Meaning) -> list[str] | None:
    """List the inks of a meaning; None where it names a field that is not there or holds no ink."""
    if not meaning.of:
        return list(dict.fromkeys(ink.name for ink in meaning.inks if ink.name in game.layouts.inks))
    kind, _, field = meaning.of.partition(".")
    found = [entry.record.fields.get(field) for entry in game.of_kind(kind)]
    if not found or not any(isinstance(value, Named) and value.sort == "ink" for value in found):
        return None
    return list(
        dict.fromkeys(value.name for value in found if isinstance(value, Named) and value.name in game.layouts.inks)
    )


def measure_meaning(game: Game, names: Iterable[str]) -> Iterator[tuple[str, str, str, float]]:
    """Yield each pair of inks with how it is seen, and the ΔE2000 between the two."""
    palette: Mapping[str, Colour] = game.layouts.inks
    grey = Toner(InkMode.GREY, game.layouts.palette, lambda text, font: 0.0)
    for first, second in combinations(names, 2):
        one, other = palette[first], palette[second]
        for sight in Sight:
            yield first, second, f"under {sight.value}", difference(seen(one.rgb, sight), seen(other.rgb, sight))
        yield first, second, "in grey", difference(grey.grey(one).rgb, grey.grey(other).rgb)


def _ink_of(item: object) -> Colour | None:
    """Return the ink of a text or an icon; None for whatever else there is."""
    if isinstance(item, Run):
        return item.colour if item.text.strip(_LEADERS) else None
    if isinstance(item, Use) and is_icon(item):
        return next((path.fill for path in item.drawing.items if isinstance(path, Path) and path.fill), None)
    return None
