"""Tiles that answer a question, and how they are laid: players, circles, cars, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.presentation.colours import SEATS, C, Colour
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.layout import Grid
from kiosk.screens.sheet import band_high, foot
from kiosk.theme import Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, put_line, width
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat
from kiosk.widgets.tile import Tile
from kiosk.widgets.train import Car, put_car, put_circle

UNDO_ALONE = 10.4
"""u of an upright foot without other keys."""
WIDEST = 22.0
"""u of a car or a circle."""


class CircleTile(Touchable):
    """A circle to be chosen, with a word below it."""

    def __init__(self, figure: str, word: str = "", cerberus: bool = False, action: Action | None = None) -> None:
        self.figure, self.word, self.cerberus = figure, word, cerberus
        self.label = figure
        super().__init__(action=action)

    def _fit(self) -> Any:
        u = self.m.u
        return fit(self.word, "text_bold", (2.9 * u, 2.7 * u, 2.5 * u), self.width - 1.2 * u)

    @property
    def fits(self) -> bool:
        """Whether its word stays inside."""
        return bool(not self.word or self._fit().fits)

    def draw(self) -> None:
        u, skin, radius = self.m.u, self.skin, theme.CORNER_KEY * self.m.u
        if self.width < 8:
            return
        fill = skin.key_down if self._pressed else skin.key if self._enabled else skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        put_panel(self.x, self.y, self.width, self.height, skin.key_line, radius, theme.LINE)
        self.put_ring(radius)
        below = 0.0
        if self.word:
            laid = self._fit()
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, self.y + 1.1 * u, skin.second, "center")
            below = 1.1 * u + capital("text_bold", laid.size)
        side = min(self.height - below - 1.8 * u, self.width - 1.8 * u, 9 * u)
        low = self.y + below + (self.height - below - side) / 2
        tone = C.bone if self._enabled else C.rim
        put_circle(self.center_x - side / 2, low, side, self.figure, tone, self.cerberus, fill)


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


LINE = 0.94
"""Height of a line of a name below an icon, by its size."""


class EffectTile(Touchable):
    """An effect by its icon and name, low enough for a page of fifteen.

    :param circle: the circle on which it lies takes the icon's place; so does a player's mark (`seat`).
    """

    def __init__(
        self,
        label: str,
        icon: str,
        tone: Colour = C.bone,
        seat: tuple[str, str] | None = None,
        circle: str = "",
        action: Action | None = None,
    ) -> None:
        self.label, self.icon, self.tone, self.seat = label, icon, tone, seat
        self.circle = circle
        super().__init__(action=action)

    @property
    def above(self) -> bool:
        """The icon stands above its name."""
        return bool(self.width < 18 * self.m.u)

    def label_fit(self) -> Fit:
        """How its name goes into it now."""
        u = self.m.u
        room = self.width - (1.0 if self.above else 6.4) * u
        sizes = tuple(size * u for size in (3.1, 2.9, 2.7, 2.5, 2.3))
        laid = fit(self.label, "text_bold", sizes, room, 2)
        if self.above and len(laid.lines) > 1:  # two lines leave the icon its least
            most = (self.height - 1.9 * u - theme.ICON_LEAST_PX) / (2 * LINE)
            lower = tuple(size for size in sizes if size <= most)
            return fit(self.label, "text_bold", lower or sizes[-1:], room, 2)
        return laid

    def _side(self) -> float:
        u = self.m.u
        if self.above:
            laid = self.label_fit()
            return min(4.6 * u, self.height - 1.9 * u - LINE * laid.size * len(laid.lines))
        return min(4.0 * u, self.height - 1.8 * u)

    @property
    def fits(self) -> bool:
        """Whether its name stays inside, and its icon can be made out."""
        laid = self.label_fit()
        high = self.above or len(laid.lines) * 3.1 * self.m.u < self.height - 0.5 * self.m.u
        return laid.fits and high and self._side() >= theme.ICON_LEAST_PX

    def draw(self) -> None:
        u, skin, radius = self.m.u, self.skin, theme.CORNER_KEY * self.m.u
        if self.width < 8:
            return
        put_panel(self.x, self.y, self.width, self.height, skin.key_down if self._pressed else skin.key, radius)
        put_panel(self.x, self.y, self.width, self.height, skin.key_line, radius, theme.LINE)
        self.put_ring(radius)
        laid, side = self.label_fit(), self._side()
        rows = len(laid.lines)
        if self.above:
            self._put_sign(self.center_x - side / 2, self.top - 0.9 * u - side, side)
            base = self.y + 1.0 * u + 2.9 * u * (rows - 1)
        else:
            self._put_sign(self.x + 1 * u, self.center_y - side / 2, side)
            base = self.center_y + 1.5 * u * rows - 2.55 * u
        for text in laid.lines:
            if self.above:
                put_line(text, "text_bold", laid.size, self.center_x, base, skin.first, "center")
            else:
                put_line(text, "text_bold", laid.size, self.x + 5.8 * u, base, skin.first)
            base -= (2.9 if self.above else 3.0) * u

    def _put_sign(self, x: float, y: float, side: float) -> None:
        if self.seat is not None:
            put_seat(x, y, side, *self.seat)
        elif self.circle:
            put_circle(x, y, side, self.circle, self.tone)
        else:
            put_icon(self.icon, x, y, side, self.tone)


def _worded(tile: Any) -> bool:
    """Whether it is a tile of words."""
    return isinstance(tile, Tile) and bool(tile.label)


class Replies(Container):
    """Tiles in the fewest columns of words, or rows of circles and cars, in which all of them fit."""

    GAP = 1.4

    def __init__(self, most: float = 14.0) -> None:
        super().__init__(size_hint=(None, None))
        self.most = most
        self.tiles: list[Any] = []

    def fill(self, tiles: Sequence[Any]) -> None:
        """Other tiles."""
        self.exchange(self.tiles, tiles)
        self.tiles = list(tiles)

    def limit(self) -> float:
        """How high a tile may be (u): few of them are as high as the fields of a question."""
        few = len(self.tiles) <= 3 and any(map(_worded, self.tiles))
        return max(self.most, 17.0) if few else self.most

    def shape(self, m: Metrics) -> tuple[int, float]:
        """How many side by side, and how high they are (u)."""
        count = max(1, len(self.tiles))
        across, high = self.width / m.u, self.height / m.u
        words = any(isinstance(tile, EffectTile) or _worded(tile) for tile in self.tiles)
        best: tuple[int, float] | None = None
        for columns in self._columns(count, m, words):
            rows = -(-count // columns)
            tall = min(self.limit(), (high - (rows - 1) * self.GAP) / rows)
            wide = (across - (columns - 1) * self.GAP) / columns
            if tall < 6.6 or wide < 8:
                continue
            for tile in self.tiles:
                tile.width, tile.height = wide * m.u, tall * m.u
            if all(getattr(tile, "fits", True) for tile in self.tiles):
                return columns, tall
            best = best or (columns, tall)
        return best or (1, high)

    @staticmethod
    def _columns(count: int, m: Metrics, words: bool) -> Sequence[int]:
        """What to try, the best first."""
        if not words:
            return (min(count, 6), 5, 4) if m.wide else (min(count, 4), 3)
        if m.wide:
            return (count, 2, 3, 4) if count <= 3 else (2, 3, 4) if count <= 4 else (3, 4, 5)
        return (1, 2) if count <= 4 else (2, 3)

    def arrange(self, m: Metrics) -> None:
        if not self.tiles or self.width < 30 * m.u or self.height < 6 * m.u:  # not yet in its place
            return
        if all(map(_worded, self.tiles)):
            self.put(Grid(*self.tiles, gap=self.GAP), left=0, top=0)
            return
        columns, high = self.shape(m)
        wide = (self.width / m.u - (columns - 1) * self.GAP) / columns
        if any(isinstance(tile, CarTile | CircleTile) for tile in self.tiles):
            wide = min(wide, WIDEST)
        for i, tile in enumerate(self.tiles):
            x, y = i % columns * (wide + self.GAP), i // columns * (high + self.GAP)
            self.put(tile, left=x, width=wide, top=y, height=high)


def below(container: Any, m: Metrics, replies: Replies, top: float, room: float = 0.0) -> None:
    """Replies between `top` and the keys, `room` u above those left free."""
    keys = foot(m) if m.wide or container.keys else UNDO_ALONE
    kept = band_high(m) if not any(isinstance(tile, EffectTile) for tile in replies.tiles) else 0.4
    end = m.rows - keys - kept - 1 - room
    container.put(replies, left=4, right=4, top=top, height=max(7.0, end - top))
