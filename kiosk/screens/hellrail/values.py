"""A value of a card as it is entered and shown: a number, or the Gates' own sign."""

from __future__ import annotations

from typing import Any

from kiosk.widgets.key import Action, Key
from kiosk.widgets.tile import Tile

GATES = "G"


class ValueKey(Key):
    """A key of the keypad; `value` is what it enters."""

    def __init__(self, value: str, action: Action | None = None, **kwargs: Any) -> None:
        self.value = self.figure = value
        gates = value == GATES
        super().__init__("" if gates else value, "gates" if gates else "", align="center", action=action, **kwargs)


def show_value(tile: Tile, value: str) -> None:
    """What was entered, on the tile of its field."""
    gates = value == GATES
    tile.show(figure="" if gates else value, icon="gates" if gates else "")
