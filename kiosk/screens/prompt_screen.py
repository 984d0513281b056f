"""A game played by its prompts alone: one sheet, whatever is asked. It needs nothing of the game but its prompts."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.message import messages_of
from companion.engine.prompt import Keys, Option, Prompt
from companion.engine.update import Update
from companion.games.registry import FIGURES
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, Row


class OnlySheet(NamedTuple):
    kind: str = "prompt"


class PromptScreen(SheetScreen):
    """The playing screen of a game that has no figures of its own."""

    KEPT = ("prompt",)

    def make(self, place: OnlySheet) -> PromptSheet:
        return PromptSheet(self.context, explain=self.band.say)

    def on_update(self, update: Update) -> None:
        if update.prompt is not None:
            self.turn_to(OnlySheet(), update, update.view)

    def put_band(self, metrics: Metrics) -> bool:
        return False


class SharedGame(PromptScreen):
    """The playing screen of a game without screens of its own."""

    def make(self, place: OnlySheet) -> PromptSheet:
        return SharedSheet(self.context)

    def on_update(self, update: Update) -> None:
        messages = messages_of(update.events)
        if messages.news:
            self.line = messages.line
        super().on_update(update)


class SharedSheet(PromptSheet):
    """At the first prompt its menu is beside the main key."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        page = f"{context.table.ui.game}_correct"
        self.menu = Key(_("Menu"), "list", action=lambda: context.go.open(page))
        figure = FIGURES.get(context.table.ui.game)
        self.figure = FigureView(figure, chosen=context.ask.choose) if figure is not None else None
        """Options that have a place are touched on it."""

    def show(self, view: Any, prompt: Prompt, path: Keys) -> None:
        super().show(view, prompt, path)
        if self.figure is not None:
            self.figure.appear()

    def update(self, view: Any, prompt: Prompt | None) -> None:
        super().update(view, prompt)
        if self.figure is not None:
            self.figure.show(view, prompt=prompt)

    @property
    def crowded(self) -> bool:
        """A figure has all the room that there is."""
        return self.figure is not None or super().crowded

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        update = self.context.table.update
        places = self.figure.places(update.view) if self.figure is not None and update is not None else set()
        return tuple(one for one in super().shown(prompt) if one.place not in places)

    def answers(self, metrics: Metrics) -> Any:
        if self.figure is None:
            return super().answers(metrics)
        tiles = (super().answers(metrics),) if self.tiles else ()
        return Row(self.figure, *tiles, gap=2) if metrics.wide else Column(self.figure, *tiles, gap=2)

    def say(self, text: str, icon: str, tone: str) -> None:
        """Above the question, unless it says how it came there."""
        if self.prompt is not None and not spoken(self.prompt.hint):
            self.who.show(text)
            self.who.visible = bool(text)

    def beside(self, prompt: Prompt) -> list[Any]:
        return [] if self.path else [self.menu]
