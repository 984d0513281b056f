"""HellRail’s virtual table: cards of the demonstration deck, circles and the meaning of the next tap."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.hellrail import events as ev
from companion.games.hellrail.data.deck import Card, Deck
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.view import HellRailView, SeatView
from kiosk.context import KioskContext, Panel, Reader
from kiosk.i18n import _
from kiosk.screens.drawer import PagedDrawer, PieceTile, seat_colour
from kiosk.screens.hellrail.words import active, sign, tap_words
from kiosk.theme import C, Metrics

HAND, CARDS, PLACES = "hand", "cards", "circles"
PAGES = {HAND: N_("Hand"), CARDS: N_("Pile, train"), PLACES: N_("Circles")}


class HellRailDrawer(PagedDrawer):
    """The hand, the pile and the train, the circles."""

    PAGES = PAGES
    VIEW = HellRailView
    widest = 17.0

    def __init__(self, context: KioskContext, reader: Reader, panel: Panel, **kwargs: Any) -> None:
        super().__init__(context, reader, panel, **kwargs)
        self.game_deck: Deck = load_deck("demo", None)
        self.hands = VirtualHands(self.game_deck)
        self.uids = {on.card or on.circle: uid for uid, on in self.game_deck.tags.items() if on.card or on.circle}

    # ------------------------------------------------------------ fingers

    def tap(self, piece: str) -> None:
        """Lay a card or a circle on the reader."""
        if piece in self.uids:
            self.reader.tap(self.uids[piece])

    # ------------------------------------------------------------ news

    def report(self, update: Update) -> None:
        self.hands.told(update)
        super().report(update)

    def active(self, view: HellRailView) -> SeatView:
        return active(view)

    def idle(self) -> None:
        icon, words = tap_words(self.view.mode)
        self.line.say(_("Next tap: {what}").format(what=words), icon, C.ash)

    # ------------------------------------------------------------ pieces

    def pieces_of(self, view: HellRailView) -> list[PieceTile]:
        return {HAND: self._hand, CARDS: self._others, PLACES: self._circles}[self.page](view)

    def _hand(self, view: HellRailView) -> list[PieceTile]:
        """What the active player holds on this virtual table."""
        seat = active(view)
        return [self._card(id, seat.colour) for id in self.hands.hand(view, seat.name)]

    def _others(self, view: HellRailView) -> list[PieceTile]:
        """The top of the pile, and the cars of the train."""
        top = self.hands.top(view)
        tiles = [self._card(top, "", lit=True)] if top is not None else []
        seat = active(view)
        return tiles + [self._card(car.id, seat.colour) for car in seat.train if car.id in self.game_deck.cards]

    def _card(self, id: str | None, colour: str, lit: bool = False) -> PieceTile:
        card = self.game_deck.cards.get(id or "")
        owner = seat_colour(colour) if colour else None
        return PieceTile(_values(card), "pile" if lit else "car", owner, (), lit, partial(self.tap, id or ""))

    def _circles(self, view: HellRailView) -> list[PieceTile]:
        return [PieceTile(sign(circle), "rings", action=partial(self.tap, circle)) for circle in CIRCLES]

    # ------------------------------------------------------------ layout

    def per_row(self, m: Metrics, n: int) -> int:
        """Cards need room for their values."""
        if self.page == PLACES:
            return 5
        return 5 if m.wide else 3


def _values(card: Card | None) -> str:
    """From which circle to which, worth, brimstone: "1-5  6  3"."""
    if card is None:
        return "?"
    return f"{card.pickup}–{card.setout} · {card.car} · {card.brimstone}"


class VirtualHands:
    """Which card lies in which virtual hand. It follows the table's counts; a card seen elsewhere leaves its hand."""

    def __init__(self, deck: Deck, seed: int | None = None) -> None:
        self._order = list(deck.cards)
        Random(seed).shuffle(self._order)
        self._hands: dict[str, list[str]] = {}
        self._gone: set[str] = set()
        """Cards that left the pile and the hands for good: delivered ones are seen nowhere else."""

    def told(self, update: Update) -> None:
        """Follow an update."""
        view = update.view
        if not isinstance(view, HellRailView):
            return
        if any(isinstance(event, ev.GameStarted) for event in update.events):
            self._hands, self._gone = {}, set()
        if any(isinstance(event, ev.Recharged) for event in update.events):
            self._gone = {card for card in self._gone if card in self._delivered}
        open_ = self._open(view)
        self._gone |= open_
        for hand in self._hands.values():
            hand[:] = [card for card in hand if card not in self._gone]
        self._fill(view)

    _delivered: frozenset[str] = frozenset()

    @staticmethod
    def _open(view: HellRailView) -> set[str]:
        """Cards that lie in the open somewhere."""
        found = {car.id for seat in view.seats for car in seat.train if car.id is not None}
        found |= {rail.card for rail in view.map}
        found |= set(view.toll_tapped)
        found |= {card for card in (view.discard_top, view.limbo) if card is not None}
        return found

    def _fill(self, view: HellRailView) -> None:
        for seat in view.seats:
            hand = self._hands.setdefault(seat.name, [])
            del hand[seat.hand :]
            while len(hand) < seat.hand:
                card = self._next()
                if card is None:
                    break
                hand.append(card)

    def _next(self) -> str | None:
        held = {card for hand in self._hands.values() for card in hand}
        return next((card for card in self._order if card not in held and card not in self._gone), None)

    def hand(self, view: HellRailView, name: str) -> tuple[str, ...]:
        """The cards of a virtual hand."""
        if name not in self._hands:
            self._gone |= self._open(view)
            self._fill(view)
        return tuple(self._hands.get(name, ()))

    def top(self, view: HellRailView) -> str | None:
        """The card that would be turned over."""
        return self._next() if view.draw else None
