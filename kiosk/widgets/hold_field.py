"""Press and hold: a ring closes round the thumb, then a secret is shown above it, in words, as long as it is held.

The secret is handed in only while a finger is down. It is gone in the frame in which the finger lifts, a second finger
comes down, or the time is over; nothing of it stays in the widget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line

from companion.presentation.colours import C
from kiosk.display import theme
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, put_line
from kiosk.widgets.panel import put_panel

LONGEST = 5.0
"""s. The longest that a secret is shown."""
WORDS = 2.75
"""u of the secret: readable for its player, who leans in, but not from the other seats."""


class HoldField(Drawn):
    """One of several alike. `closed` is called when the ring has closed, `lifted` when nothing is held any more."""

    draws_itself = True
    """Its answers are laid out beforehand, each as a texture."""

    fades = False

    def __init__(
        self, icon: str, figure: str, closed: Callable[[], object], lifted: Callable[[], object], **kwargs: Any
    ) -> None:
        self.icon, self.figure = icon, figure
        self.closed, self.lifted = closed, lifted
        self.enabled = True
        self._finger: Any = None
        self._part = 0.0
        self._event: Any = None
        self._secret = ""
        self._done = False
        super().__init__(**kwargs)

    @property
    def held(self) -> bool:
        """A finger is on it, and may see."""
        return self._finger is not None

    @property
    def open(self) -> bool:
        """The ring has closed under the finger."""
        return self.held and self._part >= 1.0

    def allow(self, on: bool) -> None:
        """Set whether it can be held."""
        if on != self.enabled:
            self.enabled = on
            if not on:
                self.blank()
            self.redraw()

    def reveal(self, words: str) -> None:
        """Show the secret if the field is still held; else it is dropped."""
        if self.open:
            self._secret = words
            self._now()

    def blank(self) -> None:
        """Hide everything at once."""
        held = self._finger is not None
        self._watch(False)
        self._finger = None
        self._secret = ""
        self._part = 0.0
        if self._event is not None:
            self._event.cancel()
            self._event = None
        self._now()
        if held:
            self.lifted()

    def _now(self) -> None:
        """Draw now, not with the next frame's drawings: no frame in between can show what is gone."""
        self.repaint()

    # ------------------------------------------------------------ fingers

    def on_touch_down(self, touch: Any) -> bool:
        if not (self.visible and self.enabled and self.collide_point(*touch.pos)) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._finger = touch
        self._watch(True)
        self._part = 0.0
        self._event = Clock.schedule_interval(self._close, 1 / 30)
        self.redraw()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and touch is self._finger and not self.collide_point(*touch.pos):
            self.blank()
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is self._finger:
            self.blank()
        return True

    def _watch(self, on: bool) -> None:
        """While it is held, a second finger anywhere on the screen blanks it and does nothing else."""
        window = self.get_parent_window()
        if window is not None:
            # On the window: its listeners come before its widgets, one of which could take the touch.
            (window.bind if on else window.unbind)(on_touch_down=self._second)

    def _second(self, _window: Any, touch: Any) -> bool:
        if self._finger is None or touch is self._finger:
            return False
        self.blank()
        return True

    def _close(self, dt: float) -> bool:
        self._part = min(1.0, self._part + dt / MOTION.hold_ring)
        self.redraw()
        if self._part < 1.0:
            return True
        if self._event is not None:
            self._event.cancel()
        self._event = Clock.schedule_once(self._over, LONGEST)
        self.closed()
        return False

    def _over(self, _dt: float) -> None:
        """End a hold that lasted too long."""
        self.blank()

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        if self.width < 8:
            return
        radius = theme.CORNER_KEY * u
        put_panel(self.x, self.y, self.width, self.height, skin.key_quiet, radius)
        held = self._finger is not None
        edge = C.ember if held else skin.key_line
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if held else 2)
        if held:
            self._draw_held(u)
            return
        tone = C.rim if self.enabled else skin.key_line
        side = min(0.5 * self.width, 0.52 * self.height)
        put_icon(self.icon, self.center_x - side / 2, self.center_y - side / 2 + 2.6 * u, side, tone)
        words = skin.second if self.enabled else skin.key_line
        put_line(self.figure, "black", 4.2 * u, self.center_x, self.y + 2.6 * u, words, "center")

    def _draw_held(self, u: float) -> None:
        x, y = self.center_x, self.y + 0.34 * self.height
        side = min(10 * u, 0.5 * self.height)
        put_icon("thumb", x - side / 2, y - side / 2, side, C.ember)
        if self._part < 1.0:
            reach = 0.62 * side
            Color(*C.ember)
            Line(circle=(x, y, reach, 0, 360 * self._part, 48), width=0.22 * u)
        if self._secret:
            size = WORDS * u
            base = self.top - 0.2 * self.height - capital_height("text", size)
            put_line(self._secret, "text", size, x, base, C.dim, "center")
