"""Once a car is set out no public line names it any more, not even the older ones (4.2)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.hellrail.build_view import COVERED
from companion.games.hellrail.state import RailState
from companion.games.hellrail.view import CarView, HellRailView


def unsaid(s: RailState) -> frozenset[str]:
    """Cards that are not to be named: delivered, or covered after an undone delivery. After the reveal: none."""
    if s.revealed:
        return frozenset()
    delivered = (card for seat in s.seats for card in seat.delivered.reveal())
    return frozenset(delivered) | s.sealed.reveal() | s.named


def redact(told: Any, now: RailState) -> Any:
    """An older event or view as it may be told at `now`.

    A card that was only gathered, not yet paid, may be one that was delivered: none of them is named.
    """
    hidden = unsaid(now)
    if not now.revealed:
        told = _unpaid(told)
    if not hidden:
        return told
    if isinstance(told, HellRailView):
        seats = tuple(replace(seat, train=tuple(_car(car, hidden) for car in seat.train)) for seat in told.seats)
        told = replace(told, seats=seats, turn=replace(told.turn, setout=()))
    if isinstance(told, dict) and "deck" in told:
        # Of a position all but the deck: that a card is left out there would tell which it is.
        return {key: part if key == "deck" else _struct(part, hidden) for key, part in told.items()}
    return _struct(told, hidden)


def _unpaid(told: Any) -> Any:
    if isinstance(told, HellRailView) and told.toll_tapped:
        return replace(told, toll_tapped=("",) * len(told.toll_tapped))
    if isinstance(told, dict) and "toll" in told:
        begun = [task | {"cards": [""] * len(task["cards"])} if "cards" in task else task for task in told["agenda"]]
        return told | {"toll": [""] * len(told["toll"]), "agenda": begun}
    return told


def _car(car: CarView, hidden: frozenset[str]) -> CarView:
    return COVERED if car.id in hidden else car


def _struct(thing: Any, hidden: frozenset[str]) -> Any:
    """A struct, list or text without those names."""
    match thing:
        case str():
            return "" if thing in hidden else thing
        case tuple():
            return tuple(_struct(part, hidden) for part in thing)
        case list():
            return [_struct(part, hidden) for part in thing]
        case dict():
            return {name: _struct(part, hidden) for name, part in thing.items()}
        case Struct():
            changes = {}
            for name in thing.__struct_fields__:
                old = getattr(thing, name)
                if isinstance(old, str | tuple | list | dict | Struct):
                    new = _struct(old, hidden)
                    if new != old:
                        changes[name] = new
            return replace(thing, **changes) if changes else thing
        case _:
            return thing
