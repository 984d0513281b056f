"""A game played by its prompts alone: one sheet, whatever is asked. It needs nothing of the game but its prompts."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.update import Update
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.theme import Metrics


class Place(NamedTuple):
    kind: str = "prompt"


class PromptScreen(SheetScreen):
    """The playing screen of a game that has no figures of its own."""

    KEPT = ("prompt",)

    def make(self, place: Place) -> PromptSheet:
        return PromptSheet(self.context)

    def told(self, update: Update) -> None:
        if update.prompt is not None:
            self.turn_to(Place(), update, update.view)

    def put_band(self, m: Metrics) -> bool:
        return False
