"""The picture of the card in docs/install.md: the image of `make image`, its partitions, the card in the Pi."""

from __future__ import annotations

from collections.abc import Callable
from xml.sax.saxutils import escape

from drivers.wiring.shapes import EMBER, INK, PAPER, shape
from tests.tools.pi.card import BOOT_MIB, EDITED, IMAGE, OUT, PARTITIONS

QUIET, LINE, WARM = "#6E564A", "#B9A596", "#F7F1EA"
SIZE = (812.0, 300.0)
FRENCH = {
    "{mib} MiB, any computer reads it": "{mib} MiB, tout ordinateur la lit",
    "table.toml, if you put one there (3.)": "table.toml, si tu l’y mets (3.)",
    "the system: never written": "le système\u00a0: jamais écrit",
    "your games and settings: takes the rest of the card": "tes parties et réglages\u00a0: le reste de la carte",
    "Use custom": "Image\npersonnalisée",
    "Into the slot below the board,": "Dans la fente sous le Pi,",
    "at the end without sockets": "au bout sans prises",
    "in {folder}": "dans {folder}",
}


def notes(say: Callable[[str], str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of each partition: what it is, and the files that are meant to be seen."""
    return (
        (
            say("{mib} MiB, any computer reads it").format(mib=BOOT_MIB),
            (EDITED, say("table.toml, if you put one there (3.)")),
        ),
        (say("the system: never written"), ()),
        (say("your games and settings: takes the rest of the card"), ()),
    )


def flash(language: str = "en") -> str:
    """The picture as the text of an SVG file, for a page 190 mm wide."""
    say = FRENCH.__getitem__ if language == "fr" else str
    wide, high = SIZE
    image = f"{IMAGE}.xz"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="190mm" height="{190 * high / wide:.1f}mm" '
        f'viewBox="0 0 {wide:g} {high:g}" font-family="Roboto, \'Helvetica Neue\', Arial, sans-serif">',
        f"<title>{escape(image)}</title>",
        f'<rect width="{wide:g}" height="{high:g}" fill="{PAPER}"/>',
        *_file(image, say("in {folder}").format(folder=f"{OUT.parent.name}/{OUT.name}"), 86, 134),
        *_arrow(160, 234, 134),
        *_words(197, 162, "Raspberry Pi", 12),
        *_words(197, 178, "Imager:", 12),
        *_lines(197, 194, say("Use custom"), 12, 700),
        *_card(notes(say), 250, 32),
        *_arrow(584, 640, 134),
        shape("card", 720, 58, 1.3),
        shape("pi", 720, 158, 5),
        *_words(720, 268, say("Into the slot below the board,"), 12),
        *_words(720, 284, say("at the end without sockets"), 12),
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _words(x: float, y: float, text: str, size: float, weight: int = 400, anchor: str = "middle") -> list[str]:
    fill = INK if weight > 400 else QUIET
    return [
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{fill}">{escape(text)}</text>'
    ]


def _lines(x: float, y: float, text: str, size: float, weight: int = 400) -> list[str]:
    return [word for i, line in enumerate(text.split("\n")) for word in _words(x, y + 14 * i, line, size, weight)]


def _file(name: str, where: str, x: float, y: float) -> list[str]:
    """A sheet with a folded corner."""
    return [
        f'<path d="M{x - 32} {y - 44} h44 l20 20 v68 h-64 z" fill="{WARM}" stroke="{INK}" stroke-width="2" '
        f'stroke-linejoin="round"/>',
        f'<path d="M{x + 12} {y - 44} v20 h20" fill="none" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>',
        shape("card", x, y + 14, 1.2),
        *_words(x, y + 68, name, 15, 700),
        *_words(x, y + 86, where, 12),
    ]


def _arrow(left: float, right: float, y: float) -> list[str]:
    return [
        f'<path d="M{left} {y} H{right - 4} m-9 -8 l9 8 l-9 8" fill="none" stroke="{EMBER}" stroke-width="4" '
        f'stroke-linejoin="round" stroke-linecap="round"/>'
    ]


def _card(told: tuple[tuple[str, tuple[str, ...]], ...], left: float, top: float) -> list[str]:
    """The card with its partitions, the first one above."""
    made = [
        f'<path d="M{left} {top} h290 l30 30 v172 h-320 z" fill="#4B5563" stroke="{INK}" stroke-width="2" '
        f'stroke-linejoin="round"/>'
    ]
    y = top + 14.0
    for label, (what, files) in zip(PARTITIONS, told, strict=True):
        high = 40.0 + 17 * len(files)
        made.append(f'<rect x="{left + 14}" y="{y:g}" width="278" height="{high:g}" rx="5" fill="{PAPER}"/>')
        made += _words(left + 24, y + 17, label, 14, 700, "start")
        made += _words(left + 24, y + 32, what, 11.5, 400, "start")
        for number, file in enumerate(files):
            made += _words(left + 38, y + 49 + 17 * number, file, 12, 700 if number == 0 else 400, "start")
        y += high + 9
    return made
