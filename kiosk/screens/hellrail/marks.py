"""Marks that several sheets of HellRail show: a player, the piles, the players below each other with their trains."""

from __future__ import annotations

from typing import Any

from companion.games.hellrail.names import Token
from companion.games.hellrail.view import HellRailView, SeatView
from kiosk.i18n import _
from kiosk.icons import put_icon
from kiosk.screens.hellrail.effects import EFFECTS
from kiosk.screens.hellrail.words import cars_of, sign
from kiosk.theme import C, Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import capital, fit, put_line, width
from kiosk.widgets.rail import put_rail
from kiosk.widgets.seat import put_seat
from kiosk.widgets.train import put_car, put_circle, put_engine, put_piece, put_sealed


class PlayerMark(Drawn):
    """A player's mark, as large as its box."""

    def __init__(self, **kwargs: Any) -> None:
        self.colour, self.letter = "", ""
        super().__init__(**kwargs)

    def show(self, seat: SeatView) -> None:
        """Another player."""
        new = (seat.colour, seat.name[:1])
        if new != (self.colour, self.letter):
            self.colour, self.letter = new
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if self.colour and side > 4:
            put_seat(self.center_x - side / 2, self.center_y - side / 2, side, self.colour, self.letter)


def tokens_of(seat: SeatView) -> list[tuple[str, Colour]]:
    """What a player holds besides the train, as icons."""
    found: list[tuple[str, Colour]] = []
    if seat.boatman:
        found.append(("boatman", C.ash))
    if seat.heresy is not None:
        found.append(("heresy", C.ash if seat.heresy is Token.HERESY_CANCEL else C.ember))
    if seat.held is not None:
        found.append((EFFECTS[seat.held].icon, C.hex))
    elif seat.held_down:
        found.append(("lock", C.hex))
    return found


class Piles(Drawn):
    """Draw pile and discard pile, hung from the right."""

    def __init__(self, **kwargs: Any) -> None:
        self.draw_pile = self.discard = 0
        super().__init__(**kwargs)

    def show(self, draw_pile: int, discard: int) -> None:
        """Other counts."""
        if (draw_pile, discard) != (self.draw_pile, self.discard):
            self.draw_pile, self.discard = draw_pile, discard
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        big, small = 7 * u, 4.25 * u
        base = self.center_y - capital("black", big) / 2
        parts: list[tuple[str, Colour, str, float, Colour]] = [
            ("discard", C.rim, str(self.discard), small, C.ash),
            ("pile", C.ash, str(self.draw_pile), big, C.bone),
        ]
        widths = [0.8 * s + 0.7 * u + width(text, "black", round(s)) for _i, _t, text, s, _c in parts]
        x = self.right - sum(widths) - 2.4 * u
        for (icon, tone, text, size, letters), wide in zip(parts, widths, strict=True):
            side = 0.8 * size
            middle = base + capital("black", size) / 2
            put_icon(icon, x, middle - side / 2, side, tone)
            put_line(text, "black", size, x + side + 0.7 * u, base, letters)
            x += wide + 2.4 * u


class Dog(Drawn):
    """Where Cerberus lies, hung from the right; nothing while he is nowhere."""

    def __init__(self, **kwargs: Any) -> None:
        self.figure = ""
        super().__init__(**kwargs)

    def show(self, view: HellRailView) -> None:
        """Another circle."""
        figure = sign(next((circle.id for circle in view.circles if circle.cerberus), ""))
        if figure != self.figure:
            self.figure = figure
            self.redraw()

    def draw(self) -> None:
        side = min(self.height, 5 * self.m.u)
        if self.figure and side > 8:
            x, y = self.right - 2.15 * side, self.center_y - side / 2
            put_icon("cerberus", x, y, side, C.danger)
            put_circle(x + 1.15 * side, y, side, self.figure, C.danger)


class Crews(Drawn):
    """Every player in a row: mark, train, sealed wagons, cards in hand, tokens. The one who plays is lit.

    :param whole: the rows show the trains too; else marks and counts only.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.seats: tuple[SeatView, ...] = ()
        self.active = ""
        super().__init__(**kwargs)

    def show(self, seats: tuple[SeatView, ...], active: str) -> None:
        """Other trains, other counts."""
        if (seats, active) != (self.seats, self.active):
            self.seats, self.active = seats, active
            self.redraw()

    def step(self) -> float:
        """px from one row to the next."""
        return min(6.4 * self.m.u, self.height / max(1, len(self.seats)))

    def landing(self, name: str) -> tuple[float, float, float]:
        """Where the sealed wagons of a player stand: x, y and side (px)."""
        i = next((i for i, seat in enumerate(self.seats) if seat.name == name), 0)
        side = 0.72 * self.step()
        return self._counts_at(), self.top - (i + 1) * self.step() + 0.12 * self.step(), side

    def _counts_at(self) -> float:
        return float(self.right - 15.4 * self.m.u)

    def draw(self) -> None:
        u = self.m.u
        if not self.seats or self.width < 20 * u:
            return
        step = self.step()
        mark = min(4.4 * u, 0.84 * step)
        for i, seat in enumerate(self.seats):
            low = self.top - (i + 1) * step
            middle = low + step / 2
            put_seat(self.x, middle - mark / 2, mark, seat.colour, seat.name[:1])
            x = self._put_tokens(seat, self.x + mark + 1.2 * u, middle, min(3.6 * u, 0.6 * step))
            self._put_train(seat, x, low + 0.14 * step, 0.8 * step)
            self._put_counts(seat, middle, step)

    @staticmethod
    def _put_tokens(seat: SeatView, x: float, middle: float, side: float) -> float:
        """What the player holds besides the train; returns where it ends."""
        for name, shade in tokens_of(seat):
            put_icon(name, x, middle - side / 2, side, shade)
            x += 1.12 * side
        return x

    def _put_train(self, seat: SeatView, x: float, rail: float, side: float) -> None:
        """A small train between the mark and the counts: the engine first, as all of them drive to the left."""
        u = self.m.u
        end = self._counts_at() - 0.8 * u
        put_rail(x, end, rail, 0.4 * u, C.seam, None)
        pieces = 1 + len(seat.train) + seat.tender + 0.6 * seat.soul_catcher
        side = min(side, (end - x) / pieces / 1.04)
        at = end - side
        if seat.soul_catcher:
            ghost = 0.6 * side
            put_icon("soulcatcher", end - ghost, rail + 0.1 * side, ghost, C.ash)
            at -= ghost
        put_engine(at, rail, side, seat.colour)
        at -= 1.04 * side
        if seat.tender:
            put_piece("tender", at, rail, side, C.rim)
            at -= 1.04 * side
        tone = C.ash if seat.name == self.active else C.rim
        for car in cars_of(seat):
            put_car(at, rail, side, car, tone)
            at -= 1.04 * side

    def _put_counts(self, seat: SeatView, middle: float, step: float) -> None:
        u = self.m.u
        on = seat.name == self.active
        tone = C.bone if on else C.ash
        side, size = 0.72 * step, min(3.6 * u, 0.66 * step)
        base = middle - capital("black", size) / 2
        x = self._counts_at()
        put_sealed(x, middle - side / 2 + 0.12 * side, side, tone)
        put_line(str(seat.delivered), "black", size, x + side + 0.4 * u, base, tone)
        x += 8.4 * u
        icon = 0.56 * step
        put_icon("hand", x, middle - icon / 2, icon, C.rim)
        put_line(str(seat.hand), "black", size, x + icon + 0.5 * u, base, tone)


class TapLine(Touchable):
    """What the next card on the reader does: always there. A touch leads to what else it could do."""

    def __init__(self, action: Action | None = None, **kwargs: Any) -> None:
        self.icon, self.text = "tag", ""
        super().__init__(action=action, **kwargs)

    def show(self, icon: str, text: str) -> None:
        """Another meaning."""
        if (icon, text) != (self.icon, self.text):
            self.icon, self.text = icon, text
            self.redraw()

    def line(self) -> str:
        """All of it in words."""
        return _("Next tap: {what}").format(what=self.text)

    def _fit(self) -> Any:
        u = self.m.u
        return fit(self.line(), "text", (2.9 * u, 2.5 * u), self.width - 4.2 * u)

    @property
    def fits(self) -> bool:
        """Whether its words stay inside."""
        return bool(not self.text or self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        if not self.text or self.width < 8:
            return
        side = 3 * u
        put_icon("tag", self.x, self.center_y - side / 2, side, C.rim)
        laid = self._fit()
        base = self.center_y - capital("text", laid.size) / 2
        put_line(laid.lines[0], "text", laid.size, self.x + side + 1.1 * u, base, C.ash)
        self.put_ring(1.25 * u)
