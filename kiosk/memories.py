"""Earlier games, as the screens want it: read through the table, which owns the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.engine.refused import Refused
from companion.engine.requests import Games, Paused, Recall, Reply, Request
from companion.engine.update import Update

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""s. Longer the screen does not wait for the engine: it shows what it knew before."""


@dataclass(frozen=True)
class Memory:
    """One game of the journal. `wall` is the time of day as ISO text, `result` what the game's `result()` kept."""

    id: int
    game: str
    names: tuple[str, ...]
    wall: str
    result: Mapping[str, Any] = field(default_factory=dict)
    played_ms: int = 0
    steps: int = 0
    """Of a game that waits: how far it is."""
    damaged: bool = False
    """Of a game that waits: its record is damaged, and only a part of it can be played on."""


class Memories(Protocol):
    """Read by the UI thread; must be quick and never raise."""

    def unfinished(self) -> Memory | None:
        """The last game that can be taken up again."""
        ...

    def paused(self) -> list[Memory]:
        """All games that can be taken up again, the newest first."""
        ...

    def finished(self) -> list[Memory]:
        """All games that ended, the newest first."""
        ...

    def recall(self, game: int) -> Update | None:
        """How a finished game ended, as its recap is told; None if its entries cannot be read any more."""
        ...


class NoMemories:
    """A kiosk without a journal, or (tests, gallery) with memories of its own."""

    def __init__(self, waiting: Memory | Sequence[Memory] | None = None, games: tuple[Memory, ...] = ()) -> None:
        self._waiting = [waiting] if isinstance(waiting, Memory) else list(waiting or ())
        self._games = list(games)

    def unfinished(self) -> Memory | None:
        return next(iter(self._waiting), None)

    def paused(self) -> list[Memory]:
        return list(self._waiting)

    def finished(self) -> list[Memory]:
        return list(self._games)

    def recall(self, game: int) -> Update | None:
        return None


class TableMemories:
    """The journal behind a running table.

    :param ask: `Table.ask`.
    """

    def __init__(self, ask: Callable[[Request, float], Reply]) -> None:
        self._ask = ask
        self._rows: dict[type, tuple[Any, ...]] = {}

    def _read(self, which: Games | Paused) -> tuple[Any, ...]:
        try:
            self._rows[type(which)] = tuple(self._ask(which, PATIENCE).answer or ())
        except (Refused, TimeoutError, OSError) as fault:
            log.warning("the list of games is late: %s", fault)
        return self._rows.get(type(which), ())

    def unfinished(self) -> Memory | None:
        return next(iter(self.paused()), None)

    def paused(self) -> list[Memory]:
        return [_memory(row) for row in self._read(Paused())]

    def finished(self) -> list[Memory]:
        return [_memory(row) for row in self._read(Games()) if str(row.status) == "ended" and row.result]

    def recall(self, game: int) -> Update | None:
        try:
            answer = self._ask(Recall(game), PATIENCE).answer
        except (Refused, TimeoutError, OSError) as fault:
            log.warning("game %d cannot be looked at: %s", game, fault)
            return None
        return answer if isinstance(answer, Update) else None


def _memory(row: Any) -> Memory:
    names = tuple(player.name for player in row.seats)
    return Memory(row.id, row.game, names, row.wall, row.result or {}, row.last_at, row.entries, row.damaged)
