"""The virtual table: the active player's cards, pawns and boats, with the invented tags of the demo box."""

from __future__ import annotations

from companion.engine.text import N_, Text
from companion.engine.update import Update
from companion.engine.virtual import Holder, Piece, PieceMark, Pile, TableLine, VirtualTable
from companion.games.cerbere.data import tags
from companion.games.cerbere.data.card_words import card_icon, card_name, op_sign
from companion.games.cerbere.data.cards import CARDS_OF, FACE_OF, Card
from companion.games.cerbere.data.tags import CERBERUS, DEMO, load_tags
from companion.games.cerbere.names import BOATS, CardDeck, FaceUp, Side
from companion.games.cerbere.rules.setup import TableFiles
from companion.games.cerbere.view import CerbereView, SeatView

CARDS_ACROSS = (4, 3)
"""Cards need room for their names."""


FREE = ("turn", "card")
"""Prompts at which a card may be laid."""
NAME_OF = {False: "{cb.survival}", True: "{cb.betrayal}"}
"""Whether a player is on Cerbère's side -> the name of the cards beside the Action cards."""


class CerbereTable(VirtualTable):
    """Action cards, bonus cards, and what else bears a tag.

    :param book: the owner's cards.
    """

    def __init__(self, book: TableFiles) -> None:
        self.catalogue = book.catalogue
        self.uids = {piece: uid for uid, piece in load_tags(DEMO, None).pieces.items()}
        """A tag for each piece; of equal cards any one."""
        self.view: CerbereView | None = None
        self.free = False
        """No card is being played, and nothing is asked."""

    def on_update(self, update: Update) -> None:
        if isinstance(update.view, CerbereView):
            self.view = update.view
            self.free = update.prompt is not None and update.prompt.id in FREE

    def report(self) -> TableLine:
        if self.view is None:
            return TableLine()
        seat = _active(self.view)
        return TableLine(holder=Holder(seat.name, seat.colour, seat.side is not Side.RUNNER))

    def piles(self) -> tuple[Pile, ...]:
        if self.view is None:
            return ()
        pawns = self._pawns(self.view)
        return (
            Pile(self._actions(self.view), Text(N_("{cb.action} cards")), across=CARDS_ACROSS),
            Pile(self._bonus(self.view), Text(NAME_OF[_active(self.view).side is Side.CERBERUS]), across=CARDS_ACROSS),
            Pile(pawns, Text(N_("Pawns")), across=(len(pawns), 4)),
        )

    def _actions(self, view: CerbereView) -> tuple[Piece, ...]:
        """Return the Action cards that the active player holds."""
        seat = _active(view)
        face = FACE_OF.get(seat.side, FaceUp.ADVENTURER)
        cards = [(self.catalogue.action(i, face), tags.ActionTag(seat.colour, i)) for i in seat.actions]
        lit = self.free and not view.turn.action_done
        return tuple(self._card(card, tag, lit, colour=seat.colour) for card, tag in cards)

    def _bonus(self, view: CerbereView) -> tuple[Piece, ...]:
        """Return one card of each kind of the active player's deck: who holds which is secret."""
        seat = _active(view)
        deck = CARDS_OF.get(seat.side, CardDeck.SURVIVAL)
        cards = [card for card in self.catalogue.cards.values() if card.deck is deck]
        held = seat.betrayal if deck is CardDeck.BETRAYAL else seat.survival
        lit = self.free and held > 0 and not view.turn.bonus_done
        return tuple(self._card(card, tags.CardTag(card.id), lit, tone="brim") for card in cards)

    def _card(self, card: Card, tag: tags.TaggedPiece, lit: bool, colour: str = "", tone: str = "") -> Piece:
        marks = tuple(PieceMark(op_sign(option.effect[0])[0] if option.effect else "check") for option in card.options)
        return Piece(self.uids[tag], card_name(card), card_icon(card), colour, tone, marks, lit)

    def _pawns(self, view: CerbereView) -> tuple[Piece, ...]:
        """Everybody who runs, the dog, the boats."""
        runners = [
            Piece(self.uids[tags.PawnTag(seat.colour)], _name(seat.name), "", seat.colour)
            for seat in view.seats
            if seat.side is Side.RUNNER
        ]
        dog = Piece(self.uids[tags.PawnTag(CERBERUS)], Text("{cb.cerberus}"), "cerberus", tone="danger")
        return (*runners, dog, *(Piece(self.uids[tags.BoatTag(n)], _name(str(n)), f"boat{n}") for n in BOATS))


def _active(view: CerbereView) -> SeatView:
    return next(seat for seat in view.seats if seat.name == view.turn.player)


def _name(name: str) -> Text:
    return Text("{name}", {"name": name})
