"""Which wire goes where: the header with its parts beside it, each lit while it is pressed."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from companion.engine.signals import Button, DialTurn, Signal, Tag
from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import _
from companion.tools.doctor.live import BUTTON_NAMES, WiredPart
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.pins import FLASH_S
from kiosk.screens.doctor.words import short_fact
from kiosk.screens.screen import page
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import Text, put_line, width
from kiosk.widgets.layout import Column, Leaf, Row, Split
from kiosk.widgets.panel import put_panel

ROWS = 20
MOST = 13
"""Parts on one side of the header; what is more goes to the other."""
LAMP, READER = N_("Lamp {name}"), N_("Reader {name}")


class PartSpot(NamedTuple):
    """A part beside the header: its middle, in px, and whether it is on the left."""

    part: WiredPart
    y: float
    left: bool


class DrawnWire(NamedTuple):
    """A wire from a pin (`x`, `y`) to the height `goal` of a part; `leave`: the y at which it leaves the header."""

    part: WiredPart
    x: float
    y: float
    leave: float
    goal: float
    left: bool


class Wires(Drawn):
    """The header with pin 1 at the top left, its USB sockets below; parts on the side of most of their pins."""

    draws_itself = True

    def __init__(self, parts: tuple[WiredPart, ...], **kwargs: Any) -> None:
        self.parts = parts
        self.lit: set[WiredPart] = set()
        super().__init__(**kwargs)

    def light(self, part: WiredPart, on: bool) -> None:
        """Light a part while it is pressed."""
        (self.lit.add if on else self.lit.discard)(part)
        self.redraw()

    # ------------------------------------------------------------ places

    @property
    def pitch(self) -> float:
        """From one row of pins to the next."""
        return float(self.height / ROWS)

    @property
    def wide(self) -> float:
        """Of the box of a part."""
        return float(min(30 * self.m.u, self.width * 0.34))

    @property
    def high(self) -> float:
        """Of it: one line, on an upright display two."""
        return float((2.9 if self.m.wide else 5.6) * self.m.u)

    @property
    def dot(self) -> float:
        """Of a pin."""
        return float(min(self.pitch * 0.62, 1.8 * self.m.u))

    def _row(self, pin: int) -> float:
        return float(self.top - self.pitch * ((pin - 1) // 2 + 0.5))

    def _column(self, pin: int) -> float:
        return float(self.center_x + (self.dot if pin % 2 == 0 else -self.dot))

    def spots(self) -> list[PartSpot]:
        """Return each part as near to its pins as the others allow."""
        left = [part for part in self.parts if _is_left(part)]
        right = [part for part in self.parts if not _is_left(part)]
        while len(left) > MOST and len(right) < MOST:
            right.append(left.pop())
        while len(right) > MOST and len(left) < MOST:
            left.append(right.pop())
        return [*self._stacked(left, True), *self._stacked(right, False)]

    def _stacked(self, parts: list[WiredPart], left: bool) -> list[PartSpot]:
        ordered = sorted(parts, key=_middle)
        step = min(self.high + 0.4 * self.m.u, self.height / max(1, len(ordered)))
        ys: list[float] = []
        at = self.top - step / 2
        for part in ordered:
            at = min(at, self.top - self.pitch * (_middle(part) + 0.5))
            ys.append(at)
            at -= step
        low = self.y + step / 2
        for i in reversed(range(len(ys))):
            ys[i] = max(ys[i], low)
            low = ys[i] + step
        return [PartSpot(part, y, left) for part, y in zip(ordered, ys, strict=True)]

    def lines(self, spots: list[PartSpot]) -> list[tuple[DrawnWire, float]]:
        """Return each wire with the x of its vertical piece."""
        sides: dict[bool, list[DrawnWire]] = defaultdict(list)
        for part, y, left in spots:
            gap = min(0.9, 2.4 / max(1, len(part.pins))) * self.m.u
            for i, pin in enumerate(part.pins):
                over = (pin % 2 == 1) != left
                leave = self._row(pin) - (self.pitch / 2 if over else 0)
                goal = y + gap * ((len(part.pins) - 1) / 2 - i)
                sides[left].append(DrawnWire(part, self._column(pin), self._row(pin), leave, goal, left))
        return [placed for left, lines in sides.items() for placed in self._turned(lines, left)]

    def _turned(self, lines: list[DrawnWire], left: bool) -> list[tuple[DrawnWire, float]]:
        """Turn rising wires nearest to the header from the top down, falling ones from the bottom up."""
        rising = sorted((line for line in lines if line.goal >= line.leave), key=lambda line: -line.leave)
        falling = sorted((line for line in lines if line.goal < line.leave), key=lambda line: line.leave)
        begin = self.dot * 2.4
        room = self.width / 2 - self.wide - begin
        step = room / (len(lines) + 1)
        sign = -1 if left else 1
        ordered = [*rising, *falling]
        return [(line, self.center_x + sign * (begin + step * (i + 1))) for i, line in enumerate(ordered)]

    # ------------------------------------------------------------ drawing

    def _label(self, part: WiredPart) -> str:
        match part.kind:
            case "button":
                return _(BUTTON_NAMES[part.name])
            case "lamp":
                return _(LAMP).format(name=part.name)
            case "reader":
                return _(READER).format(name=part.name)
        upwards = BUTTON_NAMES.get(f"{part.name}_up")
        return _(upwards).removesuffix("+").strip() if upwards is not None else part.name

    def _words(self, part: WiredPart) -> tuple[str, str, bool]:
        """Return its name, its pins, and whether the name is whole."""
        face: FontFace = "text_bold"
        size = round(2.5 * self.m.u)
        pins = ", ".join(map(str, part.pins)) if part.pins else "USB" if part.kind == "reader" else "?"
        room = self.wide - 2 * self.m.u - (width(pins, "text", size) + self.m.u if self.m.wide else 0)
        label = self._label(part)
        for words in (label, *(str(short_fact(part.name, letters)) for letters in range(len(part.name), 2, -1))):
            if width(words, face, size) <= room:
                return words, pins, words in (label, part.name)
        return "…", pins, False

    @property
    def fits(self) -> bool:
        return all(self._words(part)[2] for part in self.parts)

    def draw(self) -> None:
        spots = self.spots()
        self._board()
        lines = self.lines(spots)
        for line, turn in sorted(lines, key=lambda each: each[0].part in self.lit):
            self._wire(line, turn)
        lit = {pin for part in self.lit for pin in part.pins}
        used = {pin for part in self.parts for pin in part.pins}
        for pin in range(1, 2 * ROWS + 1):
            tone = C.ember if pin in lit else C.bone if pin in used else C.rim
            side = self.dot
            x, y = self._column(pin) - side / 2, self._row(pin) - side / 2
            put_panel(x, y, side, side, tone, 0.1 if pin == 1 else side / 2)
        for spot in spots:
            self._box(spot)

    def _board(self) -> None:
        half = self.dot * 2.1
        put_panel(self.center_x - half, self.y, 2 * half, self.height, C.soot, 0.8 * self.m.u)

    def _wire(self, line: DrawnWire, turn: float) -> None:
        lit = line.part in self.lit
        edge = self.center_x + (-1 if line.left else 1) * (self.width / 2 - self.wide)
        Color(*(C.ember if lit else C.danger if line.part.wrong else C.rim))
        thick = 4 if lit else 2
        _bar(line.x, line.y, line.x, line.leave, thick)
        _bar(line.x, line.leave, turn, line.leave, thick)
        _bar(turn, line.leave, turn, line.goal, thick)
        _bar(turn, line.goal, edge, line.goal, thick)

    def _box(self, spot: PartSpot) -> None:
        u, part = self.m.u, spot.part
        lit, high = part in self.lit, self.high
        x = self.x if spot.left else self.right - self.wide
        put_panel(x, spot.y - high / 2, self.wide, high, C.ember if lit else C.basalt, 0.5 * u)
        if part.wrong:
            put_panel(x, spot.y - high / 2, self.wide, high, C.danger, 0.5 * u, 2)
        words, pins, _whole = self._words(part)
        ink, quiet = (C.pit, C.pit) if lit else (C.bone, C.ash)
        first, second = (spot.y - 0.85 * u,) * 2 if self.m.wide else (spot.y + 0.6 * u, spot.y - 2 * u)
        put_line(words, "text_bold", round(2.5 * u), x + u, first, ink)
        if self.m.wide:
            put_line(pins, "text", round(2.5 * u), x + self.wide - 0.8 * u, second, quiet, "right")
        else:
            put_line(pins, "text", round(2.5 * u), x + u, second, quiet)


def _is_left(part: WiredPart) -> bool:
    """Whether most of its pins are on the left; a part without pins is on the right."""
    return sum(pin % 2 for pin in part.pins) * 2 > len(part.pins)


def _middle(part: WiredPart) -> float:
    """Return the row in the middle of its pins, from 0; a part without pins is last."""
    return sum((pin - 1) // 2 for pin in part.pins) / len(part.pins) if part.pins else float(ROWS)


def _bar(x0: float, y0: float, x1: float, y1: float, thick: float) -> None:
    """Put a level or upright line, its ends round the corners."""
    left, low = min(x0, x1) - thick / 2, min(y0, y1) - thick / 2
    Rectangle(pos=(round(left), round(low)), size=(round(abs(x1 - x0) + thick), round(abs(y1 - y0) + thick)))


class Wiring(DoctorPage):
    """What table.toml says of the wires, with pins by their numbers on the header."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _("Wiring"), **kwargs)
        live = self.practice.live if self.practice is not None else None
        self.parts = live.wiring() if live is not None else ()
        self.wires = Wires(self.parts)
        none = Text(_("Neither buttons nor lamps are set up."), "body", lines=2)
        none.visible = not self.parts
        self.wires.visible = bool(self.parts)
        hint = Text(_("Press a button, lay a tag: its wire lights up."), "small", lines=2)
        hint.visible = bool(self.parts)
        below = Split(
            wide=Row(self.back, Leaf(hint, weight=2.4), size=8.2),
            upright=Column(Leaf(hint, 6), Leaf(self.back, 8.2), gap=1, size=15.2),
        )
        self.compose(page(self.title, Leaf(none, 8), self.wires, below))
        self._timers: list[Any] = []
        down = live.pins().buttons if live is not None else {}
        for part in self.parts:
            if part.kind == "button" and down.get(part.name):
                self.wires.light(part, True)

    def signal(self, signal: Signal) -> None:
        """Light the part of a button, a step of a dial or a tag."""
        match signal:
            case Button(name=name, pressed=on):
                self._light("button", name, on)
            case DialTurn(name=name):
                self._light("dial", name, True)
                self._light("dial", name, False)
            case Tag(reader=name, present=on):
                self._light("reader", name, on)

    def _light(self, kind: str, name: str, on: bool) -> None:
        """Light the wires of a part, or let them go out soon."""
        for part in self.parts:
            if (part.kind, part.name) == (kind, name):
                if on:
                    self.wires.light(part, True)
                else:
                    call = partial(self.wires.light, part, False)
                    self._timers.append(Clock.schedule_once(lambda _dt, call=call: call(), FLASH_S))

    def closed(self) -> None:
        super().closed()
        for timer in self._timers:
            timer.cancel()
