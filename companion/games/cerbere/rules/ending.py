"""The end of the game (3.9). CB-133: both sides never win at once, for a full boat means enough runners."""

from __future__ import annotations

from companion.games.cerbere.events import GameOver
from companion.games.cerbere.names import Side, Winner
from companion.games.cerbere.rules.move_context import MoveContext


def runners_win(w: MoveContext) -> None:
    """CB-053, CB-118, CB-130: the passengers win, all others lose."""
    w.emit(GameOver(Winner.RUNNERS, tuple(w.name(i) for i in w.state.boats.aboard)))


def cerberus_wins(w: MoveContext) -> None:
    """CB-095, CB-131, CB-132: whoever was a Cerberus player before the ending capture; may be nobody."""
    winners = tuple(seat.name for seat in w.state.seats if seat.side is Side.CERBERUS)
    w.emit(GameOver(Winner.CERBERUS, winners))
