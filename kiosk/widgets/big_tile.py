"""A large tile: an icon, a word or two, and a small line below; ringed when it is the one meant."""

from __future__ import annotations

from companion.presentation.colours import C, Colour
from kiosk.icons import put_icon
from kiosk.widgets.key import Action, Badge, Touchable, put_badge
from kiosk.widgets.label import Fit, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat

LEAST_ABOVE = 4.0
"""u of an icon above words at least; where less is left it stands beside them."""
LEADING = 1.18
GOOD = 2.9
"""u of a label in one line that is not worth two larger ones."""
AIR = 1.5
"""u, above and below its lines together."""
AIR_ABOVE = 4.2
"""u: the same where the icon stands above them, with what is between."""
WIDE = 1.7
"""A tile that is wider than so many times its height has its icon beside its words."""
HIGH, WIDE_HIGH = 20.0, 2.4
"""u of a tile that has room for a large icon above them, and how wide it may be then."""
TALL = 17.0
"""u: a tile with a small line that is higher has room for two lines of each."""


class BigTile(Touchable):
    """Wide ones have the icon beside their words, high ones above.

    :param seat: colour and letter of a player whose mark takes the icon's place.
    :param badge: the mark of the panel key that does the same.
    """

    def __init__(
        self,
        label: str,
        icon: str,
        second: str = "",
        tone: Colour = C.ember,
        chosen: bool = False,
        action: Action | None = None,
        seat: tuple[str, str] | None = None,
        badge: Badge | None = None,
        **kwargs: object,
    ) -> None:
        self.badge = badge
        self.seat = seat
        self.largest: float | None = None
        """px of the largest label that its grid allows."""
        self.label, self.icon, self.second, self.tone, self.chosen = label, icon, second, tone, chosen
        super().__init__(action=action, **kwargs)

    def beside(self) -> bool:
        """The icon stands left of the words: in a low tile, unless they only have room below it."""
        if self.width <= (WIDE_HIGH if self.height >= HIGH * self.m.u else WIDE) * self.height:
            return False
        low = self.height < (LEAST_ABOVE + (8 if self.second else 6)) * self.m.u
        return low or self._fits_so(True) or not self._fits_so(False)

    def _fits_so(self, beside: bool) -> bool:
        """Whether its words stay inside, with the icon beside or above them, in the sizes of the moment."""
        room, u, lines = self._room(beside), self.m.u, self._lines(beside)
        label = fit(self.label, "text_bold", self._sizes(), room, lines)
        return label.fits and (not self.second or fit(self.second, "text", (2.7 * u, 2.5 * u), room, lines).fits)

    def _side(self, beside: bool | None = None) -> float:
        u = self.m.u
        if self.beside() if beside is None else beside:
            return min(8 * u, self.height - 2.4 * u, self.width * 0.24)
        return min(13 * u, self.height - self._words_high() * u, self.width - 3 * u)

    def _words_high(self) -> float:
        """u below an icon that its words may take at most."""
        if not self.second:
            return 6
        return 12.5 if self._lines(False) > 1 else 8

    def _room(self, beside: bool | None = None) -> float:
        u = self.m.u
        beside = self.beside() if beside is None else beside
        return self.width - (self._side(True) + 4.2 * u if beside else 1.6 * u)

    def _sizes(self) -> tuple[float, ...]:
        sizes = [s * self.m.u for s in (3.75, 3.25, 2.9, 2.7, 2.5)]
        if self.largest is not None:
            sizes = [size for size in sizes if size <= self.largest + 0.6] or sizes[-1:]
        return tuple(sizes)

    def label_fit(self) -> Fit:
        """How its words go into it now: in one line of a good size, else in more lines that fit, else smaller."""
        sizes, room, lines = self._sizes(), self._room(), self._lines()
        for most, least in ((1, GOOD * self.m.u), (lines, 0.0), (1, 0.0)):
            for size in sizes:
                laid = fit(self.label, "text_bold", (size,), room, most)
                if laid.fits and size >= least - 0.6 and self._has_room(laid):
                    return laid
        return fit(self.label, "text_bold", sizes, room, lines)

    def _has_room(self, laid: Fit) -> bool:
        """Whether its lines and, above them, an icon of some size go into its height."""
        air = AIR if self.beside() else AIR_ABOVE + LEAST_ABOVE
        return self._tall(laid) <= self.height - air * self.m.u

    def _lines(self, beside: bool | None = None) -> int:
        """How many lines its label may take; its small line, too, in a tile that is high."""
        beside = self.beside() if beside is None else beside
        more = TALL - 13 if self.second else 0
        return 2 if self.height > (more + (6.2 if beside else 13)) * self.m.u else 1

    def second_fit(self) -> Fit:
        """How its small line goes into it now: two lines are smaller where the tile is not high."""
        u, room, lines = self.m.u, self._room(), self._lines()
        laid = fit(self.second, "text", (2.7 * u, 2.5 * u), room, lines)
        if len(laid.lines) > 1 and self.height < TALL * u:
            return fit(self.second, "text", (2.5 * u,), room, lines)
        return laid

    @property
    def fits(self) -> bool:
        """Whether no text leaves it, nor lies over the icon."""
        return self._is_inside() and self._has_room(self.label_fit())

    def _is_inside(self) -> bool:
        """Whether no text leaves it."""
        inside = self.label_fit().fits and (not self.second or self.second_fit().fits)
        return inside and self._tall(self.label_fit()) <= self.height - AIR * self.m.u

    def _tall(self, laid: Fit) -> float:
        """px of all its lines together."""
        small = self.second_fit() if self.second else None
        below = (0.25 + 1.2 * len(small.lines)) * small.size if small else 0
        return capital("text_bold", laid.size) + LEADING * laid.size * (len(laid.lines) - 1) + below

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        if self.width < 8:
            return
        radius = 1.5 * u
        lit = self._enabled
        fill = skin.key_down if self._pressed else skin.key if lit else skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = self.tone if self.chosen else skin.key_line
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.chosen else 2)
        self.put_ring(radius)
        laid = self.label_fit()
        if not self._is_inside():
            overflow(self.label, self.width)
        words = skin.first if lit else skin.second.fade(0.75)
        small = self.second_fit() if self.second else None
        step, tall = LEADING * laid.size, self._tall(laid)
        side = self._side()
        if self.beside():
            x, align = self.x + 2.6 * u + side, "left"
            base = self.center_y + tall / 2 - capital("text_bold", laid.size)
            at = (self.x + 1.4 * u, self.center_y - side / 2)
        else:
            x, align = self.center_x, "center"
            base = self.y + 1.8 * u + tall - capital("text_bold", laid.size)
            side = max(0.0, min(side, self.height - tall - AIR_ABOVE * u))
            low = self.y + 1.8 * u + tall + 1.2 * u
            at = (self.center_x - side / 2, (low + self.top - 1.2 * u - side) / 2)
        if self.seat is not None:
            put_seat(*at, side, *self.seat, hollow=not lit)
        else:
            put_icon(self.icon, at[0], at[1], side, self.tone if lit else skin.rest)
        put_badge(self.badge, self.right - 3.6 * u, self.top - 3.6 * u, 2.4 * u)
        for line in laid.lines:
            put_line(line, "text_bold", laid.size, x, base, words, "left" if align == "left" else "center")
            base -= step
        if small:
            base -= 1.45 * small.size - step
            for line in small.lines:
                put_line(line, "text", small.size, x, base, skin.second, "left" if align == "left" else "center")
                base -= 1.2 * small.size
