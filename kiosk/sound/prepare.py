"""Getting the sound ready without disturbing the table: from the cache, or rendered by a process of its own.

The synthesis is two seconds of pure computing; in a process of low priority it neither takes the interpreter from the
screen nor leaves its memory behind.
"""

from __future__ import annotations

from pathlib import Path

from kiosk.sound import cache
from kiosk.sound.render_process import RenderProcess

LONGEST_S = 600
"""A render that takes longer hangs."""


class SoundPreparation:
    """One attempt to have the sound. `run` blocks; `cancel` may be called from another thread."""

    def __init__(self, cache_dir: Path) -> None:
        self._cache_dir = cache_dir
        self._process = RenderProcess(LONGEST_S)

    def run(self) -> cache.Sounds:
        """The sound.

        :raises OSError: if the cache cannot be written, with the reason.
        """
        return cache.load_or_render(self._cache_dir, lambda place: self._process.run("prepare", str(place)))

    def cancel(self) -> None:
        """Stop a render that is under way."""
        self._process.cancel()
