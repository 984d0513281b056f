"""A car as a tile."""

from __future__ import annotations

from companion.presentation.colours import SEATS, C
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import put_line, width
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat
from kiosk.widgets.train import Car, put_car


class CarTile(Touchable):
    """A car to be chosen: the wagon with its circle, value and brimstone below, the owner's mark in the corner."""

    def __init__(
        self, car: Car, owner: tuple[str, str] | None = None, place: int = 0, action: Action | None = None
    ) -> None:
        self.car, self.owner, self.place = car, owner, place
        self.label = self._words()
        self.chosen = False
        super().__init__(action=action)

    def choose(self, on: bool) -> None:
        """Chosen or not."""
        if on != self.chosen:
            self.chosen = on
            self.redraw()

    def _words(self) -> str:
        return " · ".join(part for part in (self.car.value, self.car.brimstone) if part)

    def draw(self) -> None:
        u, skin, radius = self.m.u, self.skin, theme.CORNER_KEY * self.m.u
        if self.width < 8:
            return
        fill = skin.key_down if self._pressed else skin.key if self._enabled else skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = C.ember if self.chosen else SEATS[self.owner[0]].colour.fade(0.6) if self.owner else skin.key_line
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.chosen else 2)
        self.put_ring(radius)
        side = min(self.width - 2.4 * u, (self.height - 5.4 * u) / 0.72, 14 * u)
        rail = self.y + 4.6 * u + max(0.0, (self.height - 5.4 * u - 0.72 * side) / 2)
        put_car(self.center_x - side / 2, rail, side, self.car, C.bone if self._enabled else C.rim)
        self._put_values(u)
        if self.owner is not None:
            mark = 3.4 * u
            put_seat(self.x + 0.6 * u, self.top - mark - 0.6 * u, mark, *self.owner)

    def _put_values(self, u: float) -> None:
        size, icon = 3 * u, 2.7 * u
        parts = [("crown", self.car.value, C.ash), ("flame", self.car.brimstone, C.brim)]
        shown = [part for part in parts if part[1]]
        wide = sum(icon + 0.4 * u + width(words, "text_bold", round(size)) for _n, words, _t in shown)
        x = self.center_x - (wide + 1.2 * u * (len(shown) - 1)) / 2
        base = self.y + 1.3 * u
        for name, words, tone in shown:
            put_icon(name, x, base - 0.15 * u, icon, tone)
            x += icon + 0.4 * u
            x += put_line(words, "text_bold", size, x, base, self.skin.first) + 1.2 * u
