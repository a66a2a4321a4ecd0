"""Sentences: a template for every variant of a choice that has sentences at all."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.check.subject import Subject
from valleybuild.problem import Problem, Related
from valleybuild.schema import ChoiceType


def check_sentences(subject: Subject) -> Iterator[Problem]:
    """Check that a choice with some sentences has one for each of its variants."""
    game = subject.game
    for declared in game.types.values():
        if not isinstance(declared, ChoiceType):
            continue
        written = {tag: sentence for (type, tag), sentence in game.sentences.items() if type == declared.name}
        if not written:
            continue
        first = next(iter(written.values())).text.place
        for tag in declared.variants:
            if tag not in written:
                message = f'the {declared.name} "{tag}" has no sentence'
                related = (Related(first, f"the sentences of {declared.name}"),)
                path = f"{declared.name}.{tag}"
                yield Problem("missing-sentence", first, message, f"add {tag}: {{…}}", path=path, related=related)
