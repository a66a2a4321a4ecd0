"""One entry and one face layout to a scene in each language."""

from __future__ import annotations

from valleybuild.boxes import common
from valleybuild.compose.elements import Laid, lay_elements
from valleybuild.compose.materials import Materials
from valleybuild.compose.texts import TextJob, fit_job, overflow_problem, set_job
from valleybuild.compose.walk import Pending, Walk
from valleybuild.model import Entry, Record
from valleybuild.problem import Place, Problem, Related
from valleybuild.scene import Group, Item, Outline, Scene
from valleybuild.views import EntryView

DEFAULT_BLEED = 3.0  # mm


def compose_face(entry: Entry, face: Record, outline: Outline, materials: Materials) -> dict[str, Scene]:
    """Compose one face in each language. Texts of one box share their size over the languages."""
    bleed = face.fields["bleed"]
    reach = bleed if isinstance(bleed, float) else DEFAULT_BLEED
    laid: dict[str, Laid] = {}
    walks: dict[str, Walk] = {}
    for language in materials.game.languages:
        walk = Walk(materials, entry, language, outline, reach, [])
        values: dict[str, object] = {"entry": EntryView(materials.renderer.lenses[language], entry)}
        laid[language] = lay_elements(face.fields["elements"], walk, values)
        walks[language] = walk
    _choose_sizes([walk.jobs for walk in walks.values()], materials)
    for walk in walks.values():
        _check_boxes(walk)
    return {language: Scene(outline.size, reach, _settle(items, materials)) for language, items in laid.items()}


def _choose_sizes(jobs_by_language: list[list[TextJob]], materials: Materials) -> None:
    """Give the same box of the same card the same size in all languages: the smallest that any of them needs."""
    sizes: dict[tuple[Place, int], float] = {}
    for jobs in jobs_by_language:
        seen: dict[Place, int] = {}
        for job in jobs:
            key = (job.element, seen.setdefault(job.element, 0))
            seen[job.element] += 1
            fitted = fit_job(job)
            if fitted is None:
                materials.report(overflow_problem(job), job.source, job.element, job.language)
                fitted = job.style.least
            sizes[key] = min(fitted, sizes.get(key, fitted))
    for jobs in jobs_by_language:
        seen = {}
        for job in jobs:
            job.size = sizes[job.element, seen.setdefault(job.element, 0)]
            seen[job.element] += 1


def _settle(items: Laid, materials: Materials) -> tuple[Item, ...]:
    """Turn pending groups and text jobs into items."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, TextJob):
            found.extend(set_job(item, materials))
        elif isinstance(item, Pending):
            found.append(Group(_settle(item.items, materials), item.angle, item.x, item.y))
        else:
            found.append(item)
    return tuple(found)


def _check_boxes(walk: Walk) -> None:
    """Note text boxes of one face that overlap."""
    boxes = [(job.bounds, job) for job in walk.jobs]
    for index, (first, job) in enumerate(boxes):
        for second, other in boxes[index + 1 :]:
            left, top, right, bottom = common(first, second)
            wide, high = right - left, bottom - top
            if wide > 0.01 and high > 0.01:
                message = f"two text boxes overlap by {wide:.2f} × {high:.2f} mm on {walk.path}"
                related = (Related(job.element, "the other box"),)
                problem = Problem(
                    "boxes-overlap", other.element, message, "move one of them", path=walk.path, related=related
                )
                walk.materials.report(problem, job.element, other.element)
