"""The core's own file formats, declared in the same notation as a game's kinds."""

from __future__ import annotations

from valleybuild.schema import DeclaredTypes, RecordType, choice_type, record_type

ELEMENTS = ("fill", "line", "picture-box", "icon-box", "text-box", "group", "repeat", "part")


def game_format() -> RecordType:
    """Declare `cards/<game>/game.yaml`."""
    return record_type(
        "game",
        {
            "title": "words",
            "version": "string",
            "languages": "list 1.. of identifier",
            "forms": "map of list 1.. of identifier",
            "rules": "string?",
            "layout": "identifier",
            "outlines": "map of outline",
            "provisional": "list of provisional?",
        },
    )


def kinds_format() -> RecordType:
    """Declare `cards/<game>/kinds.yaml`."""
    return record_type(
        "kinds file", {"records": "map of map of type?", "choices": "map of map of type?", "kinds": "map of kind"}
    )


def fonts_format() -> RecordType:
    """Declare `fonts/fonts.yaml`."""
    return record_type("fonts file", {"fonts": "map of font", "icons": "map of symbol"})


def grid_format() -> RecordType:
    """Declare `layouts/<game>/grid.yaml`: a step, and a section of names for each sort of length."""
    sections = {"widths": "map of width 0..50?", "radii": "map of radius 0..500?", "lengths": "map of length 0..500?"}
    return record_type("grid", {"step": "length 0.01..50", **sections})


def core_types() -> DeclaredTypes:
    """Declare the records that the core's formats are made of."""
    records = [
        record_type(
            "outline",
            {
                "shape": "one of rectangle|circle",
                "width": "length 5..1000",
                "height": "length 5..1000",
                "radius": "length 0..500?",
            },
        ),
        record_type("provisional", {"path": "string", "why": "string"}),
        record_type("kind", {"file": "string", "fields": "map of type", "component": "component?"}),
        record_type(
            "component",
            {
                "outline": "identifier",
                "front": "identifier",
                "back": "identifier?",
                "count": "identifier?",
                "board": "identifier?",
                "cell": "identifier?",
                "product": "identifier?",
            },
        ),
        record_type("font", {"package": "string", "file": "string", "sha256": "string", "licence": "string"}),
        record_type("symbol", {"character": "string", "ink": "ink?"}),
        record_type(
            "ink-recipe",
            {
                "cmyk": "list 4..4 of number 0..100",
                "rgb": "string",
                "grey": "number 0..100",
                "low": "one of keep|line|paper|tint",
                "seasons": "list 1.. of identifier?",
            },
        ),
        record_type(
            "meaning", {"inks": "list 2.. of ink?", "of": "string?", "by": "one of ink|shape", "shape": "string?"}
        ),
        record_type(
            "term",
            {"entry": "identifier?", "forms": "map of list 1.. of string", "in-texts": "boolean?"},
        ),
        record_type("paper", {"width": "length 50..2000", "height": "length 50..2000", "margin": "length 0..50"}),
        *_layout_records(),
    ]
    types: DeclaredTypes = {record.name: record for record in records}
    types["element"] = choice_type("element", {name: name for name in ELEMENTS})
    return types


def _layout_records() -> list[RecordType]:
    box = "list 4..4 of length"
    point = "list 2..2 of length"
    return [
        record_type(
            "style",
            {
                "font": "identifier",
                "bold": "identifier?",
                "italic": "identifier?",
                "size": "length 0.5..200",
                "least": "length 0.5..200",
                "leading": "number 0.8..2",
                "gap": "number 0..2?",
                "hang": "number 0..5?",
                "ink": "ink",
            },
        ),
        record_type("face", {"bleed": "length 0..20?", "elements": "list of element"}),
        record_type(
            "fill",
            {"box": box, "ink": "template", "radius": "radius 0..500?", "line": "width 0..50?", "when": "expression?"},
        ),
        record_type(
            "line",
            {
                "from": point,
                "to": point,
                "width": "width 0..50",
                "ink": "ink",
                "dash": "list of length 0..50?",
                "round": "boolean?",
                "when": "expression?",
            },
        ),
        record_type(
            "picture-box",
            {"box": box, "art": "template", "tint": "template?", "angle": "number?", "when": "expression?"},
        ),
        record_type(
            "icon-box",
            {"box": box, "icon": "template", "ink": "template?", "angle": "number?", "when": "expression?"},
        ),
        record_type(
            "text-box",
            {
                "box": box,
                "text": "template",
                "style": "identifier",
                "ink": "template?",
                "align": "one of left|centre|right?",
                "valign": "one of top|middle|bottom?",
                "angle": "number?",
                "when": "expression?",
            },
        ),
        record_type(
            "group",
            {"angle": "template?", "about": f"{point}?", "when": "expression?", "elements": "list of element"},
        ),
        record_type("part", {"name": "identifier", "with": "map of expression?", "when": "expression?"}),
        record_type("shared part", {"elements": "list of element"}),
        record_type(
            "repeat",
            {
                "over": "expression",
                "as": "identifier",
                "step": point,
                "when": "expression?",
                "elements": "list of element",
            },
        ),
    ]
