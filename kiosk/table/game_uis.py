"""All games of the kiosk: what each game of the registry shows. Pages of its own are a line in `kiosk.window.pages`."""

from __future__ import annotations

from importlib import import_module

from companion.engine.spoken import Spoken
from companion.games.registry import MODULES
from kiosk.table.game_ui import GameUi


def _found(game: str) -> GameUi:
    """Return `UI` of `kiosk/screens/<game>.py`, or of the file `ui.py` in a folder of that name."""
    module = import_module(f"kiosk.screens.{game}")
    ui = (import_module(f"{module.__name__}.ui") if hasattr(module, "__path__") else module).UI
    assert isinstance(ui, GameUi)
    return ui


GAME_UIS: dict[str, GameUi] = {game: _found(game) for game in MODULES}
"""In the order of the tiles on the first screen."""


def spoken_of(view: object) -> Spoken | None:
    """Return what is spoken of the game whose view this is."""
    ui = ui_of(view)
    return None if ui is None else ui.spoken


def ui_of(view: object) -> GameUi | None:
    """Return the `GameUi` of the game whose view this is."""
    return next((ui for ui in GAME_UIS.values() if isinstance(view, ui.view)), None)
