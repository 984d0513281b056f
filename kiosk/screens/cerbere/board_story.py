"""What happened on the path, as ways that pawns walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.game import Event
from companion.games.cerbere.events import CerberusMoved, PawnMoved
from companion.games.cerbere.names import Why


@dataclass(frozen=True)
class Walk:
    """A pawn's way from `source` over `steps`. `pawn` "" is Cerberus; `back`: he returns to a mark after a capture."""

    pawn: str
    source: int
    steps: tuple[int, ...]
    back: bool = False


def walks(events: Sequence[Event]) -> list[Walk]:
    """The ways of an update, in order."""
    found: list[Walk] = []
    for event in events:
        if isinstance(event, PawnMoved):
            found.append(Walk(event.pawn, event.source, event.path))
        elif isinstance(event, CerberusMoved):
            if event.why is Why.RETREAT:
                found.append(Walk("", event.source, (event.to,), True))
            else:
                found.append(Walk("", event.source, tuple(range(event.source + 1, event.to + 1))))
    return found
