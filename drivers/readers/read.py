"""What a decoder finds in the bytes."""

from __future__ import annotations

from msgspec import Struct


class Read(Struct, frozen=True):
    """A tag was seen once, or was seen to go.

    `uid`: upper-case hex; for a text reader the digits or the text it sent, for an animal tag its 15 digits.
    `text`: what was written on the tag, where the protocol carries it.
    `present`: False if the reader says that the tag went. `antenna`: which one of a board saw it, from 1; 0: the only.
    `repeats`: True if the reader says it goes on sending while the tag is there, False if it says it
    sends once, None if the protocol does not say.
    """

    uid: str
    text: str = ""
    repeats: bool | None = None
    present: bool = True
    antenna: int = 0
