"""A game being played as one sheet at a time: the fire behind it, the line of what happened, the band over it."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.update import Update
from kiosk.house import House
from kiosk.screens.screen import Box, Screen
from kiosk.screens.sheet import Sheet
from kiosk.theme import MOTION, Metrics
from kiosk.widgets.band import Band
from kiosk.widgets.hearth import Hearth, Sparks
from kiosk.widgets.motion import appear, leave
from kiosk.words import undo_words


class Sheeted(Screen):
    """Each game says which sheet a place is (`make`), and when another one is due (`turn_to`)."""

    KEPT: ClassVar[tuple[str, ...]]
    """Kinds of sheets that stay for the whole game; the others are made when they are wanted."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, **kwargs)
        self.place: Any = None
        """Which sheet shows and what it is about; its `kind` is one of the game's."""
        self.line: Any = None
        """What happened last: icon, tone, text."""
        self.sheet: Sheet | None = None
        self._kept: dict[str, Sheet] = {}
        self.hearth = Hearth()
        self.sparks = Sparks(8)
        self.band = Band(room_right=4)
        for widget in (self.hearth, self.sparks, self.band):
            self.add_widget(widget)

    def make(self, place: Any) -> Sheet:
        """A new sheet for it."""
        raise NotImplementedError

    def put_band(self, m: Metrics) -> None:
        """Where the band lies over the sheet that shows."""
        raise NotImplementedError

    def tip_box(self, m: Metrics) -> Box | None:
        return self.sheet.tip_box(m) if self.sheet is not None and not self.band.visible else None

    def turn_to(self, place: Any, update: Update, view: Any, choice: Any) -> None:
        """The sheet for a place, made if it is about something else, and told how things stand."""
        if place != self.place or self.sheet is None:
            self._change(place)
        sheet = self.sheet
        if sheet is None:
            return
        sheet.update(view, choice)
        back = update.undo
        sheet.say_undo(back is not None, undo_words(back) if back else "")
        if self.line is not None:
            sheet.say(self.line.text, self.line.icon, self.line.tone)
        else:
            sheet.say("", "", "")
        self.hearth.burn(sheet.burning)
        self.sparks.visible = sheet.sparks

    def _change(self, place: Any) -> None:
        old, self.place = self.sheet, place
        if old is not None:
            leave(old)
            if old not in self._kept.values():
                old.closed()
        self.sheet = self.sheet_for(place)
        self.band.cover(*self.sheet.below_band)
        self.add_widget(self.sheet, 1)  # below the band
        if old is not None:
            appear(self.sheet, MOTION.cross_fade)
        self.rearrange()

    def sheet_for(self, place: Any) -> Sheet:
        """The one that was kept, or a new one."""
        kept = self._kept.get(place.kind)
        if kept is None:
            kept = self.make(place)
            if place.kind in self.KEPT:
                self._kept[place.kind] = kept
        return kept

    def arrange(self, m: Metrics) -> None:
        self.put(self.hearth, left=0, right=0, top=0, bottom=0)
        self.put(self.sparks, left=0, right=0, top=25, height=14)
        self.put_band(m)
        if self.sheet is not None:
            self.put(self.sheet, left=0, right=0, top=0, bottom=0)

    def closed(self) -> None:
        for sheet in {*self._kept.values(), *((self.sheet,) if self.sheet is not None else ())}:
            sheet.closed()
