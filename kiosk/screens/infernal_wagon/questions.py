"""Prompts beside the clock of the playing screen: a question with its answers, and any other as a sheet of tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.prompt import MAIN, Option, Prompt
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import MARGIN, Metrics
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Badge, Key
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Row
from kiosk.widgets.question import AnswerKey, Question
from kiosk.widgets.tile import Tile

NO = ""
"""Not what was meant: the answer that takes the step before back."""
ROW = 6
"""Figures that a row has room for."""
PANEL: dict[str, Badge] = {"a": "disc", "b": "square"}


def answers_of(prompt: Prompt) -> list[Option]:
    """Return the options that are answers; holding the game is a key of the screen."""
    answers = (option for option in prompt.options if option.move is not None or option.takes_back)
    return [option for option in answers if option.badge != MAIN]


def question_of(prompt: Prompt, context: KioskContext, answered: Callable[[str], object]) -> Question:
    """Return the widget for a prompt of few answers; the default's bar drains from its present length.

    :param answered: called with the key, `NO` where the prompt only asks again and it was not meant.
    """
    options = answers_of(prompt)
    two = len(options) == 2
    answers = [_answer(option, two) for option in options]
    if prompt.asks_again:
        answers.append(AnswerKey(NO, _("No"), "back", C.ember))
    question = Question(spoken(prompt.hint), spoken(prompt.title), answers, prompt.default, answered)
    if prompt.until_ms is not None and prompt.lasts_ms:
        left = max(0, prompt.until_ms - context.table.at())
        question.start(prompt.lasts_ms / 1000, max(0.0, (prompt.lasts_ms - left) / 1000))
    return question


def _answer(option: Option, two: bool) -> AnswerKey:
    badge = PANEL.get(option.badge) if two else None
    panel = "" if badge is None else _("green key") if badge == "disc" else _("red key")
    tone = colour(option.tone) if option.tone else C.ember
    return AnswerKey(option.key, spoken(option.label), option.icon or "next", tone, badge=badge, panel=panel)


class WagonSheet(PromptSheet):
    """Any prompt without a look of its own; the keys are those of the screen."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context, undo=False)

    def set_keys(self, *keys: Key) -> None:
        """Set no keys: the sheet has none of its own."""

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        return tuple(option for option in prompt.options if option.badge != MAIN)

    def lay(self, metrics: Metrics) -> None:
        words = Column(FreeSpace(), Leaf(self.who, NATURAL), Leaf(self.title, NATURAL), gap=2.4)
        head = Row(words, FreeSpace(34) if metrics.wide else None, size=(14.6, 37))
        below = 60 - 48.4 if metrics.wide else metrics.rows - 72.2
        self.put(Column(head, self.answers(metrics), gap=(6.9, 6), pad=(MARGIN, 0, MARGIN, below)), left=0, top=0)

    def answers(self, metrics: Metrics) -> Any:
        """Return a few figures in a row, the others below."""
        figures = [tile for tile in self.tiles if isinstance(tile, Tile) and tile.figure]
        others = [tile for tile in self.tiles if tile not in figures]
        return Column(Row(*figures), Row(*others)) if others and 0 < len(figures) <= ROW else super().answers(metrics)
