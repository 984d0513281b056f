"""A train of HellRail on its rail: engine to the right, cars behind it, the last one to the left. And a sealed wagon.

`put_car` and its like draw one piece into the open canvas: `side` px wide, standing on the rail whose top is `rail`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Line

from companion.presentation.colours import SEATS, C, Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, put_line, width
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import Texture, painted
from kiosk.widgets.panel import put_panel, put_ring
from kiosk.widgets.together import put_box

ABOVE, ABOVE_TWO = 3.4, 6.3
"""u above the cars for value and brimstone, beside or below each other."""
WHEELS = 0.075
"""The part of its side by which a piece's wheels stand above its box."""


@dataclass(frozen=True)
class Car:
    """A loaded car: where it goes (`G`, `1` ...), what it is worth, its brimstone; "" is not known."""

    to: str = ""
    value: str = ""
    brimstone: str = ""
    covered: bool = False
    here: bool = False
    """It can be delivered where the engine stands."""


def put_piece(icon: str, x: float, rail: float, side: float, tone: Colour) -> None:
    """Any piece on wheels."""
    put_icon(icon, x, rail - WHEELS * side, side, tone)


def put_sealed(x: float, rail: float, side: float, tone: Colour = C.bone) -> None:
    """A delivered car: the same whatever is inside."""
    put_piece("sealed", x, rail, side, tone)


def put_engine(x: float, rail: float, side: float, colour: str) -> None:
    put_piece("engine", x, rail, side, SEATS[colour].colour)


def put_car(x: float, rail: float, side: float, car: Car, tone: Colour = C.bone) -> None:
    """A loaded car with the circle that it goes to; ringed and green if it is here. A covered one shows nothing."""
    shade = C.ok if car.here else C.rim if car.covered else tone
    put_piece("car", x, rail, side, shade)
    size = 0.34 * side
    base = rail - WHEELS * side + 0.52 * side - capital("black", size) / 2
    put_line("?" if car.covered else car.to, "black", size, x + side / 2, base, C.pit, "center")
    if car.here and side > 60:
        put_ring(x + side / 2, rail - WHEELS * side + 0.52 * side, 0.2 * side, max(2.0, 0.034 * side), C.pit)


class Train(Drawn):
    """The active player's train, as large as it fits. Its box stands on the rail; above the cars value and brimstone.

    :param small: nothing above the cars: one of several trains below each other.
    """

    def __init__(self, small: bool = False, **kwargs: Any) -> None:
        self.small = small
        self.colour = "blue"
        self.cars: tuple[Car, ...] = ()
        self.tender = self.soul_catcher = False
        self.room_for_more = False
        self.dim = False
        super().__init__(**kwargs)

    def show(
        self,
        colour: str,
        cars: tuple[Car, ...],
        tender: bool = False,
        soul_catcher: bool = False,
        room_for_more: bool = False,
        dim: bool = False,
    ) -> None:
        """Another train. `room_for_more`: a dashed place behind the last car; `dim`: somebody else's."""
        new = (colour, cars, tender, soul_catcher, room_for_more, dim)
        if new != (self.colour, self.cars, self.tender, self.soul_catcher, self.room_for_more, self.dim):
            self.colour, self.cars, self.tender, self.soul_catcher, self.room_for_more, self.dim = new
            self.redraw()

    def side(self) -> float:
        """px of one piece."""
        return self._side(ABOVE_TWO if self._stacked() else ABOVE)

    def _side(self, above: float) -> float:
        pieces = 1 + len(self.cars) + self.tender + self.room_for_more + 0.55 * self.soul_catcher
        high = self.height - (0.0 if self.small else above * self.m.u)
        return min(high / 0.92, 14.6 * self.m.u, self.width / (1.1 * pieces))

    def _stacked(self) -> bool:
        """Value above brimstone: beside each other they would be wider than their car."""
        side = self._side(ABOVE)
        return not self.small and any(self._wide(car, self._words(side)) > side for car in self.cars)

    def _words(self, side: float) -> float:
        """px of the figures above the cars."""
        u = self.m.u
        return max(2.5 * u, min(3.4 * u, 0.24 * side))

    def _wide(self, car: Car, size: float) -> float:
        """px of value and brimstone side by side."""
        u = self.m.u
        shown = [words for words in (car.value, car.brimstone) if words]
        total = sum(0.86 * size + 0.3 * u + width(words, "text_bold", round(size)) for words in shown)
        return total + 0.9 * u * max(0, len(shown) - 1)

    def draw(self) -> None:
        if self.width < 8:
            return
        side, rail = self.side(), self.y
        step = 1.1 * side
        x = self.x if self.small else self.right - side
        if self.small:  # from left to right: the engine first, so that all begin in one line
            step = -step
        tone = C.rim if self.dim else C.bone
        if self.soul_catcher:
            ghost = 0.5 * side
            put_icon("soulcatcher", x if self.small else self.right - ghost, rail + 0.12 * side, ghost, C.ash)
            x -= 0.55 * side if not self.small else -0.55 * side
        put_engine(x, rail, side, self.colour)
        x -= step
        if self.tender:
            put_piece("tender", x, rail, side, C.rim if self.dim else C.ash)
            x -= step
        for car in self.cars:
            put_car(x, rail, side, car, tone)
            if not self.small:
                self._put_above(x, rail, side, car)
            x -= step
        if self.room_for_more and not self.small:
            self._put_place(x, rail, side)

    def _put_above(self, x: float, rail: float, side: float, car: Car) -> None:
        """Value and brimstone above a car."""
        u = self.m.u
        size = self._words(side)
        parts = [("crown", car.value, C.ash), ("flame", car.brimstone, C.brim)]
        base = rail - WHEELS * side + 0.8 * side
        if self._stacked():
            for icon, words, tone in reversed(parts):
                at = x + (side - self._wide(Car(value=words), size)) / 2
                self._put_value(icon, words, tone, at, base, size)
                base += 2.9 * u
            return
        at = x + (side - self._wide(car, size)) / 2
        for icon, words, tone in parts:
            at = self._put_value(icon, words, tone, at, base, size)

    def _put_value(self, name: str, words: str, tone: Colour, x: float, base: float, size: float) -> float:
        """A sign and its figure; returns where the next may begin."""
        u = self.m.u
        if not words:
            return x
        icon = 0.86 * size
        put_icon(name, x, base - 0.06 * size, icon, tone)
        x += icon + 0.3 * u
        return x + put_line(words, "text_bold", size, x, base, C.bone) + 0.9 * u

    def _put_place(self, x: float, rail: float, side: float) -> None:
        """Where the next car goes: dashes and a plus."""
        left, low, wide, high = x + 0.05 * side, rail + 0.12 * side, 0.9 * side, 0.56 * side
        dashes = _dashes(round(wide), round(high), side)
        put_box(round(left) - AIR, round(low) - AIR, dashes.width, dashes.height, C.seam, dashes)
        icon = 0.28 * side
        put_icon("plus", x + (side - icon) / 2, low + (high - icon) / 2, icon, C.rim)


AIR = 2
"""px round the dashes."""


def _dashes(wide: int, high: int, side: float) -> Texture:
    """The outline of wide x high px of a place where a car of `side` px goes, with `AIR` round it."""

    def draw() -> None:
        dash, gap = 0.1 * side, 0.08 * side
        for y in (0, high):
            at = 0.0
            while at < wide - 1:
                Line(points=(AIR + at, AIR + y, AIR + min(at + dash, wide), AIR + y), width=1.5)
                at += dash + gap
        for x in (0, wide):
            at = 0.0
            while at < high - 1:
                Line(points=(AIR + x, AIR + at, AIR + x, AIR + min(at + dash, high)), width=1.5)
                at += dash + gap

    return painted(("dashes", wide, high, round(side)), wide + 2 * AIR, high + 2 * AIR, draw)


class Flight(Drawn):
    """A sealed wagon on its way from a train to where the delivered ones stand. It looks and takes the same always."""

    SECONDS = 0.42

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.visible = False

    def fly(self, start: tuple[float, float], end: tuple[float, float], side: float) -> None:
        """From one lower left corner to another (px)."""
        self.size = (side, side)
        self.pos = start
        self.visible = True
        glide(self, self.SECONDS, pos=end, done=self._landed)

    def _landed(self) -> None:
        self.visible = False

    def draw(self) -> None:
        put_icon("sealed", self.x, self.y, self.width, C.ok)


class Chip(Drawn):
    """A figure in a ring: a circle of the map."""

    def __init__(self, figure: str = "", tone: Colour = C.bone, **kwargs: Any) -> None:
        self.figure, self.tone = figure, tone
        self.cerberus = False
        super().__init__(**kwargs)

    def show(self, figure: str, tone: Colour = C.bone, cerberus: bool = False) -> None:
        """Another circle; with Cerberus on it."""
        if (figure, tone, cerberus) != (self.figure, self.tone, self.cerberus):
            self.figure, self.tone, self.cerberus = figure, tone, cerberus
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if self.figure and side > 4:
            put_circle(self.x, self.center_y - side / 2, side, self.figure, self.tone, self.cerberus)


def put_circle(
    x: float, y: float, side: float, figure: str, tone: Colour = C.bone, cerberus: bool = False, fill: Colour = C.soot
) -> None:
    """A circle of the map by its number, the Gates by their sign (`G`); the dog's head hangs on it."""
    put_panel(x, y, side, side, fill, side / 2)
    put_ring(x + side / 2, y + side / 2, side / 2 - 0.035 * side, max(2.0, 0.06 * side), tone)
    if figure == "G":
        inner = 0.58 * side
        put_icon("gates", x + (side - inner) / 2, y + (side - inner) / 2, inner, tone)
    else:
        size = 0.62 * side
        put_line(figure, "black", size, x + side / 2, y + side / 2 - capital("black", size) / 2, tone, "center")
    if cerberus:
        head = 0.5 * side
        put_icon("cerberus", x + side - 0.62 * head, y + side - 0.62 * head, head, C.danger)
