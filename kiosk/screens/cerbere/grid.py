"""Players as big buttons: pawns to choose, who gives a card, who was caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.prompt import Option
from companion.games.cerbere.view import CerbereView, SeatView
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import spoken
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.layout import Grid
from kiosk.screens.cerbere.seats import put_player
from kiosk.screens.cerbere.words import seat_of
from kiosk.theme import Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

LEAST_MARK = 3.2
"""u. A smaller mark is told from no other."""


class PlayerTile(Touchable):
    """A player, or an answer that is none (`icon`). Chosen ones are on blood with a ring and their number."""

    def __init__(
        self,
        label: str,
        seat: SeatView | None = None,
        icon: str = "",
        action: Action | None = None,
        **kwargs: object,
    ) -> None:
        self.label, self.seat, self.icon = label, seat, icon
        self.chosen = False
        self.lit = False
        self.corner = ""
        self.largest: float | None = None
        """px of the largest name that its grid allows."""
        super().__init__(action=action, **kwargs)

    def show(self, chosen: bool = False, corner: str = "", lit: bool = False) -> None:
        """Whether it is chosen, and its number; `lit`: it is what the big key would take."""
        if (chosen, corner, lit) != (self.chosen, self.corner, self.lit):
            self.chosen, self.corner, self.lit = chosen, corner, lit
            self.redraw()

    def _sizes(self) -> tuple[float, ...]:
        u = self.m.u
        sizes = [s * u for s in (3.6, 3.1, 2.9, 2.7, 2.5)[2 if self._low else 0 :]]
        if self.largest is not None:
            sizes = [size for size in sizes if size <= self.largest + 0.6] or sizes[-1:]
        return tuple(sizes)

    @property
    def _low(self) -> bool:
        """Beside a board."""
        return bool(self.height < 9 * self.m.u)

    def _side(self) -> float:
        u = self.m.u
        return min(7.2 * u, self.height - 2 * u)

    def beside(self) -> bool:
        """The name stands right of the mark."""
        u = self.m.u
        if self.height > 11.4 * u:
            return False
        room = self.width - 1.5 * u - self._side() - 2.2 * u
        return fit(self.label, "text_bold", self._sizes(), room).fits

    def label_fit(self) -> Fit:
        """How its name goes into it now."""
        u = self.m.u
        if self.beside():
            return fit(self.label, "text_bold", self._sizes(), self.width - 3.7 * u - self._side())
        return fit(self.label, "text_bold", self._sizes(), self.width - 1.4 * u)

    @property
    def fits(self) -> bool:
        """Whether its name stays inside, and its mark can be made out."""
        return self.label_fit().fits and (self.beside() or self._above() >= LEAST_MARK * self.m.u)

    def _above(self) -> float:
        """px of a mark above its name."""
        u = self.m.u
        air = 2.4 if self._low else 2.9
        return min(self.height - capital("text_bold", self.label_fit().size) - air * u, 14 * u, self.width - 2 * u)

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        radius = theme.CORNER_KEY * u
        fill = C.blood if self.chosen else skin.key_down if self._pressed else skin.key
        edge: Colour = C.danger if self.chosen else C.ember if self.lit else skin.key_line
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.chosen or self.lit else 2)
        self.put_ring(radius)
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        tall = capital("text_bold", laid.size)
        if self.beside():
            side = self._side()
            self._put_mark(self.x + 1.5 * u, self.center_y - side / 2, side)
            put_line(
                laid.lines[0], "text_bold", laid.size, self.x + 2.7 * u + side, self.center_y - tall / 2, skin.first
            )
        else:
            side = self._above()
            gap = min(0.3 * (self.height - side - tall), 1.8 * u)  # mark and name keep together in a high tile
            base = self.center_y - (side + gap + tall) / 2
            self._put_mark(self.center_x - side / 2, base + tall + gap, side)
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, base, skin.first, "center")
        if self.corner:
            size = 2.6 * u if self.beside() else 3.4 * u
            low = self.top - 0.7 * u - capital("black", size)
            put_line(self.corner, "black", size, self.right - 1 * u, low, C.bone, "right")

    def _put_mark(self, x: float, y: float, side: float) -> None:
        if self.seat is not None:
            put_player(x, y, side, self.seat)
        elif self.icon:
            inner = 0.7 * side
            put_icon(self.icon, x + (side - inner) / 2, y + (side - inner) / 2, inner, self.skin.second)


class PlayerGrid(Container):
    """A tile for each option; they fill its box. `choose` gets the option's key."""

    def __init__(self, choose: Callable[[str], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.choose = choose
        self.tiles: dict[str, PlayerTile] = {}

    def offer(self, view: CerbereView, options: Sequence[Option]) -> None:
        """Tiles for options of the prompt, in their order."""
        offered = {option.key: (seat_of(view, option.seat), option) for option in options}
        same = list(offered) == list(self.tiles) and all(
            self.tiles[key].seat == seat for key, (seat, _option) in offered.items()
        )
        if same:
            return
        for tile in self.tiles.values():
            self.remove_widget(tile)
        self.tiles = {}
        for key, (seat, option) in offered.items():
            words = seat.name if seat else spoken(option.label)
            tile = PlayerTile(words, seat, "" if seat else option.icon, partial(self.choose, key))
            self.tiles[key] = tile
            self.add_widget(tile)
        self.rearrange()

    def mark(self, picked: Sequence[str], lit: str | None = None) -> None:
        """Those that are chosen, in order; `lit`: what the big key takes."""
        for value, tile in self.tiles.items():
            on = value in picked
            number = str(picked.index(value) + 1) if on and len(picked) > 1 else ""
            tile.show(on, number, value == lit and not on)

    def arrange(self, m: Metrics) -> None:
        if not self.tiles or self.width < 8 or self.height < 8:
            return
        self.put(Grid(*self.tiles.values(), gap=theme.GAP), left=0, top=0)
