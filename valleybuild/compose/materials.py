"""What composing needs besides the game: fonts that measure, pictures and icons, a renderer of templates."""

from __future__ import annotations

import hashlib

import msgspec

from valleybuild.art import FOLDER as MOTIFS
from valleybuild.art import Motifs, list_motifs, parse_svg
from valleybuild.art.framed import Framed
from valleybuild.fitting import Measure
from valleybuild.fonts import Font, check_font, find_package_file, read_font
from valleybuild.iconfont import Icon, build_icon_font, check_icon, is_sign
from valleybuild.model import FontFile, Game
from valleybuild.png import measure_png
from valleybuild.problem import Place, Problem
from valleybuild.project import Project
from valleybuild.scalars import closest
from valleybuild.scene import Colour, Drawing, Raster
from valleybuild.templates import Renderer, RenderError

ICON_FONT = "icons"


class Materials(msgspec.Struct):
    """The fonts, pictures, icons and templates that faces are composed from. Pictures are parsed when first used."""

    game: Game
    project: Project
    renderer: Renderer
    measure: Measure
    icons: dict[str, Drawing]
    symbols: dict[str, str]
    icon_names: frozenset[str]
    problems: list[Problem]
    motifs: Motifs
    pictures: dict[tuple[str, str], Drawing | Raster | None] = {}
    used_pictures: set[str] = set()
    framed: dict[tuple[str, str, float, float], Framed] = {}
    rasters: dict[str, bytes] = {}
    checked: set[tuple[str, str]] = set()
    reported: set[tuple[object, ...]] = set()

    def report(self, problem: Problem, *key: object) -> None:
        """Note a finding, once for each key."""
        if key and (problem.name, *key) in self.reported:
            return
        self.reported.add((problem.name, *key))
        self.problems.append(problem)

    def report_failure(self, error: RenderError) -> None:
        """Note why a template could not be rendered, once for each message at a place."""
        if error.problem is not None:
            self.report(error.problem, error.problem.place, error.problem.message)


def gather_materials(project: Project, game: Game) -> Materials:
    """Read the fonts and icons of a game; the findings are in the result's `problems`."""
    problems: list[Problem] = []
    fonts = _read_fonts(game, problems)
    icons = _read_icons(project, game, problems)
    characters = {name: game.icons[name].character for name in icons}
    inks = {name: game.icons[name].ink for name in icons}
    if icons:
        fonts[ICON_FONT] = read_icon_font(icons, characters)
    used: set[str] = set()
    return Materials(
        game=game,
        project=project,
        renderer=Renderer(game),
        measure=Measure(fonts, characters, inks),
        icons=icons,
        symbols={character: name for name, character in characters.items()},
        icon_names=frozenset(game.icons),
        problems=problems,
        motifs=_find_motifs(project, f"{game.folder}/art", used),
        used_pictures=used,
    )


def _find_motifs(project: Project, folder: str, used: set[str]) -> Motifs:
    """List the motifs that the pictures of a folder may use; those that are read are noted as used."""

    def fetch(file: str) -> tuple[bytes | None, list[Problem]]:
        used.add(file.removeprefix(f"{folder}/"))
        return project.read_bytes(file)

    return list_motifs(folder, project.list_files(f"{folder}/{MOTIFS}", ".svg", recursive=True), fetch)


def read_icon_font(icons: dict[str, Drawing], characters: dict[str, str]) -> Font:
    """Build the icon font and read it like any other."""
    listed = [Icon(name, ord(characters[name]), drawing) for name, drawing in sorted(icons.items())]
    return read_font(ICON_FONT, build_icon_font(listed))


def _read_fonts(game: Game, problems: list[Problem]) -> dict[str, Font]:
    fonts: dict[str, Font] = {}
    for role, spec in game.fonts.items():
        data = _font_data(spec, problems)
        if data is None:
            continue
        found = check_font(data, spec.place)
        problems.extend(found)
        if not found:
            fonts[role] = read_font(role, data)
    for style in game.layouts.styles.values():
        for role in (style.font, style.bold, style.italic):
            if role not in game.fonts:
                message = f'the style {style.name} uses the font "{role}", which fonts.yaml does not list'
                problems.append(
                    Problem("unknown-font", style.place, message, closest(role, game.fonts), path=style.name)
                )
    return fonts


def _font_data(spec: FontFile, problems: list[Problem]) -> bytes | None:
    path = find_package_file(spec.package, spec.file)
    if path is None or not path.is_file():
        message = f"the font {spec.file} of the package {spec.package} is not installed"
        problems.append(Problem("font-missing", spec.place, message, "install the project with pip", path=spec.role))
        return None
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != spec.sha256:
        message = f"{spec.file} is not the font that was chosen: its sha256 is {digest}"
        hint = "install the pinned version, or look at the new one and write its sha256"
        problems.append(Problem("font-changed", spec.place, message, hint, path=spec.role))
        return None
    return data


def _read_icons(project: Project, game: Game, problems: list[Problem]) -> dict[str, Drawing]:
    icons: dict[str, Drawing] = {}
    owners: dict[str, str] = {}
    for name, spec in game.icons.items():
        file = f"fonts/icons/{name}.svg"
        if len(spec.character) != 1 or not is_sign(ord(spec.character)):
            message = f'"{spec.character}" is not one sign, such as ★'
            problems.append(Problem("bad-icon", spec.place, message, "name the sign it stands for", path=name))
            continue
        if spec.character in owners:
            message = f"{name} stands for {spec.character}, as {owners[spec.character]} does"
            problems.append(Problem("bad-icon", spec.place, message, "give each icon its own character", path=name))
            continue
        owners[spec.character] = name
        source, found = project.read_bytes(file)
        problems.extend(found)
        if source is None:
            continue
        drawing, found = parse_svg(source, file, inks=game.layouts.inks)
        problems.extend(found)
        if drawing is not None and not found:
            found = check_icon(drawing, file)
            problems.extend(found)
            if not found:
                icons[name] = drawing
    return icons


def frame_picture(
    materials: Materials, file: str, tint: str, place: Place, path: str, *, size: tuple[float, float]
) -> Drawing | Raster | None:
    """Find a picture for a box of a size in mm, and note that it hangs there."""
    picture = find_picture(materials, file, tint, place, path)
    key = (file, tint, *size)
    if picture is not None and key not in materials.framed:
        full = picture.name if isinstance(picture, Drawing) else picture.file
        materials.framed[key] = Framed(picture, full, *size)
    return picture


def find_picture(materials: Materials, file: str, tint: str, place: Place, path: str) -> Drawing | Raster | None:
    """Return a picture from the game's art folder or its layout folder, parsed once; None with a finding noted."""
    key = (file, tint)
    if key in materials.pictures:
        return materials.pictures[key]
    materials.used_pictures.add(file)
    picture = _read_picture(materials, file, tint, place, path)
    materials.pictures[key] = picture
    return picture


def _read_picture(materials: Materials, file: str, tint: str, place: Place, path: str) -> Drawing | Raster | None:
    game, project = materials.game, materials.project
    folders = (f"{game.folder}/art", game.layouts.folder)
    found_in = next((folder for folder in folders if project.has_file(f"{folder}/{file}")), None)
    if found_in is None:
        names = [name.removeprefix(f"{folder}/") for folder in folders for name in project.list_files(folder, "")]
        message = f'there is no picture "{file}"'
        materials.report(Problem("picture-missing", place, message, closest(file, names), path=path), file)
        return None
    full = f"{found_in}/{file}"
    source, problems = project.read_bytes(full)
    materials.problems.extend(problems)
    if source is None:
        return None
    if file.lower().endswith(".png"):
        pixels, problems = measure_png(source, full)
        materials.problems.extend(problems)
        if pixels is None or problems:
            return None
        materials.rasters[full] = source
        return Raster(0.0, 0.0, float(pixels[0]), float(pixels[1]), full, pixels)
    recolour: Colour | None = game.layouts.inks.get(tint) if tint else None
    motifs = materials.motifs if found_in == materials.motifs.folder else None
    drawing, problems = parse_svg(source, full, inks=game.layouts.inks, recolour=recolour, motifs=motifs)
    materials.problems.extend(problems)
    return None if problems else drawing
