"""One move being decided: events are applied as they are made, so that a rule always reads the state as it now is.

What is still to be done afterwards (the card that is played, the agenda) is kept here while deciding and written
into one last event, so that a replay needs no rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.cerbere.events import ChoiceMade, ChoiceNeeded, Planned
from companion.games.cerbere.names import Asks
from companion.games.cerbere.state import CerbereState, PlayedCard, Task


class MoveContext:
    """The state so far, the events so far, the tasks so far (the last is the next)."""

    __slots__ = ("agenda", "at", "events", "peeking", "play", "rng", "state")

    def __init__(self, state: CerbereState, at: int, rng: Random) -> None:
        self.state = state
        self.at = at
        self.rng = rng
        self.events: list[Any] = []
        self.agenda: list[Task] = list(state.agenda)
        self.play: PlayedCard | None = state.play
        self.peeking: tuple[int, int] | None = None
        """Any move that counts ends a look at a boat."""

    def emit(self, event: Any) -> None:
        self.state = event.apply(self.state, self.at)
        self.events.append(event)

    def name(self, seat: int) -> str:
        return self.state.seats[seat].name

    def ask(self, player: int, kind: Asks) -> None:
        """Tell that a player has to choose; the task on top of the agenda waits for the answer."""
        self.emit(ChoiceNeeded(self.name(player), kind))

    def chose(self, player: int, pick: int | str) -> None:
        self.emit(ChoiceMade(self.name(player), pick))

    def push(self, task: Task) -> None:
        self.agenda.append(task)

    @property
    def over(self) -> bool:
        return self.state.over is not None

    def finish(self) -> list[Any]:
        """All events, the books last."""
        s = self.state
        agenda = tuple(self.agenda)
        if s.over is None and (agenda != s.agenda or self.play != s.play or self.peeking != s.peeking):
            self.emit(Planned(agenda, self.play, self.peeking))
        return self.events
