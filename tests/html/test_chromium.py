"""The pages in a browser: no complaint, no sideways scrolling on a telephone, all text legible in its own fonts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.html.chromium import complaints, find_chromium, measure
from tests.html.conftest import Setting

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed (Debian: chromium)")
PHONE, DESK = 360, 1200


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize(("width", "dark"), [(PHONE, False), (DESK, True)])
def test_a_page_fits_its_window_and_can_be_read(
    language: str, width: int, dark: bool, valley: dict[str, Setting], tmp_path: Path
) -> None:
    found = measure(valley[language].content.decode(), tmp_path, width=width, dark=dark)
    assert found.window == width
    assert (found.page, found.wide) == (width, [])
    assert (found.faint, found.lacking) == ([], [])
    assert found.letters > 150
    assert set(found.fonts) <= {"loaded", "unloaded"} and found.fonts.count("loaded") >= 5


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_page_makes_no_complaint(language: str, valley: dict[str, Setting], tmp_path: Path) -> None:
    assert complaints(valley[language].content.decode(), tmp_path, width=PHONE) == []


def test_what_is_wrong_would_be_noticed(ferry: dict[str, Setting], tmp_path: Path) -> None:
    """A page with a block too wide, a faint word, a character of no font, and a picture from elsewhere."""
    source = ferry["en"].content.decode()
    wrong = '<p style="width:900px;color:#ccc;background:#fff">faint Ж</p><img src="https://127.0.0.1/x.png" alt="x">'
    source = source.replace("</main>", f"{wrong}</main>")
    found = measure(source, tmp_path, width=PHONE)
    assert found.page > 900 and any("width:900px" in one for one in found.wide)
    assert [text for text, *_ in found.faint] == ["faint Ж"]
    assert [one[0] for one in found.lacking] == ["Ж"]
    (said,) = complaints(source, tmp_path, width=PHONE)
    assert "Content Security Policy" in said
