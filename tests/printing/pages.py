"""Pages as they come out: words with their boxes, pixels. Lengths in mm from the upper left corner."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pypdf import PageObject, PdfReader

from tests.printing.conftest import poppler

PT = 25.4 / 72


class Word(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Word) -> bool:
        """Whether two words lie on each other by more than a third of a mm; a face's box is higher than its letters."""
        high = 0.2 * (self.bottom - self.top + other.bottom - other.top)
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > 0.3 and min(self.bottom, other.bottom) - max(self.top, other.top) > high


def words(file: Path) -> list[list[Word]]:
    """Every word of every page, by poppler."""
    told = poppler("pdftotext", "-bbox", str(file), "-").decode()
    pages = []
    for page in told.split("<page ")[1:]:
        found = re.findall(r'<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)</word>', page)
        pages.append([Word(unescape(w), *(float(v) * PT for v in box)) for *box, w in found])
    return pages


def overlapping(page: list[Word]) -> list[tuple[str, str]]:
    """Words that lie on each other."""
    return [(a.text, b.text) for a, b in combinations(page, 2) if a.meets(b)]


def pixels(file: Path, page: int, dpi: int = 150) -> NDArray[np.uint8]:
    """A page as grey pixels, rows first; 255 is paper."""
    raw = poppler("pdftoppm", "-r", str(dpi), "-gray", "-f", str(page), "-l", str(page), str(file))
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", raw)
    assert head is not None
    return np.frombuffer(raw[head.end() :], np.uint8).reshape(int(head[2]), int(head[1]))


def size(page: PageObject) -> tuple[float, float]:
    """Width and height in mm."""
    return round(float(page.mediabox.width) * PT, 1), round(float(page.mediabox.height) * PT, 1)


def text(reader: PdfReader) -> str:
    """All words, as a search finds them: with single blanks."""
    reader.stream.seek(0)
    return " ".join(poppler("pdftotext", "-raw", "-", "-", file=reader.stream.read()).decode().split())


def fonts(reader: PdfReader) -> dict[str, bool]:
    """Name of each font -> whether its glyphs are in the file."""
    found = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            told = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            found[str(told["/FontName"])] = "/FontFile2" in told
    return found
