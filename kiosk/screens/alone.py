"""What one player alone may see or say, under a thumb. What a look finds is shown to that thumb and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.presentation.colours import C
from kiosk.display.theme import Metrics
from kiosk.screens.sheet import Sheet, foot
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.hold_field import WORDS
from kiosk.widgets.label import Text, line_texture
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Node, Row, middle

LINES = (4.0, 8.0)
"""u of one line of words and, upright, of two."""


class Alone(Sheet):
    """The player, how it is seen, and the fields to hold. Override `figures` and `secrets`; `reveal` if it looks.

    :param room: u of the words that say how, wide and upright.
    """

    def __init__(
        self, context: KioskContext, mark: Any, title: str = "", hint: str = "", room: tuple[float, float] = LINES
    ) -> None:
        super().__init__(context)
        self.mark, self.room = mark, room
        self.title = Text(title, "name", face="bold", size=6)
        self.hint = Text(hint, "body", C.ash)
        self._looking = 0

    @property
    def burning(self) -> Fire:
        return fires.OUT

    def figures(self) -> Node:
        """Return what is held."""
        raise NotImplementedError

    def secrets(self) -> Iterable[str]:
        """All texts that may be shown above the thumb."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Lay all answers out beforehand, so that none of them takes longer than the others."""
        for words in self.secrets():
            line_texture(words, "text", round(WORDS * self.m.u))

    # ------------------------------------------------------------ looking

    def look(self, name: str) -> None:
        """Ask for the view of a seat, for as long as the thumb holds."""
        self._looking += 1
        self.context.ask.link.look(name, partial(self._answered, self._looking))

    def lifted(self) -> None:
        """Handle the lifted thumb: an answer that is still to come is discarded."""
        self._looking += 1

    def _answered(self, looking: int, seen: object) -> None:
        if looking == self._looking:
            self.reveal(seen)

    def reveal(self, seen: object) -> None:
        """Show what a look found to the thumb that asked."""

    # ------------------------------------------------------------ layout

    def lay(self, metrics: Metrics) -> None:
        self.prepare()
        self.title.lines = 1 if metrics.wide else 2
        self.hint.lines = 3 if self.room != LINES else 1 if metrics.wide else 2
        head = Row(middle(self.mark, 7.6), self.title, gap=1.8, size=(9.6, 14))
        parts = Column(
            head, FreeSpace((0.7, 4.2)), Leaf(self.hint, self.room), FreeSpace((2.4, 3)), self.figures(),
            gap=0, pad=(4, (2.4, 4.8), 4, (0.8, 3)),
        )  # fmt: skip
        self.put(parts, left=0, top=0, height=metrics.rows - foot(metrics))
