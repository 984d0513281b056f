"""One line of a correction screen each: a number, a choice among a few, keys side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kiosk.icons import Icon
from kiosk.screens.tiles import Stepper
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row


class Line(Container):
    """The base: a mark and words on the left. Placed by hand, so it fills nothing by itself."""

    def __init__(self, mark: Drawn | None, words: str, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.mark = mark
        self.words = Text(words, "body", lines=2)

    def arrange_words(self, room: float) -> None:
        """Put mark and words into the left `room` u."""
        left = 0.0
        if self.mark is not None:
            self.put(self.mark, left=0, width=5, top=1.6, height=5)
            left = 6.4
        self.put(self.words, left=left, width=room - left, top=0, bottom=0)


class StepLine(Line):
    """A number with minus and plus."""

    def __init__(self, icon: str, words: str, change: Callable[[int], object], tone: Colour = C.ash) -> None:
        super().__init__(Icon(icon, tone), words)
        self.stepper = Stepper(change)

    def show(self, value: int, least: int, most: int) -> None:
        """The number and how far it goes."""
        self.stepper.show(str(value), value <= least, value >= most)

    def arrange(self, m: Metrics) -> None:
        self.arrange_words(self.width / m.u - 25)
        self.put(self.stepper, right=0, width=24, top=0, bottom=0)


class ChoiceLine(Line):
    """Several small tiles, any of which may be chosen."""

    def __init__(self, words: str, tiles: Sequence[Any], mark: Drawn | None = None) -> None:
        super().__init__(mark, words)
        self.tiles = list(tiles)

    def arrange(self, m: Metrics) -> None:
        wide = self.width / m.u
        each = 7.2
        taken = len(self.tiles) * (each + 1) - 1
        self.arrange_words(wide - taken - 1)
        row(self, self.tiles, top=0, height=self.height / m.u, left=wide - taken, right=0, gap=1)


class KeyLine(Container):
    """Keys side by side."""

    def __init__(self, keys: Sequence[Any], weights: Sequence[float] | None = None, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.keys: list[Any] = list(keys)
        self.weights = weights

    def arrange(self, m: Metrics) -> None:
        row(self, self.keys, top=0, height=self.height / m.u, left=0, right=0, weights=self.weights)
