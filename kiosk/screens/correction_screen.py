"""Corrects by hand what the companion counts: a page for the table and one for each player, as the game declares."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any, cast

from kivy.clock import Clock

from companion.engine.correction import Page, touch_move
from companion.engine.requests import Correct, Leave
from companion.engine.update import Update
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.refusals import refusal
from kiosk.display.theme import Metrics
from kiosk.screens.correction_lines import LineView, made, same_shape
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import KEYS_BOTTOM, band_high, place_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.background import CALM, Background
from kiosk.widgets.band import Band
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Length, Row, length
from kiosk.widgets.seat import put_seat

TABS = 5
"""Tabs that an upright screen holds side by side."""
PATIENCE = 1.0
"""s. How long a touch waits for the answer to the one before."""
TABLE = ""
"""The page of the whole table, among those called by a player's name."""
TAB_HIGH = 9.4
HIGH, LEAST = 8.4, 5.6
"""u of a line, and of one where there are many; where even that is more than there is, a key turns the page."""


class PageTab(Touchable):
    """A page's tab: an icon, or a seat, hollow if it is out of the game; a player's icon is in the corner."""

    def __init__(self, page: Page, **kwargs: Any) -> None:
        self.page, self.letter = page, page.seat[:1]
        self.chosen = False
        super().__init__(**kwargs)

    def show(self, page: Page, chosen: bool) -> None:
        """Show the state of its player, and whether it is open."""
        if (page, chosen) != (self.page, self.chosen):
            self.page, self.chosen = page, chosen
            self.redraw()

    def draw(self) -> None:
        u, page = self.m.u, self.page
        self.put_plain(self.chosen)
        side = min(6.4 * u, self.height - 2.4 * u)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        if page.seat:
            put_seat(x, y, side, page.colour, self.letter, page.out)
            if page.icon:
                put_icon(page.icon, self.right - 3.8 * u, self.top - 3.8 * u, 3.2 * u, C.danger)
        else:
            put_icon(page.icon, x, y, side, C.ember if self.chosen else C.ash)


class CorrectionScreen(Screen):
    """Tabs on top, the lines of the chosen page below; one page needs no tab."""

    TOP = 5.0
    """u above the title where there are no tabs."""

    @property
    def puts_right(self) -> str:
        return self.page

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.pages: dict[str, Page] = {}
        self.page = TABLE
        self.lines: list[LineView] = []
        self.tabs: dict[str, PageTab] = {}
        self._touched: deque[tuple[str, int, str]] = deque()
        """Touches that wait for the answer to the first of them: page, line, key."""
        self._given_up = Clock.create_trigger(self._forget, PATIENCE)
        self.add_widget(Background(CALM))
        self.title = Text("", "title")
        self.band = Band(room_right=4)
        self.leave = Key(_("Leave"), "back", icon_size=3, action=lambda: context.ask.send(Leave()))
        self.gear = Key(icon="gear", action=lambda: context.go.open("settings"))
        self.more = Key(icon="next", action=self.turn)
        self.more.visible = False
        self._first = 0
        """Of the lines, the first that shows."""
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)

    # ------------------------------------------------------------ the table and the fingers

    def touch(self, line: int, key: str) -> None:
        """Queue a touch of the open page. The next one may come before the answer: its move is made from that."""
        self._touched.append((self.page, line, key))
        if len(self._touched) == 1:
            self._send()

    def _send(self) -> None:
        """Make the move of the first touch that means something."""
        while self._touched:
            page, line, key = self._touched[0]
            move = touch_move(self.pages[page].lines[line], key)
            if move is not None:
                self._given_up.cancel()
                self._given_up()
                self.context.ask.send(Correct(move))
                return
            self._touched.popleft()

    def _forget(self, _dt: float) -> None:
        """Give up waiting: no answer came."""
        self._touched.clear()

    def on_update(self, update: Update) -> None:
        if not isinstance(update.view, self.context.table.ui.view):
            return
        pages = {page.seat: page for page in update.corrections.made()}
        if update.asks_to_take_back or not pages:
            self.context.go.close()  # the correction ends the game: the table is asked; or it is over
            return
        old, self.pages = self.pages, pages
        if update.refusal is not None:
            words = refusal(update.refusal, update.game)
            self.band.say(words.title, words.hint)
            self._touched.clear()
        elif self._touched:
            page, line, _key = self._touched[0]
            if old[page].lines[line] != self.pages[page].lines[line]:
                self._touched.popleft()
                self._send()
        if not old:
            self.tabs = {
                seat: PageTab(page, action=partial(self.open_page, seat))
                for seat, page in (self.pages.items() if len(self.pages) > 1 else ())
            }
            self.open_page(TABLE)
        elif not same_shape(old[self.page].lines, self.pages[self.page].lines):
            self.open_page(self.page)
        else:
            self.refresh()

    def refresh(self) -> None:
        for view, line in zip(self.lines, self.pages[self.page].lines, strict=True):
            view.show(line)
        for seat, tab in self.tabs.items():
            tab.show(self.pages[seat], seat == self.page)

    def open_page(self, page: str) -> None:
        if not self.pages:
            return
        for line in self.lines:
            self.remove_widget(line)
        self.page, self._first = page, self._first if page == self.page else 0
        self.lines = [made(line, partial(self.touch, i), page) for i, line in enumerate(self.pages[page].lines)]
        self.title.show(page or (_("The whole table") if self.tabs else _("Put the counts right")))
        self.refresh()
        self.place_children()  # at once: nothing is drawn at a size that it does not keep
        for line in self.lines:
            line.place_children()

    def turn(self) -> None:
        """Show the lines that come next, after the last ones the first."""
        self._first += sum(line.visible for line in self.lines)
        self.rearrange()

    def closed(self) -> None:
        self._given_up.cancel()

    # ------------------------------------------------------------ layout

    def keys(self) -> list[Key]:
        """Return the keys at the foot; the last one closes the page."""
        return [self.leave, self.gear, *([self.more] if self.more.visible else []), self.done]

    def _rows(self) -> int:
        """Return the number of rows of keys upright."""
        return 1 if sum(bool(key.label) for key in self.keys()) <= 2 else 2

    def _foot(self, metrics: Metrics) -> float:
        """Return the u below the lines."""
        return 11.2 if metrics.wide else 21.2 if self._rows() == 1 else 30.8

    def head(self) -> Leaf:
        """Return what is above the lines."""
        return Leaf(self.title, 6)

    def arrange(self, metrics: Metrics) -> None:
        tabs, per = list(self.tabs.values()), 2 if metrics.wide else 1
        half = len(tabs) if metrics.wide or len(tabs) <= TABS else -(-len(tabs) // 2)
        head, top = self.head(), (1.4 if tabs else self.TOP)
        above = top + length(cast(Length, head.size), metrics.wide)
        above += (bool(tabs) + (half < len(tabs))) * (TAB_HIGH + 1.2)
        shown = self._shown(per * int((metrics.rows - above - self._foot(metrics)) / (LEAST + 1)))
        lines = [shown[i : i + per] for i in range(0, len(shown), per)]
        rows = (Row(*line, *([FreeSpace()] * (per - len(line))), gap=3, size=HIGH) for line in lines)
        page = Column(
            Row(*tabs[:half], size=TAB_HIGH), Row(*tabs[half:], size=TAB_HIGH),
            Leaf(Column(head, Column(*rows, FreeSpace(), gap=1), gap=0.2), kept=True),
            gap=1.2, pad=(4, top, 4, self._foot(metrics)),
        )  # fmt: skip
        self.put(page, left=0, top=0)
        place_keys(self, metrics, None, self.keys(), self.context.table.places, self._rows())
        self._put_band(metrics)

    def _shown(self, room: int) -> list[LineView]:
        """Return the lines that show, where there is room for so many."""
        self.more.visible = len(self.lines) > room
        if not self.more.visible or self._first >= len(self.lines):
            self._first = 0
        shown = self.lines[self._first : self._first + room]
        for line in self.lines:
            line.visible = line in shown
        return shown

    def _put_band(self, metrics: Metrics) -> None:
        """Upright, in Undo's row, which is free here. Wide, above the keys if the lines leave room there, else between
        the tabs and the lines: the title gives way, for the open page's tab is lit.
        """
        if not metrics.wide:
            self.put(self.band, left=0, right=0, bottom=0, height=KEYS_BOTTOM - 0.1)
            return
        keys = metrics.rows - self._foot(metrics) + 0.8
        lines = [line for line in self.lines if line.visible]
        end = metrics.rows - lines[-1].y / metrics.u if lines else keys
        if keys - end >= band_high(metrics):
            self.put(self.band, left=0, right=0, top=keys - band_high(metrics), height=band_high(metrics))
            self.band.cover()
        elif self.tabs and lines:
            below = max(line.top for line in lines) / metrics.u
            self.put(self.band, left=0, right=0, bottom=below, height=band_high(metrics))
            self.band.cover(self.title)
        else:
            top = metrics.rows - self.title.top / metrics.u
            self.put(self.band, left=0, right=0, top=0, height=max(top, band_high(metrics)))
