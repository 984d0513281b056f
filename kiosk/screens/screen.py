"""The base of every screen."""

from __future__ import annotations

from typing import Any

from companion.engine.update import Update
from kiosk.house import House
from kiosk.widgets.base import Stage


class Screen(Stage):
    """A whole display. Built anew when it is opened and when the language changes: words are asked for once."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        self.house = house
        super().__init__(**kwargs)

    def told(self, update: Update) -> None:
        """Something happened at the table."""

    def second(self) -> None:
        """The clock shows another second."""

    def closed(self) -> None:
        """The screen goes away: stop timers."""
