"""The playing screen of a game that declares itself: its prompts, and a way to what can be put right."""

from __future__ import annotations

from typing import Any

from companion.engine.prompt import Prompt
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.prompt_screen import Place, PromptScreen
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.widgets.key import Key


class SharedGame(PromptScreen):
    """See the module."""

    def make(self, place: Place) -> PromptSheet:
        return SharedSheet(self.context)


class SharedSheet(PromptSheet):
    """At the first prompt its menu stands beside the main key."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        page = f"{context.ui.game}_correct"
        self.menu = Key(_("Menu"), "list", action=lambda: context.open_screen(page))

    def beside(self, prompt: Prompt) -> list[Any]:
        return [] if self.path else [self.menu]
