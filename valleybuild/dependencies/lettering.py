"""Markup and a box to runs of text in one of a chart's styles; what does not fit, or has no glyph, is a finding."""

from __future__ import annotations

from valleybuild.compose.materials import Materials
from valleybuild.compose.texts import Box, TextJob, fit_job, measure_text, overflow_problem, parse_text, set_job
from valleybuild.model import Style
from valleybuild.problem import Place, Problem
from valleybuild.scalars import closest
from valleybuild.scene import Group, Run
from valleybuild.typography import typeset

STYLES = ("title", "subtitle", "column", "block", "line", "legend")
"""The styles that a chart's texts have, in type.yaml each with "map-" before it."""


class Lettering:
    """What sets the texts of one chart in one language. Findings go to the materials."""

    def __init__(self, materials: Materials, language: str, place: Place, path: str) -> None:
        self.materials, self.language, self.place, self.path = materials, language, place, path

    def style(self, name: str) -> Style | None:
        """Return a style of the chart; None, with a finding, where type.yaml has none."""
        styles = self.materials.game.layouts.styles
        found = styles.get(f"map-{name}")
        if found is None:
            message = f'there is no style "map-{name}", which the dependencies are set in'
            problem = Problem("unknown-style", self.place, message, closest(f"map-{name}", styles), path=self.path)
            self.materials.report(problem, name)
        return found

    def write(
        self, text: str, name: str, box: Box, *, align: str = "left", valign: str = "middle", ink: str = ""
    ) -> tuple[Run | Group, ...]:
        """Set a text in a box as large as it fits, from the style's size down to its least."""
        style = self.style(name)
        materials = self.materials
        pieces = parse_text(materials, typeset(text, self.language), self.place, self.language, self.path)
        if style is None or pieces is None or not text.strip():
            return ()
        paragraphs = measure_text(materials, pieces, style, self.place, self.language, self.path)
        colour = materials.game.layouts.inks.get(ink or style.colour)
        if paragraphs is None or colour is None:
            return ()
        job = TextJob(
            element=self.place,
            source=self.place,
            path=self.path,
            language=self.language,
            text=text,
            paragraphs=paragraphs,
            style=style,
            ink=colour,
            box=box,
            angle=0,
            align=align,
            valign=valign,
            bounds=box,
        )
        job.size = fit_job(job)
        if job.size is None:
            materials.report(overflow_problem(job), text, self.language)
            return ()
        return set_job(job, materials)

    def width(self, text: str, name: str) -> float:
        """Return how wide a line is at the style's size, in mm."""
        runs = self.write(text, name, (0.0, 0.0, 1000.0, 100.0), align="right")
        return 1000.0 - min((run.x for run in runs if isinstance(run, Run)), default=1000.0)
