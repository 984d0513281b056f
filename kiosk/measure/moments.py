"""The two moments of a frame: its commands are issued, and it is flipped.

Kivy's `on_flip` calls what is bound to it before its own handler swaps the buffers. What is bound there sees a frame
whose commands were all given to GL: the interpreter's part of the work. A graphics chip draws it then; so does Mesa
where there is none, on a processor. A frame is flipped when `Window.flip` has returned.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.core.window import Window

from kiosk.display.loop import offscreen
from kiosk.display.renderer import wait_until_drawn

Remove = Callable[[], None]


def watch_frames(issued: Callable[[], bool], flipped: Callable[[], None]) -> Remove:
    """Call `issued` when the commands of a frame are issued; if it says that this is the one, `flipped` when it is.

    Offscreen nothing is swapped, so nothing would ever have to be drawn: there such a frame is drawn to its end first.
    Return what ends the watch; the last one begun is to be ended first.
    """
    flip: Callable[[], None] = Window.flip
    wanted, unseen = False, offscreen()

    def through() -> None:
        nonlocal wanted
        flip()
        if wanted:
            wanted = False
            if unseen:
                wait_until_drawn()
            flipped()

    def before(_window: object) -> None:  # a listener that returned something would keep Kivy from flipping
        nonlocal wanted
        wanted = issued()

    def remove() -> None:
        Window.unbind(on_flip=before)
        Window.flip = flip

    Window.bind(on_flip=before)
    Window.flip = through
    return remove


def first_frame(told: Callable[[float, float], None], now: Callable[[], float]) -> None:
    """Call `told` with the moments of the next frame: issued, flipped, as `now` says them."""
    at = 0.0

    def issued() -> bool:
        nonlocal at
        at = now()
        return True

    def flipped() -> None:
        remove()
        told(at, now())

    remove: Remove = watch_frames(issued, flipped)
