"""What a tap means now. It says more than an option could: the end of the card that bears the tag, and whose reader."""

from __future__ import annotations

from companion.engine.signals import Signal, Tag
from companion.games.infernal_wagon.moves import CardTap, WagonMove
from companion.games.infernal_wagon.state import WagonState

SEAT_READER = "seat:"


def read(s: WagonState, signal: Signal) -> WagonMove | None:
    """The move where no option bears the tag; None for a tag that leaves and for keys."""
    match signal:
        case Tag(reader=reader, uid=uid, present=True):
            return CardTap(uid=uid, seat=_seat(s, reader))
        case _:
            return None


def _seat(s: WagonState, reader: str) -> str | None:
    """Whose reader it is, where each player has one."""
    name = reader.removeprefix(SEAT_READER) if reader.startswith(SEAT_READER) else s.prep.readers.get(reader)
    return name if name is not None and s.prep.seat(name) is not None else None
