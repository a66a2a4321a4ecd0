"""The elements of a face layout, each to items: fills, lines, pictures, icons, texts, turned groups and repeats."""

from __future__ import annotations

from valleybuild.compose.materials import Materials, frame_picture
from valleybuild.compose.texts import Box, TextJob, measure_text, parse_text, rendered_text
from valleybuild.compose.walk import Pending, Walk, box_of, check_inside, evaluate, ink_of, render_field, turned
from valleybuild.model import Choice, Named, Picture, Record
from valleybuild.model import walk as walk_values
from valleybuild.problem import Place, Problem
from valleybuild.scalars import closest
from valleybuild.scene import Colour, Drawing, Item, Path, Raster, Stroke, Use

CURVE = 0.5523  # the handle length that makes a cubic a quarter of a circle

Laid = list[Item | TextJob | Pending]


def lay_elements(elements: object, walk: Walk, values: dict[str, object]) -> Laid:
    """Lay elements out in painting order; those whose `when` is false are left out."""
    found: Laid = []
    for element in elements if isinstance(elements, tuple) else ():
        if not isinstance(element, Choice) or not isinstance(element.value, Record):
            continue
        record = element.value
        when = record.fields.get("when")
        if isinstance(when, str) and not evaluate(when, record.places["when"], walk, values):
            continue
        match element.tag:
            case "fill":
                found.extend(_lay_fill(record, walk, values))
            case "line":
                found.extend(_lay_line(record, walk))
            case "picture-box":
                found.extend(_lay_picture(record, walk, values))
            case "icon-box":
                found.extend(_lay_icon(record, walk, values))
            case "text-box":
                found.extend(_lay_text(record, walk, values))
            case "group":
                found.extend(_lay_group(record, walk, values))
            case "repeat":
                found.extend(_lay_repeat(record, walk, values))
            case "part":
                found.extend(_lay_part(record, walk, values))
    return found


def _lay_fill(record: Record, walk: Walk, values: dict[str, object]) -> list[Item]:
    box, ink = box_of(record, walk), ink_of(record, "ink", walk, values)
    if box is None or ink is None:
        return []
    check_inside(box, record, walk, walk.bleed)
    radius, line = record.fields["radius"], record.fields["line"]
    segments = rounded_box(box, radius if isinstance(radius, float) else 0.0)
    if isinstance(line, float):
        return [Path(segments, stroke=Stroke(ink, line))]
    return [Path(segments, fill=ink)]


def rounded_box(box: Box, radius: float) -> tuple[tuple[str | float, ...], ...]:
    """Return the contour of a box with corners of a radius in mm."""
    x, y, width, height = box
    right, bottom = x + width, y + height
    if radius <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    r = min(radius, width / 2, height / 2)
    k = r * (1 - CURVE)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def _lay_line(record: Record, walk: Walk) -> list[Item]:
    start, end, width, ink = (record.fields[field] for field in ("from", "to", "width", "ink"))
    dash = record.fields["dash"]
    if not isinstance(start, tuple) or not isinstance(end, tuple) or not isinstance(width, float):
        return []
    if not isinstance(ink, Named) or ink.name not in walk.materials.game.layouts.inks:
        return []
    points = [float(part) for part in (*start, *end) if isinstance(part, (int, float))]
    if len(points) != 4:
        return []
    dx, dy = walk.shift
    dashes = tuple(float(part) for part in dash if isinstance(part, (int, float))) if isinstance(dash, tuple) else ()
    stroke = Stroke(walk.materials.game.layouts.inks[ink.name], width, dashes, record.fields["round"] is True)
    first, last = (points[0] + dx, points[1] + dy), (points[2] + dx, points[3] + dy)
    return [Path((("M", *first), ("L", *last)), stroke=stroke)]


def _lay_picture(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    box, file = box_of(record, walk), render_field(record, "art", walk, values)
    if box is None or not file:
        return []
    check_inside(box, record, walk, walk.bleed)
    tint = ink_of(record, "tint", walk, values)
    place = _picture_place(file, walk) or record.places["art"]
    name = tint.name if tint else ""
    picture = frame_picture(walk.materials, file, name, place, walk.path, size=(box[2], box[3]))
    return _placed(picture, box, record) if picture is not None else []


def _picture_place(file: str, walk: Walk) -> Place | None:
    """Find the field of the entry that names a picture file."""
    for _, value in walk_values(walk.entry.record, walk.path):
        if isinstance(value, Picture) and value.file == file:
            return value.place
    return None


def _placed(picture: Drawing | Raster, box: Box, record: Record) -> Laid:
    """Fit a picture into a box, proportions kept, centred, turned where the element says so."""
    x, y, width, height = box
    scale = min(width / picture.width, height / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    left, top = x + (width - wide) / 2, y + (height - high) / 2
    item: Item
    if isinstance(picture, Drawing):
        item = Use(picture, round(left, 4), round(top, 4), round(wide, 4), round(high, 4))
    else:
        item = Raster(round(left, 4), round(top, 4), round(wide, 4), round(high, 4), picture.file, picture.pixels)
    angle = record.fields.get("angle")
    if isinstance(angle, (int, float)) and angle:
        return [Pending([item], float(angle), x + width / 2, y + height / 2)]
    return [item]


def _lay_icon(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    box, name = box_of(record, walk), render_field(record, "icon", walk, values)
    if box is None or not name:
        return []
    check_inside(box, record, walk, 0.0)
    materials = walk.materials
    if name in materials.game.icons and name not in materials.icons:
        return []  # its drawing could not be read, which is reported there
    if name not in materials.icons:
        place = record.places["icon"]
        problem = Problem("unknown-icon", place, f"there is no icon [{name}]", closest(name, materials.icons))
        materials.report(problem, place, name)
        return []
    ink = ink_of(record, "ink", walk, values) or materials.game.layouts.inks.get(materials.game.icons[name].ink)
    drawing = materials.icons[name]
    if ink is not None:
        drawing = tinted(materials, name, ink)
    return _placed(drawing, box, record)


def tinted(materials: Materials, name: str, ink: Colour) -> Drawing:
    """Return an icon's drawing in an ink, made once."""
    key = (f"icon:{name}", ink.name)
    known = materials.pictures.get(key)
    if not isinstance(known, Drawing):
        base = materials.icons[name]
        own = materials.game.layouts.inks.get("ink")
        items = tuple(
            Path(item.segments, ink, item.stroke, item.even_odd)
            if isinstance(item, Path) and item.fill is not None and item.fill == own
            else item
            for item in base.items
        )
        known = materials.pictures[key] = Drawing(f"{base.name}#{ink.name}", base.width, base.height, items)
    return known


def _lay_text(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    box, style_name = box_of(record, walk), record.fields["style"]
    materials = walk.materials
    style = materials.game.layouts.styles.get(style_name) if isinstance(style_name, str) else None
    template = record.fields["text"]
    if box is None or style is None or not isinstance(template, str):
        return []
    check_inside(box, record, walk, 0.0)
    rendered = rendered_text(materials, template, record.places["text"], values, walk.language, walk.path)
    if rendered is None or not rendered[0].strip():
        return []
    text, source = rendered
    pieces = parse_text(materials, text, source, walk.language, walk.path)
    if pieces is None:
        return []
    paragraphs = measure_text(materials, pieces, style, source, walk.language, walk.path)
    ink = ink_of(record, "ink", walk, values) or materials.game.layouts.inks.get(style.colour)
    if paragraphs is None or ink is None:
        return []
    angle = record.fields["angle"]
    job = TextJob(
        element=record.places["box"],
        source=source,
        path=walk.path,
        language=walk.language,
        text=text,
        paragraphs=paragraphs,
        style=style,
        ink=ink,
        box=box,
        angle=int(angle) % 360 if isinstance(angle, (int, float)) else 0,
        bounds=turned(box, walk.turns),
        align=str(record.fields["align"] or "left"),
        valign=str(record.fields["valign"] or "top"),
    )
    walk.jobs.append(job)
    return [job]


def _lay_group(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    angle = float(render_field(record, "angle", walk, values) or 0)
    about = record.fields["about"]
    points = [float(part) for part in about if isinstance(part, (int, float))] if isinstance(about, tuple) else []
    x, y = points if len(points) == 2 else (walk.outline.size.width / 2, walk.outline.size.height / 2)
    x, y = x + walk.shift[0], y + walk.shift[1]
    outer = walk.turns
    walk.turns = (*outer, (angle, x, y))
    items = lay_elements(record.fields["elements"], walk, values)
    walk.turns = outer
    return [Pending(items, angle, x, y)] if angle else items


def _lay_repeat(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    listed = evaluate(str(record.fields["over"]), record.places["over"], walk, values)
    step = record.fields["step"]
    if listed is None or not isinstance(step, tuple):
        return []
    dx, dy = (float(part) for part in step if isinstance(part, (int, float)))
    outer = walk.shift
    found: Laid = []
    try:
        listed = list(listed)  # type: ignore[call-overload]
    except TypeError:
        place = record.places["over"]
        problem = Problem("bad-template", place, f'"{record.fields["over"]}" is not a list', path=walk.path)
        walk.materials.report(problem, place)
        return []
    for index, item in enumerate(listed):
        walk.shift = (outer[0] + index * dx, outer[1] + index * dy)
        inner = {**values, str(record.fields["as"]): item, "index": index, "total": len(listed)}
        found.extend(lay_elements(record.fields["elements"], walk, inner))
    walk.shift = outer
    return found


def _lay_part(record: Record, walk: Walk, values: dict[str, object]) -> Laid:
    """Lay a shared part out, with the values that the element gives it."""
    name = str(record.fields["name"])
    part = walk.materials.game.layouts.parts.get(name)
    if part is None:
        return []
    if name in walk.parts:
        place = record.places["name"]
        problem = Problem("part-in-itself", place, f'the part "{name}" contains itself', "take it out of itself")
        walk.materials.report(problem, place)
        return []
    given = record.fields["with"]
    inner = dict(values)
    for key, expression in (given.fields if isinstance(given, Record) else {}).items():
        if isinstance(expression, str) and isinstance(given, Record):
            inner[key] = evaluate(expression, given.places[key], walk, values)
    walk.parts = (*walk.parts, name)
    items = lay_elements(part.fields["elements"], walk, inner)
    walk.parts = walk.parts[:-1]
    return items
