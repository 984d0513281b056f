"""The active player's cards as tiles, for tables without tags: the Action cards in hand, the kinds of bonus cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.choice import Choice
from companion.games.cerbere.card_words import is_dog, sign
from companion.games.cerbere.cards import Card, Catalogue, Op
from companion.games.cerbere.names import CardDeck, FaceUp, Side
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.sheet import Sheet, foot, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import card_name
from kiosk.screens.sheet import band_foot
from kiosk.theme import C, Metrics
from kiosk.widgets.card_tile import CardTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

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
    """`choose` gets the card that was touched."""

    def __init__(
        self, context: KioskContext, catalogue: Catalogue, choose: Callable[[Card], object], back: Callable[[], object]
    ) -> None:
        super().__init__(context)
        self.catalogue, self.choose = catalogue, choose
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text(_("Which card?"), "name", face="bold", size=6)
        for widget in (self.mark, self.who, self.title):
            self.add_widget(widget)
        self.actions: list[CardTile] = []
        self.bonus: list[CardTile] = []
        self._shown: tuple[object, ...] = ()
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=back))

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        seat = seat_of(view, view.turn.player)
        if seat is None:
            return
        self.mark.show(seat)
        self.who.show(_("{name} plays").format(name=seat.name))
        shown = (view.playable, seat.actions, seat.side)
        if shown == self._shown:
            return
        self._shown = shown
        for tile in (*self.actions, *self.bonus):
            self.remove_widget(tile)
        playable = {p.card for p in view.playable}
        face = FaceUp.CERBERUS if seat.side is Side.CERBERUS else FaceUp.ADVENTURER
        faces = [c for c in self.catalogue.cards.values() if c.face is face]
        cards = sorted(faces, key=lambda card: card.index)
        self.actions = [self._tile(card, card.id in playable) for card in cards if not view.turn.action_done]
        kinds = [c for c in self.catalogue.cards.values() if c.deck is not CardDeck.ACTION and c.id in playable]
        self.bonus = [self._tile(card, True) for card in sorted(kinds, key=card_name)]
        for tile in (*self.actions, *self.bonus):
            self.add_widget(tile)
        self.rearrange()

    def _tile(self, card: Card, there: bool) -> CardTile:
        action = card.deck is CardDeck.ACTION
        tile = CardTile(
            card_name(card),
            "",
            [strip(option.effect) for option in card.options] if action else (),
            C.danger if is_dog(card) else C.ember,
            partial(self.choose, card),
        )
        tile.enabled = there
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
        return top + high
