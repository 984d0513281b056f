"""One line of the journal, and a saved game as it comes back."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from companion.engine.game import Player, UndoLabel


class EntryKind(StrEnum):
    """The cause of an entry: a move of the table, a deadline, a step back or forth, or the taking up of a saved
    game."""

    MOVE = "move"
    DUE = "due"
    UNDO = "undo"
    REDO = "redo"
    TAKEN_UP = "taken_up"


class Entry(Struct, frozen=True):
    """One decided input. `move` and `events` are private JSON (`codec.private_json`); `at` is session ms."""

    seq: int
    at: int
    kind: EntryKind
    label: UndoLabel | None
    move: bytes
    events: bytes


class Status(StrEnum):
    """OPEN can be taken up; LEFT was put away for good; ENDED has a result."""

    OPEN = "open"
    ENDED = "ended"
    LEFT = "left"


class Saved(Struct, frozen=True):
    """A game as the journal holds it. `opening` is the private JSON of the first state.

    `last_at` is the last known session ms.
    """

    id: int
    game: str
    group: str
    seats: tuple[Player, ...]
    opening: bytes
    entries: tuple[Entry, ...]
    last_at: int
    status: Status
