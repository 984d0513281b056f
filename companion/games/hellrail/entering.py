"""An engine comes into a circle (HR-038, HR-040, HR-048, HR-083..085)."""

from __future__ import annotations

from companion.games.hellrail.events import CircleEntered
from companion.games.hellrail.move_context import MoveContext
from companion.games.hellrail.names import GATES
from companion.games.hellrail.state import Entry, RailState


def offered(s: RailState, seat: int, circle: str) -> bool:
    """HR-040, HR-101: a token lies there (never at the Gates), or the player holds one."""
    return (circle != GATES and circle in s.effects) or s.seats[seat].held is not None


def enter(w: MoveContext, seat: int, circle: str) -> None:
    """An own entry by a played card: exactly one chance for an effect, now."""
    choice = offered(w.state, seat, circle)
    w.emit(CircleEntered(w.name(seat), circle, choice))
    if choice:
        w.push(Entry(seat, circle))
