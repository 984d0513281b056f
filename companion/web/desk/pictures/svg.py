"""An SVG drawn piece by piece, from back to front. x runs east, y south; every length is in units of its view box.

Names typed by people are text, never markup. All looks are presentation attributes: no style, no script, no font file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from companion.presentation import icon_shapes
from companion.presentation.board_path import Point
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.cut import cut

Value = str | float | Colour
SMALL = 19.0
"""Size of the smallest words, where a picture is 640 wide: 11 px on a phone of 360 px."""
LEAST = 0.84
"""How much smaller words may be so that they go into their room."""
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold at all."""
_CLASS = {
    'class="f"': 'fill="currentColor" stroke="none"',
    'class="k"': 'stroke="none"',
    'class="s"': 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"',
    'class="ks"': 'fill="none" stroke-linecap="round" stroke-linejoin="round"',
}
"""icons.svg's grammar as attributes: what is cut out takes `fill` and `stroke` of its symbol."""
_CENTRE = re.compile(r' ?data-c="[^"]*"')
_NARROW, _WIDE = frozenset("fijlrtI.,;:'’!|()[] "), frozenset("mMW@%ŒœÆæ—…")


@cache
def _symbol(id: str, name: str, under: str) -> str:
    shapes = _CENTRE.sub("", icon_shapes.source(name))
    for grammar, looks in _CLASS.items():
        shapes = shapes.replace(grammar, looks)
    looks = f'viewBox="0 0 1 1" overflow="visible" fill="{under}" stroke="{under}"'
    return f'<symbol id="{id}" {looks}>{shapes}</symbol>'


def number(value: float) -> str:
    """As short as it goes, to a tenth.

    >>> number(3.0), number(-0.04), number(0.25)
    ('3', '0', '0.2')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def _attributes(given: dict[str, Value]) -> str:
    written = []
    for name, value in given.items():
        if isinstance(value, Colour):
            if value.a < 1:
                written.append(f'{name.rstrip("_").replace("_", "-")}-opacity="{value.a:.2f}"')
            text = value.hex
        else:
            text = value if isinstance(value, str) else number(value)
        written.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(_ILLEGAL.sub('', text))}")
    return "".join(" " + one for one in written)


def width(words: str, size: float) -> float:
    """About how wide bold words are in whatever face a screen has."""
    return size * sum(_em(sign) for sign in words)


def _em(sign: str) -> float:
    if east_asian_width(sign) in "WF":
        return 1.04
    if sign in _NARROW:
        return 0.38
    return 1.1 if sign in _WIDE else 0.8 if sign.isupper() or sign == "w" else 0.66


def shortened(words: str, size: float, room: float) -> str:
    """The words, cut to what goes into a width."""
    return cut(words, lambda some: width(some, size) <= room)


class Picture:
    """A picture of `wide` x `high`.

    :param own: before the name of each shape that is used by reference: two pictures in one page have other names.
    """

    def __init__(self, wide: float, high: float, own: str = "") -> None:
        self.wide, self.high, self._own = wide, high, own
        self._parts: list[str] = []
        self._shared: dict[str, str] = {}
        """What is used by reference: id -> element."""
        self.add("rect", width=wide, height=high, fill=C.pit)

    def __str__(self) -> str:
        size = f"{number(self.wide)} {number(self.high)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-weight="bold">'
            f"<defs>{''.join(self._shared.values())}</defs>{''.join(self._parts)}</svg>"
        )

    def add(self, tag: str, text: str | None = None, /, **attributes: Value) -> None:
        """One element. Underscores in names stand for hyphens."""
        inside = "/>" if text is None else f">{escape(_ILLEGAL.sub('', text))}</{tag}>"
        self._parts.append(f"<{tag}{_attributes(attributes)}{inside}")

    @contextmanager
    def group(self, title: str = "", **attributes: Value) -> Iterator[None]:
        """Put what is drawn inside the `with` block into one `<g>`; `title` is its text for screen readers."""
        self._parts.append(f"<g{_attributes(attributes)}>")
        if title:
            self.add("title", title)
        yield
        self._parts.append("</g>")

    # ------------------------------------------------------------ shapes

    def panel(self, x: float, y: float, w: float, h: float, fill: Colour, radius: float = 0, **more: Value) -> None:
        """A box with round corners."""
        self.add("rect", x=x, y=y, width=w, height=h, rx=radius, fill=fill, **more)

    def disc(self, x: float, y: float, r: float, fill: Colour, edge: Colour | None = None, line: float = 2) -> None:
        """A disc, with an edge inside it."""
        if edge is None:
            self.add("circle", cx=x, cy=y, r=r, fill=fill)
        else:
            self.add("circle", cx=x, cy=y, r=r - line / 2, fill=fill, stroke=edge, stroke_width=line)

    def path(self, d: str, stroke: Colour, line: float, fill: Value = "none", **more: Value) -> None:
        """Strokes with round ends."""
        ends: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
        self.add("path", d=d, fill=fill, stroke=stroke, stroke_width=line, **ends)

    def light(self, tone: Colour, alpha: float, foot: bool = False) -> str:
        """What to fill a shape with: light that fades from its middle, or from the middle of its foot."""
        id = f"{self._own}{'foot' if foot else 'glow'}-{tone.hex[1:]}-{round(alpha * 100)}"
        at = ' cx=".5" cy="1" r=".8"' if foot else ""
        self._shared[id] = (
            f'<radialGradient id="{id}"{at}><stop offset="0" stop-color="{tone.hex}" stop-opacity="{alpha:.2f}"/>'
            f'<stop offset="1" stop-color="{tone.hex}" stop-opacity="0"/></radialGradient>'
        )
        return f"url(#{id})"

    def glow(self, x: float, y: float, rx: float, ry: float, tone: Colour, alpha: float = 0.5) -> None:
        """Light that fades outwards. It ends inside the picture: on a television that has no frame."""
        self.add("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=self.light(tone, alpha))

    def use(self, id: str, element: str, **attributes: Value) -> None:
        """A shape that is used several times and written once."""
        self.share(id, element)
        self.add("use", href=f"#{self._own}{id}", **attributes)

    def share(self, id: str, element: str) -> None:
        """A shape with this id that may be used."""
        self._shared.setdefault(id, element.replace(f'id="{id}"', f'id="{self._own}{id}"', 1))

    def icon(self, name: str, x: float, y: float, side: float, tone: Colour, under: Colour = C.pit) -> None:
        """An icon round its middle; `under`: the colour that its holes show."""
        box: dict[str, Value] = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        id = f"i-{name}" if under == C.pit else f"i-{name}-{under.hex[1:]}"
        self.use(id, _symbol(id, name, under.hex), **box, color=tone)

    def text(
        self, words: str, x: float, y: float, size: float, tone: Colour, anchor: str = "middle", room: float = 0
    ) -> None:
        """Words with their capitals at the height of y; smaller if they would not go into `room`, then cut."""
        if room:
            size *= max(LEAST, min(1.0, room / width(words, size)))
            words = shortened(words, size, room)
        self.add("text", words, x=x, y=y + 0.355 * size, font_size=size, fill=tone, text_anchor=anchor)

    def seat(self, colour: str, letter: str, x: float, y: float, side: float, hollow: bool = False) -> None:
        """A seat's mark round its middle: shape, colour and letter; hollow: out of the game, or with nothing left."""
        look = SEATS.get(colour, SEATS["white"])
        self.icon(look.icon, x, y, side, C.rim if hollow else look.colour)
        if hollow:
            self.icon(look.icon, x, y, 0.86 * side, C.soot)
        self.text(letter, x, y + look.dy * side, 0.5 * side, look.colour if hollow else C.pit)

    def player(self, name: str, colour: str, x: float, y: float, side: float, hollow: bool = False) -> None:
        """A seat's mark that says whose it is."""
        with self.group(name, data_seat=name):
            self.seat(colour, name[:1], x, y, side, hollow)


def flat(points: Iterable[Point]) -> str:
    """Points as the `d` of an open path."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)
