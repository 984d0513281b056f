"""How far a deck is taken down: a cell for each card, whole, begun or not there, and the one in hand."""

from __future__ import annotations

from typing import Any, Literal

from kivy.graphics import Color, Rectangle

from companion.presentation.colours import C
from kiosk.widgets.base import Drawn

Cell = Literal["whole", "begun", "none"]
TONES = {"whole": C.ember, "begun": C.rim, "none": C.basalt}


class DeckBar(Drawn):
    """`cells` from the first card to the last; `at`: the number of the one in hand."""

    def __init__(self, **kwargs: Any) -> None:
        self.cells: tuple[Cell, ...] = ()
        self.at: int | None = None
        super().__init__(**kwargs)

    def show(self, cells: tuple[Cell, ...], at: int | None) -> None:
        """Another state."""
        if (cells, at) != (self.cells, self.at):
            self.cells, self.at = cells, at
            self.redraw()

    def draw(self) -> None:
        n = len(self.cells)
        if not n:
            return
        edges = [round(self.x + self.width * i / n) for i in range(n + 1)]
        for i, cell in enumerate(self.cells):
            Color(*TONES[cell])
            Rectangle(pos=(edges[i], self.y), size=(max(1, edges[i + 1] - edges[i] - 2), self.height))
        if self.at is not None and 1 <= self.at <= n:
            Color(*C.bone)
            left = edges[self.at - 1]
            Rectangle(pos=(left, self.y - 6), size=(max(1, edges[self.at] - left - 2), 4))
