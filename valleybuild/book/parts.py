"""One converted block of a chapter to the part of a book that it is; what its format cannot say is found here."""

from __future__ import annotations

from collections.abc import Callable

from valleybuild.book.model import (
    AllQuestions,
    Call,
    Cards,
    Drawing,
    DrawnCard,
    Example,
    Glossary,
    Grid,
    Hint,
    Leg,
    Map,
    Mark,
    Meaning,
    Noted,
    Paragraphs,
    Part,
    Picture,
    Points,
    Repeated,
    Section,
    Step,
    Strip,
)
from valleybuild.model import Choice, Named, Record, Text, Value
from valleybuild.problem import Related
from valleybuild.scalars import Reading


def read_part(choice: Choice, reading: Reading, path: str) -> Part | None:
    """Return the part that a block is, None where something that it needs could not be read."""
    record = choice.value
    assert isinstance(record, Record)
    return _READERS[choice.tag](record, reading, path)


def _text(record: Record, field: str) -> Text | None:
    value = record.fields[field]
    return value if isinstance(value, Text) else None


def _texts(value: Value) -> tuple[Text, ...]:
    return tuple(item for item in value if isinstance(item, Text)) if isinstance(value, tuple) else ()


def _records(value: Value) -> tuple[Record, ...]:
    return tuple(item for item in value if isinstance(item, Record)) if isinstance(value, tuple) else ()


def _noted(record: Record, field: str) -> Noted | None:
    value = record.fields[field]
    if isinstance(value, Named):
        return Noted(value.name, value.place)
    return Noted(value, record.places[field]) if isinstance(value, str) else None


def _section(record: Record, reading: Reading, path: str) -> Section | None:
    id, title = _noted(record, "id"), _text(record, "title")
    return Section(id, title) if id and title else None


def _paragraphs(record: Record, reading: Reading, path: str) -> Paragraphs | None:
    text = _text(record, "text")
    return Paragraphs(text) if text else None


def _hint(record: Record, reading: Reading, path: str) -> Hint | None:
    text = _text(record, "text")
    return Hint(text) if text else None


def _bullets(record: Record, reading: Reading, path: str) -> Points:
    return Points(_texts(record.fields["items"]), numbered=False)


def _steps(record: Record, reading: Reading, path: str) -> Points:
    return Points(_texts(record.fields["items"]), numbered=True)


def _repeated(record: Record, fields: tuple[str, ...], written: str, reading: Reading, path: str) -> Repeated | None:
    """Read what a table or a glossary goes over. `fields` are those that it fills in, `written` the other way."""
    over, name = _noted(record, "over"), _noted(record, "as")
    given = [field for field in ("over", "as", *fields) if field in record.places]
    lacking = [field for field in ("over", "as", *fields) if field not in record.places]
    whole = f"over, as and {' and '.join(fields)}"
    if written in record.places and given:
        related = (Related(record.places[written], f"its {written}"),)
        message = f"{written} stand here, and {given[0]} too"
        hint = f"write either {written}, or {whole}"
        reading.report("rows-or-over", record.places[given[0]], message, hint, path=path, related=related)
    elif written not in record.places and lacking:
        message = f"there are neither {written} nor {whole}" if not given else f"{given[0]} stands without {lacking[0]}"
        hint = f"write either {written}, or {whole}"
        reading.report("rows-or-over", record.place, message, hint, path=path)
    elif over is not None and name is not None:
        return Repeated(over.text, name.text.replace("-", "_"), over.place)
    return None


def _grid(record: Record, reading: Reading, path: str) -> Grid | None:
    fields = record.fields
    heads, cells = _texts(fields["heads"]), _texts(fields["cells"])
    rows = tuple(_texts(row) for row in fields["rows"]) if isinstance(fields["rows"], tuple) else ()
    shares = fields["widths"]
    before = len(reading.problems)
    repeated = _repeated(record, ("cells",), "rows", reading, path)
    for index, row in enumerate(rows):
        if row and len(row) != len(heads):
            _uneven(f"row {index + 1}", len(row), len(heads), row[0], record, reading, path)
    if cells and len(cells) != len(heads):
        _uneven("the list of cells", len(cells), len(heads), cells[0], record, reading, path)
    widths = tuple(float(share) for share in shares if isinstance(share, (int, float))) if shares else ()  # type: ignore[union-attr]
    if widths and len(widths) != len(heads):
        message = f"there are {len(widths)} widths for {len(heads)} columns"
        reading.report("uneven-row", record.places["widths"], message, "write one for each head", path=path)
    if len(reading.problems) > before:
        return None
    return Grid(_text(record, "caption"), heads, widths or (0.0,) * len(heads), rows, repeated, cells)


def _uneven(what: str, count: int, wanted: int, first: Text, record: Record, reading: Reading, path: str) -> None:
    message = f"{what} has {count} {'cell' if count == 1 else 'cells'}, but the table has {wanted} heads"
    related = (Related(record.places["heads"], "its heads"),)
    reading.report("uneven-row", first.place, message, "write one cell for each head", path=path, related=related)


def _example(record: Record, reading: Reading, path: str) -> Example | None:
    text, figure = _text(record, "text"), record.fields["figure"]
    if text is None:
        return None
    picture = _picture(figure, reading, path) if isinstance(figure, Record) else None
    return Example(_noted(record, "playthrough"), _text(record, "title"), text, picture)


def _picture(record: Record, reading: Reading, path: str) -> Picture | None:
    alternative, choice = _text(record, "alternative"), record.fields["drawing"]
    if alternative is None or not isinstance(choice, Choice) or not isinstance(choice.value, Record):
        return None
    drawing = _DRAWINGS[choice.tag](choice.value)
    return Picture(_noted(record, "id"), _text(record, "caption"), alternative, drawing, record.place)


def _glossary(record: Record, reading: Reading, path: str) -> Glossary | None:
    before = len(reading.problems)
    repeated = _repeated(record, ("term", "text"), "items", reading, path)
    if len(reading.problems) > before:
        return None
    listed = (record,) if repeated else _records(record.fields["items"])
    pairs = [(_text(item, "term"), _text(item, "text")) for item in listed]
    return Glossary(tuple(Meaning(term, text) for term, text in pairs if term and text), repeated)


def _all_questions(record: Record, reading: Reading, path: str) -> AllQuestions:
    return AllQuestions()


def _width(record: Record) -> float:
    width = record.fields["width"]
    return width if isinstance(width, float) else 0.0


def _cards(record: Record) -> Cards[Text]:
    return Cards(tuple(_card(card) for card in _records(record.fields["cards"])), _width(record))


def _card(record: Record) -> DrawnCard[Text]:
    side, turn = record.fields["side"], record.fields["turn"]
    return DrawnCard(
        of=_noted(record, "of") or Noted("", record.place),
        side=side if isinstance(side, str) else "front",
        turn=int(turn) if isinstance(turn, str) else 0,
        calls=tuple(call for item in _records(record.fields["calls"]) if (call := _call(item)) is not None),
        text=_text(record, "text"),
    )


def _call(record: Record) -> Call[Text] | None:
    at, text = record.fields["at"], _text(record, "text")
    match at:
        case (float() as x, float() as y) if text is not None:
            return Call(x, y, text)
        case _:
            return None


def _map(record: Record) -> Map[Text]:
    marks = tuple(
        Mark(at, _noted(item, "sign"), _noted(item, "who"), _text(item, "text"))
        for item in _records(record.fields["marks"])
        if (at := _noted(item, "at"))
    )
    moves = tuple(
        Leg(start, end, _text(item, "text"))
        for item in _records(record.fields["moves"])
        if (start := _noted(item, "from")) and (end := _noted(item, "to"))
    )
    return Map(_noted(record, "of") or Noted("", record.place), marks, moves, _width(record))


def _strip(record: Record) -> Strip[Text]:
    steps = tuple(
        Step(_noted(item, "icon"), text)
        for item in _records(record.fields["steps"])
        if (text := _text(item, "text")) is not None
    )
    return Strip(steps, _width(record))


_READERS: dict[str, Callable[[Record, Reading, str], Part | None]] = {
    "section": _section,
    "text": _paragraphs,
    "bullets": _bullets,
    "steps": _steps,
    "table": _grid,
    "tip": _hint,
    "example": _example,
    "figure": _picture,
    "definitions": _glossary,
    "questions": _all_questions,
}
_DRAWINGS: dict[str, Callable[[Record], Drawing[Text]]] = {"cards": _cards, "map": _map, "strip": _strip}
FILLED = ("table", "definitions")
"""The blocks of which something has to fit to something else: with a fault in one, what does not fit may follow."""
