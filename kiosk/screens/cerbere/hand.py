"""The active player's cards as tiles, for tables without tags: the Action cards in hand, the kinds of bonus cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.choice import Choice
from companion.games.cerbere.card_words import is_dog, sign
from companion.games.cerbere.cards import Card, Catalogue, Op
from companion.games.cerbere.names import CardDeck, FaceUp, Side
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.i18n import _
from kiosk.screens.cerbere.sheet import Sheet, foot, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import card_name
from kiosk.theme import C, Metrics
from kiosk.widgets.card_tile import CardTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


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
        self, house: House, catalogue: Catalogue, choose: Callable[[Card], object], back: Callable[[], object]
    ) -> None:
        super().__init__(house)
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
        end = m.rows - foot(m) - (0.8 if wide else 2)
        if self.actions:
            columns = 4 if wide else 2
            rows = -(-len(self.actions) // columns)
            high = 15.6 if self.bonus or not wide else 20.0
            first = self._grid(self.actions, columns, first, rows * high + (rows - 1) * 1.2) + (1.6 if wide else 3)
        if self.bonus:
            columns = 4 if wide else 2
            if not self.actions:
                columns = 3 if wide and len(self.bonus) <= 6 else columns
            rows = -(-len(self.bonus) // columns)
            most = rows * (9.0 if self.actions else 11.5) + (rows - 1) * 1.2
            self._grid(self.bonus, columns, first, min(end - first, most))

    def _grid(self, tiles: Sequence[CardTile], columns: int, top: float, high: float) -> float:
        """Place tiles in rows of `columns`; returns where they end."""
        rows = -(-len(tiles) // columns)
        wide = (self.m.columns - 8 - (columns - 1) * 1.2) / columns
        tall = (high - (rows - 1) * 1.2) / rows
        for i, tile in enumerate(tiles):
            x, y = 4 + (i % columns) * (wide + 1.2), top + (i // columns) * (tall + 1.2)
            self.put(tile, left=x, width=wide, top=y, height=tall)
        return top + high
