"""What lies on a rail map: cards with their tracks, circles, engines, markers. Textures drawn once, then stretched."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin
from typing import Any

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Rotate

from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.rail_plan import (
    CARD_AIR,
    CORNER,
    GAUGE,
    OPEN,
    PEN,
    STRAIGHTS,
    TIE_WIDE,
    ends,
    sleeper,
    ties,
)
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, put_line
from kiosk.widgets.motion import Curve, glide
from kiosk.widgets.paint import Texture, fan, painted
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat
from kiosk.widgets.together import put_box

SIZES = (40, 56, 72, 96, 128, 176, 240)
"""px at which tracks are drawn; in between they are stretched, so that zooming makes no new textures."""


def drawn_at(cell: float) -> int:
    """The size of the texture for cells of so many px."""
    return next((size for size in SIZES if size >= cell), SIZES[-1])


def _segment(segment: str, side: int) -> None:
    if segment in STRAIGHTS:
        (ax, ay), (bx, by) = ends(segment)
        nx, ny = (1.0, 0.0) if segment == "NS" else (0.0, 1.0)
        for shift in (-GAUGE, GAUGE):
            points = [(ax + nx * shift, ay + ny * shift), (bx + nx * shift, by + ny * shift)]
            Line(points=[v * side for x, y in points for v in (x, 1 - y)], width=PEN * side, cap="none")
        return
    cx, cy = CORNER[segment]
    sx, sy = (1 - 2 * cx), (1 - 2 * cy)
    for radius in (0.5 - GAUGE, 0.5 + GAUGE):
        arc = [
            (cx + sx * radius * cos(t), cy + sy * radius * sin(t))
            for t in (OPEN + (pi / 2 - 2 * OPEN) * i / 24 for i in range(25))
        ]
        Line(points=[v * side for x, y in arc for v in (x, 1 - y)], width=PEN * side, cap="none", joint="round")


def _tie(tie: str, side: int) -> None:
    Line(points=[v * side for x, y in sleeper(tie) for v in (x, 1 - y)], width=TIE_WIDE * side, cap="square")


def tracks(rails: tuple[str, ...], cell: float) -> Texture:
    """The tracks of a card as they lie, white, for cells of about `cell` px."""
    side = drawn_at(cell)

    def draw() -> None:
        for segment in rails:
            _segment(segment, side)
        for tie in ties(rails):
            _tie(tie, side)

    return painted(("tracks", rails, side), side, side, draw)


def put_tracks(rails: tuple[str, ...], x: float, y: float, cell: float, colour: Colour) -> None:
    """Tracks into the open canvas, the cell's lower left corner at x, y."""
    if rails:
        put_box(x, y, cell, cell, colour, tracks(rails, cell))


def put_card(
    rails: tuple[str, ...],
    x: float,
    y: float,
    cell: float,
    tone: Colour = C.rim,
    fill: Colour = C.soot,
    edge: Colour = C.seam,
    line_px: float = 2,
) -> None:
    """A rail card in its cell."""
    air = CARD_AIR * cell
    put_panel(x + air, y + air, cell - 2 * air, cell - 2 * air, fill, 0.06 * cell)
    put_tracks(rails, x, y, cell, tone)
    put_panel(x + air, y + air, cell - 2 * air, cell - 2 * air, edge, 0.06 * cell, line_px)


def put_frame(x: float, y: float, cell: float, colour: Colour, line_px: float = 2) -> None:
    """An empty cell where a card may lie: its four corners."""
    air, arm = round(0.09 * cell), round(0.2 * cell)
    x0, y0, x1, y1 = round(x) + air, round(y) + air, round(x + cell) - air, round(y + cell) - air
    wide = max(2, round(line_px))
    for cx, sx in ((x0, 1), (x1, -1)):
        for cy, sy in ((y0, 1), (y1, -1)):
            put_box(min(cx, cx + sx * arm), min(cy, cy + sy * wide), arm, wide, colour)
            put_box(min(cx, cx + sx * wide), min(cy, cy + sy * arm), wide, arm, colour)


def put_circle(
    x: float,
    y: float,
    cell: float,
    label: str,
    icon: str,
    tone: Colour = C.bone,
    edge: Colour = C.rim,
    down: bool = False,
) -> None:
    """A circle card at its middle x, y: number above, effect token below (a blank disc where it lies face down)."""
    r = 0.43 * cell
    put_panel(x - r, y - r, 2 * r, 2 * r, C.basalt, r)
    put_panel(x - r, y - r, 2 * r, 2 * r, edge, r, max(3, round(0.045 * cell)))
    small = 0.33 * cell
    shown = bool(icon or down) and small >= 18
    if label == "G":
        side = 0.44 * cell
        put_icon("gates", x - side / 2, y - side / 2, side, tone)
        return
    size = (0.42 if shown else 0.52) * cell
    base = y + (0.035 * cell if shown else -capital("black", size) / 2)
    put_line(label, "black", size, x, base, tone, "center")
    if shown and down:
        put_panel(x - 0.12 * cell, y - 0.3 * cell, 0.24 * cell, 0.24 * cell, C.ash, cell)
    elif shown:
        put_icon(icon, x - small / 2, y - 0.36 * cell, small, C.ash)


def put_marker(x: float, y: float, cell: float) -> None:
    """A check marker on a tie."""
    side = max(12.0, 0.24 * cell)
    put_panel(x - side / 2, y - side / 2, side, side, C.pit, side)
    put_panel(x - side / 2, y - side / 2, side, side, C.danger, side, 2)
    inner = 0.66 * side
    put_icon("check", x - inner / 2, y - inner / 2, inner, C.danger)


def put_dot(x: float, y: float, cell: float, colour: Colour, part: float = 0.085) -> None:
    """A tie that can be touched."""
    r = max(3.0, part * cell)
    put_panel(x - r, y - r, 2 * r, 2 * r, colour, r)


def put_bead(x: float, y: float, cell: float, colour: Colour, hole: Colour) -> None:
    """A tie of the chosen route: a ring."""
    r = max(5.0, 0.11 * cell)
    put_panel(x - r, y - r, 2 * r, 2 * r, hole, r)
    put_panel(x - r, y - r, 2 * r, 2 * r, colour, r, max(3, round(0.04 * cell)))


def put_route(points: list[tuple[float, float]], cell: float, colour: Colour) -> None:
    """The line along a route."""
    if len(points) > 1:
        Color(*colour)
        Line(points=[v for point in points for v in point], width=max(1.5, 0.022 * cell), joint="round", cap="round")


def _nose(side: int) -> None:
    fan((0.5 * side, 0.5 * side), [(0.1 * side, 0.04 * side), (0.96 * side, 0.5 * side), (0.1 * side, 0.96 * side)])


def nose(side: int) -> Any:
    """The nose of an engine: a wedge that points to the right."""
    return painted(("nose", side), side, side, lambda: _nose(side))


def put_engine(x: float, y: float, size: float, seat: str, letter: str) -> None:
    """An engine at its middle: the seat's shape on a dark disc."""
    r = size / 2
    put_panel(x - r, y - r, size, size, C.pit, r)
    inner = 0.74 * size
    put_seat(x - inner / 2, y - inner / 2, inner, seat, letter)


NOSE = 0.36
"""Of its size."""


class EngineMark(Drawn):
    """One engine; its box is the disc. `seat` None: Cerberus.

    looks: the way it looks (x east, y north), (0, 0) in a circle; active: its turn; ringed: it is meant by a question.
    """

    def __init__(self, name: str, seat: str | None, **kwargs: Any) -> None:
        self.name, self.seat = name, seat
        self.looks = (0.0, 0.0)
        self.active = self.ringed = False
        super().__init__(**kwargs)

    def mark(self, looks: tuple[float, float], active: bool, ringed: bool = False) -> None:
        """How it is to be shown."""
        if (looks, active, ringed) != (self.looks, self.active, self.ringed):
            self.looks, self.active, self.ringed = looks, active, ringed
            self.redraw()

    def stand(self, x: float, y: float, size: float) -> None:
        self.size = (size, size)
        self.pos = (x - size / 2, y - size / 2)

    def go(self, x: float, y: float, size: float, seconds: float, curve: Curve, done: Any = None) -> None:
        glide(self, seconds, curve, done, width=size, height=size, x=x - size / 2, y=y - size / 2)

    def draw(self) -> None:
        size = self.width
        if size < 6:
            return
        x, y = self.center_x, self.center_y
        if self.seat is None:
            put_panel(self.x, self.y, size, size, C.pit, size)
            put_panel(self.x, self.y, size, size, C.danger, size, max(2, round(0.06 * size)))
            inner = 0.7 * size
            put_icon("cerberus", x - inner / 2, y - inner / 2, inner, C.danger)
            return
        if self.looks != (0.0, 0.0) and not self.ringed:  # what it may be pushed onto lies under its nose
            self._draw_nose(x, y, size)
        put_engine(x, y, size, self.seat, self.name[:1])
        if self.active or self.ringed:
            wide = max(2, round(0.05 * size))
            put_panel(self.x, self.y, size, size, C.ember if self.ringed else C.bone, size, wide)

    def _draw_nose(self, x: float, y: float, size: float) -> None:
        side = NOSE * size
        texture = nose(max(8, round(side)))
        PushMatrix()
        Rotate(angle=degrees(atan2(self.looks[1], self.looks[0])), origin=(x, y))
        edge = 0.14 * side
        Color(*C.pit)
        big = side + 2 * edge
        Rectangle(texture=texture, pos=(x + 0.42 * size - edge, y - big / 2), size=(big, big))
        Color(*SEATS[self.seat or "white"].colour)
        Rectangle(texture=texture, pos=(x + 0.45 * size, y - side / 2), size=(side, side))
        PopMatrix()
