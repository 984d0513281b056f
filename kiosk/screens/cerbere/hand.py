"""The active player's cards as tiles, for tables without tags: the Action cards in hand, the kinds of bonus cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.data.card_words import is_dog, sign
from companion.games.cerbere.data.cards import Card, Catalogue, Op
from companion.games.cerbere.names import CardDeck
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.screens.cerbere.sheet import Sheet, foot, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import card_name
from kiosk.screens.sheet import band_foot
from kiosk.theme import C, Metrics
from kiosk.widgets.card_tile import CardTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.placing import one_size

ACTION, BONUS = 15.0, 9.0
"""u of a tile with its two ways, and of one that is a name alone: they share the room as these do,"""
ACTION_MOST, BONUS_MOST = 28.0, 14.0
"""up to these,"""
LEAST = 0.8
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
        for tile in (*self.actions, *self.bonus):
            self.remove_widget(tile)
        found = [(self.catalogue.cards[o.key], o) for o in prompt.options if o.key in self.catalogue.cards]
        actions = [(card, o) for card, o in found if card.deck is CardDeck.ACTION and not view.turn.action_done]
        bonus = [(card, o) for card, o in found if card.deck is not CardDeck.ACTION and o.why is None]
        self.actions = [self._tile(card, o) for card, o in sorted(actions, key=lambda pair: pair[0].index)]
        self.bonus = [self._tile(card, o) for card, o in sorted(bonus, key=lambda pair: card_name(pair[0]))]
        for tile in (*self.actions, *self.bonus):
            self.add_widget(tile)
        self.rearrange()

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
