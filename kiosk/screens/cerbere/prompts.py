"""The prompts of Cerbère as sheets: its players' marks, and the menu with the ways to other screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.view import CerbereView
from companion.presentation.i18n import _
from kiosk.screens.cerbere.fires import table_fire
from kiosk.screens.cerbere.seats import drawing_of, put_player
from kiosk.screens.cerbere.words import seat_of
from kiosk.screens.menu import menu_tiles
from kiosk.screens.prompt_sheet import Explain, PromptSheet
from kiosk.table.context import KioskContext
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Key
from kiosk.widgets.parts import Drawing
from kiosk.widgets.seat import BareMark


class CerberePrompt(PromptSheet):
    """Pawns and players with the mark of their side."""

    def make_mark(self) -> BareMark:
        return BareMark(put_player)

    @property
    def burning(self) -> Fire:
        view = self.context.table.update.view if self.context.table.update is not None else None
        return table_fire(self.m, board=isinstance(view, CerbereView) and view.path is not None)

    def show_mark(self, view: Any, name: str) -> None:
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)

    def drawing(self, view: Any, option: Option) -> Drawing | None:
        return drawing_of(seat_of(view, option.seat))


class Menu(CerberePrompt):
    """What can be entered of the table; Board level knows the pawns itself and has only the ways to other screens."""

    def __init__(self, context: KioskContext, close: Callable[[], object], explain: Explain) -> None:
        super().__init__(context, explain=explain)
        self.close = Key(_("Back"), "back", icon_size=3, action=close)
        self.mark.visible = False

    def update(self, view: Any, prompt: Prompt | None) -> None:
        if prompt is not None and prompt.id == "report":
            super().update(view, prompt)
        elif not self.tiles:
            self.title.show(_("What else?"))
            self.fill(self.more())
            self.set_keys(self.close)

    def more(self) -> list[Any]:
        return menu_tiles(self.context, "cerbere_correct")
