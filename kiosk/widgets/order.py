"""An order to the table: huge words for four seconds, and cards that fall through the gap in the rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Rotate, Scale, Translate
from kivy.properties import NumericProperty

from companion.presentation.colours import C, Colour
from kiosk.display import theme
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.card import FALLING, put_card
from kiosk.widgets.label import Fit, capital, fit, put_line
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import coloured


def order_high(laid: Fit) -> float:
    """px of its lines from the first capital to the last baseline."""
    return (0.72 + 1.02 * (len(laid.lines) - 1)) * laid.size


class Order(Drawn):
    """Huge words ("Retire 3"), sitting on the bottom of its box; it steps down 19, 14, 11 u, then to two lines.

    Upright, where there is height, to three.

    :param size: u of the largest size; upright screens and scores may ask for up to 36.
    """

    grown = NumericProperty(1.0)

    def __init__(self, text: str = "", colour: Colour | None = None, size: float = 19.0, **kwargs: Any) -> None:
        self._text, self._colour, self._size_u = text, colour, size
        super().__init__(**kwargs)

    def on_grown(self, *_: Any) -> None:
        self.redraw()

    @property
    def text(self) -> str:
        return self._text

    def show(self, text: str, colour: Colour | None = None) -> None:
        """Another order; it arrives by scaling from 1.06 to 1 in 160 ms."""
        fresh = text != self._text
        self._text, self._colour = text, colour
        if fresh and text and look.motion:
            self.grown = MOTION.order_scale
            glide(self, MOTION.order_in, grown=1.0)
        self.redraw()

    def fit(self) -> Fit:
        return self.fit_in(self.width)

    def fit_in(self, wide: float) -> Fit:
        """How it goes into a width (px)."""
        u = self.m.u
        sizes = (self._size_u, *(s for s in (19.0, 14.0, theme.ACROSS) if s < self._size_u))
        return fit(self._text, "black", tuple(s * u for s in sizes), wide, 2 if self.m.wide else 3)

    def natural(self, room: float) -> tuple[float, float]:
        u = self.m.u
        return room, order_high(self.fit_in(room * u)) / u

    @property
    def fits(self) -> bool:
        return self.fit().fits

    def draw(self) -> None:
        if not self._text or self.width < 8:
            return
        laid = self.fit()
        base = self.y
        step = laid.size * 1.02
        PushMatrix()
        Scale(self.grown, self.grown, 1, origin=(self.x, base + capital("black", laid.size) / 2))
        for i, words in enumerate(reversed(laid.lines)):
            put_line(words, "black", laid.size, self.x, base + i * step, self._colour or self.skin.first)
        PopMatrix()


ONE = (14.0, theme.ACROSS)
LONG = (9.0, 7.5)
LOW = (theme.ACROSS, 9.0, 7.5, 6.5, 5.5)


class OrderWords(Order):
    """One line if it can be read across, else two of 11 u (upright: up to three of 14), the longest smaller.

    :param low: one line in any case, however small (upright: no larger than 11 u): others are named below.
    """

    def __init__(self, text: str = "", low: bool = False, **kwargs: Any) -> None:
        self.low = low
        super().__init__(text, **kwargs)

    def fit_in(self, wide: float) -> Fit:
        across = self.m.wide
        if self.low:
            return self._fit(LOW, wide, 1) if across else self._fit(LOW[:3], wide, 3)
        for sizes, lines in ((ONE, 1), ((theme.ACROSS,), 2) if across else ((*ONE, 9.0), 3)):
            laid = self._fit(sizes, wide, lines)
            if laid.fits:
                return laid
        return self._fit(LONG, wide, 2 if across else 4)

    def _fit(self, sizes: Sequence[float], wide: float, lines: int) -> Fit:
        return fit(self.text, "black", tuple(size * self.m.u for size in sizes), wide, lines)


AIR = 2
"""px round a card that are free."""
_LEAN = (-17, 11, -6, 14, -9, 7)
_SINK = (1.0, 2.0, 0.5, 1.6, 0.8, 1.3)


class FallingCards(Drawn):
    """The N oldest cards leaving the track: each leans 6 to 17 degrees and drops 10 u, 80 ms apart.

    They end hanging in their box, leaning, where they stay; with motion off they are simply there.
    """

    def __init__(self, icons: tuple[str, ...] = (), **kwargs: Any) -> None:
        self._icons = icons
        self._cards: list[tuple[Any, Any, Any, float, float]] = []
        self._since = 99.0
        self._event: Any = None
        super().__init__(**kwargs)

    def fall(self, icons: tuple[str, ...]) -> None:
        """Let these cards fall, the leftmost last ("" for a piece of rail)."""
        self._icons = icons
        self._since = 0.0 if look.motion else 99.0
        self.redraw()
        if look.motion and self._event is None and icons:
            self._event = Clock.schedule_interval(self._step, 1 / 60)

    def _step(self, dt: float) -> bool:
        self._since += dt
        self._move()
        if self._since > MOTION.fall + MOTION.fall_apart * len(self._icons):
            self._event = None
            return False
        return True

    def draw(self) -> None:
        u = self.m.u
        wide, high = 7 * u, 8 * u
        self._cards = []
        for i, icon in enumerate(self._icons):
            x = self.x + i * (wide + 3 * u) + wide / 2
            if x + wide / 2 > self.right + u:
                break
            group = Canvas()
            y = self.y + high / 2
            with group:
                PushMatrix()
                shift = Translate(x, y)
                turn = Rotate(angle=0, axis=(0, 0, 1))
                texture = self._texture(icon, round(wide), round(high), u)
                Color(1, 1, 1, 1)
                Rectangle(texture=texture, pos=(-texture.width / 2, -texture.height / 2), size=texture.size)
                PopMatrix()
            self.canvas.before.add(group)
            self._cards.append((shift, turn, group, x, y))
        Color(*C.bone)
        self._move()

    @staticmethod
    def _texture(icon: str, wide: int, high: int, u: float) -> Any:
        """A card as one picture: turned edge by edge it would have stairs."""

        def card() -> None:
            put_card(AIR, AIR, wide, high, u, FALLING, icon)

        return coloured(("falling", icon, wide, high), wide + 2 * AIR, high + 2 * AIR, card, FALLING.edge)

    def _move(self) -> None:
        u = self.m.u
        for i, (shift, turn, _group, x, y) in enumerate(self._cards):
            wait = MOTION.fall_apart * (len(self._cards) - 1 - i)
            t = min(1.0, max(0.0, (self._since - wait) / MOTION.fall))
            fallen = t * t
            shift.x = x
            shift.y = y + MOTION.fall_drop * u * (1 - fallen) - _SINK[i % 6] * u * fallen + 1.2 * u
            turn.angle = -_LEAN[i % 6] * fallen
