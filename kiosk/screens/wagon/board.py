"""The pieces of the playing screen, made once, in the order in which they are drawn."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Leave, Undo
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.screen import Screen
from kiosk.screens.wagon.counts import Eyes, Hands, Tally, pile_word
from kiosk.screens.wagon.pieces import Banner, FittedOrder, Streamer
from kiosk.screens.wagon.questions import WagonSheet
from kiosk.screens.wagon.symbols import ExitGate
from kiosk.theme import C
from kiosk.widgets import background as fires
from kiosk.widgets.background import Background, Sparks
from kiosk.widgets.band import Band as BandWidget
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
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.stitches import Stitches


class Board(Screen):
    """Holds the pieces; what they show is the business of `Game`, where they stand that of layout.py."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self._build_back()
        self._build_counts()
        self._build_front()
        self._build_keys()

    def press_miss(self) -> None:
        """The table pressed Missed. Override."""

    def _build_back(self) -> None:
        self.background = Background(fires.CALM)
        self.sparks = Sparks(8)
        self.fangs = Fangs(0.42)
        self.stitches = Stitches()
        self.streamer = Streamer()
        self.banner = Banner(_("U-turn"), _("play from others"))
        self.pennant = Pennant(title=_("U-turn"), second=_("play from others"))
        self.clock = Figures("", "clock", slides=True)
        for widget in (
            self.background,
            self.sparks,
            self.fangs,
            self.streamer,
            self.pennant,
            self.banner,
            self.clock,
            self.stitches,
        ):
            self.add_widget(widget)

    def _build_counts(self) -> None:
        self.pile = Tally("pile", pile_word())
        self.tail = Tally("wagon", _("behind"))
        self.hands = Hands()
        self.eyes = Eyes(action=lambda: self.context.act("curse"))
        self.demo = Text(_("demo cards"), "small", align="right")
        self.band = BandWidget(room_right=13)
        self.gate = ExitGate()
        self.rail = Rail()
        self.track = Track()
        self.falling = FallingCards()
        self.behind = Figures("", size=5.75, align="right")
        self.behind_word = Text(_("behind"), "small", size=3)
        for widget in (self.pile, self.tail, self.hands, self.eyes, self.demo, self.rail, self.falling):
            self.add_widget(widget)
        self._build_line()
        for widget in (self.behind, self.behind_word, self.band, self.gate, self.track):
            self.add_widget(widget)

    def _build_line(self) -> None:
        self.line = EventLine()
        self.said_icon = Icon("", C.ok)
        self.said_seat = SeatMark()
        self.state_title = Text(_("Silence"), "title", size=5.5)
        self.state_hint = Text(_("mime only"), "body")
        for widget in (self.line, self.said_icon, self.said_seat, self.state_title, self.state_hint):
            self.add_widget(widget)

    def _build_front(self) -> None:
        self.order_icon = Icon("miss", C.danger)
        self.order_head = Text("", "name", C.danger, face="text_bold", size=5.5)
        self.order = FittedOrder()
        self.order_then = Text("", "event")
        self.sheet = WagonSheet(self.context)
        self.big_word = Text(pile_word(), "body", C.ash)
        self.question: Question | None = None
        for widget in (self.order_icon, self.order_head, self.order, self.order_then, self.big_word, self.sheet):
            self.add_widget(widget)

    def _build_keys(self) -> None:
        context = self.context
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        self.miss = Key(_("Missed"), "miss", icon_colour=C.danger, action=self.press_miss)
        self.hold = Key(_("Hold"), "hold", icon_size=3, action=lambda: context.act("hold"))
        self.more = Key(icon="list", action=lambda: context.open_screen("correct"))
        self.card = Key(_("Card"), "plus", icon_size=3, action=lambda: context.act("count"))
        self.exit = Key(_("Exit laid"), "gates", action=lambda: context.act("exit"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.act("back"))
        self.start = Key(_("Start"), "play", kind="prime", align="center", action=lambda: context.act("start"))
        self.resume = Key(_("Resume"), "play", kind="prime", action=lambda: context.act("resume"))
        self.held_keys = [
            Key(_("Counts"), "swap", action=lambda: context.open_screen("correct")),
            Key(_("Leave"), "back", icon_size=3, action=lambda: context.link.send(Leave())),
        ]
        self.seat_keys: list[Any] = []
        self.keys_shown: list[Key] = []
        every = (self.undo, self.miss, self.hold, self.more, self.card, self.exit, self.back, self.start, self.resume)
        for key in (*every, *self.held_keys):
            key.visible = False
            self.add_widget(key)
        self._every_key = (*every, *self.held_keys)
