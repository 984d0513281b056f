"""Who plays, on the set-up screens."""

from __future__ import annotations

from typing import Any

from kiosk.storage.settings import SavedSeat
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import capital_height, fit, put_line
from kiosk.widgets.seat import put_seat


def seat_mark(seat: SavedSeat) -> tuple[str, str]:
    return seat.colour, seat.name[:1]


class PlayersKey(Touchable):
    """Who plays: their shapes, how many cards each, how high the pile. Opens the page of names."""

    def __init__(self, **kwargs: Any) -> None:
        self.seats: list[tuple[str, str]] = []
        self.words = ("", "")
        super().__init__(**kwargs)

    def show(self, seats: list[tuple[str, str]], words: tuple[str, str]) -> None:
        """`seats`: colour and letter of each; `words`: two lines, either may be empty."""
        if (seats, words) != (self.seats, self.words):
            self.seats, self.words = seats, words
            self.redraw()

    @property
    def fits(self) -> bool:
        u = self.m.u
        return all(fit(w, "text", self.m.steps("body"), self.width - 3 * u).fits for w in self.words)

    def draw(self) -> None:
        u = self.m.u
        self.put_plain()
        step = min(5.5 * u, (self.width - 6.6 * u) / max(1, len(self.seats)))
        side = step - 0.9 * u
        for i, (colour, letter) in enumerate(self.seats):
            put_seat(self.x + 1.5 * u + i * step, self.top - 1.2 * u - side, side, colour, letter)
        put_icon("next", self.right - 4.2 * u, self.top - 4.8 * u, 3.2 * u, self.skin.icon)
        base = self.y + 1.5 * u
        for words, tone in zip(reversed(self.words), (self.skin.second, self.skin.first), strict=True):
            if not words:
                continue
            laid = fit(words, "text", self.m.steps("body"), self.width - 3 * u)
            put_line(laid.lines[0], "text", laid.size, self.x + 1.5 * u, base, tone)
            base += capital_height("text", laid.size) + 1.3 * u
