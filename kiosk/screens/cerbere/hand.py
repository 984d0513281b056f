"""The active player's cards as tiles, for tables without tags: Actions with their two ways, bonus cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.data.card_words import is_dog, sign
from companion.games.cerbere.data.cards import Card, Catalogue, Op
from companion.games.cerbere.names import CardDeck
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, spoken
from kiosk import theme
from kiosk.context import KioskContext
from kiosk.icons import put_icon
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import Sheet, card_name, foot, seat_of
from kiosk.screens.sheet import band_foot
from kiosk.theme import Metrics
from kiosk.widgets.base import one_size
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Fit, Text, capital, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

ACTION, BONUS = 16.0, 8.0
"""u of a tile with its two ways, and of one that is a name alone: they share the room as these do,"""
ACTION_MOST, BONUS_MOST = 28.0, 14.0
"""up to these,"""
LEAST = 0.85
"""and down to this part of them before the place of the band is taken."""
BETWEEN, GROUPS = 1.2, 2.4
"""u between tiles, and between Action cards and bonus cards."""


def strip(ops: Sequence[Op]) -> list[tuple[str, str]]:
    """Effects as signs; the same sign once, with all its figures."""
    made: list[tuple[str, str]] = []
    for op in ops:
        icon, figure = sign(op)
        if made and made[-1][0] == icon:
            made[-1] = (icon, f"{made[-1][1]} {figure}".strip())
        else:
            made.append((icon, figure))
    return made


class Hand(Sheet):
    """The prompt `card`: of the Action cards also those that cannot be played now."""

    def __init__(self, context: KioskContext, catalogue: Catalogue) -> None:
        super().__init__(context)
        self.catalogue = catalogue
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text(_("Which card?"), "name", face="bold", size=6)
        for widget in (self.mark, self.who, self.title):
            self.add_widget(widget)
        self.actions: list[CardTile] = []
        self.bonus: list[CardTile] = []
        self._shown: Prompt | None = None
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=context.back))

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        seat = seat_of(view, view.turn.player)
        if seat is None or prompt is None or prompt.id != "card" or prompt == self._shown:
            return
        self._shown = prompt
        self.mark.show(seat)
        self.who.show(spoken(prompt.hint))
        shown = [*self.actions, *self.bonus]
        found = [(self.catalogue.cards[o.key], o) for o in prompt.options if o.key in self.catalogue.cards]
        actions = [(card, o) for card, o in found if card.deck is CardDeck.ACTION and not view.turn.action_done]
        bonus = [(card, o) for card, o in found if card.deck is not CardDeck.ACTION and o.why is None]
        self.actions = [self._tile(card, o) for card, o in sorted(actions, key=lambda pair: pair[0].index)]
        self.bonus = [self._tile(card, o) for card, o in sorted(bonus, key=lambda pair: card_name(pair[0]))]
        self.exchange(shown, [*self.actions, *self.bonus])

    def _tile(self, card: Card, option: Option) -> CardTile:
        action = card.deck is CardDeck.ACTION
        tile = CardTile(
            card_name(card),
            "",
            [strip(option.effect) for option in card.options] if action else (),
            C.danger if is_dog(card) else C.ember,
            partial(self.context.choose, option.key),
        )
        tile.enabled = option.why is None
        return tile

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        first = 13.8 if wide else 19.4
        top = 3.8 if wide else 7.0
        self.put(self.mark, left=4, width=8.4, top=top, height=8.4)
        self.put(self.who, left=14.4, right=4, baseline=top + 2.4)
        self.put(self.title, left=14.4, right=4, baseline=top + 8)
        columns = 4 if wide else 2
        columns_bonus = 3 if wide and not self.actions and len(self.bonus) <= 6 else columns
        rows = -(-len(self.actions) // columns)
        rows_bonus = -(-len(self.bonus) // columns_bonus)
        between = GROUPS if rows and rows_bonus else 0.0
        gaps = between + BETWEEN * (max(0, rows - 1) + max(0, rows_bonus - 1))
        for below in (band_foot(m), foot(m)):  # the place of the band stays free where that leaves room enough
            room = m.rows - below - 0.8 - first - gaps
            scale = room / max(1.0, rows * ACTION + rows_bonus * BONUS)
            if scale >= LEAST:
                break
        high, high_bonus = min(ACTION * scale, ACTION_MOST), min(BONUS * scale, BONUS_MOST)
        if rows:
            first = self._grid(self.actions, columns, first, rows * high + (rows - 1) * BETWEEN) + between
        if rows_bonus:
            self._grid(self.bonus, columns_bonus, first, rows_bonus * high_bonus + (rows_bonus - 1) * BETWEEN)

    def _grid(self, tiles: Sequence[CardTile], columns: int, top: float, high: float) -> float:
        """Place tiles in rows of `columns`; returns where they end."""
        rows = -(-len(tiles) // columns)
        wide = (self.m.columns - 8 - (columns - 1) * BETWEEN) / columns
        tall = (high - (rows - 1) * BETWEEN) / rows
        for i, tile in enumerate(tiles):
            x, y = 4 + (i % columns) * (wide + BETWEEN), top + (i // columns) * (tall + BETWEEN)
            self.put(tile, left=x, width=wide, top=y, height=tall)
        one_size(tiles)
        return top + high


Strip = Sequence[tuple[str, str]]
"""Icons, each with its figures."""


class CardTile(Touchable):
    """`strips`: one line of signs for each way. Without strips it is the name alone.

    :param tone: of the edge and the icon before the name.
    """

    def __init__(
        self,
        label: str,
        icon: str = "",
        strips: Sequence[Strip] = (),
        tone: Colour = C.ember,
        action: Action | None = None,
        **kwargs: object,
    ) -> None:
        self.label, self.icon, self.tone = label, icon, tone
        self.strips = tuple(tuple(strip) for strip in strips)
        self.largest: float | None = None
        """px of the largest name that its grid allows."""
        super().__init__(action=action, **kwargs)

    def label_fit(self) -> Fit:
        """How its name goes into it now."""
        u = self.m.u
        sizes = [s * u for s in ((4.0, 3.6) if self._roomy() else ()) + (3.25, 3.1, 2.9, 2.7, 2.5)]
        if self.largest is not None:
            sizes = [size for size in sizes if size <= self.largest + 0.6] or sizes[-1:]
        return fit(self.label, "text_bold", tuple(sizes), self.width - self._left() - theme.PAD_TEXT * u)

    @property
    def fits(self) -> bool:
        """Whether its name stays inside."""
        return self.label_fit().fits

    def _roomy(self) -> bool:
        """Whether there is height for larger signs."""
        return bool(self.strips) and self.height >= 20 * self.m.u

    def _left(self) -> float:
        u = self.m.u
        return 1.6 * u + ((self._side() + u) if self.icon else 0)

    def _side(self) -> float:
        return max(theme.ICON_LEAST_PX, 3.2 * self.m.u)

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        radius = theme.CORNER_KEY * u
        lit = self._enabled
        put_panel(
            self.x, self.y, self.width, self.height,
            skin.key_down if self._pressed else skin.key if lit else skin.key_quiet, radius,
        )  # fmt: skip
        put_panel(self.x, self.y, self.width, self.height, skin.key_line, radius, theme.LINE)
        self.put_ring(radius)
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        tall = capital("text_bold", laid.size)
        step = (5.8 if self._roomy() else 4.3) * u
        whole = tall + (1.3 * u + step * len(self.strips) if self.strips else 0)
        base = self.center_y + whole / 2 - tall
        if self.icon:
            side = self._side()
            tone = self.tone if lit else skin.rest
            put_icon(self.icon, self.x + 1.4 * u, base + tall / 2 - side / 2, side, tone)
        words = skin.first if lit else skin.second.fade(0.75)
        put_line(laid.lines[0], "text_bold", laid.size, self.x + self._left(), base, words)
        for i, strip in enumerate(self.strips):
            self._draw_strip("AB"[i] if len(self.strips) > 1 else "", strip, base - 1.3 * u - step * (i + 0.5), lit)

    def _draw_strip(self, letter: str, strip: Strip, middle: float, lit: bool) -> None:
        u = self.m.u
        size = (3.25 if self._roomy() else 2.6) * u
        low = middle - capital("text", size) / 2
        tone = self.skin.second if lit else self.skin.rest
        put_line(letter, "black", size, self.x + 1.8 * u, low, tone)
        x = self.x + 5 * u
        side = max(theme.ICON_LEAST_PX, 3.1 * u)
        for icon, figures in strip:
            put_icon(icon, x, middle - side / 2, side, tone)
            x += side + 0.6 * u
            x += put_line(figures, "text", size, x, low, tone) + (1.4 if figures else 0.8) * u
