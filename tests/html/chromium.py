"""A page of HTML and a size of window to what Chromium, without a screen, says of it: its measures, its complaints."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from html import escape, unescape
from io import BytesIO
from pathlib import Path

import msgspec

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    *("--disable-dev-shm-usage", "--disable-component-update", "--hide-scrollbars", "--enable-logging=stderr"),
)
SECONDS = 120
FALLBACK = "lacking"
"""The family that stands for every font that is not the page's own; its letters are ten times as wide as high."""

MEASURE = """
document.fonts.ready.then(() => {
  const clear = colour => !colour || colour === "transparent" || /, 0\\)$/.test(colour);
  const light = colour => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255);
    const [red, green, blue] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = element => {
    while (element && clear(getComputedStyle(element).backgroundColor)) element = element.parentElement;
    return element ? getComputedStyle(element).backgroundColor : "rgb(255, 255, 255)";
  };
  const found = {
    window: innerWidth, page: document.documentElement.scrollWidth, letters: 0, faint: [], lacking: [],
    fonts: [...document.fonts].map(font => font.status),
    wide: [...document.querySelectorAll("body *")].filter(one => !one.closest(".across,.plate.wide,svg,.skip") &&
      one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80)),
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent.closest("svg,script,.skip") || !parent.getClientRects().length) continue;
    const look = getComputedStyle(parent);
    const below = ground(parent);
    const [first, second] = [light(look.color), light(below)].sort((one, other) => other - one);
    if ((first + 0.05) / (second + 0.05) < 4.5 && text.data.trim())
      found.faint.push([text.data.trim().slice(0, 40), look.color, below]);
    [...text.data].forEach((letter, at) => {
      const key = [letter, look.fontFamily, look.fontWeight, look.fontStyle].join();
      if (!letter.trim() || seen.has(key)) return;
      seen.add(key);
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      if (range.getBoundingClientRect().width > 5 * parseFloat(look.fontSize)) found.lacking.push(key);
    });
  }
  found.letters = seen.size;
  parent.document.documentElement.setAttribute("data-found", JSON.stringify(found));
});
"""


class Measures(msgspec.Struct, frozen=True):
    """What was measured, in CSS pixels: the window and the page in it, text that is faint, what sticks out.

    `letters` counts the characters in each font that were looked at, `lacking` are those that no font of the page has.
    """

    window: float
    page: float
    letters: int
    faint: list[tuple[str, str, str]]
    lacking: list[str]
    fonts: list[str]
    wide: list[str]


def find_chromium() -> str | None:
    """Return the path of a Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def measure(source: str, folder: Path, *, width: int, dark: bool = False) -> Measures:
    """Open a page, with a script that measures it let in, in a window of a width."""
    source = re.sub(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "", source)
    source = source.replace(",sans-serif", f",{FALLBACK}")
    if dark:
        assert "screen and (prefers-color-scheme:dark)" in source
        source = source.replace("screen and (prefers-color-scheme:dark)", "all")
    face = f'@font-face{{font-family:{FALLBACK};src:url("data:font/ttf;base64,{wide_font(source)}")}}'
    source = source.replace("</head>", f"<style>{face}</style></head>").replace(
        "</body>", f"<script>{MEASURE}</script></body>"
    )
    # Chromium's own window is at least 500 pixels wide; a frame within it may be as narrow as a telephone.
    frame = f'<iframe style="width:{width}px;height:800px;border:0" srcdoc="{escape(source)}"></iframe>'
    printed, _ = _run(
        f'<!DOCTYPE html><html><meta charset="utf-8"><body>{frame}</body></html>', folder, max(width + 50, 600)
    )
    (found,) = re.findall(r'<html[^>]* data-found="([^"]*)"', printed)
    return msgspec.convert(json.loads(unescape(found)), Measures)


def complaints(source: str, folder: Path, *, width: int) -> list[str]:
    """Open a page as it is and return what appears in its console, such as a request that its policy forbids."""
    printed, said = _run(source, folder, width)
    assert "</html>" in printed
    return [line for line in said.splitlines() if ":CONSOLE" in line]


def _run(source: str, folder: Path, width: int) -> tuple[str, str]:
    chromium = find_chromium()
    assert chromium is not None
    page = folder / "page.html"
    page.write_text(source, "utf-8")
    options = (f"--user-data-dir={folder / 'profile'}", f"--window-size={width},800", "--virtual-time-budget=5000")
    done = subprocess.run(
        [chromium, *OPTIONS, *options, "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    return done.stdout, done.stderr


def wide_font(source: str) -> str:
    """Return, in base64, a font in which every character of a text is ten times as wide as it is high."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "wide"])
    builder.setupCharacterMap({ord(letter): "wide" for letter in set(source) if letter > " "})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "wide": TTGlyphPen(None).glyph()})
    builder.setupHorizontalMetrics({".notdef": (10000, 0), "wide": (10000, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupNameTable({"familyName": FALLBACK, "styleName": "Regular"})
    builder.setupPost()
    file = BytesIO()
    builder.font.save(file)
    return base64.b64encode(file.getvalue()).decode()
