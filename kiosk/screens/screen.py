"""The base of every screen."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.update import Update
from kiosk.context import KioskContext
from kiosk.theme import Metrics
from kiosk.widgets.base import Container


class Box(NamedTuple):
    """A place on a screen, in u from its edges."""

    left: float
    right: float
    top: float
    height: float


class Screen(Container):
    """A whole display. Built anew when it is opened and when the language changes: words are asked for once."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.context = context
        super().__init__(**kwargs)

    def told(self, update: Update) -> None:
        """Something happened at the table."""

    def second(self) -> None:
        """The clock shows another second."""

    def tip_box(self, m: Metrics) -> Box | None:
        """Where a card of a first game may lie now, hiding neither clock nor question nor Undo; None: nowhere."""
        return None

    def closed(self) -> None:
        """The screen goes away: stop timers."""
