"""How far a deck is taken down: a cell for each card, whole, begun or not there, and the one in hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from companion.presentation.colours import C
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, Leaf, Row
from kiosk.widgets.together import put_box

CellState = Literal["whole", "begun", "none"]
TONES = {"whole": C.ember, "begun": C.rim, "none": C.basalt}


class DeckBar(Drawn):
    """`cells` from the first card to the last; `at`: the number of the one in hand."""

    def __init__(self, **kwargs: Any) -> None:
        self.cells: tuple[CellState, ...] = ()
        self.at: int | None = None
        super().__init__(**kwargs)

    def show(self, cells: tuple[CellState, ...], at: int | None) -> None:
        if (cells, at) != (self.cells, self.at):
            self.cells, self.at = cells, at
            self.redraw()

    def draw(self) -> None:
        n = len(self.cells)
        if not n:
            return
        edges = [round(self.x + self.width * i / n) for i in range(n + 1)]
        for i, cell in enumerate(self.cells):
            put_box(edges[i], self.y, max(1, edges[i + 1] - edges[i] - 2), self.height, TONES[cell])
        if self.at is not None and 1 <= self.at <= n:
            left = edges[self.at - 1]
            put_box(left, self.y - 6, max(1, edges[self.at] - left - 2), 4, C.bone)


def cell_state(state: str) -> CellState:
    """Return the cell of a card: anything but whole and begun is not there yet."""
    return "whole" if state == "whole" else "begun" if state == "begun" else "none"


class Progress(Container):
    """So many of how many, what of, and the cells of all. 12.9 u high."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self.count = Figures("", size=8.6)
        self.of = Text("", "event", C.ash, face="black", sit="baseline")
        self.what = Text("", "body", C.ash, align="right", sit="baseline")
        self.bar = DeckBar()
        self.count.sit = "baseline"
        counted = Row(Leaf(self.count, NATURAL), Leaf(self.of, NATURAL), self.what, size=9.4)
        self.compose(Column(counted, self.bar, gap=1.5))

    def show(self, done: int, all: int, what: str = "", states: Iterable[str] = (), at: int | None = None) -> None:
        """Show another state; `at`: the number of the card in hand."""
        self.count.show(str(done))
        self.of.show(f"/ {all}")
        self.what.show(what)
        self.bar.show(tuple(map(cell_state, states)), at)
        self.bar.visible = bool(self.bar.cells)
        self.rearrange()
