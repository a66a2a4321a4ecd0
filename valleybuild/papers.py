"""The papers one can print on, from `layouts/paper/`."""

from __future__ import annotations

from valleybuild.convert import convert_record
from valleybuild.formats import core_types
from valleybuild.impose import Paper
from valleybuild.problem import Problem
from valleybuild.project import Project
from valleybuild.scalars import Reading
from valleybuild.scene import Size
from valleybuild.schema import RecordType


def read_papers(project: Project) -> tuple[dict[str, Paper], list[Problem]]:
    """Read every paper of `layouts/paper/`, by name."""
    reading = Reading((), {}, core_types(), [])
    declared = reading.types["paper"]
    assert isinstance(declared, RecordType)
    papers: dict[str, Paper] = {}
    for file in project.list_files("layouts/paper", ".yaml"):
        node, problems = project.read_yaml(file)
        reading.problems.extend(problems)
        record = convert_record(node, declared, reading, file) if node is not None else None
        if record is None:
            continue
        width, height, margin = (record.fields[field] for field in ("width", "height", "margin"))
        if isinstance(width, float) and isinstance(height, float) and isinstance(margin, float):
            name = file.rsplit("/", 1)[1].removesuffix(".yaml")
            papers[name] = Paper(name, Size(width, height), margin)
    return papers, reading.problems
