"""One of two ways: a letter, what it costs, what it does, and why it cannot be taken if it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import Face
from kiosk.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import Fit, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel


class Item(NamedTuple):
    """A line of it: a sign and words."""

    icon: str
    text: str


class _Row(NamedTuple):
    item: Item
    lines: tuple[str, ...]
    cost: bool


LARGE = (5.0, 4.2, 3.6)
SIZES = (3.6, 3.25, 2.9, 2.7, 2.5)
"""u of its words: in one line each, and in up to three."""


class OptionField(Touchable):
    """`costs` in ash above the `effects`; `why` greys it out and says the reason at its foot.

    :param letter: large at the upper left; "" leaves its place to the words.
    """

    def __init__(
        self,
        letter: str = "",
        costs: Sequence[Item] = (),
        effects: Sequence[Item] = (),
        why: str = "",
        action: Action | None = None,
        **kwargs: object,
    ) -> None:
        self.letter = letter
        self.costs, self.effects, self.why = tuple(costs), tuple(effects), why
        self.most = LARGE[0]
        """u: words are not larger than this."""
        super().__init__(action=action, **kwargs)
        self.enabled = not why

    @property
    def label(self) -> str:
        """Its words, for whoever reads the screen (tests, measuring)."""
        return self.letter or " ".join(item.text for item in self.effects)

    def show(self, costs: Sequence[Item], effects: Sequence[Item], why: str = "") -> None:
        """Other words."""
        new = (tuple(costs), tuple(effects), why)
        if new != (self.costs, self.effects, self.why):
            self.costs, self.effects, self.why = new
            self.enabled = not why
            self.redraw()

    # ------------------------------------------------------------ layout

    def _left(self) -> float:
        """px from its left edge to the signs."""
        return (7.8 if self.letter else 2.2) * self.m.u

    def _rows(self, size: float, lines: int = 3) -> tuple[list[_Row], bool]:
        """Its rows at a font size (px), and whether they stay inside."""
        room = self.width - self._left() - 1.5 * size - 1.8 * self.m.u
        rows, whole = [], True
        for item, cost in (*((c, True) for c in self.costs), *((e, False) for e in self.effects)):
            laid = fit(item.text, self._face(cost), (size,), room, lines)
            rows.append(_Row(item, laid.lines, cost))
            whole = whole and laid.fits
        return rows, whole and self._high(rows, size) <= self._room()

    def best(self) -> float:
        """u: the largest font size at which all of it stays inside: large if each takes one line, else in several."""
        u = self.m.u
        if self.width <= 8:
            return SIZES[-1]
        whole = next((size for size in LARGE if self._rows(size * u, 1)[1]), None)
        return whole or next((size for size in SIZES if self._rows(size * u)[1]), SIZES[-1])

    def _size(self) -> float:
        """px: not larger than that of the field beside it."""
        return min(self.most, self.best()) * self.m.u

    def _room(self) -> float:
        u = self.m.u
        return self.height - (3.2 + (4.6 if self.why else 0)) * u

    @staticmethod
    def _high(rows: list[_Row], size: float) -> float:
        costs = any(row.cost for row in rows)
        lines = sum(len(row.lines) for row in rows)
        return (1.16 * lines + 0.42 * (len(rows) - 1) + (0.5 if costs else 0)) * size

    @staticmethod
    def _face(cost: bool) -> Face:
        return "text" if cost else "text_bold"

    @property
    def fits(self) -> bool:
        """Whether no text leaves it."""
        return self._rows(self._size())[1] and (not self.why or self._why_fit().fits)

    def _why_fit(self) -> Fit:
        u = self.m.u
        return fit(self.why, "text", (2.9 * u, 2.5 * u), self.width - 8 * u)

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        radius = 1.75 * u
        lit = self._enabled
        fill = skin.key_down if self._pressed else skin.key if lit else skin.key_quiet
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        put_panel(self.x, self.y, self.width, self.height, C.ember if lit else skin.key_line, radius, 3 if lit else 2)
        self.put_ring(radius)
        if self.letter:
            size = 7 * u
            tone = C.ember if lit else skin.rest
            base = self.top - 2.2 * u - capital("black", size)
            put_line(self.letter, "black", size, self.x + 4.2 * u, base, tone, "center")
        self._draw_rows(lit)
        if self.why:
            self._draw_why()

    def _draw_rows(self, lit: bool) -> None:
        u = self.m.u
        size = self._size()
        rows, whole = self._rows(size)
        if not whole:
            overflow(" / ".join(row.item.text for row in rows), self.width)
        x = self.x + self._left()
        foot = 4.6 * u if self.why else 0
        y = self.center_y + foot / 2 + self._high(rows, size) / 2
        was_cost = False
        for row in rows:
            if was_cost and not row.cost:
                y -= 0.25 * size
                put_panel(x, y - 1, self.right - 1.8 * u - x, 2, self.skin.key_line)
                y -= 0.25 * size
            tone = self._tone(row.cost, lit)
            base = y - 0.16 * size - capital("text", size)
            side = 1.1 * size
            put_icon(row.item.icon, x, base + capital("text", size) / 2 - side / 2, side, self._icon(row.cost, lit))
            for words in row.lines:
                put_line(words, self._face(row.cost), size, x + 1.5 * size, base, tone)
                base -= 1.16 * size
            y -= (1.16 * len(row.lines) + 0.42) * size
            was_cost = row.cost

    def _tone(self, cost: bool, lit: bool) -> Colour:
        if not lit:
            return self.skin.second.fade(0.75)
        return self.skin.second if cost else self.skin.first

    def _icon(self, cost: bool, lit: bool) -> Colour:
        if not lit:
            return self.skin.rest
        return C.danger if cost else C.ember

    def _draw_why(self) -> None:
        u = self.m.u
        laid = self._why_fit()
        side = 3.4 * u
        y = self.y + 1.7 * u
        put_icon("cross", self.x + 2.2 * u, y, side, C.danger)
        base = y + side / 2 - capital("text", laid.size) / 2
        put_line(laid.lines[0], "text", laid.size, self.x + 6.6 * u, base, C.ash)
