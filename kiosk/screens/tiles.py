"""Pieces that several screens share: tiles that can be chosen, a number with minus and plus, a seat with its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Line

from kiosk import theme
from kiosk.icons import put_icon
from kiosk.theme import C, Colour
from kiosk.widgets.base import Stage
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import capital, fit, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat


class Tile(Touchable):
    """A field that is chosen or not: an icon or a big number, and a label below.

    :param lit: filled with ember when chosen (a number); otherwise it takes `tone` as border, icon and label.
    :param mark: what stands at the right: "check" for a switch (tick or ring), "" for nothing, else that text.
    """

    def __init__(
        self,
        label: str = "",
        icon: str = "",
        number: str = "",
        chosen: bool = False,
        lit: bool = False,
        tone: Colour = C.ember,
        mark: str = "",
        second: str = "",
        action: Action | None = None,
        **kwargs: Any,
    ) -> None:
        self.label, self.icon, self.number, self.chosen = label, icon, number, chosen
        self.lit, self.tone, self.mark, self.second = lit, tone, mark, second
        super().__init__(action=action, **kwargs)

    def show(self, **changes: Any) -> None:
        """Change any of its parameters."""
        new = {k: v for k, v in changes.items() if getattr(self, k) != v}
        for name, value in new.items():
            setattr(self, name, value)
        if new:
            self.redraw()

    @property
    def fits(self) -> bool:
        """Whether its words stay inside."""
        return all(f.fits for f in self._fits())

    def _fits(self) -> list[Any]:
        room = self.width - 2 * theme.PAD_TEXT * self.m.u
        found = []
        if self.label:
            found.append(fit(self.label, "text_bold", self.m.steps("key"), room))
        if self.second:
            found.append(fit(self.second, "text", self.m.steps("small"), room))
        return found

    def draw(self) -> None:
        u = self.m.u
        radius = theme.CORNER_KEY * u
        filled = self.lit and self.chosen
        fill = C.ember if filled else (self.skin.key_down if self._pressed else self.skin.key)
        if self.chosen and not self.lit and self.tone == C.ice:
            fill = C.icekey
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = (C.bone if filled else self.tone) if self.chosen else self.skin.key_line
        put_panel(
            self.x, self.y, self.width, self.height, edge, radius, theme.LINE_CHOSEN if self.chosen else theme.LINE
        )
        first = C.pit if filled else (self.tone if self.chosen else self.skin.first)
        if not self._enabled:
            first = self.skin.second
        words = self._fits()
        low = self.y
        if self.second:
            laid = words[-1]
            put_line(laid.lines[0], "text", laid.size, self.center_x, low + 1.5 * u, C.pit if filled else self.skin.second, "center")
            low += 2.6 * u
        if self.label:
            laid = words[0]
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, low + 1.5 * u, first, "center")
            low += 3.6 * u
        middle = (low + self.top) / 2
        self._draw_upper(middle, first)
        self.put_ring(radius)

    def _draw_upper(self, middle: float, first: Colour) -> None:
        u = self.m.u
        if self.number and not self.icon:
            size = min(9.75 * u, (self.height - (4 * u if self.label else 0)) * 0.75)
            put_line(self.number, "black", size, self.center_x, middle - capital("black", size) / 2, first, "center")
            return
        if not self.icon:
            return
        side = min(7.25 * u, self.top - middle + 2.4 * u, self.width * 0.45)
        tone = first if (self.chosen or not self.mark) else self.skin.rest
        if not self.mark and not self.chosen:
            tone = self.tone
        x = self.center_x - side / 2 if not self.mark and not self.number else self.x + self.width * 0.3 - side / 2
        put_icon(self.icon, x, middle - side / 2, side, tone)
        right = self.x + self.width * 0.74
        if self.number:
            size = 6 * u
            put_line(self.number, "black", size, right, middle - capital("black", size) / 2, first, "center")
        elif self.mark == "check" and self.chosen:
            put_icon("check", right - 2.7 * u, middle - 2.7 * u, 5.4 * u, self.tone)
        elif self.mark == "check":
            Color(*self.skin.rest)
            Line(circle=(right, middle, 2.1 * u, 0, 360, 48), width=0.22 * u)


class SeatTile(Touchable):
    """A seat to be chosen: its shape with a letter or a number, its name beside it."""

    def __init__(
        self, name: str, colour: str, mark: str = "", hollow: bool = False, action: Action | None = None, **kwargs: Any
    ) -> None:
        self.name, self.colour, self.mark, self.hollow = name, colour, mark or name[:1], hollow
        super().__init__(action=action, **kwargs)

    def _fit(self) -> Any:
        return fit(self.name, "text_bold", (4 * self.m.u, *self.m.steps("key"), 2.5 * self.m.u), self._room())

    def _side(self) -> float:
        return min(6.5 * self.m.u, self.height - 2.5 * self.m.u)

    def _tall(self) -> bool:
        return bool(self.height > 12 * self.m.u)

    def _room(self) -> float:
        u = self.m.u
        if self._tall():
            return float(self.width - 2 * u)
        return float(self.width - 1.5 * u - self._side() - 1.2 * u - theme.PAD_TEXT * u)

    @property
    def fits(self) -> bool:
        return bool(self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        radius = theme.CORNER_KEY * u
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_down if self._pressed else self.skin.key, radius)
        put_panel(self.x, self.y, self.width, self.height, self.skin.key_line, radius, theme.LINE)
        laid = self._fit()
        if self._tall():
            side = min(9 * u, self.height - 8 * u, self.width - 3 * u)
            put_seat(self.center_x - side / 2, self.top - 2 * u - side, side, self.colour, self.mark, self.hollow)
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, self.y + 2.2 * u, self.skin.first, "center")
        else:
            side = self._side()
            put_seat(self.x + 1.5 * u, self.center_y - side / 2, side, self.colour, self.mark, self.hollow)
            base = self.center_y - capital("text_bold", laid.size) / 2
            put_line(laid.lines[0], "text_bold", laid.size, self.x + 2.7 * u + side, base, self.skin.first)
        self.put_ring(radius)


class Stepper(Stage):
    """Minus, a number, plus. `change` gets -1 or +1."""

    def __init__(self, change: Callable[[int], object], value: str = "", **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.minus = Key(icon="minus", action=lambda: change(-1))
        self.plus = Key(icon="plus", action=lambda: change(1))
        self.value = Figures(value, size=5.5, align="center")

    def show(self, value: str, least: bool = False, most: bool = False) -> None:
        """The number, and whether it can go no further."""
        self.value.show(value)
        self.minus.enabled = not least
        self.plus.enabled = not most

    def arrange(self, m: Any) -> None:
        self.put(self.minus, left=0, width=8.2, top=0, bottom=0)
        self.put(self.plus, right=0, width=8.2, top=0, bottom=0)
        self.put(self.value, left=8.2, right=8.2, top=0, bottom=0)
