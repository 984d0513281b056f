"""Infernal Wagon in a browser."""

from __future__ import annotations

from companion.engine.message import Messages
from companion.engine.update import Update
from companion.figures.infernal_wagon.page import picture
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import tell
from companion.web.desk.games import GamePage


def _messages(update: Update, _before: WagonView | None) -> Messages:
    assert isinstance(update.view, WagonView)
    return tell(update.events, update.view, update.undo)


PAGE = GamePage("{iw.game}", _messages, picture, clock=True)
