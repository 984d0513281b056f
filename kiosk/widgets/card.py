"""Cards of the track: plates with a rail or an icon on them, and the row of them behind the wagon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import NumericProperty

from companion.presentation.colours import C, Colour
from kiosk.display import theme
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.motion import glide
from kiosk.widgets.panel import put_panel
from kiosk.widgets.together import put_box, together


@dataclass(frozen=True)
class CardTones:
    """Fill, edge and symbol of one card."""

    fill: Colour
    edge: Colour
    symbol: Colour


HOP = 2.0
"""u that the wagon rises on its way to the next card."""
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
    for dx in (-0.7 * u, 0.7 * u):
        put_box(round(middle + dx - line / 2), round(y + 0.9 * u), line, round(height - 1.8 * u), tones.symbol)
    for i in (1, 2, 3):
        low = round(y + height * i / 4 - line / 2)
        put_box(round(middle - 1.3 * u), low, round(2.6 * u), line, tones.symbol)


class Track(Drawn):
    """The newest card lit at its right edge, older ones to its left as far as they fit, the wagon on the newest.

    Put it so that its bottom is 0.25 u above the rail. `show(("", "tunnel", ...))`: icons from the newest card on,
    "" for a piece of rail. `ringed` (index) marks the card that a refusal means. A card that is added slides into its
    place, then the wagon hops onto it.
    """

    slid = NumericProperty(1.0)
    hopped = NumericProperty(1.0)
    """0: where it comes from, 1: in its place; the newest card, and the wagon."""

    def __init__(self, cards: Sequence[str] = (), **kwargs: Any) -> None:
        self._cards = tuple(cards)
        self.lead_colour: Colour | None = None
        self.ringed: int | None = None
        self._shifts: list[Any] = []
        super().__init__(**kwargs)
        self.fbind("slid", self._move)
        self.fbind("hopped", self._move)

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
        before, self._cards = self._cards, self._cards if cards is None else tuple(cards)
        if before and self.visible and look.motion and self._cards[1:] == before:
            glide(self, 0, slid=0.0, hopped=0.0)
            glide(self, MOTION.slide, slid=1.0, done=lambda: glide(self, MOTION.slide, "linear", hopped=1.0))
        elif self._cards != before:
            glide(self, 0, slid=1.0, hopped=1.0)
        self.ringed, self.lead_colour = ringed, lead_colour
        self.redraw()

    def place(self, index: int) -> tuple[float, float, float, float]:
        """x, y, width, height (px) of a card."""
        u = self.m.u
        wide, high = theme.CARD_WIDTH * u, theme.CARD_HEIGHT * u
        return self.right - wide - index * (theme.CARD_WIDTH + theme.CARD_GAP) * u, self.y, wide, high

    def draw(self) -> None:
        self._shifts = [self._group(part) for part in (self._put_old, self._put_newest, self._put_lead)]
        self._move()

    @staticmethod
    def _group(put: Any) -> Any:
        """What `put` draws, to be moved as one."""
        PushMatrix()
        shift = Translate()
        put()
        PopMatrix()
        return shift

    def _move(self, *_: Any) -> None:
        """Only the matrices: the older cards and the wagon go on by one place, the newest comes along the rail."""
        if not self._shifts:
            return
        u = self.m.u
        step = (theme.CARD_WIDTH + theme.CARD_GAP) * u
        old, newest, lead = self._shifts
        back = 1 - self.slid
        old.x = step * back
        newest.x = MOTION.slide_by * u * back
        hop = self.hopped
        lead.xy = (step * back - step * (1 - hop), 4 * HOP * u * hop * (1 - hop))

    def _put_old(self) -> None:
        self._put_cards(1, len(self._cards))

    def _put_newest(self) -> None:
        self._put_cards(0, 1)

    def _put_cards(self, first: int, end: int) -> None:
        u, skin = self.m.u, self.skin
        with together():
            for i, icon in enumerate(self._cards[first:end], first):
                x, y, wide, high = self.place(i)
                if x < self.x:
                    break  # a card is seen whole or not at all
                lit = CardTones(skin.lit, skin.lit, C.pit)
                tones = CardTones(skin.card, skin.card_line, skin.rest) if i else lit
                put_card(x, y, wide, high, u, tones, icon)
        if self.ringed is not None and first <= self.ringed < min(end, len(self._cards)):
            x, y, wide, high = self.place(self.ringed)
            put_panel(x - 0.85 * u, y - 0.6 * u, wide + 1.7 * u, high + 1.2 * u, C.brim, 0.9 * u, 0.75 * u)

    def _put_lead(self) -> None:
        u, skin = self.m.u, self.skin
        x, y, wide, high = self.place(0)
        side = 8.4 * u
        top = y + (high if self._cards else 0) + 0.1 * u
        put_icon("wagon", x + wide / 2 - side / 2, top - 0.6 * u, side, self.lead_colour or skin.icon)
