"""A position without its secrets (4.2): covered cars, tokens that are face down, cards that only the record knows."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.patch import SEALED
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.state import RailState, Task, UseTask, with_cars


def by_place(state: RailState) -> RailState:
    """What is begun, its cars called by their places: a car that is named may be delivered, or be a covered one. What
    was chosen face down from the unused pile is unknown."""

    def place(car: str, seat: int) -> str:
        train = state.seats[seat].train
        return f"#{train.index(car) + 1}" if car in train else ""

    def veiled(task: Task) -> Task:
        hidden = state.secret and isinstance(task, UseTask) and task.to is not None and task.to not in CIRCLES
        return with_cars(replace(task, to="unused") if hidden else task, place)

    return replace(state, agenda=tuple(map(veiled, state.agenda)))


def sealed(state: RailState, place: dict[str, Any]) -> dict[str, Any]:
    """Return the position `place` of a state, as everybody may read it. After the reveal what was delivered is no
    secret."""
    seats = {seat.name: dict(place.get("seats", {}).get(seat.name, {})) for seat in state.seats}
    for seat in state.seats:
        own = seats[seat.name]
        if "train" in own:
            own["train"] = [SEALED if car in state.sealed.reveal() else car for car in own["train"]]
        if state.revealed:
            own["delivered"] = list(seat.delivered.reveal())
        if state.secret and own.get("held") is not None:
            own["held"] = SEALED
    strangers = {
        id: card for id, card in place.get("strangers", {}).items() if card is not None and not _covered(state, id)
    }
    place = {**place, "seats": {name: own for name, own in seats.items() if own}, "strangers": strangers}
    if state.secret:
        effects = place.get("effects", {})
        place["effects"] = {at: effect if _shown(state, at, effect) else SEALED for at, effect in effects.items()}
        place["unused"] = [SEALED] * len(state.unused)
    return place


def _covered(state: RailState, card: str) -> bool:
    """Delivered, or covered after an undone delivery, and not in the open. After the reveal nothing is."""
    if state.revealed or state.in_the_open(card):
        return False
    return card in state.sealed.reveal() or any(card in seat.delivered.reveal() for seat in state.seats)


def _shown(state: RailState, circle: str, effect: str) -> bool:
    """HR-118, HR-119: face down but while it is used."""
    return any(isinstance(task, UseTask) and (task.circle, task.effect) == (circle, effect) for task in state.agenda)
