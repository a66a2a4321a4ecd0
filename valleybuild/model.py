"""The types a game is made of once it is loaded: entries with typed fields, words in each language, components.

Every value is frozen and remembers where it was written. Lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

import msgspec

from valleybuild.grid import Grid
from valleybuild.nodes import Scalar
from valleybuild.problem import Place
from valleybuild.scene import Colour, Outline


class Text(msgspec.Struct, frozen=True):
    """A sentence or more in each language, as templates with inline markup. `scalars` hold the places."""

    strings: dict[str, str]
    scalars: dict[str, Scalar]
    place: Place


class Words(msgspec.Struct, frozen=True):
    """A name or a counted word in each language: its forms by form name; the language's first form is its base."""

    forms: dict[str, dict[str, str]]
    scalars: dict[str, dict[str, Scalar]]
    places: dict[str, Place]
    place: Place


class Ref(msgspec.Struct, frozen=True):
    """A reference to an entry by id; `kinds` are those it may point at (empty: any)."""

    id: str
    kinds: tuple[str, ...]
    place: Place


class Picture(msgspec.Struct, frozen=True):
    """A picture file by its path below the game's art folder, without the folder."""

    file: str
    place: Place


class Named(msgspec.Struct, frozen=True):
    """The name of an icon or an ink that a field points at. `sort` is "icon" or "ink"."""

    sort: str
    name: str
    place: Place


class Record(msgspec.Struct, frozen=True):
    """Fields by name, as a declared type lists them. A field left out is None, a list left out is empty."""

    type: str
    fields: dict[str, Value]
    places: dict[str, Place]
    place: Place


class Choice(msgspec.Struct, frozen=True):
    """One variant of a declared choice, with its value (None where the variant holds nothing)."""

    type: str
    tag: str
    value: Value
    place: Place


Value = None | bool | int | float | str | Text | Words | Ref | Picture | Named | Record | Choice | tuple["Value", ...]


class ComponentSpec(msgspec.Struct, frozen=True):
    """How a kind becomes a component: its outline and face layouts, and the fields that count and arrange it.

    `count` is a number or the name of an integer field. `board` names a reference field and `cell` a list of two
    integers (column, row): cards with the same board lie on the sheets as they lie on the table.
    """

    outline: str
    front: str
    back: str | None
    count: int | str
    board: str | None
    cell: str | None
    product: str
    place: Place


class Kind(msgspec.Struct, frozen=True):
    """A kind of thing: the file it is written in, its fields' types, and its component if it is printed."""

    name: str
    file: str
    component: ComponentSpec | None
    place: Place


class Entry(msgspec.Struct, frozen=True):
    """One thing of a kind, such as a card, a place or a word."""

    kind: str
    id: str
    record: Record
    place: Place

    def __getitem__(self, field: str) -> Value:
        """Return a field's value. Raises KeyError for a field that its kind does not declare."""
        return self.record.fields[field]

    @property
    def name(self) -> Words | None:
        """What it is called: its first field with words; None where there is none."""
        return next((value for value in self.record.fields.values() if isinstance(value, Words)), None)


class Setting(msgspec.Struct, frozen=True):
    """How lines stand: `leading` is from line to line, `gap` the extra room between paragraphs, both in em."""

    leading: float
    gap: float = 0.0

    def height(self, lines: int, paragraphs: int) -> float:
        """Return the height of a text in em."""
        return lines * self.leading + max(paragraphs - 1, 0) * self.gap


class Style(msgspec.Struct, frozen=True):
    """A way to set text. Sizes in points; `least` is the smallest size a text may be shrunk to.

    `leading` (line to line), `gap` (extra room between paragraphs) and `hang` (room for a label before a tab) are in
    em, multiples of the size.
    """

    name: str
    font: str
    bold: str
    italic: str
    size: float
    least: float
    leading: float
    gap: float
    hang: float
    colour: str
    place: Place

    @property
    def setting(self) -> Setting:
        """How lines of this style stand."""
        return Setting(self.leading, self.gap)


class Sentence(msgspec.Struct, frozen=True):
    """The sentence template of one variant of a choice."""

    type: str
    tag: str
    text: Text


class Term(msgspec.Struct, frozen=True):
    """A fixed term: its forms in each language, the base one first, its entry if any, and whether texts are checked."""

    id: str
    entry: str | None
    forms: dict[str, tuple[str, ...]]
    in_texts: bool
    place: Place


class FontFile(msgspec.Struct, frozen=True):
    """A role's font: the package and file it comes from, the file's sha256 and its licence."""

    role: str
    package: str
    file: str
    sha256: str
    licence: str
    place: Place


class IconSpec(msgspec.Struct, frozen=True):
    """A symbol of the game: its drawing's file, the character it stands for in text, and its ink ("" = the text's)."""

    name: str
    character: str
    ink: str
    place: Place


class Provisional(msgspec.Struct, frozen=True):
    """A number that is a first value until simulation settles it."""

    path: str
    why: str
    place: Place


class Low(Enum):
    """What an area in an ink becomes where ink is saved."""

    KEEP = "keep"
    LINE = "line"
    PAPER = "paper"
    TINT = "tint"


class Ink(msgspec.Struct, frozen=True):
    """An ink of the palette: its colour, the grey (percent of black) that stands for it, and what its areas become.

    `seasons` name the pictures it belongs to; it belongs to all where there are none.
    """

    colour: Colour
    grey: float
    low: Low
    seasons: tuple[str, ...]
    place: Place


class Meaning(msgspec.Struct, frozen=True):
    """Inks that tell things apart: those listed, or those in a field of a kind (`of`, such as "ability.ink").

    Whoever does not see their colours tells the things apart by the `shape` that is named; "" means by the inks alone.
    """

    name: str
    inks: tuple[Named, ...]
    of: str
    shape: str
    place: Place


class Layouts(msgspec.Struct, frozen=True):
    """A game's look: inks, text styles, face layouts (element trees as records) and the parts that faces share.

    `palette` holds more about the inks, `meanings` which of them tell things apart, and `grid` the lengths with a name.
    """

    inks: dict[str, Colour]
    palette: dict[str, Ink]
    styles: dict[str, Style]
    faces: dict[str, Record]
    parts: dict[str, Record]
    folder: str
    meanings: tuple[Meaning, ...] = ()
    grid: Grid | None = None


class Game(msgspec.Struct, frozen=True, dict=True):
    """A whole game, loaded.

    `incomplete` names the kinds in whose files something is wrong, `unread` those of whose ids some may be missing, and
    `outline_names` the outlines that game.yaml lists, well or badly.
    """

    id: str
    title: Words
    version: str
    languages: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    rules: str | None
    kinds: dict[str, Kind]
    types: dict[str, object]
    entries: dict[str, Entry]
    outlines: dict[str, Outline]
    outline_names: frozenset[str]
    layouts: Layouts
    sentences: dict[tuple[str, str], Sentence]
    terms: tuple[Term, ...]
    fonts: dict[str, FontFile]
    icons: dict[str, IconSpec]
    provisional: tuple[Provisional, ...]
    incomplete: frozenset[str]
    unread: frozenset[str]
    folder: str
    place: Place

    @cached_property
    def base_forms(self) -> dict[str, str]:
        """Name the form that stands for a word where none is asked for, in each language."""
        return {language: forms[0] for language, forms in self.forms.items()}

    def title_in(self, language: str) -> str:
        """Return the title in a language of the game; loading has made sure that there is one."""
        return self.title.forms[language][self.base_forms[language]]

    @cached_property
    def by_kind(self) -> dict[str, tuple[Entry, ...]]:
        """Group the entries by kind, in file order."""
        groups: dict[str, list[Entry]] = {name: [] for name in self.kinds}
        for entry in self.entries.values():
            groups[entry.kind].append(entry)
        return {name: tuple(entries) for name, entries in groups.items()}

    @cached_property
    def form_names(self) -> frozenset[str]:
        """Name every form that a word may have in any language."""
        return frozenset(form for forms in self.forms.values() for form in forms)

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """List the entries of a kind in file order."""
        return self.by_kind.get(kind, ())


def walk(value: Value, path: str) -> Iterator[tuple[str, Value]]:
    """Yield a value and all that it holds, each with its path in dots and brackets."""
    yield path, value
    if isinstance(value, Record):
        for name, field in value.fields.items():
            yield from walk(field, f"{path}.{name}")
    elif isinstance(value, Choice):
        yield from walk(value.value, f"{path}.{value.tag}")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from walk(item, f"{path}[{index}]")
