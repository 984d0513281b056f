"""A question to the table: two fields, the default's bar draining; or tiles where there are three answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.presentation.colours import C, Colour
from kiosk.display.look import look
from kiosk.display.theme import MARGIN
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Badge, Touchable, put_badge
from kiosk.widgets.label import Text, TextFit, capital_height, fit, put_line
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Node, Row, Split
from kiosk.widgets.motion import appear
from kiosk.widgets.panel import put_panel
from kiosk.widgets.tile import Tile

CLOCK = 36.0
"""u kept free at the upper right for the clock, wide."""


@dataclass(frozen=True)
class AnswerKey:
    """One answer. `panel` names the panel key that gives it, `badge` is its mark."""

    value: str
    label: str
    icon: str = ""
    colour: Colour = C.ok
    badge: Badge | None = None
    panel: str = ""


class AnswerField(Touchable):
    """Half the width: icon and one word. The default is filled and ringed, with a bar that drains in it."""

    def __init__(self, answer: AnswerKey, default: bool = False, action: Action | None = None, **kwargs: Any) -> None:
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

    def word(self) -> TextFit:
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
        base = self.center_y - capital_height("text", laid.size) / 2
        put_line(laid.lines[0], "text", laid.size, x + side + 1.4 * u, base, self.skin.second)


class Question(Container):
    """The player or the subject, the question, and two or three answers. Covers its box but for clock and Undo.

    :param default: the value of the answer that is taken by itself; its bar drains.
    :param answered: called with the value the table chose.
    """

    def __init__(
        self,
        who: str,
        question: str,
        answers: Sequence[AnswerKey],
        default: str | None = None,
        answered: Callable[[str], object] = lambda _value: None,
    ) -> None:
        super().__init__()
        self.answered = answered
        self.who = Text(who, "small", size=3.75)
        self.question = Text(question, "name", face="bold", size=7.5, lines=2)
        self._event: Any = None
        self._seconds = self._began = 0.0
        if len(answers) == 2:
            self.fields: list[Any] = [
                AnswerField(a, a.value == default, partial(self._answer, a.value)) for a in answers
            ]
        else:
            self.fields = [self._tile(a, a.value == default) for a in answers]
        shown = [a for a in answers if a.badge and a.panel and look.buttons and len(answers) == 2]
        self.legends = [PanelLegend(a.badge, a.panel) for a in shown if a.badge]
        self.compose(self._layout())

    def _tile(self, answer: AnswerKey, chosen: bool) -> Tile:
        tone = C.ember if chosen else answer.colour
        action = partial(self._answer, answer.value)
        return Tile(answer.label, answer.icon, chosen=chosen, tone=tone, style="line", action=action)

    # ------------------------------------------------------------ time

    def start(self, seconds: float, gone: float = 0.0) -> None:
        """Let the default's bar drain in `seconds`, of which `gone` have passed."""
        self._seconds, self._began = seconds, Clock.time() - gone
        if self._event is None:
            self._event = Clock.schedule_interval(self._step, 1 / 30)
        self._step(0)

    def stop(self) -> None:
        """Stop the bar where it is (hold, answered, gone)."""
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _step(self, _dt: float) -> None:
        # Not the sum of dt: the first one also counts the rest before the question.
        left = max(0.0, 1 - (Clock.time() - self._began) / self._seconds)
        for field in self.fields:
            if isinstance(field, AnswerField) and field.default:
                field.left = left
        if left <= 0:
            self.stop()

    def on_parent(self, widget: Any, parent: Any) -> None:
        """Stop the bar of a question that was taken away."""
        super().on_parent(widget, parent)
        if parent is None:
            self.stop()
        else:
            appear(self)

    def _answer(self, value: str) -> None:
        self.stop()
        self.answered(value)

    # ------------------------------------------------------------ layout

    def _layout(self) -> Node:
        """Place two answers side by side, three of them upright below each other."""
        words = Column(FreeSpace(), Leaf(self.who, NATURAL), Leaf(self.question, NATURAL), gap=2.5)
        head = Row(words, Split(wide=FreeSpace(CLOCK)), size=(18.8, 37.3))
        if len(self.fields) == 2:
            fields: Any = Row(*self.fields, size=25.75, gap=2.25)
        else:
            fields = Split(wide=Row(*self.fields, size=22), upright=Column(*self.fields, size=50.4))
        beside_undo = Column(FreeSpace(), Row(FreeSpace(37.6), *self.legends, size=4), pad=(0, 0, 0, 3.3))
        below = Column(Row(*self.legends, size=4), FreeSpace())
        return Column(head, fields, Split(wide=beside_undo, upright=below), gap=(4, 4.5), pad=(MARGIN, 0, MARGIN, 0))
