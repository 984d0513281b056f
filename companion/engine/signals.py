"""Signals of the hardware to the table: a tag, a button, a dial, the state of a reader.

Drivers make signals and know no game. `at` is the moment of the input in whole milliseconds of the
table's clock (`Clock.now_ms`), taken as early as possible; None means "when the table gets it".
"""

from __future__ import annotations

from msgspec import Struct


class Tag(Struct, frozen=True, tag="tag"):
    """A tag came onto a reader (`present`) or left it."""

    reader: str
    uid: str
    present: bool = True
    at: int | None = None


class Button(Struct, frozen=True, tag="button"):
    """A button of the panel went down (`pressed`) or up. Names: start, a, b, undo, end_turn, rage_up, rage_down ..."""

    name: str
    pressed: bool = True
    at: int | None = None


class DialTurn(Struct, frozen=True, tag="turn"):
    """A dial (rotary encoder) was turned by so many steps: clockwise, or back where they are negative."""

    name: str
    steps: int
    at: int | None = None


class ReaderState(Struct, frozen=True, tag="reader"):
    """A reader's cable was lost or is back. `detail` says which port, in the driver's words."""

    reader: str
    connected: bool
    detail: str = ""
    at: int | None = None


Signal = Tag | Button | DialTurn | ReaderState


def by_hand(signal: Signal) -> bool:
    """Return whether a hand did this: a tag came, a button went down, a dial was turned."""
    match signal:
        case Tag(present=here) | Button(pressed=here):
            return here
        case DialTurn():
            return True
        case ReaderState():
            return False
