"""A game's values as templates see them, in one language: names with their forms, references followed, texts rendered.

What a template asks for and does not exist is an error with a place, never an empty string.
"""

from __future__ import annotations

from collections.abc import Callable

from valleybuild.model import Choice, Entry, Game, Named, Picture, Record, Ref, Text, Value, Words
from valleybuild.plurals import plural_form
from valleybuild.problem import Place
from valleybuild.schema import ChoiceType, RecordType, Simple


class MissingFormError(Exception):
    """A template asks for a form that the words lack in its language."""

    def __init__(self, words: Words, form: str, language: str, owner: str) -> None:
        super().__init__(form)
        self.words, self.form, self.language, self.owner = words, form, language, owner


class UnknownNameError(Exception):
    """A template names an entry that does not exist."""


class MissingSentenceError(Exception):
    """A template prints a choice for which no sentence is written at all."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.tag)
        self.choice = choice


class BrokenValueError(Exception):
    """A template reads a value that is missing, could not be understood or leads nowhere: a finding says so already."""


class TemplateFault(Exception):
    """A template asks for something that its own text offers and cannot give; it becomes the finding `name`."""

    def __init__(self, name: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.name, self.message, self.hint = name, message, hint


class Recorder:
    """Collect what a template reads while it is rendered: the texts printed and the ids of entries."""

    def __init__(self) -> None:
        self.sources: list[tuple[str, Place]] = []
        self.ids: set[str] = set()
        self.forms: set[tuple[str, str, str]] = set()


class Lens:
    """How values look from one language: the game, the language, the sentence renderer and what it records."""

    def __init__(
        self,
        game: Game,
        language: str,
        recorder: Recorder,
        render: Callable[[str, Place, dict[str, object], Lens], str],
    ) -> None:
        self.game, self.language, self.recorder, self.render = game, language, recorder, render

    def view(self, value: Value, entry: Entry) -> object:
        """Return a value as a template sees it. `entry` is the one it stands in."""
        if isinstance(value, (str, int, float)) or value is None:
            return value
        if isinstance(value, tuple):
            return tuple(self.view(item, entry) for item in value if self._applies(item, entry))
        return self._view_structure(value, entry)

    def _applies(self, item: Value, entry: Entry) -> bool:
        """Say whether an item of a list applies: a record whose field `when` is a false expression is left out."""
        when = item.fields.get("when") if isinstance(item, Record) else None
        if not isinstance(item, Record) or not isinstance(when, str):
            return True
        declared = self.game.types.get(item.type)
        if not isinstance(declared, RecordType) or declared.fields["when"].type != Simple("expression"):
            return True
        values: dict[str, object] = {"entry": EntryView(self, entry)}
        return bool(self.render(f"{{% if {when} %}}yes{{% endif %}}", item.places["when"], values, self))

    def _view_structure(self, value: Words | Text | Ref | Picture | Named | Record | Choice, entry: Entry) -> object:
        match value:
            case Words():
                return WordsView(self, value, entry.id)
            case Text():
                return TextView(self, value, entry)
            case Ref():
                return self._follow(value)
            case Picture():
                return value.file
            case Named():
                if value.name not in (self.game.icons if value.sort == "icon" else self.game.layouts.inks):
                    raise BrokenValueError(value.name)
                return value.name
            case Record():
                return RecordView(self, value, entry)
            case Choice():
                return ChoiceView(self, value, entry)

    def _follow(self, ref: Ref) -> EntryView:
        """Follow a reference. Raises BrokenValueError where it leads nowhere or to another kind: a check says so."""
        found = self.game.entries.get(ref.id)
        if found is None or (ref.kinds and found.kind not in ref.kinds):
            raise BrokenValueError(ref.id)
        return self.entry(ref.id)

    def field(self, record: Record, name: str, entry: Entry) -> object:
        """Return a record's field as a view. Raises BrokenValueError for one that was reported when it was read."""
        value = record.fields[name]
        if value is None and self.is_broken(record, name):
            raise BrokenValueError(name)
        return self.view(value, entry)

    def is_broken(self, record: Record, name: str) -> bool:
        """Say whether a field without a value was written all the same, or may not be left out."""
        declared = self.game.types.get(record.type)
        optional = isinstance(declared, RecordType) and declared.fields[name].optional
        return name in record.places or not optional

    def entry(self, id: str, *kinds: str) -> EntryView:
        """Return an entry by id, one of `kinds` if they are given.

        Raises UnknownNameError, or BrokenValueError where it may stand in a file that could not be read in full.
        """
        found = self.game.entries.get(id)
        if found is None:
            if self.game.unread.intersection(kinds or self.game.kinds):
                raise BrokenValueError(id)
            raise UnknownNameError(f'there is no entry "{id}"')
        self.recorder.ids.add(id)
        return EntryView(self, found)

    def numbered(self, number: int, kind: str) -> EntryView:
        """Return the entry of a kind whose field `number` is the given one. Raises as `entry` does."""
        for entry in self.game.of_kind(kind):
            if entry.record.fields.get("number") == number:
                self.recorder.ids.add(entry.id)
                return EntryView(self, entry)
        if kind in self.game.incomplete:
            raise BrokenValueError(number)
        raise UnknownNameError(f"there is no {kind} with the number {number}")

    def functions(self) -> dict[str, object]:
        """Return the functions that every template may call: one for each kind, and `n`."""
        found: dict[str, object] = {kind.replace("-", "_"): self._lookup(kind) for kind in self.game.kinds}
        found["n"] = self.count
        found["all"] = self.all
        return found

    def all(self, kind: str) -> list[EntryView]:
        """List the entries of a kind. Raises UnknownNameError."""
        if kind not in self.game.kinds:
            raise UnknownNameError(f'there is no kind "{kind}"')
        return [EntryView(self, entry) for entry in self.game.of_kind(kind)]

    def _lookup(self, kind: str) -> Callable[[str | int], EntryView]:
        def find(id: str | int) -> EntryView:
            view = self.entry(id, kind) if isinstance(id, str) else self.numbered(id, kind)
            if view.kind != kind:
                raise UnknownNameError(f'"{id}" is no {kind} but a {view.kind}')
            return view

        return find

    def count(self, number: int, id: str) -> str:
        """Return a number with the word it counts in the right form, such as "3 stamps"."""
        words = self.entry(id)._name()
        if words is None:
            raise UnknownNameError(f'"{id}" has no words to count with')
        return f"{number} {words.form(plural_form(abs(int(number)), self.language))}"


class WordsView:
    """A name or word: prints its base form; a form is an attribute."""

    def __init__(self, lens: Lens, words: Words, owner: str) -> None:
        self._lens, self._words, self._owner = lens, words, owner

    def form(self, name: str) -> str:
        """Return a form. Raises MissingFormError where the words lack it in this language."""
        language = self._lens.language
        forms = self._words.forms.get(language)
        if not forms:
            raise BrokenValueError(language)
        found = forms.get(name)
        if found is None:
            raise MissingFormError(self._words, name, language, self._owner)
        self._lens.recorder.sources.append((found, self._words.scalars[language][name].place))
        return found

    def __getattr__(self, name: str) -> str:
        if name.startswith("_") or name not in self._lens.game.form_names:
            raise AttributeError(name)
        return self.form(name)

    def __str__(self) -> str:
        return self.form(self._lens.game.base_forms[self._lens.language])


class TextView:
    """A text: prints itself, rendered as a template of its own entry."""

    def __init__(self, lens: Lens, text: Text, entry: Entry) -> None:
        self._lens, self._text, self._entry = lens, text, entry

    def fill(self, **values: object) -> str:
        """Render the text with values of its own beside `entry`, as labels that several faces share need."""
        language = self._lens.language
        source = self._text.strings.get(language)
        if source is None:
            return ""
        place = self._text.scalars[language].place
        known = {"entry": EntryView(self._lens, self._entry), **values}
        rendered = self._lens.render(source, place, known, self._lens)
        self._lens.recorder.sources.append((rendered, place))
        return rendered

    def __str__(self) -> str:
        return self.fill()


class RecordView:
    """A record: its fields as attributes or items; hyphens may be written as underscores."""

    def __init__(self, lens: Lens, record: Record, entry: Entry) -> None:
        self._lens, self._record, self._entry = lens, record, entry

    def __getitem__(self, name: str) -> object:
        return self._lens.field(self._record, name, self._entry)

    def __getattr__(self, name: str) -> object:
        fields = self._record.fields
        for field in (name, name.replace("_", "-")):
            if field in fields:
                return self._lens.field(self._record, field, self._entry)
        raise AttributeError(name)

    def _name(self) -> WordsView | None:
        """Return the first field that is a name; None where no field is one."""
        fields = self._record.fields
        for field, value in fields.items():
            if isinstance(value, Words):
                return WordsView(self._lens, value, self._entry.id)
            if value is None and self._lens.is_broken(self._record, field):
                raise BrokenValueError(field)
        return None

    def __str__(self) -> str:
        """Print its first text. Raises AttributeError where no field is one."""
        for field, value in self._record.fields.items():
            if isinstance(value, Text):
                return str(TextView(self._lens, value, self._entry))
            if value is None and self._lens.is_broken(self._record, field):
                raise BrokenValueError(field)
        raise AttributeError(f"a {self._record.type} has no text to print")


class EntryView(RecordView):
    """An entry: its fields, and `id` and `kind`."""

    def __init__(self, lens: Lens, entry: Entry) -> None:
        super().__init__(lens, entry.record, entry)

    @property
    def id(self) -> str:
        """The entry's id."""
        return self._entry.id

    @property
    def kind(self) -> str:
        """The name of the entry's kind."""
        return self._entry.kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EntryView) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        name = self._name()
        return self.id if name is None else str(name)


class ChoiceView:
    """A chosen variant: `tag`, `value`, and the sentence of its template when printed."""

    def __init__(self, lens: Lens, choice: Choice, entry: Entry) -> None:
        self._lens, self._choice, self._entry = lens, choice, entry

    @property
    def tag(self) -> str:
        """The variant's name."""
        return self._choice.tag

    @property
    def value(self) -> object:
        """What the variant holds. Raises BrokenValueError where it was reported when it was read."""
        choice = self._choice
        declared = self._lens.game.types.get(choice.type)
        wanted = declared.variants.get(choice.tag) if isinstance(declared, ChoiceType) else None
        if choice.value is None and wanted != Simple("nothing"):
            raise BrokenValueError(choice.tag)
        return self._lens.view(choice.value, self._entry)

    def __str__(self) -> str:
        lens, choice = self._lens, self._choice
        sentence = lens.game.sentences.get((choice.type, choice.tag))
        source = sentence.text.strings.get(lens.language) if sentence else None
        if sentence is None and all(type != choice.type for type, _ in lens.game.sentences):
            raise MissingSentenceError(choice)
        if sentence is None or source is None:
            raise BrokenValueError(choice.tag)  # a check, or the reading of sentences.yaml, has said so
        place = sentence.text.scalars[lens.language].place
        values: dict[str, object] = {"value": self.value, "entry": EntryView(lens, self._entry)}
        rendered = lens.render(source, place, values, lens)
        lens.recorder.sources.append((rendered, place))
        return rendered
