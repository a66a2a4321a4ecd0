"""Read a PDF back: from its bytes to page sizes, text and pictures. The only importer of pypdfium2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped, unused-ignore]

from valleybuild.scene import Size
from valleybuild.units import MM_PER_POINT

if TYPE_CHECKING:
    from PIL.Image import Image


def page_sizes(pdf: bytes) -> list[Size]:
    """List the size of each page in mm."""
    with _opened(pdf) as document:
        points = [document[index].get_size() for index in range(len(document))]
    return [Size(width * MM_PER_POINT, height * MM_PER_POINT) for width, height in points]


def page_texts(pdf: bytes) -> list[str]:
    """List the text of each page as a reader would copy it, its lines parted by newlines."""
    with _opened(pdf) as document:
        texts = [document[index].get_textpage().get_text_range() for index in range(len(document))]
    return [text.replace("\r\n", "\n") for text in texts]


def page_runs(pdf: bytes) -> list[list[str]]:
    """List the text objects of each page in painting order, those inside Form XObjects too.

    A run of text is one object, or several where it needs more than one subset of its font.
    """
    found: list[list[str]] = []
    with _opened(pdf) as document:
        for index in range(len(document)):
            page = document[index]
            text_page = page.get_textpage()
            objects = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], textpage=text_page)
            found.append([item.extract() for item in objects])
    return found


def render_page(pdf: bytes, page: int, *, dpi: float) -> Image:
    """Draw a page (from 0) as a bitmap."""
    with _opened(pdf) as document:
        image: Image = document[page].render(scale=dpi / 72).to_pil()
    return image


@contextmanager
def _opened(pdf: bytes) -> Iterator[Any]:
    """Open a PDF and close it again."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()
