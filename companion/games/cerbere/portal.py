"""CB-168, CB-169: telling that the portal opened or closed."""

from __future__ import annotations

from companion.games.cerbere.events import Portal
from companion.games.cerbere.move_context import MoveContext
from companion.games.cerbere.ways import portal_open


def tell_portal(w: MoveContext, before: bool) -> None:
    """`before`: whether it was open before what just happened."""
    now = portal_open(w.state, None)
    if now != before:
        w.emit(Portal(now))
