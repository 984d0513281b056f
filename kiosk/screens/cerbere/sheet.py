"""What every sheet of Cerbère knows: the shared base, and a player by name."""

from __future__ import annotations

from companion.games.cerbere.view import CerbereView, SeatView
from kiosk.screens.sheet import UPRIGHT_FOOT, WIDE_FOOT, Sheet, foot, lay_head, natural, place_keys

__all__ = ["UPRIGHT_FOOT", "WIDE_FOOT", "Sheet", "foot", "lay_head", "natural", "place_keys", "seat_of"]


def seat_of(view: CerbereView, name: str) -> SeatView | None:
    """A player by name."""
    return next((seat for seat in view.seats if seat.name == name), None)
