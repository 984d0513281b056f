"""The parts of a table, side by side before anything is wired: what, how many, with which values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from xml.sax.saxutils import escape

from msgspec import Struct

from companion.engine.text import N_
from drivers.wiring.boards import BOARDS
from drivers.wiring.net import Net
from drivers.wiring.parts import ohm_words
from drivers.wiring.shapes import EMBER, INK, PAPER, shape
from drivers.wiring.svg import DECIMAL, QUIET, fitted_size, printable

Translate = Callable[[str], str]
HEADLINE = N_("The parts of this table")
ITEM = N_("{count} × {name}")
WORDS: dict[str, str] = {
    "supply": N_("power supply"),
    "card": N_("memory card"),
    "screen": N_("touchscreen"),
    "speaker": N_("loudspeaker"),
    "button": N_("push button"),
    "dial": N_("rotary encoder"),
    "lamp": N_("RGB lamp"),
    "resistor": N_("resistor"),
    "adapter": N_("USB serial cable"),
    "shifter": N_("level shifter"),
    "reader": N_("reader"),
    "tag": N_("tags"),
    "wire": N_("wire"),
}
SUPPLY = N_("5.1 V, {amps} A")
CARD, SCREEN, TAGS, WIRE = N_("8 GB or more"), N_("800x480 or larger"), N_("one a card"), N_("soldering iron")
CATHODE, ANODE = N_("common cathode"), N_("common anode")
COLUMNS, TILE, GAP, MARGIN, HEAD = 5, (152.0, 118.0), 10.0, 14.0, 44.0
WIDTH_MM = 190.0


class KitPart(Struct, frozen=True):
    """A kind of part. `count`: 0 where it is not counted (tags, wire). `more`: its value, in words of the language."""

    kind: str
    count: int
    name: str
    more: str = ""


def items(net: Net, translate: Translate) -> list[KitPart]:
    """What a table is made of: the Pi and what every table has, then what table.toml adds."""
    board = BOARDS[net.model]
    amps = f"{board.supply_ma / 1000:g}".replace(".", translate(DECIMAL))
    made = [
        KitPart("pi", 1, board.name),
        KitPart("supply", 1, translate(WORDS["supply"]), translate(SUPPLY).format(amps=amps)),
        KitPart("card", 1, translate(WORDS["card"]), translate(CARD)),
        KitPart("screen", 1, translate(WORDS["screen"]), translate(SCREEN)),
        KitPart("speaker", 1, translate(WORDS["speaker"])),
    ]
    kinds: Counter[tuple[str, str]] = Counter()
    for part in net.parts:
        match part.kind:
            case "lamp":
                kinds["lamp", translate(CATHODE if "-" in part.terminals else ANODE)] += 1
            case "resistor" | "divider":
                for ohms in part.ohms:
                    if ohms is not None:
                        kinds["resistor", ohm_words(ohms).replace(".", translate(DECIMAL))] += 1
            case "reader":
                kinds["reader", part.about] += 1
            case _:
                kinds[part.kind, ""] += 1
    order = list(WORDS)
    for (kind, more), count in sorted(kinds.items(), key=lambda item: order.index(item[0][0])):
        made.append(KitPart(kind, count, translate(WORDS[kind]), more))
    if kinds_of := {kind for kind, _more in kinds}:
        if "reader" in kinds_of:
            made.append(KitPart("tag", 0, translate(WORDS["tag"]), translate(TAGS)))
        made.append(KitPart("wire", 0, translate(WORDS["wire"]), translate(WIRE)))
    return made


def part_count(item: KitPart, translate: Translate) -> str:
    """`4 × push button`."""
    return translate(ITEM).format(count=item.count, name=item.name) if item.count else item.name


def draw_kit(net: Net, name: str, translate: Translate) -> str:
    """The picture as the text of an SVG file.

    :param name: of the file that it shows.
    """
    every = items(net, translate)
    rows = -(-len(every) // COLUMNS)
    wide = COLUMNS * TILE[0] + (COLUMNS - 1) * GAP + 2 * MARGIN
    high = HEAD + rows * (TILE[1] + GAP) + MARGIN
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM:g}mm" height="{WIDTH_MM * high / wide:.1f}mm" '
        f'viewBox="0 0 {wide:g} {high:g}" font-family="Roboto, \'Helvetica Neue\', Arial, sans-serif">',
        f"<title>{escape(translate(HEADLINE))}</title>",
        f'<rect width="{wide:g}" height="{high:g}" fill="{PAPER}"/>',
        f'<text x="{MARGIN:g}" y="30" font-size="22" font-family="\'Source Serif Pro\', Georgia, serif" '
        f'font-weight="700" fill="{INK}">{escape(translate(HEADLINE))}</text>',
        f'<text x="{wide - MARGIN:g}" y="30" font-size="12" text-anchor="end" fill="{QUIET}">'
        f"{escape(printable(name))}</text>",
        f'<line x1="{MARGIN:g}" y1="40" x2="{wide - MARGIN:g}" y2="40" stroke="{EMBER}" stroke-width="2"/>',
    ]
    for number, item in enumerate(every):
        left = MARGIN + number % COLUMNS * (TILE[0] + GAP)
        top = HEAD + GAP / 2 + number // COLUMNS * (TILE[1] + GAP)
        lines += _tile(item, left, top, translate)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _tile(item: KitPart, left: float, top: float, translate: Translate) -> list[str]:
    middle, (wide, high) = left + TILE[0] / 2, TILE
    words = part_count(item, translate)
    made = [
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="8" fill="{PAPER}" stroke="#B9A596"/>',
        shape(item.kind, middle, top + 42, 2),
    ]
    for y, text, size, weight, ink in ((90.0, words, 14.0, 700, INK), (107.0, item.more, 12.0, 400, QUIET)):
        if text:
            made.append(
                f'<text x="{middle:g}" y="{top + y:g}" font-size="{fitted_size(text, size, wide - 14):.1f}" '
                f'text-anchor="middle" font-weight="{weight}" fill="{ink}">{escape(printable(text))}</text>'
            )
    return made
