"""All games of the kiosk. A new one is a line here, and in `kiosk.pages` if it has pages of its own."""

from __future__ import annotations

from kiosk.game_ui import GameUi
from kiosk.screens.cerbere.ui import UI as CERBERE
from kiosk.screens.hellrail.ui import UI as HELLRAIL
from kiosk.screens.wagon.ui import UI as WAGON

GAME_UIS: dict[str, GameUi] = {ui.game: ui for ui in (WAGON, CERBERE, HELLRAIL)}
"""In the order of the tiles on the first screen."""


def ui_of(view: object) -> GameUi | None:
    """Of the game whose view this is."""
    return next((ui for ui in GAME_UIS.values() if isinstance(view, ui.view)), None)
