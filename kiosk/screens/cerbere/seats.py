"""Who plays on which side, with how many cards; the boats; what was played this turn."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere.names import BOATS, Boating, Side
from companion.games.cerbere.view import BoatsView, CerbereView, SeatView
from companion.presentation.colours import C, Colour
from companion.presentation.fonts import Face
from companion.presentation.i18n import _
from kiosk.display import theme
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, fit, put_line, width
from kiosk.widgets.panel import put_ring
from kiosk.widgets.parts import Drawing
from kiosk.widgets.seat import put_seat
from kiosk.widgets.together import together

COUNT = 2.5
"""u of the count below a seat."""


def held(seat: SeatView) -> int:
    """Bonus cards in hand."""
    return seat.survival if seat.side is Side.RUNNER else seat.betrayal


def put_player(x: float, y: float, side: float, seat: SeatView) -> None:
    """A player's mark: the seat, hollow when out; a dog's head with the small seat on it for a Cerberus player."""
    letter = seat.name[:1]
    if seat.side is Side.CERBERUS:
        put_icon("cerberus", x, y, side, C.danger)
        small = 0.5 * side
        put_seat(x + side - 0.72 * small, y - 0.3 * small, small, seat.colour, letter, scale=0.62)
    else:
        put_seat(x, y, side, seat.colour, letter, hollow=seat.side is Side.OUT)


def drawing_of(seat: SeatView | None) -> Drawing | None:
    return None if seat is None else lambda x, y, side: put_player(x, y, side, seat)


class Seats(Drawn):
    """All players in turn order. "row": marks with counts below, hung from the right; "names": two columns with names;
    "bare": marks only, as large as they fit."""

    def __init__(self, **kwargs: Any) -> None:
        self.seats: tuple[SeatView, ...] = ()
        self.active = ""
        self.shape = "row"
        super().__init__(**kwargs)

    def show(self, seats: tuple[SeatView, ...], active: str, shape: str = "row") -> None:
        if (seats, active, shape) != (self.seats, self.active, self.shape):
            self.seats, self.active, self.shape = seats, active, shape
            self.redraw()

    def draw(self) -> None:
        if not self.seats or self.width < 8:
            return
        if self.shape == "names":
            self._draw_names()
        else:
            self._draw_row()

    def _draw_row(self) -> None:
        u = self.m.u
        sign = max(theme.ICON_LEAST_PX, COUNT * u) if self.shape == "row" else 0.0
        step = min(6.1 * u, (self.width - 1.2 * sign) / len(self.seats))
        side = min(5.1 * u, step - 0.7 * u)
        left = self.right - step * len(self.seats) + (step - side) if self.shape == "row" else self.x
        with together():
            for i, seat in enumerate(self.seats):
                x, y = left + i * step, self.top - side
                put_player(x, y, side, seat)
                self._put_count(x + side / 2, y - 0.55 * u, seat)
        if sign:  # the counts are cards in hand
            put_icon("hand", left - 1.2 * sign, self.top - side - 0.4 * u - sign, sign, C.ash)

    def _put_count(self, x: float, top: float, seat: SeatView) -> None:
        """How many bonus cards; nothing below who is out. Whose turn it is has a bar."""
        u = self.m.u
        if seat.side is Side.OUT:
            return
        size = COUNT * u
        tone = C.bone if seat.name == self.active else C.ash
        face: Face = "text_bold" if seat.name == self.active else "text"
        base = top - capital("text", size) - 0.15 * u
        put_line(str(held(seat)), face, size, x, base, tone, "center")

    def _draw_names(self) -> None:
        u = self.m.u
        rows = -(-len(self.seats) // 2)
        step = min(5.4 * u, self.height / rows)
        side = min(4.2 * u, step - 0.6 * u)
        column = self.width / 2
        for i, seat in enumerate(self.seats):
            x = self.x + (i % 2) * column
            y = self.top - (i // 2) * step - side
            put_player(x, y, side, seat)
            dog, out = seat.side is Side.CERBERUS, seat.side is Side.OUT
            tone = C.danger if dog else C.rim if out else C.bone if seat.name == self.active else C.ash
            count = "" if out else str(held(seat))
            room = column - side - 2.2 * u - (width(count, "text_bold", round(COUNT * u)) if count else 0)
            laid = fit(seat.name, "text", (2.9 * u, COUNT * u), room)
            base = y + side / 2 - capital("text", laid.size) / 2
            wide = put_line(laid.lines[0], "text", laid.size, x + side + 1.1 * u, base, C.ash if out else tone)
            if count:
                put_line(count, "text_bold", COUNT * u, x + side + 1.9 * u + wide, base, tone)


class Crew(Drawn):
    """The boats: three sails while hidden; once revealed the boat with its seats, filled as they board.

    `align`: "right" hangs it from its right edge.
    """

    def __init__(self, align: str = "right", **kwargs: Any) -> None:
        self.boats: BoatsView | None = None
        self.seats: dict[str, SeatView] = {}
        self.align = align
        super().__init__(**kwargs)

    def show(self, boats: BoatsView, seats: tuple[SeatView, ...]) -> None:
        named = {seat.name: seat for seat in seats}
        if (boats, named) != (self.boats, self.seats):
            self.boats, self.seats = boats, named
            self.redraw()

    @property
    def full(self) -> bool:
        """Every seat of the revealed boat is taken."""
        boats = self.boats
        return bool(boats and boats.revealed is not None and len(boats.aboard) >= boats.revealed)

    def word(self) -> str:
        """The word beside hidden boats."""
        boats = self.boats
        if boats is None or boats.revealed is not None:
            return ""
        if boats.boating is Boating.TAGGED and boats.laid < len(BOATS):
            return _("{n} of 3 laid").format(n=boats.laid)
        return _("hidden")

    def draw(self) -> None:
        boats = self.boats
        if boats is None or self.height < 8:
            return
        if boats.revealed is None:
            self._draw_hidden(boats)
        else:
            self._draw_revealed(boats, boats.revealed)

    def _draw_hidden(self, boats: BoatsView) -> None:
        u = self.m.u
        side = min(5.2 * u, self.height)
        step = side + 1.8 * u
        size = 3 * u if self.align == "right" else 2.5 * u
        word = self.word()
        wide = width(word, "text", round(size))
        base = self.center_y - capital("text", size) / 2
        laid = boats.laid if boats.boating is Boating.TAGGED else len(BOATS)
        if self.align == "right":
            left = self.right - 3 * step + 1.8 * u
            put_line(word, "text", size, left - 1.6 * u, base, self.skin.second, "right")
        else:
            left = self.x
            if left + 3 * step + wide <= self.right:
                put_line(word, "text", size, left + 3 * step, base, self.skin.second)
        for i in range(len(BOATS)):
            tone = C.rim if i < laid else C.seam
            put_icon("boat", left + i * step, self.center_y - side / 2, side, tone)

    def _draw_revealed(self, boats: BoatsView, seats: int) -> None:
        u = self.m.u
        side = min(6 * u, self.height)
        mark = min(4.2 * u, self.height)
        step = mark + 0.8 * u
        total = side + 1.2 * u + seats * step
        x = self.right - total if self.align == "right" else self.x
        tone: Colour = C.ok if self.full else C.bone
        put_icon(f"boat{seats}", x, self.center_y - side / 2, side, tone)
        x += side + 1.4 * u
        for i in range(seats):
            middle = x + mark / 2
            if i < len(boats.aboard) and boats.aboard[i] in self.seats:
                put_player(x, self.center_y - mark / 2, mark, self.seats[boats.aboard[i]])
            else:
                put_ring(middle, self.center_y, mark / 2 - 0.3 * u, 0.3 * u, C.rim)
            x += step


class Ticks(Drawn):
    """Action, and Survival or Betrayal: a tick when played, a ring while not."""

    def __init__(self, size: float = 3.25, **kwargs: Any) -> None:
        self.size_u = size
        self.words: tuple[tuple[str, bool], ...] = ()
        """Each with whether it is done."""
        super().__init__(**kwargs)

    def show(self, view: CerbereView) -> None:
        """What was played; nothing is shown where cards are not followed."""
        turn = view.turn
        side = next(seat.side for seat in view.seats if seat.name == turn.player)
        bonus = _("{cb.betrayal}") if side is Side.CERBERUS else _("{cb.survival}")
        words = ((_("{cb.action}"), turn.action_done), (bonus, turn.bonus_done)) if view.follow_cards else ()
        if words != self.words:
            self.words = words
            self.redraw()

    def natural(self, room: float) -> tuple[float, float]:
        u, size = self.m.u, self.size_u
        wide = sum(1.05 * size + 2.8 + width(word, "text_bold", round(size * u)) / u for word, _done in self.words)
        return min(room, wide), 1.1 * size if self.words else 0.0

    def draw(self) -> None:
        u, x = self.m.u, self.x
        sizes = (self.size_u * u, 2.9 * u, 2.5 * u)
        laid = fit("".join(word for word, _done in self.words), "text_bold", sizes, self.width - 12 * u)
        for word, done in self.words:
            x += self._put(word, done, x, self.center_y, float(laid.size)) + 2 * u

    def _put(self, word: str, done: bool, x: float, y: float, size: float) -> float:
        """One of them at x, on the middle line y; returns its width (px)."""
        u = self.m.u
        side = 1.05 * size
        if done:
            put_icon("check", x, y - side / 2, side, C.ok)
        else:
            put_ring(x + side / 2, y, 0.44 * side, 0.3 * u, self.skin.second)
        base = y - capital("text", size) / 2
        face: Face = "text_bold" if done else "text"
        tone = C.ok if done else self.skin.second
        return side + 0.8 * u + put_line(word, face, size, x + side + 0.8 * u, base, tone)
