"""What the companion counts, put right by hand: a page for the table and one for each player."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.requests import Leave
from companion.engine.update import Update
from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.i18n import _
from kiosk.screens.cerbere.correct_player import PlayerLines
from kiosk.screens.cerbere.correct_table import TableLines
from kiosk.screens.screen import Screen
from kiosk.theme import Metrics
from kiosk.widgets.band import Band
from kiosk.widgets.hearth import CALM, Hearth
from kiosk.widgets.key import Key
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile
from kiosk.words import refusal

TABLE = ""
"""The page of the whole table, among those called by a player's name."""


class Correct(Screen):
    """Tabs on top, the lines of the chosen page below."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, **kwargs)
        self.view: CerbereView | None = None
        self.page = TABLE
        self.lines: TableLines | PlayerLines | None = None
        self.tabs: dict[str, Tile] = {}
        self.add_widget(Hearth(CALM))
        self.band = Band(room_right=4)
        self.leave = Key(_("Leave"), "back", icon_size=3, action=lambda: house.link.send(Leave()))
        self.gear = Key(icon="gear", action=lambda: house.open_screen("settings"))
        self.aid = Key(icon="list", action=lambda: house.open_screen("cerbere_aid"))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: house.open_screen(None))

    def correct(self, field: str, value: Any) -> None:
        """The table is right."""
        self.house.move("correct", field=field, value=value)

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, CerbereView):
            return
        if update.refusal is not None:
            words = refusal(update.refusal, update.game)
            self.band.say(words.title, words.hint)
        self.view = view
        if not self.tabs:
            self._build_tabs(view)
            self.turn_to(TABLE)
        elif self.lines is not None:
            self.lines.show(view)
        for seat in view.seats:
            self.tabs[seat.name].show(corner="" if seat.side is Side.RUNNER else "!" if seat.side is Side.OUT else "•")

    def _build_tabs(self, view: CerbereView) -> None:
        self.tabs = {TABLE: Tile(icon="die", action=partial(self.turn_to, TABLE))}
        for seat in view.seats:
            self.tabs[seat.name] = Tile(seat=(seat.colour, seat.name[:1]), action=partial(self.turn_to, seat.name))

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
        for name, tile in self.tabs.items():
            tile.show(chosen=name == page)
        self.rearrange()

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        tabs = list(self.tabs.values())
        if wide or len(tabs) <= 5:
            row(self, tabs, top=2.4, height=11)
            top = 16.0
        else:
            half = -(-len(tabs) // 2)
            row(self, tabs[:half], top=3, height=11)
            row(self, [*tabs[half:]], top=15.2, height=11)
            top = 29.0
        lines = self.lines.lines if self.lines is not None else []
        per = 2 if wide else 1
        half_u = (m.columns - 8 - (3 if wide else 0)) / per
        high, step = (8.8, 10.2) if wide else (9.2, 10.4)
        for i, line in enumerate(lines):
            self.put(line, left=4 + i % per * (half_u + 3), width=half_u, top=top + i // per * step, height=high)
        if wide:
            row(self, [self.leave, self.gear, self.aid, self.done], bottom=1.6, height=8.4, weights=[30, 10, 10, 40])
        else:
            row(self, [self.leave, self.gear, self.aid], bottom=11.4, height=8.6, weights=[32, 10, 10])
            row(self, [self.done], bottom=1.6, height=8.6)
        self.put(self.band, left=0, right=0, top=0, height=10.25 if wide else 15)
