"""Opens a window for a moment and says on one line how large it was: `python -m kiosk.doctor.window`."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import json
import sys
from pathlib import Path

from kiosk.display.env import UNSEEN

VIDEO, OPENGL, HIDDEN, FULLSCREEN = 0x20, 0x2, 0x8, 0x1001


def library() -> ctypes.CDLL:
    """Return SDL2: the one in Kivy's wheel, or the system's. Kivy itself is not imported.

    :raises OSError: if there is none.
    """
    spec = importlib.util.find_spec("kivy")
    root = Path(spec.origin).parent.parent if spec is not None and spec.origin is not None else None
    bundled = sorted(root.glob("[Kk]ivy.libs/libSDL2-2*.so*")) if root is not None else []
    return ctypes.CDLL(str(bundled[0]) if bundled else ctypes.util.find_library("SDL2-2.0") or "libSDL2-2.0.so.0")


def measure_window(sdl: ctypes.CDLL) -> dict[str, str | int]:
    """Open a window; return its `width`, `height`, `driver`, or `error`."""
    sdl.SDL_GetError.restype = sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    sdl.SDL_CreateWindow.restype = ctypes.c_void_p
    sdl.SDL_GetWindowSize.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    sdl.SDL_DestroyWindow.argtypes = [ctypes.c_void_p]
    if sdl.SDL_Init(VIDEO) != 0:
        return {"error": _error(sdl)}
    try:
        driver = (sdl.SDL_GetCurrentVideoDriver() or b"").decode().lower()
        shown = FULLSCREEN if driver not in UNSEEN else HIDDEN
        window = sdl.SDL_CreateWindow(b"Infernal Companion", 0, 0, 800, 480, OPENGL | shown)
        if not window:
            return {"error": _error(sdl)}
        width, height = ctypes.c_int(), ctypes.c_int()
        sdl.SDL_GetWindowSize(window, ctypes.byref(width), ctypes.byref(height))
        sdl.SDL_DestroyWindow(window)
        return {"width": width.value, "height": height.value, "driver": driver}
    finally:
        sdl.SDL_Quit()


def _error(sdl: ctypes.CDLL) -> str:
    return str(sdl.SDL_GetError().decode(errors="replace"))


def main() -> int:
    try:
        told = measure_window(library())
    except (OSError, AttributeError) as error:
        told = {"error": str(error)}
    print(json.dumps(told))
    return 1 if "error" in told else 0


if __name__ == "__main__":
    sys.exit(main())
