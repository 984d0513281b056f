"""What the companion counts of Cerbère, put right by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.update import Update
from companion.games.cerbere.events import Corrected
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.screens.cerbere.correct_lines import SideTab
from kiosk.screens.cerbere.correct_player import PlayerLines
from kiosk.screens.cerbere.correct_table import TableLines
from kiosk.screens.correction_screen import TABLE, CorrectionScreen, Page
from kiosk.widgets.key import Key


class Correct(CorrectionScreen):
    """Rage, dice and decks; sides, places, cards."""

    VIEW = CerbereView
    CORRECTED = Corrected
    ICON = "die"
    TAB_HIGH = 10.0
    LINE = (8.6, 9.8)

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.aid = Key(icon="list", action=lambda: context.open_screen("aid"))

    def lines_of(self, page: str) -> Page:
        if page == TABLE:
            return TableLines(self.view, self.correct)
        return PlayerLines(self.view, page, self.correct)

    def tab_of(self, seat: Any, action: Callable[[], object]) -> SideTab:
        return SideTab(colour=seat.colour, letter=seat.name[:1], action=action)

    def extra_keys(self) -> list[Key]:
        return [self.aid]

    def told(self, update: Update) -> None:
        super().told(update)
        for seat in self.view.seats if self.view is not None else ():
            tab = self.tabs[seat.name]
            if isinstance(tab, SideTab):
                tab.join(seat.side)
