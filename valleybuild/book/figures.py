"""A figure's drawing to its scene: faces with call-outs, maps with what stands on them, strips of steps."""

from __future__ import annotations

import math

from valleybuild.book.figure_cards import draw_cards
from valleybuild.book.figure_easel import NOTHING, Easel
from valleybuild.book.figure_map import draw_map
from valleybuild.book.figure_strip import draw_strip
from valleybuild.book.model import Cards, Drawing, Map, Strip
from valleybuild.book.prose import Lines
from valleybuild.scene import Scene


def draw_figure(drawing: Drawing[Lines], language: str, *, easel: Easel, room: float = math.inf) -> Scene:
    """Draw a figure in a language, at most `room` mm wide: what is too wide for it is arranged anew, not made small.

    What a drawing names and is not there is left out: it is a finding of the book's checks.
    """
    key = (drawing, language, room)
    known = easel.drawn.get(key)
    if known is None:
        match drawing:
            case Cards():
                known = draw_cards(drawing, easel, language=language, room=room)
            case Map():
                known = draw_map(drawing, easel, language=language, room=room)
            case Strip():
                known = draw_strip(drawing, easel, language=language, room=room)
        easel.drawn[key] = known
    return known


def draw_nothing(drawing: Drawing[Lines], language: str, *, room: float = math.inf) -> Scene:
    """Leave a figure empty, where a book is only checked or has no look."""
    return NOTHING
