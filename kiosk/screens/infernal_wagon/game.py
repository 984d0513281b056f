"""Infernal Wagon is being played: one page that shows what happened and what the players must do."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.clock import Clock

from companion.engine.message import Line, Order
from companion.engine.update import Update
from companion.games.infernal_wagon.events import DuplicateTap
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import SILENT_REPEAT_MS, tell
from companion.presentation.i18n import spoken
from kiosk.display.theme import MOTION
from kiosk.screens.infernal_wagon.page import WagonPage
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.table.context import KioskContext


class OnlySheet(NamedTuple):
    """The one page that there is."""

    kind: str = "page"


class WagonScreen(SheetScreen):
    """Orders and lines end by themselves."""

    KEPT = (OnlySheet().kind,)

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: WagonView | None = None
        self._order_end: Any = None
        self._line_end: Any = None
        self._news_stamp = -SILENT_REPEAT_MS

    def make(self, place: OnlySheet) -> WagonPage:
        return WagonPage(self.context, self.band.say)

    @property
    def page(self) -> WagonPage:
        page = self.sheet_for(OnlySheet())
        assert isinstance(page, WagonPage)
        return page

    # ------------------------------------------------------------ news

    def on_update(self, update: Update) -> None:
        if not isinstance(update.view, WagonView):
            return
        story = tell(update.events, update.view, update.undo)
        before, self.view = self.view, update.view
        if story.news:
            self._set_order(story.order, before)
            if story.order is not None:
                self.context.todo.note(story.order, update)
            self._set_line(story.line)
            self._news_stamp = update.stamp
            self.band.hush()
            self.page.ring("")
        self.refuse(update)
        repeat = any(isinstance(event, DuplicateTap) for event in update.events)
        self.refresh()
        if story.band and not (repeat and update.stamp - self._news_stamp < SILENT_REPEAT_MS):
            self.page.ring(story.band.slot)
            self.band.say(spoken(story.band.title), spoken(story.band.hint))
            Clock.schedule_once(self._band_over, MOTION.band_stays + 0.05)
            self.refresh()

    def _set_line(self, line: Line | None) -> None:
        if self._line_end is not None:
            self._line_end.cancel()
        self.line = line
        stays = line.stays_s if line is not None else None
        self._line_end = None if stays is None else Clock.schedule_once(self._line_over, stays)

    def _line_over(self, _dt: float) -> None:
        self.line = self._line_end = None
        self.refresh()

    def _set_order(self, order: Order | None, before: WagonView | None = None) -> None:
        if self._order_end is not None:
            self._order_end.cancel()
        self.page.set_order(order, before)
        stays = None if order is None else order.stays_s
        self._order_end = None if stays is None else Clock.schedule_once(self.order_over, stays)

    def order_over(self, _dt: float = 0) -> None:
        self._set_order(None)
        self.refresh()

    def _band_over(self, _dt: float) -> None:
        if not self.band.visible:
            self.page.ring("")
            self.refresh()

    # ------------------------------------------------------------ as it is now

    def refresh(self) -> None:
        update, view = self.context.table.update, self.view
        if update is None or view is None:
            return
        self.page.said = self.line
        self.turn_to(OnlySheet(), update, view)
        self.skin = self.page.skin

    def second(self) -> None:
        update, view = self.context.table.update, self.view
        if update is None or view is None:
            return
        page = self.page
        if page.face_now(view, update.prompt) != page.face:
            self.refresh()
        page.second()
        if page.flares():
            self.background.flare()

    def closed(self) -> None:
        for end in (self._order_end, self._line_end):
            if end is not None:
                end.cancel()
        super().closed()
