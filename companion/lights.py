"""The glow of the lamps between two cues: the clock in colour, or what a game has in place of a clock."""

from __future__ import annotations

from typing import Protocol

from companion.engine.update import Update
from companion.games.registry import GLOWS

LOOPS = ((60_000, "loop_5"), (120_000, "loop_4"), (180_000, "loop_3"), (300_000, "loop_2"))
"""The glow while at most so many ms remain; `loop_1` before."""
ENDINGS = {"won": "won", "collapse": "lost", "A7": "lost"}
"""Cue that ends a game -> glow."""


class Lamps(Protocol):
    """The part of `drivers.lamps` that the mirror needs."""

    def cue(self, name: str, count: int | None = None) -> None: ...

    def mood(self, name: str) -> None: ...


class Mirror:
    """A listener of the table that lights each cue and keeps the glow right."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps
        self._ending: str | None = None
        self._mood = ""

    def __call__(self, update: Update) -> None:
        """Show what happened."""
        for cue in update.cues:
            self._lamps.cue(cue.name, cue.n)
            self._ending = ENDINGS.get(cue.name, self._ending)
        mood = self._glow(update)
        if mood != self._mood:
            self._mood = mood
            self._lamps.mood(mood)

    def _glow(self, update: Update) -> str:
        face = update.face
        if face is None or update.game is None:
            self._ending = None
            return "idle"
        if update.game in GLOWS:
            return GLOWS[update.game](update.view)
        if face.running:
            self._ending = None
            return loop(face.elapsed_ms, face.length_ms)
        if face.elapsed_ms == 0:
            return "setup"
        return self._ending or "held"


def loop(elapsed_ms: int, length_ms: int | None) -> str:
    """Return the glow of a running clock."""
    if length_ms is None:
        return "calm"
    remaining = length_ms - elapsed_ms
    return next((name for limit, name in LOOPS if remaining <= limit), "loop_1")
