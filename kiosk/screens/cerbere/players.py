"""Who flees: colour and name of each, clockwise round the table, and who begins."""

from __future__ import annotations

from typing import Any

from kiosk.house import House
from kiosk.screens import players
from kiosk.screens.cerbere.wish import Wishes


class Players(players.Players):
    """The shared screen with Cerbère's wishes."""

    def __init__(self, house: House, **kwargs: Any) -> None:
        super().__init__(house, Wishes(house), "cerbere_setup", **kwargs)
