"""A player's mark; what was played this turn."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.figures.cerbere.seats import mark
from companion.games.cerbere.names import BOATS, Boating, Side
from companion.games.cerbere.view import BoatsView, CerbereView, SeatView
from companion.presentation.colours import C
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import _
from kiosk.figures.put import square
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, fit, put_line, width
from kiosk.widgets.panel import put_ring
from kiosk.widgets.parts import Drawing

put_player = square(mark)


def drawing_of(seat: SeatView | None) -> Drawing | None:
    return None if seat is None else partial(put_player, seat=seat)


def hidden_boats_words(boats: BoatsView) -> str:
    """Return the words beside hidden boats."""
    if boats.revealed is not None:
        return ""
    if boats.boating is Boating.TAGGED and boats.laid < len(BOATS):
        return _("{n} of 3 laid").format(n=boats.laid)
    return _("hidden")


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
        base = y - capital_height("text", size) / 2
        face: FontFace = "text_bold" if done else "text"
        tone = C.ok if done else self.skin.second
        return side + 0.8 * u + put_line(word, face, size, x + side + 0.8 * u, base, tone)
