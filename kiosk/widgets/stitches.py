"""Silence: a thread sewn through the whole screen."""

from __future__ import annotations

from kivy.graphics import Color, Line, Rectangle

from companion.presentation.colours import C
from companion.presentation.path_data import Point, bezier
from kiosk.widgets.base import Drawn
from kiosk.widgets.paint import painted


def _thread(width: float, height: float, steps: int) -> tuple[list[Point], list[Point]]:
    """The thread and its loose end in a box, y up."""

    def at(x: float, y: float) -> Point:
        return x * width / 700, (124 - y) * height / 124

    thread = [at(-10, 24), *bezier(at(-10, 24), at(150, 92), at(520, 98), at(684, 42), steps)]
    return thread, [at(684, 42), *bezier(at(684, 42), at(700, 36), at(694, 22), at(684, 26))]


class Stitches(Drawn):
    """A sagging thread from the left edge of its box to its right, with stitches across. Box: about 15.5 u high."""

    draws_itself = True

    def draw(self) -> None:
        u = self.m.u
        width, height = round(self.width), round(self.height)
        if width < 16 or height < 16:
            return

        def paint() -> None:
            count = max(5, round(width / (6.7 * u)))
            thread, end = _thread(width, height, 4 * count)
            Line(points=[v for p in thread for v in p], width=0.56 * u, cap="round", joint="round")
            Line(points=[v for p in end for v in p], width=0.375 * u, cap="round", joint="round")
            for x, y in thread[2::4]:
                Line(points=(x - 0.9 * u, y + 3 * u, x + 0.9 * u, y - 3 * u), width=0.44 * u, cap="round")

        Color(*C.ice)
        Rectangle(
            texture=painted(("stitches", width, height), width, height, paint), pos=self.pos, size=(width, height)
        )
