"""All games of the kiosk. A new one is one line here, and a `room.py` beside its screens."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.game_ui import GameUi
from kiosk.screens.cerbere.room import ROOM as CERBERE
from kiosk.screens.hellrail.room import ROOM as HELLRAIL
from kiosk.screens.wagon.room import ROOM as WAGON
from kiosk.words import Said

GAME_UIS: dict[str, GameUi] = {room.game: room for room in (WAGON, CERBERE, HELLRAIL)}
"""Game -> its room, in the order of the gates."""


def room_of(view: object) -> GameUi | None:
    """The room whose view this is."""
    return next((room for room in GAME_UIS.values() if isinstance(view, room.view)), None)


def room_with(screen: str) -> GameUi | None:
    """The room that has a screen of this name."""
    return next((room for room in GAME_UIS.values() if screen in room.screens), None)


def refusals(game: str | None) -> Mapping[str, Said]:
    """What a game's refusals mean; without a game those of all."""
    if game in GAME_UIS:
        return GAME_UIS[game].refusals
    return {code: words for room in GAME_UIS.values() for code, words in room.refusals.items()}
