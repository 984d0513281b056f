"""Cerbère’s virtual table: the active player’s cards, pawns and boats, with the invented tags of the demo box."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.cerbere.data.box import ActionTag, BoatTag, CardTag, PawnTag, Piece
from companion.games.cerbere.data.card_words import card_icon, sign
from companion.games.cerbere.data.cards import Card, CardOption
from companion.games.cerbere.data.tags import CERBERUS, DEMO, load_tags
from companion.games.cerbere.names import BOATS, CardDeck, FaceUp, Side
from companion.games.cerbere.view import CerbereView, SeatView
from kiosk.context import KioskContext, Panel, Reader
from kiosk.i18n import _
from kiosk.refusals import refusal
from kiosk.screens.cerbere.words import card_name, catalogue_of
from kiosk.screens.drawer import Drawer, PieceTile, seat_colour
from kiosk.theme import SEATS, C, Colour, Metrics
from kiosk.widgets.label import Text
from kiosk.widgets.seat import SeatMark
from kiosk.words import undo_words

ACTIONS, BONUS, PIECES = "actions", "bonus", "pieces"
PAGES = {ACTIONS: N_("Actions"), BONUS: N_("Bonus cards"), PIECES: N_("Pawns")}
NEXT = {ACTIONS: BONUS, BONUS: PIECES, PIECES: ACTIONS}


class CerbereDrawer(Drawer):
    """Three pages; the key names the one that comes next."""

    widest = 22.0

    def __init__(self, context: KioskContext, reader: Reader, panel: Panel, **kwargs: Any) -> None:
        super().__init__(context, reader, panel, **kwargs)
        self.page = ACTIONS
        self.view: CerbereView | None = None
        self.mark = SeatMark()
        self.who = Text("", "name")
        for widget in (self.mark, self.who):
            self.add_widget(widget)
        self._name_next()

    @cached_property
    def uids(self) -> dict[Piece, str]:
        """A tag for each piece; of equal cards any one."""
        return {piece: uid for uid, piece in load_tags(DEMO, None).pieces.items()}

    # ------------------------------------------------------------ fingers

    def switch(self) -> None:
        self.page = NEXT[self.page]
        self._name_next()
        self.deal()

    def _name_next(self) -> None:
        self.which.show(label=_(PAGES[NEXT[self.page]]))

    def tap(self, piece: Piece) -> None:
        """Lay a piece on the reader."""
        self.reader.tap(self.uids[piece])

    # ------------------------------------------------------------ news

    def report(self, update: Update) -> None:
        if not isinstance(update.view, CerbereView):
            return
        self.view = update.view
        seat = self._active(update.view)
        self.mark.show(seat.colour, seat.name[:1], seat.side is not Side.RUNNER)
        self.who.show(seat.name)
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        elif update.prompt is not None and update.prompt.id not in ("turn", "over"):
            self.line.say(_("The screen asks"), "warning", C.brim)
        elif update.events and update.undo is not None:
            self.line.say(undo_words(update.undo), "check", C.ok)

    @staticmethod
    def _active(view: CerbereView) -> SeatView:
        return next(seat for seat in view.seats if seat.name == view.turn.player)

    # ------------------------------------------------------------ pieces

    def pieces(self) -> list[PieceTile]:
        if self.view is None:
            return []
        return {ACTIONS: self._actions, BONUS: self._bonus, PIECES: self._pawns}[self.page](self.view)

    def _actions(self, view: CerbereView) -> list[PieceTile]:
        """The Action cards that the active player holds."""
        seat = self._active(view)
        face = FaceUp.CERBERUS if seat.side is Side.CERBERUS else FaceUp.ADVENTURER
        catalogue = catalogue_of(self.context)
        return [
            self._card(catalogue.action(i, face), ActionTag(seat.colour, i), seat_colour(seat.colour))
            for i in seat.actions
        ]

    def _bonus(self, view: CerbereView) -> list[PieceTile]:
        """One card of each kind of the active player's deck: who holds which is nobody's business."""
        deck = CardDeck.BETRAYAL if self._active(view).side is Side.CERBERUS else CardDeck.SURVIVAL
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

    def arrange_head(self, m: Metrics, top: float) -> None:
        self.put(self.mark, left=4, width=9, top=top / 2 - 4.5 if m.wide else top / 2 - 9, height=9)
        self.put(self.who, left=15, width=25, top=top / 2 - 4.5 if m.wide else top / 2 - 9, height=9)
        if m.wide:
            self.put(self.line, left=41, right=4, top=top / 2 - 4, height=8)
        else:
            self.put(self.line, left=4, right=4, top=top - 12, height=8)


def _sign_of(option: CardOption) -> str:
    """What an option does first."""
    return sign(option.effect[0])[0] if option.effect else "check"
