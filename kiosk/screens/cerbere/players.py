"""Who flees: colour and name of each, clockwise round the table, and who begins."""

from __future__ import annotations

from typing import Any

from kiosk.context import KioskContext
from kiosk.screens import players
from kiosk.screens.cerbere.setup_options import Wishes


class Players(players.Players):
    """The shared screen with Cerbère's wishes."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Wishes(context), "cerbere_setup", **kwargs)
