"""The recap of a game of the memories, as it was shown when it ended."""

from __future__ import annotations

from typing import Any

from kiosk.context import KioskContext
from kiosk.game_uis import GAME_UIS
from kiosk.i18n import _
from kiosk.screens.screen import Screen
from kiosk.theme import Metrics
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text


class Recalled(Screen):
    """The game's own recap without its keys, and a way back to the memory."""

    def __init__(self, context: KioskContext, game: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        back = f"memory:{game}"
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(back))
        self.recap: Any = None
        update = context.memories.recall(game)
        ui = GAME_UIS.get(update.game or "") if update is not None else None
        if update is None or ui is None or not ui.recapped(update.view):
            self.add_widget(Background(HOME))
            told = _("This game cannot be read any more.") if update is None else _("It was left before its recap.")
            self.lost = Text(told, "title", lines=3)
            return
        context.chosen = ui.game
        self.recap = context.game_pages[ui.game].screens[ui.recap](context)
        self.recap.told(update)
        for widget in vars(self.recap).values():  # also of keys that are placed later
            if isinstance(widget, Touchable):
                widget.visible = False
        self.add_widget(self.recap)

    def arrange(self, m: Metrics) -> None:
        if self.recap is not None:
            self.put(self.recap, left=0, right=0, top=0, bottom=0)
        else:
            self.put(self.lost, left=4, right=4, top=10, height=20)
        self.put(self.back, left=4, width=26, bottom=1.75, height=8.75)
