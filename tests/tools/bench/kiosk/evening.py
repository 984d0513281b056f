"""Random games of all three, one after the other, every move drawn: how much memory does the kiosk keep?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kivy.clock import Clock

from companion.engine.refused import Refused
from companion.engine.requests import Leave, Legal, MakeMove
from kiosk.display import memory

MOVES = 100
"""Of one game, at most."""
MOVE_S = 0.04
"""Between two moves: longer than two frames."""
REST_S = 2 * memory.QUIET_S + memory.REST_S + 1.0
"""At home, after each game: what was left is swept, and free memory is returned."""


class Evening:
    """`report` gets {"moves": how many, "refused": how many came too late, "rss_mb": [before, after each game ...]}.

    :param openings: each puts up a game.
    :param count: games.
    """

    def __init__(
        self,
        table: Any,
        openings: Sequence[Callable[[], None]],
        count: int,
        rss_mb: Callable[[], float],
        report: Callable[[dict[str, Any]], None],
        stop: Callable[[], None],
        seed: int = 1,
    ) -> None:
        self._table, self._openings, self._count = table, openings, count
        self._rss_mb, self._report, self._stop = rss_mb, report, stop
        self._rng = Random(seed)
        self._left = self._moves = self._refused = 0
        self._kept = [rss_mb()]
        """At home before the first game, then after each."""
        self._open(0)

    def _open(self, _dt: float) -> None:
        self._openings[(len(self._kept) - 1) % len(self._openings)]()
        self._left = MOVES
        Clock.schedule_once(self._move, MOVE_S)

    def _move(self, _dt: float) -> None:
        legal = self._table.ask(Legal()).answer
        if not legal or not self._left:
            self._table.ask(Leave(for_good=True))
            Clock.schedule_once(self._over, REST_S)
            return
        try:
            self._table.ask(MakeMove(self._rng.choice(legal)))
        except Refused:  # a deadline came first
            self._refused += 1
        else:
            self._moves += 1
        self._left -= 1
        Clock.schedule_once(self._move, MOVE_S)

    def _over(self, _dt: float) -> None:
        self._kept.append(self._rss_mb())
        if len(self._kept) <= self._count:
            self._open(0)
        else:
            self._report({"moves": self._moves, "refused": self._refused, "rss_mb": self._kept})
            self._stop()
