"""What the companion counts, put right by hand: a page for the table and one for each player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Protocol

from kivy.clock import Clock

from companion.engine.requests import Leave
from companion.engine.update import Update
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import put_icon
from kiosk.refusals import refusal
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import band_high
from kiosk.theme import C, Metrics
from kiosk.widgets.background import CALM, Background
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat
from kiosk.widgets.stack import row

TABS = 5
"""Tabs that an upright screen holds side by side."""
PATIENCE = 1.0
"""s. So long the lines wait for the table's answers."""
TABLE = ""
"""The page of the whole table, among those called by a player's name."""

Put = Callable[[str, Any], None]


class Page(Protocol):
    """The lines of one page; `show` follows the view."""

    lines: list[Any]

    def show(self, view: Any) -> None: ...


class PageTab(Touchable):
    """A page's tab: an icon, or a seat; hollow if it is out of the game."""

    def __init__(self, icon: str = "", colour: str = "", letter: str = "", **kwargs: Any) -> None:
        self.icon, self.colour, self.letter = icon, colour, letter
        self.chosen = self.hollow = False
        super().__init__(**kwargs)

    def choose(self, on: bool) -> None:
        """This page is open."""
        if on != self.chosen:
            self.chosen = on
            self.redraw()

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.seam if self._pressed else C.basalt, radius)
        edge, line = (C.ember, 4) if self.chosen else (C.seam, 2)
        put_panel(self.x, self.y, self.width, self.height, edge, radius, line)
        side = min(6.4 * u, self.height - 2.4 * u)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        if self.icon:
            put_icon(self.icon, x, y, side, C.ember if self.chosen else C.ash)
        else:
            put_seat(x, y, side, self.colour, self.letter, self.hollow)
        self.put_ring(radius)


class CorrectionScreen(Screen):
    """Tabs on top, the lines of the chosen page below. Each game says which lines, and what its view and event are."""

    VIEW: ClassVar[type]
    CORRECTED: ClassVar[type]
    ICON: ClassVar[str]
    """Of the whole table."""
    TAB_HIGH: ClassVar[float] = 9.0
    LINE: ClassVar[tuple[float, float]] = (8.2, 9.2)
    """Height of a line and from one to the next, u, on a wide screen."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: Any = None
        self.page = TABLE
        self.lines: Page | None = None
        self.tabs: dict[str, PageTab] = {}
        self._sent = 0
        self._settled = Clock.create_trigger(self._settle, PATIENCE)
        self.add_widget(Background(CALM))
        self.title = Text("", "title")
        self.band = Band(room_right=4)
        self.leave = Key(_("Leave"), "back", icon_size=3, action=lambda: context.link.send(Leave()))
        self.gear = Key(icon="gear", action=lambda: context.open_screen("settings"))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(None))

    # ------------------------------------------------------------ what each game has of its own

    def lines_of(self, page: str) -> Page:
        """The lines of a page: `TABLE`, or a player's name."""
        raise NotImplementedError

    def tab_of(self, seat: Any, action: Callable[[], object]) -> PageTab:
        """The tab of a player."""
        return PageTab(colour=seat.colour, letter=seat.name[:1], action=action)

    def extra_keys(self) -> list[Key]:
        """Keys beside the gear."""
        return []

    # ------------------------------------------------------------ the table and the fingers

    def correct(self, field: str, value: Any) -> None:
        """The table is right. Until it has answered all of them, the lines show what the fingers made of them."""
        self._sent += 1
        self._settled.cancel()
        self._settled()
        self.context.move("correct", field=field, value=value)

    def _settle(self, _dt: float) -> None:
        """No answer came: what the table says holds."""
        self._sent = 0
        if self.view is not None and self.lines is not None:
            self.lines.show(self.view)

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, self.VIEW):
            return
        self._sent -= sum(isinstance(event, self.CORRECTED) for event in update.events)
        if update.refusal is not None:
            words = refusal(update.refusal, update.game)
            self.band.say(words.title, words.hint)
            self._sent -= 1
        self.view = view
        if not self.tabs:
            self._build_tabs()
            self.turn_to(TABLE)
        elif self.lines is not None and self._sent <= 0:
            self._sent = 0
            self.lines.show(view)

    def _build_tabs(self) -> None:
        self.tabs = {TABLE: PageTab(self.ICON, action=partial(self.turn_to, TABLE))}
        for seat in self.view.seats:
            self.tabs[seat.name] = self.tab_of(seat, partial(self.turn_to, seat.name))

    def turn_to(self, page: str) -> None:
        """Another page."""
        if self.view is None:
            return
        if self.lines is not None:
            for line in self.lines.lines:
                self.remove_widget(line)
        self.page = page
        self.lines = self.lines_of(page)
        for name, tab in self.tabs.items():
            tab.choose(name == page)
        self.title.show(page or _("The whole table"))
        self.place_children()  # at once: nothing is drawn at a size that it does not keep
        for line in self.lines.lines:
            if isinstance(line, Container):
                line.place_children()

    def closed(self) -> None:
        self._settled.cancel()

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        tabs = list(self.tabs.values())
        half = len(tabs) if wide or len(tabs) <= TABS else -(-len(tabs) // 2)
        row(self, tabs[:half], top=2.2, height=self.TAB_HIGH)
        row(self, tabs[half:], top=3.4 + self.TAB_HIGH, height=self.TAB_HIGH)
        top = 1.4 + (1 if half == len(tabs) else 2) * (self.TAB_HIGH + 1.2)
        self.put(self.title, left=4, right=4, top=top, height=6)
        per = 2 if wide else 1
        column = (m.columns - 8 - (3 if wide else 0)) / per
        high, step = self.LINE if wide else (8.2, 9.4)
        for i, line in enumerate(self.lines.lines if self.lines is not None else []):
            self.put(line, left=4 + i % per * (column + 3), width=column, top=top + 6.2 + i // per * step, height=high)
        small = [self.gear, *self.extra_keys()]
        if wide:
            row(self, [self.leave, *small, self.done], bottom=1.6, height=8.4, weights=[30, *[10] * len(small), 44])
        else:
            row(self, [self.leave, *small], bottom=11.4, height=8.6, weights=[34, *[10] * len(small)])
            row(self, [self.done], bottom=1.6, height=8.6)
        self._put_band(m, top, per, high, step)

    def _put_band(self, m: Metrics, top: float, per: int, high: float, step: float) -> None:
        """Above the keys if the lines leave room there, else over the tabs: the title and the lines stay in sight."""
        lines = len(self.lines.lines) if self.lines is not None else 0
        end = top + 6.2 + (-(-lines // per) - 1) * step + high
        keys = m.rows - (10.4 if m.wide else 20.4)
        if keys - end >= band_high(m):
            self.put(self.band, left=0, right=0, top=keys - band_high(m), height=band_high(m))
        else:
            self.put(self.band, left=0, right=0, top=0, height=top)
