"""HellRail in a browser."""

from __future__ import annotations

from typing import Any

from companion.engine.message import Messages
from companion.engine.update import Update
from companion.figures.hellrail.page import figure, picture
from companion.games.hellrail.prompts.map import ON_MAP
from companion.games.hellrail.view import HellRailView
from companion.games.hellrail.words import tell
from companion.web.desk.games import GamePage


def _messages(update: Update, before: Any) -> Messages:
    return tell(update.events, update.view) if isinstance(update.view, HellRailView) else Messages()


PAGE = GamePage(
    _messages,
    picture=picture,
    figure=figure,
    on_figure=(*ON_MAP, "place_cell"),
)
