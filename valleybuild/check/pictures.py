"""Pictures: every file in the game's art folder is used. What is missing or broken shows when faces are composed."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.problem import Place, Problem, Severity


def check_pictures(subject: Subject) -> Iterator[Problem]:
    """Check that some face uses every picture of the game's art folder."""
    game = subject.game
    folder = f"{game.folder}/art"
    for file in subject.project.list_files(folder, "", recursive=True):
        if file.removeprefix(f"{folder}/") not in subject.used_pictures:
            message = f"no face uses {file.removeprefix(f'{folder}/')}"
            yield Problem("unused-picture", Place(file), message, "delete it, or use it", severity=Severity.WARNING)
