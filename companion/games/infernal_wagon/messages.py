"""What an update of Infernal Wagon tells the table: the event line, the order, the warning band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import Label
from companion.engine.message import Messages
from companion.engine.message import tell as tell_events
from companion.games.infernal_wagon.events import Seen
from companion.games.infernal_wagon.view import WagonView

SILENT_REPEAT_MS = 3000
"""A card read twice within this says nothing (rule C of IW-063)."""


def _no_slot(_uid: str) -> None:
    return None


def tell(
    events: Sequence[Any], view: WagonView, undo: Label | None = None, slot_of: Callable[[str], str | None] = _no_slot
) -> Messages:
    """The story of one update."""
    return tell_events(events, Seen(view, undo, slot_of))
