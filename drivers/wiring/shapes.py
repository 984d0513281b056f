"""What the parts look like in the drawings: small pictures of our own, 30 px across, about a point."""

from __future__ import annotations

from collections.abc import Callable

INK, PAPER, WARM, EMBER, METAL, CASE = "#241712", "#FFFFFF", "#F7F1EA", "#E07A2C", "#C9CED6", "#4B5563"


def shape(kind: str, x: float, y: float, size: float = 1.0) -> str:
    """SVG of a part's picture; `size`: how many times as large.

    :raises KeyError: if there is none of that kind.
    """
    inside = "".join(SHAPES[kind]())
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size:g})">{inside}</g>'


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" {more}/>'


def _rect(left: float, top: float, wide: float, high: float, fill: str, more: str = "", radius: float = 0) -> str:
    return f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="{radius:g}" fill="{fill}" {more}/>'


def _path(way: str, stroke: str = INK, width: float = 1.5, fill: str = "none") -> str:
    return f'<path d="{way}" stroke="{stroke}" stroke-width="{width:g}" fill="{fill}" stroke-linejoin="round"/>'


EDGE = f'stroke="{INK}"'


def _button() -> list[str]:
    return [_circle(0, 0, 14, WARM, EDGE), _circle(0, 0, 9, EMBER, EDGE)]


def _dial() -> list[str]:
    return [_circle(0, 0, 14, WARM, EDGE), _path("M0 -13 v8", width=3)]


def _lamp() -> list[str]:
    colours = ((-6, 4, "#E5484D"), (6, 4, "#30A46C"), (0, -6, "#3E63DD"))
    return [_circle(x, y, 9, colour, 'fill-opacity="0.75"') for x, y, colour in colours]


def _reader() -> list[str]:
    return [_circle(0, 0, r, "none", f'stroke="{EMBER}" stroke-width="1.6"') for r in (5, 10, 15)]


def _resistor() -> list[str]:
    return [_path("M-17 0 h34"), _rect(-10, -4.5, 20, 9, PAPER, EDGE, 2)]


def _pi() -> list[str]:
    """Seen from above with the sockets below, as in the drawing of the wires: the header is at its right edge."""
    pins = [_circle(x, y, 0.8, "#E8C35A") for x in (5.6, 8) for y in range(-11, 8, 2)]
    sockets = [_rect(x, 9, 6, 7, METAL, 'stroke="#4B5563" stroke-width="0.8"', 0.5) for x in (-9.5, -2.5, 4.5)]
    board = _rect(-11.5, -15, 23, 28, "#DDEBD5", f'{EDGE} stroke-width="1.2"', 2)
    return [board, _rect(4, -12.4, 5.6, 20.6, INK, "", 1), *pins, _rect(-8, -6, 8, 8, CASE, "", 1), *sockets]


def _supply() -> list[str]:
    return [
        _rect(-13, -9, 14, 18, CASE, EDGE, 3), _path("M-9 -9 v-5 M-3 -9 v-5", width=2.4),
        _path("M1 0 h5 q4 0 4 5 v3", width=2), _rect(7.5, 8, 5, 6, METAL, EDGE, 1),
    ]  # fmt: skip


def _card() -> list[str]:
    contacts = [_rect(x, -11, 2, 5, "#E8C35A") for x in (-6.5, -3.5, -0.5, 2.5)]
    return [_path("M-9 -14 h13 l5 5 v23 h-18 z", fill=CASE), *contacts, _rect(-6, -1, 12, 11, PAPER, "", 1)]


def _screen() -> list[str]:
    return [_rect(-17, -12, 34, 24, INK, "", 3), _rect(-14.5, -9.5, 29, 19, WARM, "", 1), _circle(0, 0, 4, EMBER)]


def _speaker() -> list[str]:
    return [
        _rect(-10, -14, 20, 28, WARM, EDGE, 3),
        *(_circle(0, y, r, fill, EDGE) for y, r, fill in ((-6, 4, PAPER), (5, 7, PAPER), (5, 2.5, CASE))),
    ]


def _adapter() -> list[str]:
    return [
        _rect(-17, -4, 8, 8, METAL, EDGE, 1), _rect(-9, -6, 12, 12, CASE, EDGE, 2),
        *(_path(f"M3 {y} h6 q3 0 3 {2 * y} h4", colour, 1.6)
          for y, colour in ((-4, "#7A3FB5"), (-1.3, "#E8590C"), (1.3, INK), (4, "#0B7A8A"))),
    ]  # fmt: skip


def _shifter() -> list[str]:
    pads = [_circle(x, y, 1.5, "#E8C35A") for x in (-9, -3, 3, 9) for y in (-6, 6)]
    return [_rect(-13, -9, 26, 18, "#EEF1F4", EDGE, 2), *pads]


def _tag() -> list[str]:
    return [_circle(0, 0, 13, PAPER, EDGE), *(_circle(0, 0, r, "none", f'stroke="{EMBER}"') for r in (5, 8, 11))]


def _wire() -> list[str]:
    ways = ((-6, "#8A5A2B"), (0, "#1769AA"), (6, "#5B7F00"))
    return [_path(f"M-15 {y} q7 -7 15 0 t15 0", colour, 2.4) for y, colour in ways]


SHAPES: dict[str, Callable[[], list[str]]] = {
    "button": _button, "dial": _dial, "lamp": _lamp, "reader": _reader, "resistor": _resistor, "pi": _pi,
    "supply": _supply, "card": _card, "screen": _screen, "speaker": _speaker, "adapter": _adapter,
    "shifter": _shifter, "tag": _tag, "wire": _wire,
}  # fmt: skip
"""Kind of part -> its picture."""
