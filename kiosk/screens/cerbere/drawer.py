"""Cerbère’s virtual table: the active player’s cards, pawns and boats, with the invented tags of the demo box."""

from __future__ import annotations

from functools import cached_property, partial

from companion.engine.text import N_
from companion.games.cerbere.data.box import ActionTag, BoatTag, CardTag, PawnTag, Piece
from companion.games.cerbere.data.card_words import card_icon, sign
from companion.games.cerbere.data.cards import Card, CardOption
from companion.games.cerbere.data.tags import CERBERUS, DEMO, load_tags
from companion.games.cerbere.names import BOATS, CardDeck, FaceUp, Side
from companion.games.cerbere.view import CerbereView, SeatView
from kiosk.i18n import _
from kiosk.screens.cerbere.words import card_name, catalogue_of
from kiosk.screens.drawer import PagedDrawer, PieceTile, seat_colour
from kiosk.theme import SEATS, C, Colour, Metrics

ACTIONS, BONUS, PIECES = "actions", "bonus", "pieces"
PAGES = {ACTIONS: N_("Actions"), BONUS: N_("Bonus cards"), PIECES: N_("Pawns")}


class CerbereDrawer(PagedDrawer):
    """Action cards, bonus cards, and what else bears a tag."""

    PAGES = PAGES
    VIEW = CerbereView
    widest = 22.0

    @cached_property
    def uids(self) -> dict[Piece, str]:
        """A tag for each piece; of equal cards any one."""
        return {piece: uid for uid, piece in load_tags(DEMO, None).pieces.items()}

    # ------------------------------------------------------------ fingers

    def tap(self, piece: Piece) -> None:
        """Lay a piece on the reader."""
        self.reader.tap(self.uids[piece])

    # ------------------------------------------------------------ news

    def active(self, view: CerbereView) -> SeatView:
        return next(seat for seat in view.seats if seat.name == view.turn.player)

    def hunts(self, seat: SeatView) -> bool:
        return seat.side is not Side.RUNNER

    # ------------------------------------------------------------ pieces

    def pieces_of(self, view: CerbereView) -> list[PieceTile]:
        return {ACTIONS: self._actions, BONUS: self._bonus, PIECES: self._pawns}[self.page](view)

    def _actions(self, view: CerbereView) -> list[PieceTile]:
        """The Action cards that the active player holds."""
        seat = self.active(view)
        face = FaceUp.CERBERUS if seat.side is Side.CERBERUS else FaceUp.ADVENTURER
        catalogue = catalogue_of(self.context)
        return [
            self._card(catalogue.action(i, face), ActionTag(seat.colour, i), seat_colour(seat.colour))
            for i in seat.actions
        ]

    def _bonus(self, view: CerbereView) -> list[PieceTile]:
        """One card of each kind of the active player's deck: who holds which is nobody's business."""
        deck = CardDeck.BETRAYAL if self.active(view).side is Side.CERBERUS else CardDeck.SURVIVAL
        cards = [card for card in catalogue_of(self.context).cards.values() if card.deck is deck]
        return [self._card(card, CardTag(card.id), C.brim) for card in cards]

    def _card(self, card: Card, piece: Piece, owner: Colour) -> PieceTile:
        lit = self.view is not None and any(p.card == card.id for p in self.view.playable)
        marks = tuple((_sign_of(option), C.ash) for option in card.options)
        return PieceTile(card_name(card), card_icon(card), owner, marks, lit, partial(self.tap, piece))

    def _pawns(self, view: CerbereView) -> list[PieceTile]:
        """Everybody who runs, the dog, the boats."""
        tiles = [
            PieceTile(s.name, SEATS[s.colour].icon, seat_colour(s.colour), action=partial(self.tap, PawnTag(s.colour)))
            for s in view.seats
            if s.side is Side.RUNNER
        ]
        tiles.append(PieceTile(_("Cerberus"), "cerberus", C.danger, action=partial(self.tap, PawnTag(CERBERUS))))
        return tiles + [PieceTile(str(n), f"boat{n}", action=partial(self.tap, BoatTag(n))) for n in BOATS]

    # ------------------------------------------------------------ layout

    def per_row(self, m: Metrics, n: int) -> int:
        """Cards need room for their names."""
        if self.page == PIECES:
            return n if m.wide else 4
        return 4 if m.wide else 2 if n <= 4 else 3


def _sign_of(option: CardOption) -> str:
    """What an option does first."""
    return sign(option.effect[0])[0] if option.effect else "check"
