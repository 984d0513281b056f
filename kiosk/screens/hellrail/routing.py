"""Which sheet shows: by the table's prompt, or one of the screen's own that a finger has opened."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.prompt import Keys, Prompt
from companion.games.hellrail.names import Level
from companion.games.hellrail.prompts.cards import played
from companion.games.hellrail.prompts.map import ON_MAP
from companion.games.hellrail.view import HellRailView
from kiosk.screens.sheet import SheetKey

TABLE, LIGHT, MAP, DEAL, CARD, ASK, CIRCLES, MORE, TOLL, COVERED, LOOK, ORDER = (
    "table", "light", "map", "deal", "card", "ask", "circles", "more", "toll", "covered", "look", "order",
)  # fmt: skip
REST = ("turn", "draw")
"""Prompts of a turn at rest."""
VALUES = ("setout", "brimstone", "worth", "gap", "price", "flip")
"""Prompts for the values of a card."""
KINDS = {
    "deal": DEAL,
    "toll": TOLL,
    "worth_alone": COVERED,
    **dict.fromkeys(REST, TABLE),
    **dict.fromkeys(VALUES, CARD),
}


GoTo = Callable[[SheetKey | None], object]
"""Opens a sheet of the screen's own; None: back to the table or to the question."""


def place_of(view: HellRailView, prompt: Prompt, path: Keys, local: SheetKey | None, order: str = "") -> SheetKey:
    """The sheet for a prompt at a path. `local`: a sheet of the screen's own; news take it away. `order`: the words of
    one that is to be read first."""
    if order:
        return SheetKey(ORDER, order)
    if local is not None:
        return local
    if view.looking is not None:
        return SheetKey(LOOK, view.looking)
    match KINDS.get(prompt.id, ASK):
        case "table":
            return rest(view)
        case "ask" if view.level is Level.MAP and prompt.id in ON_MAP:
            return SheetKey(MAP)
        case "ask":
            return SheetKey(ASK, prompt.id, prompt.who)
        case "card":
            return SheetKey(CARD, next(iter(played(path)), prompt.id), prompt.who)
        case kind:
            return SheetKey(kind)


def rest(view: HellRailView) -> SheetKey:
    """The sheet of a turn at rest."""
    return SheetKey({Level.MAP: MAP, Level.LIGHT: LIGHT}.get(view.level, TABLE))
