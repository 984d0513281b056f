"""The page of Infernal Wagon: the clock, what the table owns together, and the track under the wagon."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.message import Line, Order
from companion.engine.prompt import Option, Prompt
from companion.engine.requests import Leave
from companion.games.infernal_wagon.names import Level, Module, Timer
from companion.games.infernal_wagon.symbols import card_icon
from companion.games.infernal_wagon.view import HandView, WagonView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, clock_text, last_text, spoken
from companion.presentation.words import elapsed
from kiosk.context import KioskContext
from kiosk.icons import Icon
from kiosk.layout import NATURAL, Column, Grid, Layers, Leaf, Node, Row, Space, leaves, middle
from kiosk.screens.menu import call_keys
from kiosk.screens.play_page import PlayPage, Status
from kiosk.screens.prompt_sheet import Explain
from kiosk.screens.screen import Box
from kiosk.screens.sheet import key_wide
from kiosk.screens.wagon.counts import Eyes, Hands, Tally
from kiosk.screens.wagon.pieces import Banner, FittedOrder, Streamer
from kiosk.screens.wagon.questions import NO, WagonSheet, answers_of, question_of
from kiosk.screens.wagon.routing import CALM, HELD, LAST, ORDER, QUESTION, READY, SHEET, WHO, Face, face_of
from kiosk.screens.wagon.symbols import ExitGate
from kiosk.theme import CARD_HEIGHT, EMBER, ICE, JAW, MARGIN, MOTION, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Drawn
from kiosk.widgets.card import Track
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.order import FallingCards
from kiosk.widgets.pennant import Pennant
from kiosk.widgets.question import Question
from kiosk.widgets.rail import Rail
from kiosk.widgets.seat import Mark, put_seat
from kiosk.widgets.stitches import Stitches
from kiosk.widgets.tile import Tile

WHO_LOOKS = {"who": ("nodraw", C.danger), "curse": ("curse", C.hex)}
"""Prompt -> sign and tone of the line above the seats."""
GATE, WAGON = 19.0, 9.7
"""u of the exit gate, and of the wagon on the newest card."""
OVER_RAIL = 47.7
"""u above the rail, wide."""
CLOTH = 25.5
"""u of the pennant."""


def short(view: WagonView) -> bool:
    """Whether the track behind the wagon is nearly gone."""
    return view.behind <= 2 and view.setup.level is not Level.L0


def _put_hand(x: float, y: float, side: float, hand: HandView) -> None:
    put_seat(x, y, side, hand.colour or "white", hand.name[:1])


class Page(PlayPage):
    """All its pieces are always there, in the order in which they are drawn; the tree says which are seen."""

    undo_wide = 24.0

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(context, explain, lambda: context.open_screen("correct"), Mark(_put_hand), Track())
        self.face = Face(READY)
        self.order_now: Order | None = None
        self.said: Line | None = None
        """What happened last."""
        self._asked: Prompt | None = None
        self._tens = 0
        """Tens of seconds that were left last."""
        self.figure = Figures("", "clock", slides=True)
        self.words = Text("", "body", lines=2)
        self.line = EventLine()
        self.fangs, self.stitches = Fangs(0.42), Stitches()
        cloth = (_("{iw.uturn}"), _("play from others"))
        self.streamer, self.banner, self.pennant = Streamer(), Banner(*cloth), Pennant("uturn", *cloth)
        self.pile, self.behind = Tally("pile", _("to draw")), Tally("wagon", _("behind"))
        self.hands, self.eyes = Hands(), Eyes(action=lambda: context.act("curse"))
        self.gate, self.rail, self.falling = ExitGate(), Rail(), FallingCards()
        self.state = Text(_("{iw.silence}"), "name", face="bold", size=5.5)
        self.hint = Text(_("mime only"), "body")
        self.order_icon, self.order_head = Icon("miss"), Text("", "name", C.danger, face="text_bold", size=5.5)
        self.order, self.order_then = FittedOrder(), Text("", "event")
        self.sheet = WagonSheet(context)
        self.question: Question | None = None
        self.seat_keys: list[Any] = []
        self._build_keys()
        self.pieces: tuple[Drawn, ...] = (
            self.fangs, self.streamer, self.pennant, self.banner, self.figure, self.stitches, self.pile, self.behind,
            self.hands, self.eyes, self.rail, self.falling, self.line, self.sign, self.mark, self.state, self.hint,
            self.words, self.gate, self.picture, self.order_icon, self.order_head, self.order, self.order_then,
            self.sheet, *self.held_keys, *self.switches.values(),
        )  # fmt: skip
        for piece in self.pieces:
            self.add_widget(piece)
        self.add_widget(self.note)
        self.raise_undo()

    def _build_keys(self) -> None:
        context = self.context
        self.miss = Key(_("Missed"), "miss", icon_colour=C.danger, action=self.press_miss)
        self.hold = Key(_("Hold"), "hold", icon_size=3, action=lambda: context.act("hold"))
        self.more = self.turn_keys.menu
        self.card = Key(_("Card"), "plus", icon_size=3, action=lambda: context.act("count"))
        self.exit = Key(_("{iw.exit} laid"), "gates", action=lambda: context.act("exit"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.act("back"))
        self.start = Key(_("Start"), "play", kind="prime", action=lambda: context.act("start"))
        self.resume = Key(_("Resume"), "play", kind="prime", action=lambda: context.act("resume"))
        self.held_keys = [
            Key(_("Counts"), "swap", action=lambda: context.open_screen("correct")),
            Key(_("Settings"), "gear", action=lambda: context.open_screen("settings")),
            Key(_("Leave"), "back", icon_size=3, action=lambda: context.link.send(Leave())),
            *call_keys(context),
        ]
        self.switches = {
            Module.SILENCE: Key(_("{iw.silence}"), "silence", icon_colour=C.ice, action=lambda: context.act("silence")),
            Module.UTURN: Key(_("{iw.uturn}"), "uturn", icon_colour=C.brim, action=lambda: context.act("uturn")),
            Module.CURSE: Key(_("{iw.curse}"), "curse", icon_colour=C.hex, action=lambda: context.act("curse")),
        }
        """Without tags: such a card was drawn, or laid open."""

    # ------------------------------------------------------------ what the table may press

    def press_miss(self) -> None:
        """Missed; or, on the order of a miss, that it fitted after all; or back from where that led."""
        update = self.context.update
        if update is not None and update.path:
            self.context.back()
        elif self._fits_after_all():
            self.context.act("hit")
        else:  # the table says what is printed, also where the box knows it
            self.context.act("other" if self.context.may("other") else "miss")

    def _fits_after_all(self) -> bool:
        """Whether what can be said of the newest card is that it fits, not that it missed."""
        return bool(self.view.missed) and self.context.may("hit")

    def answered(self, key: str) -> None:
        """The table answers the question that stands open."""
        if key == NO:
            self.context.back()
        else:
            self.context.choose(key)

    # ------------------------------------------------------------ news

    def set_order(self, order: Order | None, before: WagonView | None) -> None:
        """What everybody must do now; None: it is over. `before`: the view before it."""
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
        newest_first = [card.slot for card in reversed(self.view.track)] if self.view is not None else []
        self.picture.ringed = newest_first.index(slot) if slot and slot in newest_first else None

    def face_now(self, view: WagonView, prompt: Prompt | None) -> Face:
        """The face at this moment."""
        return face_of(view, prompt, self.context.remaining(), self.order_now is not None)

    def update(self, view: WagonView, prompt: Prompt | None) -> None:
        self.face = self.face_now(view, prompt)
        self.skin = ICE if self.face.silence else JAW if self.face.mode == LAST else EMBER
        self.figure.role = "last" if self.face.mode == LAST else "clock"
        super().update(view, prompt)
        self._ask(view, prompt)
        self.second()

    def _pass_on(self) -> None:
        """The keys are everybody's: nobody else's turn begins."""

    def status_of(self, view: WagonView) -> Status:
        said, mode = self.said, self.face.mode
        hand = next((h for h in view.hands if said is not None and h.name == said.seat), None)
        calm = not self._timed(view) and mode in (CALM, READY, HELD)
        return Status(
            hand, "", self._clock(view),
            sign=said.icon if said is not None else "",
            sign_tone=colour(said.tone) if said is not None else C.ash,
            words=_("to draw") if calm else "",
            words_tone=C.ash,
            tone=C.ash if mode == HELD else self.skin.first if mode != LAST else C.ice if self.face.silence else C.brim,
            note=_("demo cards") if view.demo and not self.face.uturn and mode not in (ORDER, QUESTION, SHEET) else "",
        )  # fmt: skip

    @staticmethod
    def _timed(view: WagonView) -> bool:
        return view.setup.timer is Timer.TIMED

    def _clock(self, view: WagonView) -> str:
        left = self.context.remaining()
        if left is None:
            return str(view.pile) if self.face.mode in (CALM, READY, HELD) else elapsed(self.context.elapsed())
        return last_text(left) if self.face.mode == LAST else clock_text(left)

    def show(self, view: WagonView) -> None:
        silence, touch = self.face.silence, view.setup.level is Level.L0
        tone = C.danger if short(view) and self.face.mode != READY else None
        last = self.face.mode == LAST
        figure = tone or (self.skin.first if last else C.ice if silence else C.ember)
        self.behind.show(str(view.behind), "wagon" if last else "", tone or C.ember, figure)
        self.hands.show(view.hands)
        self.hands.named = not self.m.wide
        self.hands.per = 5 if self.face.uturn else 3
        self.eyes.show(view.curses_left)
        self.gate.show(view)
        known = () if touch else view.track  # without tags nobody knows what lies there
        self.picture.show(tuple(card_icon(card) for card in reversed(known)), self.picture.ringed, tone)
        self.words.visible = bool(self.status.words)
        gap = self.order_now is not None and self.order_now.fall and self.m.wide and self.face.mode == ORDER
        self.rail.show(ties=self.face.mode != HELD, start=37.0 if gap else 0.0)

    def say(self, text: str, icon: str, tone: str) -> None:
        prompt = self.context.prompt
        if self.face.mode in (WHO, READY) and prompt is not None:
            self.line.say(spoken(prompt.title), *WHO_LOOKS.get(prompt.id, ()))
        else:
            super().say(text, icon, tone)

    def show_keys(self, prompt: Prompt | None) -> None:
        mode, touch = self.face.mode, self.view.setup.level is Level.L0
        hit = self._fits_after_all()
        away = bool(self.context.update and self.context.update.path) or mode == SHEET
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
        """The clock shows another second."""
        view = self.view
        status = self.status_of(view)
        self.figure.show(status.figure, status.tone)
        self.miss.enabled = self.miss.icon == "back" or self.context.may("hit" if self._fits_after_all() else "miss")
        untimed = not self._timed(view) and self.face.mode not in (READY, HELD)
        pile = str(view.pile) if view.pile_sure else f"~{view.pile}"
        self.pile.show(elapsed(self.context.elapsed()) if untimed else pile, "" if untimed else "pile")
        self.pile.word.show(_("gone") if untimed else _("to draw"))
        left = self.context.remaining()
        if left is None:
            return
        if self.face.mode == LAST:
            self.fangs.bite_at(left / 1000)

    def flares(self) -> bool:
        """Whether another ten seconds are over: where the track is short, its number beats."""
        left = self.context.remaining()
        if left is None:
            return False
        tens = -(-left // round(1000 * MOTION.heartbeat_every))
        before, self._tens = self._tens, tens
        if tens != before - 1 or self.face.mode not in (CALM, LAST):
            return False
        if short(self.view):
            self.behind.figure.pulse()
        return True

    @property
    def burning(self) -> Fire:
        match self.face:
            case Face(mode=mode) if mode == HELD:
                return fires.OUT
            case Face(silence=True):
                return fires.SILENCE
            case Face(mode=mode) if mode == LAST:
                return fires.LAST_MINUTE
            case Face(mode=mode) if mode in (ORDER, SHEET):
                return fires.ALARM
        return fires.UTURN if self.face.uturn else fires.CALM

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        asks = () if self.question is None else (self.question.who, self.question.question)
        return (
            self.line, self.sign, self.mark, self.pile, self.behind, self.state, self.hint, self.order_icon,
            self.order_head, self.sheet.who, self.sheet.title, *asks, *self.switches_shown,
        )  # fmt: skip

    @property
    def switches_shown(self) -> list[Key]:
        """Those that can be touched now."""
        prompt = self.context.prompt
        touch = self.view is not None and self.view.setup.level is Level.L0
        if not touch or prompt is None or self.face.mode not in (CALM, LAST, ORDER):
            return []
        return [key for module, key in self.switches.items() if prompt.option(module) is not None]

    # ------------------------------------------------------------ layout

    def tip_box(self, m: Metrics) -> Box | None:
        face = self.face
        if face.mode != CALM or self.switches_shown:
            return None
        if m.wide:  # left of the wagon and of the newest card, and in Silence below the thread
            return Box(3, 15 + GATE if face.gate else 12, 38.2 if face.silence else 29.7, 9.6)
        if face.silence:
            return Box(3, 3, 42.2, 11.6)  # above the thread, over the players
        return Box(3, 3, 56.0 if face.uturn else 54.6, 11.2)  # below the players, over the event line

    def band_box(self, m: Metrics) -> Box | None:
        high = 7.6 if m.wide else 11.0
        match self.face.mode:
            case mode if mode in (SHEET, QUESTION, ORDER):
                top = {SHEET: 4.0, QUESTION: 8.0, ORDER: 0.8}[mode]
                left = 7 if m.wide and mode == ORDER else 0  # beside the tab of the player aid
                return Box(left, 41 if m.wide else 0, top if m.wide else 25.6, 10.6)
            case mode if mode == LAST:
                return Box(7, 0, 0.6, 8.6 if m.wide else 12)
        if m.wide:
            return Box(0, MARGIN + WAGON + (GATE + 1.6 if self.face.gate else 0), 30.6, high)
        above = {HELD: 31.2, WHO: 14.0 + 8.8 * self._seat_rows()}.get(self.face.mode, 30.0)
        return Box(0, 0, m.rows - self.foot(m) - above, 8.8 if self.face.mode == HELD else high)

    def lay(self, m: Metrics) -> None:
        self.figure.resize(self._clock_size(m))
        aside = self.face.mode in (ORDER, QUESTION, SHEET)
        self.figure.align = "right" if aside else "left" if m.wide else "center"
        self.words.align = "left" if m.wide else "center"
        tree = self._wide(m) if m.wide else self._upright(m)
        seen = set(leaves(tree, m.wide))
        for piece in self.pieces:
            piece.visible = piece in seen
        self.put(tree, left=0, top=0)
        if self.note not in seen:
            self._put_note()
        if self.question is not None:
            self.put(self.question, left=0, top=0)

    def _clock_size(self, m: Metrics) -> float | None:
        """u of its figures; None: as large as they go."""
        match self.face:
            case Face(mode=mode) if mode in (QUESTION, SHEET, ORDER):
                return {QUESTION: 17.0, SHEET: 14.0, ORDER: 13.0}[mode] if m.wide else 17.0
            case Face(mode=mode) if mode == LAST:
                return 40.0 if m.wide and (self.face.silence or self.switches_shown) else None
        high = 33.4 + (m.columns - 100) * 0.3
        if not m.wide or not (self.face.silence or self.face.uturn):
            return None
        return min(high, 34.2) if self.face.silence else high  # the help stands above it

    def foot(self, m: Metrics) -> float:
        return 10.9 if m.wide else super().foot(m) + 1.8

    def _wide(self, m: Metrics) -> Node:
        mode, keys = self.face.mode, Space(m.rows - OVER_RAIL - 1.3)
        if mode in (QUESTION, SHEET):
            clock = Row(Space(), Leaf(self.figure, 36), pad=(0, 4.4, MARGIN, 0), size=18.8)
            return Layers(Column(clock, Space()), self.sheet if mode == SHEET else None)
        above = self._order_wide(m) if mode == ORDER else self._last_wide() if mode == LAST else self._calm_wide(m)
        thread = Row(self.stitches, Space(self._beside_thread()), gap=0, size=15.5)
        rail = Leaf(self.rail, 1.3)
        return Layers(
            Column(self.fangs, Leaf(self.rail, 1.3), keys, gap=0) if mode == LAST else None,
            Column(Leaf(self.streamer, 1.2), Space()) if self.face.uturn else None,
            Column(above, rail, keys, gap=0),
            Column(Space(32.2 if mode == LAST else 26.75), thread, Space(), gap=0) if self._threaded else None,
        )

    @property
    def _threaded(self) -> bool:
        """Whether the thread of Silence is sewn through the screen."""
        return self.face.silence and self.face.mode in (CALM, LAST)

    def _beside_thread(self) -> float:
        """u right of the thread, wide."""
        return 28.0 if self.face.mode == LAST else (29.0 if self.face.uturn else 14.4) + (15 if self.face.gate else 0)

    def _calm_wide(self, m: Metrics) -> Node:
        """Before the start, while it is played, held, and while it is asked whose card it was."""
        gate = Leaf(self.gate, GATE) if self.face.gate else None
        line = Leaf(self._news_wide(), 8.6, kept=True)
        below = Row(Column(line, self._low(m), gap=0), gate, gap=1.6, pad=(MARGIN, 0, MARGIN, 0))
        size = NATURAL if self.words.visible else None
        clock = Column(self.figure, pad=(0, 4.4, 0, 1.3), gap=0, size=size)
        said = Column(Space(5.8), *self._said(5.4), Space(), gap=1.6, size=5.4)
        beside = said if self._threaded and not self.face.uturn else None
        side = Leaf(self._side_wide(), CLOTH if self.face.uturn else 16)
        top = Row(clock, self.words if self.words.visible else None, beside, side, gap=2, size=29.6,
                  pad=(3, 0, 2.25 if self.face.uturn else MARGIN, 0))  # fmt: skip
        return Column(top, below, gap=0)

    def _said(self, side: float) -> tuple[Any, ...]:
        """The sign of what happened and whom it is about, where there is no room for its words."""
        return tuple(middle(part, side) for part in (self.sign, self.mark)) if self.status.sign else ()

    def _side_wide(self) -> Node:
        """The players, wide: below the pile, or below the cloth of a U-turn."""
        who = self.face.mode == WHO
        if self.face.uturn:
            cloth = 25.0 if who else 20.4 if self.eyes.left else 23.5
            hands = None if who else Leaf(self.hands, 5.2)
            return Column(Leaf(self.pennant, cloth), hands, Leaf(self._eyes(), 3.4), Space(), gap=0.6)
        hands = Leaf(self.hands, 5.5 * -(-len(self.view.hands) // 3))
        pile = self.pile.shape(8.25, "" if self.face.silence else "below")
        return Column(Space(4), Leaf(pile, 7.4 if self.face.silence else 11.5), hands, Leaf(self._eyes(), 3.4), Space(),
                      gap=1.2)  # fmt: skip

    def _eyes(self) -> Any:
        return self.eyes if self.eyes.left and self.face.mode != READY else None

    def _news_wide(self) -> Node:
        """The line of what happened, and what is counted beside it."""
        face = self.face
        if self._threaded:
            said = self._said(5) if face.uturn and not face.gate else ()
            pile = Leaf(self.pile.shape(5.75), NATURAL) if face.uturn and self.switches_shown else None
            return Row(Space(), *said, pile or Space(WAGON + 2), gap=1.2)
        pile = Leaf(self.pile.shape(5.75), NATURAL) if face.uturn else None
        held = face.mode == HELD
        silent = (Leaf(self.state, NATURAL), None if face.uturn else Leaf(self.hint, NATURAL)) if face.silence else ()
        behind = Leaf(self.behind.shape(5.75, "" if face.uturn and face.gate else "beside"), NATURAL)
        counted = face.mode == CALM and self.view.setup.level is not Level.L0
        return Row(
            Leaf(self.line, 31.0) if silent and held else self.line, *(silent if held else ()),
            Space() if silent and held else None, pile, behind if counted else None, Space(WAGON) if counted else None,
            gap=2,
        )  # fmt: skip

    def _low(self, m: Metrics) -> Node:
        """What stands on the rail, or keys in its place."""
        mode = self.face.mode
        track = Column(Space(), Leaf(self.picture, CARD_HEIGHT), pad=(0, 0, 0, 0.25), gap=0)
        if mode == WHO:
            return Column(Row(*self.seat_keys), pad=(0, 0, 0, 0.45))
        if mode == HELD:
            keys = Row(*self.held_keys, weights=[key_wide(key, m) for key in self.held_keys])
            return Column(keys, pad=(0, 0.4, 0, 0.8))
        if switches := self.switches_shown:
            for key in switches:
                key.stack(None)
            keys = Row(*(Leaf(key, key_wide(key, m)) for key in switches), Space(), gap=1.2)
            return Row(Column(keys, pad=(0, 0, 0, 1.5)), Leaf(track, WAGON) if mode != LAST else None)
        if mode == ORDER and self.order_now is not None and self.order_now.fall:
            return Row(Leaf(self.falling, 33), track)
        if self._threaded:
            words = Column(Space(), Leaf(self.state, NATURAL), Leaf(self.hint, NATURAL), gap=1.2, pad=(0, 0, 0, 1.0))
            pile = Column(Space(), Leaf(self.pile.shape(5.75), NATURAL), pad=(0, 0, 0, 1), gap=0, size=NATURAL)
            return Row(Leaf(words, NATURAL), pile if self.face.uturn else None, track, gap=3)
        return track

    def _order_wide(self, m: Metrics) -> Node:
        head = Row(middle(self.order_icon, 7.75), self.order_head, Leaf(self.figure, 30), gap=2.2, size=8.1)
        then = Leaf(self.order_then, 5) if self.order_then.text else None
        low = Leaf(self._low(m), 9.7)
        order = Leaf(self.order, NATURAL)
        return Column(head, Space(), order, then, Space(), low, gap=0.6, pad=(MARGIN, 3.6, MARGIN, 0))

    def _last_wide(self) -> Node:
        gate, low = self.face.gate, self.face.silence or bool(self.switches_shown)
        size = 8.25 if gate else 13.0
        pile, behind = (tally.shape(size, "" if gate else "below") for tally in (self.pile, self.behind))
        counted = self.view.setup.level is not Level.L0
        self.note.align = "right"
        counts = Column(
            Space(weight=2), Leaf(pile, NATURAL), Leaf(self.note, 3), Space(),
            Leaf(behind, NATURAL) if counted else None, Leaf(self._eyes(), 3.4) if counted else None, Space(),
            Leaf(self.gate, 18.1) if gate else None,
            gap=0.8, size=GATE if gate else 21.75,
        )  # fmt: skip
        clock = Column(self.figure, gap=0, pad=(0, 9.4, 0, 10.8 if low else 4.4))
        said = Column(Space(), *self._said(6), Space(), gap=1.6, size=6)
        whole = Row(clock, said, counts, gap=2, pad=(3 if gate else 6, 0, MARGIN, 0))
        if not self.switches_shown:
            return whole
        return Layers(whole, Column(Space(), Leaf(self._low(self.m), 9.7), pad=(MARGIN, 0, MARGIN, 0)))

    def _upright(self, m: Metrics) -> Node:
        mode, face = self.face.mode, self.face
        below = Space(self.foot(m))
        clock: Node = Leaf(self.figure, 19.6)
        if mode in (QUESTION, SHEET):
            clock = Row(Space(), Leaf(self.figure, 40), pad=(0, 8.4, MARGIN, 0), size=20)
            return Layers(Column(clock, Space()), self.sheet if mode == SHEET else None)
        if mode == ORDER:
            above = self._order_upright(m)
        elif mode == LAST:
            above = self._last_upright(m)
        else:
            banner = Leaf(self.banner, 12) if face.uturn else Space(4.8)
            words = Leaf(self.words, 3) if self.words.visible else None
            hands = Row(self.hands, size=11) if mode != WHO else None
            apart = Space(0.4 if face.uturn else 2.8)
            above = Column(banner, clock, words or apart, *self._counts_upright(), apart, hands, Space(),
                           *self._low_upright(m), gap=1.2, pad=(1.5, 0, 1.5, 0))  # fmt: skip
        rail = Leaf(self.rail, 1.3)
        low = 1.0 if mode == LAST else 4.7 if self.switches_shown else 13.5
        thread = Column(Space(), Leaf(self.stitches, 15.5), Space(low), gap=0)
        return Layers(
            Column(self.fangs, rail, below, gap=0) if mode == LAST else None,
            Column(above, rail, below, gap=0),
            Column(thread, Space(1.3 + self.foot(m)), gap=0) if self._threaded else None,
        )

    def _counts_upright(self) -> tuple[Any, ...]:
        face = self.face
        held = face.gate and face.mode == HELD
        said = self._said(5.6) if self._threaded else ()
        pile = self.pile.shape(8.67, "" if face.silence or held else "beside")
        gate = Leaf(self.gate, GATE + 1.4) if held else None
        eyes = Leaf(self._eyes(), 12.6 if held else 19)
        return (Row(pile, *said, eyes, gate, gap=1.2, size=11.6 if held else 7, pad=(2.5, 0, 2.5, 0)),)

    def _low_upright(self, m: Metrics) -> tuple[Any, ...]:
        """What is above the rail."""
        face, mode = self.face, self.face.mode
        pad = (2.5, 0, 2.5, 0)
        line = Row(self.line, Leaf(self.state, NATURAL) if mode == HELD and face.silence else None, size=7.4, pad=pad)
        if mode == WHO:
            grid = Grid(*self.seat_keys, columns=2 if len(self.seat_keys) > 2 else 1, gap=1.2)
            return (line, Row(grid, size=8.8 * self._seat_rows() - 1.2, pad=pad), Space(0.4))
        if mode == HELD:
            counts, settings, leave, *call = self.held_keys
            return (line, Row(counts, *call, size=8.2, pad=pad), Row(settings, leave, size=8.2, pad=pad), Space(1.2))
        track = Row(Leaf(self.picture), size=CARD_HEIGHT)
        gate = Leaf(self.gate, GATE + 1.4) if face.gate else None
        if self.switches_shown:
            keys = Row(self._switches_upright(m), Leaf(track, WAGON), gap=1.2, size=8.0, pad=pad)
            return (None if self._threaded else line, keys, Space(0.25))
        counted = mode == CALM and self.view.setup.level is not Level.L0
        if self._threaded:
            state = (Leaf(self.state, NATURAL), Leaf(self.hint, NATURAL))
            words: Any = Column(Space(), *state, gap=1.2, pad=(0, 0, 0, 1.4))
        else:
            words = Row(Leaf(self.behind.shape(7, "beside"), NATURAL), Space()) if counted else Space()
        high = 17.2 if self.view.setup.level is not Level.L0 or self._threaded else CARD_HEIGHT + 0.25
        block = Row(Column(words, track, gap=0), gate, gap=1.6, size=high, pad=(2.5, 0, 2.5, 0.25))
        return (None if self._threaded else line, block)

    def _seat_rows(self) -> int:
        """Rows of the keys of seats, upright."""
        count = len(self.seat_keys)
        return -(-count // 2) if count > 2 else count

    def _order_upright(self, m: Metrics) -> Node:
        falls = self.order_now is not None and self.order_now.fall
        clock = Row(Space(), Leaf(self.figure, 40), size=11.6)
        head = Row(middle(self.order_icon, 7.75), self.order_head, gap=2.2, size=7.75)
        then = Leaf(self.order_then, 6) if self.order_then.text else None
        track = Row(self.picture, size=CARD_HEIGHT)
        fallen = Row(Leaf(self.falling, 40), Space(), size=8) if falls else None
        return Column(
            clock, Space(3), head, Leaf(self.order, NATURAL), then, Space(), fallen,
            Row(self._switches_upright(m), Leaf(self.picture, WAGON), size=8) if self.switches_shown else track,
            gap=2, pad=(MARGIN, 8.4, MARGIN, 0.25),
        )  # fmt: skip

    def _last_upright(self, m: Metrics) -> Node:
        counted = self.view.setup.level is not Level.L0
        said = Row(*self._said(6), Space(), size=7)
        counts = Column(
            Leaf(self.pile.shape(8.67, "beside"), 7), Leaf(self.behind.shape(8.67, "beside"), 7) if counted else None,
            gap=2.5,
        )  # fmt: skip
        self.note.align = "left"
        eyes = Leaf(self._eyes(), 4.4) if counted else None
        more = Column(said, Leaf(self.gate, 17.2) if self.face.gate else eyes, gap=2.5, size=GATE + 1.4)
        keys = self._switches_upright(m, size=8.0) if self.switches_shown else None
        return Column(
            Space(12), Leaf(self.figure, 32), Space(), Leaf(self.note, 3), Row(counts, more, size=NATURAL),
            Space(weight=3), keys,
            gap=1.4, pad=(MARGIN, 0, MARGIN, 0.4),
        )  # fmt: skip

    def _switches_upright(self, m: Metrics, size: float | None = None) -> Row:
        keys = self.switches_shown
        for key in keys:
            key.stack(True)
        return Row(*keys, gap=1.2, weights=[key_wide(key, m) for key in keys] if len(keys) > 2 else (), size=size)
