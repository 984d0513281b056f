"""The end of the game (3.9). CB-133: both sides never win at once, for a full boat means enough runners."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.cerbere.events import BoatsShown, BoatsToShow, GameOver
from companion.games.cerbere.names import Boating, Side, Winner
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import CerbereState

SHOWN_AFTER_MS = 10_000
"""CB-R39. Kept boats stay covered so long after the end: an end that came of a wrong touch is taken back meanwhile."""


def runners_win(w: MoveContext) -> None:
    """CB-053, CB-118, CB-130: the passengers win, all others lose."""
    _over(w, Winner.RUNNERS, tuple(w.name(i) for i in w.state.boats.aboard))


def cerberus_wins(w: MoveContext) -> None:
    """CB-095, CB-131, CB-132: whoever was a Cerberus player before the ending capture; may be nobody."""
    winners = tuple(seat.name for seat in w.state.seats if seat.side is Side.CERBERUS)
    _over(w, Winner.CERBERUS, winners)


def _over(w: MoveContext, side: Winner, winners: tuple[str, ...]) -> None:
    w.emit(GameOver(side, winners))
    if may_show(w.state):
        w.emit(BoatsToShow(w.at + SHOWN_AFTER_MS))


def may_show(s: CerbereState) -> bool:
    """CB-R39: whether the game is over and kept boats that are known still lie covered."""
    boats = s.boats
    known = boats.boating is Boating.KEPT and None not in boats.slots.reveal()
    return s.over is not None and known and not boats.shown


def show_boats(w: MoveContext) -> None:
    """All three kept boats, whatever ended the game.

    :raises Refused: `wrong_phase` before the end, or if there is nothing to show.
    """
    if not may_show(w.state):
        raise Refused("wrong_phase")
    w.emit(BoatsShown(tuple(seats or 0 for seats in w.state.boats.slots.reveal())))
