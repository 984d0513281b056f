"""A turn of HellRail: one sheet at a time, chosen by what the table is asked."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from companion.engine.history import Undone
from companion.engine.message import messages_of
from companion.engine.update import Update
from companion.games.hellrail.events import CarDelivered, EffectsDealt, HandsDealt
from companion.games.hellrail.names import Level
from companion.games.hellrail.view import HellRailView
from companion.games.hellrail.words import tell
from companion.presentation.i18n import spoken
from kiosk.screens.drama import Drama
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.card import CardSheet
from kiosk.screens.hellrail.circles import Circles
from kiosk.screens.hellrail.covered import Covered, LookAlone
from kiosk.screens.hellrail.deal import DealSheet, Toll
from kiosk.screens.hellrail.light import LightPage
from kiosk.screens.hellrail.map import MapView
from kiosk.screens.hellrail.marks import put_player
from kiosk.screens.hellrail.prompts import HellRailPrompt, MoreSheet
from kiosk.screens.hellrail.table import Table
from kiosk.screens.play_page import PlayPage
from kiosk.screens.sheet import Sheet, SheetKey
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.table.context import KioskContext

STEP = "undo"
"""The cue of a step back or forth, which announces no event."""


def _dealt(event: Any) -> bool:
    """Whether tokens came on the circles, face up: the table lays them out."""
    return isinstance(event, EffectsDealt) and event.effects is not None


class HellRailScreen(SheetScreen):
    """The playing screen of HellRail. A sheet of the screen's own is `local`; any news ends it."""

    KEPT = (routing.TABLE, routing.LIGHT, routing.MAP)
    RENEWED = (routing.ASK, routing.CARD)

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: HellRailView | None = None
        self.local: SheetKey | None = None
        context.todo.changed = self.bring_back

    @property
    def first(self) -> str:
        """The first player, as wished in the set-up."""
        return self.context.set_up.first_player(self.context.table.ui.game)

    # ------------------------------------------------------------ news

    def on_update(self, update: Update) -> None:
        prompt = update.prompt
        if not isinstance(update.view, HellRailView) or prompt is None:
            return
        story = tell(update.events, update.view)
        if not update.events and any(cue.name == STEP for cue in update.cues):  # the direction is not announced here
            story = messages_of((Undone(""),))
        self.view = update.view
        if self.mapped:
            self._map().news(update)
        if update.path:
            self.local = None
        if story.news:
            fresh = prompt.id in routing.REST and any(map(_dealt, update.events))
            first = any(isinstance(event, HandsDealt) for event in update.events)
            self.local = SheetKey(routing.CIRCLES, "first" if first else "fresh") if fresh else None
            self.line = story.line
            self.band.hush()
            if story.order is not None:
                self.context.todo.put(story.order, update)
        self.refuse(update)
        self.refresh()
        delivered = next((event.seat for event in update.events if isinstance(event, CarDelivered)), "")
        if delivered and isinstance(self.sheet, Table):
            self.sheet.delivered(delivered)

    # ------------------------------------------------------------ fingers

    def go(self, place: SheetKey | None) -> None:
        """Open a sheet of the screen's own; None: back to the table or to the question."""
        self.local = place
        self.refresh()

    def order_over(self) -> None:
        """Handle the confirmation of the order."""
        self.context.todo.over()
        self.refresh()

    def bring_back(self) -> None:
        """Ask again for the last order."""
        self.local = None
        self.refresh()

    def looked(self, place: SheetKey) -> None:
        self.local = None
        if place.part != "held":
            self.context.ask.choose("look")
        self.refresh()

    # ------------------------------------------------------------ which sheet

    @property
    def mapped(self) -> bool:
        return self.view is not None and self.view.level is Level.MAP

    def _map(self) -> Any:
        return self.sheet_for(SheetKey(routing.MAP))

    def _on_page(self) -> Container[str]:
        """Return the options that have a key on the page of the turn."""
        view, update = self.view, self.context.table.update
        if view is None or update is None or update.prompt is None:
            return ()
        page = self.sheet_for(routing.place_of(view, update.prompt, (), None))
        return page.turn_keys.by_option if isinstance(page, PlayPage) else ()

    def refresh(self) -> None:
        """Show the present state; open another sheet only if it is about something else."""
        update, view = self.context.table.update, self.view
        if update is None or view is None or update.prompt is None:
            return
        order = self.context.todo.shown
        place = routing.place_of(view, update.prompt, update.path, self.local, spoken(order.text) if order else "")
        if self.mapped and self._map().moving:
            place = SheetKey(routing.MAP)  # what a drive leads to waits until the engines have arrived
        self.turn_to(place, update, view)

    def rest_place(self) -> SheetKey | None:
        return routing.rest(self.view) if self.view is not None else None

    def make(self, place: SheetKey) -> Sheet:
        context, explain = self.context, self.band.say
        match place.kind:
            case routing.MAP:
                return MapView(context, self.go, explain, self.refresh)
            case routing.DEAL:
                return DealSheet(context, self.first)
            case routing.ORDER if context.todo.shown is not None:
                return Drama(context, context.todo.shown, put_player, self.order_over)
            case routing.CARD:
                return CardSheet(context, explain)
            case routing.CIRCLES:
                return Circles(context, bool(place.about), place.about == "first", self.go)
            case routing.MORE:
                return MoreSheet(context, explain, self.go, self._on_page)
            case routing.TOLL:
                return Toll(context, explain)
            case routing.COVERED:
                return Covered(context)
            case routing.LOOK:
                return LookAlone(context, place.about, place.part == "held", lambda: self.looked(place))
            case routing.LIGHT:
                return LightPage(context, self.go, explain)
            case routing.TABLE:
                return Table(context, self.go, explain)
        return HellRailPrompt(context, explain)

    def closed(self) -> None:
        self.context.todo.changed = lambda: None
        if routing.MAP in self._kept:
            self._map().still = lambda: None  # nothing is shown any more
        super().closed()
