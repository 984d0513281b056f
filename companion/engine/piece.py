"""What a virtual table has to lay on the reader."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import Text


class Piece(Struct, frozen=True):
    """A piece with a tag, as it lies there now. `colour`: of the seat whose it is."""

    uid: str
    label: Text
    icon: str
    colour: str = ""
