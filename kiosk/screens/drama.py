"""An order that fills the screen: a capture, a derailment, the open boat. A game says how long it stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.message import Line, Order
from companion.engine.player_names import seats_of
from companion.engine.prompt import Prompt
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from companion.presentation.skins import JAW
from kiosk.display.look import look
from kiosk.display.theme import Metrics
from kiosk.screens.sheet import Sheet, foot
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Drawn
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, TextFit, capital_height, fit, put_line
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Node, Row
from kiosk.widgets.order import OrderWords

FIRE = Fire(C.danger, 0.55, 0.3, 0.4, 0.9, 0.9, C.jawpit)
BITE = 0.9


Put = Callable[[float, float, float, Any], object]
"""Draws a seat of the game: x, y (px, its lower left corner), side (px), the seat."""


class PlayerMarks(Drawn):
    """The players that it is about, side by side."""

    def __init__(self, put: Put, **kwargs: Any) -> None:
        self.put_player = put
        self.seats: tuple[Any, ...] = ()
        super().__init__(**kwargs)

    def show(self, seats: tuple[Any, ...]) -> None:
        if seats != self.seats:
            self.seats = seats
            self.redraw()

    def draw(self) -> None:
        side = self.height
        for i, seat in enumerate(self.seats):
            x = self.x + i * 1.12 * side
            if x + side > self.right + 1:
                break
            self.put_player(x, self.y, side, seat)


class Notes(Drawn):
    """What follows, line by line."""

    def __init__(self, **kwargs: Any) -> None:
        self.notes: tuple[Line, ...] = ()
        super().__init__(**kwargs)

    def show(self, notes: tuple[Line, ...]) -> None:
        if notes != self.notes:
            self.notes = notes
            self.redraw()

    @property
    def text(self) -> str:
        """All its words, as read on the screen."""
        return "\n".join(spoken(note.text) for note in self.notes)

    def rows(self) -> list[TextFit]:
        """Return its lines as they fit now: all of one size, the largest at which the height is enough."""
        u = self.m.u
        rows: list[TextFit] = []
        for size in (4.2, 3.9, 3.6, 3.25, 2.9, 2.5):
            rows = [fit(spoken(note.text), "text_bold", (size * u,), self.width - 6 * u, 2) for note in self.notes]
            if all(row.fits for row in rows) and self._high(rows) <= self.height:
                break
        return rows

    @property
    def fits(self) -> bool:
        return all(row.fits for row in self.rows()) and self._high(self.rows()) <= self.height + 1

    @staticmethod
    def _high(rows: list[TextFit]) -> float:
        return sum((1.18 * len(row.lines) + 0.3) * row.size for row in rows)

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        y = self.top
        for note, row in zip(self.notes, self.rows(), strict=True):
            base = y - 0.2 * row.size - capital_height("text_bold", row.size)
            side = max(24, 1.2 * row.size)
            tone = colour(note.tone)
            put_icon(note.icon, self.x, base + capital_height("text_bold", row.size) / 2 - side / 2, side, tone)
            for words in row.lines:
                put_line(words, "text_bold", row.size, self.x + 6 * u, base, C.bone)
                base -= 1.18 * row.size
            y -= (1.18 * len(row.lines) + 0.3) * row.size


class Drama(Sheet):
    """`order`: what it is about; `put`: draws a seat of the game; `on`: called when it is confirmed."""

    def __init__(self, context: KioskContext, order: Order, put: Put, on: Callable[[], object]) -> None:
        super().__init__(context)
        self.order_shown = order
        if order.capture:
            self.skin = JAW
        self.fangs = Fangs(0.0 if look.motion else BITE, lower=0.0)
        self.fangs.visible = order.capture
        tone = C.bone if order.capture else colour(order.tone)  # the fangs are red
        self.icon = Icon(order.icon, tone)
        self.head = Text(spoken(order.head), "name", tone, face="text_bold", size=5)
        self.crowded = len(order.notes) > 1 and not self.m.wide
        """Upright, with several lines to come: the rest is smaller."""
        self.order = OrderWords("", size=14, low=len(order.seats) > 1 or self.crowded)
        self.marks = PlayerMarks(put)
        self.notes = Notes()
        self.order.show(spoken(order.text))
        self.notes.show(order.notes)
        self.add_widget(self.fangs)
        self.set_keys(Key(_("Go on"), "next", kind="prime", icon_size=3, action=on))  # the jaws have a dark floor
        self.raise_undo()
        if order.capture:
            self.fangs.bite(BITE)

    @property
    def burning(self) -> Fire:
        if self.order_shown.capture:
            return FIRE
        return fires.ALARM if self.order_shown.tone == "danger" else fires.WON

    def update(self, view: Any, prompt: Prompt | None) -> None:
        self.marks.show(tuple(seat for seat in seats_of(view) if seat.name in self.order_shown.seats))

    def lay(self, metrics: Metrics) -> None:
        wide = metrics.wide
        down = (9.0 if wide else 15.0) if self.order_shown.capture else (3.0 if wide else 10.0)
        self.put(self.fangs, left=0, right=0, top=0, bottom=foot(metrics) + (0.6 if wide else 1))
        tree = self._about_players(metrics) if self.order_shown.seats else self._about_all(wide)
        if not self.order_shown.seats and not wide:
            down += -4 if self.crowded else 4
        self.icon.visible = not self.order_shown.seats
        self.put(Column(tree, pad=(4, down, 4, foot(metrics) + 0.8)), left=0, top=0)

    def _about_players(self, metrics: Metrics) -> Node:
        wide, count = metrics.wide, len(self.order_shown.seats)
        side = min(7.6 if wide else 11.0, (0.6 if wide else 0.5) * (metrics.columns - 8) / (1.12 * count))
        head = Row(Leaf(self.marks, side * 1.12 * count), self.head, gap=2, size=side)
        return Column(head, self._words(), gap=(2.7, 3.5))

    def _words(self) -> Node:
        """Return what happened, and what is to be done: letters that go below their line touch nothing."""
        return Column(Leaf(self.order, NATURAL), self.notes, gap=(4.2, 4.4))

    def _about_all(self, wide: bool) -> Node:
        """Return its sign as large as there is room: beside the words, upright above them."""
        words = (Leaf(self.head, NATURAL), self._words())
        if wide:
            sign = Column(FreeSpace(4), Leaf(self.icon, 34), FreeSpace(), gap=0, size=34)
            return Row(sign, Column(FreeSpace(2), *words, gap=3.3), gap=4)
        high = 20.0 if self.crowded else 40.0
        return Column(Leaf(self.icon, high), *words, gap=(3.3, 2.6))
