"""The pieces of the page of Infernal Wagon: the clock, what the players own together, orders, questions and keys.

Which of them a moment asks for says its `VisiblePieces`: one mode at a time; Silence and U-turn colour all of them.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from companion.engine.message import Order as Told
from companion.engine.prompt import Prompt
from companion.engine.requests import Leave
from companion.figures.infernal_wagon.gate import gate
from companion.figures.infernal_wagon.hands import hands
from companion.figures.infernal_wagon.track import card_comes, track
from companion.figures.marks import Rail, rail
from companion.games.infernal_wagon.names import Level, Module
from companion.games.infernal_wagon.show import BEHIND, PILE
from companion.games.infernal_wagon.view import HandView, WagonView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.display import theme
from kiosk.figures.view import FigureView
from kiosk.screens.infernal_wagon.counts import CountTile, Eyes
from kiosk.screens.infernal_wagon.falling import FallingCards
from kiosk.screens.infernal_wagon.questions import WagonSheet
from kiosk.screens.menu import call_keys
from kiosk.screens.play_page import PlayPage
from kiosk.screens.prompt_sheet import Explain
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, TextFit, fit, put_line
from kiosk.widgets.order import Order, order_high
from kiosk.widgets.paint import fill_fan, painted
from kiosk.widgets.pennant import Pennant
from kiosk.widgets.question import Question
from kiosk.widgets.seat import BareMark, put_seat
from kiosk.widgets.stitches import Stitches
from kiosk.widgets.together import put_box

READY, CALM, LAST, ORDER, QUESTION, WHO, SHEET, HELD = (
    "ready", "calm", "last", "order", "question", "who", "sheet", "held",
)  # fmt: skip
MODES = {
    "turn": CALM, "ready": READY, "held": HELD, "who": WHO, "curse": WHO,
    "matched": QUESTION, "special": QUESTION, "doubtful": QUESTION, "curses": QUESTION, "exit": QUESTION,
    "give_up": QUESTION, "ends": QUESTION,
}  # fmt: skip
"""What shows a prompt; any other is a sheet of tiles."""
LAST_MS = 60_000


class VisiblePieces(NamedTuple):
    """What decides which pieces are seen."""

    mode: str
    silence: bool = False
    uturn: bool = False
    gate: bool = False
    """The exit symbols are known and shown."""


def face_of(view: WagonView, prompt: Prompt | None, remaining: int | None, ordered: bool) -> VisiblePieces:
    """Return the face for a view and the table's prompt.

    :param ordered: an order is open now.
    """
    mode = MODES.get(prompt.id, SHEET) if prompt is not None else CALM
    if mode == CALM and ordered:
        mode = ORDER
    if mode == CALM and remaining is not None and remaining < LAST_MS:
        mode = LAST
    return VisiblePieces(
        mode,
        view.silence and mode != READY,
        view.uturn and mode in (CALM, WHO, HELD),
        view.setup.level is Level.L2 and mode in (CALM, LAST, HELD),
    )


def _put_hand(x: float, y: float, side: float, hand: HandView) -> None:
    put_seat(x, y, side, hand.colour or "white", hand.name[:1])


class WagonPieces(PlayPage):
    """All of them are always there, in the order in which they are drawn; the tree says which are seen."""

    undo_wide = 24.0

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        figure = FigureView(track, card_comes)
        super().__init__(context, explain, lambda: context.go.open("correct"), BareMark(_put_hand), figure)
        self.face = VisiblePieces(READY)
        self.order_now: Told | None = None
        self.figure = Figures("", "clock", slides=True)
        self.words = Text("", "body", lines=2)
        self.line = EventLine()
        self.fangs, self.stitches = Fangs(0.42), Stitches()
        cloth = (_("{iw.uturn}"), _("play from others"))
        self.streamer, self.banner, self.pennant = Streamer(), Banner(*cloth), Pennant(*cloth)
        self.pile, self.behind = CountTile("pile", spoken(PILE)), CountTile("wagon", spoken(BEHIND))
        self.hands, self.eyes = FigureView(hands), Eyes(action=lambda: context.ask.act("curse"))
        self.gate, self.rail, self.falling = FigureView(gate), FigureView(rail, view=Rail()), FallingCards()
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

    @property
    def held_shown(self) -> list[Key]:
        """The keys while the clock is stopped; the last order of the table can be read again."""
        there = self.context.todo.last is not None
        return [key for key in self.held_keys if there or key is not self.again]

    def tell_again(self) -> None:
        """Show the last order of the table once more."""
        order = self.context.todo.last
        if order is not None:
            words = (order.text, *(note.text for note in order.notes))
            self.turn_keys.explain(spoken(order.head), ". ".join(map(spoken, words)))

    def _build_keys(self) -> None:
        context = self.context
        self.miss = Key(_("Missed"), "miss", icon_colour=C.danger, action=self.press_miss)
        self.hold = Key(_("Hold"), "hold", icon_size=3, action=lambda: context.ask.act("hold"))
        self.more = self.turn_keys.menu
        self.card = Key(_("Card"), "plus", icon_size=3, action=lambda: context.ask.act("count"))
        self.exit = Key(_("{iw.exit} laid"), "gates", action=lambda: context.ask.act("exit"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.ask.act("back"))
        self.start = Key(_("Start"), "play", kind="prime", action=lambda: context.ask.act("start"))
        self.resume = Key(_("Resume"), "play", kind="prime", action=lambda: context.ask.act("resume"))
        call = call_keys(context)
        again = _("To do?") if call else _("What was to do?")  # a row of five is narrow
        self.again = Key(again, "hand", icon_size=3, action=self.tell_again)
        self.held_keys = [
            Key(_("Counts"), "swap", action=lambda: context.go.open("correct")),
            self.again,
            *call,
            Key(_("Settings"), "gear", action=lambda: context.go.open("settings")),
            Key(_("Leave"), "back", icon_size=3, action=lambda: context.ask.send(Leave())),
        ]
        act = context.ask.act
        self.switches = {
            Module.SILENCE: Key(_("{iw.silence}"), "silence", icon_colour=C.ice, action=partial(act, "silence")),
            Module.UTURN: Key(_("{iw.uturn}"), "uturn", icon_colour=C.brim, action=partial(act, "uturn")),
            Module.CURSE: Key(_("{iw.curse}"), "curse", icon_colour=C.hex, action=partial(act, "curse")),
        }
        """Without tags: such a card was drawn, or laid open."""

    @property
    def falls(self) -> bool:
        """Whether cards fall with the open order."""
        return self.order_now is not None and bool(self.order_now.fall)

    @property
    def touch(self) -> bool:
        """Whether there are no tags at all (L0): cards are counted by touch."""
        return self.view is not None and self.view.setup.level is Level.L0

    def press_miss(self) -> None:
        """Handle the key Missed. Override."""

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        asks = () if self.question is None else (self.question.who, self.question.question)
        return (
            self.line, self.sign, self.mark, self.pile, self.behind, self.state, self.hint, self.order_icon,
            self.order_head, self.sheet.who, self.sheet.title, *asks, *self.switches_shown,
        )  # fmt: skip

    @property
    def switches_shown(self) -> list[Key]:
        """The keys of modules that can be touched now."""
        prompt = self.context.table.prompt
        if not self.touch or prompt is None or self.face.mode not in (CALM, LAST, ORDER):
            return []
        return [key for module, key in self.switches.items() if prompt.option(module) is not None]


class Streamer(Drawn):
    """U-turn: a bright edge along the whole top, from which the pennant hangs."""

    def draw(self) -> None:
        put_box(self.x, self.y, self.width, self.height, C.brim)


class Banner(Drawn):
    """U-turn upright: a cloth across the whole top with two tails; icon, title and a line beside it."""

    def __init__(self, title: str, second: str, **kwargs: Any) -> None:
        self.title, self.second = title, second
        super().__init__(**kwargs)

    def _fits(self) -> tuple[TextFit, TextFit]:
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
            fill_fan((wide / 2, high * 0.6), [(0, high), (wide, high), (wide, 0), (wide / 2, notch), (0, 0)])

        put_box(self.x, self.y, wide, high, C.brim, painted(("banner", wide, high), wide, high, cloth))
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
    """An order that keeps to the height it has: the largest size at which all its lines fit."""

    above = False
    """A line follows below it, or cards fall there."""

    def fit_in(self, wide: float) -> TextFit:
        u = self.m.u
        room = ROOM[self.m.wide] - (BELOW if self.above else 0)
        for size in (19.0, 14.0, theme.ACROSS):
            laid = fit(self.text, "black", (size * u,), wide, 2)
            if laid.fits and order_high(laid) <= room * u:
                return laid
        for size in (theme.ACROSS, 0.85 * theme.ACROSS, 0.7 * theme.ACROSS):
            laid = fit(self.text, "black", (size * u,), wide, 3)
            if laid.fits and order_high(laid) <= room * u:
                break
        return laid
