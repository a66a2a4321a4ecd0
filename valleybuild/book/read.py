"""`rules/<game>/book.yaml` and its chapters to a `Book`: every file is read, and all findings come back at once."""

from __future__ import annotations

from collections.abc import Iterator

from valleybuild.book.formats import LABELS, book_format, book_types, chapter_format
from valleybuild.book.model import Book, Chapter, Example, Noted, Picture, Section, Source, texts_of
from valleybuild.book.parts import FILLED, read_part
from valleybuild.convert import convert, convert_record
from valleybuild.model import Choice, Game, Record, Text
from valleybuild.nodes import Mapping, Node, Scalar, Sequence
from valleybuild.problem import Place, Problem, Related
from valleybuild.project import Project
from valleybuild.scalars import Reading
from valleybuild.schema import Declared


def book_folder(game: Game) -> str:
    """Return the folder of a game's rulebook."""
    return f"rules/{game.id}"


def read_book(project: Project, game: Game) -> tuple[Book | None, list[Problem]]:
    """Read a game's rulebook. It is None where there is no book.yaml, or where that cannot be used at all.

    A chapter that is missing or has no title, and a block in which something is amiss, are left out of it.
    """
    file = f"{book_folder(game)}/book.yaml"
    if not project.has_file(file):
        return None, []
    node, problems = project.read_yaml(file)
    reading = Reading(game.languages, game.forms, book_types(), problems)
    head = convert_record(node, book_format(), reading, "book") if node is not None else None
    if head is None or not isinstance(node, Mapping):
        return None, problems
    title, subtitle, labels = head.fields["title"], head.fields["subtitle"], head.fields["labels"]
    listed = _noted(node.get("chapters"))
    chapters = [chapter for id in _once(listed, reading) if (chapter := _read_chapter(project, game, id, reading))]
    problems.extend(_find_unlisted(project, game, listed))
    problems.extend(_find_repeated_numbers(chapters))
    if not (isinstance(title, Text) and isinstance(subtitle, Text) and isinstance(labels, Record)):
        return None, problems
    words = {name: text for name in LABELS if isinstance(text := labels.fields[name], Text)}
    keywords = head.fields["keywords"]
    return (
        Book(
            title=title,
            subtitle=subtitle,
            labels=words,
            keywords=tuple(text for text in keywords if isinstance(text, Text)) if isinstance(keywords, tuple) else (),
            chapters=tuple(chapters),
            whole=len(chapters) == len({id.text for id in listed}) and all(chapter.whole for chapter in chapters),
            place=node.place,
        ),
        problems,
    )


def _noted(node: Node | None) -> tuple[Noted, ...]:
    """Return the scalars of a list with their places; that nothing else stands there is for the format to say."""
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(Noted(item.text, item.place) for item in items if isinstance(item, Scalar))


def _once(listed: tuple[Noted, ...], reading: Reading) -> Iterator[Noted]:
    first: dict[str, Place] = {}
    for id in listed:
        if id.text in first:
            related = (Related(first[id.text], "listed here first"),)
            message = f'the chapter "{id.text}" is listed twice'
            reading.report("anchor-twice", id.place, message, "delete one of them", path=id.text, related=related)
            continue
        first[id.text] = id.place
        yield id


def _find_unlisted(project: Project, game: Game, listed: tuple[Noted, ...]) -> Iterator[Problem]:
    """Find files among the chapters that the book does not take in."""
    known = [id.text for id in listed]
    for file in project.list_files(f"{book_folder(game)}/chapters", ".yaml"):
        id = file.rsplit("/", 1)[-1].removesuffix(".yaml")
        if id not in known:
            message = f'book.yaml does not list the chapter "{id}"'
            yield Problem("unused-chapter", Place(file), message, f"add {id} to its chapters, or delete the file")


def _find_repeated_numbers(chapters: list[Chapter]) -> Iterator[Problem]:
    first: dict[int, Chapter] = {}
    for chapter in chapters:
        if chapter.number is None:
            continue
        other = first.setdefault(chapter.number, chapter)
        if other is not chapter:
            message = f"chapters {other.id} and {chapter.id} both have the number {chapter.number}"
            related = (Related(other.place, "the other chapter"),)
            hint = "give each its own"
            yield Problem("chapter-number-twice", chapter.place, message, hint, path=chapter.id, related=related)


def _read_chapter(project: Project, game: Game, id: Noted, reading: Reading) -> Chapter | None:
    file = f"{book_folder(game)}/chapters/{id.text}.yaml"
    node, problems = project.read_yaml(file, at=None if project.has_file(file) else id.place)
    reading.problems.extend(problems)
    if node is None:
        return None
    blocks = node.get("blocks") if isinstance(node, Mapping) else None
    quiet = Reading(reading.languages, reading.forms, reading.types, [])
    record = convert_record(node, chapter_format(), quiet, id.text)
    inside = f"{id.text}.blocks["  # what stands in the blocks is reported when they are read one by one
    reading.problems.extend(problem for problem in quiet.problems if not problem.path.startswith(inside))
    if record is None:
        return None
    title, running, number = record.fields["title"], record.fields["running"], record.fields["number"]
    sources = list(_read_blocks(blocks, id.text, reading))
    if not isinstance(title, Text):
        return None
    return Chapter(
        id=id.text,
        number=number if isinstance(number, int) else None,
        title=title,
        running=running if isinstance(running, Text) else None,
        sources=tuple(source for source in sources if source is not None),
        whole=bool(sources) and None not in sources,
        place=record.places.get("number", title.place),
    )


def _read_blocks(blocks: Node | None, chapter: str, reading: Reading) -> Iterator[Source | None]:
    """Yield each block of a chapter, None for one that cannot be read."""
    for index, node in enumerate(blocks.items if isinstance(blocks, Sequence) else ()):
        path = f"{chapter}[{index}]"
        before = len(reading.problems)
        found = convert(node, Declared("block"), reading, path)
        written = node.pairs[0].value if isinstance(node, Mapping) and node.pairs else None
        part = None
        choice = found if isinstance(found, Choice) and isinstance(found.value, Record) else None
        if choice is not None and (len(reading.problems) == before or choice.tag not in FILLED):
            part = read_part(choice, reading, path)
        if part is None or not isinstance(written, Mapping):
            yield None
        else:
            yield Source(part, _noted(written.get("says")), _noted(written.get("index")), node.place, path)


def book_texts(book: Book | None) -> tuple[tuple[str, Text], ...]:
    """List every text of a book with its path, such as `day[3].text`."""
    if book is None:
        return ()
    found = [("book.title", book.title), ("book.subtitle", book.subtitle)]
    found += [(f"book.labels.{name}", text) for name, text in book.labels.items()]
    for chapter in book.chapters:
        found.append((f"{chapter.id}.title", chapter.title))
        if chapter.running is not None:
            found.append((f"{chapter.id}.running", chapter.running))
        for source in chapter.sources:
            found += [(f"{source.path}.{path}", text) for path, text in texts_of(source.part)]
    return tuple(found)


def anchors_of(book: Book) -> Iterator[Noted]:
    """Yield everything that has an id in the book: chapters, sections and figures."""
    for chapter in book.chapters:
        yield Noted(chapter.id, chapter.place)
        for source in chapter.sources:
            match source.part:
                case Section(id=id):
                    yield id
                case Picture(id=Noted() as id) | Example(picture=Picture(id=Noted() as id)):
                    yield id
                case _:
                    continue


def find_repeated_anchors(book: Book) -> Iterator[Problem]:
    """Find ids that several chapters, sections or figures have."""
    first: dict[str, Place] = {}
    for anchor in anchors_of(book):
        if anchor.text in first:
            related = (Related(first[anchor.text], "used here first"),)
            message = f'"{anchor.text}" names two places of the book'
            yield Problem("anchor-twice", anchor.place, message, "give one of them another id", related=related)
        first.setdefault(anchor.text, anchor.place)
