"""How long tests wait for what must come, and how they wait.

No verdict depends on how long something takes: a wait ends when it is so, and these limits only end what hangs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 120.0
"""For one thing that comes soon on a quiet machine: seconds there may be a minute beside others on one slow core."""
WHOLE_S = 1200.0
"""For a whole program from its start to its end, or for rendering the sound."""


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S, pause: float = 0.005) -> None:
    """Wait until it is so; between two looks let others work for `pause` seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(pause)
