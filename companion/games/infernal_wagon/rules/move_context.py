"""One move being decided: events are applied as they are made, so that a rule always reads the state as it now is."""

from __future__ import annotations

from typing import Any

from companion.games.infernal_wagon.events import Asked, Once, QuestionPut
from companion.games.infernal_wagon.names import Phase, QuestionKind
from companion.games.infernal_wagon.state import OpenQuestion, WagonState


class MoveContext:
    """The state so far, the events so far, and the moment (session ms) of the input."""

    __slots__ = ("at", "events", "state")

    def __init__(self, state: WagonState, at: int) -> None:
        self.state = state
        self.at = at
        self.events: list[Any] = []

    def emit(self, event: Any) -> None:
        self.state = event.apply(self.state, self.at)
        self.events.append(event)

    def once(self, kind: type[Once], **facts: Any) -> None:
        """Emit an event; it is announced unless it was announced for the same card before (reading 6)."""
        last = self.state.last
        self.emit(kind(**facts, again=last is not None and kind.name() in last.said))

    def ask(self, question: QuestionKind, lasts: int | None = None, **facts: Any) -> None:
        """Put a question; without `lasts` it has no limit."""
        until = None if lasts is None else self.at + lasts
        self.emit(Asked(OpenQuestion(question, until, lasts, **facts)))
        if question is not QuestionKind.DOUBTFUL:
            self.emit(QuestionPut(question))

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.state.prep.players[seat].name

    @property
    def over(self) -> bool:
        """IW-075: an end condition holds, nothing further is applied."""
        return self.state.phase is Phase.ENDED
