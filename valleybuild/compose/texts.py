"""A text box of a layout to a job that can be tried at any size, and a job at its size to runs."""

from __future__ import annotations

import msgspec

from valleybuild.compose.materials import ICON_FONT, Materials
from valleybuild.fitting import Line, Word, join_line, largest_size, set_lines, split_words
from valleybuild.markup import MarkupError, Piece, parse_markup
from valleybuild.model import Style
from valleybuild.problem import Place, Problem, Related
from valleybuild.scene import Colour, Group, Run
from valleybuild.templates import RenderError
from valleybuild.typography import typeset
from valleybuild.units import MM_PER_POINT

Box = tuple[float, float, float, float]


class TextJob(msgspec.Struct):
    """A text measured for its box, waiting for the size that both languages can share."""

    element: Place
    source: Place
    path: str
    language: str
    text: str
    paragraphs: tuple[tuple[Word, ...], ...]
    style: Style
    ink: Colour
    box: Box
    angle: int
    align: str
    valign: str
    bounds: Box
    size: float | None = None


def rendered_text(
    materials: Materials, template: str, place: Place, values: dict[str, object], language: str, path: str
) -> tuple[str, Place] | None:
    """Render a template and set its typography; with it comes the place of the longest text that went in."""
    recorder = materials.renderer.recorder
    recorder.sources.clear()
    try:
        text = materials.renderer.render(template, place, values, language)
    except RenderError as error:
        materials.report_failure(error)
        return None
    source = max(recorder.sources, key=lambda found: len(found[0]), default=("", place))[1]
    return typeset(text, language), source


def parse_text(
    materials: Materials, text: str, source: Place, language: str, path: str
) -> tuple[tuple[Piece, ...], ...] | None:
    """Parse a text's markup; a fault is noted at its source."""
    try:
        return parse_markup(text, materials.symbols, materials.icon_names)
    except MarkupError as error:
        message = f'{error.message} in "{_around(text, error.position)}"'
        problem = Problem("bad-markup", source, message, error.hint, path=path, lang=language)
        materials.report(problem, source, error.message)
        return None


def _around(text: str, position: int) -> str:
    start = max(0, position - 20)
    return ("…" if start else "") + text[start : position + 30].replace("\n", " ")


def measure_text(
    materials: Materials,
    paragraphs: tuple[tuple[Piece, ...], ...],
    style: Style,
    source: Place,
    language: str,
    path: str,
) -> tuple[tuple[Word, ...], ...] | None:
    """Measure paragraphs in a style. A glyph that a font lacks is noted; None where a font is not there at all."""
    measure = materials.measure
    roles = (style.font, style.bold, style.italic, ICON_FONT)
    if any(role not in measure.fonts for role in roles[:3]):
        return None
    for pieces in paragraphs:
        for piece in pieces:
            if piece.icon:
                if piece.icon not in materials.icons:
                    return None  # its drawing could not be read, which is reported there
            else:
                role = style.bold if piece.bold else style.italic if piece.italic else style.font
                _check_glyphs(materials, piece.text, role, source, language, path)
            if piece.ink and piece.ink not in materials.game.layouts.inks:
                problem = Problem("unknown-ink", source, f'there is no ink "{piece.ink}"', path=path, lang=language)
                materials.report(problem, source, piece.ink)
                return None
    return tuple(split_words(pieces, roles, measure, style.hang) for pieces in paragraphs)


def _check_glyphs(materials: Materials, text: str, role: str, source: Place, language: str, path: str) -> None:
    if (role, text) in materials.checked:
        return
    materials.checked.add((role, text))
    advances = materials.measure.fonts[role].advances
    for character in text:
        if ord(character) in advances or character in "\u00a0\t":
            continue
        message = f'the font "{role}" has no glyph for "{character}" (U+{ord(character):04X}) in "{text.strip()[:40]}"'
        hint = "use another sign, an [icon], or a font that has it"
        materials.report(
            Problem("missing-glyph", source, message, hint, path=path, lang=language), role, character, source
        )


def fit_job(job: TextJob) -> float | None:
    """Return the largest size at which a job's text fits its box, or None."""
    width, height = _inner_size(job)
    style = job.style
    return largest_size(job.paragraphs, (style.size, style.least), style.setting, width, height)


def _inner_size(job: TextJob) -> tuple[float, float]:
    _, _, width, height = job.box
    return (height, width) if job.angle % 180 == 90 else (width, height)


def overflow_problem(job: TextJob) -> Problem:
    """Describe a text that does not fit its box at the smallest size allowed."""
    width, height = _inner_size(job)
    style = job.style
    words = " ".join(job.text.split())
    short = words if len(words) <= 48 else words[:45] + "…"
    tall = set_lines(job.paragraphs, style.least, style.setting, width, 10_000.0)
    if tall is None:
        need = "a word is wider than the box"
    else:
        lines = sum(map(len, tall))
        high = style.least * MM_PER_POINT * style.setting.height(lines, len(tall))
        need = f"its {lines} lines need {high:.1f} mm" if lines > 1 else f"its line needs {high:.1f} mm"
    return Problem(
        "text-does-not-fit",
        job.source,
        f'"{short}" does not fit {width:g} × {height:g} mm at {style.least:g} pt: {need}',
        "shorten the text, or give its box more room in the layout",
        path=job.path,
        lang=job.language,
        related=(Related(job.element, "the box in the layout"),) if job.element != job.source else (),
    )


def set_job(job: TextJob, materials: Materials) -> tuple[Run | Group, ...]:
    """Turn a job with its size into runs, turned where its box is."""
    assert job.size is not None
    runs = _set_runs(job, materials)
    if not job.angle:
        return runs
    x, y, width, height = job.box
    return (Group(runs, float(job.angle), x + width / 2, y + height / 2),)


def _set_runs(job: TextJob, materials: Materials) -> tuple[Run, ...]:
    assert job.size is not None
    width, height = _inner_size(job)
    x, y, box_width, box_height = job.box
    left, top = x + (box_width - width) / 2, y + (box_height - height) / 2
    em = job.size * MM_PER_POINT
    paragraphs = set_lines(job.paragraphs, job.size, job.style.setting, width, height) or []
    pitch = em * job.style.leading
    font = materials.measure.fonts[job.style.font]
    slack = height - em * job.style.setting.height(sum(map(len, paragraphs)), len(paragraphs))
    top += {"top": 0.0, "middle": slack / 2, "bottom": slack}[job.valign]
    baseline = top + (pitch - (font.ascent + abs(font.descent)) * em) / 2 + font.ascent * em
    runs: list[Run] = []
    for lines in paragraphs:
        for index, words in enumerate(lines):
            line = join_line(words)
            start = left + (lines[0][0].indent * em if index else 0.0)
            start += {"left": 0.0, "centre": 0.5, "right": 1.0}[job.align] * (width - line.width * em)
            runs.extend(_line_runs(line, start, baseline, job, materials))
            baseline += pitch
        baseline += em * job.style.gap
    return tuple(runs)


def _line_runs(line: Line, start: float, baseline: float, job: TextJob, materials: Materials) -> list[Run]:
    assert job.size is not None
    inks = materials.game.layouts.inks
    runs: list[Run] = []
    for stretch in line.stretches:
        ink = inks[stretch.ink] if stretch.ink else job.ink
        runs.append(Run(round(start, 4), round(baseline, 4), stretch.text, stretch.font, job.size, ink))
        start += stretch.width * job.size * MM_PER_POINT
    return runs
