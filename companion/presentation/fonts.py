"""The font files: Source Serif for headings and figures, Roboto for text."""

from __future__ import annotations

import logging
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

log = logging.getLogger(__name__)

FontFace = Literal["black", "bold", "text", "text_bold"]
OWN_FONTS = Path(__file__).parent / "fonts"


@cache
def face_file(face: FontFace) -> str:
    """Return the path of the TTF of a face: the font package, else `OWN_FONTS`, else Kivy's Roboto (one line in the
    log)."""
    name = {
        "black": "SourceSerifPro-Black.ttf",
        "bold": "SourceSerifPro-Bold.ttf",
        "text": "Roboto-Regular.ttf",
        "text_bold": "Roboto-Bold.ttf",
    }[face]
    package = "kivy" if name.startswith("Roboto") else "font_source_serif_pro"
    folder = "data/fonts" if package == "kivy" else "files"
    spec = find_spec(package)
    roots = [Path(spec.origin).parent / folder] if spec and spec.origin else []
    for root in (*roots, OWN_FONTS):
        if (root / name).is_file():
            return str(root / name)
    log.warning("font %s is missing, Roboto takes its place", name)
    return face_file("text_bold")


def wide_face_file() -> str | None:
    """Return the path of a TTF with more alphabets than ours: DejaVu Sans of Kivy's package; None without it."""
    spec = find_spec("kivy")
    found = Path(spec.origin).parent / "data/fonts/DejaVuSans.ttf" if spec and spec.origin else None
    return str(found) if found is not None and found.is_file() else None
