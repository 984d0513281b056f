"""Tables of HellRail for the tests of its screens: the kiosk of the `play` fixture with a position on it."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Open
from tests.games.hellrail.place import place
from tests.kiosk.screens.game_table import GameTable
from tests.tools.gallery.played_hellrail import EFFECTS, people


class HellRailTable(GameTable):
    """A game of HellRail."""

    def open(self, n: int = 3, active: str = "Cy", seats: dict[str, Any] | None = None, **more: Any) -> None:
        """Open the game in a position; Cy has a train at circle 6, one of its cars goes there."""
        usual = {"Cy": {"train": ["R01", "R05", "R09"], "at": "C6", "hand": 4}}
        sitting = people(n, **(usual if seats is None else seats))
        self.ask(Open("hellrail", position=place(sitting, active, **{"effects": EFFECTS, **more}), seed=1))
