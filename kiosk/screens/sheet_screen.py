"""A game being played as one sheet at a time: the fire behind it, the line of what happened, the band over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from companion.engine.message import Line
from companion.engine.update import Update
from companion.presentation.i18n import spoken
from companion.presentation.refusals import refusal
from companion.presentation.words import undo_text
from kiosk.display.theme import MOTION, Metrics
from kiosk.screens.screen import Region, Screen
from kiosk.screens.sheet import Sheet, band_high, foot
from kiosk.table.context import KioskContext
from kiosk.widgets.all_on import all_on
from kiosk.widgets.background import Background, Sparks
from kiosk.widgets.band import Band
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Touchable
from kiosk.widgets.motion import appear, leave

HEAD_TOP = 3.4
"""u above the band where it covers a heading: the tab of the player aid."""


class SheetScreen(Screen):
    """Each game says which sheet a place is (`make`), and when another one is due (`turn_to`)."""

    KEPT: ClassVar[tuple[str, ...]]
    """Kinds of sheets that stay for the whole game; the others are made when they are wanted."""
    RENEWED: ClassVar[tuple[str, ...]] = ()
    """Kinds of these others whose `update` shows all that is on them: one that has left is taken for a new place."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.place: Any = None
        """Which sheet shows and what it is about; its `kind` is one of the game's."""
        self.line: Line | None = None
        """What happened last."""
        self.sheet: Sheet | None = None
        self._kept: dict[str, Sheet] = {}
        self._spare: dict[str, list[Sheet]] = {}
        """Those of a kind that is renewed which have left, the last one at the end."""
        self.background = Background()
        self.sparks = Sparks(8)
        self.band = Band(room_right=1.5)
        self.band.settle = self.settle_band
        for widget in (self.background, self.sparks, self.band):
            self.add_widget(widget)

    def make(self, place: Any) -> Sheet:
        raise NotImplementedError

    def put_band(self, metrics: Metrics) -> bool:
        """Place the band where the sheet that shows keeps room for it; False: it keeps none of its own."""
        box = self.sheet.band_box(metrics) if self.sheet is not None else None
        if box is not None:
            self.put(self.band, left=box.left, right=box.right, top=box.top, height=box.height)
        return box is not None

    def settle_band(self) -> None:
        """Put the band above the keys; where answers reach down to them, over the heading, which gives way meanwhile.

        No key and no answer is covered, and nothing is half below it.
        """
        sheet, band, m = self.sheet, self.band, self.m
        if sheet is None or self.put_band(m):
            band.cover(*(sheet.below_band if sheet is not None else ()))
            return
        self.put(band, left=0, right=0, bottom=foot(m) + 0.4, height=band_high(m))
        usual = self._below_band(sheet)
        if usual:
            self.put(band, left=0, right=0, top=HEAD_TOP, height=band_high(m))
            head = self._below_band(sheet)
            if not any(isinstance(widget, Touchable) for part in head for widget in all_on(part)):
                band.cover(*head)
                return
            self.put(band, left=0, right=0, bottom=foot(m) + 0.4, height=band_high(m))
        band.cover(*sheet.below_band)

    def refuse(self, update: Update) -> bool:
        """Say it, if the update only refuses something."""
        if update.refusal is None:
            return False
        words = refusal(update.refusal, update.game)
        self.band.say(words.title, words.hint)
        return True

    def _below_band(self, sheet: Sheet) -> list[Drawn]:
        """Return what of a sheet the band covers, as it is placed now."""
        band = self.band
        return [
            part
            for part in sheet.children
            if isinstance(part, Drawn)
            and part.visible
            and part.y < band.top - 1
            and part.top > band.y + 1
            and part.x < band.right
            and part.right > band.x
        ]

    def tip_box(self, metrics: Metrics) -> Region | None:
        return self.sheet.tip_box(metrics) if self.sheet is not None and not self.band.visible else None

    @property
    def below_tip(self) -> tuple[Drawn, ...]:
        """Nothing while the band shows: it chooses itself what gives way, and there is no card then."""
        return self.sheet.below_band if self.sheet is not None and not self.band.visible else ()

    def turn_to(self, place: Any, update: Update, view: Any) -> None:
        """Turn to the sheet for a place, made if it is about something else, and update it."""
        if place != self.place or self.sheet is None:
            self._change(place)
        sheet = self.sheet
        if sheet is None:
            return
        sheet.update(view, update.prompt)
        back = update.undo
        sheet.say_undo(back is not None, undo_text(back) if back else "")
        if self.line is not None:
            sheet.say(spoken(self.line.text), self.line.icon, self.line.tone)
        else:
            sheet.say("", "", "")
        self.background.burn(sheet.burning)
        self.sparks.visible = sheet.sparks

    def _change(self, place: Any) -> None:
        old, before, self.place = self.sheet, self.place, place
        if old is not None:
            leave(old)
            if old not in self._kept.values():
                old.closed()
        self.sheet = self.sheet_for(place)
        if old is not None and before.kind in self.RENEWED:
            old.forget()
            self._spare.setdefault(before.kind, []).append(old)
        self.band.cover()
        self.add_widget(self.sheet, 1)  # below the band
        if old is not None:
            appear(self.sheet, MOTION.cross_fade)
        self.rearrange()

    def sheet_for(self, place: Any) -> Sheet:
        """The one that was kept; one of its kind that has left, but not just now, as its image fades; or a new one."""
        kept = self._kept.get(place.kind)
        if kept is None and (spare := self._spare.get(place.kind)):
            return spare.pop(0)
        if kept is None:
            kept = self.make(place)
            if place.kind in self.KEPT:
                self._kept[place.kind] = kept
        return kept

    def rest_place(self) -> Any:
        """Return the place of a turn in which nothing is asked, as far as it is known."""

    def ahead(self) -> Iterable[Callable[[], object]]:
        return (self._make_rest,)

    def _make_rest(self) -> None:
        """Make the sheet of a turn in which nothing is asked, and have it laid out and drawn, before it is wanted."""
        place, update = self.rest_place(), self.context.table.update
        if place is None or update is None or place.kind in self._kept:
            return
        sheet = self.sheet_for(place)
        sheet.pos, sheet.size = self.pos, self.size
        sheet.update(update.view, update.prompt)

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        self.put(self.sparks, left=0, right=0, top=25, height=14)
        if self.sheet is not None:
            self.put(self.sheet, left=0, right=0, top=0, bottom=0)
        self.settle_band()

    def closed(self) -> None:
        for sheet in {*self._kept.values(), *((self.sheet,) if self.sheet is not None else ())}:
            sheet.closed()
