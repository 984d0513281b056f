"""Cars that a position only counts: covered ones, and what was delivered, in a position without its secrets."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.secret import Secret
from companion.games.hellrail.deck import Card
from companion.games.hellrail.position_data import PositionData, wrong
from companion.games.hellrail.state import RailState


def placeholders(s: RailState, w: PositionData) -> RailState:
    """Each of them becomes a card that nobody can describe; whatever was delivered is sealed.

    :raises BadInput: for strangers that are called like no stranger.
    """
    for name, card in s.strangers.items():
        if not _number(name) or card.id != name:
            wrong(f"strangers.{name}", "~ and a number")
    strangers = dict(s.strangers)
    sealed = set(s.sealed.reveal())
    fresh = _fresh(strangers)
    seats = []
    for seat in s.seats:
        train = tuple(id or next(fresh) for id in seat.train)
        sealed |= {new for new, old in zip(train, seat.train, strict=True) if not old}
        delivered = seat.delivered.reveal()
        delivered += tuple(next(fresh) for _ in range(seat.count - len(delivered)))
        sealed |= set(delivered)
        seats.append(replace(seat, train=train, delivered=Secret(delivered)))
    return replace(s, seats=tuple(seats), strangers=strangers, sealed=Secret(frozenset(sealed)))


def _number(name: str) -> int | None:
    """The number of a stranger: `~3`."""
    digits = name[1:]
    proper = name.startswith("~") and digits.isascii() and digits.isdigit() and len(digits) < 6 and digits[0] != "0"
    return int(digits) if proper else None


def _fresh(strangers: dict[str, Card]) -> Iterator[str]:
    while True:
        id = f"~{1 + max((int(name[1:]) for name in strangers), default=0)}"
        strangers[id] = Card(id)
        yield id
