"""A game played by its prompts alone: one sheet, whatever is asked. It needs nothing of the game but its prompts."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.message import tell
from companion.engine.prompt import Prompt
from companion.engine.update import Update
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import Metrics
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key


class Place(NamedTuple):
    kind: str = "prompt"


class PromptScreen(SheetScreen):
    """The playing screen of a game that has no figures of its own."""

    KEPT = ("prompt",)

    def make(self, place: Place) -> PromptSheet:
        return PromptSheet(self.context, explain=self.band.say)

    def on_update(self, update: Update) -> None:
        if update.prompt is not None:
            self.turn_to(Place(), update, update.view)

    def put_band(self, m: Metrics) -> bool:
        return False


class SharedGame(PromptScreen):
    """See the module."""

    def make(self, place: Place) -> PromptSheet:
        return SharedSheet(self.context)

    def on_update(self, update: Update) -> None:
        messages = tell(update.events)
        if messages.news:
            self.line = messages.line
        super().on_update(update)


class SharedSheet(PromptSheet):
    """At the first prompt its menu stands beside the main key."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        page = f"{context.table.ui.game}_correct"
        self.menu = Key(_("Menu"), "list", action=lambda: context.go.open(page))

    def say(self, text: str, icon: str, tone: str) -> None:
        """Above the question, unless it says how it came there."""
        if self.prompt is not None and not spoken(self.prompt.hint):
            self.who.show(text)
            self.who.visible = bool(text)

    def beside(self, prompt: Prompt) -> list[Any]:
        return [] if self.path else [self.menu]
