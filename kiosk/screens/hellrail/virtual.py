"""The hands of a virtual table: cards dealt by the screen's own dice, so that there is something to tap.

The companion knows nothing of them: it hears tags. A hand is as many cards as the view counts.
"""

from __future__ import annotations

from random import Random

from companion.engine.update import Update
from companion.games.hellrail import events as ev
from companion.games.hellrail.data.deck import Deck
from companion.games.hellrail.view import HellRailView


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
