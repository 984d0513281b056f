"""One line of a card that is being played: a sign, words, and whether it is done. A touch does it."""

from __future__ import annotations

from typing import Literal

from kiosk import theme
from kiosk.icons import put_icon
from kiosk.theme import C, Colour
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

State = Literal["done", "now", "open", "void"]


class StepLine(Touchable):
    """done: ticked and ash; now: what the table is at; open: still to come; void: crossed and ash, it leads to nothing.

    It is a key only with an action.
    """

    def __init__(self, icon: str, label: str, state: State = "open", action: Action | None = None, **kwargs: object):
        self.icon, self.label, self.state = icon, label, state
        super().__init__(action=action, **kwargs)
        self.enabled = action is not None

    def hit(self, x: float, y: float) -> bool:
        """Lines stand close together: a finger means the one that it is on."""
        return bool(self.collide_point(x, y))

    def label_fit(self) -> Fit:
        """How its words go into it now."""
        u = self.m.u
        room = self.width - 7.6 * u
        sizes = tuple(s * u for s in (3.25, 2.9, 2.7, 2.5))
        one = fit(self.label, self._face, sizes[:3], room)
        if one.fits or self.height < 6 * u:
            return one if one.fits else fit(self.label, self._face, sizes, room)
        low = tuple(size for size in sizes if 2.32 * size <= self.height - 0.9 * u) or sizes[-1:]
        return fit(self.label, self._face, low, room, 2)

    @property
    def _face(self) -> theme.Face:
        return "text_bold" if self.state == "now" else "text"

    @property
    def fits(self) -> bool:
        """Whether its words stay inside."""
        return self.label_fit().fits

    def _tones(self) -> tuple[Colour, Colour]:
        """Sign and words."""
        if self.state == "done":
            return C.ok, self.skin.second
        if self.state == "now":
            return C.ember, self.skin.first
        if self.state == "void":
            return self.skin.second, self.skin.second
        return self.skin.second, self.skin.first

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        radius = theme.CORNER_KEY * u
        if self.action is not None:
            fill = self.skin.key_down if self._pressed else self.skin.key
            put_panel(self.x, self.y, self.width, self.height, fill, radius)
            edge = C.ember if self.state == "now" else self.skin.key_line
            put_panel(self.x, self.y, self.width, self.height, edge, radius, theme.LINE)
        self.put_ring(radius)
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        sign, words = self._tones()
        side = max(theme.ICON_LEAST_PX, min(3.6 * u, self.height - 0.8 * u))
        icon = {"done": "check", "void": "cross"}.get(self.state, self.icon)
        put_icon(icon, self.x + 1.4 * u, self.center_y - side / 2, side, sign)
        tall = capital("text", laid.size)
        step = 1.16 * laid.size
        base = self.center_y - (tall + step * (len(laid.lines) - 1)) / 2
        for i, line in enumerate(reversed(laid.lines)):
            put_line(line, self._face, laid.size, self.x + 6.4 * u, base + i * step, words)
