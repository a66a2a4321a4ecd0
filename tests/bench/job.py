"""The peers' job as a small game of ours: any number of distinct cards with a title, two lines and a coloured box."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path

WORDS = (
    *("Příliš", "žluťoučký", "kůň", "úpěl", "ďábelské", "ódy", "Šípková", "Růženka", "těžký", "dům"),
    *("nížina", "řeka", "včelín", "mlýn", "hřbitov", "údolí", "stráň", "pěšina", "studánka", "brázda"),
)
INKS = {
    "leaf": ([80, 21, 95, 20], "#2E7D32", 60),
    "sky": ([89, 58, 0, 0], "#1565C0", 64),
    "brick": ([21, 96, 86, 0], "#C62828", 56),
    "corn": ([2, 43, 88, 0], "#F9A825", 28),
    "plum": ([80, 96, 0, 0], "#6A1B9A", 75),
}
PACKAGE = "font_source_sans_pro"


def write_job(root: Path, cards: int) -> None:
    """Write a project of `cards` cards, one game in one language."""
    files = {
        "cards/job/game.yaml": _GAME,
        "cards/job/kinds.yaml": _KINDS,
        "cards/job/cards.yaml": "".join(_card(index) for index in range(cards)),
        "layouts/job/palette.yaml": _palette(),
        "layouts/job/type.yaml": _TYPE,
        "layouts/job/faces.yaml": _FACES,
        "layouts/paper/a4.yaml": "width: 210mm\nheight: 297mm\nmargin: 6.35mm\n",
        "fonts/fonts.yaml": _fonts(),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _card(index: int) -> str:
    def word(step: int) -> str:
        return WORDS[(index * 7 + step * 3) % len(WORDS)]

    lines = (
        f"Vylož {1 + index % 4} žeton na {word(3)} a {word(4)}.",
        f"Každý hráč si lízne {1 + index % 3} kartu; {word(5)}.",
    )
    return (
        f"card-{index}:\n  title: {{cs: {word(1).capitalize()} {word(2)} {index + 1:03d}}}\n"
        f'  lines: {{cs: "{lines[0]}\\n{lines[1]}"}}\n  ink: {list(INKS)[index % len(INKS)]}\n'
    )


def _palette() -> str:
    lines = [
        f'{name}: {{cmyk: {cmyk}, rgb: "{rgb}", grey: {grey}, low: tint}}' for name, (cmyk, rgb, grey) in INKS.items()
    ]
    return 'black: {cmyk: [0, 0, 0, 100], rgb: "#000000", grey: 100, low: keep}\n' + "\n".join(lines) + "\n"


def _fonts() -> str:
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None and spec.origin is not None
    text = "fonts:\n"
    for role, style in (("text", "Regular"), ("bold", "Bold")):
        file = f"files/SourceSansPro-{style}.ttf"
        digest = hashlib.sha256((Path(spec.origin).parent / file).read_bytes()).hexdigest()
        text += f"  {role}: {{package: {PACKAGE}, file: {file}, sha256: {digest}, licence: OFL-1.1}}\n"
    return text + "icons: {}\n"


_GAME = """\
title: {cs: Úloha}
version: "1"
languages: [cs]
forms: {cs: [nom]}
layout: job
outlines:
  card: {shape: rectangle, width: 63.5mm, height: 88.9mm}
"""
_KINDS = """\
kinds:
  card:
    file: cards.yaml
    fields: {title: text, lines: text, ink: ink}
    component: {outline: card, front: card}
"""
_TYPE = """\
title: {font: bold, size: 9pt, least: 7pt, leading: 1.2, ink: black}
lines: {font: text, size: 7pt, least: 6pt, leading: 1.4, ink: black}
"""
_FACES = """\
card:
  bleed: 0mm
  elements:
    - fill: {box: [0mm, 0mm, 63.5mm, 88.9mm], ink: black, line: 0.25pt}
    - text-box: {box: [4mm, 6mm, 55.5mm, 5mm], text: "{{ entry.title }}", style: title}
    - line: {from: [4mm, 13mm], to: [59.5mm, 13mm], width: 0.6pt, ink: black}
    - fill: {box: [4mm, 18.9mm, 55.5mm, 30mm], ink: "{{ entry.ink }}"}
    - text-box: {box: [4mm, 55mm, 55.5mm, 12mm], text: "{{ entry.lines }}", style: lines}
"""

if __name__ == "__main__":
    write_job(Path(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({"cards": int(sys.argv[2])}))
