"""One move being decided: events are applied as they are made, so that a rule always reads the state as it now is.

What is still to be done afterwards is kept here while deciding and written into one last event, so that a replay
needs no rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.hellrail.events import Planned
from companion.games.hellrail.names import ENDED
from companion.games.hellrail.state import RailState, Seat, Task


class MoveContext:
    """The state so far, the events so far, the tasks so far (the last is the next)."""

    __slots__ = ("agenda", "at", "before", "claims", "events", "rng", "state", "toll")

    def __init__(self, state: RailState, at: int, rng: Random) -> None:
        self.before = state
        self.state = state
        self.at = at
        self.rng = rng
        self.events: list[Any] = []
        self.agenda: list[Task] = list(state.agenda)
        self.toll = state.toll
        self.claims: list[tuple[str, str, int | None]] = []
        """(card, as it was called, seat): cards said to come from a hand (None: from the draw pile)."""

    def emit(self, event: Any) -> None:
        self.state = event.apply(self.state, self.at)
        self.events.append(event)

    def seat(self, index: int) -> Seat:
        return self.state.seats[index]

    def name(self, index: int) -> str:
        return self.state.seats[index].name

    def push(self, task: Task) -> None:
        self.agenda.append(task)

    @property
    def top(self) -> Task | None:
        return self.agenda[-1] if self.agenda else None

    @property
    def over(self) -> bool:
        return self.state.phase is ENDED

    def finish(self) -> list[Any]:
        """All events, the books last."""
        s = self.state
        agenda = tuple(self.agenda)
        if not self.over and (agenda != s.agenda or self.toll != s.toll):
            self.emit(Planned(agenda, self.toll))
        return self.events
