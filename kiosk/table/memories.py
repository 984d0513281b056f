"""Earlier games, as the screens want it: read through the table, which owns the journal."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.engine.refused import Refused
from companion.engine.requests import ListGames, ListPaused, Recall, Reply, Request
from companion.engine.update import Update

log = logging.getLogger(__name__)

GLANCE_S = 0.1
"""The longest a screen waits for the engine: it shows what it knew, and is notified when the answer arrives."""


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
    """Read by the UI thread; must be quick and never raise.

    :ivar changed: called on the UI thread when an answer came that was not there in time.
    """

    changed: Callable[[], None]

    @property
    def late(self) -> bool:
        """Whether an answer is still to come: what is missing may be there."""
        ...

    def paused(self) -> list[Memory]:
        """Return all games that can be resumed, the newest first."""
        ...

    def finished(self) -> list[Memory]:
        """Return all games that ended, the newest first."""
        ...

    def recall(self, game: int) -> Update | None:
        """Return how a finished game ended, for its recap; None if its entries cannot be read any more."""
        ...


class _Asked:
    """A question to the engine. `number`: questions are answered in their order."""

    def __init__(self, request: ListGames | ListPaused | Recall, number: int) -> None:
        self.request, self.number = request, number
        self.answered = threading.Event()
        self.awaited = True
        """Whether the page that asked still waits."""


class TableMemories:
    """The journal behind a running table.

    :param ask: `Table.ask`.
    """

    def __init__(self, ask: Callable[[Request, float | None], Reply]) -> None:
        self._ask = ask
        self.changed: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._known: dict[Request, tuple[int, Any]] = {}
        """By what was asked: the number of the question that was answered last, and the answer."""
        self._asked = 0
        self._open = 0
        self._telling = False

    @property
    def late(self) -> bool:
        return self._open > 0

    def _read(self, request: ListGames | ListPaused | Recall) -> Any:
        """Return the answer, if it comes at a glance, else the one before; None: none yet, or it was refused."""
        if not self._telling:
            with self._lock:
                self._asked += 1
                self._open += 1
                asked = _Asked(request, self._asked)
            threading.Thread(target=self._fetch, args=(asked,), name="memories", daemon=True).start()
            asked.answered.wait(GLANCE_S)
            with self._lock:
                asked.awaited = False
        return self._known.get(request, (0, None))[1]

    def _fetch(self, asked: _Asked) -> None:
        from kivy.clock import Clock

        answer = None
        try:
            answer = self._ask(asked.request, None).answer
        except (Refused, TimeoutError, OSError) as fault:
            log.warning("%s cannot be read: %s", asked.request, fault)
        except Exception:
            log.exception("%s cannot be read", asked.request)
        with self._lock:
            number = self._known.get(asked.request, (0, None))[0]
            fresh = asked.number > number and (answer is not None or number == 0)
            if fresh:
                self._known[asked.request] = asked.number, answer
            if not asked.awaited:
                Clock.schedule_once(self._tell, -1)
            self._open -= 1
            asked.answered.set()

    def _tell(self, _dt: float) -> None:
        """Handle a late answer: the page that shows it reads again what is known now, and asks nothing."""
        self._telling = True
        try:
            self.changed()
        finally:
            self._telling = False

    def paused(self) -> list[Memory]:
        return [_memory(row) for row in self._read(ListPaused()) or ()]

    def finished(self) -> list[Memory]:
        return [_memory(row) for row in self._read(ListGames()) or () if str(row.status) == "ended" and row.result]

    def recall(self, game: int) -> Update | None:
        answer = self._read(Recall(game))
        return answer if isinstance(answer, Update) else None


def _memory(row: Any) -> Memory:
    names = tuple(player.name for player in row.seats)
    return Memory(row.id, row.game, names, row.wall, row.result or {}, row.last_at, row.entries, row.damaged)
