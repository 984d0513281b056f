"""The draw test: a finger leaves a trail of fire, nine fields want to be touched, doubled touches are reported."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.graphics import Color, Ellipse

from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.screens.doctor.page import DoctorPage
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Node, Row
from kiosk.widgets.panel import put_panel

ACROSS = DOWN = 3
TRAIL = 160
"""Sparks of the trail that stay."""
TWICE_MS, TWICE_U = 60, 2.0
"""Two touches at the same place within so short a time are one finger that was reported twice."""


class TouchFields(Drawn):
    """Nine fields, lit once they were touched; over them the trail."""

    draws_itself = True

    def __init__(self, **kwargs: Any) -> None:
        self.hit: set[int] = set()
        self.trail: list[tuple[float, float]] = []
        super().__init__(**kwargs)

    def touch(self, x: float, y: float) -> None:
        """Handle a finger at px x, y."""
        if self.x <= x <= self.right and y <= self.top:  # the keys below it belong to the lowest fields
            across = min(ACROSS - 1, int((x - self.x) / self.width * ACROSS))
            down = min(DOWN - 1, int((self.top - y) / self.height * DOWN))
            self.hit.add(down * ACROSS + across)
        self.trail = [*self.trail, (x, y)][-TRAIL:]
        self.redraw()

    def draw(self) -> None:
        u = self.m.u
        wide, high = self.width / ACROSS, self.height / DOWN
        for i in range(ACROSS * DOWN):
            x, y = self.x + i % ACROSS * wide, self.top - (i // ACROSS + 1) * high
            lit = i in self.hit
            put_panel(x + 0.5 * u, y + 0.5 * u, wide - u, high - u, C.blood if lit else C.soot, 1.25 * u)
            put_panel(x + 0.5 * u, y + 0.5 * u, wide - u, high - u, C.ok if lit else C.seam, 1.25 * u, 3 if lit else 2)
            if lit:
                put_icon("check", x + wide - 5.2 * u, y + high - 5.2 * u, 3.4 * u, C.ok)
        for i, (x, y) in enumerate(self.trail):
            age = 1 - (i + 1) / len(self.trail)
            side = (2.6 - 1.9 * age) * u
            Color(*(C.brim if age < 0.25 else C.ember if age < 0.6 else C.glow).fade(1 - 0.8 * age))
            Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side), segments=12)


class Touching(DoctorPage):
    """Everything that is touched counts, the keys at the foot as well."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, "", **kwargs)
        self.field = TouchFields()
        self.say = Text("", "key", lines=5, align="center")
        self.twice = Text("", "small", C.brim, lines=14, align="center")
        self.doubled = 0
        self._last: tuple[int, float, float] | None = None
        self.found = Key(_("Findings"), "list", icon_size=3, action=partial(context.go.open, "doctor:found:screen"))
        self.display = Key(_("Display"), "gear", icon_size=3, action=partial(context.go.open, "display"))
        self._tell()

    def on_touch_down(self, touch: Any) -> bool:
        if not touch.is_mouse_scrolling:
            self._note(touch.x, touch.y)
            self.field.touch(touch.x, touch.y)
            self._tell()
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        self.field.touch(touch.x, touch.y)
        self._tell()
        return bool(super().on_touch_move(touch))

    def _note(self, x: float, y: float) -> None:
        """Count a touch that comes a second time."""
        now, near = self.context.table.now(), TWICE_U * self.m.u
        last = self._last
        if last is not None and now - last[0] <= TWICE_MS and abs(x - last[1]) <= near and abs(y - last[2]) <= near:
            self.doubled += 1
        self._last = (now, x, y)

    def _tell(self) -> None:
        left = ACROSS * DOWN - len(self.field.hit)
        if left:
            self.say.show(_("Draw with a finger; fields left: {n}").format(n=left), C.bone)
        else:
            self.say.show(_("All nine fields feel the finger."), C.ok)
        twice = _("Touches that came twice: {n}. Restart; if it stays, close the desktop.")
        self.twice.show(twice.format(n=self.doubled) if self.doubled else "")

    def arrange(self, metrics: Metrics) -> None:
        foot = 11 if metrics.wide else 21
        self.put(self.field, left=0, right=0, top=0, bottom=foot)
        wide, high = metrics.columns / ACROSS, (metrics.rows - foot) / DOWN
        self.put(self.say, left=wide + 2, width=wide - 4, top=high + 2, height=high - 4)
        self.put(self.twice, left=wide + 1.5, width=wide - 3, top=1.5, height=high - 3)
        if metrics.wide:
            keys: Node = Row(self.back, self.found, self.display)
        else:
            keys = Column(self.back, Row(self.found, self.display))
        self.put(keys, left=5, right=5, bottom=1.8, height=foot - 2.8)
