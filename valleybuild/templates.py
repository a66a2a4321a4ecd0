"""Templates and expressions of cards and layouts, rendered in a sandbox; what fails says where and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from valleybuild.model import Choice, Game
from valleybuild.problem import Place, Problem, Related
from valleybuild.views import (
    BrokenValueError,
    Lens,
    MissingFormError,
    MissingSentenceError,
    Recorder,
    UnknownNameError,
)


class RenderError(Exception):
    """A template could not be rendered; it carries the finding, or None where there is one already."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(problem.message if problem else "")
        self.problem = problem


DEEPEST = 12  # templates that print texts that are templates: deeper than this they go round in a circle


class Renderer:
    """Render the templates of one game. Compiled templates are kept for the life of the renderer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._environment = SandboxedEnvironment(undefined=StrictUndefined, finalize=_blank_for_none, autoescape=False)
        self._environment.intercepted_binops = frozenset({"*", "**"})
        self._environment.binop_table.update({"*": _limited_product, "**": _limited_power})
        self._templates: dict[str, Any] = {}
        self._expressions: dict[str, Callable[..., Any]] = {}
        self._depth = 0
        self.recorder = Recorder()
        self.lenses = {language: Lens(game, language, self.recorder, self._render) for language in game.languages}
        self._functions = {language: lens.functions() for language, lens in self.lenses.items()}

    def render(self, source: str, place: Place, values: dict[str, object], language: str) -> str:
        """Render a template in a language. Raises RenderError with the finding."""
        if "{" not in source:
            return source
        return self._render(source, place, values, self.lenses[language])

    def evaluate(self, source: str, place: Place, values: dict[str, object], language: str) -> Any:
        """Evaluate an expression, such as a layout's `when`. Raises RenderError with the finding."""
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
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise UnknownNameError("the text prints itself, directly or through another")
            template = self._templates.get(source)
            if template is None:
                template = self._templates[source] = self._environment.from_string(source)
            return str(template.render({**self._functions[lens.language], **values}))
        except Exception as error:
            raise self._explain(error, source, place, lens.language) from error
        finally:
            self._depth -= 1

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


_NAMES_HINT = "a template knows entry, value, n(…) and one function for each kind"


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


LARGEST = 1_000_000  # what a template may make of numbers and repeated texts


def _limited_product(left: Any, right: Any) -> Any:
    """Multiply, but make no text, list or number that fills the memory. Raises OverflowError."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, int) and not isinstance(other, (int, float)) and one * len(other) > LARGEST:
            raise OverflowError("too large")
    result = left * right
    if isinstance(result, int) and abs(result) > LARGEST:
        raise OverflowError("too large")
    return result


def _limited_power(left: Any, right: Any) -> Any:
    """Raise to a power within the same limit. Raises OverflowError."""
    if abs(right) > 20 or abs(left) > LARGEST:
        raise OverflowError("too large")
    return left**right


def _blank_for_none(value: object) -> object:
    return "" if value is None else value


def _short(source: str) -> str:
    text = " ".join(source.split())
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'
