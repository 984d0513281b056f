"""The pieces of the playing screen, made once, in the order in which they are drawn."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.engine.requests import Leave, Undo
from companion.games.infernal_wagon.names import Module
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk import theme
from kiosk.context import KioskContext
from kiosk.icons import Icon, put_icon
from kiosk.screens.menu import call_keys
from kiosk.screens.screen import Screen
from kiosk.screens.wagon.counts import Eyes, Hands, Tally, pile_word
from kiosk.screens.wagon.questions import WagonSheet
from kiosk.screens.wagon.symbols import ExitGate
from kiosk.widgets import background as fires
from kiosk.widgets.background import Background, Sparks
from kiosk.widgets.band import Band as BandWidget
from kiosk.widgets.base import Drawn
from kiosk.widgets.card import Track
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Fit, Text, fit, put_line
from kiosk.widgets.order import FallingCards, Order
from kiosk.widgets.paint import fan, painted
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
        self.banner = Banner(_("{iw.uturn}"), _("play from others"))
        self.pennant = Pennant(title=_("{iw.uturn}"), second=_("play from others"))
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
        self.state_title = Text(_("{iw.silence}"), "name", face="bold", size=5.5)
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
        self.exit = Key(_("{iw.exit} laid"), "gates", action=lambda: context.act("exit"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.act("back"))
        self.start = Key(_("Start"), "play", kind="prime", align="center", action=lambda: context.act("start"))
        self.resume = Key(_("Resume"), "play", kind="prime", action=lambda: context.act("resume"))
        self.held_keys = [
            Key(_("Counts"), "swap", action=lambda: context.open_screen("correct")),
            Key(_("Settings"), "gear", action=lambda: context.open_screen("settings")),
            Key(_("Leave"), "back", icon_size=3, action=lambda: context.link.send(Leave())),
            *call_keys(context),
        ]
        self.seat_keys: list[Any] = []
        self.keys_shown: list[Key] = []
        self.switches = {
            Module.SILENCE: Key(_("{iw.silence}"), "silence", icon_colour=C.ice, action=lambda: context.act("silence")),
            Module.UTURN: Key(_("{iw.uturn}"), "uturn", icon_colour=C.brim, action=lambda: context.act("uturn")),
            Module.CURSE: Key(_("{iw.curse}"), "curse", icon_colour=C.hex, action=lambda: context.act("curse")),
        }
        """Without tags: such a card was drawn, or laid open."""
        every = (self.undo, self.miss, self.hold, self.more, self.card, self.exit, self.back, self.start, self.resume)
        for key in (*every, *self.held_keys, *self.switches.values()):
            key.visible = False
            self.add_widget(key)
        self._every_key = (*every, *self.held_keys, *self.switches.values())

    @property
    def switches_shown(self) -> list[Key]:
        """Those that can be touched now."""
        return [key for key in self.switches.values() if key.visible]


class Streamer(Drawn):
    """U-turn: a bright edge along the whole top, from which the pennant hangs."""

    def draw(self) -> None:
        Color(*C.brim)
        Rectangle(pos=self.pos, size=self.size)


class Banner(Drawn):
    """U-turn upright: a cloth across the whole top with two tails; icon, title and a line beside it."""

    def __init__(self, title: str, second: str, **kwargs: Any) -> None:
        self.title, self.second = title, second
        super().__init__(**kwargs)

    def _fits(self) -> tuple[Fit, Fit]:
        u = self.m.u
        room = self.width - 20 * u
        return fit(self.title, "bold", (5 * u, 4.25 * u), room), fit(self.second, "text", (3 * u, 2.5 * u), room)

    @property
    def fits(self) -> bool:
        return all(f.fits for f in self._fits())

    def draw(self) -> None:
        u = self.m.u
        wide, high = round(self.width), round(self.height)
        if wide < 16 or high < 16:
            return
        notch = 2.4 * u

        def cloth() -> None:
            fan((wide / 2, high * 0.6), [(0, high), (wide, high), (wide, 0), (wide / 2, notch), (0, 0)])

        Color(*C.brim)
        Rectangle(texture=painted(("banner", wide, high), wide, high, cloth), pos=self.pos, size=(wide, high))
        put_icon("uturn", self.x + 4.5 * u, self.y + 2.6 * u, 8 * u, C.pit)
        title, second = self._fits()
        x = self.x + 15 * u
        put_line(title.lines[0], "bold", title.size, x, self.y + 6.4 * u, C.pit)
        put_line(second.lines[0], "text", second.size, x, self.y + 2.9 * u, C.pit)


ROOM = {True: 19.6, False: 27.0}
"""u of height for an order, wide and upright: between its head and the cards."""
BELOW = 4.8
"""u of what comes below it."""


class FittedOrder(Order):
    """An order that keeps to the height it has: the largest size at which all its lines go in."""

    above = False
    """A line follows below it, or cards fall there."""

    def fit(self) -> Fit:
        u = self.m.u
        room = ROOM[self.m.wide] - (BELOW if self.above else 0)
        for size in (19.0, 14.0, theme.ACROSS):
            laid = fit(self.text, "black", (size * u,), self.width, 2)
            high = (0.72 + 1.02 * (len(laid.lines) - 1)) * size
            if laid.fits and high <= room:
                return laid
        return fit(self.text, "black", (theme.ACROSS * u,), self.width, 3)
