"""What the companion counts, put right by hand: a page for the table and one for each player."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine.requests import Leave
from companion.engine.update import Update
from companion.games.hellrail.events import Corrected
from companion.games.hellrail.view import HellRailView
from kiosk.house import House
from kiosk.i18n import _
from kiosk.screens.hellrail.correct_lines import PageTab
from kiosk.screens.hellrail.correct_pages import PlayerLines, TableLines
from kiosk.screens.screen import Screen
from kiosk.theme import Metrics
from kiosk.widgets.band import Band
from kiosk.widgets.base import Stage
from kiosk.widgets.hearth import CALM, Hearth
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.words import refusal

PATIENCE = 1.0
"""s. So long the lines wait for the table's answers."""
TABLE = ""
"""The page of the whole table, among those called by a player's name."""


class Correct(Screen):
    """Tabs on top, the lines of the chosen page below."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, **kwargs)
        self.view: HellRailView | None = None
        self.page = TABLE
        self.lines: TableLines | PlayerLines | None = None
        self.tabs: dict[str, PageTab] = {}
        self._sent = 0
        self._settled = Clock.create_trigger(self._settle, PATIENCE)
        self.add_widget(Hearth(CALM))
        self.title = Text("", "title")
        self.band = Band(room_right=4)
        self.leave = Key(_("Leave"), "back", icon_size=3, action=lambda: house.link.send(Leave()))
        self.gear = Key(icon="gear", action=lambda: house.open_screen("settings"))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: house.open_screen(None))

    def correct(self, field: str, value: Any) -> None:
        """The table is right. Until it has answered all of them, the lines show what the fingers made of them."""
        self._sent += 1
        self._settled.cancel()
        self._settled()
        self.house.move("correct", field=field, value=value)

    def _settle(self, _dt: float) -> None:
        """No answer came: what the table says holds."""
        self._sent = 0
        if self.view is not None and self.lines is not None:
            self.lines.show(self.view)

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView):
            return
        self._sent -= sum(isinstance(event, Corrected) for event in update.events)
        if update.refusal is not None:
            words = refusal(update.refusal, update.game)
            self.band.say(words.title, words.hint)
            self._sent -= 1
        self.view = view
        if not self.tabs:
            self._build_tabs(view)
            self.turn_to(TABLE)
        elif self.lines is not None and self._sent <= 0:
            self._sent = 0
            self.lines.show(view)

    def _build_tabs(self, view: HellRailView) -> None:
        self.tabs = {TABLE: PageTab("pile", action=partial(self.turn_to, TABLE))}
        for seat in view.seats:
            self.tabs[seat.name] = PageTab("", seat.colour, seat.name[:1], action=partial(self.turn_to, seat.name))

    def turn_to(self, page: str) -> None:
        """Another page."""
        if self.view is None:
            return
        if self.lines is not None:
            for line in self.lines.lines:
                self.remove_widget(line)
        self.page = page
        self.lines = (
            TableLines(self.view, self.correct) if page == TABLE else PlayerLines(self.view, page, self.correct)
        )
        for name, tab in self.tabs.items():
            tab.choose(name == page)
        self.title.show(page or _("The whole table"))
        self._arrange()  # at once: nothing is drawn at a size that it does not keep
        for line in self.lines.lines:
            if isinstance(line, Stage):
                line._arrange()

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        row(self, list(self.tabs.values()), top=2.2, height=9)
        self.put(self.title, left=4, right=4, top=11.6, height=6)
        lines = self.lines.lines if self.lines is not None else []
        per = 2 if wide else 1
        column = (m.columns - 8 - (3 if wide else 0)) / per
        high, step = (8.2, 9.2) if wide else (8.2, 9.4)
        for i, line in enumerate(lines):
            self.put(line, left=4 + i % per * (column + 3), width=column, top=17.8 + i // per * step, height=high)
        if wide:
            row(self, [self.leave, self.gear, self.done], bottom=1.6, height=8.4, weights=[30, 10, 50])
        else:
            row(self, [self.leave, self.gear], bottom=11.4, height=8.6, weights=[40, 12])
            row(self, [self.done], bottom=1.6, height=8.6)
        self.put(self.band, left=0, right=0, top=0, height=10.25 if wide else 15)

    def closed(self) -> None:
        self._settled.cancel()
