"""A first game explains itself: which hint is due, and which have been told. Each is told once, and remembered."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.hint import Hint
from kiosk.aid import NoteEntry, note
from kiosk.context import KioskContext


class Tips:
    """What has appeared waits until the screen has room for it; then it stands until it was read or the game goes on.

    :ivar game: the game that explains itself now, if any does.
    """

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.game: str | None = None
        self._on = False
        self._waiting: list[Hint] = []
        self._standing: Hint | None = None

    def take(self, game: str, firsts: Sequence[Hint]) -> None:
        """Something happened in a game: what stands goes, what is new comes before what waits."""
        if game != self.game:
            self.game, self._on = game, self.context.first_game(game)
        self._standing = None
        if not self._on:
            return
        known = [hint.id for hint in firsts]
        older = [hint for hint in self._waiting if hint.id not in known]
        self._waiting = [h for h in (*firsts, *older) if not self.context.explained(game, h.id)]

    def show(self) -> NoteEntry | None:
        """What is to be read now; from now on it counts as told."""
        if self._standing is None and self._waiting and self.game is not None:
            self._standing = self._waiting.pop(0)
            self.context.explain(self.game, self._standing.id)
        return note(self._standing) if self._standing is not None else None

    def read(self) -> None:
        """A finger took it away."""
        self._standing = None

    def leave(self) -> None:
        """No game is played any more."""
        self.game = self._standing = None
        self._waiting = []
