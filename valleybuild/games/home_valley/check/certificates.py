"""The won games that are kept to a finding at the first line that no longer plays, or no longer wins."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.certificates import MAKE_ANEW, folder_of, read_certificates
from valleybuild.games.home_valley.opening import open_rules
from valleybuild.problem import Place, Problem, Related


def check_certificates(subject: Subject) -> Iterator[Problem]:
    """Check that every certificate that is kept still plays and wins (P-07).

    One change of a card may spoil dozens of them: there is one finding, at the first, which points at the others.
    """
    if not subject.project.list_files(folder_of(subject.game.id), ".txt"):
        return
    kept = read_certificates(subject.project, subject.game.id, open_rules(subject.project, subject.game))
    faulty = [certificate.fault for certificate in kept if certificate.fault is not None]
    if not faulty:
        return
    first, *others = faulty
    also = f" ({len(others)} others do not either)" if others else ""
    yield Problem(
        "certificate-fails",
        first.place,
        f"this certificate does not show a won game{also}: {first.message}",
        f"where the change is meant, make them anew: {MAKE_ANEW} --stale",
        path=_name(first.place),
        related=tuple(Related(other.place, _name(other.place)) for other in others),
    )


def _name(place: Place) -> str:
    return place.file.rpartition("/")[2]
