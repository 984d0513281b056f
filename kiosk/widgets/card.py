"""Cards of the track: plates with a rail or an icon on them, and the row of them behind the wagon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Rectangle

from kiosk import theme
from kiosk.icons import put_icon
from kiosk.theme import C, Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.panel import put_panel


@dataclass(frozen=True)
class CardTones:
    """Fill, edge and symbol of one card."""

    fill: Colour
    edge: Colour
    symbol: Colour


FALLING = CardTones(C.blood, C.danger, C.danger)


def put_card(x: float, y: float, width: float, height: float, u: float, tones: CardTones, icon: str = "") -> None:
    """One card with its lower left corner at x, y (px): `icon`, or a piece of rail if it has none."""
    radius = theme.CORNER_CARD * u
    put_panel(x, y, width, height, tones.fill, radius)
    if tones.edge != tones.fill:
        put_panel(x, y, width, height, tones.edge, radius, theme.LINE)
    middle = x + width / 2
    if icon:
        side = width * 0.6
        put_icon(icon, middle - side / 2, y + height / 2 - side / 2, side, tones.symbol)
        return
    line = max(2, round(0.32 * u))
    Color(*tones.symbol)
    for dx in (-0.7 * u, 0.7 * u):
        Rectangle(pos=(round(middle + dx - line / 2), round(y + 0.9 * u)), size=(line, round(height - 1.8 * u)))
    for i in (1, 2, 3):
        Rectangle(pos=(round(middle - 1.3 * u), round(y + height * i / 4 - line / 2)), size=(round(2.6 * u), line))


class Track(Drawn):
    """The newest card lit at its right edge, older ones to its left as far as they fit, the wagon on the newest.

    Put it so that its bottom is 0.25 u above the rail. `show(("", "tunnel", ...))`: icons from the newest card on,
    "" for a piece of rail. `ringed` (index) marks the card that a refusal means.
    """

    def __init__(self, cards: Sequence[str] = (), lead: str = "wagon", **kwargs: Any) -> None:
        self._cards = tuple(cards)
        self.lead = lead
        self.lead_colour: Colour | None = None
        self.ringed: int | None = None
        self.quiet_lit = False
        super().__init__(**kwargs)

    @property
    def cards(self) -> tuple[str, ...]:
        return self._cards

    def show(
        self,
        cards: Sequence[str] | None = None,
        ringed: int | None = None,
        lead_colour: Colour | None = None,
    ) -> None:
        """Change the cards if not None; ring and wagon colour are set each time (None: none, the skin's)."""
        self._cards = self._cards if cards is None else tuple(cards)
        self.ringed, self.lead_colour = ringed, lead_colour
        self.redraw()

    def place(self, index: int) -> tuple[float, float, float, float]:
        """x, y, width, height (px) of a card."""
        u = self.m.u
        wide, high = theme.CARD_WIDTH * u, theme.CARD_HEIGHT * u
        return self.right - wide - index * (theme.CARD_WIDTH + theme.CARD_GAP) * u, self.y, wide, high

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        for i, icon in enumerate(self._cards):
            x, y, wide, high = self.place(i)
            if x < self.x - wide:
                break
            lit = i == 0 and not self.quiet_lit
            tones = CardTones(skin.lit, skin.lit, C.pit) if lit else CardTones(skin.card, skin.card_line, skin.rest)
            put_card(x, y, wide, high, u, tones, icon)
        if self.ringed is not None and self.ringed < len(self._cards):
            x, y, wide, high = self.place(self.ringed)
            put_panel(x - 0.85 * u, y - 0.6 * u, wide + 1.7 * u, high + 1.2 * u, C.brim, 0.9 * u, 0.75 * u)
        if self.lead:
            x, y, wide, high = self.place(0)
            side = 8.4 * u
            top = y + (high if self._cards else 0) + 0.1 * u
            put_icon(self.lead, x + wide / 2 - side / 2, top - 0.6 * u, side, self.lead_colour or skin.icon)
