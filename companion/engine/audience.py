"""Audiences of a view: everybody, one seat, or everybody once the game has ended."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.refused import BadInput


class Public(Struct, frozen=True, tag="public"):
    """The whole room: screens, lamps, sound, broker, logs."""


class Seat(Struct, frozen=True, tag="seat"):
    """One player, alone with the screen."""

    name: str


class AfterEnd(Struct, frozen=True, tag="ended"):
    """Everybody, after the end: what was secret may be shown if the game says so."""


Audience = Public | Seat | AfterEnd
PUBLIC = Public()
ENDED = AfterEnd()


def parse_audience(text: str) -> Audience:
    """`public`, `ended` or `seat:Ana`.

    :raises BadInput: for anything else.
    """
    match text.split(":", 1):
        case ["public"]:
            return PUBLIC
        case ["ended"]:
            return ENDED
        case ["seat", name] if name:
            return Seat(name)
        case _:
            raise BadInput(audience=text)
