"""The path of Cerbère with everybody on it. It is looked at, and it is touched: pawns and spaces answer questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import Event
from companion.engine.prompt import Prompt
from companion.engine.update import Update
from companion.figures.cerbere.board import PawnWay, board, pawns_walk
from companion.games.cerbere.events import CerberusMoved, PawnMoved
from companion.games.cerbere.names import CerberusReason
from companion.games.cerbere.view import CerbereView
from kiosk.figures.view import FigureView


class Board(FigureView):
    """The board in its box."""

    def __init__(self, answer: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(board, pawns_walk, chosen=answer, **kwargs)
        self.trail: PawnWay | None = None

    def given(self, asked: Prompt | None) -> dict[str, Any]:
        return {**self.more, "prompt": asked, "pressed": self.down}

    def on_update(self, update: Update, wait: bool = False) -> None:
        """Something happened at the table.

        :param wait: pawns that walk begin with `go_on`.
        """
        view = update.view
        if not isinstance(view, CerbereView) or view.path is None:
            return
        self.finish()
        if update.prompt != self.prompt:
            self.appear()
        ways = walks(update.events)
        if ways:
            self.trail = next((way for way in reversed(ways) if way.steps and not way.back), ways[-1])
        self.show(view, ways, wait, prompt=update.prompt, trail=self.trail)


def walks(events: Sequence[Event]) -> list[PawnWay]:
    """The ways of an update, in order."""
    found: list[PawnWay] = []
    for event in events:
        if isinstance(event, PawnMoved):
            found.append(PawnWay(event.pawn, event.source, event.path))
        elif isinstance(event, CerberusMoved):
            if event.why is CerberusReason.RETREAT:
                found.append(PawnWay("", event.source, (event.to,), True))
            else:
                found.append(PawnWay("", event.source, tuple(range(event.source + 1, event.to + 1))))
    return found
