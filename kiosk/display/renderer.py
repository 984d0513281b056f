"""When frames go to Mesa's software renderer offscreen, where nothing is swapped, and how it gives their memory back.
A graphics chip needs none of this.

Its renderer takes them from a queue. Each place in it keeps the commands of the last frame that it held until the place
is used again: frames that had to wait cost memory for the whole evening (measured: 65 MB).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from kiosk.display.loop import offscreen, sdl_library

FLUSH_S = 0.05
"""s. The answer to a card would share the cores with the renderer: it gets its work when no frame follows."""
MOST_FRAMES = 4
"""Of so many in a row the last waits until all are drawn, as it would for a display: frames drawn faster than the
renderer works fill its queue (measured: 180 MB in ten seconds of a dial, 190 MB while twenty games are opened)."""
PLACES = 6
"""In the queue, behind the first, that are emptied. With fewer some memory may stay; each costs some itself."""


class WindowFrames:
    """The frames of the window."""

    def __init__(self) -> None:
        self._count = 0
        self._pixel: Any = None
        """A buffer of one pixel; None: not installed."""
        self.remove: Callable[[], object] = lambda: None
        """Stops handing frames to the renderer (tests)."""

    def install(self) -> None:
        """Hand frames to the renderer from now on; do nothing where they are swapped."""
        from kivy.clock import Clock
        from kivy.core.window import Window
        from kivy.graphics import Fbo
        from kivy.graphics.opengl import glFlush

        if self._pixel is not None or not offscreen():
            return
        self._pixel = Fbo(size=(1, 1))
        flush_later = Clock.create_trigger(lambda _dt: glFlush(), FLUSH_S)

        def flipped(_window: Any) -> None:  # a listener that returns something would be the last one to be called
            self._count += 1
            flush_later.cancel()
            if self._count % MOST_FRAMES == 0:
                wait_until_drawn()
            else:
                flush_later()

        Window.bind(on_flip=flipped)
        self.remove = lambda: (flush_later.cancel(), Window.unbind(on_flip=flipped))

    def forget(self) -> None:
        """Wait until the queue is empty, then have its places used again: the first by a frame, the others by next to
        nothing while that one is drawn.
        """
        from kivy.core.window import Window
        from kivy.graphics.opengl import glFinish, glFlush

        if self._pixel is None:
            return
        glFinish()
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
        glFlush()
        for _place in range(PLACES):
            self._pixel.bind()
            self._pixel.clear_buffer()
            self._pixel.release()
            glFlush()


def wait_until_drawn() -> None:
    """Wait until all is drawn. Kivy's own `glFinish` holds the interpreter's lock: the engine would wait, too."""
    sdl = sdl_library()
    sdl.SDL_GL_GetProcAddress.argtypes, sdl.SDL_GL_GetProcAddress.restype = [ctypes.c_char_p], ctypes.c_void_p
    ctypes.CFUNCTYPE(None)(sdl.SDL_GL_GetProcAddress(b"glFinish"))()


frames = WindowFrames()
"""Those of this process's window."""
