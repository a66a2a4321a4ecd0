"""The formats of `book.yaml` and of a chapter's file, declared in the notation of a game's kinds."""

from __future__ import annotations

from valleybuild.schema import DeclaredTypes, RecordType, choice_type, record_type

LABELS = ("contents", "index", "page", "tip", "example", "why")


def book_format() -> RecordType:
    """Declare `rules/<game>/book.yaml`."""
    return record_type(
        "book",
        {
            "title": "text",
            "subtitle": "text",
            "chapters": "list 1.. of identifier",
            "labels": "labels",
            "keywords": "list of text?",
        },
    )


def chapter_format() -> RecordType:
    """Declare a chapter's file. Its blocks are read one by one, as the choice `block`."""
    return record_type(
        "chapter", {"number": "integer 0..99?", "title": "text", "running": "text?", "blocks": "list 1.. of block"}
    )


def book_types() -> DeclaredTypes:
    """Declare the blocks and all that they hold."""
    records = [
        record_type("labels", dict.fromkeys(LABELS, "text")),
        *_blocks(),
        *_drawings(),
    ]
    types: DeclaredTypes = {record.name: record for record in records}
    kinds = ("section", "text", "bullets", "steps", "table", "tip", "example", "figure", "definitions", "questions")
    types["block"] = choice_type("block", {kind: f"{kind}-block" for kind in kinds})
    types["drawing"] = choice_type("drawing", {name: f"{name}-drawing" for name in ("cards", "map", "strip")})
    return types


def _blocks() -> list[RecordType]:
    noted = {"says": "list of string?", "index": "list of identifier?"}
    over = {"over": "expression?", "as": "identifier?"}
    return [
        record_type("section-block", {"id": "identifier", "title": "text", **noted}),
        record_type("text-block", {"text": "text", **noted}),
        record_type("bullets-block", {"items": "list 1.. of text", **noted}),
        record_type("steps-block", {"items": "list 1.. of text", **noted}),
        record_type(
            "table-block",
            {
                "caption": "text?",
                "heads": "list 1.. of text",
                "widths": "list of number 0..100?",
                "rows": "list 1.. of list 1.. of text?",
                **over,
                "cells": "list 1.. of text?",
                **noted,
            },
        ),
        record_type("tip-block", {"text": "text", **noted}),
        record_type(
            "example-block",
            {"playthrough": "identifier?", "title": "text?", "text": "text", "figure": "figure-block?", **noted},
        ),
        record_type(
            "figure-block",
            {"id": "identifier?", "caption": "text?", "alternative": "text", "drawing": "drawing", **noted},
        ),
        record_type("definition", {"term": "text", "text": "text"}),
        record_type(
            "definitions-block",
            {"items": "list 1.. of definition?", **over, "term": "text?", "text": "text?", **noted},
        ),
        record_type("questions-block", noted),
    ]


def _drawings() -> list[RecordType]:
    point = "list 2..2 of length"
    return [
        record_type("call", {"at": point, "text": "text"}),
        record_type(
            "drawn-card",
            {
                "of": "identifier",
                "side": "one of front|back?",
                "turn": "one of 0|90|180?",
                "calls": "list of call?",
                "text": "text?",
            },
        ),
        record_type("cards-drawing", {"cards": "list 1.. of drawn-card", "width": "length 10..200?"}),
        record_type("mark", {"at": "identifier", "sign": "icon?", "who": "identifier?", "text": "text?"}),
        record_type("leg", {"from": "identifier", "to": "identifier", "text": "text?"}),
        record_type(
            "map-drawing",
            {"of": "identifier", "marks": "list of mark?", "moves": "list of leg?", "width": "length 10..200?"},
        ),
        record_type("step", {"icon": "icon?", "text": "text"}),
        record_type("strip-drawing", {"steps": "list 1.. of step", "width": "length 10..200?"}),
    ]
