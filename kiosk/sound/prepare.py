"""Getting the sound ready without disturbing the table: from the cache, or rendered by a process of its own.

The synthesis is two seconds of pure computing; in a process of low priority it neither takes the interpreter from the
screen nor leaves its memory behind.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kiosk.sound import cache

LONGEST_S = 600
"""A render that takes longer hangs."""


class Preparation:
    """One attempt to have the sound. `run` blocks; `cancel` may be called from another thread."""

    def __init__(self, cache_dir: Path) -> None:
        self._cache_dir = cache_dir
        self._child: subprocess.Popen[str] | None = None
        self._cancelled = False

    def run(self) -> cache.Sounds:
        """The sound.

        :raises OSError: if the cache cannot be written, with the reason.
        """
        return cache.load_or_render(self._cache_dir, self._render)

    def cancel(self) -> None:
        """Stop a render that is under way."""
        self._cancelled = True
        if self._child is not None:
            self._child.kill()

    def _render(self, cache_dir: Path) -> None:
        root = str(Path(__file__).resolve().parents[2])
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
        command = [sys.executable, "-m", "kiosk.sound", "prepare", str(cache_dir)]
        with subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as self._child:
            if self._cancelled:
                self._child.kill()
            try:
                _, said = self._child.communicate(timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                self._child.kill()
                raise OSError(f"rendering took longer than {LONGEST_S} s") from None
        if self._child.returncode != 0:
            raise OSError(said.strip().rpartition("\n")[2] or f"rendering ended with {self._child.returncode}")
