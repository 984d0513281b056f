"""Prompts beside the clock of the playing screen: a question with its answers, and any other as a sheet of tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.prompt import MAIN, Option, Prompt
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.layout import Column, Row
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.theme import Metrics
from kiosk.widgets.key import Badge, Key
from kiosk.widgets.question import Answer, Question
from kiosk.widgets.tile import Tile

CLOCK_ROOM = 36.0
"""u kept free at the upper right, when wide."""
NO = ""
"""Not what was meant: the answer that takes the step before back."""
PANEL: dict[str, Badge] = {"a": "disc", "b": "square"}


def answers_of(prompt: Prompt) -> list[Option]:
    """The options that are answers; holding the game is a key of the screen."""
    return [option for option in prompt.options if option.move is not None and option.badge != MAIN]


def question_of(prompt: Prompt, context: KioskContext, answered: Callable[[str], object]) -> Question:
    """The widget for a prompt of few answers; the default's bar drains from where it stands.

    :param answered: called with the key, `NO` where the prompt only asks again and it was not meant.
    """
    options = answers_of(prompt)
    two = len(options) == 2
    answers = [_answer(option, two) for option in options]
    if prompt.asks_again:
        answers.append(Answer(NO, _("No"), "back", C.ember))
    question = WagonQuestion(
        spoken(prompt.hint), spoken(prompt.title), answers, prompt.default, None, answered, clock_room=CLOCK_ROOM
    )
    if prompt.until_ms is not None and prompt.lasts_ms:
        left = max(0, prompt.until_ms - context.at())
        question.start(prompt.lasts_ms / 1000, max(0.0, (prompt.lasts_ms - left) / 1000))
    return question


def _answer(option: Option, two: bool) -> Answer:
    badge = PANEL.get(option.badge) if two else None
    panel = "" if badge is None else _("green key") if badge == "disc" else _("red key")
    tone = colour(option.tone) if option.tone else C.ember
    return Answer(option.key, spoken(option.label), option.icon or "next", tone, badge=badge, panel=panel)


class WagonQuestion(Question):
    """As the house's, but three answers take the whole width."""

    def _arrange_tiles(self, m: Metrics) -> None:
        if m.wide:
            self.put(Row(*self.fields), left=4, right=4, top=24, height=22)
        else:
            self.put(Column(*self.fields), left=4, right=4, top=44, height=17.2 * len(self.fields) - 1.2)


class WagonSheet(PromptSheet):
    """Any prompt without a look of its own; the keys are those of the screen."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context, undo=False)

    def set_keys(self, *keys: Key) -> None:
        """None of its own."""

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        return tuple(option for option in prompt.options if option.badge != MAIN)

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.who, left=4, width=50, baseline=7.4 if wide else 30)
        self.put(self.title, left=4, width=m.columns - 8 - (34 if wide else 0), baseline=14.5 if wide else 37)
        top = 21.5 if wide else 43
        self.put(self.answers(m), left=4, right=4, top=top, height=(48.4 if wide else 72.2) - top)

    def answers(self, m: Metrics) -> Any:
        """Figures in a row, the others below."""
        figures = [tile for tile in self.tiles if isinstance(tile, Tile) and tile.figure]
        others = [tile for tile in self.tiles if tile not in figures]
        return Column(Row(*figures), Row(*others)) if figures and others else super().answers(m)
