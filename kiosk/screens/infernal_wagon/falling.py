"""Cards that fall through the gap in the rail."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate

from companion.figures.infernal_wagon.track import FALLING, track_card
from companion.presentation.colours import C
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.figures.put import put_shapes
from kiosk.widgets.base import Drawn
from kiosk.widgets.canvas import unlisted_canvas
from kiosk.widgets.paint import coloured

AIR = 2
"""px round a card that are free."""
_LEAN = (-17, 11, -6, 14, -9, 7)
_SINK = (1.0, 2.0, 0.5, 1.6, 0.8, 1.3)


class FallingCards(Drawn):
    """The N oldest cards leaving the track: each leans 6 to 17 degrees and drops 10 u, 80 ms apart.

    They end hanging in their box, leaning, where they stay; with motion off they are simply there.
    """

    draws_itself = True

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
            group = unlisted_canvas()  # into the one that is open
            y = self.y + high / 2
            with group:
                PushMatrix()
                shift = Translate(x, y)
                turn = Rotate(angle=0, axis=(0, 0, 1))
                texture = self._texture(icon, round(wide), round(high), u)
                Color(1, 1, 1, 1)
                Rectangle(texture=texture, pos=(-texture.width / 2, -texture.height / 2), size=texture.size)
                PopMatrix()
            self._cards.append((shift, turn, group, x, y))
        Color(*C.bone)
        self._move()

    @staticmethod
    def _texture(icon: str, wide: int, high: int, u: float) -> Any:
        """Return a card as one picture: rotated edge by edge it would be jagged."""

        def draw() -> None:
            put_shapes(track_card(AIR, AIR, wide, high, u, FALLING, icon), 0, high + 2 * AIR)

        return coloured(("falling", icon, wide, high), wide + 2 * AIR, high + 2 * AIR, draw, FALLING.edge)

    def _move(self) -> None:
        u = self.m.u
        for i, (shift, turn, _group, x, y) in enumerate(self._cards):
            wait = MOTION.fall_apart * (len(self._cards) - 1 - i)
            t = min(1.0, max(0.0, (self._since - wait) / MOTION.fall))
            fallen = t * t
            shift.x = x
            shift.y = y + MOTION.fall_drop * u * (1 - fallen) - _SINK[i % 6] * u * fallen + 1.2 * u
            turn.angle = -_LEAN[i % 6] * fallen
