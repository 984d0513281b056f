"""Infernal Wagon in a browser."""

from __future__ import annotations

from companion.engine.message import Messages
from companion.engine.update import Update
from companion.figures.infernal_wagon.page import picture
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import tell
from companion.web.desk.games import GamePage


def _messages(update: Update, _before: WagonView | None) -> Messages:
    assert isinstance(update.view, WagonView)
    return tell(update.events, update.view, update.undo)


def _setting_up(view: WagonView) -> bool:
    return view.phase is Phase.SETUP


PAGE = GamePage(_messages, picture, clock=True, setting_up=_setting_up)
