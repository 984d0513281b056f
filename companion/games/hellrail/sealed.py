"""A position without its secrets (4.2): covered cars, tokens that are face down, cards that only the record knows."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.patch import SEALED
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.state import RailState, Task, UseTask, with_cars


def veiled(state: RailState) -> RailState:
    """The state as everybody may read it. What is begun calls its cars by their places: one that is named may be
    delivered, or be a covered one. After the reveal what was delivered is no secret."""
    covered, seats = state.sealed.reveal(), state.seats
    hidden = covered.union(*(seat.delivered.reveal() for seat in seats)) if not state.revealed else frozenset()
    used = {(task.circle, task.effect) for task in state.agenda if isinstance(task, UseTask)}  # HR-119

    def face_down(effect: Any, *place: str) -> Any:
        return SEALED if state.secret and effect is not None and (*place, effect) not in used else effect

    def place(car: str, seat: int) -> str:
        train = seats[seat].train
        return f"#{train.index(car) + 1}" if car in train else ""

    def called(task: Task) -> Task:
        chosen = state.secret and isinstance(task, UseTask) and task.to is not None and task.to not in CIRCLES
        return with_cars(replace(task, to="unused") if chosen else task, place)

    return replace(
        state,
        seats=tuple(
            replace(
                seat,
                train=tuple(SEALED if car in covered else car for car in seat.train),
                delivered=seat.delivered.reveal() if state.revealed else seat.delivered,
                held=face_down(seat.held),
            )
            for seat in seats
        ),
        strangers={id: card for id, card in state.strangers.items() if id not in hidden or state.in_the_open(id)},
        effects={circle: face_down(effect, circle) for circle, effect in state.effects.items()},
        unused=tuple(map(face_down, state.unused)),
        agenda=tuple(map(called, state.agenda)),
    )
