"""The page of Infernal Wagon: what its pieces show, and what the players may press."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.message import Line, Order
from companion.engine.prompt import Option, Prompt
from companion.figures.infernal_wagon.hands import NAMED
from companion.figures.infernal_wagon.track import is_short
from companion.figures.marks import Rail
from companion.games.infernal_wagon.names import Timer
from companion.games.infernal_wagon.show import PILE, demo
from companion.games.infernal_wagon.view import HandView, WagonView, card_icon
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, clock_text, last_text, spoken
from companion.presentation.skins import EMBER, ICE, JAW
from companion.presentation.words import elapsed
from kiosk.display.theme import MOTION, Metrics
from kiosk.screens.infernal_wagon import layout
from kiosk.screens.infernal_wagon.pieces import (
    CALM,
    HELD,
    LAST,
    ORDER,
    QUESTION,
    READY,
    SHEET,
    WHO,
    VisiblePieces,
    WagonPieces,
    face_of,
)
from kiosk.screens.infernal_wagon.questions import NO, answers_of, question_of
from kiosk.screens.infernal_wagon.symbols import caption
from kiosk.screens.play_page import TurnStatus
from kiosk.screens.prompt_sheet import Explain
from kiosk.screens.screen import Region
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Key
from kiosk.widgets.layout import placed_leaves
from kiosk.widgets.seat import put_seat
from kiosk.widgets.tile import Tile

WHO_LOOKS = {"who": ("nodraw", C.danger), "curse": ("curse", C.hex)}
"""Prompt -> sign and tone of the line above the seats."""


class WagonPage(WagonPieces):
    """What the pieces show, and what they do."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(context, explain)
        self.said: Line | None = None
        """What happened last."""
        self._refused = ""
        """The card of the track that a warning is about."""
        self._asked: Prompt | None = None
        self._tens = 0
        """Tens of seconds that were left last."""

    # ------------------------------------------------------------ what the players may press

    def press_miss(self) -> None:
        """Report a miss; or, on the order of a miss, that the card fitted after all; or go back from there."""
        update = self.context.table.update
        if update is not None and update.path:
            self.context.ask.back()
        elif self._fits_after_all():
            self.context.ask.act("hit")
        else:  # the table says what is printed, also where the box knows it
            self.context.ask.act("other" if self.context.table.may("other") else "miss")

    def _fits_after_all(self) -> bool:
        """Whether what can be said of the newest card is that it fits, not that it missed."""
        return bool(self.view.missed) and self.context.table.may("hit")

    def answered(self, key: str) -> None:
        """Answer the open question at the table."""
        if key == NO:
            self.context.ask.back()
        else:
            self.context.ask.choose(key)

    # ------------------------------------------------------------ news

    def set_order(self, order: Order | None, before: WagonView | None) -> None:
        """Set the order to the players; None: it is over. `before`: the view before it."""
        self.order_now = order
        if order is None:
            return
        tone = colour(order.tone)
        self.order_icon.show(order.icon, tone)
        self.order_head.show(spoken(order.head), tone)
        self.order.above = bool(order.notes or order.fall)
        self.order.show(spoken(order.text))
        self.order_then.show(" ".join(spoken(note.text) for note in order.notes).replace("\n", " "))
        if order.fall:
            gone = before.track[: order.fall] if before else ()
            self.falling.fall(tuple(card_icon(card) for card in gone) or ("",) * order.fall)

    def ring(self, slot: str) -> None:
        """Mark the card of the track that a warning is about; "": none."""
        self._refused = slot

    def face_now(self, view: WagonView, prompt: Prompt | None) -> VisiblePieces:
        """Return the face at this moment."""
        return face_of(view, prompt, self.context.table.remaining(), self.order_now is not None)

    def update(self, view: WagonView, prompt: Prompt | None) -> None:
        self.face = self.face_now(view, prompt)
        self.skin = ICE if self.face.silence else JAW if self.face.mode == LAST else EMBER
        self.figure.role = "last" if self.face.mode == LAST else "clock"
        super().update(view, prompt)
        self._ask(view, prompt)
        self.second()

    def see_figure(self) -> None:
        """Leave it to the layout, which sees whether the moment has room for them."""

    def _pass_on(self) -> None:
        """Do nothing: the keys are shared, so no other player's turn begins."""

    def status_of(self, view: WagonView) -> TurnStatus:
        said, mode = self.said, self.face.mode
        hand = next((h for h in view.hands if said is not None and h.name == said.seat), None)
        calm = not self._timed(view) and mode in (CALM, READY, HELD)
        return TurnStatus(
            hand, "", self._clock(view),
            sign=said.icon if said is not None else "",
            sign_tone=colour(said.tone) if said is not None else C.ash,
            words=spoken(PILE) if calm else "",
            words_tone=C.ash,
            tone=C.ash if mode == HELD else self.skin.first if mode != LAST else C.ice if self.face.silence else C.brim,
            note=spoken(demo(view)) if not self.face.uturn and mode not in (ORDER, QUESTION, SHEET) else "",
        )  # fmt: skip

    @staticmethod
    def _timed(view: WagonView) -> bool:
        return view.setup.timer is Timer.TIMED

    def _clock(self, view: WagonView) -> str:
        left = self.context.table.remaining()
        if left is None:
            return str(view.pile) if self.face.mode in (CALM, READY, HELD) else elapsed(self.context.table.elapsed())
        return last_text(left) if self.face.mode == LAST else clock_text(left)

    def show(self, view: WagonView) -> None:
        tone = C.danger if is_short(view) else None
        last = self.face.mode == LAST
        figure = tone or (self.skin.first if last else C.ice if self.face.silence else C.ember)
        self.behind.show(str(view.behind), "wagon" if last else "", tone or C.ember, figure)
        self.hands.reshape("" if self.m.wide else NAMED)
        self.hands.show(view, per=self.per, size=self.m.type("small"))
        self.eyes.show(view.curses_left)
        self.gate.show(view, words=caption(view))
        self.picture.show(view, refused=self._refused)
        self.words.visible = bool(self.status.words)
        gap = self.falls and self.m.wide and self.face.mode == ORDER
        self.rail.show(Rail(self.face.mode != HELD, 37.0 if gap else 0.0))

    def say(self, text: str, icon: str, tone: str) -> None:
        prompt = self.context.table.prompt
        if self.face.mode in (WHO, READY) and prompt is not None:
            self.line.say(spoken(prompt.title), *WHO_LOOKS.get(prompt.id, ()))
        elif self.face.mode == HELD:  # a player who comes back to it sees why the clock is stopped
            self.line.say(_("On hold"), "hold", C.ash)
        else:
            super().say(text, icon, tone)

    def show_keys(self, prompt: Prompt | None) -> None:
        mode, touch = self.face.mode, self.touch
        hit = self._fits_after_all()
        away = bool(self.context.table.update and self.context.table.update.path) or mode == SHEET
        if away:
            self.miss.show(label=_("Back"), icon="back", icon_colour=C.ember)
        elif hit:
            self.miss.show(label=_("It fits"), icon="match", icon_colour=C.ok)
        else:
            self.miss.show(label=_("Missed"), icon="miss", icon_colour=C.danger)
        fixed = {READY: (self.back, self.start), HELD: (self.resume,), QUESTION: ()}
        self.hold.show(label="" if touch else _("Hold"))
        self.more.show(label="")
        usual = (self.card, self.miss, self.exit, self.hold) if touch else (self.miss, self.hold, self.more)
        self.has_undo = self.undo.visible = mode != READY
        self.set_keys(*fixed.get(mode, usual))

    def _ask(self, view: WagonView, prompt: Prompt | None) -> None:
        mode = self.face.mode
        if mode == SHEET and prompt is not None:
            self.sheet.update(view, prompt)
        asked = prompt if mode in (QUESTION, WHO) else None
        if asked == self._asked:
            return
        self._asked = asked
        before = [*self.seat_keys, *([self.question] if self.question is not None else ())]
        self.seat_keys, self.question = [], None
        if asked is not None and mode == WHO:
            hands = {hand.name: hand for hand in view.hands}
            self.seat_keys = [self._who_key(option, hands.get(option.seat)) for option in answers_of(asked)]
        elif asked is not None:
            self.question = question_of(asked, self.context, self.answered)
        self.exchange(before, [*self.seat_keys, *([self.question] if self.question is not None else ())])

    def _who_key(self, option: Option, hand: HandView | None) -> Any:
        action = partial(self.answered, option.key)
        if hand is None:
            return Key(spoken(option.label), option.icon, icon_colour=colour(option.tone), action=action)
        mark = partial(put_seat, seat=hand.colour or "white", letter=str(hand.cards), hollow=hand.cards == 0)
        return Tile(hand.name, drawing=mark, action=action)

    # ------------------------------------------------------------ time

    def second(self) -> None:
        view = self.view
        self.figure.show(self._clock(view), self.status.tone)
        self.miss.enabled = self.miss.icon == "back" or self.context.table.may(
            "hit" if self._fits_after_all() else "miss"
        )
        untimed = not self._timed(view) and self.face.mode not in (READY, HELD)
        pile = str(view.pile) if view.pile_sure else f"~{view.pile}"
        self.pile.show(elapsed(self.context.table.elapsed()) if untimed else pile, "" if untimed else "pile")
        self.pile.word.show(_("gone") if untimed else spoken(PILE))
        left = self.context.table.remaining()
        if left is None:
            return
        if self.face.mode == LAST:
            self.fangs.bite_at(left / 1000)

    def flares(self) -> bool:
        """Whether another ten seconds are over: where the track is short, its number beats."""
        left = self.context.table.remaining()
        if left is None:
            return False
        tens = -(-left // round(1000 * MOTION.heartbeat_every))
        before, self._tens = self._tens, tens
        if tens != before - 1 or self.face.mode not in (CALM, LAST):
            return False
        if is_short(self.view):
            self.behind.figure.pulse()
        return True

    @property
    def per(self) -> int:
        """How many hands stand in a row, wide."""
        return 5 if self.face.uturn else 3

    @property
    def burning(self) -> Fire:
        match self.face:
            case VisiblePieces(mode=mode) if mode == HELD:
                return fires.OUT
            case VisiblePieces(silence=True):
                return fires.SILENCE
            case VisiblePieces(mode=mode) if mode == LAST:
                return fires.LAST_MINUTE
            case VisiblePieces(mode=mode) if mode in (ORDER, SHEET):
                return fires.ALARM
        return fires.UTURN if self.face.uturn else fires.CALM

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        return layout.tip_box(self, metrics)

    def band_box(self, metrics: Metrics) -> Region | None:
        return layout.band_box(self, metrics)

    def foot(self, metrics: Metrics) -> float:
        return 11.0 if metrics.wide else super().foot(metrics) + 1.8

    def lay(self, metrics: Metrics) -> None:
        self.figure.resize(layout.clock_size(self, metrics))
        aside = self.face.mode in (ORDER, QUESTION, SHEET)
        self.figure.align = "right" if aside else "left" if metrics.wide else "center"
        self.words.align = "left" if metrics.wide else "center"
        tree = layout.scene(self, metrics)
        seen = {id(leaf) for leaf in placed_leaves(tree, metrics.wide)}  # Kivy hashes a widget in Python
        for piece in self.pieces:
            if piece.visible is not (id(piece) in seen):
                piece.visible = not piece.visible
        self.put(tree, left=0, top=0)
        if id(self.note) not in seen:
            self._put_note()
