"""What the players own together, beside the clock: the pile, the hands, the Curses that are left."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

from companion.games.infernal_wagon.view import HandView
from companion.presentation.colours import C, Colour
from kiosk.display.theme import CAPITAL
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import Text, fit, put_line, width
from kiosk.widgets.layout import NATURAL, Column, Leaf, Row, Space, middle
from kiosk.widgets.seat import put_seat

BESIDE = 1.6
"""Steps from hand to hand that a name takes at most where every other one is lower."""


class Hands(Drawn):
    """A seat for each player with its count; hollow at none. `named`: with names below."""

    def __init__(self, **kwargs: Any) -> None:
        self.hands: tuple[HandView, ...] = ()
        self.named = False
        self.per = 3
        super().__init__(**kwargs)

    def show(self, hands: tuple[HandView, ...]) -> None:
        if hands != self.hands:
            self.hands = hands
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        if not self.hands:
            return
        if self.named:
            self._draw_named(u)
            return
        step = min(self.width / self.per, 5.5 * u)
        side = step - 0.45 * u
        for i, hand in enumerate(self.hands):
            x = self.x + (i % self.per) * step
            y = self.top - side - (i // self.per) * step
            put_seat(x, y, side, hand.colour or "white", str(hand.cards), hollow=hand.cards == 0)

    def _draw_named(self, u: float) -> None:
        step, side, drop = self._named()
        size = round(self.m.type("small"))
        for i, (hand, (x, _right, name)) in enumerate(zip(self.hands, self.names(), strict=True)):
            left = self.x + (i + 0.5) * step - side / 2
            put_seat(left, self.top - side, side, hand.colour or "white", str(hand.cards), hollow=hand.cards == 0)
            base = self.top - side - 3.4 * u - (drop if i % 2 else 0)
            put_line(name, "text", size, x, base, self.skin.second)

    def _named(self) -> tuple[float, float, float]:
        """Return px: from hand to hand, of a shape, and by how much every other name is lower because they are long."""
        u, size = self.m.u, round(self.m.type("small"))
        step = self.width / max(4, len(self.hands))
        long = any(width(hand.name, "text", size) > step - 0.6 * u for hand in self.hands)
        drop = 1.14 * size if long else 0.0
        return step, min(6.67 * u, step - 3 * u, self.height - 4.2 * u - drop), drop

    def names(self) -> list[tuple[float, float, str]]:
        """Return the places of the names, from x to x (px), below their shapes and inside the box, each as long as
        fits."""
        step, _side, drop = self._named()
        size = round(self.m.type("small"))
        found = []
        for i, hand in enumerate(self.hands):
            name = fit(hand.name, "text", (size,), (BESIDE * step if drop else step) - 0.6 * self.m.u).lines[0]
            wide = width(name, "text", size)
            x = self.x + (i + 0.5) * step - wide / 2
            x = min(max(x, self.x), self.right - wide)
            found.append((x, x + wide, name))
        return found

    @property
    def fits(self) -> bool:
        """Whether no name meets another or leaves the box."""
        if not self.named or not self.hands:
            return True
        _step, _side, drop = self._named()
        names = self.names()
        lines = (names[::2], names[1::2]) if drop else (names,)
        apart = all(a[1] < b[0] for line in lines for a, b in pairwise(line))
        return apart and all(x >= self.x - 1 for x, _right, _name in names)


class Eyes(Touchable):
    """A slit eye for each Curse that is left. A touch reports that one is laid open."""

    def __init__(self, **kwargs: Any) -> None:
        self.left = 0
        super().__init__(**kwargs)

    def show(self, left: int) -> None:
        if left != self.left:
            self.left = left
            self.visible = left > 0
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        side = min(self.height, 3.6 * u, self.width / max(1, self.left) - 0.2 * u)
        for i in range(self.left):
            put_icon("curse", self.x + i * (side + 0.2 * u), self.center_y - side / 2, side, C.hex)
        self.put_ring(1.25 * u)


class Tally(Container):
    """A count: icon, figure, and its word beside it or below it."""

    def __init__(self, icon: str, word: str) -> None:
        super().__init__(size_hint=(None, None))
        self.icon, self.figure = Icon(icon, C.ash), Figures("", align="right")
        self.word = Text(word, "small", lines=2)

    def show(self, text: str, icon: str, sign: Colour | None = None, tone: Colour | None = None) -> None:
        """Show another number; tones of icon and figure (None: the skin's)."""
        if len(text) != len(self.figure.text):
            self.rearrange()
        self.figure.show(text, tone or self.skin.first)
        self.icon.show(icon, sign or self.skin.second)

    def shape(self, size: float, word: Literal["beside", "below", ""] = "") -> Tally:
        """Set figures of `size` u and the place of the word, if any; return the tally itself."""
        tall = CAPITAL["black"] * size
        self.figure.resize(size)
        self.icon.visible = bool(self.icon.name)
        self.word.align = "right" if word == "below" else "left"
        count = Row(middle(self.icon, 1.14 * tall), Leaf(self.figure, NATURAL), gap=0.18 * size, size=NATURAL)
        if word == "below":
            self.compose(Column(Row(Space(), count, gap=0, size=tall + 1), Leaf(self.word, NATURAL), Space(), gap=0.8))
        else:
            self.compose(Row(count, Leaf(self.word, NATURAL) if word else None, Space(), gap=1.2))
        return self
