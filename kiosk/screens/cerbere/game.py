"""Cerbère is being played: one sheet at a time above one row of keys, and what just happened over it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.engine.choice import Choice
from companion.engine.requests import Undo
from companion.engine.update import Update
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.screens.cerbere import mode
from kiosk.screens.cerbere.keys import Keys
from kiosk.screens.cerbere.make import make_sheet
from kiosk.screens.cerbere.mode import Place
from kiosk.screens.cerbere.sheet import Sheet, foot, place_keys
from kiosk.screens.cerbere.story import Line, Order, tell
from kiosk.screens.cerbere.words import catalogue_of
from kiosk.screens.screen import Screen
from kiosk.theme import MOTION, Metrics, colour
from kiosk.widgets.band import Band
from kiosk.widgets.hearth import Hearth, Sparks
from kiosk.words import undo_words

WATCH = 0.1
"""s between two looks whether the pawns have arrived."""


class Game(Screen):
    """Knows what the table is doing; what that looks like is the business of the sheets.

    What a finger chooses before it is a move (a card in hand, a report) is `local`; any news ends it.
    """

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, **kwargs)
        self.view: CerbereView | None = None
        self.choice: Choice | None = None
        self.catalogue = catalogue_of(house)
        self.place: Place | None = None
        self.local: Place | None = None
        self.order: Order | None = None
        self.line: Line | None = None
        self._order_end: Any = None
        self.sheet: Sheet | None = None
        self._kept: dict[str, Sheet] = {}
        self.hearth = Hearth()
        self.sparks = Sparks(8)
        self.band = Band(room_right=4)
        self.undo = Keys.undo(lambda: house.link.send(Undo()))
        self._undo_words = ""
        for widget in (self.hearth, self.sparks, self.undo, self.band):
            self.add_widget(widget)

    # ------------------------------------------------------------ news

    def told(self, update: Update) -> None:
        if not isinstance(update.view, CerbereView):
            return
        story = tell(update, self.view, self.catalogue)
        self.view, self.choice = update.view, update.choice
        if story.news:
            self.local = None
            self.line = story.line or self.line
            self.band.hush()
            self._set_order(story.order)
        if story.band is not None:
            self.band.say(story.band.title, story.band.hint)
        self._tell_board(update)
        self.refresh()

    def _tell_board(self, update: Update) -> None:
        """The board takes every update, even while something else shows."""
        table = self._kept.get(mode.TABLE)
        if table is None and self.view is not None and self.view.path is not None:
            table = self._sheet_for(Place(mode.TABLE))
        if table is not None:
            table.news(update)

    # ------------------------------------------------------------ orders

    def _set_order(self, order: Order | None) -> None:
        if self._order_end is not None:
            self._order_end.cancel()
            self._order_end = None
        self.order = order
        if order is not None:
            self._order_end = Clock.schedule_interval(self._when_still, WATCH) if self._moving() else self._time()

    def _moving(self) -> bool:
        """Pawns are on their way over the board: what they lead to waits."""
        table = self._kept.get(mode.TABLE)
        return table is not None and table.moving

    def _when_still(self, _dt: float) -> bool:
        if self._moving():
            return True
        self._order_end = self._time()
        self.refresh()
        return False

    def _time(self) -> Any:
        return Clock.schedule_once(lambda _dt: self.order_over(), MOTION.order_stays)

    def order_over(self) -> None:
        """It has been read, or somebody goes on."""
        self._set_order(None)
        self.refresh()

    # ------------------------------------------------------------ what a finger chooses before it is a move

    def go(self, place: Place | None) -> None:
        """Open a sheet of the screen's own; None: back to the table."""
        self.local = place
        self.refresh()

    # ------------------------------------------------------------ the face

    def refresh(self) -> None:
        """Show how things stand; another sheet only if it is about something else."""
        update, view = self.house.update, self.view
        if update is None or view is None:
            return
        order = self.order if self.order is not None and not self._moving() else None
        place = mode.place_of(view, self.choice, self.local, order is not None)
        if place != self.place or self.sheet is None:
            self._change(place)
        sheet = self.sheet
        if sheet is None:
            return
        sheet.update(view, self.choice)
        back = update.undo
        self.undo.enabled = back is not None
        self._undo_words = undo_words(back) if back else ""
        self._say_undo()
        sheet.say_undo(back is not None, self._undo_words)
        self._say_line(sheet)
        self.hearth.burn(sheet.burning)
        self.sparks.visible = not sheet.dark
        self._place_keys()

    def _change(self, place: Place) -> None:
        old, self.place = self.sheet, place
        if old is not None:
            for key in old.keys:
                self.remove_widget(key)
            self.remove_widget(old)
            if old not in self._kept.values():
                old.closed()
        self.sheet = self._sheet_for(place)
        self.add_widget(self.sheet, len(self.children) - 2)
        self._keys_now: tuple[Any, ...] = ()
        self.rearrange()

    def _sheet_for(self, place: Place) -> Sheet:
        if place.kind in (mode.TRACK, mode.TABLE):
            if place.kind not in self._kept:
                self._kept[place.kind] = make_sheet(self, place)
            return self._kept[place.kind]
        return make_sheet(self, place)

    def _place_keys(self) -> None:
        """The sheet's keys may differ from one view to the next."""
        sheet = self.sheet
        if sheet is None:
            return
        now = tuple(key for key in sheet.keys if key.visible)
        if now != self._keys_now:
            for key in self._keys_now:
                if key.parent is self:
                    self.remove_widget(key)
            self._keys_now = now
            self.rearrange()
        self.undo.visible = sheet.undo

    def _say_undo(self) -> None:
        """What Undo takes back; where the key is narrow the name is left out before anything else."""
        self.undo.show(second=self._undo_words)
        if self._undo_words and not self.undo.second_fit().fits:
            short = self._undo_words.partition(": ")[2] or self._undo_words.partition("\u00a0: ")[2]
            self.undo.show(second=short)
            if not self.undo.second_fit().fits:
                self.undo.show(second="")

    def _say_line(self, sheet: Sheet) -> None:
        line = self.line
        if line is None:
            sheet.line_of("", "", None)
        else:
            sheet.line_of(line.text, line.icon, colour(line.tone))

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.put(self.hearth, left=0, right=0, top=0, bottom=0)
        self.put(self.sparks, left=0, right=0, top=25, height=14)
        self.put(self.band, left=0, right=0, **({"top": 38.6, "height": 9.9} if m.wide else {"top": 72, "height": 14}))
        sheet = self.sheet
        if sheet is None:
            return
        full = sheet.full
        self.put(sheet, left=0, right=0, top=0, bottom=0 if full else foot(m))
        if not full:
            place_keys(self, m, self.undo if sheet.undo else None, self._keys_now)
        self._say_undo()

    def closed(self) -> None:
        if self._order_end is not None:
            self._order_end.cancel()
        for sheet in {*self._kept.values(), *([self.sheet] if self.sheet else [])}:
            sheet.closed()
