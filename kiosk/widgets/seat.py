"""Seats: a shape and a colour, with a letter or number in it; hollow when the seat has nothing left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presentation.colours import SEATS, C
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import put_line


def put_seat(
    x: float, y: float, size: float, seat: str, letter: str, hollow: bool = False, scale: float | None = None
) -> None:
    """A seat's mark of `size` px, lower left corner at x, y. `seat` is a name of SEATS."""
    look = SEATS[seat]
    font = size * (scale or (0.46 if hollow else 0.5))
    base = y + size * (0.5 - look.dy) - 0.17 * size * (font / size / 0.48)
    if hollow:
        put_icon(look.icon, x, y, size, C.rim)
        inner = size * 0.86
        put_icon(look.icon, x + size * 0.07, y + size * 0.07, inner, C.soot)
        put_line(letter, "text_bold", font, x + size / 2, base, look.colour, "center")
        return
    put_icon(look.icon, x, y, size, look.colour)
    put_line(letter, "text_bold", font, x + size / 2, base, C.pit, "center")


class SeatMark(Drawn):
    """One seat as large as the short side of its box; `hollow` for no cards left or out of the game."""

    def __init__(self, seat: str = "white", letter: str = "", hollow: bool = False, **kwargs: Any) -> None:
        self.seat, self.letter, self.hollow = seat, letter, hollow
        super().__init__(**kwargs)

    def show(self, seat: str | None = None, letter: str | None = None, hollow: bool | None = None) -> None:
        """Change what is not None."""
        new = (
            self.seat if seat is None else seat,
            self.letter if letter is None else letter,
            self.hollow if hollow is None else hollow,
        )
        if new != (self.seat, self.letter, self.hollow):
            self.seat, self.letter, self.hollow = new
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side >= 4:
            x, y = self.center_x - side / 2, self.center_y - side / 2
            put_seat(x, y, side, self.seat, self.letter, self.hollow)


class BareMark(Drawn):
    """A player as large as its box.

    :param put: draws a seat of the game: x, y (px, its lower left corner), side (px), the seat.
    """

    def __init__(self, put: Callable[[float, float, float, Any], object], **kwargs: Any) -> None:
        self._put = put
        self.seat: Any = None
        super().__init__(**kwargs)

    def show(self, seat: Any) -> None:
        """Another player, or the same one as it is now."""
        if seat != self.seat:
            self.seat = seat
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if self.seat is not None and side > 4:
            self._put(self.center_x - side / 2, self.center_y - side / 2, side, self.seat)
