"""The memories as a test asks for them: it waits until they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.engine.update import Update
from kiosk.table.memories import Memories, Memory
from tests.patience import until

Answer = TypeVar("Answer")


class Remembered:
    """All that the memories say, however late."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    def _known(self, read: Callable[[], Answer]) -> Answer:
        read()
        settled(self._memories)
        return read()

    def paused(self) -> list[Memory]:
        return self._known(self._memories.paused)

    def finished(self) -> list[Memory]:
        return self._known(self._memories.finished)

    def recall(self, game: int) -> Update | None:
        return self._known(lambda: self._memories.recall(game))


def settled(memories: Memories) -> None:
    """Wait until nothing is to come any more; a screen hears of it with the next frame."""
    until(lambda: not memories.late, "the memories")
