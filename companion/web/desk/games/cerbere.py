"""Cerbère in a browser."""

from __future__ import annotations

from companion.engine.message import Messages
from companion.engine.update import Update
from companion.figures.cerbere.page import figure, picture
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.view import CerbereView
from companion.games.cerbere.words import tell
from companion.web.desk.games import GamePage


def _messages(update: Update, before: CerbereView | None) -> Messages:
    assert isinstance(update.view, CerbereView)
    return tell(update.events, update.view, before, CardCatalogue({}))


PAGE = GamePage(_messages, picture, figure)
