"""A sandbox for templates in which nothing goes on for ever: loops and calls are counted, and what grows is limited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

LARGEST = 1_000_000  # what a template may make of numbers and repeated texts
MOST_STEPS = 100_000  # how often the loops and calls of a template, and of those within it, may go on
STRETCHING = ("batch", "center", "format", "indent", "replace", "slice", "wordwrap")
"""The filters that make as much of a text or a list as a number, or another text, says; methods do it with a limit."""


class BoundedEnvironment(SandboxedEnvironment):
    """Render templates of content. What would not come to an end, or fill the memory, raises OverflowError.

    Python's own attributes are out of reach, as in any sandbox. `begin` starts a new count.
    """

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def __init__(self, finalize: Callable[[object], object]) -> None:
        super().__init__(undefined=StrictUndefined, finalize=finalize, autoescape=False, optimized=False)
        self.binop_table.update({"*": _product, "**": _power, "+": self._sum, "%": _remainder})
        self.filters.update({"counted": self._counted, "joined": self._joined})
        for name in STRETCHING:
            del self.filters[name]
        del self.globals["lipsum"]
        self.globals["range"] = self._range
        self._steps = 0

    def begin(self) -> None:
        """Begin to count anew, for a template that stands within no other."""
        self._steps = 0

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse a template so that each of its loops is counted and each text it joins is limited."""
        tree = super()._parse(source, name, filename)
        if "%" not in source and "~" not in source:
            return tree
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        for joined in list(tree.find_all(nodes.Concat)):
            parts = nodes.List(joined.nodes, lineno=joined.lineno)
            joined.nodes = [nodes.Filter(parts, "joined", [], [], None, None, lineno=joined.lineno)]
        return tree

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function, one more time. What a text's own method makes is limited beforehand."""
        __self._step()
        if getattr(__obj, "__name__", "") in ("format", "format_map"):
            raise SecurityError("a text is put together with {{ … }}, not with format")
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, str) and (len(owner) + 1) * sum(map(_weight, args)) > LARGEST:
            raise OverflowError("too large")
        return super().call(__context, __obj, *args, **kwargs)

    def _counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self._step()
            yield item

    def _joined(self, parts: list[Any]) -> str:
        text = "".join(map(str, parts))
        self._step(len(text) // 10)
        return text

    def _range(self, *limits: int) -> range:
        found = range(*limits)
        self._step(len(found))
        return found

    def _sum(self, left: Any, right: Any) -> Any:
        total = left + right
        if isinstance(total, Sized):
            self._step(len(total) // 10)
        return total

    def _step(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise OverflowError("too many steps")


def _weight(argument: Any) -> int:
    """Return how much longer an argument may make a text."""
    if isinstance(argument, Sized):
        return len(argument)
    return abs(argument) if isinstance(argument, int) else 1


def _product(left: Any, right: Any) -> Any:
    """Multiply, but make no text, list or number that fills the memory. Raises OverflowError."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, int) and not isinstance(other, (int, float)) and one * len(other) > LARGEST:
            raise OverflowError("too large")
    result = left * right
    if isinstance(result, int) and abs(result) > LARGEST:
        raise OverflowError("too large")
    return result


def _power(left: Any, right: Any) -> Any:
    """Raise to a power within the same limit. Raises OverflowError."""
    if abs(right) > 20 or abs(left) > LARGEST:
        raise OverflowError("too large")
    return left**right


def _remainder(left: Any, right: Any) -> Any:
    """Divide and return what remains; the % that fills a text is not offered. Raises TypeError."""
    if isinstance(left, str):
        raise TypeError("% is for numbers; a text is put together with {{ … }}")
    return left % right
