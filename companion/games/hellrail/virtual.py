"""The virtual table: the hand, the pile, the train and the circles, with the demonstration deck's tags."""

from __future__ import annotations

from random import Random

from companion.engine.message import Line
from companion.engine.prompt import Reading
from companion.engine.text import N_, Text
from companion.engine.update import Update
from companion.engine.virtual import Holder, Piece, Pile, TableLine, VirtualTable
from companion.games.hellrail import events as ev
from companion.games.hellrail.data.deck import Card, Deck
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.rules.cards import sign
from companion.games.hellrail.view import HellRailView

CARDS_ACROSS = (5, 3)
"""Cards need room for their values."""


class HellRailTable(VirtualTable):
    """The active player's hand, the top of the pile and the cars of the train, the circles."""

    def __init__(self) -> None:
        self.deck: Deck = load_deck("demo", None)
        self.hands = VirtualHands(self.deck)
        self.uids = {on.card or on.circle: uid for uid, on in self.deck.tags.items() if on.card or on.circle}
        self.view: HellRailView | None = None
        self.reading: Reading | None = None

    def on_update(self, update: Update) -> None:
        self.hands.on_update(update)
        if isinstance(update.view, HellRailView):
            self.view = update.view
            self.reading = None if update.prompt is None else update.prompt.reader

    def report(self) -> TableLine:
        if self.view is None:
            return TableLine()
        seat = self.view.active
        reads = self.reading
        next_tap = None
        if reads is not None:
            next_tap = Line(reads.icon, "ash", Text(N_("Next tap: {what}"), {"what": reads.label}))
        return TableLine(holder=Holder(seat.name, seat.colour), idle=next_tap)

    def piles(self) -> tuple[Pile, ...]:
        view = self.view
        if view is None:
            return ()
        seat = view.active
        hand = tuple(self._card(id, seat.colour) for id in self.hands.hand(view, seat.name))
        top = self.hands.top(view)
        pile = () if top is None else (self._card(top, lit=True),)
        cars = tuple(self._card(car.id, seat.colour) for car in seat.train if car.id in self.deck.cards)
        circles = tuple(Piece(self.uids.get(circle, ""), _figure(sign(circle)), "rings") for circle in CIRCLES)
        return (
            Pile(hand, Text(N_("Hand")), across=CARDS_ACROSS),
            Pile((*pile, *cars), Text(N_("Pile, train")), across=CARDS_ACROSS),
            Pile(circles, Text("{hr.circle:many}"), across=(10, 5)),
        )

    def _card(self, id: str | None, colour: str = "", lit: bool = False) -> Piece:
        card = self.deck.cards.get(id or "")
        return Piece(self.uids.get(id or "", ""), _values(card), "pile" if lit else "car", colour, lit=lit)


def _figure(text: str) -> Text:
    return Text("{n}", {"n": text})


def _values(card: Card | None) -> Text:
    """From which circle to which, worth, brimstone: "1–5 · 6 · 3"."""
    return _figure("?" if card is None else f"{card.pickup}–{card.setout} · {card.car} · {card.brimstone}")


class VirtualHands:
    """The cards of the virtual hands. They follow the table's counts; a card seen elsewhere leaves its hand."""

    def __init__(self, deck: Deck, seed: int | None = None) -> None:
        self._order = list(deck.cards)
        Random(seed).shuffle(self._order)
        self._hands: dict[str, list[str]] = {}
        self._gone: set[str] = set()
        """Cards that left the pile and the hands for good: delivered ones are seen nowhere else."""

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView):
            return
        if any(isinstance(event, ev.GameStarted) for event in update.events):
            self._hands = {}
        if any(isinstance(event, ev.GameStarted | ev.Recharged) for event in update.events):
            self._gone = set()
        self._gone |= self._open(view)
        for hand in self._hands.values():
            hand[:] = [card for card in hand if card not in self._gone]
        self._fill(view)

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
        """Return the cards of a virtual hand."""
        if name not in self._hands:
            self._gone |= self._open(view)
            self._fill(view)
        return tuple(self._hands.get(name, ()))

    def top(self, view: HellRailView) -> str | None:
        """Return the card that would be turned over."""
        return self._next() if view.draw else None
