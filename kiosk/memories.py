"""What the house remembers of earlier games, as the screens want it. The wiring fills it from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Memory:
    """One game of the journal. `wall` is the time of day as ISO text, `result` what the game's `result()` kept."""

    id: int
    game: str
    names: tuple[str, ...]
    wall: str
    result: Mapping[str, Any] = field(default_factory=dict)


class Memories(Protocol):
    """Read by the UI thread; must be quick and never raise."""

    def unfinished(self) -> Memory | None:
        """The last game that can be taken up again."""
        ...

    def finished(self) -> list[Memory]:
        """All games that ended, the newest first."""
        ...


class NoMemories:
    """A house without a journal."""

    def unfinished(self) -> Memory | None:
        return None

    def finished(self) -> list[Memory]:
        return []
