"""A frame in which only drawings changed whose places are known: no other part of the window is drawn anew.

With software GL such a frame takes a third of a whole one; elsewhere fewer pixels are filled.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import opengl as gl

from kiosk.display.loop import offscreen
from kiosk.widgets.frame import frame

PixelBox = tuple[int, int, int, int]
"""px of the window: left, bottom, right, top."""

FRAMES = 4
"""A buffer that was drawn longer ago is drawn as a whole."""
_EGL_DRAW, _EGL_EXTENSIONS, _EGL_BUFFER_AGE = 0x3059, 0x3055, 0x313D


def union(boxes: list[PixelBox]) -> PixelBox:
    """Return the smallest box around all of them."""
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


class PartialFrames:
    """Changes of drawings whose place is known. They are made before the next frame, which they wait for together."""

    def __init__(self) -> None:
        self._age: Callable[[], int] | None = None
        """How many frames ago the buffer was drawn that the next frame goes to; 0: unknown."""
        self._waiting: list[tuple[Callable[[], None], PixelBox]] = []
        self._changed: deque[PixelBox | None] = deque(maxlen=FRAMES)
        """What the latest frames changed; None: perhaps all."""
        self._part: PixelBox | None = None

    def __call__(self, change: Callable[[], None], box: PixelBox) -> None:
        """Call `change` before the next frame; it changes nothing outside of this box."""
        if not self._waiting:
            Clock.schedule_once(self._show, -1)
        self._waiting.append((change, box))

    def _show(self, _dt: float) -> None:
        """Make the changes; if there are no others, draw the frame here."""
        from kivy.core.window import Window

        if self._age is None:
            self._age = buffer_age()
            Window.bind(on_flip=self._flipped)
        frame.run()  # what is drawn there may be nowhere in the window
        alone = not (Window.canvas.needs_redraw or Window.rotation)  # asked first: each change sets `needs_redraw`
        waiting, self._waiting = self._waiting, []
        for change, _box in waiting:
            change()
        if alone:  # drawing clears `needs_redraw`, so Kivy draws no second frame in this turn
            self._draw(union([box for _change, box in waiting]))

    def _draw(self, box: PixelBox) -> None:
        """Draw a frame in which only this box changes."""
        from kivy.core.window import Window

        assert self._age is not None
        age = self._age()
        known = 0 < age <= len(self._changed)
        since = [self._changed[-n] for n in range(1, age)] if known else [None]
        boxes = [one for one in since if one is not None]
        self._part = box
        if len(boxes) < len(since):
            Window.dispatch("on_draw")
        else:
            left, bottom, right, top = union([box, *boxes])
            left, bottom = max(left, 0), max(bottom, 0)
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(left, bottom, max(right - left, 0), max(top - bottom, 0))
            try:
                Window.dispatch("on_draw")
            finally:
                gl.glDisable(gl.GL_SCISSOR_TEST)
        Window.dispatch("on_flip")

    def _flipped(self, _window: Any) -> None:
        self._changed.append(self._part)
        self._part = None


def buffer_age() -> Callable[[], int]:
    """Return the source of a buffer's age: offscreen there is one only, else EGL knows; 0 where it does not."""
    if offscreen():
        return lambda: 1
    try:
        egl = ctypes.CDLL("libEGL.so.1")
    except OSError:
        return lambda: 0
    egl.eglGetCurrentDisplay.restype = egl.eglGetCurrentSurface.restype = ctypes.c_void_p
    egl.eglQueryString.argtypes, egl.eglQueryString.restype = [ctypes.c_void_p, ctypes.c_int], ctypes.c_char_p
    egl.eglQuerySurface.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    display = egl.eglGetCurrentDisplay()
    if not display or b"EGL_EXT_buffer_age" not in (egl.eglQueryString(display, _EGL_EXTENSIONS) or b"").split():
        return lambda: 0

    def age() -> int:
        found = ctypes.c_int(0)
        surface = egl.eglGetCurrentSurface(_EGL_DRAW)
        known = surface and egl.eglQuerySurface(display, surface, _EGL_BUFFER_AGE, ctypes.byref(found))
        return found.value if known else 0

    return age


change_within = PartialFrames()
"""Those of this process's window."""
