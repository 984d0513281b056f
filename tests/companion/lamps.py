"""Lamps that remember what they were told."""

from __future__ import annotations


class Lamps:
    """Notes cues and moods, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def cue(self, name: str, n: int | None = None) -> None:
        self.told.append(f"cue {name}" + (f" {n}" if n is not None else ""))

    def mood(self, name: str) -> None:
        self.told.append(name)
