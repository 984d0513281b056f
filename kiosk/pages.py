"""The screens of all games. Only the application knows this file: the context is given what it says."""

from __future__ import annotations

from kiosk.game_pages import AllPages
from kiosk.screens.cerbere.pages import PAGES as CERBERE
from kiosk.screens.hellrail.pages import PAGES as HELLRAIL
from kiosk.screens.wagon.pages import PAGES as WAGON

GAME_PAGES: AllPages = {"infernal_wagon": WAGON, "cerbere": CERBERE, "hellrail": HELLRAIL}
