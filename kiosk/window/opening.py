"""Opens the window before anything else; where none can be seen, one line says why and what helps."""

from __future__ import annotations

import ctypes
import os

from kiosk.display import loop
from kiosk.display.env import UNSEEN

MENDS = (
    "Connect a display, switch it on and start again, or start from a desktop; `companion doctor` looks closer, "
    "`companion demo` needs no screen."
)


class NoWindow(OSError):
    """No window can be opened, or it would not be visible."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no window: {why}. {MENDS}")


def open_window() -> None:
    """Open Kivy's window, as `kiosk.display.env.prepare_kivy` has set it up.

    :raises NoWindow: if there is none, or if SDL, left to choose, draws offscreen.
    """
    try:
        from kivy.core.window import Window
    except (ImportError, SystemExit) as error:  # Kivy leaves by itself where OpenGL is too old
        raise NoWindow(_why() or str(error)) from error
    if Window is None:  # Kivy's value where each of its window providers has failed
        raise NoWindow(_why() or "Kivy gives no reason")
    driver = loop.video_driver(loop.sdl_library())
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        Window.close()
        raise NoWindow(f"neither an X server nor a display was found, and the driver {driver} shows nothing to anybody")


def _why() -> str:
    """Return SDL's own error, with the driver that was configured; "" if it has none."""
    try:
        sdl = loop.sdl_library()
    except OSError as error:
        return str(error)
    sdl.SDL_GetError.restype = ctypes.c_char_p
    said: str = (sdl.SDL_GetError() or b"").decode(errors="replace")
    named = [f"{name}={os.environ[name]}" for name in ("SDL_VIDEODRIVER", "DISPLAY") if os.environ.get(name)]
    return f"{said} ({', '.join(named)})" if said and named else said
