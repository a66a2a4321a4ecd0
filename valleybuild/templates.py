"""Templates and expressions of cards and layouts, rendered in a sandbox; what fails says where and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError

from valleybuild.model import Choice, Game
from valleybuild.problem import Place, Problem, Related
from valleybuild.sandbox import BoundedEnvironment
from valleybuild.views import (
    BrokenValueError,
    Lens,
    MissingFormError,
    MissingSentenceError,
    Recorder,
    TemplateFault,
    UnknownNameError,
)


class RenderError(Exception):
    """A template could not be rendered; it carries the finding, or None where there is one already."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(problem.message if problem else "")
        self.problem = problem


DEEPEST = 12  # templates that print texts that are templates: deeper than this they go round in a circle


class Renderer:
    """Render the templates of one game. Compiled templates are kept for the life of the renderer.

    What a template knows as `setup` are the values of the one setup that is printed for, or None.
    """

    def __init__(self, game: Game, setup: Mapping[str, object] | None = None) -> None:
        self.game = game
        self._environment = BoundedEnvironment(_blank_for_none)
        self._templates: dict[str, tuple[str | Template, ...]] = {}
        self._printed: dict[str, Template] = {}
        self._expressions: dict[str, Callable[..., Any]] = {}
        self._depth = 0
        self.recorder = Recorder()
        self.lenses = {language: Lens(game, language, self.recorder, self._render) for language in game.languages}
        self._functions = {language: lens.functions() | {"setup": setup} for language, lens in self.lenses.items()}

    def render(self, source: str, place: Place, values: dict[str, object], language: str) -> str:
        """Render a template in a language. Raises RenderError with the finding."""
        if "{" not in source:
            return source
        return self._render(source, place, values, self.lenses[language])

    def evaluate(self, source: str, place: Place, values: dict[str, object], language: str) -> Any:
        """Evaluate an expression, such as a layout's `when`. Raises RenderError with the finding."""
        self._environment.begin()
        try:
            compiled = self._expressions.get(source)
            if compiled is None:
                compiled = self._environment.compile_expression(source, undefined_to_none=False)
                self._expressions[source] = compiled
            value = compiled({**self._functions[language], **values})
            if isinstance(value, StrictUndefined):
                raise _undefined(value)
            return value
        except Exception as error:
            raise self._explain(error, source, place, language) from error

    def _render(self, source: str, place: Place, values: dict[str, object], lens: Lens) -> str:
        if "{" not in source:
            return source
        if not self._depth:
            self._environment.begin()
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise UnknownNameError("the text prints itself, directly or through another")
            pieces = self._templates.get(source)
            if pieces is None:
                pieces = self._templates[source] = self._compile(source)
            return _print(pieces, {**self._functions[lens.language], **values})
        except Exception as error:
            raise self._explain(error, source, place, lens.language) from error
        finally:
            self._depth -= 1

    def _compile(self, source: str) -> tuple[str | Template, ...]:
        """Compile a template: one that only prints values in pieces, so that what many texts print is compiled once."""
        parts = _PRINTED.split(source)
        if any(mark in part for part in parts[::2] for mark in ("{{", "}}", "{%", "{#")) or source.endswith("\n"):
            return (self._environment.from_string(source),)
        pieces: list[str | Template] = []
        for index, part in enumerate(parts):
            if index % 2 == 0:
                pieces += [part] if part else []
                continue
            template = self._printed.get(part)
            if template is None:
                template = self._printed[part] = self._environment.from_string(f"{{{{{part}}}}}")
            pieces.append(template)
        return tuple(pieces)

    def _explain(self, error: Exception, source: str, place: Place, language: str) -> RenderError:
        """Turn what went wrong inside a template into a finding at its place."""
        match error:
            case RenderError():
                return error
            case BrokenValueError():
                return RenderError(None)
            case MissingFormError():
                return RenderError(_missing_form(error, place))
            case MissingSentenceError():
                return RenderError(_missing_sentence(error.choice, place))
            case TemplateFault():
                message = f"{error.message} in {_short(source)}"
                problem = Problem(error.name, place, message, error.hint, lang=language)
            case UnknownNameError():
                problem = Problem("unknown-name", place, f"{error} in {_short(source)}", _NAMES_HINT, lang=language)
            case TemplateSyntaxError():
                problem = Problem("bad-template", place, f"{error.message} in {_short(source)}", lang=language)
            case OverflowError() | RecursionError() | MemoryError():
                problem = Problem("bad-template", place, f"{_short(source)} does not come to an end", lang=language)
            case TemplateError() | TypeError() | ValueError() | ArithmeticError() | LookupError() | AttributeError():
                problem = Problem("unknown-name", place, f"{error} in {_short(source)}", _NAMES_HINT, lang=language)
            case _:
                raise error
        return RenderError(problem)


_PRINTED = re.compile(r"""\{\{(?![-+])((?:[^{}'"]|'[^']*'|"[^"]*")*)(?<![-+])\}\}""")
"""A value that is printed, with no braces but within quotes. What keeps to other forms is compiled as a whole."""


def _print(pieces: tuple[str | Template, ...], values: dict[str, object]) -> str:
    context = None
    printed: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            printed.append(piece)
            continue
        context = context or piece.new_context(values)
        printed.extend(piece.root_render_func(context))
    return "".join(printed)


_NAMES_HINT = "a template knows entry, value, n(…) and one function for each kind; in a rulebook see, fact and run too"


def _missing_form(error: MissingFormError, place: Place) -> Problem:
    words, language = error.words, error.language
    known = ", ".join(words.forms.get(language, {})) or "none"
    return Problem(
        "missing-form",
        words.places.get(language, words.place),
        f'{error.owner} has no form "{error.form}" in {language}, which a template uses (it has: {known})',
        f"add {error.form}: … to the words",
        path=f"{error.owner}.{language}.{error.form}",
        lang=language,
        related=(Related(place, "the template that uses it"),),
    )


def _missing_sentence(choice: Choice, place: Place) -> Problem:
    return Problem(
        "missing-sentence",
        choice.place,
        f'the {choice.type} "{choice.tag}" is printed, but sentences.yaml has no sentence for it',
        f"add {choice.type}: {{{choice.tag}: …}} to sentences.yaml",
        path=f"{choice.type}.{choice.tag}",
        related=(Related(place, "the template that prints it"),),
    )


def _undefined(value: StrictUndefined) -> Exception:
    try:
        str(value)
    except TemplateError as error:
        return error
    return ValueError("undefined")


def _blank_for_none(value: object) -> object:
    return "" if value is None else value


def _short(source: str) -> str:
    text = " ".join(source.split())
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'
