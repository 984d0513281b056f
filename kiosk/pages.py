"""The screens of all games. Only the application knows this file: the context is given what it says."""

from __future__ import annotations

from kiosk.game_pages import GamePages
from kiosk.game_ui import GameUi
from kiosk.game_uis import GAME_UIS
from kiosk.screens.cerbere.pages import PAGES as CERBERE
from kiosk.screens.hellrail.pages import PAGES as HELLRAIL
from kiosk.screens.shared_pages import pages_of
from kiosk.screens.wagon.pages import PAGES as WAGON

GAME_PAGES: dict[str, GamePages] = {"infernal_wagon": WAGON, "cerbere": CERBERE, "hellrail": HELLRAIL}
"""By game."""


def register(ui: GameUi, pages: GamePages | None = None) -> None:
    """From now on there is this game, with the shared pages unless it has its own."""
    GAME_UIS[ui.game] = ui
    GAME_PAGES[ui.game] = pages or pages_of(ui)


def unregister(game: str) -> None:
    """There is no such game any more."""
    del GAME_UIS[game], GAME_PAGES[game]
