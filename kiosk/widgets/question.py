"""A question to the table: two fields, the default's bar draining; or tiles when there are three to seven answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock

from companion.presentation.colours import C, Colour
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.theme import MOTION, Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.key import Action, Badge, Touchable, put_badge
from kiosk.widgets.label import LEADING, Fit, Text, capital, fit, put_line
from kiosk.widgets.look import look
from kiosk.widgets.motion import appear
from kiosk.widgets.panel import put_panel
from kiosk.widgets.tile import Tile


@dataclass(frozen=True)
class Answer:
    """One answer. `seat` is (colour name, letter); `panel` names the panel key that gives it, `badge` is its mark."""

    value: str
    label: str
    icon: str = ""
    colour: Colour = C.ok
    seat: tuple[str, str] | None = None
    badge: Badge | None = None
    panel: str = ""


class Field(Touchable):
    """Half the width: icon and one word. The default is filled and ringed, with a bar that drains in it."""

    def __init__(self, answer: Answer, default: bool = False, action: Action | None = None, **kwargs: Any) -> None:
        self.answer, self.default = answer, default
        self._left = 0.0
        super().__init__(action=action, **kwargs)

    @property
    def left(self) -> float:
        """How much of the bar is left, 1 to 0."""
        return self._left

    @left.setter
    def left(self, part: float) -> None:
        self._left = part
        self.redraw()

    def word(self) -> Fit:
        """How its word goes into it now."""
        u = self.m.u
        beside = self.width > self.height * 1.2
        room = self.width - (22 if beside else 4) * u
        return fit(self.answer.label, "black", tuple(s * u for s in (8.25, 7, 6, 5, 4.25)), room)

    def draw(self) -> None:
        u, a = self.m.u, self.answer
        radius = 1.75 * u
        lit = self.default
        fill = a.colour if lit else (self.skin.key_down if self.pressed else self.skin.key)
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge, line = (C.bone, 5.0) if lit else (a.colour, 4.0)
        put_panel(self.x, self.y, self.width, self.height, edge, radius, line)
        self.put_ring(radius)
        tone, words = (C.pit, C.pit) if lit else (a.colour, self.skin.first)
        laid = self.word()
        up = 1.1 * u
        side = min(16 * u, self.height * 0.62)
        if self.width > self.height * 1.2:
            put_icon(a.icon, self.x + 4 * u, self.center_y + up - side / 2, side, tone)
            x = self.x + 4 * u + side + 2.4 * u
            put_line(laid.lines[0], "black", laid.size, x, self.center_y + up - 0.33 * laid.size, words)
        else:
            base = self.y + 6.4 * u
            low, high = base + 0.67 * laid.size + 1.6 * u, self.top - 2 * u
            side = min(side, high - low)
            put_icon(a.icon, self.center_x - side / 2, (low + high - side) / 2, side, tone)
            put_line(laid.lines[0], "black", laid.size, self.center_x, base, words, "center")
        if lit and self._left > 0:
            x, y, wide, high = self.x + 2.5 * u, self.y + 2.5 * u, self.width - 5 * u, 1.75 * u
            put_panel(x, y, wide, high, C.ok_dim if a.colour == C.ok else C.pit.fade(0.35), high / 2)
            put_panel(x, y, max(wide * self._left, high), high, C.pit, high / 2)


class PanelLegend(Drawn):
    """The mark of a panel key and its name: "green key"."""

    def __init__(self, badge: Badge, text: str, **kwargs: Any) -> None:
        self.badge, self.text = badge, text
        super().__init__(**kwargs)

    def draw(self) -> None:
        u = self.m.u
        side = 3.75 * u
        x, y = self.x, self.center_y - side / 2
        put_badge(self.badge, x, y, side)
        small = max(self.m.type("small"), 3 * u)
        laid = fit(self.text, "text", (small, 2.5 * u), self.width - side - 1.4 * u)
        base = self.center_y - capital("text", laid.size) / 2
        put_line(laid.lines[0], "text", laid.size, x + side + 1.4 * u, base, self.skin.second)


class Question(Container):
    """Who or what, the question, and the answers. Covers its box but for what the screen keeps: clock and Undo.

    :param default: the value of the answer that is taken by itself after `seconds`; its bar drains.
    :param answered: called with the value the table chose.
    :param drained: called once when the bar is empty. The engine takes the default by itself; leave it out there.
    :param clock_room: u kept free at the upper right for the clock, when wide.
    """

    def __init__(
        self,
        who: str,
        question: str,
        answers: Sequence[Answer],
        default: str | None = None,
        seconds: float | None = MOTION.question,
        answered: Callable[[str], object] | None = None,
        drained: Callable[[], object] | None = None,
        clock_room: float = 34.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.answers, self.default = tuple(answers), default
        self.answered, self.drained = answered, drained
        self._began = 0.0
        self.clock_room = clock_room
        self.who = Text(who, "small", size=3.75)
        self.question = Text(question, "name", face="bold", size=7.5, lines=2)
        self.fields: list[Field | Tile] = []
        self.legends: list[PanelLegend] = []
        two = len(self.answers) == 2
        for a in self.answers:
            act = call_with(self._answer, a.value)
            if two:
                self.fields.append(Field(a, a.value == default, act))
                if a.badge and a.panel and look.buttons:
                    self.legends.append(PanelLegend(a.badge, a.panel))
            else:
                chosen = a.value == default
                tone = a.colour if not chosen else C.ember
                self.fields.append(
                    Tile(a.label, a.icon, seat=a.seat, chosen=chosen, tone=tone, style="line", action=act)
                )
        self._seconds = seconds
        self._gone = 0.0
        self._event: Any = None
        if two and default is not None and seconds:
            self.start(seconds)

    # ------------------------------------------------------------ time

    @property
    def left(self) -> float:
        """How much of the time is left, 1 to 0."""
        return max(0.0, 1 - self._gone / self._seconds) if self._seconds else 0.0

    def start(self, seconds: float, gone: float = 0.0) -> None:
        """Let the default's bar drain in `seconds`, of which `gone` have passed."""
        self._seconds, self._gone = seconds, gone
        self._began = Clock.time() - gone
        self._show_left()
        if self._event is None:
            self._event = Clock.schedule_interval(self._step, 1 / 30)

    def stop(self) -> None:
        """The bar stays where it is (hold, answered, gone)."""
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _step(self, _dt: float) -> None:
        # Not the sum of dt: the first one also counts the rest before the question.
        self._gone = Clock.time() - self._began
        self._show_left()
        if self.left <= 0:
            self.stop()
            if self.drained:
                self.drained()

    def _show_left(self) -> None:
        for field in self.fields:
            if isinstance(field, Field) and field.default:
                field.left = self.left

    def on_parent(self, widget: Any, parent: Any) -> None:
        """A question taken away does not tick on."""
        super().on_parent(widget, parent)
        if parent is None:
            self.stop()
        else:
            appear(self)

    def _answer(self, value: str) -> None:
        self.stop()
        if self.answered:
            self.answered(value)

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        room = m.columns - 2 * theme.MARGIN - (self.clock_room if m.wide else 0)
        base = 18.5 if m.wide else 37.0
        self.put(self.question, left=theme.MARGIN, width=room, baseline=base)
        laid = self.question.fit()
        above = 7.5
        if len(laid.lines) > 1:
            self.put(self.question, left=theme.MARGIN, width=room, baseline=base + 0.9)
            above = 5.0 + LEADING * laid.size / m.u
        self.put(self.who, left=theme.MARGIN, width=room, baseline=base - above)
        if len(self.answers) == 2:
            self._arrange_fields(m)
        else:
            self._arrange_tiles(m)

    def _arrange_fields(self, m: Metrics) -> None:
        top = 22.5 if m.wide else 43
        half = (m.columns - 2 * theme.MARGIN - 2.25) / 2
        for i, field in enumerate(self.fields):
            self.put(field, left=theme.MARGIN + i * (half + 2.25), width=half, top=top, height=25.75)
        for i, legend in enumerate(self.legends):
            if m.wide:
                at = 37.9 + i * (m.columns - theme.MARGIN - 37.9) / 2
                wide = (m.columns - theme.MARGIN - 37.9) / 2 - 2
                self.put(legend, left=at, width=wide, bottom=3.3, height=4)
            else:
                self.put(legend, left=theme.MARGIN + i * (half + 2.25), width=half, top=top + 27.5, height=4)

    def _arrange_tiles(self, m: Metrics) -> None:
        """One row if the names go into it, else more: tiles of at most 18 u."""
        count = len(self.fields)
        across = m.columns - 2 * theme.MARGIN
        for columns in (count, -(-count // 2), -(-count // 3)) if m.wide else (min(count, 4), 3, 2):
            wide = min(18.0, (across - (columns - 1) * theme.GAP) / columns)
            rows = -(-count // columns)
            for tile in self.fields:
                tile.width = wide * m.u
            if (m.wide and rows >= 2) or all(tile.fits for tile in self.fields if isinstance(tile, Tile)):
                break
        high = 13.5 if rows == 1 else 11.4
        top = 26 if m.wide else 43
        for i, tile in enumerate(self.fields):
            at = theme.MARGIN + (i % columns) * (wide + theme.GAP)
            self.put(tile, left=at, width=wide, top=top + (i // columns) * (high + theme.GAP), height=high)


def call_with(function: Callable[[str], object], value: str) -> Action:
    return lambda: function(value)
