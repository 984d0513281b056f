"""The rendered sound, made once for all workers and all processes of a run (1.6 s)."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from kiosk.sound import cache


def rendered_sound() -> Path:
    """A cache folder with it, made by whoever wants it first. Do not write into it."""
    shared = Path(os.environ["COMPANION_TEST_SOUND"])
    folder = shared / "sound"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*/index.json")):
            cache.render_sounds(folder)
    return folder
