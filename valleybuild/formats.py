"""The core's own file formats, declared in the same notation as a game's kinds."""

from __future__ import annotations

from valleybuild.schema import DeclaredTypes, RecordType, choice_type, record_type


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


def core_types() -> DeclaredTypes:
    """Declare the records that the core's formats are made of."""
    records = [
        record_type(
            "outline",
            {
                "shape": "one of rectangle|circle",
                "width": "length",
                "height": "length",
                "radius": "length?",
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
                "count": "string?",
                "board": "identifier?",
                "cell": "identifier?",
                "product": "identifier?",
            },
        ),
        record_type("font", {"package": "string", "file": "string", "sha256": "string", "licence": "string"}),
        record_type("symbol", {"character": "string", "ink": "ink?"}),
        record_type("ink-recipe", {"cmyk": "list 4..4 of number 0..100", "rgb": "string"}),
        record_type(
            "term",
            {"entry": "identifier?", "forms": "map of list 1.. of string", "in-texts": "boolean?"},
        ),
        record_type("paper", {"width": "length", "height": "length", "margin": "length"}),
        *_layout_records(),
    ]
    types: DeclaredTypes = {record.name: record for record in records}
    types["element"] = choice_type(
        "element", {name: name for name in ("fill", "line", "picture-box", "icon-box", "text-box", "group", "repeat")}
    )
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
                "size": "length",
                "least": "length",
                "leading": "number 0.8..2",
                "ink": "ink",
            },
        ),
        record_type("face", {"bleed": "length?", "elements": "list of element"}),
        record_type(
            "fill", {"box": box, "ink": "template", "radius": "length?", "line": "length?", "when": "expression?"}
        ),
        record_type(
            "line",
            {
                "from": point,
                "to": point,
                "width": "length",
                "ink": "ink",
                "dash": "list of length?",
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
