"""A book, as it is written, to findings: what stands in it and should not, and what it names and is not there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from valleybuild.book.model import (
    AllQuestions,
    Book,
    Cards,
    Drawing,
    Example,
    Map,
    Noted,
    Picture,
    Source,
    Strip,
    texts_of,
)
from valleybuild.book.numbers import find_typed_numbers
from valleybuild.book.read import book_texts, find_repeated_anchors
from valleybuild.games import Rules
from valleybuild.model import Game, Ref, Text, walk
from valleybuild.problem import Problem, Related
from valleybuild.project import Project
from valleybuild.scalars import closest

_SAID = re.compile(r"[A-Z]-[0-9]{2,3}")
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^<>]*>|\[[a-z0-9-]+\]", re.DOTALL)


def check_book(project: Project, game: Game, book: Book, rules: Rules) -> Iterator[Problem]:
    """Check a book without rendering it. `rules` are the game's own."""
    yield from find_repeated_anchors(book)
    yield from find_typed_numbers(game, book_texts(book), rules.numbers(game))
    for _, source in book.sources():
        yield from _check_notes(source, project, game)
        yield from _check_keywords(source, book)
        match source.part:
            case Example(playthrough=Noted() as named, picture=picture):
                yield from _check_playthrough(named, project, game, rules)
                if picture is not None:
                    yield from _check_drawing(picture.drawing, game, source.path)
            case Example(picture=Picture() as picture) | (Picture() as picture):
                yield from _check_drawing(picture.drawing, game, source.path)
            case AllQuestions() if not rules.questions(project, game):
                message = "the game's own package has no questions"
                yield Problem("no-questions", source.place, message, "delete the block", path=source.path)
            case _:
                continue


def examples_folder(game: Game) -> str:
    """Return the folder of a game's playthroughs."""
    return f"rules/{game.id}/examples"


def _check_notes(source: Source, project: Project, game: Game) -> Iterator[Problem]:
    for said in source.says:
        if not _SAID.fullmatch(said.text):
            message = f'"{said.text}" is no number of a rule'
            hint = "write a capital letter and two or three digits, such as R-042"
            yield Problem("bad-rule-number", said.place, message, hint, path=source.path)
    terms = [term.id for term in game.terms]
    for listed in source.index:
        if listed.text not in terms and f"{game.folder}/terms.yaml" not in project.unreadable:
            message = f'terms.yaml has no term "{listed.text}" that the index could list'
            yield Problem("unknown-id", listed.place, message, closest(listed.text, terms), path=source.path)


def _check_keywords(source: Source, book: Book) -> Iterator[Problem]:
    """Find a block that uses a keyword more often in one language than in another."""
    texts = [text for _, text in texts_of(source.part)]
    for keyword in book.keywords:
        counts = {language: _count(word, texts, language) for language, word in keyword.strings.items()}
        if len(set(counts.values())) < 2:
            continue
        most = max(counts, key=lambda language: counts[language])
        said = ", ".join(f'{language} says "{keyword.strings[language]}" {_times(n)}' for language, n in counts.items())
        least = next(language for language in counts if counts[language] < counts[most])
        yield Problem(
            "keywords-differ",
            source.place,
            f"a keyword stands for a rule in one language only: {said}",
            f'use "{keyword.strings[least]}" where {most} has "{keyword.strings[most]}", and nowhere else',
            path=source.path,
            lang=least,
            related=(Related(keyword.place, "the keyword"),),
        )


def _count(word: str, texts: list[Text], language: str) -> int:
    found: Counter[str] = Counter()
    for text in texts:
        prose = _CODE.sub(" ", text.strings.get(language, "")).casefold()
        found[word] += len(re.findall(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", prose))
    return found[word]


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _check_playthrough(named: Noted, project: Project, game: Game, rules: Rules) -> Iterator[Problem]:
    files = project.list_files(examples_folder(game), ".txt")
    known = [file.rsplit("/", 1)[-1].removesuffix(".txt") for file in files]
    if named.text not in known:
        message = f'there is no playthrough "{named.text}" in {examples_folder(game)}'
        yield Problem("unknown-playthrough", named.place, message, closest(named.text, known) or "write it")
    elif rules.open is None:
        message = f'"{named.text}" cannot be played: the game has no rules of its own'
        yield Problem("unknown-playthrough", named.place, message, "delete it, or name the rules in game.yaml")


def _check_drawing(drawing: Drawing[Text], game: Game, path: str) -> Iterator[Problem]:
    """Find ids and icons that a drawing names and that are not there."""
    printed = [entry.id for entry in game.entries.values() if game.kinds[entry.kind].component is not None]
    match drawing:
        case Cards(cards=cards):
            for card in cards:
                yield from _check_id(card.of, printed, "component", game, path)
                yield from _check_side(card.of, card.side, game, path)
        case Map(of=of, marks=marks, moves=moves):
            boards = boards_of(game)
            yield from _check_id(of, list(boards), "board", game, path)
            places = boards.get(of.text)
            ends = [mark.at for mark in marks] + [end for leg in moves for end in (leg.start, leg.end)]
            for end in ends if places is not None else ():
                yield from _check_id(end, list(places or ()), f"place on {of.text}", game, path)
            for mark in marks:
                if mark.who is not None:
                    yield from _check_id(mark.who, list(game.entries), "entry", game, path)
                yield from _check_icon(mark.sign, game, path)
        case Strip(steps=steps):
            for step in steps:
                yield from _check_icon(step.icon, game, path)


def _check_side(of: Noted, side: str, game: Game, path: str) -> Iterator[Problem]:
    entry = game.entries.get(of.text)
    spec = game.kinds[entry.kind].component if entry is not None else None
    if side == "back" and spec is not None and spec.back is None:
        message = f'"{of.text}" has no back'
        yield Problem("unknown-face", of.place, message, "draw its front", path=path)


def boards_of(game: Game) -> dict[str, set[str]]:
    """List the boards that components lie on, each with the ids of those components and of what they refer to."""
    boards: dict[str, set[str]] = {}
    for kind in game.kinds.values():
        field = kind.component.board if kind.component is not None else None
        for entry in game.of_kind(kind.name) if field else ():
            board = entry.record.fields.get(field or "")
            if isinstance(board, Ref):
                named = {value.id for _, value in walk(entry.record, "") if isinstance(value, Ref)}
                boards.setdefault(board.id, set()).update(named | {entry.id})
    return boards


def _check_id(noted: Noted, known: list[str], what: str, game: Game, path: str) -> Iterator[Problem]:
    if noted.text not in known and not game.unread and not game.incomplete:
        message = f'there is no {what} "{noted.text}"'
        yield Problem("unknown-id", noted.place, message, closest(noted.text, known), path=path)


def _check_icon(noted: Noted | None, game: Game, path: str) -> Iterator[Problem]:
    if noted is not None and noted.text not in game.icons:
        message = f'there is no icon "{noted.text}"'
        yield Problem("unknown-icon", noted.place, message, closest(noted.text, game.icons), path=path)
