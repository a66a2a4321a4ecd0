"""The text of an HTML page to a tree of its elements; every tag that is not closed in its order is noted."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"meta", "link", "col", "br", "img", "hr", "input", "wbr"}


class Element:
    """An element: its tag, attributes, the text and elements in it, in their order, and what it is in."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.inside: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str:
        """Return an attribute, "" where there is none."""
        return self.attributes.get(name, "")

    def walk(self) -> Iterator[Element]:
        """Yield the element and all below it, in the order of the page."""
        yield self
        for one in self.inside:
            if isinstance(one, Element):
                yield from one.walk()

    def all(self, *tags: str) -> list[Element]:
        """List the elements of some tags."""
        return [one for one in self.walk() if one.tag in tags]

    def text(self, *, without: frozenset[str] = frozenset()) -> str:
        """Return the text, without that of some tags, a space at either side of every block."""
        parts: list[str] = []
        for one in self.inside:
            if isinstance(one, str):
                parts.append(one)
            elif one.tag not in without:
                inner = one.text(without=without)
                parts.append(inner if one.tag in ("b", "i", "a", "span") else f" {inner} ")
        return "".join(parts)

    def within(self, *tags: str) -> bool:
        """Say whether the element is below one of some tags."""
        return self.parent is not None and (self.parent.tag in tags or self.parent.within(*tags))


class Page(HTMLParser):
    """A page that was read; `faults` are the tags that do not match."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.source = source
        self.root = self.here = Element("", {}, None)
        self.faults: list[str] = []
        self.feed(source)
        self.close()
        if self.here is not self.root:
            self.faults.append(f"<{self.here.tag}> is open at the end")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"<{tag}> has an attribute twice")
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.inside.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element that closes itself, which only those of images may."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            if not self.here.within("svg"):
                self.faults.append(f"<{tag}/> closes itself in line {self.getpos()[0]}")
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if self.here.tag != tag or self.here.parent is None:
            self.faults.append(f"</{tag}> in line {self.getpos()[0]} where <{self.here.tag}> is open")
            return
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.here.inside.append(data)

    def one(self, tag: str) -> Element:
        """Return the only element of a tag."""
        (found,) = self.root.all(tag)
        return found

    @property
    def style(self) -> str:
        """The style sheet."""
        return self.one("style").text()
