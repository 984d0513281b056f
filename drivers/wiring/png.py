"""The drawing as a PNG file, by resvg: what every viewer of SVG shows, without a window and without a browser."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path

DPI = 200
MM_PER_INCH = 25.4


class NoRenderer(RuntimeError):
    """The package that draws PNG is not installed."""


def png_of_svg(svg: str, fonts: Sequence[Path], width_px: int | None = None) -> bytes:
    """A4 at 200 dots per inch, or as wide as is asked for.

    :param fonts: faces that the drawing names; nothing is taken from the system.
    :raises NoRenderer: without resvg_py.
    """
    try:
        resvg = importlib.import_module("resvg_py")
    except ImportError as error:
        raise NoRenderer(str(error)) from error
    wide = width_px or round(_width_mm(svg) / MM_PER_INCH * DPI)
    drawn: bytes = resvg.svg_to_bytes(
        svg_string=svg, width=wide, dpi=96, skip_system_fonts=True, font_files=[str(font) for font in fonts]
    )
    return bytes(drawn)


def _width_mm(svg: str) -> float:
    return float(svg.split('width="', 1)[1].split("mm", 1)[0])
