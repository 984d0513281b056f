"""Memories without a journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.update import Update
from kiosk.table.memories import Memory


class NoMemories:
    """They are given: games that wait, and those that ended."""

    late = False

    def __init__(self, waiting: Memory | Sequence[Memory] | None = None, games: tuple[Memory, ...] = ()) -> None:
        self._waiting = [waiting] if isinstance(waiting, Memory) else list(waiting or ())
        self._games = list(games)
        self.changed: Callable[[], None] = lambda: None

    def paused(self) -> list[Memory]:
        return list(self._waiting)

    def finished(self) -> list[Memory]:
        return list(self._games)

    def recall(self, game: int) -> Update | None:
        return None
