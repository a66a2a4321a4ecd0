"""The records of palette.yaml and meaning.yaml to inks and what they mean, with what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from valleybuild.inks import press_difference, press_rgb
from valleybuild.model import Ink, Low, Meaning, Named, Record
from valleybuild.problem import Severity
from valleybuild.scalars import Reading, closest
from valleybuild.scene import Colour

MOST_INK = 280.0
"""Percent of ink, the four together, that paper takes before it smears."""
FAR = 6.0
"""ΔE2000 between an ink's screen colour and its print, from which on the screen shows another colour."""


def read_palette(records: Mapping[str, Record], reading: Reading) -> dict[str, Ink]:
    """Return the inks by name. What is not understood in one of them counts as black, which is kept."""
    palette: dict[str, Ink] = {}
    for name, record in records.items():
        grey, low, seasons = (record.fields[field] for field in ("grey", "low", "seasons"))
        palette[name] = Ink(
            _read_colour(name, record, reading),
            float(grey) if isinstance(grey, (int, float)) else 100.0,
            Low(low) if isinstance(low, str) else Low.KEEP,
            tuple(str(season) for season in seasons) if isinstance(seasons, tuple) else (),
            record.place,
        )
    return palette


def _read_colour(name: str, record: Record, reading: Reading) -> Colour:
    unknown = Colour(name, (0.0, 0.0, 0.0, 100.0), (0, 0, 0))
    parts, rgb = record.fields["cmyk"], record.fields["rgb"]
    if not isinstance(rgb, str) or not re.fullmatch(r"#[0-9A-Fa-f]{6}", rgb):
        if rgb is not None:
            hint = 'write it as "#B84E2B"'
            reading.report("wrong-type", record.places["rgb"], f'"{rgb}" is no colour', hint, path=f"{name}.rgb")
        return unknown
    if not isinstance(parts, tuple) or len(parts) != 4:
        return unknown
    red, green, blue = (int(rgb[index : index + 2], 16) for index in (1, 3, 5))
    cyan, magenta, yellow, black = (float(part) for part in parts if isinstance(part, (int, float)))
    colour = Colour(name, (cyan, magenta, yellow, black), (red, green, blue))
    _check_colour(colour, record, reading)
    return colour


def _check_colour(colour: Colour, record: Record, reading: Reading) -> None:
    """Check how much ink a colour takes, and that the screen shows what the press prints."""
    total = sum(colour.cmyk)
    if total > MOST_INK:
        message = f"{colour.name} takes {total:g} % of ink"
        hint = f"at most {MOST_INK:g} % dries: give it more black and less of the others"
        reading.report("too-much-ink", record.places["cmyk"], message, hint, path=f"{colour.name}.cmyk")
    away = press_difference(colour.cmyk, colour.rgb)
    if away > FAR:
        message = f"{colour.name} is ΔE {away:.1f} away from what its press values print"
        hint = "its press values give {} ({:g} is allowed)".format(
            "#{:02X}{:02X}{:02X}".format(*press_rgb(colour.cmyk)), FAR
        )
        place, path = record.places["rgb"], f"{colour.name}.rgb"
        reading.report("rgb-far-from-cmyk", place, message, hint, path=path, severity=Severity.WARNING)


def read_meanings(records: Mapping[str, Record], inks: Mapping[str, Colour], reading: Reading) -> tuple[Meaning, ...]:
    """Return what inks mean; the inks and the shapes that it needs are checked."""
    meanings: list[Meaning] = []
    for name, record in records.items():
        listed, of, by, shape = (record.fields[field] for field in ("inks", "of", "by", "shape"))
        named = tuple(ink for ink in listed if isinstance(ink, Named)) if isinstance(listed, tuple) else ()
        for ink in named:
            if ink.name not in inks:
                hint = closest(ink.name, inks)
                reading.report("unknown-ink", ink.place, f'there is no ink "{ink.name}"', hint, path=name)
        if bool(named) == bool(of):
            hint = "write either inks: [rust, river] or of: ability.ink"
            reading.report("meaning-unclear", record.place, f"{name} names no inks, or both ways", hint, path=name)
            continue
        if by == "shape" and not shape:
            hint = "say in `shape` what differs besides the ink"
            reading.report("meaning-unclear", record.place, f"{name} names no shape", hint, path=name)
        told = str(shape or "unnamed") if by == "shape" else ""
        meanings.append(Meaning(name, named, str(of or ""), told, record.place))
    return tuple(meanings)
