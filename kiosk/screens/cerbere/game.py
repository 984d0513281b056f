"""Cerbère is being played: one sheet at a time, chosen by what the table is doing, and what just happened over it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.engine.message import Order
from companion.engine.update import Update
from companion.games.cerbere.events import full_boat
from companion.games.cerbere.view import CerbereView
from companion.games.cerbere.words import tell
from companion.presentation.i18n import spoken
from kiosk.screens.cerbere import routing
from kiosk.screens.cerbere.hunt import CaughtSheet, HuntSheet
from kiosk.screens.cerbere.peek import Peek
from kiosk.screens.cerbere.play import PlaySheet
from kiosk.screens.cerbere.prompts import CerberePrompt, Menu
from kiosk.screens.cerbere.seats import put_player
from kiosk.screens.cerbere.table import Table
from kiosk.screens.cerbere.tracker import Tracker
from kiosk.screens.cerbere.words import Sheet, catalogue_of
from kiosk.screens.drama import Drama
from kiosk.screens.sheet import SheetKey
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.table.context import KioskContext


class CerbereScreen(SheetScreen):
    """The playing screen of Cerbère; its sheets decide what it looks like.

    What a finger chooses before it is a move (a card in hand, a report) is `local`; any news ends it.
    """

    KEPT = (routing.TRACK, routing.TABLE)
    RENEWED = (routing.PLAY, routing.PROMPT)

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: CerbereView | None = None
        self.catalogue = catalogue_of(context.table)
        self.local: SheetKey | None = None
        self.order: Order | None = None
        """One that stays for some seconds; one that stays until confirmed is the table's (`context.todo`)."""
        self.later: Order | None = None
        """The order after the one that shows, and after the pawns."""
        context.todo.changed = self.bring_back
        self.looked: tuple[int, tuple[str, int]] | None = None
        """The look at a boat that its player has ended."""
        self._order_end: Any = None

    # ------------------------------------------------------------ news

    def on_update(self, update: Update) -> None:
        if not isinstance(update.view, CerbereView):
            return
        story = tell(update.events, update.view, self.view, self.catalogue)
        self.view = update.view
        self._tell_table(update, story.intro is not None)
        if story.news:
            self.local = None
            self.line = story.line or full_boat(update.view)
            self.band.hush()
            order = story.order
            if order is not None and order.stays_s is None:
                self.context.todo.put(order, update)
                order = None
            self._set_order(story.intro or order, order if story.intro is not None else None)
        self.refuse(update)
        self.refresh()

    @property
    def table(self) -> Table | None:
        """The board, if this game has one."""
        kept = self._kept.get(routing.TABLE)
        return kept if isinstance(kept, Table) else None

    def _tell_table(self, update: Update, wait: bool) -> None:
        """Pass every update to the board, even while something else shows."""
        if self.view is not None and self.view.path is not None:
            self.sheet_for(SheetKey(routing.TABLE))
        if self.table is not None:
            self.table.news(update, wait)

    def seen(self) -> None:
        """Hide the boat that was looked at and go on. Where nothing is open the table is notified, too."""
        view = self.view
        if view is not None and view.boats.peek is not None:
            self.looked = (view.turn.n, view.boats.peek)
            if self.context.table.may("seen"):
                self.context.ask.choose("seen")
        self.refresh()

    # ------------------------------------------------------------ orders

    def _set_order(self, order: Order | None, later: Order | None = None) -> None:
        """Show another order. With `later` to come, or with pawns that wait, it is shown before they walk."""
        if self._order_end is not None:
            self._order_end.cancel()
            self._order_end = None
        self.order, self.later = order, later
        if order is not None:
            self._order_end = None if self.moving else self._time(order)

    @property
    def waiting(self) -> bool:
        """Whether pawns are about to walk, and an order is read first."""
        return self.table is not None and self.table.board.waiting

    @property
    def moving(self) -> bool:
        """Whether pawns are on their way over the board: what they lead to waits."""
        return self.table is not None and self.table.moving and not self.waiting

    def _still(self) -> None:
        """Go on when the pawns have arrived."""
        if self.order is not None and self._order_end is None:
            self._order_end = self._time(self.order)
        self.refresh()

    def _time(self, order: Order) -> Any:
        return Clock.schedule_once(lambda _dt: self.order_over(), order.stays_s)

    @property
    def shown(self) -> Order | None:
        """The order that is to be read now, before anything else."""
        return None if self.moving else self.order or self.context.todo.shown

    def order_over(self) -> None:
        """Handle an order that was read or confirmed: pawns that wait for it walk."""
        if self.order is None:
            self.context.todo.over()
        if self.table is not None:
            self.table.board.go_on()
        self._set_order(self.later)
        self.refresh()

    def bring_back(self) -> None:
        """Ask again for the last order."""
        self.local = None
        self.refresh()

    # ------------------------------------------------------------ which sheet

    def go(self, place: SheetKey | None) -> None:
        """Open a sheet of the screen's own; None: back to the table."""
        self.local = place
        self.refresh()

    def menu(self) -> None:
        """Show the menu: what can be entered of the table is a prompt; without one, the other screens remain."""
        if self.context.table.prompt is not None and self.context.table.prompt.option("report") is not None:
            self.context.ask.choose("report")
        else:
            self.go(SheetKey(routing.MENU))

    def refresh(self) -> None:
        """Show the present state; open another sheet only if it is about something else."""
        update, view = self.context.table.update, self.view
        if update is None or view is None:
            return
        words = spoken(self.shown.text) if self.shown is not None else ""
        place = routing.place_of(view, self.local, words, self.looked, update.prompt, update.path)
        self.turn_to(place, update, view)

    def make(self, place: SheetKey) -> Sheet:
        context, cards = self.context, self.catalogue
        match place.kind:
            case routing.TABLE:
                table = Table(context, cards, self.menu, self.band.say)
                table.board.still = self._still
                return table
            case routing.ORDER if self.shown is not None:
                return Drama(context, self.shown, put_player, self.order_over)
            case routing.PLAY:
                return PlaySheet(context, cards)
            case routing.PROMPT:
                return CerberePrompt(context, explain=self.band.say)
            case routing.CAUGHT:
                return CaughtSheet(context)
            case routing.HUNT:
                return HuntSheet(context)
            case routing.PEEK:
                return Peek(context, self.seen)
            case routing.MENU:
                return Menu(context, lambda: self.go(None), self.band.say)
        return Tracker(context, self.menu, self.band.say)

    def closed(self) -> None:
        self.context.todo.changed = lambda: None
        if self._order_end is not None:
            self._order_end.cancel()
        if self.table is not None:
            self.table.board.still = lambda: None  # nothing is shown any more
        super().closed()
