"""The environment of a kiosk that is measured: the screen that is there, offscreen without one."""

from __future__ import annotations

import os


def environment(sound: bool = True) -> dict[str, str]:
    """Ours, with a sound card that plays to nobody unless one is named."""
    there = bool(os.environ.get("DISPLAY") or os.environ.get("SDL_VIDEODRIVER"))
    return {
        **os.environ,
        "SDL_AUDIODRIVER": os.environ.get("SDL_AUDIODRIVER", "dummy"),
        **({} if sound else {"COMPANION_NO_SOUND": "1"}),
        **({} if there else {"SDL_VIDEODRIVER": "offscreen"}),
    }
